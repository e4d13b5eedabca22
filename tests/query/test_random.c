/* The randomized soundness test: whatever the question, the bracket contains the truth. The truth is the oracle's (closed forms
 * for one step and plain Gaussians, quadrature in long double for two and three steps), asked at the ends of the bracket.
 *
 * PLD_TEST_CASES and PLD_TEST_SEED (environment) run more, or others. */
#include "support/estimate.h"
#include "support/dice.h"
#include "support/oracle.h"
#include "support/suite.h"

#include <inttypes.h>
#include <math.h>
#include <pld/pld.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FAMILIES = 5 };

/* One mechanism, for the library and for the oracle. */
typedef struct {
    char text[256];
    pld_mechanism *mechanism;
    oracle_pair remove, add;
    double sigma;
    bool plain;
} subject;

static subject gaussian_subject(double sigma) {
    subject made = {.sigma = sigma, .plain = true, .remove = oracle_gaussian(sigma)};
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(sigma, 1, &made.mechanism, NULL), PLD_OK);
    return made;
}

static subject poisson_subject(double q, double sigma, unsigned removed, unsigned added) {
    subject made = {.remove = oracle_poisson(q, sigma, removed, added)};
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(q, sigma, removed, added, 1, &made.mechanism, NULL), PLD_OK);
    return made;
}

static subject hypergeometric_subject(uint64_t population, uint64_t batch, unsigned k, double sigma, double shift) {
    subject made = {.remove = oracle_hypergeometric(population, batch, k, sigma, shift)};
    CU_ASSERT_EQUAL_FATAL(
        pld_mechanism_create_hypergeometric_gaussian(population, batch, k, sigma, shift, 1, &made.mechanism, NULL), PLD_OK);
    return made;
}

static double random_q(dice *from) {
    switch (dice_below(from, 8)) {
    case 0:
        return 1 - dice_logarithmic(from, 1e-6, 0.1);
    case 1:
        return 0.5;
    case 2:
        return dice_logarithmic(from, 1e-6, 1e-3);
    default:
        return dice_logarithmic(from, 1e-3, 0.5);
    }
}

static subject random_subject(dice *from, size_t family) {
    double q = random_q(from), sigma = dice_logarithmic(from, 0.3, 30);
    subject made;
    switch (family) {
    case 0:
        made = gaussian_subject(sigma);
        break;
    case 1:
        made = poisson_subject(q, sigma, 1, 0);
        break;
    case 2: {
        unsigned k = 1 + (unsigned)dice_below(from, 10);
        made = poisson_subject(q, dice_uniform(from, 0.3, 3) * k, k, 0);
        break;
    }
    case 3: {
        unsigned removed = (unsigned)dice_below(from, 4), added = (unsigned)dice_below(from, 4);
        made = poisson_subject(q, fmax(sigma, 0.6), removed + (removed + added == 0), added);
        break;
    }
    default: {
        unsigned k = 1 + (unsigned)dice_below(from, 8);
        uint64_t population = 20 + (uint64_t)dice_logarithmic(from, 1, 1e6), batch = 1 + dice_below(from, population - 10);
        made = hypergeometric_subject(population, batch, k, dice_uniform(from, 0.4, 4) * sqrt((double)k),
                                      dice_chance(from, 0.3) ? 2 : 1);
    }
    }
    made.add = oracle_swapped(&made.remove);
    snprintf(made.text, sizeof made.text, "%s", pld_mechanism_resolved(made.mechanism));
    return made;
}

typedef struct {
    const subject *what;
    uint64_t count;
    bool add;
    double log_delta;
} question;

/* oracle delta(epsilon) / delta */
static long double ratio_at(const question *asked, double epsilon) {
    const subject *what = asked->what;
    if (what->plain) {
        long double mu = sqrtl((long double)asked->count) / (long double)what->sigma;
        return expl(oracle_gaussian_log_delta(mu, epsilon) - asked->log_delta);
    }
    const oracle_pair *pair = asked->add ? &what->add : &what->remove, *pairs[] = {pair, pair, pair};
    long double delta = expl((long double)asked->log_delta);
    return oracle_delta(pairs, (size_t)asked->count, epsilon, 1e-11L * delta) / delta;
}

static void check_bracket(const question *asked, const pld_result *result) {
    const pld_bracket *bracket = &result->directions[asked->add ? PLD_ADD : PLD_REMOVE].bracket;
    char where[512];
    snprintf(where, sizeof where, "%.255s@%" PRIu64 " %s, log delta %.17g: [%.17g, %.17g]", asked->what->text, asked->count,
             asked->add ? "add" : "remove", asked->log_delta, bracket->lower, bracket->upper);
    CHECK(bracket->lower >= 0 && estimate_fits(bracket, result->tolerance), "%s", where);
    CHECK(isfinite(bracket->upper) || result->memory_bound, "%s: infinite", where);
    if (isfinite(bracket->upper)) {
        long double ratio = ratio_at(asked, bracket->upper);
        CHECK(ratio <= 1 + 1e-9L, "%s: delta(upper) is %.12Lg times delta", where, ratio);
    }
    if (bracket->lower > 0) {
        long double ratio = ratio_at(asked, bracket->lower);
        CHECK(ratio >= 1 - 1e-9L, "%s: delta(lower) is %.12Lg times delta", where, ratio);
    }
    double width = result->bracket.upper - result->bracket.lower;
    CHECK(result->tolerance_met == (width <= result->tolerance || result->bracket.upper == result->bracket.lower),
          "%s: width %g asked %g", where, width, result->tolerance);
}

/* Sometimes so large that most losses count. */
static double random_log_delta(dice *from) {
    return dice_chance(from, 0.1) ? log1p(-dice_logarithmic(from, 1e-6, 0.7)) : dice_uniform(from, log(1e-12), log(0.3));
}

static void test_random(void) {
    dice from = dice_create(81);
    const char *given = getenv("PLD_TEST_CASES");
    size_t cases = given ? strtoull(given, NULL, 10) : suite_cases(150), met = 0;
    double slowest = 0;
    char slow[512] = "";
    for (size_t i = 0; i < cases; i++) {
        dice here = {dice_bits(&from)}; /* each case by itself, whatever the others used */
        size_t family = i % FAMILIES;
        subject what = random_subject(&here, family);
        question asked = {.what = &what, .add = dice_chance(&here, 0.5), .log_delta = random_log_delta(&here)};
        /* Three steps cost the oracle a second: few of them. */
        asked.count = dice_chance(&here, 0.04) ? 3 : 1 + dice_below(&here, 2);
        if (what.plain) {
            asked.count = (uint64_t)dice_logarithmic(&here, 1, 1e5);
            /* sqrt(T)/sigma up to 30 */
            double sigma = sqrt((double)asked.count) / dice_logarithmic(&here, 0.01, 30);
            pld_mechanism_free(what.mechanism);
            what = gaussian_subject(sigma);
            snprintf(what.text, sizeof what.text, "%s", pld_mechanism_resolved(what.mechanism));
        }
        pld_options options = pld_options_default();
        options.adjacency = dice_chance(&here, 0.3) ? PLD_ADJACENCY_ADD_REMOVE
                            : asked.add             ? PLD_ADJACENCY_ADD
                                                    : PLD_ADJACENCY_REMOVE;
        options.relative_tolerance = dice_logarithmic(&here, 1e-6, 1e-2);
        options.memory_limit = 200000000;
        if (dice_chance(&here, 0.15)) {
            options.buckets = (size_t)dice_logarithmic(&here, 64, 5000);
        }
        pld_step step = {what.mechanism, asked.count};
        pld_result result;
        pld_error error = {.message = ""};
        pld_status status = pld_query_epsilon(&step, 1, asked.log_delta, &options, &result, &error);
        CHECK(status == PLD_OK, "%s@%" PRIu64 ": %s", what.text, asked.count, error.message);
        if (status == PLD_OK) {
            check_bracket(&asked, &result);
            CHECK(result.memory <= options.memory_limit, "%s@%" PRIu64 ", tolerance %g: %zu bytes of %zu", what.text, asked.count,
                  options.relative_tolerance, result.memory, options.memory_limit);
            met += result.tolerance_met;
            if (result.seconds > slowest) {
                slowest = result.seconds;
                snprintf(slow, sizeof slow, "%.255s@%" PRIu64 " at log delta %.3g", what.text, asked.count, asked.log_delta);
            }
        }
        pld_mechanism_free(what.mechanism);
    }
    CHECK(met >= cases / 2, "only %zu of %zu as narrow as asked", met, cases);
    printf("[%zu cases, %zu as narrow as asked, slowest %.2f s: %s] ", cases, met, slowest, slow);
}

/* Two different mechanisms at once. */
static void test_two_kinds(void) {
    dice from = dice_create(82);
    for (size_t i = 0; i < suite_cases(30); i++) {
        dice here = {dice_bits(&from)};
        subject both[2] = {random_subject(&here, 1 + dice_below(&here, FAMILIES - 1)),
                           random_subject(&here, dice_below(&here, FAMILIES))};
        bool add = dice_chance(&here, 0.5);
        const oracle_pair *pairs[2] = {add ? &both[0].add : &both[0].remove, add ? &both[1].add : &both[1].remove};
        /* the narrower losses first: see oracle.h */
        if (oracle_delta_single(pairs[0], 0) > oracle_delta_single(pairs[1], 0)) {
            const oracle_pair *held = pairs[0];
            pairs[0] = pairs[1];
            pairs[1] = held;
        }
        double log_delta = random_log_delta(&here);
        long double delta = expl((long double)log_delta);
        pld_options options = pld_options_default();
        options.adjacency = add ? PLD_ADJACENCY_ADD : PLD_ADJACENCY_REMOVE;
        options.relative_tolerance = 1e-4;
        options.memory_limit = 200000000;
        pld_step steps[] = {{both[0].mechanism, 1}, {both[1].mechanism, 1}};
        pld_result result;
        pld_status status = pld_query_epsilon(steps, 2, log_delta, &options, &result, NULL);
        CHECK(status == PLD_OK, "%s and %s: %s", both[0].text, both[1].text, pld_status_message(status));
        if (status == PLD_OK) {
            const pld_bracket *bracket = &result.bracket;
            long double high = oracle_delta(pairs, 2, bracket->upper, 1e-11L * delta) / delta;
            CHECK(isfinite(bracket->upper) && high <= 1 + 1e-9L,
                  "%s and %s, add %d, log delta %.17g: delta(%.17g) is %.12Lg times delta", both[0].text, both[1].text, add,
                  log_delta, bracket->upper, high);
            long double low = bracket->lower > 0 ? oracle_delta(pairs, 2, bracket->lower, 1e-11L * delta) / delta : 1;
            CHECK(low >= 1 - 1e-9L, "%s and %s, add %d, log delta %.17g: delta(%.17g) is %.12Lg times delta", both[0].text,
                  both[1].text, add, log_delta, bracket->lower, low);
        }
        pld_mechanism_free(both[0].mechanism);
        pld_mechanism_free(both[1].mechanism);
    }
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"one mechanism", test_random},
        {"two mechanisms", test_two_kinds},
        CU_TEST_INFO_NULL,
    };
    return suite_run("random", tests);
}
