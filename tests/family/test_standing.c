/* Tests of src/family/standing.c: of which pairs what is proven. */
#include "family/standing.h"

#include "support/specs.h"
#include <pld/query.h>
#include "support/suite.h"

#include <math.h>

typedef struct expected {
    const char *spec;
    pld__standing standing;
} expected;

static void expect(const pld_mechanism *mechanism, const char *spec, pld__standing standing) {
    CHECK(pld__traits_standing(&mechanism->traits) == standing, "%s stands at %d, not %d", spec,
          (int)pld__traits_standing(&mechanism->traits), (int)standing);
}

static void test_families(void) {
    static const expected cases[] = {
        {"gaussian:sigma=1", PLD__STANDING_WORST_CASE},
        {"poisson-gaussian:q=0.1,sigma=1", PLD__STANDING_WORST_CASE},
        {"poisson-gaussian:q=0.1,sigma=1,k=7", PLD__STANDING_WORST_CASE},
        {"poisson-gaussian:q=0.1,sigma=1,removed=0,added=3", PLD__STANDING_WORST_CASE},
        {"poisson-gaussian:q=0.1,sigma=1,removed=1,added=1", PLD__STANDING_WORST_CASE},
        {"poisson-gaussian:q=0.1,sigma=1,removed=2,added=1", PLD__STANDING_ATTAINED},
        {"dp-sgd:N=60,batch=6,steps=5,sigma=2,k=2", PLD__STANDING_WORST_CASE},
        {"hypergeometric-gaussian:N=60,B=6,k=1,sigma=1", PLD__STANDING_RESTRICTED},
        {"hypergeometric-gaussian:N=60,B=6,k=3,sigma=1", PLD__STANDING_RESTRICTED},
        {"hypergeometric-gaussian:N=60,B=6,k=3,sigma=1,shift=1,sensitivity=2", PLD__STANDING_RESTRICTED},
        {"hypergeometric-gaussian:N=60,B=6,k=3,sigma=1,shift=2", PLD__STANDING_WORST_CASE},
        {"hypergeometric-gaussian:N=60,B=57,k=3,sigma=1,shift=2", PLD__STANDING_WORST_CASE},
        {"hypergeometric-gaussian:N=60,B=58,k=3,sigma=1,shift=2", PLD__STANDING_RESTRICTED},
        {"hypergeometric-gaussian:N=60,B=6,k=3,sigma=1,shift=2.5", PLD__STANDING_DOMINATES},
        {"hypergeometric-gaussian:N=60,B=60,k=3,sigma=1", PLD__STANDING_WORST_CASE},
        {"hypergeometric-gaussian:N=60,B=60,k=3,sigma=1,shift=2", PLD__STANDING_DOMINATES},
        {"mixture-gaussian:sigma=1,pw=1,pm=1,qw=1,qm=0", PLD__STANDING_GIVEN},
        {"laplace:b=1", PLD__STANDING_WORST_CASE},
        {"poisson-laplace:q=0.1,b=1", PLD__STANDING_WORST_CASE},
        {"randomized-response:epsilon=1", PLD__STANDING_WORST_CASE},
        {"discrete-gaussian:sigma=1", PLD__STANDING_WORST_CASE},
        {"discrete-laplace:b=1", PLD__STANDING_WORST_CASE},
        {"approx-dp:epsilon=1", PLD__STANDING_DOMINATES},
        {"approx-dp:epsilon=1,delta=1e-6,sensitivity=3", PLD__STANDING_DOMINATES},
        {"noisy-vote:b=2", PLD__STANDING_DOMINATES},
        {"poisson:q=0.1,of=noisy-vote,b=2", PLD__STANDING_DOMINATES},
        {"poisson:q=0.1,of=approx-dp,epsilon=1", PLD__STANDING_DOMINATES},
        {"poisson:q=0.1,of=gaussian,sigma=2", PLD__STANDING_WORST_CASE},
        {"poisson:q=0.1,of=randomized-response,epsilon=2", PLD__STANDING_WORST_CASE},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld_mechanism *mechanism = spec_mechanism(cases[i].spec, NULL), *replaced = NULL;
        expect(mechanism, cases[i].spec, cases[i].standing);
        if (pld_mechanism_create_replaced(mechanism, &replaced, NULL) == PLD_OK) {
            expect(replaced, cases[i].spec, cases[i].standing);
        }
        pld_mechanism_free(replaced);
        pld_mechanism_free(mechanism);
    }
}

/* A group keeps the shift that it was asked with, and may need another restriction. */
static void test_groups(void) {
    static const struct {
        const char *spec;
        uint64_t k;
        pld__standing standing;
    } cases[] = {
        {"hypergeometric-gaussian:N=60,B=6,k=1,sigma=1", 3, PLD__STANDING_RESTRICTED},
        {"hypergeometric-gaussian:N=60,B=6,k=1,sigma=1,shift=2", 3, PLD__STANDING_WORST_CASE},
        {"hypergeometric-gaussian:N=60,B=58,k=1,sigma=1,shift=2", 2, PLD__STANDING_WORST_CASE},
        {"hypergeometric-gaussian:N=60,B=58,k=1,sigma=1,shift=2", 3, PLD__STANDING_RESTRICTED},
        {"poisson-gaussian:q=0.1,sigma=1", 3, PLD__STANDING_WORST_CASE},
        {"randomized-response:epsilon=1", 3, PLD__STANDING_WORST_CASE},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld_mechanism *mechanism = spec_mechanism(cases[i].spec, NULL), *group = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_group(mechanism, cases[i].k, &group, NULL), PLD_OK);
        expect(group, cases[i].spec, cases[i].standing);
        pld_mechanism_free(group);
        pld_mechanism_free(mechanism);
    }
}

/* Why shift=1 is no bound: two of three records are drawn, the protected one is +1 and the others -1. With it the sum is -2 (it is not drawn, probability
 * 1/3) or 0; without it -2 always. That is shift=2, and has more delta than shift=1. */
static void test_counterexample(void) {
    double weight[] = {1. / 3, 2. / 3}, with[] = {-2, 0}, one = 1, without = -2;
    pld_mechanism *real = NULL, *shift_1 = spec_mechanism("hypergeometric-gaussian:N=3,B=2,k=1,sigma=1", NULL),
                  *shift_2 = spec_mechanism("hypergeometric-gaussian:N=3,B=2,k=1,sigma=1,shift=2", NULL);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_mixture_gaussian(1, 2, weight, with, 1, &one, &without, 1, &real, NULL), PLD_OK);
    for (double epsilon = 0; epsilon < 3; epsilon += 0.5) {
        for (int i = 0; i < (int)PLD_DIRECTIONS; i++) {
            pld_direction direction = (pld_direction)i;
            double truth = pld_mechanism_delta(real, direction, epsilon);
            CU_ASSERT_DOUBLE_EQUAL(pld_mechanism_delta(shift_2, direction, epsilon), truth, 1e-12);
            CHECK(pld_mechanism_delta(shift_1, direction, epsilon) <= truth, "at %g", epsilon);
        }
        CU_ASSERT(pld_mechanism_delta(shift_1, PLD_REMOVE, epsilon) < 0.7 * pld_mechanism_delta(real, PLD_REMOVE, epsilon));
    }
    pld_mechanism_free(real);
    pld_mechanism_free(shift_1);
    pld_mechanism_free(shift_2);
}

/* Four whole numbers that change by 1 each, and one that changes by 2, have the same Euclidean sensitivity, but not the same delta: why the discrete
 * Gaussian speaks of one number. */
static void test_vector(void) {
    pld_mechanism *two = spec_mechanism("discrete-gaussian:sigma=1,sensitivity=2", NULL),
                  *one = spec_mechanism("discrete-gaussian:sigma=1", NULL);
    pld_step scalar = {two, 1}, vector = {one, 4};
    pld_options options = pld_options_default();
    pld_result of_scalar, of_vector;
    CU_ASSERT_EQUAL_FATAL(pld_query_delta(&scalar, 1, 8, &options, &of_scalar, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_query_delta(&vector, 1, 8, &options, &of_vector, NULL), PLD_OK);
    CHECK(exp(of_scalar.bracket.upper) < 1.18e-4, "%g", exp(of_scalar.bracket.upper));
    CHECK(exp(of_vector.bracket.lower) > 3.41e-4, "%g", exp(of_vector.bracket.lower));
    pld_mechanism_free(two);
    pld_mechanism_free(one);
}

/* A group that is sampled as if it were one record would have delta 0.009866 at 0; a hundred records drawn each on its own have more. */
static void test_sampled_group(void) {
    pld_mechanism *mechanism = NULL;
    uint64_t count = 0;
    pld_error error = {.message = ""};
    CU_ASSERT_EQUAL(pld_mechanism_parse("poisson:q=0.01,of=approx-dp,epsilon=0.05,sensitivity=100", &mechanism, &count, &error),
                    PLD_ERROR_ARGUMENT);
    CU_ASSERT_PTR_NULL(mechanism);
    CU_ASSERT_STRING_EQUAL(error.word, "sensitivity");
}

int main(void) {
    CU_TestInfo tests[] = {{"families", test_families},
                           {"groups", test_groups},
                           {"counterexample", test_counterexample},
                           {"vector", test_vector},
                           {"sampled group", test_sampled_group},
                           CU_TEST_INFO_NULL};
    return suite_run("mechanism/standing", tests);
}
