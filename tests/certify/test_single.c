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
    long double oracle_error = 4e-19L / expl(truth); /* relative, see support/oracle.h */
    CHECK(result.bracket.lower <= truth + oracle_error && truth <= result.bracket.upper + oracle_error,
          "log delta [%.17g, %.17g], truth %.17Lg", result.bracket.lower, result.bracket.upper, truth);
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

/* Losses of 1e-15 and less, whose positions are off by as much as a standard deviation: what is beyond a wrong threshold is not
 * what is beyond the right one. Truths of both directions by mpmath with 60 digits. */
static void test_flat(void) {
    static const struct {
        double q, sigma, epsilon, log_delta;
    } cases[] = {{0.3, 1e16, 3e-15, -5048.17491309}, {0.3, 1e16, 1e-15, -601.535635721}, {0.01, 1e14, 3e-15, -494.566015249}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pld_mechanism *mechanism = NULL;
        pld_options options = pld_options_default();
        pld_result result;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(cases[i].q, cases[i].sigma, 1, 0, 1, &mechanism, NULL),
                              PLD_OK);
        pld_step step = {mechanism, 1};
        CU_ASSERT_EQUAL_FATAL(pld_query_delta(&step, 1, cases[i].epsilon, &options, &result, NULL), PLD_OK);
        for (int d = 0; d < PLD_DIRECTIONS; d++)
            CHECK(result.directions[d].bracket.lower <= cases[i].log_delta + 1e-4 &&
                      cases[i].log_delta - 1e-4 <= result.directions[d].bracket.upper,
                  "direction %d: [%.17g, %.17g], truth %.12g", d, result.directions[d].bracket.lower,
                  result.directions[d].bracket.upper, cases[i].log_delta);
        pld_mechanism_free(mechanism);
    }
}

/* Means beyond 1e8: cells are thinner than numbers are dense, and nothing is known but that there is an end to looking. */
static void test_huge_means(void) {
    pld_mechanism *mechanism = NULL;
    pld_options options = pld_options_default();
    pld_result result;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(1e-17, 1, &mechanism, NULL), PLD_OK);
    pld_step step = {mechanism, 1};
    CU_ASSERT_EQUAL_FATAL(pld_query_delta(&step, 1, 5e33, &options, &result, NULL), PLD_OK);
    CHECK(result.bracket.lower <= -0.694 && result.bracket.upper == 0, "[%.17g, %.17g]", result.bracket.lower,
          result.bracket.upper);
    pld_mechanism_free(mechanism);
    mechanism = NULL; /* a window that rounding turns round */
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(1e-8, 1, &mechanism, NULL), PLD_OK);
    step = (pld_step){mechanism, 1};
    CU_ASSERT_EQUAL_FATAL(pld_query_delta(&step, 1, 5e15, &options, &result, NULL), PLD_OK);
    double half = log(0.5 - 0.39894228040143268e-8); /* Phi(0) - phi(0)/1e8, to 1e-24 */
    CHECK(result.bracket.lower <= half && half <= result.bracket.upper, "[%.17g, %.17g]", result.bracket.lower,
          result.bracket.upper);
    pld_mechanism_free(mechanism);
    mechanism = NULL; /* and one that has no end: delta = 1 - C(98, 3)/C(100, 3) */
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_hypergeometric_gaussian(100, 3, 2, 1e-75, 1e75, 1e75, &mechanism, NULL), PLD_OK);
    step = (pld_step){mechanism, 1};
    CU_ASSERT_EQUAL_FATAL(pld_query_delta(&step, 1, 0, &options, &result, NULL), PLD_OK);
    double truth = log(1 - 152096.0 / 161700);
    CHECK(result.bracket.lower <= truth + 1e-12 && truth - 1e-12 <= result.bracket.upper, "[%.17g, %.17g]", result.bracket.lower,
          result.bracket.upper);
    pld_mechanism_free(mechanism);
}

int main(void) {
    CU_TestInfo tests[] = {
        {"random steps", test_random}, {"flat losses", test_flat}, {"huge means", test_huge_means}, CU_TEST_INFO_NULL};
    return suite_run("certify/single", tests);
}
