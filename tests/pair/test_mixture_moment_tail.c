/* Tests of src/pair/mixture_moment_tail.c: never below the integral, and not far above it where it is used. */
#include "pair/mixture.h"

#include "support/dice.h"
#include "support/suite.h"

#include <pld/pld.h>
#include <stdio.h>

/* The integral beyond x by the midpoint rule in long double, over what is not negligible. */
static double integrate(const pld_mechanism *mechanism, pld_direction direction, double t, double x) {
    const pld__mixture_pair *pair = mechanism->pair;
    int sign = direction == PLD_REMOVE ? 1 : -1;
    const pld__mixture_density *p = sign > 0 ? &pair->p : &pair->q, *q = sign > 0 ? &pair->q : &pair->p;
    long double sum = 0, top = -INFINITY;
    const double h = 1.0 / 256;
    static long double logs[60 * 256];
    for (int i = 0; i < 60 * 256; i++) {
        long double at = x + sign * h * (i + 0.5L), log_p = -INFINITY, log_q = -INFINITY;
        const pld__mixture_density *both[] = {p, q};
        long double *log_r[] = {&log_p, &log_q};
        for (int side = 0; side < 2; side++) {
            long double terms = 0, largest = -INFINITY;
            for (size_t j = 0; j < both[side]->count; j++)
                largest = fmaxl(largest, both[side]->log_weight[j] + both[side]->mean[j] * (at - both[side]->mean[j] / 2.0L));
            for (size_t j = 0; j < both[side]->count; j++)
                terms += expl(both[side]->log_weight[j] + both[side]->mean[j] * (at - both[side]->mean[j] / 2.0L) - largest);
            *log_r[side] = largest + logl(terms);
        }
        logs[i] = (1 + t) * log_p - t * log_q - at * at / 2 - 0.918938533204672741780329736406L;
        top = fmaxl(top, logs[i]);
    }
    for (int i = 0; i < 60 * 256; i++)
        sum += h * expl(logs[i] - top);
    return (double)(top + logl(sum));
}

static void test_both_sides(void) {
    static const char *const specs[] = {"gaussian:sigma=1", "poisson-gaussian:q=0.01,sigma=0.8",
                                        "poisson-gaussian:q=1e-6,sigma=1", "poisson-gaussian:q=0.1,k=4,sigma=2",
                                        "poisson-gaussian:q=0.2,sigma=1,removed=2,added=1"};
    dice from = dice_create(471);
    for (size_t i = 0; i < suite_cases(200); i++) {
        pld_mechanism *mechanism = NULL;
        uint64_t count;
        const char *spec = specs[i % COUNT_OF(specs)];
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_parse(spec, &mechanism, &count, NULL), PLD_OK);
        double t = dice_logarithmic(&from, 0.01, 20), x = dice_uniform(&from, -6, 6);
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            pld_direction direction = d == 0 ? PLD_REMOVE : PLD_ADD;
            double truth = integrate(mechanism, direction, t, x);
            double bound = mechanism->operations->log_tail_upper(mechanism->pair, direction, t, x);
            CHECK(bound >= truth - 1e-6, "%s t %g x %g direction %d: %.17g below %.17g", spec, t, x, d, bound, truth);
        }
        /* Far out, where the law is cut, it loses little. */
        double far = 8 + 2 * (1 + t) * 4;
        double truth = integrate(mechanism, PLD_REMOVE, t, far),
               bound = mechanism->operations->log_tail_upper(mechanism->pair, PLD_REMOVE, t, far);
        CHECK(bound <= truth + 1, "%s t %g: %g far above %g", spec, t, bound, truth);
        pld_mechanism_free(mechanism);
    }
}

static void test_hypotheses(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(1, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld__mixture_log_tail_upper(mechanism->pair, PLD_REMOVE, -0.5, 1), INFINITY);
    CU_ASSERT_EQUAL(pld__mixture_log_tail_upper(mechanism->pair, PLD_REMOVE, NAN, 1), INFINITY);
    CU_ASSERT_EQUAL(pld__mixture_log_tail_upper(mechanism->pair, PLD_ADD, 1, -INFINITY), INFINITY);
    pld_mechanism_free(mechanism);
}

int main(void) {
    CU_TestInfo tests[] = {{"both sides", test_both_sides}, {"hypotheses", test_hypotheses}, CU_TEST_INFO_NULL};
    return suite_run("pair/mixture_moment_tail", tests);
}
