/* Tests of pld_query_posterior and pld_attack_precision. */
#include "support/dice.h"
#include "support/roc.h"
#include "support/suite.h"

#include <math.h>
#include <pld/pld.h>
#include <string.h>

static pld_posterior ask(const pld_mechanism *mechanism, uint64_t count, double prior, const pld_options *options) {
    pld_step step = {mechanism, count};
    pld_posterior posterior = {.accuracy = {NAN, NAN, NAN}};
    pld_error error = {.message = ""};
    pld_status status = pld_query_posterior(&step, 1, prior, options, &posterior, &error);
    CHECK(status == PLD_OK, "prior %g: %s", prior, error.message);
    return posterior;
}

static void check(const pld_posterior *posterior, long double truth, double width) {
    const pld_bracket *accuracy = &posterior->accuracy;
    CHECK(accuracy->lower <= truth * (1 + 1e-18L) && accuracy->upper >= truth * (1 - 1e-18L),
          "prior %.17g: [%.17g, %.17g] without %.17Lg", posterior->prior, accuracy->lower, accuracy->upper, truth);
    CHECK(accuracy->lower <= accuracy->estimate && accuracy->estimate <= accuracy->upper &&
              accuracy->upper - accuracy->lower <= width && posterior->tolerance_met,
          "prior %.17g: %.17g %.17g %.17g", posterior->prior, accuracy->lower, accuracy->estimate, accuracy->upper);
    CU_ASSERT_TRUE(accuracy->lower >= nextafter(fmax(posterior->prior, 1 - posterior->prior), 0)); /* guessing */
}

/* The likelier answer at each x: "there" where prior p > (1 - prior) q, from some x on. */
static void test_gaussian(void) {
    static const double priors[] = {1e-6, 0.01, 0.3, 0.5, 0.7, 0.99};
    static const double sigmas[] = {0.2, 1, 5};
    for (size_t i = 0; i < COUNT_OF(priors) * COUNT_OF(sigmas); i++) {
        double prior = priors[i % COUNT_OF(priors)], sigma = sigmas[i / COUNT_OF(priors)];
        pld_mechanism *mechanism = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(sigma, 1, &mechanism, NULL), PLD_OK);
        long double mu = 1 / (long double)sigma, edge = logl((1 - (long double)prior) / prior) / mu;
        long double truth = prior * roc_normal_tail(edge - mu / 2) + (1 - (long double)prior) * roc_normal_tail(-edge - mu / 2);
        pld_options options = pld_options_default();
        pld_posterior posterior = ask(mechanism, 1, prior, &options);
        check(&posterior, truth, 1e-3);
        pld_mechanism_free(mechanism);
    }
}

/* The sum of max(prior p, (1 - prior) q), whatever the pair. */
static void test_outcomes(void) {
    dice from = dice_create(161);
    for (size_t i = 0; i < suite_cases(200); i++) {
        double p[6], q[6], prior = dice_chance(&from, 0.2) ? 0.5 : dice_uniform(&from, 0.001, 0.999);
        long double p_sum = 0, q_sum = 0, truth = 0;
        size_t count = 2 + dice_below(&from, 5);
        for (size_t j = 0; j < count; j++) {
            p_sum += p[j] = dice_logarithmic(&from, 1e-4, 1);
            q_sum += q[j] = dice_logarithmic(&from, 1e-4, 1);
        }
        for (size_t j = 0; j < count; j++)
            truth += fmaxl(prior * (p[j] / p_sum), (1 - (long double)prior) * (q[j] / q_sum));
        pld_mechanism *mechanism = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_array(count, p, q, true, 1, "array", &mechanism, NULL), PLD_OK);
        pld_options options = pld_options_default();
        options.adjacency = (pld_adjacency)dice_below(&from, 3);
        pld_posterior posterior = ask(mechanism, 1, prior, &options);
        check(&posterior, truth, 1e-3);
        pld_mechanism_free(mechanism);
    }
}

static void test_precision(void) {
    dice from = dice_create(162);
    for (size_t i = 0; i < suite_cases(20000); i++) {
        double rate = dice_logarithmic(&from, 1e-12, 1), prior = dice_uniform(&from, 0.001, 0.999);
        double power = fmin(rate * dice_logarithmic(&from, 1, 1e6), 1);
        pld_bracket exact = {power, power, power}, wide = {power / 2, power, power};
        long double right = (long double)prior * power, truth = right / (right + (1 - (long double)prior) * rate);
        pld_bracket found = pld_attack_precision(&exact, rate, prior), wider = pld_attack_precision(&wide, rate, prior);
        CHECK(found.lower <= truth && found.upper >= truth && found.upper <= 1 && found.upper - found.lower < 1e-14,
              "[%.17g, %.17g] without %.17Lg", found.lower, found.upper, truth);
        CU_ASSERT_TRUE(wider.lower < found.lower && wider.upper == found.upper);
    }
    /* Products that are too small for a double. */
    pld_bracket rare = {8.2324e-188, 8.2331e-188, 8.2332e-188}, found = pld_attack_precision(&rare, 1e-200, 1e-200);
    CHECK(found.lower > 8.23e-188 && found.lower <= 8.2325e-188 && found.upper >= 8.2331e-188 && found.upper < 8.24e-188,
          "[%g, %g]", found.lower, found.upper);
}

static void test_bad_arguments(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(1, 1, &mechanism, NULL), PLD_OK);
    pld_step step = {mechanism, 1};
    pld_options options = pld_options_default();
    pld_posterior untouched, posterior;
    memset(&untouched, 0x5a, sizeof untouched);
    memcpy(&posterior, &untouched, sizeof posterior);
    static const double bad[] = {0, 1, -1, NAN, INFINITY};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        pld_error error = {.message = ""};
        CU_ASSERT_EQUAL(pld_query_posterior(&step, 1, bad[i], &options, &posterior, &error), PLD_ERROR_ARGUMENT);
        CU_ASSERT_TRUE(error.message[0] != '\0' && error.allowed[0] != '\0');
    }
    CU_ASSERT_EQUAL(pld_query_posterior(&step, 0, 0.5, &options, &posterior, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(memcmp(&posterior, &untouched, sizeof posterior), 0);
    pld_mechanism_free(mechanism);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"Gaussians", test_gaussian},          {"outcomes", test_outcomes}, {"precision", test_precision},
        {"bad arguments", test_bad_arguments}, CU_TEST_INFO_NULL,
    };
    return suite_run("posterior", tests);
}
