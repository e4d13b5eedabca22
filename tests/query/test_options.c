/* Tests of src/query/options.c: options of other headers are refused, and a watcher ends every kind of question. */
#include <pld/pld.h>

#include "support/suite.h"
#include <math.h>
#include <string.h>

/* Says yes so many times. */
typedef struct patience {
    int left;
    int asked;
} patience;

static bool wait_for(void *context) {
    patience *of = context;
    of->asked++;
    return of->left-- > 0;
}

static pld_step one_step(void) {
    static pld_mechanism *mechanism;
    if (mechanism == NULL)
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0.01, 0.8, 1, 0, 1, &mechanism, NULL), PLD_OK);
    return (pld_step){mechanism, 1000};
}

/* Room for any answer, with a mark in it that a failure leaves alone. */
typedef union answer {
    unsigned char bytes[1024];
    pld_result result;
    pld_attack attack;
    pld_posterior posterior;
    pld_calibration calibration;
    pld_bracket bracket;
    pld_statement *statement;
} answer;

enum { EPSILON, DELTA, CURVE, ATTACK, TRADEOFF, POSTERIOR, CALIBRATE, RENYI, STATEMENT, QUESTIONS };

static pld_status ask(int question, const pld_options *options, answer *into) {
    const pld_step step = one_step();
    const pld_curve_point point = {2, log(1e-5)};
    const double rate = 0.01;
    const pld_target target = {.kind = PLD_TARGET_EPSILON, .epsilon = 2, .log_delta = log(1e-5)};
    const pld_statement_question statement = {.steps = &step, .step_count = 1, .delta = "1e-5"};
    switch (question) {
    case EPSILON:
        return pld_query_epsilon(&step, 1, logl(1e-5L), options, &into->result, NULL);
    case DELTA:
        return pld_query_delta(&step, 1, 1, options, &into->result, NULL);
    case CURVE:
        return pld_query_curve(&step, 1, &point, 1, options, NULL, NULL, &into->result, NULL);
    case ATTACK:
        return pld_query_attack(&step, 1, rate, options, &into->attack, NULL);
    case TRADEOFF:
        return pld_query_tradeoff(&step, 1, &rate, 1, options, NULL, NULL, &into->attack, NULL);
    case POSTERIOR:
        return pld_query_posterior(&step, 1, 0.5, options, &into->posterior, NULL);
    case CALIBRATE:
        return pld_query_calibrate("poisson-gaussian:q=0.01,sigma=solve@1000", NULL, 0, &target, options, NULL, NULL,
                                   &into->calibration, NULL);
    case RENYI:
        return pld_renyi_bracket(&step, 1, PLD_REMOVE, 8, options, &into->bracket, NULL);
    default:
        return pld_statement_create(&statement, options, &into->statement, NULL);
    }
}

static bool untouched(const answer *of) {
    for (size_t i = 0; i < sizeof of->bytes; i++)
        if (of->bytes[i] != 0x5a)
            return false;
    return true;
}

static void expect(int question, const pld_options *options, pld_status expected) {
    answer into;
    memset(&into, 0x5a, sizeof into);
    pld_status status = ask(question, options, &into);
    CHECK(status == expected, "question %d: status %d instead of %d", question, (int)status, (int)expected);
    CHECK(status == PLD_OK || untouched(&into), "question %d has written something", question);
    if (status == PLD_OK && question == STATEMENT)
        pld_statement_free(into.statement);
}

static void test_a_watcher_ends_every_question(void) {
    for (int question = 0; question < QUESTIONS; question++) {
        pld_options options = pld_options_default();
        patience unlimited = {.left = 1000000}, none = {.left = 0};
        options.watcher = wait_for;
        options.context = &unlimited;
        expect(question, &options, PLD_OK);
        CHECK(unlimited.asked > 0, "question %d asks the watcher %d times", question, unlimited.asked);
        options.context = &none;
        expect(question, &options, PLD_ERROR_STOPPED);
        options.threads = 1;
        patience alone = {.left = 1000000}; /* several threads may ask more often */
        options.context = &alone;
        expect(question, &options, PLD_OK);
        for (int left = 1; left < alone.asked; left *= 2) {
            options.context = &(patience){.left = left};
            expect(question, &options, PLD_ERROR_STOPPED);
        }
    }
}

static void test_options_of_other_headers_are_refused(void) {
    for (int question = 0; question < QUESTIONS; question++) {
        pld_options options = pld_options_default();
        options.size--;
        expect(question, &options, PLD_ERROR_ARGUMENT);
        options = pld_options_default();
        options.version += 100;
        expect(question, &options, PLD_ERROR_ARGUMENT);
        pld_options_init(&options, sizeof options + 8, PLD_VERSION);
        expect(question, &options, PLD_ERROR_ARGUMENT);
        pld_options_init(&options, sizeof options, PLD_VERSION + 1); /* the next patch */
        expect(question, &options, PLD_OK);
    }
}

static void test_the_unit_is_said(void) {
    const pld_step step = one_step();
    pld_options options = pld_options_default();
    pld_result epsilon, delta;
    CU_ASSERT_EQUAL(pld_query_epsilon(&step, 1, logl(1e-5L), &options, &epsilon, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_query_delta(&step, 1, epsilon.bracket.upper, &options, &delta, NULL), PLD_OK);
    CU_ASSERT_EQUAL(epsilon.unit, PLD_UNIT_EPSILON);
    CU_ASSERT_EQUAL(delta.unit, PLD_UNIT_LOG_DELTA);
    pld_bracket itself = pld_bracket_delta(&delta.bracket);
    CU_ASSERT(itself.lower <= 1e-5 && itself.upper <= 1.01e-5);
    CU_ASSERT(pld_bracket_width(&delta.bracket, delta.unit) <= 1e-3);
}

static void test_deltas_as_text(void) {
    pld_delta delta = {0, 0};
    CU_ASSERT_EQUAL(pld_delta_parse("1e-400", &delta, NULL), PLD_OK);
    CU_ASSERT_EQUAL(delta.value, 0);
    CU_ASSERT_DOUBLE_EQUAL(delta.log, -921.0340371976183, 1e-12);
    CU_ASSERT_EQUAL((double)pld_delta_log(&delta), delta.log);
    CU_ASSERT_EQUAL(pld_delta_parse("1/48000", &delta, NULL), PLD_OK);
    CU_ASSERT_EQUAL(delta.value, 1.0 / 48000);
    CU_ASSERT_EQUAL(pld_delta_parse("1", &delta, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(delta.value, 1.0 / 48000);
}

int main(void) {
    CU_TestInfo tests[] = {{"a watcher ends every question", test_a_watcher_ends_every_question},
                           {"options of other headers are refused", test_options_of_other_headers_are_refused},
                           {"the unit is said", test_the_unit_is_said},
                           {"deltas as text", test_deltas_as_text},
                           CU_TEST_INFO_NULL};
    return suite_run("query/options", tests);
}
