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
        switch (dice_below(from, 9)) {
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
            other = plan;
            spoil(&from, steps.count, &other);
            CU_ASSERT_EQUAL_FATAL(pld__kernel_sum_create(&steps, &plan, &good), PLD_OK);
            CU_ASSERT_EQUAL_FATAL(pld__kernel_sum_create(&steps, &other, &bad), PLD_OK);
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
        pld__kernel_steps_free(&steps);
        pld_mechanism_free(mechanism);
    }
    CHECK(told > spoiled / 10, "only %zu of %zu spoiled plans told anything", told, spoiled);
}

int main(void) {
    CU_TestInfo tests[] = {{"spoiled", test_spoiled}, CU_TEST_INFO_NULL};
    return suite_run("kernel/plans", tests);
}
