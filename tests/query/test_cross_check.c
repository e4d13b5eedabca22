/* Two engines about one question never contradict each other, of whichever family, in both directions; and where one of them is
 * wrong it shows. */
#include <pld/query.h>

#include "support/any.h"
#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <inttypes.h>
#include <math.h>

enum { MOST_STEPS = 2 };

static void check(const pld_step *steps, size_t count, bool for_delta, long double given, size_t *by) {
    pld_options options = pld_options_default();
    pld_result first;
    pld_cross_check second;
    options.relative_tolerance = 1e-4;
    pld_status status = for_delta ? pld_query_delta(steps, count, (double)given, &options, &first, NULL)
                                  : pld_query_epsilon(steps, count, given, &options, &first, NULL);
    CU_ASSERT_EQUAL_FATAL(status, PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_query_cross_check(steps, count, given, &options, &first, &second, NULL), PLD_OK);
    for (int d = 0; d < PLD_DIRECTIONS && second.answered; d++) {
        const pld_bracket *a = &first.directions[d].bracket, *b = &second.result.directions[d].bracket;
        CHECK(!second.contradicts[d], "%s@%" PRIu64 "%s, %s %.17Lg, %s: [%.17g, %.17g] by %s, [%.17g, %.17g] by %s",
              pld_mechanism_resolved(steps[0].mechanism), steps[0].count, count > 1 ? " and more" : "",
              for_delta ? "epsilon" : "log delta", given, pld_direction_name((pld_direction)d), a->lower, a->upper,
              pld_engine_name(first.engines[d].upper), b->lower, b->upper, pld_engine_name(second.engine));
        CU_ASSERT(second.engine != first.engines[d].lower && second.engine != first.engines[d].upper);
    }
    if (second.answered)
        by[second.engine]++;
}

static void test_random(void) {
    dice from = dice_create(5151);
    size_t by[PLD_ENGINES] = {0}, cases = suite_volume(100), answered = 0;
    for (size_t i = 0; i < cases; i++) {
        pld_step steps[MOST_STEPS];
        pld_mechanism *mechanisms[MOST_STEPS];
        size_t count = dice_chance(&from, 0.3) ? 2 : 1;
        for (size_t m = 0; m < count; m++) {
            mechanisms[m] = any_mechanism(&from, m == 0 ? i : dice_below(&from, ANY_FAMILIES), 60, &steps[m].count);
            steps[m].mechanism = mechanisms[m];
        }
        bool for_delta = dice_chance(&from, 0.3);
        check(steps, count, for_delta, for_delta ? dice_logarithmic(&from, 0.1, 5) : -dice_uniform(&from, 2, 25), by);
        for (size_t m = 0; m < count; m++)
            pld_mechanism_free(mechanisms[m]);
    }
    for (size_t engine = 0; engine < PLD_ENGINES; engine++)
        answered += by[engine];
    CHECK(answered > cases / 2, "only %zu of %zu had a second opinion", answered, cases);
    CU_ASSERT(by[PLD_ENGINE_FREQUENCIES] > 0 && by[PLD_ENGINE_TRANSFORMS] > 0);
}

/* An end that is wrong by a little more than both widths. */
static void test_wrong_end(void) {
    static const char *const specs[] = {"poisson-gaussian:q=0.01,sigma=1@1000", "laplace:b=3@20", "discrete-gaussian:sigma=4@20"};
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        pld_step step;
        pld_mechanism *mechanism = spec_mechanism(specs[i], &step.count);
        pld_options options = pld_options_default();
        pld_result first;
        pld_cross_check second;
        step.mechanism = mechanism;
        options.tolerance = 1e-3;
        CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, -11, &options, &first, NULL), PLD_OK);
        CU_ASSERT_EQUAL_FATAL(pld_query_cross_check(&step, 1, -11, &options, &first, &second, NULL), PLD_OK);
        CU_ASSERT(second.answered && !second.contradicts[PLD_REMOVE] && !second.contradicts[PLD_ADD]);
        pld_bracket *wrong = &first.directions[PLD_ADD].bracket;
        double moved = wrong->upper - second.result.directions[PLD_ADD].bracket.lower + 1e-9;
        wrong->lower -= moved;
        wrong->upper -= moved; /* an upper end below the truth */
        CU_ASSERT_EQUAL_FATAL(pld_query_cross_check(&step, 1, -11, &options, &first, &second, NULL), PLD_OK);
        CU_ASSERT(second.answered && !second.contradicts[PLD_REMOVE] && second.contradicts[PLD_ADD]);
        wrong->lower = wrong->upper = second.result.directions[PLD_ADD].bracket.upper + 1e-9; /* a lower end above it */
        CU_ASSERT_EQUAL_FATAL(pld_query_cross_check(&step, 1, -11, &options, &first, &second, NULL), PLD_OK);
        CU_ASSERT(second.answered && second.contradicts[PLD_ADD]);
        pld_mechanism_free(mechanism);
    }
}

/* Where nothing has to be computed there is nothing to check. */
static void test_facts(void) {
    pld_step step;
    pld_mechanism *mechanism = spec_mechanism("randomized-response:epsilon=1@5", &step.count);
    pld_options options = pld_options_default();
    pld_result first;
    pld_cross_check second;
    step.mechanism = mechanism;
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, -INFINITY, &options, &first, NULL), PLD_OK);
    CU_ASSERT_EQUAL(first.engines[PLD_REMOVE].upper, PLD_ENGINE_AUTO);
    CU_ASSERT_EQUAL_FATAL(pld_query_cross_check(&step, 1, -INFINITY, &options, &first, &second, NULL), PLD_OK);
    CU_ASSERT(!second.answered);
    pld_mechanism_free(mechanism);
}

int main(void) {
    CU_TestInfo tests[] = {{"random", test_random}, {"wrong end", test_wrong_end}, {"facts", test_facts}, CU_TEST_INFO_NULL};
    return suite_run("query/cross_check", tests);
}
