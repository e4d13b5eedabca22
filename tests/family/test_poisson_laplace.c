/* Tests of src/family/poisson_laplace.c: its row, corners, refusals. Masses and moments are those of tests/pair/test_laplace.c.
 */
#include "support/family.h"
#include "support/suite.h"

static void test_never_drawn(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_laplace(0, 2, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT(mechanism->trivial && mechanism->loss_supremum == 0);
    pld_mechanism_free(mechanism);
}

static void test_refused(void) {
    pld_mechanism *untouched = NULL;
    pld_error error;
    family_check_refused(pld_mechanism_create_poisson_laplace(1.1, 1, 1, &untouched, &error), untouched, &error, "q=1.1");
    family_check_refused(pld_mechanism_create_poisson_laplace(0.1, 0, 1, &untouched, &error), untouched, &error, "b=0");
    family_check_refused(pld_mechanism_create_poisson_laplace(0.1, 1, 0, &untouched, &error), untouched, &error, "sensitivity=0");
}

static const family_facts facts = {
    .family = &pld__family_poisson_laplace,
    .resolved = {{"poisson-laplace:q=1/4,b=4", "poisson-laplace:q=0.25,b=4,sensitivity=1"}},
    .standings = {{"poisson-laplace:q=0.1,b=1", PLD__STANDING_WORST_CASE}},
    .groups = {{"poisson-laplace:q=0.1,b=2", 2, NULL, "sampling"}},
    .replaced = {{"poisson-laplace:q=0.1,b=2", NULL, "sampling"}},
    .monotone = {{"poisson-laplace:b=0.5,", "q", {1e-6, 0.01, 0.3, 0.31, 1}},
                 {"poisson-laplace:q=0.3,", "b", {0.2, 0.21, 0.7, 1, 30}},
                 {"poisson-laplace:q=0.3,b=1,", "sensitivity", {0.1, 0.3, 1, 1.01, 9}}},
    .words = {{"poisson-laplace:q=0.1,b=3@4", WORST, {POISSON, "on samples that each record joins independently"}, {""}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {FAMILY_TESTS, {"never drawn", test_never_drawn}, {"refused", test_refused}, CU_TEST_INFO_NULL};
    return suite_run("family/poisson_laplace", tests);
}
