/* Single steps by their closed form: true brackets, and hardly any width. */
#include "support/dice.h"
#include "support/oracle.h"
#include "support/suite.h"

#include <math.h>
#include <pld/pld.h>
#include <stdio.h>

static long double log_truth(const oracle_pair *pair, double epsilon) {
    return logl(oracle_delta_single(pair, epsilon));
}

/* Both questions against the long double oracle. */
static void check(const pld_mechanism *mechanism, const oracle_pair *remove, double log_delta) {
    pld_step step = {mechanism, 1};
    pld_options options = pld_options_default();
    options.adjacency = PLD_ADJACENCY_REMOVE;
    options.relative_tolerance = 1e-7;
    pld_result result;
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, log_delta, &options, &result, NULL), PLD_OK);
    const pld_bracket *bracket = &result.bracket;
    CU_ASSERT_EQUAL(result.method, PLD_METHOD_CLOSED_FORM);
    CHECK(bracket->upper - bracket->lower <= 1e-9 * (1 + bracket->upper), "[%.17g, %.17g]", bracket->lower, bracket->upper);
    if (bracket->lower > 0) {
        CHECK(log_truth(remove, bracket->lower) >= log_delta - 1e-13L * fabsl((long double)log_delta), "lower end %.17g",
              bracket->lower);
    }
    CHECK(log_truth(remove, bracket->upper) <= log_delta + 1e-13L * fabsl((long double)log_delta), "upper end %.17g",
          bracket->upper);
    double epsilon = bracket->upper;
    options.relative_tolerance = 1e-3; /* delta may be a small difference */
    CU_ASSERT_EQUAL_FATAL(pld_query_delta(&step, 1, epsilon, &options, &result, NULL), PLD_OK);
    long double truth = log_truth(remove, epsilon);
    CHECK(result.bracket.lower <= truth && truth <= result.bracket.upper, "log delta [%.17g, %.17g], truth %.17Lg",
          result.bracket.lower, result.bracket.upper, truth);
}

static void test_random(void) {
    dice from = dice_create(281);
    for (size_t i = 0; i < suite_cases(300); i++) {
        double sigma = dice_logarithmic(&from, 0.1, 30), q = dice_logarithmic(&from, 1e-5, 1);
        double log_delta = dice_chance(&from, 0.3) ? dice_uniform(&from, -300, -40) : dice_uniform(&from, -40, -0.1);
        pld_mechanism *mechanism = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(q, sigma, 1, 0, 1, &mechanism, NULL), PLD_OK);
        oracle_pair pair = oracle_poisson(q, sigma, 1, 0);
        check(mechanism, &pair, log_delta);
        pld_mechanism_free(mechanism);
    }
}

int main(void) {
    CU_TestInfo tests[] = {{"random steps", test_random}, CU_TEST_INFO_NULL};
    return suite_run("single", tests);
}
