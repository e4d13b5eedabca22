/* Tests of src/query/infinite.c, and of questions that infinite losses decide. */
#include "certify/infinite.h"

#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <pld/query.h>

static pld_bracket epsilon_of(const char *spec, uint64_t count, double log_delta) {
    pld_mechanism *mechanism = spec_mechanism(spec, NULL);
    pld_step step = {mechanism, count};
    pld_options options = pld_options_default();
    pld_result result = {.tolerance = 0};
    CU_ASSERT_EQUAL(pld_query_epsilon(&step, 1, log_delta, &options, &result, NULL), PLD_OK);
    pld_mechanism_free(mechanism);
    return result.bracket;
}

/* At most 1 - (1 - m)^T, and close. */
static void test_mass(void) {
    pld_mechanism *mechanisms[] = {
        spec_mechanism("approx-dp:epsilon=1,delta=1e-6", NULL), spec_mechanism("gaussian:sigma=1", NULL),
        spec_mechanism("poisson:q=0.1,of=approx-dp,epsilon=1,delta=1e-5", NULL), spec_mechanism("randomized-response:p=1", NULL)};
    pld_step steps[4];
    for (size_t i = 0; i < COUNT_OF(mechanisms); i++)
        steps[i] = (pld_step){mechanisms[i], 7};
    long double truth = logl(-expm1l(7 * (log1pl(-(long double)1e-6) + log1pl(-0.1L * (long double)1e-5))));
    double found = pld__infinite_log_lower(steps, 3, PLD_REMOVE);
    CHECK(found <= truth && found > truth - 1e-13L, "%.17g, not %.17Lg", found, truth);
    truth = logl(-expm1l(7 * log1pl(-(long double)1e-6))); /* what only P has is not infinite for Q when it is sampled */
    found = pld__infinite_log_lower(steps, 3, PLD_ADD);
    CHECK(found <= truth && found > truth - 1e-13L, "%.17g, not %.17Lg", found, truth);
    CU_ASSERT(pld__infinite_log_lower(steps + 1, 1, PLD_REMOVE) == -INFINITY);
    found = pld__infinite_log_lower(steps, 4, PLD_ADD);
    CU_ASSERT(found <= 0 && found > -1e-14);
    for (size_t i = 0; i < COUNT_OF(mechanisms); i++)
        pld_mechanism_free(mechanisms[i]);
}

/* Just below and just above the mass at infinity. */
static void test_epsilon(void) {
    pld_bracket above = epsilon_of("approx-dp:epsilon=1,delta=1e-6", 9, log(9.01e-6)),
                below = epsilon_of("approx-dp:epsilon=1,delta=1e-6", 9, log(8.99e-6));
    CHECK(isfinite(above.upper) && above.upper <= 9.000001, "[%g, %g]", above.lower, above.upper);
    CHECK(below.lower == INFINITY && below.upper == INFINITY, "[%g, %g]", below.lower, below.upper);
    CU_ASSERT(epsilon_of("randomized-response:p=1", 1, log(0.5)).lower == INFINITY);
}

/* Just the mass at infinity itself: the largest of the other losses; a double next to it is not that mass. */
static void test_all_of_it(void) {
    pld_mechanism *mechanism = spec_mechanism("approx-dp:epsilon=1,delta=1e-6", NULL);
    pld_step step = {mechanism, 1};
    pld_options options = pld_options_default();
    pld_result result;
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, logl((long double)1e-6), &options, &result, NULL), PLD_OK);
    CHECK(result.bracket.lower <= 1 && 1 <= result.bracket.upper && result.bracket.upper - result.bracket.lower < 1e-14,
          "[%.17g, %.17g]", result.bracket.lower, result.bracket.upper);
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, logl((long double)nextafter(1e-6, 0)), &options, &result, NULL), PLD_OK);
    CU_ASSERT(result.bracket.upper == INFINITY);
    step.count = 2;
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, logl((long double)1e-6), &options, &result, NULL), PLD_OK);
    CU_ASSERT(result.bracket.lower == INFINITY);
    pld_mechanism_free(mechanism);
    /* So small that logs do not tell a double from the one next to it. */
    double tiny = 1.4996968138956303e-241;
    mechanism = spec_mechanism("approx-dp:epsilon=1,delta=1.4996968138956303e-241", NULL);
    step = (pld_step){mechanism, 1};
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, logl((long double)nextafter(tiny, 0)), &options, &result, NULL), PLD_OK);
    CU_ASSERT(result.bracket.upper == INFINITY);
    pld_mechanism_free(mechanism);
}

/* delta = 0: the largest loss, without end where there is none. */
static void test_suprema(void) {
    CU_ASSERT(epsilon_of("discrete-gaussian:sigma=1", 3, -INFINITY).lower == INFINITY);
    CU_ASSERT(epsilon_of("discrete-gaussian:sigma=1", 3, -INFINITY).upper == INFINITY);
    CU_ASSERT(epsilon_of("gaussian:sigma=1", 3, -INFINITY).lower == INFINITY);
    pld_bracket pure = epsilon_of("randomized-response:epsilon=2", 100000, -INFINITY);
    CHECK(pure.lower <= 200000 && 200000 <= pure.upper && pure.upper - pure.lower < 1e-8, "[%.17g, %.17g]", pure.lower,
          pure.upper);
    pld_mechanism *response = spec_mechanism("randomized-response:epsilon=2", NULL),
                  *none = spec_mechanism("poisson:q=0,of=laplace,b=1", NULL);
    pld_step steps[] = {{response, 3}, {none, 5}};
    double known = 0, supremum = 0;
    pld__infinite_suprema(steps, 2, PLD_ADD, &known, &supremum);
    CU_ASSERT_DOUBLE_EQUAL(known, 6, 1e-13);
    CU_ASSERT(known <= 6 && 6 <= supremum && supremum - known < 1e-13);
    pld_mechanism_free(response);
    pld_mechanism_free(none);
}

/* (T134) by closed forms of the largest outcome: below them, and not far. */
static void test_top(void) {
    const struct {
        const char *spec;
        uint64_t count;
        pld_direction direction;
        long double log_mass, loss; /* of one step */
    } cases[] = {
        {"randomized-response:epsilon=2", 7, PLD_REMOVE, 2 - log1pl(expl(2)), 2},
        {"laplace:b=2", 30, PLD_ADD, -logl(2), 0.5L},
        {"poisson-laplace:q=0.25,b=0.5", 9, PLD_REMOVE, log1pl(0.25L * expm1l(2)) - 2 - logl(2), log1pl(0.25L * expm1l(2))},
        {"poisson-laplace:q=0.25,b=0.5", 9, PLD_ADD, -logl(2), -log1pl(0.25L * expm1l(-2))},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld_mechanism *mechanism = spec_mechanism(cases[i].spec, NULL);
        pld_step step = {mechanism, cases[i].count};
        long double T = (long double)cases[i].count, log_mass = T * cases[i].log_mass, top = T * cases[i].loss;
        for (long double below = 1e-3L; below < 1000; below *= 7) {
            double found = pld__infinite_epsilon_lower(&step, 1, cases[i].direction, log_mass - below);
            long double truth = fmaxl(top + logl(-expm1l(-below)), 0);
            CHECK(found <= truth && found >= truth - 1e-13L - 1e-15L / below, "%s, delta e^-%Lg of the mass: %.17g, not %.19Lg",
                  cases[i].spec, below, found, truth);
        }
        CU_ASSERT(pld__infinite_epsilon_lower(&step, 1, cases[i].direction, log_mass + 1e-9L) == 0);
        pld_bracket found = epsilon_of(cases[i].spec, cases[i].count, -690);
        CHECK(found.upper - found.lower <= 1e-13 * found.upper && found.upper >= (double)top * (1 - 1e-15), "%s: [%.17g, %.17g]",
              cases[i].spec, found.lower, found.upper);
        pld_mechanism_free(mechanism);
    }
    /* Nothing is known of a largest outcome. */
    pld_mechanism *bell = spec_mechanism("gaussian:sigma=1", NULL);
    pld_step step = {bell, 2};
    CU_ASSERT(pld__infinite_epsilon_lower(&step, 1, PLD_REMOVE, -1000) == 0);
    pld_mechanism_free(bell);
}

int main(void) {
    CU_TestInfo tests[] = {{"mass", test_mass},
                           {"epsilon", test_epsilon},
                           {"suprema", test_suprema},
                           {"top", test_top},
                           {"all of delta at infinity", test_all_of_it},
                           CU_TEST_INFO_NULL};
    return suite_run("certify/infinite", tests);
}
