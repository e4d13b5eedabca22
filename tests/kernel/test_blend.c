/* Tests of src/kernel/blend.c: many factors by rows of few against every factor's own row. */
#include "certify/kernel_ends.h"
#include "plan/kernel_plan.h"

#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

enum { MEMBERS = 40 };

/* Sampled steps that differ in sigma, of one rate, as factors. */
typedef struct {
    pld_mechanism *mechanisms[MEMBERS];
    pld__kernel_factor factors[MEMBERS];
    double low, high; /* squares of means */
} schedule;

static void draw(dice *from, double q, double sigma, double spread, pld_direction direction, schedule *made) {
    made->low = INFINITY;
    made->high = 0;
    for (size_t m = 0; m < MEMBERS; m++) {
        char spec[160];
        double one = sigma * dice_uniform(from, 1 - spread, 1 + spread);
        snprintf(spec, sizeof spec, "poisson-gaussian:q=%.17g,sigma=%.17g@1", q, one);
        made->mechanisms[m] = spec_mechanism(spec, NULL);
        pld__kernel_factor_fill(made->mechanisms[m], direction, 1 + dice_below(from, 5), &made->factors[m]);
        made->low = fmin(made->low, 1 / (one * one) * (1 - 1e-9));
        made->high = fmax(made->high, 1 / (one * one) * (1 + 1e-9));
    }
}

static void close_schedule(schedule *made) {
    for (size_t m = 0; m < MEMBERS; m++)
        pld_mechanism_free(made->mechanisms[m]);
}

/* The sum of all rows. */
typedef struct {
    pld__kernel_log log[32];
    long double lambda_low, behind_low; /* log M(lambda), and of |M| beyond the last frequency, from below */
} truth;

static void add_up(const schedule *of, const pld__kernel_blend *blend, const pld__kernel_axis *axis, truth *sum) {
    *sum = (truth){.lambda_low = 0};
    for (size_t m = 0; m < MEMBERS; m++) {
        const pld__kernel_factor *factor = &of->factors[m];
        pld__kernel_row row;
        CU_ASSERT_EQUAL_FATAL(pld__kernel_row_create(factor, &blend->grid, axis, &row), PLD_OK);
        CU_ASSERT_TRUE(row.known);
        for (size_t k = 0; k <= axis->last; k++) {
            sum->log[k].real += factor->count * row.log[k].real;
            sum->log[k].imaginary += factor->count * row.log[k].imaginary;
            sum->log[k].error += factor->count * row.log[k].error;
        }
        sum->lambda_low += factor->count * (row.lambda.real - row.lambda.error);
        pld__kernel_nodes nodes;
        pld__kernel_tilted tilted;
        const pld__kernel_grid *grid = &blend->grid;
        CU_ASSERT_EQUAL_FATAL(pld__kernel_nodes_create(factor, grid->step, grid->first, grid->last, grid->cut, &nodes), PLD_OK);
        pld__kernel_tilt(factor, &nodes, axis->theta, &tilted);
        pld__kernel_moment far = pld__kernel_moment_at(&tilted, 1.1L * (long double)axis->last * axis->spacing);
        pld__kernel_log log = pld__kernel_log_of(&far);
        sum->behind_low += factor->count * (log.real - log.error);
        pld__kernel_nodes_free(&nodes);
        pld__kernel_row_free(&row);
    }
}

static void test_rows(void) {
    dice from = dice_create(118);
    size_t tight = 0, shown = 0, all = suite_cases(24);
    for (size_t i = 0; i < all; i++) {
        schedule of;
        pld_direction direction = dice_chance(&from, 0.5) ? PLD_REMOVE : PLD_ADD;
        double q = dice_logarithmic(&from, 1e-3, 0.05), sigma = dice_uniform(&from, 0.8, 3),
               spread = dice_uniform(&from, 0.01, 0.1);
        draw(&from, q, sigma, spread, direction, &of);
        pld__kernel_axis axis = {.theta = dice_logarithmic(&from, 0.5, 5), .spacing = 0.5, .last = 24, .stride = 16};
        axis.lambda = 1.5 * axis.theta;
        pld__kernel_blend blend = {.low = of.low,
                                   .high = of.high,
                                   .nodes = 1 + dice_below(&from, 24),
                                   .turn = 12 * q / (sigma * sigma) * dice_logarithmic(&from, 0.5, 3),
                                   .grid = {.step = 0.125, .first = -200, .last = 240, .cut = {INFINITY, 1}}};
        pld__kernel_blended blended;
        pld__kernel_row row;
        truth sum;
        pld__kernel_blended_start(&blend, &blended);
        for (size_t m = 0; m < MEMBERS; m++)
            pld__kernel_blended_add(&blended, &of.factors[m]);
        CU_ASSERT_EQUAL_FATAL(pld__kernel_blended_row(&blended, &axis, &row), PLD_OK);
        add_up(&of, &blend, &axis, &sum);
        long double worst = 0;
        for (size_t k = 0; k <= axis.last && row.known; k++) {
            long double off = hypotl(row.log[k].real - sum.log[k].real, row.log[k].imaginary - sum.log[k].imaginary);
            CHECK(off <= row.log[k].error + sum.log[k].error,
                  "q %g, sigma %g, spread %g, %zu nodes, direction %d, theta %g, at %zu: off by %Lg, %Lg claimed", q, sigma,
                  spread, blend.nodes, direction, axis.theta, k, off, row.log[k].error + sum.log[k].error);
            worst = fmaxl(worst, row.log[k].error);
        }
        if (row.known) {
            CHECK(row.log_lambda >= sum.lambda_low, "M(lambda): %Lg at most, %Lg at least", row.log_lambda, sum.lambda_low);
            CHECK(row.log_behind >= sum.behind_low, "behind: %Lg at most, %Lg at least", row.log_behind, sum.behind_low);
            shown += row.log_behind < sum.log[0].real - 1e-6L;
            tight += worst < 1e-10L;
        }
        pld__kernel_row_free(&row);
        close_schedule(&of);
    }
    CHECK(tight > all / 4, "only %zu of %zu have ten digits", tight, all);
    CHECK(shown > all / 4, "only %zu of %zu show a decay", shown, all);
}

/* What does not belong spoils it all. */
static void test_strangers(void) {
    dice from = dice_create(7);
    schedule of, others;
    pld__kernel_axis axis = {.theta = 2, .lambda = 3, .spacing = 0.5, .last = 4, .stride = 1};
    draw(&from, 0.01, 1, 0.05, PLD_REMOVE, &of);
    draw(&from, 0.02, 1, 0.01, PLD_REMOVE, &others);
    pld__kernel_blend blend = {.low = of.low,
                               .high = of.high,
                               .nodes = 8,
                               .turn = 0.5,
                               .grid = {.step = 0.125, .first = -200, .last = 240, .cut = {INFINITY, 1}}};
    for (int which = 0; which < 5; which++) {
        pld__kernel_blended blended;
        pld__kernel_row row;
        pld__kernel_blend changed = blend;
        changed.high = which == 1 ? (of.low + of.high) / 2 : blend.high;
        changed.nodes = which == 2 ? PLD__KERNEL_BLEND_NODES + 1 : blend.nodes;
        changed.grid.cut.at = which == 3 ? 6 : INFINITY;
        pld__kernel_blended_start(&changed, &blended);
        for (size_t m = 0; m < MEMBERS; m++)
            pld__kernel_blended_add(&blended, &of.factors[m]);
        if (which == 0)
            pld__kernel_blended_add(&blended, &others.factors[0]);
        CU_ASSERT_EQUAL_FATAL(pld__kernel_blended_row(&blended, &axis, &row), PLD_OK);
        CHECK(row.known == (which == 4), "stranger %d is taken", which);
        pld__kernel_row_free(&row);
    }
    close_schedule(&of);
    close_schedule(&others);
}

/* A plan that takes factors together, and one that does not, about the same composition. */
static void test_plans(void) {
    dice from = dice_create(99);
    size_t blended = 0;
    for (int i = 0; i < 4; i++) {
        enum { STEPS = 150 };
        pld__kernel_steps steps;
        pld_mechanism *mechanisms[STEPS];
        double q = dice_logarithmic(&from, 0.01, 0.1), sigma = dice_uniform(&from, 0.8, 2);
        CU_ASSERT_EQUAL_FATAL(pld__kernel_steps_create(STEPS, &steps), PLD_OK);
        for (size_t m = 0; m < STEPS; m++) {
            char spec[160];
            snprintf(spec, sizeof spec, "poisson-gaussian:q=%.17g,sigma=%.17g@1", q, sigma * dice_uniform(&from, 1, 1.1));
            mechanisms[m] = spec_mechanism(spec, NULL);
            CU_ASSERT_TRUE(pld__kernel_steps_add(&steps, mechanisms[m], i % 2 ? PLD_ADD : PLD_REMOVE, 20));
        }
        pld__kernel_ends ends[2];
        for (int apart = 0; apart < 2; apart++) {
            pld__kernel_aim aim = {.effort = 1e9,
                                   .finer = 1,
                                   .share = 1e-10,
                                   .loose = 1e-10,
                                   .last_effort = 1e9,
                                   .apart = apart == 1,
                                   .quick = true};
            pld__question question = {.log_delta = -12};
            pld__kernel_plan plan = {0};
            pld__kernel_sum sum = {0};
            bool possible = false;
            CU_ASSERT_EQUAL_FATAL(pld__kernel_plan_aimed(&steps, &question, &aim, &plan, &possible), PLD_OK);
            CU_ASSERT_TRUE_FATAL(possible);
            CU_ASSERT_TRUE(apart == 0 || plan.blend_count == 0);
            blended += plan.blend_count > 0;
            CU_ASSERT_EQUAL_FATAL(pld__kernel_sum_create(&steps, &plan, NULL, &sum), PLD_OK);
            ends[apart] = pld__kernel_ends_of(&sum, &question, plan.guess);
            pld__kernel_sum_free(&sum);
            pld__kernel_plan_free(&plan);
        }
        CHECK(ends[0].found && ends[1].found, "q %g, sigma %g: no ends", q, sigma);
        CHECK(ends[0].of[PLD__LOWER].value <= ends[1].of[PLD__UPPER].value &&
                  ends[1].of[PLD__LOWER].value <= ends[0].of[PLD__UPPER].value,
              "q %g, sigma %g: together [%.17g, %.17g], apart [%.17g, %.17g]", q, sigma, ends[0].of[PLD__LOWER].value,
              ends[0].of[PLD__UPPER].value, ends[1].of[PLD__LOWER].value, ends[1].of[PLD__UPPER].value);
        CHECK(pld__kernel_ends_width(&ends[0]) < 1e-7, "q %g, sigma %g: %g wide together, %g apart", q, sigma,
              pld__kernel_ends_width(&ends[0]), pld__kernel_ends_width(&ends[1]));
        pld__kernel_steps_free(&steps);
        for (size_t m = 0; m < STEPS; m++)
            pld_mechanism_free(mechanisms[m]);
    }
    CHECK(blended == 4, "%zu of 4 take factors together", blended);
}

int main(void) {
    CU_TestInfo tests[] = {{"rows", test_rows}, {"strangers", test_strangers}, {"plans", test_plans}, CU_TEST_INFO_NULL};
    return suite_run("kernel/blend", tests);
}
