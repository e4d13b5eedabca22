/* pld_query_curve against pld_query_epsilon, and against itself with other numbers of threads. */
#include "support/dice.h"
#include "support/suite.h"

#include <math.h>
#include <pld/pld.h>
#include <stdio.h>
#include <string.h>

enum { MOST_POINTS = 9 };

static pld_mechanism *random_mechanism(dice *from) {
    char spec[160];
    double q = dice_logarithmic(from, 1e-3, 0.5), sigma = dice_logarithmic(from, 0.5, 5);
    switch (dice_below(from, 5)) {
    case 0:
        snprintf(spec, sizeof spec, "gaussian:sigma=%.6g", 10 * sigma);
        break;
    case 1:
        snprintf(spec, sizeof spec, "hypergeometric-gaussian:N=60000,B=%zu,k=%zu,sigma=%.6g", 16 + dice_below(from, 1000),
                 1 + dice_below(from, 4), sigma);
        break;
    case 2:
        snprintf(spec, sizeof spec, "randomized-response:epsilon=%.6g", 0.1 * sigma);
        break;
    default:
        snprintf(spec, sizeof spec, "poisson-gaussian:q=%.6g,sigma=%.6g", q, sigma);
    }
    pld_mechanism *mechanism = NULL;
    uint64_t once;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_parse(spec, &mechanism, &once, NULL), PLD_OK);
    return mechanism;
}

static bool same_bits(const pld_result *a, const pld_result *b) {
    pld_result first = *a, second = *b;
    first.seconds = second.seconds = 0;
    bool same = memcmp(&first.bracket, &second.bracket, sizeof first.bracket) == 0 && first.rounds == second.rounds &&
                first.buckets == second.buckets && first.memory == second.memory && first.tolerance_met == second.tolerance_met;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        same &= memcmp(&first.directions[d].bracket, &second.directions[d].bracket, sizeof first.bracket) == 0;
    return same;
}

static void compare_random(void) {
    dice from = dice_create(1703);
    for (size_t i = 0; i < suite_volume(32); i++) {
        pld_mechanism *mechanism = random_mechanism(&from);
        pld_step step = {mechanism, 1 + dice_below(&from, 3)};
        pld_options options = pld_options_default();
        options.tolerance = dice_chance(&from, 0.5) ? 1e-4 : 0;
        pld_curve_point points[MOST_POINTS];
        pld_result results[3][MOST_POINTS];
        size_t count = 1 + dice_below(&from, MOST_POINTS);
        for (size_t p = 0; p < count; p++)
            points[p] = (pld_curve_point){(uint64_t)dice_logarithmic(&from, 1, 20000), -dice_logarithmic(&from, 2, 40)};
        for (unsigned run = 0; run < 2; run++) {
            options.threads = run + 1;
            CU_ASSERT_EQUAL(pld_query_curve(&step, 1, points, count, &options, NULL, NULL, results[run], NULL), PLD_OK);
        }
        for (size_t p = 0; p < count; p++) {
            pld_step scaled = {mechanism, step.count * points[p].compositions};
            CU_ASSERT_EQUAL(pld_query_epsilon(&scaled, 1, points[p].log_delta, &options, &results[2][p], NULL), PLD_OK);
            CHECK(same_bits(&results[0][p], &results[1][p]), "case %zu point %zu: threads change the answer", i, p);
            CHECK(same_bits(&results[0][p], &results[2][p]), "case %zu point %zu: not the answer of a single query", i, p);
        }
        pld_mechanism_free(mechanism);
    }
}

/* Whatever the limit is, the points that share it must not answer worse than alone. */
static void share_memory(void) {
    pld_mechanism *mechanism = NULL;
    uint64_t once;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_parse("poisson-gaussian:q=0.01,sigma=1", &mechanism, &once, NULL), PLD_OK);
    pld_step step = {mechanism, 1};
    const pld_curve_point points[] = {{4, log(1e-6)}, {60, log(1e-6)}, {500, log(1e-5)}, {5000, log(1e-7)}};
    enum { POINTS = COUNT_OF(points) };
    size_t changed = 0;
    pld_options options = pld_options_default();
    pld_result results[2][POINTS], plenty[POINTS];
    CU_ASSERT_EQUAL(pld_query_curve(&step, 1, points, POINTS, &options, NULL, NULL, plenty, NULL), PLD_OK);
    for (size_t limit = 20000; limit < 20000000; limit *= 3) {
        options.memory_limit = limit;
        for (unsigned run = 0; run < 2; run++) {
            options.threads = run ? 4 : 1;
            CU_ASSERT_EQUAL(pld_query_curve(&step, 1, points, POINTS, &options, NULL, NULL, results[run], NULL), PLD_OK);
        }
        for (size_t p = 0; p < POINTS; p++) {
            CHECK(same_bits(&results[0][p], &results[1][p]), "limit %zu, point %zu: sharing it changes the answer", limit, p);
            changed += !same_bits(&results[0][p], &plenty[p]);
        }
    }
    CHECK(changed > 4, "no limit was low enough to matter");
    pld_mechanism_free(mechanism);
}

/* Stops when some number of points is done. */
typedef struct {
    size_t last, calls, total;
    size_t stop_at;
    bool falls;
} log_book;

static bool watch(size_t done, size_t total, void *context) {
    log_book *book = context;
    book->falls |= done < book->last;
    book->last = done;
    book->total = total;
    book->calls++;
    return done < book->stop_at;
}

static void watch_and_stop(void) {
    pld_mechanism *mechanism = NULL;
    uint64_t once;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_parse("gaussian:sigma=20", &mechanism, &once, NULL), PLD_OK);
    pld_step step = {mechanism, 1};
    pld_curve_point points[MOST_POINTS];
    for (size_t p = 0; p < MOST_POINTS; p++)
        points[p] = (pld_curve_point){p + 1, log(1e-5)};
    for (unsigned threads = 1; threads <= 3; threads++) {
        pld_options options = pld_options_default();
        options.threads = threads;
        pld_result results[MOST_POINTS] = {{.rounds = 77}};
        log_book all = {.stop_at = MOST_POINTS}, some = {.stop_at = 3};
        CU_ASSERT_EQUAL(pld_query_curve(&step, 1, points, MOST_POINTS, &options, watch, &some, results, NULL), PLD_ERROR_STOPPED);
        CHECK(results[0].rounds == 77, "results of a stopped curve were touched");
        CHECK(some.last >= 3 && some.calls < MOST_POINTS + 1, "stopped at %zu after %zu calls", some.last, some.calls);
        CU_ASSERT_EQUAL(pld_query_curve(&step, 1, points, MOST_POINTS, &options, watch, &all, results, NULL), PLD_OK);
        CHECK(all.calls == MOST_POINTS && all.total == MOST_POINTS && !all.falls, "%zu calls", all.calls);
    }
    pld_mechanism_free(mechanism);
}

/* Of several wrong points the first is named, whatever the order of computing. */
static void name_first_failure(void) {
    pld_mechanism *mechanism = NULL;
    uint64_t once;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_parse("gaussian:sigma=20", &mechanism, &once, NULL), PLD_OK);
    pld_step step = {mechanism, 1};
    const pld_curve_point points[] = {{3, log(1e-5)}, {0, log(1e-5)}, {UINT64_MAX, 0.5}, {7, 0.5}};
    for (unsigned threads = 1; threads <= 3; threads++) {
        pld_options options = pld_options_default();
        pld_error error;
        options.threads = threads;
        pld_result results[COUNT_OF(points)] = {{.rounds = 77}};
        CU_ASSERT_EQUAL(pld_query_curve(&step, 1, points, COUNT_OF(points), &options, NULL, NULL, results, &error),
                        PLD_ERROR_ARGUMENT);
        CHECK(strcmp(error.word, "0") == 0 && results[0].rounds == 77, "named '%s'", error.word);
    }
    pld_mechanism_free(mechanism);
}

int main(void) {
    CU_TestInfo tests[] = {{"random curves are their points", compare_random},
                           {"threads share the memory limit", share_memory},
                           {"watchers count and stop", watch_and_stop},
                           {"the first wrong point is named", name_first_failure},
                           CU_TEST_INFO_NULL};
    return suite_run("curve", tests);
}
