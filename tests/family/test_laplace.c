/* Tests of src/family/laplace.c: its row, the ends of its loss, refusals. Masses and moments are those of
 * tests/pair/test_laplace.c. */
#include "support/family.h"
#include "support/suite.h"

static void test_ends(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_laplace(4, 2, &mechanism, NULL), PLD_OK);
    CU_ASSERT(mechanism->loss_supremum == 0.5 && mechanism->loss_infimum == -0.5 && mechanism->has_end_atoms);
    pld_mechanism_free(mechanism);
}

static void test_refused(void) {
    pld_mechanism *untouched = NULL;
    pld_error error;
    family_check_refused(pld_mechanism_create_laplace(0, 1, &untouched, &error), untouched, &error, "b=0");
    family_check_refused(pld_mechanism_create_laplace(1, -1, &untouched, &error), untouched, &error, "sensitivity=-1");
}

static const family_facts facts = {
    .family = &pld__family_laplace,
    .resolved = {{"laplace:sensitivity=2,b=4", "laplace:b=4,sensitivity=2"}},
    .standings = {{"laplace:b=1", PLD__STANDING_WORST_CASE}},
    .groups = {{"laplace:b=3,sensitivity=2", 2, "laplace:b=3,sensitivity=4", NULL}},
    .replaced = {{"laplace:b=3,sensitivity=2", "laplace:b=0.75", NULL}},
    .monotone = {{"laplace:", "b", {0.2, 0.21, 0.7, 1, 30}}, {"laplace:b=2,", "sensitivity", {0.1, 0.3, 1, 1.01, 9}}},
    .words = {{"laplace:b=3@4", WORST, {"in the sum of absolute values"}, {"Poisson"}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {FAMILY_TESTS, {"ends", test_ends}, {"refused", test_refused}, CU_TEST_INFO_NULL};
    return suite_run("family/laplace", tests);
}
