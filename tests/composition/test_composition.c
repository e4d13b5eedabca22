/* Tests of src/composition/composition.c. */
#include <pld/composition.h>

#include "support/folder.h"
#include "support/suite.h"
#include <CUnit/Basic.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static pld_composition *create(pld_adjacency adjacency) {
    pld_composition *made = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_composition_create(adjacency, &made), PLD_OK);
    return made;
}

static size_t step_count(const pld_composition *composition) {
    size_t count = 0;
    (void)pld_composition_steps(composition, &count);
    return count;
}

static uint64_t count_of(const pld_composition *composition, size_t index) {
    size_t count = 0;
    return pld_composition_steps(composition, &count)[index].count;
}

static void test_equal_steps_join_in_the_order_of_the_first(void) {
    pld_composition *run = create(PLD_ADJACENCY_ADD_REMOVE);
    static const char *const specs[] = {"gaussian:sigma=2@3", "laplace:b=1", "gaussian:sigma=4/2@4", "laplace:b=1.0@1e2"};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
        CU_ASSERT_EQUAL(pld_composition_add_spec(run, specs[i], NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(step_count(run), 2);
    CU_ASSERT_EQUAL(count_of(run, 0), 7);
    CU_ASSERT_EQUAL(count_of(run, 1), 101);
    CU_ASSERT_EQUAL(pld_composition_total(run), 108);
    CU_ASSERT_STRING_EQUAL(pld_composition_spec(run, 0), "gaussian:sigma=2@7");
    CU_ASSERT_STRING_EQUAL(pld_composition_spec(run, 1), "laplace:b=1@101");
    CU_ASSERT_PTR_NULL(pld_composition_spec(run, 2));
    pld_composition_free(run);
}

/* A training run counts its own steps; one of 10 epochs and one of 20 stay apart, though their pair is the same. */
static void test_training_runs_join_when_their_notes_do(void) {
    pld_composition *run = create(PLD_ADJACENCY_ADD_REMOVE);
    const char *ten = "dp-sgd:N=1000,batch=10,epochs=10,sigma=1", *twenty = "dp-sgd:N=1000,batch=10,epochs=20,sigma=1";
    CU_ASSERT_EQUAL(pld_composition_add_spec(run, ten, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_composition_add_spec(run, twenty, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_composition_add_spec(run, ten, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(step_count(run), 2);
    CU_ASSERT_EQUAL(count_of(run, 0), 2000);
    CU_ASSERT_STRING_EQUAL(pld_composition_spec(run, 0), "dp-sgd:N=1000,batch=10,epochs=10,sigma=1@2");
    CU_ASSERT_EQUAL(count_of(run, 1), 2000);
    CU_ASSERT(strlen(pld_composition_notes(run)) > 0);
    pld_composition_free(run);
}

/* The caller's own may go first, and adding it again only raises a count. */
static void test_mechanisms_are_shared(void) {
    pld_composition *run = create(PLD_ADJACENCY_ADD_REMOVE);
    pld_mechanism *step = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0.01, 1, 1, 0, 1, &step, NULL), PLD_OK);
    for (int i = 0; i < 2000; i++)
        CU_ASSERT_EQUAL(pld_composition_add(run, step, 1, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_composition_add(run, step, 0, NULL), PLD_ERROR_ARGUMENT);
    pld_mechanism_free(step);
    CU_ASSERT_EQUAL(step_count(run), 1);
    CU_ASSERT_EQUAL(count_of(run, 0), 2000);

    pld_composition *other = create(PLD_ADJACENCY_ADD_REMOVE);
    CU_ASSERT_EQUAL(pld_composition_add_spec(other, "poisson-gaussian:q=0.01,sigma=1@2000", NULL), PLD_OK);
    pld_options options = pld_options_default();
    pld_result loop, once;
    CU_ASSERT_EQUAL_FATAL(pld_composition_epsilon(run, logl(1e-5L), &options, &loop, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_composition_epsilon(other, logl(1e-5L), &options, &once, NULL), PLD_OK);
    CU_ASSERT_EQUAL(loop.bracket.lower, once.bracket.lower);
    CU_ASSERT_EQUAL(loop.bracket.upper, once.bracket.upper);
    pld_composition_free(run);
    pld_composition_free(other);
}

static void test_many_different_steps_are_all_found_again(void) {
    enum { COUNT = 3000 };
    pld_composition *run = create(PLD_ADJACENCY_ADD_REMOVE);
    for (int turn = 0; turn < 2; turn++)
        for (int i = 0; i < COUNT; i++) {
            char spec[64];
            snprintf(spec, sizeof spec, "gaussian:sigma=%d/7@2", i + 1);
            CU_ASSERT_EQUAL(pld_composition_add_spec(run, spec, NULL), PLD_OK);
        }
    CU_ASSERT_EQUAL_FATAL(step_count(run), COUNT);
    for (size_t i = 0; i < COUNT; i++)
        CU_ASSERT_EQUAL(count_of(run, i), 4);
    pld_composition_free(run);
}

static void test_a_failure_adds_nothing(void) {
    static const char bad[] = "spec,count\ngaussian:sigma=1,5\nlaplace:b=2@3\nlaplace:c=2\n";
    pld_error error = {.message = ""};
    pld_composition *run = create(PLD_ADJACENCY_ADD_REMOVE);
    CU_ASSERT_EQUAL(pld_composition_add_spec(run, "gaussian:sigma=1", NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_composition_add_spec(run, "gaussian:sigma=-1", &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_TRUE(folder_write("schedule.csv", bad, strlen(bad)));
    CU_ASSERT_EQUAL(pld_composition_add_schedule(run, "schedule.csv", &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "line 4"));
    CU_ASSERT_EQUAL(step_count(run), 1);
    CU_ASSERT_EQUAL(pld_composition_total(run), 1);
    CU_ASSERT_TRUE(folder_write("schedule.csv", bad, strlen(bad) - strlen("laplace:c=2\n")));
    CU_ASSERT_EQUAL(pld_composition_add_schedule(run, "schedule.csv", &error), PLD_OK);
    CU_ASSERT_EQUAL(step_count(run), 2);
    CU_ASSERT_EQUAL(pld_composition_total(run), 9);
    pld_composition_free(run);
}

static void test_records_that_are_replaced(void) {
    pld_composition *run = create(PLD_ADJACENCY_REPLACE);
    pld_mechanism *plain = NULL, *replaced = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(2, 1, &plain, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_replaced(plain, &replaced, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_composition_add(run, plain, 1, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_composition_add(run, replaced, 1, NULL), PLD_OK);
    CU_ASSERT_EQUAL(step_count(run), 1);
    pld_options options = pld_options_default();
    pld_result result;
    CU_ASSERT_EQUAL(pld_composition_delta(run, 1, &options, &result, NULL), PLD_OK);
    pld_mechanism_free(plain);
    pld_mechanism_free(replaced);
    pld_composition_free(run);
    pld_composition_free(NULL);
}

static void test_an_empty_one_has_no_answer(void) {
    pld_composition *run = create(PLD_ADJACENCY_ADD);
    pld_options options = pld_options_default();
    pld_result result;
    CU_ASSERT_EQUAL(pld_composition_adjacency(run), PLD_ADJACENCY_ADD);
    CU_ASSERT_STRING_EQUAL(pld_composition_notes(run), "");
    CU_ASSERT_EQUAL(pld_composition_epsilon(run, logl(1e-5L), &options, &result, NULL), PLD_ERROR_ARGUMENT);
    pld_composition_free(run);
}

static void test_ends_of_two_pairs(void) {
    pld_composition *run = create(PLD_ADJACENCY_ADD_REMOVE);
    CU_ASSERT_FALSE(pld_composition_has_gap(run));
    CU_ASSERT_EQUAL(pld_composition_add_spec(run, "gaussian:sigma=2", NULL), PLD_OK);
    CU_ASSERT_FALSE(pld_composition_has_gap(run));
    CU_ASSERT_EQUAL(pld_composition_add_spec(run, "exponential:epsilon=0.1@3", NULL), PLD_OK);
    CU_ASSERT_TRUE(pld_composition_has_gap(run));
    pld_composition_free(run);
}

static void test_arrays_join_by_what_is_in_them(void) {
    const double p[] = {0.5, 0.5}, q[] = {0.25, 0.75}, other[] = {0.125, 0.875};
    pld_mechanism *first = NULL, *second = NULL, *again = NULL;
    pld_composition *run = NULL;
    size_t count = 0;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_array(2, p, q, false, 1, "votes", &first, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_array(2, p, other, false, 1, "votes", &second, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_array(2, p, q, false, 1, "votes", &again, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_composition_create(PLD_ADJACENCY_ADD_REMOVE, &run), PLD_OK);
    CU_ASSERT_EQUAL(pld_composition_add(run, first, 1, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_composition_add(run, second, 1, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_composition_add(run, again, 1, NULL), PLD_OK);
    const pld_step *steps = pld_composition_steps(run, &count);
    CU_ASSERT_TRUE(count == 2 && steps[0].count == 2 && steps[1].count == 1);
    pld_composition_free(run);
    pld_mechanism_free(first);
    pld_mechanism_free(second);
    pld_mechanism_free(again);
}

int main(void) {
    CU_TestInfo tests[] = {{"equal steps join, in the order of the first", test_equal_steps_join_in_the_order_of_the_first},
                           {"training runs join when their notes do", test_training_runs_join_when_their_notes_do},
                           {"arrays join by what is in them", test_arrays_join_by_what_is_in_them},
                           {"mechanisms are shared", test_mechanisms_are_shared},
                           {"many different steps are all found again", test_many_different_steps_are_all_found_again},
                           {"a failure adds nothing", test_a_failure_adds_nothing},
                           {"records that are replaced", test_records_that_are_replaced},
                           {"an empty one has no answer", test_an_empty_one_has_no_answer},
                           {"ends of two pairs", test_ends_of_two_pairs},
                           CU_TEST_INFO_NULL};
    if (!folder_enter()) {
        return 1;
    }
    int code = suite_run("composition/composition", tests);
    folder_leave();
    return code;
}
