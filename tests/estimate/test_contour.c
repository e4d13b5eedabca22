/* Two independent computations never contradict each other: the contour estimate and the certified bracket, and brackets at two
 * tolerances; over random compositions in all the regimes that planning tells apart.
 *
 * PLD_TEST_CASES and PLD_TEST_SEED (environment) run more, or others. */
#include "support/estimate.h"
#include "support/dice.h"
#include "support/suite.h"

#include <inttypes.h>
#include <math.h>
#include <pld/pld.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_STEPS = 3 };

static uint64_t from_environment(const char *name, uint64_t fallback) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : fallback;
}

/* A spec: mostly DP-SGD, with everything from many ordinary steps to few rare ones. */
static void random_spec(dice *from, char *text, size_t size) {
    uint64_t count = (uint64_t)dice_logarithmic(from, 1, dice_chance(from, 0.3) ? 1e8 : 1e5);
    double sigma = dice_logarithmic(from, dice_chance(from, 0.2) ? 0.03 : 0.4, 20);
    switch (dice_below(from, 6)) {
    case 0:
        snprintf(text, size, "gaussian:sigma=%.17g@%" PRIu64, sigma * sqrt((double)count), count);
        break;
    case 1:
        snprintf(text, size, "hypergeometric-gaussian:N=60000,B=%d,k=%d,sigma=%.17g@%" PRIu64, 1 + (int)dice_below(from, 500),
                 1 + (int)dice_below(from, 6), sigma, count);
        break;
    case 2:
        snprintf(text, size, "poisson-gaussian:q=%.17g,sigma=%.17g,removed=%d,added=%d@%" PRIu64,
                 dice_logarithmic(from, 1e-5, 0.3), sigma, (int)dice_below(from, 3), 1 + (int)dice_below(from, 3), count);
        break;
    default:
        snprintf(text, size, "poisson-gaussian:q=%.17g,sigma=%.17g@%" PRIu64, dice_logarithmic(from, 1e-6, 0.5), sigma, count);
    }
}

typedef struct {
    char text[MOST_STEPS][160];
    pld_mechanism *mechanisms[MOST_STEPS];
    pld_step steps[MOST_STEPS];
    size_t count;
    double log_delta;
} question;

static question random_question(dice *from) {
    question made = {.count = dice_chance(from, 0.75) ? 1 : 1 + dice_below(from, MOST_STEPS)};
    for (size_t i = 0; i < made.count; i++) {
        random_spec(from, made.text[i], sizeof made.text[i]);
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_parse(made.text[i], &made.mechanisms[i], &made.steps[i].count, NULL), PLD_OK);
        made.steps[i].mechanism = made.mechanisms[i];
    }
    made.log_delta = dice_chance(from, 0.3) ? log(dice_logarithmic(from, 1e-40, 1e-10)) : log(dice_logarithmic(from, 1e-12, 0.1));
    return made;
}

static void check_agreement(const question *asked, const pld_result *rough, const pld_result *fine, uint64_t seed,
                            size_t number) {
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld_bracket *a = &rough->directions[d].bracket, *b = &fine->directions[d].bracket;
        CHECK(a->lower <= b->upper && b->lower <= a->upper, "case %zu of seed %" PRIu64 ", %s: [%.12g, %.12g] and [%.12g, %.12g]",
              number, seed, asked->text[0], a->lower, a->upper, b->lower, b->upper);
        CHECK(estimate_fits(a, rough->tolerance), "estimate of case %zu", number);
        /* Where both claim to know better than their brackets they must know the same. */
        double errors = rough->directions[d].estimate_error + fine->directions[d].estimate_error;
        CHECK(!(errors < INFINITY) || fabs(a->estimate - b->estimate) <= 4 * errors + 2e-9 * (1 + fabs(a->estimate)),
              "case %zu of seed %" PRIu64 ", %s: estimates %.15g and %.15g", number, seed, asked->text[0], a->estimate,
              b->estimate);
    }
}

static void test_no_contradiction(void) {
    uint64_t seed = from_environment("PLD_TEST_SEED", 261);
    size_t cases = (size_t)from_environment("PLD_TEST_CASES", suite_cases(150)), estimates = 0;
    dice from = dice_create(seed);
    printf("[seed %" PRIu64 "] ", seed);
    for (size_t i = 0; i < cases; i++) {
        question asked = random_question(&from);
        pld_options options = pld_options_default();
        pld_result results[2];
        bool good = true;
        for (int k = 0; k < 2; k++) {
            options.relative_tolerance = k == 0 ? 1e-3 : 1e-4;
            pld_status status = pld_query_epsilon(asked.steps, asked.count, asked.log_delta, &options, &results[k], NULL);
            good &= CHECK(status == PLD_OK, "case %zu of seed %" PRIu64 ", --delta %.17g %s %s %s: %s", i, seed,
                          exp(asked.log_delta), asked.text[0], asked.text[1], asked.text[2], pld_status_message(status));
        }
        if (good) {
            check_agreement(&asked, &results[0], &results[1], seed, i);
            estimates += results[1].directions[0].estimate_error < INFINITY;
        }
        for (size_t m = 0; m < asked.count; m++)
            pld_mechanism_free(asked.mechanisms[m]);
    }
    printf("[%zu of %zu with an estimate] ", estimates, cases);
    CHECK(SANITIZED || estimates >= cases / 3, "only %zu of %zu have an estimate", estimates, cases);
}

int main(void) {
    CU_TestInfo tests[] = {{"no contradiction", test_no_contradiction}, CU_TEST_INFO_NULL};
    return suite_run("estimate/contour", tests);
}
