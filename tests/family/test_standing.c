/* Tests of src/family/standing.c: a pair of which nothing is known claims nothing. What is proven of families is in their tests.
 */
#include "family/standing.h"

#include "family/family.h"
#include "support/suite.h"

static void test_nothing_known(void) {
    CU_ASSERT_EQUAL(pld__traits_standing(&(pld__traits){.sampling_rate = 1}), PLD__STANDING_GIVEN);
    pld__family row = {.name = "of tomorrow"};
    CU_ASSERT_EQUAL(pld__traits_standing(&(pld__traits){.family = &row}), PLD__STANDING_GIVEN);
    row.standing = PLD__STANDING_DOMINATES;
    CU_ASSERT_EQUAL(pld__traits_standing(&(pld__traits){.family = &row}), PLD__STANDING_DOMINATES);
}

int main(void) {
    CU_TestInfo tests[] = {{"nothing known", test_nothing_known}, CU_TEST_INFO_NULL};
    return suite_run("family/standing", tests);
}
