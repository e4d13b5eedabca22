/* Tests of src/family/permute_and_flip.c: its row, and that selections between two options are within its guarantee, but of no
 * range of that size. */
#include "support/dice.h"
#include "support/family.h"
#include "support/suite.h"

#include <math.h>

/* The probability of the first of two options whose score is `ahead` of the other's, in units of 2 Delta/epsilon. */
static double first(double ahead) {
    return ahead >= 0 ? 1 - exp(-ahead) / 2 : exp(ahead) / 2;
}

static void test_two_options(void) {
    dice from = dice_create(1730);
    double widest = 0;
    for (size_t i = 0; i < suite_cases(2000); i++) {
        double epsilon = 1, ahead = dice_uniform(&from, -3, 3), other = ahead + dice_uniform(&from, -1, 1) * epsilon;
        double p = first(ahead), q = first(other), a = log(p / q), b = log((1 - p) / (1 - q));
        CHECK(fmax(fabs(a), fabs(b)) <= epsilon + 1e-12, "losses %g and %g", a, b);
        widest = fmax(widest, fabs(a - b));
    }
    CU_ASSERT(widest > 1.3);
    CU_ASSERT_DOUBLE_EQUAL(log(first(0.5) / first(-0.5)) * 2, 2 * log(2 * exp(0.5) - 1), 1e-14);
}

static void test_refused(void) {
    pld_mechanism *untouched = NULL;
    pld_error error;
    family_check_refused(pld_mechanism_create_permute_and_flip(0, 1, &untouched, &error), untouched, &error, "epsilon=0");
    family_check_refused(pld_mechanism_create_permute_and_flip(1, 2, &untouched, &error), untouched, &error, "q=2");
}

static const family_facts facts = {
    .family = &pld__family_permute_and_flip,
    .resolved = {{"permute-and-flip:epsilon=1/4", "permute-and-flip:epsilon=0.25"}},
    .standings = {{"permute-and-flip:epsilon=1", PLD__STANDING_DOMINATES}},
    .groups = {{"permute-and-flip:epsilon=0.5", 4, "permute-and-flip:epsilon=2", NULL},
               {"poisson:q=0.1,of=permute-and-flip,epsilon=1", 2, NULL, "drawn at once"}},
    .replaced = {{"permute-and-flip:epsilon=0.5", "permute-and-flip:epsilon=1", NULL},
                 {"poisson:q=0.1,of=permute-and-flip,epsilon=1", NULL, "sampling"}},
    .monotone = {{"permute-and-flip:", "epsilon", {0.1, 0.11, 0.7, 1, 9}}},
    .words = {{"permute-and-flip:epsilon=0.1@4", NOTHING_BELOW, {"taken as any"}, {WORST}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {FAMILY_TESTS, {"two options", test_two_options}, {"refused", test_refused}, CU_TEST_INFO_NULL};
    return suite_run("family/permute_and_flip", tests);
}
