/* Tests of pld_query_attack against closed forms, and outcome by outcome. */
#include "support/estimate.h"
#include "support/dice.h"
#include "support/roc.h"
#include "support/suite.h"

#include <math.h>
#include <pld/pld.h>
#include <string.h>

static pld_attack ask(const pld_mechanism *mechanism, uint64_t count, double rate, const pld_options *options) {
    pld_step step = {mechanism, count};
    pld_attack attack = {.true_positive = {NAN, NAN, NAN}};
    pld_error error = {.message = ""};
    pld_status status = pld_query_attack(&step, 1, rate, options, &attack, &error);
    CHECK(status == PLD_OK, "rate %g: %s", rate, error.message);
    return attack;
}

/* Within the bracket, but for the accuracy of the truth. */
static bool contains(const pld_bracket *bracket, long double truth, long double relative, double asked) {
    return bracket->lower <= truth * (1 + relative) && bracket->upper >= truth * (1 - relative) && estimate_fits(bracket, asked);
}

/* The bracket of each direction asked holds its truth, and that of the larger is as narrow as asked. */
static void check_attack(const char *what, const pld_attack *attack, long double remove, long double add, long double accuracy,
                         bool narrow) {
    const long double truths[] = {remove, add};
    long double largest = 0;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld_attack_side *side = &attack->directions[d];
        if (!side->asked)
            continue;
        largest = fmaxl(largest, truths[d]);
        /* The tolerance is that of the larger direction; a relative one is less of the smaller. */
        double asked = attack->tolerance * fmin(side->true_positive.upper / attack->true_positive.upper, 1) * (1 - 1e-9);
        CHECK(contains(&side->true_positive, truths[d], accuracy, asked),
              "%s, rate %.17g, direction %d: [%.17g, %.17g] without %.17Lg", what, attack->false_positive_rate, d,
              side->true_positive.lower, side->true_positive.upper, truths[d]);
        CHECK(side->false_negative.lower <= 1 - truths[d] * (1 - accuracy) &&
                  side->false_negative.upper >= 1 - truths[d] * (1 + accuracy),
              "%s, rate %.17g, direction %d: false negatives [%.17g, %.17g]", what, attack->false_positive_rate, d,
              side->false_negative.lower, side->false_negative.upper);
    }
    const pld_bracket *all = &attack->true_positive;
    CHECK(contains(all, largest, accuracy, attack->tolerance), "%s, rate %.17g: [%.17g, %.17g] without %.17Lg", what,
          attack->false_positive_rate, all->lower, all->upper, largest);
    CHECK(attack->tolerance_met == (all->upper - all->lower <= attack->tolerance), "%s: width %g asked %g", what,
          all->upper - all->lower, attack->tolerance);
    CHECK(!narrow || attack->tolerance_met, "%s, rate %g: width %g asked %g", what, attack->false_positive_rate,
          all->upper - all->lower, attack->tolerance);
    CU_ASSERT_TRUE(attack->queries <= 60);
}

static void test_gaussian(void) {
    static const struct {
        double sigma;
        uint64_t count;
    } cases[] = {{1, 1}, {0.1, 1}, {0.3, 1}, {5, 1}, {1000, 1}, {20, 1000}, {3, 10}, {100, 10}};
    static const double rates[] = {1e-100, 1e-12, 1e-9, 1e-6, 1e-3, 0.01, 0.1, 0.3, 0.5, 0.9, 0.99, 1 - 1e-6};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld_mechanism *mechanism = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(cases[i].sigma, 1, &mechanism, NULL), PLD_OK);
        long double mu = sqrtl((long double)cases[i].count) / (long double)cases[i].sigma;
        for (size_t j = 0; j < COUNT_OF(rates); j += SANITIZED ? 3 : 1) {
            pld_options options = pld_options_default();
            pld_attack attack = ask(mechanism, cases[i].count, rates[j], &options);
            long double truth = roc_gaussian(mu, rates[j]);
            check_attack(pld_mechanism_resolved(mechanism), &attack, truth, truth, 1e-14L, true);
            CHECK(attack.true_positive.upper - attack.true_positive.lower <= 1e-3 * attack.true_positive.upper, "width");
        }
        pld_mechanism_free(mechanism);
    }
}

/* Loose and tight, absolute and relative. */
static void test_tolerances(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(2, 1, &mechanism, NULL), PLD_OK);
    static const double widths[] = {0.3, 0.03, 1e-3, 1e-5, 1e-8};
    for (size_t i = 0; i < COUNT_OF(widths); i++)
        for (int absolute = 0; absolute < 2; absolute++) {
            pld_options options = pld_options_default();
            *(absolute ? &options.tolerance : &options.relative_tolerance) = widths[i];
            pld_attack attack = ask(mechanism, 1, 0.01, &options);
            long double truth = roc_gaussian(0.5L, 0.01);
            check_attack("tolerance", &attack, truth, truth, 1e-15L, true);
            CHECK(attack.tolerance == widths[i] * (absolute ? 1 : attack.true_positive.upper), "asked %g, made of it %g",
                  widths[i], attack.tolerance);
        }
    pld_mechanism_free(mechanism);
}

/* One step of mixtures, both directions, at random. */
static void test_mixtures(void) {
    dice from = dice_create(131);
    for (size_t i = 0; i < suite_cases(150); i++) {
        double q = dice_logarithmic(&from, 1e-4, 1), sigma = dice_logarithmic(&from, 0.3, 8);
        unsigned removed = 1 + (unsigned)dice_below(&from, 3), added = dice_chance(&from, 0.3) ? 1 : 0;
        pld_mechanism *mechanism = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(q, sigma, removed, added, 1, &mechanism, NULL), PLD_OK);
        oracle_pair remove = oracle_poisson(q, sigma, removed, added), add = oracle_swapped(&remove);
        double rate = dice_chance(&from, 0.3) ? dice_uniform(&from, 0.01, 0.99) : dice_logarithmic(&from, 1e-12, 0.5);
        pld_options options = pld_options_default();
        options.adjacency = (pld_adjacency)dice_below(&from, 3);
        options.relative_tolerance = dice_logarithmic(&from, 1e-5, 0.2);
        pld_attack attack = ask(mechanism, 1, rate, &options);
        check_attack(pld_mechanism_resolved(mechanism), &attack, roc_mixture(&remove, rate), roc_mixture(&add, rate), 1e-12L,
                     true);
        CU_ASSERT_TRUE(attack.directions[PLD_REMOVE].asked == (options.adjacency != PLD_ADJACENCY_ADD));
        CU_ASSERT_TRUE(attack.directions[PLD_ADD].asked == (options.adjacency != PLD_ADJACENCY_REMOVE));
        CU_ASSERT_FALSE(attack.symmetric.asked);
        pld_mechanism_free(mechanism);
    }
}

static void check_discrete(const pld_mechanism *mechanism, discrete_pair *pair, unsigned steps, double rate, double tolerance) {
    pld_options options = pld_options_default();
    options.relative_tolerance = tolerance;
    pld_attack attack = ask(mechanism, steps, rate, &options);
    long double remove = roc_discrete(pair, steps, rate);
    discrete_swap(pair);
    check_attack(pld_mechanism_resolved(mechanism), &attack, remove, roc_discrete(pair, steps, rate), 1e-13L, true);
    discrete_swap(pair);
}

/* Polygons: rates at their corners and between them. */
static void test_polygons(void) {
    static discrete_pair pair;
    static const double rates[] = {1e-12, 1e-6, 1e-3, 0.01, 0.1, 0.2689414213699951, 0.3, 0.5, 0.7310585786300049, 0.9, 0.999};
    for (size_t i = 0; i < COUNT_OF(rates); i++) {
        pld_mechanism *mechanism = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_randomized_response(1, 2, 1, &mechanism, NULL), PLD_OK);
        discrete_response(&pair, 1 / (1 + expl(-1)), 2);
        for (unsigned steps = 1; steps <= 10; steps += 3)
            check_discrete(mechanism, &pair, steps, rates[i], 1e-4);
        pld_mechanism_free(mechanism);
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_approx_dp(0.5, 1e-3, 1, &mechanism, NULL), PLD_OK);
        discrete_approx_dp(&pair, 0.5, 1e-3);
        for (unsigned steps = 1; steps <= 7; steps += 3)
            check_discrete(mechanism, &pair, steps, rates[i], 1e-4);
        pld_mechanism_free(mechanism);
    }
}

/* Any masses, zeros among them. */
static void test_arrays(void) {
    static discrete_pair pair;
    dice from = dice_create(132);
    for (size_t i = 0; i < suite_cases(200); i++) {
        double p[8], q[8], p_sum = 0, q_sum = 0;
        size_t count = 2 + dice_below(&from, 7);
        for (size_t j = 0; j < count; j++) {
            p_sum += p[j] = dice_chance(&from, 0.1) ? 0 : dice_logarithmic(&from, 1e-6, 1);
            q_sum += q[j] = dice_chance(&from, 0.1) ? 0 : dice_logarithmic(&from, 1e-6, 1);
        }
        if (!(p_sum > 0 && q_sum > 0))
            continue;
        pair.count = count;
        for (size_t j = 0; j < count; j++) {
            pair.p[j] = p[j] / (long double)p_sum;
            pair.q[j] = q[j] / (long double)q_sum;
        }
        pld_mechanism *mechanism = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_array(count, p, q, true, 1, "array", &mechanism, NULL), PLD_OK);
        double rate = dice_chance(&from, 0.5) ? dice_uniform(&from, 0.01, 0.99) : dice_logarithmic(&from, 1e-9, 0.5);
        check_discrete(mechanism, &pair, 1 + (unsigned)dice_below(&from, 3), rate, dice_logarithmic(&from, 1e-5, 0.1));
        pld_mechanism_free(mechanism);
    }
}

/* With buckets too few for the width asked: a wide bracket that holds. */
static void test_wide(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(20, 1, &mechanism, NULL), PLD_OK);
    pld_options options = pld_options_default();
    options.buckets = 64;
    pld_attack attack = ask(mechanism, 1000, 0.01, &options);
    long double truth = roc_gaussian(sqrtl(1000) / 20, 0.01);
    check_attack("few buckets", &attack, truth, truth, 1e-14L, false);
    CU_ASSERT_FALSE(attack.tolerance_met);
    pld_mechanism_free(mechanism);
}

/* Nothing to tell apart: the power is the rate. */
static void test_trivial(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0, 1, 1, 0, 1, &mechanism, NULL), PLD_OK);
    static const double rates[] = {1e-9, 0.1, 0.9};
    for (size_t i = 0; i < COUNT_OF(rates); i++) {
        pld_options options = pld_options_default();
        pld_attack attack = ask(mechanism, 1000, rates[i], &options);
        check_attack("nothing", &attack, rates[i], rates[i], 1e-14L, true);
        CHECK(attack.true_positive.upper <= rates[i] * (1 + 1e-12), "%.17g", attack.true_positive.upper);
    }
    pld_mechanism_free(mechanism);
}

static void test_threads(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0.01, 1, 1, 0, 1, &mechanism, NULL), PLD_OK);
    pld_attack first = {0};
    for (unsigned threads = 1; threads <= 4; threads++) {
        pld_options options = pld_options_default();
        options.threads = threads;
        pld_attack attack = ask(mechanism, 1000, 1e-3, &options);
        attack.seconds = 0;
        if (threads == 1)
            first = attack;
        CU_ASSERT_EQUAL(memcmp(&first.true_positive, &attack.true_positive, sizeof first.true_positive), 0);
        CU_ASSERT_EQUAL(first.queries, attack.queries);
    }
    CU_ASSERT_TRUE(first.queries <= 20);
    pld_mechanism_free(mechanism);
}

static void test_bad_arguments(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(1, 1, &mechanism, NULL), PLD_OK);
    pld_options options = pld_options_default();
    pld_step step = {mechanism, 1};
    pld_attack untouched, attack;
    memset(&untouched, 0x5a, sizeof untouched);
    memcpy(&attack, &untouched, sizeof attack);
    static const double bad[] = {0, 1, -0.1, 2, 1e-201, NAN, INFINITY};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        pld_error error = {.message = ""};
        CU_ASSERT_EQUAL(pld_query_attack(&step, 1, bad[i], &options, &attack, &error), PLD_ERROR_ARGUMENT);
        CU_ASSERT_TRUE(error.message[0] != '\0' && error.allowed[0] != '\0');
    }
    CU_ASSERT_EQUAL(pld_query_attack(&step, 0, 0.1, &options, &attack, NULL), PLD_ERROR_ARGUMENT);
    options.adjacency = PLD_ADJACENCY_REPLACE; /* not a replaced pair */
    CU_ASSERT_EQUAL(pld_query_attack(&step, 1, 0.1, &options, &attack, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(memcmp(&attack, &untouched, sizeof attack), 0);
    pld_mechanism_free(mechanism);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"Gaussians", test_gaussian},
        {"tolerances", test_tolerances},
        {"mixtures", test_mixtures},
        {"polygons", test_polygons},
        {"arrays", test_arrays},
        {"few buckets", test_wide},
        {"nothing to see", test_trivial},
        {"threads", test_threads},
        {"bad arguments", test_bad_arguments},
        CU_TEST_INFO_NULL,
    };
    return suite_run("attack", tests);
}
