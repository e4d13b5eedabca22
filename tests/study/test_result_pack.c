/* Tests of src/study/result_pack.c. */
#include "study/result_pack.h"

#include "support/suite.h"

#include <math.h>

enum { FIRST_ENGINE = 19, DIRECTION_NUMBERS = 18 };

/* Every number that goes in is another one, so that each must come back to its own place. */
static void test_round_trip(void) {
    double numbers[PLD__RESULT_NUMBERS], again[PLD__RESULT_NUMBERS];
    pld_result result;
    for (size_t i = 0; i < PLD__RESULT_NUMBERS; i++) {
        numbers[i] = (double)(i + 2);
    }
    for (size_t d = 0; d < PLD_DIRECTIONS; d++) { /* engines have few values */
        numbers[FIRST_ENGINE + d * DIRECTION_NUMBERS] = 2;
        numbers[FIRST_ENGINE + d * DIRECTION_NUMBERS + 1] = 3;
    }
    pld__result_unpack(numbers, &result);
    CU_ASSERT_TRUE(result.directions[0].asked && result.directions[1].asked && result.tolerance_met && result.memory_bound);
    pld__result_pack(&result, again);
    for (size_t i = 0; i < PLD__RESULT_NUMBERS; i++) {
        CHECK(again[i] == numbers[i] || again[i] == 1, "number %zu is %g", i, again[i]); /* flags become 1 */
    }
    CU_ASSERT_EQUAL(result.bracket.lower, 2);
    CU_ASSERT_EQUAL(result.seconds, 0);
}

static void test_special(void) {
    double numbers[PLD__RESULT_NUMBERS];
    pld_result result = {.bracket = {-0.0, 1, INFINITY}, .buckets = 123456789}, back;
    result.directions[1].upper.roundoff = 0x1p-1074;
    result.directions[1].bracket.estimate = NAN;
    pld__result_pack(&result, numbers);
    pld__result_unpack(numbers, &back);
    CHECK(signbit(back.bracket.lower) && back.bracket.upper == INFINITY && back.buckets == 123456789, "a bracket is changed");
    CHECK(isnan(back.directions[1].bracket.estimate), "an estimate that is none became one");
    CHECK(back.directions[1].upper.roundoff == 0x1p-1074 && !back.directions[0].asked, "a direction is changed");
}

int main(void) {
    CU_TestInfo tests[] = {{"round trip", test_round_trip}, {"special values", test_special}, CU_TEST_INFO_NULL};
    return suite_run("result_pack", tests);
}
