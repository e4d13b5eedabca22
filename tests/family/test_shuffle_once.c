/* Tests of src/family/shuffle_once.c: its row; epochs of one order are one epoch with less noise. */
#include "support/family.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>

static void test_epochs(void) {
    uint64_t count = 0;
    pld_mechanism *four = spec_mechanism("shuffle-once:t=10,sigma=2@4", &count),
                  *one = spec_mechanism("shuffle:t=10,sigma=1", NULL), *zeroed[2] = {NULL, NULL};
    CU_ASSERT_EQUAL(count, 1);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_zeroed(four, &zeroed[0], NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_zeroed(one, &zeroed[1], NULL), PLD_OK);
    for (double epsilon = 0; epsilon < 2; epsilon += 0.5) {
        CU_ASSERT_EQUAL(pld_mechanism_delta(zeroed[0], PLD_REMOVE, epsilon), pld_mechanism_delta(zeroed[1], PLD_REMOVE, epsilon));
        CU_ASSERT_EQUAL(pld_mechanism_delta(zeroed[0]->attained[0], PLD_ADD, epsilon),
                        pld_mechanism_delta(zeroed[1]->attained[0], PLD_ADD, epsilon));
    }
    for (int i = 0; i < 2; i++)
        pld_mechanism_free(zeroed[i]);
    pld_mechanism_free(four);
    pld_mechanism_free(one);
}

static const family_facts facts = {
    .family = &pld__family_shuffle_once,
    .resolved = {{"shuffle-once:t=100,sigma=2@3", "shuffle-once:t=100,sigma=2@3"}},
    .standings = {{"shuffle-once:t=100,sigma=2@3", PLD__STANDING_WORST_CASE}},
    .groups = {{"shuffle-once:t=100,sigma=2", 2, NULL, "share a batch"}},
    .replaced = {{"shuffle-once:t=100,sigma=2@4", "gaussian:sigma=0.5", NULL}},
    .monotone = {{"shuffle-once:t=5,", "sigma", {0.3, 0.31, 0.7, 1, 30}}},
    .words = {{"shuffle-once:t=2,sigma=1@4",
               "of its worst case is certified",
               {"shuffled once", "the same in each of 4 epochs", "That the truth lies between them is certified"},
               {ADDED}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {FAMILY_TESTS, {"epochs", test_epochs}, CU_TEST_INFO_NULL};
    return suite_run("family/shuffle_once", tests);
}
