/* Tests of src/family/gaussian.c: delta of one step, its row, refusals. */
#include "support/family.h"
#include "support/pairs.h"
#include "support/suite.h"

#include <math.h>

static long double phi(long double x) {
    return 0.5L * erfcl(-x * sqrtl(0.5L));
}

/* Phi(1/(2 sigma) - epsilon sigma) - e^epsilon Phi(-1/(2 sigma) - epsilon sigma) (Balle and Wang 2018). */
static void test_delta(void) {
    static const double sigmas[] = {0.05, 0.3, 1, 4, 50, 1000};
    for (size_t i = 0; i < COUNT_OF(sigmas); i++) {
        test_pair pair = pair_create_gaussian(sigmas[i]);
        long double sigma = sigmas[i];
        for (double epsilon = 0; epsilon < 12 / sigmas[i]; epsilon += 0.37 / sigmas[i]) {
            long double first = phi(1 / (2 * sigma) - epsilon * sigma),
                        second = expl(epsilon) * phi(-1 / (2 * sigma) - epsilon * sigma);
            long double truth = first - second;
            for (int d = 0; d < PLD_DIRECTIONS; d++) {
                double delta = pld_mechanism_delta(pair.mechanism, (pld_direction)d, epsilon);
                /* Rounding of the parts: the mean 1/sigma is a double, and exponents are of the size of the squares. */
                long double allowed = first * 1e-15L * (1 + 1 / (sigma * sigma) + epsilon * sigma * epsilon * sigma) + 1e-300L;
                CHECK(fabsl(delta - truth) <= allowed, "sigma %g epsilon %g: %.17g instead of %.17Lg", sigmas[i], epsilon, delta,
                      truth);
            }
        }
        pair_free(&pair);
    }
}

/* Numbers that no scale may be. */
static const double bad_scales[] = {0, -1, NAN, INFINITY, -INFINITY, 1e-80, 1e80};

static void test_refused(void) {
    pld_mechanism *untouched = NULL;
    pld_error error;
    for (size_t i = 0; i < COUNT_OF(bad_scales); i++) {
        family_check_refused(pld_mechanism_create_gaussian(bad_scales[i], 1, &untouched, &error), untouched, &error, "sigma=");
        family_check_refused(pld_mechanism_create_gaussian(1, bad_scales[i], &untouched, &error), untouched, &error,
                             "sensitivity=");
        CU_ASSERT_EQUAL(pld_mechanism_create_gaussian(bad_scales[i], 1, &untouched, NULL), PLD_ERROR_ARGUMENT);
    }
}

static const family_facts facts = {
    .family = &pld__family_gaussian,
    .resolved = {{"gaussian:sigma=2", "gaussian:sigma=2,sensitivity=1"},
                 {"gaussian:sensitivity=0.1,sigma=1/3", "gaussian:sigma=0.3333333333333333,sensitivity=0.1"}},
    .standings = {{"gaussian:sigma=1", PLD__STANDING_WORST_CASE}},
    .groups = {{"gaussian:sigma=3", 1, "gaussian:sigma=3", NULL},
               {"gaussian:sigma=3", 4, "gaussian:sigma=3,sensitivity=4", NULL},
               {"gaussian:sigma=3,sensitivity=0.5", 3, "gaussian:sigma=3,sensitivity=1.5", NULL}},
    .replaced = {{"gaussian:sigma=3", "gaussian:sigma=1.5", NULL},
                 {"gaussian:sigma=3,sensitivity=2", "gaussian:sigma=0.75", NULL}},
    .monotone = {{"gaussian:", "sigma", {0.2, 0.21, 0.7, 1, 30}}, {"gaussian:sigma=1.5,", "sensitivity", {0.1, 0.3, 1, 1.01, 9}}},
    .words = {{"gaussian:sigma=3@4", WORST, {"in Euclidean norm"}, {"Poisson"}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {FAMILY_TESTS, {"delta", test_delta}, {"refused", test_refused}, CU_TEST_INFO_NULL};
    return suite_run("family/gaussian", tests);
}
