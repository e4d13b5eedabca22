/* Tests of src/family/fixed_order.c: its row; a record that is added or removed is refused. */
#include "support/family.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <pld/query.h>
#include <string.h>

static void test_presence(void) {
    pld_mechanism *made = spec_mechanism("fixed-order:sigma=2", NULL);
    const pld_step step = {made, 3};
    pld_options options = pld_options_default();
    pld_result result;
    pld_error error;
    CU_ASSERT_EQUAL(pld_query_epsilon(&step, 1, logl(1e-5L), &options, &result, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT(strstr(error.message, "every later batch") != NULL && strstr(error.allowed, "zero-out") != NULL);
    pld_mechanism_free(made);
}

static void test_zeroed(void) {
    pld_mechanism *made = spec_mechanism("fixed-order:sigma=2,t=7", NULL), *zeroed = NULL,
                  *gaussian = spec_mechanism("gaussian:sigma=2", NULL);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_zeroed(made, &zeroed, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_mechanism_delta(zeroed, PLD_ADD, 0.7), pld_mechanism_delta(gaussian, PLD_ADD, 0.7));
    CU_ASSERT(zeroed->zeroed && zeroed->attained_count == 0);
    pld_mechanism_free(made);
    pld_mechanism_free(zeroed);
    pld_mechanism_free(gaussian);
}

static const family_facts facts = {
    .family = &pld__family_fixed_order,
    .resolved = {{"fixed-order:sigma=2", "fixed-order:sigma=2,t=1"}},
    .standings = {{"fixed-order:sigma=2", PLD__STANDING_WORST_CASE}},
    .groups = {{"fixed-order:sigma=2", 2, NULL, "share a batch"}},
    .replaced = {{"fixed-order:sigma=2", "gaussian:sigma=1", NULL}},
    .monotone = {{"fixed-order:", "sigma", {0.3, 0.31, 0.7, 1, 30}}},
    .words = {{"fixed-order:sigma=3@4", "of its worst case is certified", {"in a fixed order", "4 epochs"}, {ADDED}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {FAMILY_TESTS, {"presence", test_presence}, {"zeroed", test_zeroed}, CU_TEST_INFO_NULL};
    return suite_run("family/fixed_order", tests);
}
