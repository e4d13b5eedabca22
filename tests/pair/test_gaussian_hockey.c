/* Tests of src/pair/gaussian_hockey.c, and of Gaussian steps that are one together. */
#include "pair/mixture.h"

#include "support/dice.h"
#include "support/oracle.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <pld/query.h>
#include <stdio.h>

/* Against the oracle, whose own digits end where the tails nearly cancel. */
static void test_random(void) {
    dice from = dice_create(1812);
    for (size_t i = 0; i < 20000; i++) {
        double mean = dice_logarithmic(&from, 1e-3, 1e4), epsilon = mean * (mean / 2 + dice_uniform(&from, -6, 30));
        if (epsilon < 0 || dice_chance(&from, 0.05))
            epsilon = 0;
        pld__log_bounds found = pld__gaussian_hockey(mean, 0, epsilon);
        long double truth = oracle_gaussian_log_delta(mean, epsilon), slack = 1e-16L * fabsl(truth) + 1e-17L / fminl(mean, 1);
        CHECK(found.lower <= truth + slack && truth <= found.upper + slack,
              "mean %.17g, epsilon %.17g: [%.20Lg, %.20Lg], truth %.20Lg", mean, epsilon, found.lower, found.upper, truth);
        /* A mean that is off by u moves log delta by u times its slope. */
        long double slope = (epsilon / (long double)mean + mean) * (fabsl(epsilon / (long double)mean - mean / 2) + 1);
        CHECK(found.upper - found.lower <= 1e-15L * (slope + 3 / mean + 8), "mean %.17g, epsilon %.17g: width %Lg", mean, epsilon,
              found.upper - found.lower);
    }
}

/* What is no order of means, or no epsilon, has no bound. */
static void test_hypotheses(void) {
    CU_ASSERT(pld__gaussian_hockey(1, 1, 1).upper == 0 && pld__gaussian_hockey(1, 1, 1).lower == -INFINITY);
    CU_ASSERT(pld__gaussian_hockey(0, 1, 1).upper == 0);
    CU_ASSERT(pld__gaussian_hockey(1, 0, NAN).upper == 0);
    CU_ASSERT(pld__gaussian_hockey(1e9, 1e9 - 1e-7, 1).lower == -INFINITY || pld__gaussian_hockey(1e9, 1e9 - 1e-7, 1).upper == 0);
}

/* Many different ones are one step with the root of the sum of squares. */
static void test_composed(void) {
    dice from = dice_create(1813);
    for (size_t i = 0; i < suite_cases(50); i++) {
        pld_mechanism *mechanisms[5];
        pld_step steps[5];
        long double square = 0;
        for (size_t k = 0; k < 5; k++) {
            double sigma = dice_logarithmic(&from, 0.5, 1e3);
            char spec[64];
            snprintf(spec, sizeof spec, "gaussian:sigma=%.17g", sigma);
            mechanisms[k] = spec_mechanism(spec, NULL);
            steps[k] = (pld_step){mechanisms[k], 1 + (uint64_t)dice_below(&from, 1000)};
            square += (long double)steps[k].count / ((long double)sigma * sigma);
        }
        pld_options options = pld_options_default();
        pld_result result;
        double epsilon = dice_uniform(&from, 0, 10) * (double)sqrtl(square);
        CU_ASSERT_EQUAL_FATAL(pld_query_delta(steps, 5, epsilon, &options, &result, NULL), PLD_OK);
        long double truth = oracle_gaussian_log_delta(sqrtl(square), epsilon);
        CHECK(result.bracket.lower <= truth && truth <= result.bracket.upper &&
                  result.bracket.upper - result.bracket.lower < 1e-9,
              "[%.17g, %.17g], truth %.17Lg", result.bracket.lower, result.bracket.upper, truth);
        CU_ASSERT_EQUAL(result.method, PLD_METHOD_CLOSED_FORM);
        /* Buckets, where they are asked for, say the same. */
        options.bucket_width = 0.01;
        pld_result bucketed;
        CU_ASSERT_EQUAL_FATAL(pld_query_delta(steps, 5, epsilon, &options, &bucketed, NULL), PLD_OK);
        CHECK(bucketed.buckets > 0 && bucketed.bracket.lower <= truth && truth <= bucketed.bracket.upper,
              "buckets: [%.17g, %.17g]", bucketed.bracket.lower, bucketed.bracket.upper);
        for (size_t k = 0; k < 5; k++)
            pld_mechanism_free(mechanisms[k]);
    }
}

int main(void) {
    CU_TestInfo tests[] = {
        {"random steps", test_random}, {"hypotheses", test_hypotheses}, {"composed", test_composed}, CU_TEST_INFO_NULL};
    return suite_run("gaussian hockey", tests);
}
