/* Tests of src/query/chernoff.c: above the truth, and not far above its exponent. */
#include "certify/chernoff.h"
#include "kernel/factor.h"

#include "support/dice.h"
#include "support/oracle.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

/* Gaussians: the moment is exact, so that only the factor before the exponential is lost. */
static void test_gaussians(void) {
    dice from = dice_create(99);
    for (size_t i = 0; i < suite_cases(200); i++) {
        double sigma = dice_logarithmic(&from, 0.5, 200), count = floor(dice_logarithmic(&from, 1, 1e4));
        char spec[64];
        snprintf(spec, sizeof spec, "gaussian:sigma=%.17g", sigma);
        pld_mechanism *mechanism = spec_mechanism(spec, NULL);
        pld_step step = {mechanism, (uint64_t)count};
        double mu = sqrt(count) / sigma, epsilon = mu * dice_uniform(&from, 2, 200);
        double found = pld__chernoff_log_upper(&step, 1, dice_chance(&from, 0.5) ? PLD_ADD : PLD_REMOVE, epsilon);
        long double truth = oracle_gaussian_log_delta(mu, epsilon);
        CHECK(found >= truth, "%s@%g, epsilon %g: %.17g below %.17Lg", spec, count, epsilon, found, truth);
        CHECK(found <= 0.9 * truth + 1 || truth > -3, "%s@%g, epsilon %g: %g, truth %Lg", spec, count, epsilon, found, truth);
        pld_mechanism_free(mechanism);
    }
}

/* Sampled steps, one at a time: the bound by couples of bells is above. */
static void test_mixtures(void) {
    dice from = dice_create(98);
    for (size_t i = 0; i < suite_cases(200); i++) {
        double sigma = dice_logarithmic(&from, 0.3, 10), q = dice_logarithmic(&from, 1e-4, 1);
        unsigned removed = 1 + (unsigned)dice_below(&from, 3), added = (unsigned)dice_below(&from, 3);
        bool add = dice_chance(&from, 0.5);
        oracle_pair remove = oracle_poisson(q, sigma, removed, added), pair = add ? oracle_swapped(&remove) : remove;
        char spec[96];
        snprintf(spec, sizeof spec, "poisson-gaussian:q=%.17g,sigma=%.17g,removed=%u,added=%u", q, sigma, removed, added);
        pld_mechanism *mechanism = spec_mechanism(spec, NULL);
        pld_step step = {mechanism, 1};
        double epsilon = fmin(dice_logarithmic(&from, 1e-3, 30), (double)pair.supremum * 0.99);
        double found = pld__chernoff_log_upper(&step, 1, add ? PLD_ADD : PLD_REMOVE, epsilon);
        long double truth = logl(oracle_delta_single(&pair, epsilon));
        CHECK(!(found < truth), "%s, epsilon %g: %.17g below %.17Lg", spec, epsilon, found, truth);
        if (pld__kernel_takes(mechanism)) {
            CU_ASSERT_EQUAL_FATAL(pld__chernoff_by_kernels(&step, 1, add ? PLD_ADD : PLD_REMOVE, epsilon, &found), PLD_OK);
            CHECK(!(found < truth), "%s, epsilon %g, by kernel: %.17g below %.17Lg", spec, epsilon, found, truth);
        }
        pld_mechanism_free(mechanism);
    }
}

/* Next to the largest loss only moments by quadrature say how little is left: delta is above 1e-549 there. */
static void test_edge(void) {
    pld_mechanism *mechanism = spec_mechanism("poisson-gaussian:q=0.01,sigma=1", NULL);
    pld_step step = {mechanism, 100};
    double found;
    CU_ASSERT_EQUAL_FATAL(pld__chernoff_by_kernels(&step, 1, PLD_ADD, 1, &found), PLD_OK);
    CHECK(found > -549 * log(10) && found < -300, "%g", found);
    pld_mechanism_free(mechanism);
}

/* Several kinds together: not below what is certified, and as little as there is next to the largest loss, 2.5536 for add. */
static void test_kinds(void) {
    pld_mechanism *discrete = spec_mechanism("discrete-laplace:b=2", NULL), *laplace = spec_mechanism("laplace:b=20", NULL),
                  *sampled = spec_mechanism("poisson-gaussian:q=0.1,sigma=1", NULL),
                  *plain = spec_mechanism("gaussian:sigma=20", NULL),
                  *lossy = spec_mechanism("approx-dp:epsilon=1,delta=1e-3", NULL);
    const pld_step steps[] = {{discrete, 3}, {sampled, 10}, {laplace, 3}, {plain, 2}, {lossy, 1}};
    pld_options options = pld_options_default();
    double found;
    for (size_t count = 2; count <= 4; count++)
        for (int add = 0; add < 2; add++)
            for (double epsilon = 0.25; epsilon < 6; epsilon *= 1.9) {
                pld_result result;
                options.adjacency = add ? PLD_ADJACENCY_ADD : PLD_ADJACENCY_REMOVE;
                options.relative_tolerance = 0.01;
                CU_ASSERT_EQUAL_FATAL(pld_query_delta(steps, count, epsilon, &options, &result, NULL), PLD_OK);
                CU_ASSERT_EQUAL_FATAL(pld__chernoff_by_kernels(steps, count, add ? PLD_ADD : PLD_REMOVE, epsilon, &found),
                                      PLD_OK);
                CHECK(found >= result.bracket.lower, "%zu kinds, add %d, epsilon %g: %g below %g", count, add, epsilon, found,
                      result.bracket.lower);
                CHECK(found <=
                          0.9 * fmax(result.bracket.upper, -1000) + 4, /* the factor before the exponential, lambda's steps */
                      "%zu kinds, add %d, epsilon %g: %g, truth %g", count, add, epsilon, found, result.bracket.upper);
            }
    CU_ASSERT_EQUAL_FATAL(pld__chernoff_by_kernels(steps, 2, PLD_ADD, 2.5, &found), PLD_OK);
    CHECK(found < -40 && found > -60, "%g", found);
    CU_ASSERT_EQUAL_FATAL(pld__chernoff_by_kernels(steps, 5, PLD_ADD, 2.5, &found), PLD_OK);
    CU_ASSERT(found == 0); /* some of it is at infinity */
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        pld_mechanism_free((pld_mechanism *)steps[i].mechanism);
}

/* However small delta is, a query says so. */
static void test_query(void) {
    pld_mechanism *mechanism = spec_mechanism("gaussian:sigma=100", NULL);
    pld_step step = {mechanism, 100};
    pld_options options = pld_options_default();
    pld_result result;
    CU_ASSERT_EQUAL_FATAL(pld_query_delta(&step, 1, 20, &options, &result, NULL), PLD_OK);
    long double truth = oracle_gaussian_log_delta(0.1L, 20);
    CHECK(result.bracket.lower <= truth && truth <= result.bracket.upper && result.bracket.upper < -19000, "[%g, %g], truth %Lg",
          result.bracket.lower, result.bracket.upper, truth);
    pld_mechanism_free(mechanism);
}

int main(void) {
    CU_TestInfo tests[] = {{"Gaussians", test_gaussians}, {"mixtures", test_mixtures},     {"beside the edge", test_edge},
                           {"several kinds", test_kinds}, {"a query far out", test_query}, CU_TEST_INFO_NULL};
    return suite_run("certify/chernoff", tests);
}
