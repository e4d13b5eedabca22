/* Tests of src/family/noisy_vote.c: its row, and that a changed vote costs twice as much as one that is added. */
#include "support/family.h"
#include "support/suite.h"

static void test_noisy_vote(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_noisy_vote(4, false, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT_DOUBLE_EQUAL(mechanism->loss_supremum, 0.25, 1e-16);
    CU_ASSERT(pld_mechanism_note(mechanism) != NULL);
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_noisy_vote(4, true, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT_DOUBLE_EQUAL(mechanism->loss_supremum, 0.5, 1e-16);
    pld_mechanism_free(mechanism);
}

static void test_refused(void) {
    pld_mechanism *untouched = NULL;
    pld_error error;
    family_check_refused(pld_mechanism_create_noisy_vote(0, false, 1, &untouched, &error), untouched, &error, "b=0");
    family_check_refused(pld_mechanism_create_noisy_vote(1e-4, false, 1, &untouched, &error), untouched, &error, "b=");
}

static const family_facts facts = {
    .family = &pld__family_noisy_vote,
    .resolved = {{"noisy-vote:b=4,sensitivity=2", "noisy-vote:b=2"}},
    .standings = {{"noisy-vote:b=2", PLD__STANDING_DOMINATES}, {"poisson:q=0.1,of=noisy-vote,b=2", PLD__STANDING_DOMINATES}},
    .groups = {{"noisy-vote:b=2", 2, NULL, "guarantee"}},
    .replaced = {{"noisy-vote:b=4", "approx-dp:epsilon=0.5", NULL}, {"poisson:q=0.1,of=noisy-vote,b=2", NULL, "sampling"}},
    .monotone = {{"noisy-vote:", "b", {0.4, 0.41, 0.7, 1, 30}}, {"noisy-vote:b=3,", "sensitivity", {0.1, 0.3, 1, 1.01, 5}}},
    .words = {{"noisy-vote:b=20@4", NOTHING_BELOW, {"report-noisy-max", "/b-differentially private mechanism"}, {WORST}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {FAMILY_TESTS, {"ends", test_noisy_vote}, {"refused", test_refused}, CU_TEST_INFO_NULL};
    return suite_run("family/noisy_vote", tests);
}
