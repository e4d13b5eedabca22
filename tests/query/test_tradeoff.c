/* Tests of pld_query_tradeoff: every curve against the truth, and against the others. */
#include "support/dice.h"
#include "support/roc.h"
#include "support/suite.h"

#include <math.h>
#include <pld/pld.h>
#include <string.h>

enum { RATES = 12 };
static const double rates[RATES] = {1e-9, 1e-6, 1e-3, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.9999};

static void ask(const pld_mechanism *mechanism, uint64_t count, const double *at, size_t rate_count, const pld_options *options,
                pld_attack *attacks) {
    pld_step step = {mechanism, count};
    pld_error error = {.message = ""};
    pld_status status = pld_query_tradeoff(&step, 1, at, rate_count, options, NULL, NULL, attacks, &error);
    CU_ASSERT_EQUAL_FATAL(status, PLD_OK);
    for (size_t i = 0; i < rate_count; i++) {
        CU_ASSERT_EQUAL(attacks[i].false_positive_rate, at[i]);
        CHECK(attacks[i].tolerance_met, "%s, rate %g: [%.17g, %.17g]", pld_mechanism_resolved(mechanism), at[i],
              attacks[i].true_positive.lower, attacks[i].true_positive.upper);
    }
}

/* `truth` is the true-positive rate, good to `relative`. */
static void check_side(const char *what, const pld_attack_side *side, double rate, long double truth, double width) {
    const pld_bracket *tpr = &side->true_positive, *fnr = &side->false_negative;
    CHECK(side->asked && tpr->lower <= truth * (1 + 1e-12L) && tpr->upper >= truth * (1 - 1e-12L),
          "%s, rate %.17g: tpr [%.17g, %.17g] without %.17Lg", what, rate, tpr->lower, tpr->upper, truth);
    CHECK(fnr->lower <= 1 - truth * (1 - 1e-12L) && fnr->upper >= 1 - truth * (1 + 1e-12L), "%s, rate %.17g: fnr [%.17g, %.17g]",
          what, rate, fnr->lower, fnr->upper);
    CHECK(tpr->lower <= tpr->estimate && tpr->estimate <= tpr->upper && tpr->upper - tpr->lower <= width * tpr->upper,
          "%s, rate %.17g: %.17g %.17g %.17g", what, rate, tpr->lower, tpr->estimate, tpr->upper);
}

static void test_gaussian(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(10, 1, &mechanism, NULL), PLD_OK);
    static const double tolerances[] = {0.1, 1e-3, 1e-5};
    for (size_t t = 0; t < COUNT_OF(tolerances); t++) {
        pld_attack attacks[RATES];
        pld_options options = pld_options_default();
        options.relative_tolerance = tolerances[t];
        ask(mechanism, 100, rates, RATES, &options, attacks);
        for (size_t i = 0; i < RATES; i++) {
            long double truth = roc_gaussian(1, rates[i]);
            check_side("remove", &attacks[i].directions[PLD_REMOVE], rates[i], truth, tolerances[t]);
            check_side("add", &attacks[i].directions[PLD_ADD], rates[i], truth, tolerances[t]);
            check_side("symmetric", &attacks[i].symmetric, rates[i], truth, tolerances[t]);
        }
    }
    pld_mechanism_free(mechanism);
}

/* --- the symmetric curve -------------------------------------------------------------------------------------------- */

/* Either kind of pair in both directions. */
typedef struct {
    const oracle_pair *mixtures; /* remove, add */
    const discrete_pair *outcomes;
    double rate;
} two_sided;

/* x a + the larger D(x). */
static long double objective(const two_sided *of, long double log_x) {
    long double largest = 0;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        largest = fmaxl(largest,
                        of->mixtures ? oracle_delta_single(&of->mixtures[d], log_x) : discrete_delta(&of->outcomes[d], 1, log_x));
    return expl(log_x) * of->rate + largest;
}

/* The power of the hull: the smallest value, by golden section; convex in x, so with one valley in log x. */
static long double hull_power(const two_sided *of) {
    const long double golden = 0.618033988749894848L;
    long double low = -60, high = 60;
    for (int i = 0; i < 95; i++) { /* to 1e-18 */
        long double left = high - golden * (high - low), right = low + golden * (high - low);
        if (objective(of, left) < objective(of, right))
            high = right;
        else
            low = left;
    }
    return fminl(objective(of, (low + high) / 2), 1);
}

static void test_hull_of_mixtures(void) {
    dice from = dice_create(151);
    for (size_t i = 0; i < suite_cases(12); i++) {
        double q = dice_logarithmic(&from, 1e-2, 0.9), sigma = dice_logarithmic(&from, 0.4, 4);
        pld_mechanism *mechanism = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(q, sigma, 1, 0, 1, &mechanism, NULL), PLD_OK);
        oracle_pair pairs[2] = {oracle_poisson(q, sigma, 1, 0)};
        pairs[1] = oracle_swapped(&pairs[0]);
        pld_attack attacks[RATES];
        pld_options options = pld_options_default();
        ask(mechanism, 1, rates, RATES, &options, attacks);
        for (size_t j = 0; j < RATES; j++) {
            check_side("remove", &attacks[j].directions[PLD_REMOVE], rates[j], roc_mixture(&pairs[0], rates[j]), 1e-3);
            check_side("add", &attacks[j].directions[PLD_ADD], rates[j], roc_mixture(&pairs[1], rates[j]), 1e-3);
            two_sided both = {.mixtures = pairs, .rate = rates[j]};
            check_side("symmetric", &attacks[j].symmetric, rates[j], hull_power(&both), 1e-3);
        }
        pld_mechanism_free(mechanism);
    }
}

static void test_hull_of_outcomes(void) {
    static discrete_pair pairs[2];
    dice from = dice_create(152);
    for (size_t i = 0; i < suite_cases(40); i++) {
        double p[6], q[6];
        pairs[0].count = 2 + dice_below(&from, 5);
        long double p_sum = 0, q_sum = 0;
        for (size_t j = 0; j < pairs[0].count; j++) {
            p_sum += p[j] = dice_logarithmic(&from, 1e-4, 1);
            q_sum += q[j] = dice_logarithmic(&from, 1e-4, 1);
        }
        for (size_t j = 0; j < pairs[0].count; j++) {
            pairs[0].p[j] = p[j] / p_sum;
            pairs[0].q[j] = q[j] / q_sum;
        }
        pairs[1] = pairs[0];
        discrete_swap(&pairs[1]);
        pld_mechanism *mechanism = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_array(pairs[0].count, p, q, true, 1, "array", &mechanism, NULL), PLD_OK);
        pld_attack attacks[RATES];
        pld_options options = pld_options_default();
        ask(mechanism, 1, rates, RATES, &options, attacks);
        for (size_t j = 0; j < RATES; j++) {
            two_sided both = {.outcomes = pairs, .rate = rates[j]};
            check_side("remove", &attacks[j].directions[PLD_REMOVE], rates[j], roc_discrete(&pairs[0], 1, rates[j]), 1e-3);
            check_side("add", &attacks[j].directions[PLD_ADD], rates[j], roc_discrete(&pairs[1], 1, rates[j]), 1e-3);
            check_side("symmetric", &attacks[j].symmetric, rates[j], hull_power(&both), 1e-3);
        }
        pld_mechanism_free(mechanism);
    }
}

/* --- relations of curves -------------------------------------------------------------------------------------------- */

/* f of add is the inverse of f of remove: f_add(f_remove(a)) = a, f_add falls. */
static void test_inverse(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0.01, 0.8, 1, 0, 1, &mechanism, NULL), PLD_OK);
    static const double at[] = {0.001, 0.01, 0.1, 0.3, 0.5, 0.8};
    pld_attack attacks[COUNT_OF(at)];
    pld_options options = pld_options_default();
    options.tolerance = 1e-4;
    ask(mechanism, 2000, at, COUNT_OF(at), &options, attacks);
    for (size_t i = 0; i < COUNT_OF(at); i++) {
        const pld_bracket *there = &attacks[i].directions[PLD_REMOVE].false_negative;
        double ends[] = {there->lower, there->upper};
        pld_attack back[2];
        ask(mechanism, 2000, ends, 2, &options, back);
        const pld_bracket *high = &back[0].directions[PLD_ADD].false_negative, *low = &back[1].directions[PLD_ADD].false_negative;
        CHECK(high->upper >= at[i] && low->lower <= at[i], "a %g: back to [%.17g, %.17g]", at[i], low->lower, high->upper);
        CHECK(high->upper - low->lower <= 0.05 * at[i] + 1e-3, "a %g: back to [%.17g, %.17g]", at[i], low->lower, high->upper);
    }
    pld_mechanism_free(mechanism);
}

/* The hull is below both curves and the largest power below that of the hull; the advantage is the largest gain over guessing. */
static void test_order(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0.2, 0.7, 1, 0, 1, &mechanism, NULL), PLD_OK);
    double at[33];
    pld_attack attacks[COUNT_OF(at)];
    for (size_t i = 0; i < COUNT_OF(at); i++)
        at[i] = 0.03 * (double)(i + 1) - 0.01;
    pld_options options = pld_options_default();
    ask(mechanism, 20, at, COUNT_OF(at), &options, attacks);
    pld_result advantage;
    pld_step step = {mechanism, 20};
    CU_ASSERT_EQUAL_FATAL(pld_query_delta(&step, 1, 0, &options, &advantage, NULL), PLD_OK);
    double gain = 0;
    for (size_t i = 0; i < COUNT_OF(at); i++) {
        const pld_attack *one = &attacks[i];
        CU_ASSERT_TRUE(one->symmetric.true_positive.upper >= one->true_positive.lower);
        CU_ASSERT_TRUE(one->symmetric.false_negative.lower <= one->directions[PLD_REMOVE].false_negative.upper);
        CU_ASSERT_TRUE(one->symmetric.false_negative.lower <= one->directions[PLD_ADD].false_negative.upper);
        CHECK(one->true_positive.lower - at[i] <= exp(advantage.bracket.upper) * (1 + 1e-12), "rate %g", at[i]);
        gain = fmax(gain, one->directions[PLD_REMOVE].true_positive.upper - at[i]);
    }
    CHECK(gain >= exp(advantage.bracket.lower) - 1e-3, "%g of %g", gain, exp(advantage.bracket.lower));
    pld_mechanism_free(mechanism);
}

/* --- how it is asked ------------------------------------------------------------------------------------------------ */

static void test_one_direction(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(1, 1, &mechanism, NULL), PLD_OK);
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld_attack attacks[RATES];
        pld_options options = pld_options_default();
        options.adjacency = d == 0 ? PLD_ADJACENCY_REMOVE : PLD_ADJACENCY_ADD;
        ask(mechanism, 1, rates, RATES, &options, attacks);
        CU_ASSERT_TRUE(attacks[0].directions[d].asked && !attacks[0].directions[1 - d].asked && !attacks[0].symmetric.asked);
    }
    pld_mechanism_free(mechanism);
}

static void test_threads(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0.01, 1, 1, 0, 1, &mechanism, NULL), PLD_OK);
    static const double few[] = {1e-3, 0.1, 0.5, 0.9};
    pld_attack first[COUNT_OF(few)], other[COUNT_OF(few)];
    for (unsigned threads = 1; threads <= 3; threads++) {
        pld_options options = pld_options_default();
        options.threads = threads;
        ask(mechanism, 500, few, COUNT_OF(few), &options, threads == 1 ? first : other);
        for (size_t i = 0; i < COUNT_OF(few) && threads > 1; i++) {
            CU_ASSERT_EQUAL(memcmp(&first[i].true_positive, &other[i].true_positive, sizeof first[i].true_positive), 0);
            CU_ASSERT_EQUAL(memcmp(&first[i].symmetric.false_negative, &other[i].symmetric.false_negative,
                                   sizeof first[i].symmetric.false_negative),
                            0);
        }
    }
    pld_mechanism_free(mechanism);
}

static bool stop(size_t done, size_t total, void *context) {
    size_t *calls = context;
    CU_ASSERT_TRUE(done <= total && total == 3 * RATES);
    return ++*calls < 3;
}

static void test_refusals(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(10, 1, &mechanism, NULL), PLD_OK);
    pld_step step = {mechanism, 100};
    pld_options options = pld_options_default();
    pld_attack untouched[RATES], attacks[RATES];
    memset(untouched, 0x5a, sizeof untouched);
    memcpy(attacks, untouched, sizeof attacks);
    size_t calls = 0;
    CU_ASSERT_EQUAL(pld_query_tradeoff(&step, 1, rates, RATES, &options, stop, &calls, attacks, NULL), PLD_ERROR_STOPPED);
    CU_ASSERT_EQUAL(calls, 3);
    pld_error error = {.message = ""};
    CU_ASSERT_EQUAL(pld_query_tradeoff(&step, 1, (const double[]){0.5, 1.5}, 2, &options, NULL, NULL, attacks, &error),
                    PLD_ERROR_ARGUMENT);
    CU_ASSERT_STRING_EQUAL(error.word, "1.5");
    CU_ASSERT_EQUAL(memcmp(attacks, untouched, sizeof attacks), 0);
    pld_mechanism_free(mechanism);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"Gaussians", test_gaussian},
        {"hull of mixtures", test_hull_of_mixtures},
        {"hull of outcomes", test_hull_of_outcomes},
        {"inverse", test_inverse},
        {"order", test_order},
        {"one direction", test_one_direction},
        {"threads", test_threads},
        {"refusals", test_refusals},
        CU_TEST_INFO_NULL,
    };
    return suite_run("tradeoff", tests);
}
