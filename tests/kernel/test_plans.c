/* Tests of src/kernel: any plan is valid. Plans that were spoiled, in every number, never contradict those that were not. */
#include "certify/kernel_ends.h"
#include "plan/kernel_plan.h"

#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

static void draw_spec(dice *from, char *spec, size_t size) {
    double sigma = dice_logarithmic(from, 0.5, 5), q = dice_logarithmic(from, 1e-4, 0.5);
    unsigned long long count = (unsigned long long)dice_logarithmic(from, 2, dice_chance(from, 0.1) ? 1e10 : 1e5);
    switch (dice_below(from, 4)) {
    case 0:
        snprintf(spec, size, "hypergeometric-gaussian:N=5000,B=%d,k=%d,sigma=%.17g@%llu", 5 + (int)dice_below(from, 200),
                 1 + (int)dice_below(from, 5), sigma, count);
        break;
    case 1:
        snprintf(spec, size, "poisson-gaussian:q=%.17g,sigma=%.17g,removed=%d,added=%d@%llu", q, sigma,
                 1 + (int)dice_below(from, 3), (int)dice_below(from, 3), sigma * 1e4 > 1 ? count % 100000 + 2 : 2);
        break;
    default:
        snprintf(spec, size, "poisson-gaussian:q=%.17g,sigma=%.17g@%llu", q, sigma, count);
        break;
    }
}

/* Numbers of few bits, as plans must have. */
static double coarse(double number, int bits) {
    int power;
    double scaled = floor(ldexp(frexp(number, &power), bits));
    return ldexp(scaled, power - bits);
}

static void spoil(dice *from, size_t factors, pld__kernel_plan *plan) {
    for (size_t changes = 1 + dice_below(from, 3); changes > 0; changes--) {
        pld__kernel_grid *grid = &plan->grids[dice_below(from, factors)];
        switch (dice_below(from, 10)) {
        case 9:
            plan->stride = 1 + dice_below(from, 40);
            break;
        case 0:
            plan->theta *= dice_logarithmic(from, 0.5, 2);
            break;
        case 1:
            plan->lambda = plan->theta * dice_logarithmic(from, 1.01, 4);
            break;
        case 2:
            plan->spacing = coarse(plan->spacing * dice_logarithmic(from, 0.7, 8), 24);
            break;
        case 3:
            plan->frequencies = 1 + (size_t)((double)plan->frequencies * dice_uniform(from, 0.05, 1));
            break;
        case 4:
            grid->step = coarse(grid->step * dice_logarithmic(from, 1, 5), 8);
            break;
        case 5:
            grid->first = (int64_t)((double)grid->first * dice_uniform(from, 0.3, 1));
            break;
        case 6:
            grid->last = (int64_t)((double)grid->last * dice_uniform(from, 0.3, 1));
            break;
        case 7:
            grid->shift *= dice_logarithmic(from, 0.2, 5);
            break;
        default:
            grid->cut = (pld__kernel_cut){dice_uniform(from, 3, 15), dice_logarithmic(from, 0.2, 1.5)};
            break;
        }
    }
}

static void test_spoiled(void) {
    dice from = dice_create(8080);
    size_t told = 0, spoiled = 0;
    for (size_t i = 0; i < suite_volume(160); i++) {
        char spec[160];
        uint64_t count;
        draw_spec(&from, spec, sizeof spec);
        pld_mechanism *mechanism = spec_mechanism(spec, &count);
        pld_direction direction = dice_chance(&from, 0.5) ? PLD_REMOVE : PLD_ADD;
        pld__kernel_steps steps;
        pld__kernel_plan plan, other;
        bool possible = false;
        pld__question question = {.log_delta = -dice_uniform(&from, 3, 40)};
        CU_ASSERT_EQUAL_FATAL(pld__kernel_steps_create(1, &steps), PLD_OK);
        CU_ASSERT_TRUE(pld__kernel_steps_add(&steps, mechanism, direction, count));
        CU_ASSERT_EQUAL_FATAL(pld__kernel_plan_make(&steps, &question, 1e5, 1, &plan, &possible), PLD_OK);
        for (int trial = 0; trial < 8 && possible && steps.count > 0; trial++) {
            pld__kernel_sum good, bad;
            pld__kernel_grid grid = plan.grids[0]; /* there is one factor */
            other = plan;
            other.grids = &grid;
            spoil(&from, steps.count, &other);
            CU_ASSERT_EQUAL_FATAL(pld__kernel_sum_create(&steps, &plan, NULL, &good), PLD_OK);
            CU_ASSERT_EQUAL_FATAL(pld__kernel_sum_create(&steps, &other, NULL, &bad), PLD_OK);
            for (int step = -2; step <= 2; step++) {
                double epsilon = fmax(plan.guess * (1 + 0.15 * step), 0);
                pld__log_bounds a = pld__kernel_log_delta(&good, epsilon).log_delta,
                                b = pld__kernel_log_delta(&bad, epsilon).log_delta;
                CHECK(a.lower <= b.upper && b.lower <= a.upper, "%s, %d, at %g: [%.19Lg, %.19Lg] and, spoiled, [%.19Lg, %.19Lg]",
                      spec, direction, epsilon, a.lower, a.upper, b.lower, b.upper);
                spoiled++;
                told += b.lower > -INFINITY && b.upper - b.lower < 1;
            }
            pld__kernel_sum_free(&good);
            pld__kernel_sum_free(&bad);
        }
        pld__kernel_plan_free(&plan);
        pld__kernel_steps_free(&steps);
        pld_mechanism_free(mechanism);
    }
    CHECK(told > spoiled / 10, "only %zu of %zu spoiled plans told anything", told, spoiled);
}

/* A plan for one of the drawn specs with this many steps, and the row of its factor; false if there is none. */
static bool make_row(pld__kernel_steps *steps, const pld__question *question, pld__kernel_plan *plan, pld__kernel_row *row) {
    bool possible = false;
    CU_ASSERT_EQUAL_FATAL(pld__kernel_plan_make(steps, question, 1e5, 1, plan, &possible), PLD_OK);
    if (!possible || steps->count == 0)
        return false;
    const pld__kernel_axis axis = pld__kernel_plan_axis(plan);
    CU_ASSERT_EQUAL_FATAL(pld__kernel_row_create(&steps->factors[0], plan->grids, &axis, row), PLD_OK);
    return true;
}

/* (T120): a row serves every count. A sum of it is that of its own row bit by bit, and about as narrow beside the count that its
 * plan is for as one that has a plan of its own; what it says never contradicts that. */
static void test_rows(void) {
    dice from = dice_create(120);
    size_t compared = 0;
    for (size_t i = 0; i < suite_volume(60); i++) {
        char spec[160];
        uint64_t count;
        draw_spec(&from, spec, sizeof spec);
        pld_mechanism *mechanism = spec_mechanism(spec, &count);
        pld__question question = {.log_delta = -dice_uniform(&from, 3, 40)};
        uint64_t other_count = count + (uint64_t)((double)count * dice_uniform(&from, -0.06, 0.06));
        pld__kernel_steps steps[2];
        pld__kernel_plan plans[2] = {{.theta = 0}};
        pld__kernel_row rows[2] = {{.known = false}};
        bool made = true;
        for (int k = 0; k < 2; k++) {
            CU_ASSERT_EQUAL_FATAL(pld__kernel_steps_create(1, &steps[k]), PLD_OK);
            CU_ASSERT_TRUE(pld__kernel_steps_add(&steps[k], mechanism, PLD_REMOVE, k == 0 ? count : other_count));
            made &= make_row(&steps[k], &question, &plans[k], &rows[k]);
        }
        if (made) {
            pld__kernel_sum shared, same, own, wrong;
            CU_ASSERT_EQUAL_FATAL(pld__kernel_sum_create(&steps[1], &plans[0], rows, &shared), PLD_OK);
            CU_ASSERT_EQUAL_FATAL(pld__kernel_sum_create(&steps[1], &plans[0], NULL, &same), PLD_OK);
            CU_ASSERT_EQUAL_FATAL(pld__kernel_sum_create(&steps[1], &plans[1], NULL, &own), PLD_OK);
            rows[0].axis.spacing *= 2;
            CU_ASSERT_EQUAL_FATAL(pld__kernel_sum_create(&steps[1], &plans[0], rows, &wrong), PLD_OK);
            CHECK(!wrong.usable, "%s: a row of another plan is taken", spec);
            for (int step = -2; step <= 2; step++) {
                double epsilon = fmax(plans[1].guess * (1 + 0.02 * step), 0);
                pld__log_bounds a = pld__kernel_log_delta(&shared, epsilon).log_delta,
                                b = pld__kernel_log_delta(&same, epsilon).log_delta,
                                c = pld__kernel_log_delta(&own, epsilon).log_delta;
                CHECK(a.lower == b.lower && a.upper == b.upper, "%s: not the same with its row", spec);
                CHECK(a.lower <= c.upper && c.lower <= a.upper,
                      "%s at %g: [%.19Lg, %.19Lg], by a plan of its own [%.19Lg, %.19Lg]", spec, epsilon, a.lower, a.upper,
                      c.lower, c.upper);
                if (step == 0 && c.upper - c.lower < 1e-9L) {
                    CHECK(a.upper - a.lower < 1e-6L, "%s at %g: %Lg wide, by a plan of its own %Lg", spec, epsilon,
                          a.upper - a.lower, c.upper - c.lower);
                    compared++;
                }
            }
            pld__kernel_sum_free(&shared);
            pld__kernel_sum_free(&same);
            pld__kernel_sum_free(&own);
            pld__kernel_sum_free(&wrong);
        }
        for (int k = 0; k < 2; k++) {
            pld__kernel_row_free(&rows[k]);
            pld__kernel_plan_free(&plans[k]);
            pld__kernel_steps_free(&steps[k]);
        }
        pld_mechanism_free(mechanism);
    }
    CHECK(compared > suite_volume(60) / 10, "only %zu could be compared", compared);
}

int main(void) {
    CU_TestInfo tests[] = {{"spoiled", test_spoiled}, {"rows", test_rows}, CU_TEST_INFO_NULL};
    return suite_run("kernel/plans", tests);
}
