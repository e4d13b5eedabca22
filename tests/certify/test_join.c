/* Joined brackets are never wider than either, claim nothing from below where nothing may be claimed, and cannot cross unnoticed.
 */
#include "certify/join.h"
#include "support/dice.h"
#include "support/suite.h"

#include <math.h>

static pld_direction_result result_of(double lower, double upper) {
    return (pld_direction_result){.asked = true, .bracket = {lower, NAN, upper}};
}

static void test_the_better_end_is_kept_with_its_ledger(void) {
    dice from = dice_create(8);
    for (int i = 0; i < 200; i++) {
        double truth = dice_uniform(&from, 0, 10);
        pld_direction_result kept = result_of(truth - dice_uniform(&from, 0, 1), truth + dice_uniform(&from, 0, 1));
        pld_bracket before = kept.bracket;
        pld__end ends[PLD__SIDES] = {{truth - dice_uniform(&from, 0, 1), {.grid = 1}},
                                     {truth + dice_uniform(&from, 0, 1), {.grid = 2}}};
        bool no_lower = i % 3 == 0;
        pld__join_ends(ends, no_lower, &kept);
        CU_ASSERT(kept.bracket.lower == (no_lower ? before.lower : fmax(before.lower, ends[PLD__LOWER].value)));
        CU_ASSERT(kept.bracket.upper == fmin(before.upper, ends[PLD__UPPER].value));
        CU_ASSERT((kept.lower.grid == 1) == (kept.bracket.lower != before.lower));
        CU_ASSERT((kept.upper.grid == 2) == (kept.bracket.upper != before.upper));
    }
}

static void test_what_is_no_number_is_not_kept(void) {
    pld_direction_result kept = result_of(1, 2);
    pld__end ends[PLD__SIDES] = {{.value = NAN}, {.value = NAN}};
    pld__join_ends(ends, false, &kept);
    CU_ASSERT(kept.bracket.lower == 1 && kept.bracket.upper == 2);
}

static void test_the_largest_direction_decides(void) {
    pld_direction_result both[PLD_DIRECTIONS] = {result_of(1, 3), result_of(2, 2.5)};
    const bool all[] = {true, true}, add[] = {false, true};
    pld_bracket joined = pld__join_directions(both, all), one = pld__join_directions(both, add);
    CU_ASSERT(joined.lower == 2 && joined.upper == 3 && one.lower == 2 && one.upper == 2.5);
}

static void test_crossed_ends_are_seen(void) {
    const bool all[] = {true, true}, remove[] = {true, false};
    pld_direction_result both[PLD_DIRECTIONS] = {result_of(1, 1), result_of(2, nextafter(2, 0))};
    CU_ASSERT(pld__join_contradicts(both, all) && !pld__join_contradicts(both, remove));
    both[PLD_ADD] = result_of(NAN, 2);
    CU_ASSERT(pld__join_contradicts(both, all));
}

int main(void) {
    CU_TestInfo tests[] = {
        {"the better end is kept with its ledger", test_the_better_end_is_kept_with_its_ledger},
        {"what is no number is not kept", test_what_is_no_number_is_not_kept},
        {"the largest direction decides", test_the_largest_direction_decides},
        {"crossed ends are seen", test_crossed_ends_are_seen},
        CU_TEST_INFO_NULL,
    };
    return suite_run("certify/join", tests);
}
