/* Tests of src/family/replace.c: queries take no pair of another adjacency. Which pairs are known is in the tests of the
 * families. */
#include "pair/pair.h"

#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <pld/query.h>

/* A pair of another adjacency is refused where a wrong answer would be too small. */
static void test_queries(void) {
    pld_mechanism *given = spec_mechanism("gaussian:sigma=2", NULL), *replaced = NULL;
    pld_options options = pld_options_default();
    pld_result result;
    options.adjacency = PLD_ADJACENCY_REPLACE;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_replaced(given, &replaced, NULL), PLD_OK);
    pld_step steps[] = {{replaced, 1}, {given, 1}};
    pld_curve_point point = {1, log(1e-5)};
    CU_ASSERT_EQUAL(pld_query_epsilon(steps, 2, log(1e-5), &options, &result, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_query_delta(steps, 2, 1, &options, &result, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_query_curve(steps, 2, &point, 1, &options, NULL, NULL, &result, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_query_epsilon(steps, 1, log(1e-5), &options, &result, NULL), PLD_OK);
    CU_ASSERT(result.directions[PLD_REMOVE].asked && result.directions[PLD_ADD].asked);
    pld_mechanism_free(replaced);
    pld_mechanism_free(given);
}

int main(void) {
    CU_TestInfo tests[] = {{"queries", test_queries}, CU_TEST_INFO_NULL};
    return suite_run("family/replace", tests);
}
