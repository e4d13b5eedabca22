/* Tests of src/pair/mechanism.c and of the constructors: delta of one step, resolved texts, refusals. */
#include "pair/pair.h"

#include "support/dice.h"
#include "support/pairs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SEED = 2718 };

static const pld_direction DIRECTIONS[] = {PLD_REMOVE, PLD_ADD};

/* --- delta --------------------------------------------------------------------------------------------------------------- */

static long double phi(long double x) {
    return 0.5L * erfcl(-x * sqrtl(0.5L));
}

/* Phi(1/(2 sigma) - epsilon sigma) - e^epsilon Phi(-1/(2 sigma) - epsilon sigma) (Balle and Wang 2018). */
static void test_gaussian(void) {
    static const double sigmas[] = {0.05, 0.3, 1, 4, 50, 1000};
    for (size_t i = 0; i < COUNT_OF(sigmas); i++) {
        test_pair pair = pair_create_gaussian(sigmas[i]);
        long double sigma = sigmas[i];
        for (double epsilon = 0; epsilon < 12 / sigmas[i]; epsilon += 0.37 / sigmas[i]) {
            long double first = phi(1 / (2 * sigma) - epsilon * sigma),
                        second = expl(epsilon) * phi(-1 / (2 * sigma) - epsilon * sigma);
            long double truth = first - second;
            for (int d = 0; d < PLD_DIRECTIONS; d++) {
                double delta = pld_mechanism_delta(pair.mechanism, DIRECTIONS[d], epsilon);
                /* Rounding of the parts: the mean 1/sigma is a double, and exponents are of the size of the squares. */
                long double allowed = first * 1e-15L * (1 + 1 / (sigma * sigma) + epsilon * sigma * epsilon * sigma) + 1e-300L;
                CHECK(fabsl(delta - truth) <= allowed, "sigma %g epsilon %g: %.17g instead of %.17Lg", sigmas[i], epsilon, delta,
                      truth);
            }
        }
        pair_free(&pair);
    }
}

static void test_mixtures(void) {
    dice state = dice_create(SEED);
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        for (size_t i = 0; i < suite_cases(400); i++) {
            long double x = dice_uniform(&state, (double)pair.reference.lowest - 7, (double)pair.reference.highest + 7);
            for (int d = 0; d < PLD_DIRECTIONS; d++) {
                long double loss = reference_loss(&pair.reference, x, NULL);
                double epsilon = (double)(DIRECTIONS[d] == PLD_REMOVE ? loss : -loss);
                long double truth = reference_delta(&pair.reference, DIRECTIONS[d], x, epsilon);
                long double mass =
                    DIRECTIONS[d] == PLD_REMOVE ? reference_above(&pair.reference.p, x) : reference_below(&pair.reference.q, x);
                double delta = pld_mechanism_delta(pair.mechanism, DIRECTIONS[d], epsilon);
                CHECK(fabsl(delta - truth) <= 4e-14L * mass + 1e-300L, "%s %s epsilon %.17g: %.17g instead of %.17Lg, mass %Lg",
                      pair.name, pld_direction_name(DIRECTIONS[d]), epsilon, delta, truth, mass);
            }
        }
        pair_free(&pair);
    }
}

static void test_delta_ends(void) {
    test_pair pair = pair_create(PAIR_POISSON);
    double infimum = pld_mechanism_loss_infimum(pair.mechanism, PLD_REMOVE),
           supremum = pld_mechanism_loss_supremum(pair.mechanism, PLD_ADD);
    CU_ASSERT(pld_mechanism_delta(pair.mechanism, PLD_ADD, supremum) == 0 &&
              pld_mechanism_delta(pair.mechanism, PLD_ADD, 5) == 0);
    CU_ASSERT(pld_mechanism_delta(pair.mechanism, PLD_ADD, INFINITY) == 0 &&
              pld_mechanism_delta(pair.mechanism, PLD_REMOVE, INFINITY) == 0);
    CU_ASSERT_DOUBLE_EQUAL(pld_mechanism_delta(pair.mechanism, PLD_REMOVE, infimum), -expm1(infimum), 1e-16);
    CU_ASSERT_DOUBLE_EQUAL(pld_mechanism_delta(pair.mechanism, PLD_REMOVE, -3), -expm1(-3), 1e-16);
    CU_ASSERT(pld_mechanism_delta(pair.mechanism, PLD_REMOVE, -INFINITY) == 1);
    pair_free(&pair);
    for (int which = 0; which < PAIR_CASES; which++) {
        double previous = 1;
        pair = pair_create(which);
        for (double epsilon = -8; epsilon < 30; epsilon += 0.05) {
            double delta = pld_mechanism_delta(pair.mechanism, PLD_REMOVE, epsilon);
            CU_ASSERT(delta >= 0 && delta <= previous + 1e-15); /* rounding of the parts, which are up to 1 */
            previous = delta;
        }
        pair_free(&pair);
    }
}

/* Nothing is ever drawn: P = Q. Everything always: the plain Gaussian of k records. */
static void test_extreme_sampling(void) {
    pld_mechanism *mechanism = NULL, *gaussian = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0, 1, 3, 2, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT(mechanism->trivial && pld_mechanism_delta(mechanism, PLD_REMOVE, 0) == 0 &&
              pld_mechanism_loss_supremum(mechanism, PLD_ADD) == 0);
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(1, 3, &gaussian, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(1, 1, 3, 0, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT(pld_mechanism_delta(mechanism, PLD_REMOVE, 1) == pld_mechanism_delta(gaussian, PLD_REMOVE, 1));
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_hypergeometric_gaussian(10, 10, 3, 1, 1, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT(pld_mechanism_delta(mechanism, PLD_ADD, 1) == pld_mechanism_delta(gaussian, PLD_ADD, 1));
    CU_ASSERT_PTR_NULL(pld_mechanism_note(mechanism));
    pld_mechanism_free(mechanism);
    pld_mechanism_free(gaussian);
    pld_mechanism_free(NULL);
}

/* Sensitivity and shift multiply means; sigma divides them. */
static void test_scaling(void) {
    pld_mechanism *one = NULL, *other = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0.2, 1, 2, 1, 1, &one, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0.2, 4, 2, 1, 4, &other, NULL), PLD_OK);
    CU_ASSERT(pld_mechanism_delta(one, PLD_REMOVE, 0.5) == pld_mechanism_delta(other, PLD_REMOVE, 0.5));
    pld_mechanism_free(one);
    pld_mechanism_free(other);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_hypergeometric_gaussian(100, 10, 3, 1, 2, 1, &one, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_hypergeometric_gaussian(100, 10, 3, 0.5, 1, 1, &other, NULL), PLD_OK);
    CU_ASSERT(pld_mechanism_delta(one, PLD_ADD, 0.1) == pld_mechanism_delta(other, PLD_ADD, 0.1));
    CU_ASSERT_PTR_NOT_NULL(pld_mechanism_note(one));
    pld_mechanism_free(one);
    pld_mechanism_free(other);
}

/* --- texts --------------------------------------------------------------------------------------------------------------- */

static void test_resolved(void) {
    static const char *const cases[][2] = {
        {"gaussian:sigma=2", "gaussian:sigma=2,sensitivity=1"},
        {"gaussian:sensitivity=0.1,sigma=1/3", "gaussian:sigma=0.3333333333333333,sensitivity=0.1"},
        {"poisson-gaussian:q=0.01,sigma=1", "poisson-gaussian:q=0.01,sigma=1,removed=1,added=0,sensitivity=1"},
        {"poisson-gaussian:q=256/60000,sigma=1e-3,added=2",
         "poisson-gaussian:q=0.004266666666666667,sigma=0.001,removed=0,added=2,sensitivity=1"},
        {"hypergeometric-gaussian:N=1e9,B=1e6,k=10,sigma=1.5,shift=2",
         "hypergeometric-gaussian:N=1000000000,B=1000000,k=10,sigma=1.5,shift=2,sensitivity=1"},
        {"mixture-gaussian:sigma=1,pw=0.5:0.5,pm=0:1,qw=1,qm=0",
         "mixture-gaussian:sigma=1,pw=0.5:0.5,pm=0:1,qw=1,qm=0,sensitivity=1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld_mechanism *mechanism = NULL, *again = NULL;
        uint64_t count = 0;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_parse(cases[i][0], &mechanism, &count, NULL), PLD_OK);
        CHECK(strcmp(pld_mechanism_resolved(mechanism), cases[i][1]) == 0, "%s is %s", cases[i][0],
              pld_mechanism_resolved(mechanism));
        /* It reads back as itself. */
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_parse(pld_mechanism_resolved(mechanism), &again, &count, NULL), PLD_OK);
        CU_ASSERT_STRING_EQUAL(pld_mechanism_resolved(again), pld_mechanism_resolved(mechanism));
        pld_mechanism_free(mechanism);
        pld_mechanism_free(again);
    }
    CU_ASSERT_STRING_EQUAL(pld_direction_name(PLD_REMOVE), "remove");
    CU_ASSERT_STRING_EQUAL(pld_direction_name(PLD_ADD), "add");
}

/* --- refusals ------------------------------------------------------------------------------------------------------------ */

static pld_mechanism *untouched;

static void check_refused(pld_status status, const pld_error *error, const char *word) {
    CU_ASSERT_EQUAL(status, PLD_ERROR_ARGUMENT);
    CU_ASSERT_PTR_NULL(untouched);
    CHECK(strncmp(error->word, word, strlen(word)) == 0 && error->message[0] && error->allowed[0], "'%s' instead of '%s': %s",
          error->word, word, error->message);
}

static void test_refused_numbers(void) {
    static const double bad_scales[] = {0, -1, NAN, INFINITY, -INFINITY, 1e-80, 1e80};
    static const double bad_probabilities[] = {-1e-300, 1.0000000000000002, NAN, INFINITY, -INFINITY};
    pld_error error;
    for (size_t i = 0; i < COUNT_OF(bad_scales); i++) {
        double bad = bad_scales[i];
        const double one = 1, two = 2;
        check_refused(pld_mechanism_create_gaussian(bad, 1, &untouched, &error), &error, "sigma=");
        check_refused(pld_mechanism_create_gaussian(1, bad, &untouched, &error), &error, "sensitivity=");
        check_refused(pld_mechanism_create_poisson_gaussian(0.1, bad, 1, 0, 1, &untouched, &error), &error, "sigma=");
        check_refused(pld_mechanism_create_poisson_gaussian(0.1, 1, 1, 0, bad, &untouched, &error), &error, "sensitivity=");
        check_refused(pld_mechanism_create_hypergeometric_gaussian(9, 3, 1, bad, 1, 1, &untouched, &error), &error, "sigma=");
        check_refused(pld_mechanism_create_hypergeometric_gaussian(9, 3, 1, 1, bad, 1, &untouched, &error), &error, "shift=");
        check_refused(pld_mechanism_create_hypergeometric_gaussian(9, 3, 1, 1, 1, bad, &untouched, &error), &error,
                      "sensitivity=");
        check_refused(pld_mechanism_create_mixture_gaussian(bad, 1, &one, &two, 1, &one, &one, 1, &untouched, &error), &error,
                      "sigma=");
        check_refused(pld_mechanism_create_mixture_gaussian(1, 1, &one, &two, 1, &one, &one, bad, &untouched, &error), &error,
                      "sensitivity=");
        CU_ASSERT_EQUAL(pld_mechanism_create_gaussian(bad, 1, &untouched, NULL), PLD_ERROR_ARGUMENT);
    }
    for (size_t i = 0; i < COUNT_OF(bad_probabilities); i++) {
        check_refused(pld_mechanism_create_poisson_gaussian(bad_probabilities[i], 1, 1, 0, 1, &untouched, &error), &error, "q=");
    }
    check_refused(pld_mechanism_create_poisson_gaussian(0.1, 1, 0, 0, 1, &untouched, &error), &error, "removed=0");
    check_refused(pld_mechanism_create_poisson_gaussian(0.1, 1, 100001, 0, 1, &untouched, &error), &error, "removed=");
    check_refused(pld_mechanism_create_poisson_gaussian(0.1, 1, 1, UINT64_MAX, 1, &untouched, &error), &error, "added=");
}

static void test_refused_counts(void) {
    static const struct {
        uint64_t population, batch, k;
        const char *word;
    } cases[] = {
        {0, 1, 1, "N=0"},
        {10, 0, 1, "B=0"},
        {10, 11, 1, "B=11"},
        {10, 5, 0, "k=0"},
        {10, 5, 11, "k=11"},
        {2000000, 5, 100001, "k=100001"},
        {UINT64_MAX, 5, 1, "N=18446744073709551615"},
    };
    pld_error error;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        check_refused(pld_mechanism_create_hypergeometric_gaussian(cases[i].population, cases[i].batch, cases[i].k, 1, 1, 1,
                                                                   &untouched, &error),
                      &error, cases[i].word);
    }
}

static void test_refused_lists(void) {
    const double mean[] = {1, 2}, bad_mean[] = {1, NAN}, half[] = {0.5, 0.5}, short_sum[] = {0.5, 0.49}, negative[] = {1.5, -0.5},
                 one = 1, zero = 0, number_missing[] = {0.5, NAN};
    pld_error error;
    check_refused(pld_mechanism_create_mixture_gaussian(1, 2, short_sum, mean, 1, &one, &zero, 1, &untouched, &error), &error,
                  "pw");
    check_refused(pld_mechanism_create_mixture_gaussian(1, 2, negative, mean, 1, &one, &zero, 1, &untouched, &error), &error,
                  "pw");
    check_refused(pld_mechanism_create_mixture_gaussian(1, 2, number_missing, mean, 1, &one, &zero, 1, &untouched, &error),
                  &error, "pw");
    check_refused(pld_mechanism_create_mixture_gaussian(1, 2, half, bad_mean, 1, &one, &zero, 1, &untouched, &error), &error,
                  "p");
    check_refused(pld_mechanism_create_mixture_gaussian(1, 0, half, mean, 1, &one, &zero, 1, &untouched, &error), &error, "p");
    check_refused(pld_mechanism_create_mixture_gaussian(1, 1, &one, &one, 2, short_sum, mean, 1, &untouched, &error), &error,
                  "qw");
    /* Not monotone. */
    check_refused(pld_mechanism_create_mixture_gaussian(1, 1, &one, &zero, 1, &one, &one, 1, &untouched, &error), &error,
                  "mixture-gaussian");
}

/* Lists in any order, equal means joined, zero weights left out. */
static void test_list_order(void) {
    const double weight[] = {0.25, 0.5, 0.25, 0}, mean[] = {2, 0, 2, 9}, sorted_weight[] = {0.5, 0.5}, sorted_mean[] = {0, 2},
                 one = 1, zero = 0;
    pld_mechanism *given = NULL, *sorted = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_mixture_gaussian(1, 4, weight, mean, 1, &one, &zero, 1, &given, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(
        pld_mechanism_create_mixture_gaussian(1, 2, sorted_weight, sorted_mean, 1, &one, &zero, 1, &sorted, NULL), PLD_OK);
    for (double epsilon = 0; epsilon < 5; epsilon += 0.25) {
        CU_ASSERT(pld_mechanism_delta(given, PLD_REMOVE, epsilon) == pld_mechanism_delta(sorted, PLD_REMOVE, epsilon));
    }
    pld_mechanism_free(given);
    pld_mechanism_free(sorted);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"delta of the Gaussian", test_gaussian},
        {"delta of mixtures", test_mixtures},
        {"delta at the ends", test_delta_ends},
        {"sampling none or all", test_extreme_sampling},
        {"scaling", test_scaling},
        {"resolved", test_resolved},
        {"numbers refused", test_refused_numbers},
        {"counts refused", test_refused_counts},
        {"lists refused", test_refused_lists},
        {"lists in any order", test_list_order},
        CU_TEST_INFO_NULL,
    };
    return suite_run("mechanism", tests);
}
