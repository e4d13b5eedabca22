/* Tests of src/pair/mixture_moment_upper.c: never below the moment, exact for two bells, and not far above it where batches are
 * small. */
#include "pair/mixture.h"

#include "support/dice.h"
#include "support/pairs.h"
#include "support/suite.h"

#include <math.h>

enum { SEED = 1414 };

static double upper(const pld_mechanism *mechanism, pld_direction direction, double lambda) {
    return mechanism->operations->log_moment_upper(mechanism->pair, direction, lambda);
}

/* The moment itself, good to about 1e-11: in the add direction it is the one at -1 - lambda. */
static double moment(const pld_mechanism *mechanism, pld_direction direction, double lambda) {
    return pld__mixture_real_log_moment(mechanism->pair, direction == PLD_REMOVE ? lambda : -1 - lambda);
}

static void test_above(void) {
    dice state = dice_create(SEED);
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        for (size_t i = 0; i < suite_cases(30); i++) {
            double lambda = dice_logarithmic(&state, 1e-3, 20);
            for (int d = 0; d < PLD_DIRECTIONS; d++) {
                double bound = upper(pair.mechanism, (pld_direction)d, lambda);
                double truth = moment(pair.mechanism, (pld_direction)d, lambda);
                CHECK(bound >= truth * (1 - 1e-10), "%s %d lambda %g: %.17g is below %.17g", pair.name, d, lambda, bound, truth);
            }
        }
        pair_free(&pair);
    }
}

/* lambda (1 + lambda)/(2 sigma^2): rounded up, by no more than rounding. */
static void test_gaussian(void) {
    static const double sigmas[] = {1e-3, 0.1, 0.5, 1, 7, 300, 1e9};
    for (size_t i = 0; i < COUNT_OF(sigmas); i++) {
        test_pair pair = pair_create_gaussian(sigmas[i]);
        for (double lambda = 1e-3; lambda < 1e3; lambda *= 3) {
            long double sigma = sigmas[i], truth = (long double)lambda * (1 + (long double)lambda) / (2 * sigma * sigma);
            double bound = upper(pair.mechanism, PLD_REMOVE, lambda);
            CHECK(bound >= truth && bound <= truth * (1 + 1e-14L) + 3e-15L, "sigma %g lambda %g: %.17g instead of %.17Lg",
                  sigmas[i], lambda, bound, truth);
        }
        pair_free(&pair);
    }
}

/* One record at rate q: log(1 + q (e^(lambda (1 + lambda)/2) - 1)) at sigma = 1, from couples that are all there is. */
static void test_poisson(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0.25, 1, 1, 0, 1, &mechanism, NULL), PLD_OK);
    double bound = upper(mechanism, PLD_ADD, 2), truth = log1p(0.25 * expm1(3));
    CHECK(bound >= truth && bound <= truth * (1 + 1e-13), "%.17g instead of %.17g", bound, truth);
    pld_mechanism_free(mechanism);
}

/* More couples than it looks at: it says so. */
static void test_too_many(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0.5, 1, 300, 300, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT(upper(mechanism, PLD_REMOVE, 1) == INFINITY);
    pld_mechanism_free(mechanism);
}

int main(void) {
    static CU_TestInfo tests[] = {{"never below", test_above},
                                  {"two bells", test_gaussian},
                                  {"one record sampled", test_poisson},
                                  {"too many couples", test_too_many},
                                  CU_TEST_INFO_NULL};
    return suite_run("pair/mixture_moment_upper", tests);
}
