/* Tests of src/query/two_ends.c: each end is that of its own pair, in every question; mixtures of steps; nothing is estimated. */
#include "query/two_ends.h"

#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <pld/composition.h>

static pld_options options_of(pld_adjacency adjacency) {
    pld_options options = pld_options_default();
    options.adjacency = adjacency;
    options.relative_tolerance = 1e-4;
    return options;
}

static pld_mechanism *zeroed(const char *spec, uint64_t *count) {
    pld_mechanism *plain = spec_mechanism(spec, count), *made = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_zeroed(plain, &made, NULL), PLD_OK);
    pld_mechanism_free(plain);
    return made;
}

/* Upper ends are those of the pair that dominates, lower ends the best of the others, with an ordinary step beside. */
static void test_ends(void) {
    uint64_t count = 0;
    pld_mechanism *step = zeroed("fixed-size:N=2000,B=100,sigma=2@100", &count),
                  *plain = spec_mechanism("gaussian:sigma=9", NULL);
    const pld_step steps[] = {{step, count}, {plain, 4}};
    pld_options options = options_of(PLD_ADJACENCY_ZERO_OUT);
    pld_result both, upper, lower;
    pld__dominating dominating;
    double best = 0;
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(steps, 2, logl(1e-5L), &options, &both, NULL), PLD_OK);
    CU_ASSERT(both.theory_gap && both.tolerance_met && isnan(both.bracket.estimate));
    CU_ASSERT_EQUAL_FATAL(pld__dominating_create(steps, 2, true, &dominating), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(dominating.steps, 2, logl(1e-5L), &options, &upper, NULL), PLD_OK);
    CU_ASSERT(!upper.theory_gap && upper.bracket.upper == both.bracket.upper);
    for (size_t i = 0; i < step->attained_count; i++) {
        const pld_step below[] = {{step->attained[i], count}, {plain, 4}};
        CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(below, 2, logl(1e-5L), &options, &lower, NULL), PLD_OK);
        best = fmax(best, lower.bracket.lower);
    }
    CU_ASSERT_EQUAL(both.bracket.lower, best);
    CU_ASSERT(both.bracket.lower < 0.99 * both.bracket.upper);
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        CU_ASSERT(isnan(both.directions[d].bracket.estimate) &&
                  both.directions[d].bracket.lower <= both.directions[d].bracket.upper);
    pld__dominating_free(&dominating);
    pld_mechanism_free(step);
    pld_mechanism_free(plain);
}

/* Two steps with two pairs each: four products; three of five each: too many for all. */
static void test_alternatives(void) {
    uint64_t count = 0;
    pld_mechanism *one = zeroed("fixed-size:N=2000,B=100,sigma=2", &count),
                  *other = zeroed("fixed-size:N=20,B=10,sigma=3", &count);
    pld_mechanism *plain = spec_mechanism("gaussian:sigma=9", NULL);
    const pld_step steps[] = {{one, 3}, {plain, 1}, {other, 2}, {one, 1}, {other, 1}, {one, 2}};
    pld__alternatives all;
    CU_ASSERT_EQUAL_FATAL(pld__alternatives_create(steps, 3, &all), PLD_OK);
    CU_ASSERT_EQUAL(all.count, 4);
    for (size_t i = 0; i < all.count; i++) {
        CU_ASSERT(all.steps[3 * i].mechanism == one->attained[i % 2] && all.steps[3 * i].count == 3);
        CU_ASSERT(all.steps[3 * i + 1].mechanism == plain);
        CU_ASSERT(all.steps[3 * i + 2].mechanism == other->attained[i / 2]);
    }
    pld__alternatives_free(&all);
    CU_ASSERT_EQUAL_FATAL(pld__alternatives_create(steps, 6, &all), PLD_OK);
    CU_ASSERT_EQUAL(all.count, 2);
    CU_ASSERT(all.steps[0].mechanism == one->attained[0] && all.steps[6 + 5].mechanism == one->attained[1]);
    pld__alternatives_free(&all);
    CU_ASSERT_EQUAL_FATAL(pld__alternatives_create(steps + 1, 1, &all), PLD_OK);
    CU_ASSERT_EQUAL(all.count, 0);
    pld__alternatives_free(&all);
    pld_mechanism_free(one);
    pld_mechanism_free(other);
    pld_mechanism_free(plain);
}

/* delta, attacks and posteriors have their own pairs too; calibration keeps to the target by the upper end. */
static void test_other_questions(void) {
    uint64_t count = 0;
    pld_mechanism *step = zeroed("fixed-size:N=2000,B=100,sigma=2@50", &count);
    const pld_step steps[] = {{step, count}};
    pld_options options = options_of(PLD_ADJACENCY_ZERO_OUT);
    options.relative_tolerance = 1e-2;
    pld_result result;
    pld_attack attack;
    pld_posterior posterior;
    CU_ASSERT_EQUAL_FATAL(pld_query_delta(steps, 1, 0.5, &options, &result, NULL), PLD_OK);
    CU_ASSERT(result.theory_gap && result.tolerance_met && result.bracket.lower < result.bracket.upper);
    CU_ASSERT_EQUAL_FATAL(pld_query_attack(steps, 1, 1e-2, &options, &attack, NULL), PLD_OK);
    CU_ASSERT(attack.theory_gap && attack.tolerance_met && isnan(attack.true_positive.estimate));
    CU_ASSERT(attack.true_positive.lower > 1e-2 && attack.true_positive.lower < attack.true_positive.upper);
    CU_ASSERT_EQUAL_FATAL(pld_query_posterior(steps, 1, 0.5, &options, &posterior, NULL), PLD_OK);
    CU_ASSERT(posterior.tolerance_met && posterior.accuracy.lower < posterior.accuracy.upper);
    CU_ASSERT(posterior.accuracy.lower > 0.5 && isnan(posterior.accuracy.estimate));
    pld_target target = {.kind = PLD_TARGET_EPSILON, .epsilon = 1, .log_delta = log(1e-5)};
    pld_calibration found;
    options.relative_tolerance = 0;
    CU_ASSERT_EQUAL_FATAL(
        pld_query_calibrate("fixed-size:N=2000,B=100,sigma=solve@50", NULL, 0, &target, &options, NULL, NULL, &found, NULL),
        PLD_OK);
    CU_ASSERT(found.kind == PLD_CALIBRATION_FOUND && found.tolerance_met && found.spent.upper <= 1);
    pld_mechanism_free(step);
}

/* Zero-out is the pair of a record that is there or not where nothing else moves, and refused where nothing is known. */
static void test_zero_out(void) {
    static const char *const same[] = {
        "gaussian:sigma=2",          "poisson-gaussian:q=0.1,sigma=1", "laplace:b=2",
        "poisson-laplace:q=0.1,b=2", "discrete-gaussian:sigma=2",      "dp-sgd:N=100,batch=10,epochs=1,sigma=1"};
    static const char *const refused[] = {"randomized-response:epsilon=1,k=2", "approx-dp:epsilon=1,delta=1e-6",
                                          "hypergeometric-gaussian:N=10,B=2,k=1,sigma=1",
                                          "mixture-gaussian:sigma=1,pw=1,pm=1,qw=1,qm=0", "poisson-gaussian:q=0.1,sigma=1,k=2"};
    pld_options options = options_of(PLD_ADJACENCY_ZERO_OUT);
    for (size_t i = 0; i < COUNT_OF(same); i++) {
        pld_mechanism *plain = spec_mechanism(same[i], NULL), *made = NULL;
        pld_result result;
        const pld_step step = {plain, 1};
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_zeroed(plain, &made, NULL), PLD_OK);
        CU_ASSERT(made == plain);
        CU_ASSERT_EQUAL(pld_query_epsilon(&step, 1, logl(1e-5L), &options, &result, NULL), PLD_OK);
        CU_ASSERT(!result.theory_gap && result.directions[PLD_ADD].asked && result.directions[PLD_REMOVE].asked);
        pld_mechanism_free(made);
        pld_mechanism_free(plain);
    }
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        pld_mechanism *plain = spec_mechanism(refused[i], NULL), *made = NULL;
        pld_error error = {.message = ""};
        CU_ASSERT_EQUAL(pld_mechanism_create_zeroed(plain, &made, &error), PLD_ERROR_ARGUMENT);
        CHECK(error.message[0] != '\0' && made == NULL, "%s: no reason", refused[i]);
        pld_mechanism_free(plain);
    }
    CU_ASSERT_STRING_EQUAL(pld_adjacency_direction_name(PLD_ADJACENCY_ZERO_OUT, PLD_REMOVE), "zeroed");
    CU_ASSERT_STRING_EQUAL(pld_adjacency_direction_name(PLD_ADJACENCY_REPLACE, PLD_ADD), "reverse");
    CU_ASSERT_STRING_EQUAL(pld_adjacency_direction_name(PLD_ADJACENCY_ADD_REMOVE, PLD_ADD), "add");
}

int main(void) {
    CU_TestInfo tests[] = {{"ends", test_ends},
                           {"alternatives", test_alternatives},
                           {"other questions", test_other_questions},
                           {"zero-out", test_zero_out},
                           CU_TEST_INFO_NULL};
    return suite_run("query/two_ends", tests);
}
