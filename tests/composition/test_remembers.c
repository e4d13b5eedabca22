/* Tests of what a pld_composition remembers: an answer is the same, bit by bit, whatever was asked before, by however many
 * threads. */
#include <pld/composition.h>

#include "base/workers.h"
#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Kernels answer most of them; discrete and single steps take other ways. */
static void draw_spec(dice *from, char *spec, size_t size) {
    switch (dice_below(from, 8)) {
    case 0:
        snprintf(spec, size, "gaussian:sigma=%d", 5 + (int)dice_below(from, 3));
        break;
    case 1:
        snprintf(spec, size, "hypergeometric-gaussian:N=1000,B=20,k=2,sigma=%d", 2 + (int)dice_below(from, 2));
        break;
    case 2:
        snprintf(spec, size, "laplace:b=%d", 30 + (int)dice_below(from, 2));
        break;
    default:
        snprintf(spec, size, "poisson-gaussian:q=0.0%d,sigma=%d", 1 + (int)dice_below(from, 2), 1 + (int)dice_below(from, 2));
        break;
    }
}

static bool same_bracket(const pld_bracket *a, const pld_bracket *b) {
    bool estimates = a->estimate == b->estimate || (isnan(a->estimate) && isnan(b->estimate));
    return a->lower == b->lower && a->upper == b->upper && estimates;
}

static bool same(const pld_result *a, const pld_result *b) {
    bool all = same_bracket(&a->bracket, &b->bracket) && a->tolerance_met == b->tolerance_met && a->rounds == b->rounds &&
               a->frequencies == b->frequencies;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        all &=
            same_bracket(&a->directions[d].bracket, &b->directions[d].bracket) && a->directions[d].tilt == b->directions[d].tilt;
    return all;
}

/* A question, about epsilon or delta. */
typedef struct {
    bool for_delta;
    double value;
} question;

static question draw_question(dice *from) {
    bool for_delta = dice_chance(from, 0.4);
    return (question){for_delta, for_delta ? dice_uniform(from, 0, 3) : -dice_uniform(from, 2, 30)};
}

static pld_status ask(const pld_composition *about, const question *what, pld_result *result) {
    pld_options options = pld_options_default();
    options.threads = 1;
    options.relative_tolerance = 1e-4;
    return what->for_delta ? pld_composition_delta(about, what->value, &options, result, NULL)
                           : pld_composition_epsilon(about, what->value, &options, result, NULL);
}

/* As one that has not been asked anything, and as pld_query_ says. */
static void check_cold(const pld_composition *warm, const question *what) {
    pld_composition *cold = NULL;
    size_t count;
    const pld_step *steps = pld_composition_steps(warm, &count);
    CU_ASSERT_EQUAL_FATAL(pld_composition_create(PLD_ADJACENCY_ADD_REMOVE, &cold), PLD_OK);
    for (size_t i = 0; i < count; i++)
        CU_ASSERT_EQUAL(pld_composition_add(cold, steps[i].mechanism, steps[i].count, NULL), PLD_OK);
    pld_result first, again, other, third;
    pld_options options = pld_options_default();
    options.relative_tolerance = 1e-4;
    CU_ASSERT_EQUAL_FATAL(ask(warm, what, &first), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(ask(warm, what, &again), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(ask(cold, what, &other), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(what->for_delta ? pld_query_delta(steps, count, what->value, &options, &third, NULL)
                                          : pld_query_epsilon(steps, count, what->value, &options, &third, NULL),
                          PLD_OK);
    CHECK(same(&first, &again) && same(&first, &other) && same(&first, &third),
          "%s and %zu more, %s %g: warm [%.17g, %.17g], again [%.17g, %.17g], cold [%.17g, %.17g], by a query [%.17g, %.17g]",
          pld_composition_spec(warm, 0), count - 1, what->for_delta ? "epsilon" : "log delta", what->value, first.bracket.lower,
          first.bracket.upper, again.bracket.lower, again.bracket.upper, other.bracket.lower, other.bracket.upper,
          third.bracket.lower, third.bracket.upper);
    pld_composition_free(cold);
}

static void test_warm_is_cold(void) {
    dice from = dice_create(2121);
    for (size_t i = 0; i < suite_volume(6); i++) {
        pld_composition *run = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_composition_create(PLD_ADJACENCY_ADD_REMOVE, &run), PLD_OK);
        for (int k = 0; k < 5; k++) {
            char spec[80];
            uint64_t one;
            draw_spec(&from, spec, sizeof spec);
            pld_mechanism *mechanism = spec_mechanism(spec, &one);
            uint64_t count = (uint64_t)dice_logarithmic(&from, 200, 3000);
            CU_ASSERT_EQUAL(pld_composition_add(run, mechanism, count, NULL), PLD_OK);
            pld_mechanism_free(mechanism);
            question what = draw_question(&from);
            check_cold(run, &what);
        }
        pld_composition_free(run);
    }
}

/* Step after step: what is remembered serves, and whatever round numbers plans are made for, an answer is never below an earlier
 * one by more than both are wide. */
static void test_step_after_step(void) {
    pld_composition *run = NULL;
    uint64_t one;
    pld_mechanism *mechanism = spec_mechanism("poisson-gaussian:q=0.01,sigma=1", &one);
    pld_result before = {.bracket = {0, 0, 0}};
    CU_ASSERT_EQUAL_FATAL(pld_composition_create(PLD_ADJACENCY_ADD_REMOVE, &run), PLD_OK);
    CU_ASSERT_EQUAL(pld_composition_add(run, mechanism, 1900, NULL), PLD_OK);
    for (size_t i = 0; i < suite_volume(300); i++) {
        const question what = {false, log(1e-5)};
        pld_result now;
        CU_ASSERT_EQUAL(pld_composition_add(run, mechanism, 1, NULL), PLD_OK);
        CU_ASSERT_EQUAL_FATAL(ask(run, &what, &now), PLD_OK);
        CHECK(now.tolerance_met && now.bracket.upper - now.bracket.lower < 1e-9, "after %zu: [%.17g, %.17g]", i,
              now.bracket.lower, now.bracket.upper);
        CHECK(now.bracket.upper >= before.bracket.lower, "after %zu: %.17g is below %.17g", i, now.bracket.upper,
              before.bracket.lower);
        if (i % 60 == 0)
            check_cold(run, &what);
        before = now;
    }
    pld_composition_free(run);
    pld_mechanism_free(mechanism);
}

enum { QUESTIONS = 24 };

typedef struct {
    const pld_composition *about;
    question questions[QUESTIONS];
    pld_result results[4 * QUESTIONS];
} crowd;

static void ask_one(void *context, size_t i) {
    crowd *all = context;
    if (ask(all->about, &all->questions[i % QUESTIONS], &all->results[i]) != PLD_OK)
        all->results[i].bracket.upper = -1;
}

static void test_threads(void) {
    dice from = dice_create(2323);
    static crowd all;
    pld_composition *run = NULL;
    uint64_t one;
    pld_mechanism *mechanism = spec_mechanism("poisson-gaussian:q=0.01,sigma=1", &one);
    CU_ASSERT_EQUAL_FATAL(pld_composition_create(PLD_ADJACENCY_ADD_REMOVE, &run), PLD_OK);
    CU_ASSERT_EQUAL(pld_composition_add(run, mechanism, 5000, NULL), PLD_OK);
    all.about = run;
    for (int i = 0; i < QUESTIONS; i++)
        all.questions[i] = draw_question(&from);
    pld__parallel(4, 4 * (size_t)QUESTIONS, ask_one, &all);
    for (int i = 0; i < QUESTIONS; i++) {
        check_cold(run, &all.questions[i]);
        for (int k = 1; k < 4; k++)
            CHECK(same(&all.results[i], &all.results[i + k * QUESTIONS]), "question %d: not the same for all", i);
    }
    pld_composition_free(run);
    pld_mechanism_free(mechanism);
}

int main(void) {
    CU_TestInfo tests[] = {{"warm is cold", test_warm_is_cold},
                           {"step after step", test_step_after_step},
                           {"threads", test_threads},
                           CU_TEST_INFO_NULL};
    return suite_run("composition/remembers", tests);
}
