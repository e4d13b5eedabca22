/* Tests of src/pair/mechanism.c: delta of one step. */
#include "pair/pair.h"

#include "support/dice.h"
#include "support/pairs.h"
#include "support/suite.h"

#include <math.h>

enum { SEED = 2718 };

static const pld_direction DIRECTIONS[] = {PLD_REMOVE, PLD_ADD};

static void test_mixtures(void) {
    dice state = dice_create(SEED);
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        for (size_t i = 0; i < suite_cases(400); i++) {
            long double x = dice_uniform(&state, (double)pair.reference.lowest - 7, (double)pair.reference.highest + 7);
            for (int d = 0; d < PLD_DIRECTIONS; d++) {
                long double loss = reference_loss(&pair.reference, x, NULL);
                double epsilon = (double)(DIRECTIONS[d] == PLD_REMOVE ? loss : -loss);
                long double truth = reference_delta(&pair.reference, DIRECTIONS[d], x, epsilon);
                long double mass =
                    DIRECTIONS[d] == PLD_REMOVE ? reference_above(&pair.reference.p, x) : reference_below(&pair.reference.q, x);
                double delta = pld_mechanism_delta(pair.mechanism, DIRECTIONS[d], epsilon);
                CHECK(fabsl(delta - truth) <= 4e-14L * mass + 1e-300L, "%s %s epsilon %.17g: %.17g instead of %.17Lg, mass %Lg",
                      pair.name, pld_direction_name(DIRECTIONS[d]), epsilon, delta, truth, mass);
            }
        }
        pair_free(&pair);
    }
}

static void test_delta_ends(void) {
    test_pair pair = pair_create(PAIR_POISSON);
    double infimum = pld_mechanism_loss_infimum(pair.mechanism, PLD_REMOVE),
           supremum = pld_mechanism_loss_supremum(pair.mechanism, PLD_ADD);
    CU_ASSERT(pld_mechanism_delta(pair.mechanism, PLD_ADD, supremum) == 0 &&
              pld_mechanism_delta(pair.mechanism, PLD_ADD, 5) == 0);
    CU_ASSERT(pld_mechanism_delta(pair.mechanism, PLD_ADD, INFINITY) == 0 &&
              pld_mechanism_delta(pair.mechanism, PLD_REMOVE, INFINITY) == 0);
    CU_ASSERT_DOUBLE_EQUAL(pld_mechanism_delta(pair.mechanism, PLD_REMOVE, infimum), -expm1(infimum), 1e-16);
    CU_ASSERT_DOUBLE_EQUAL(pld_mechanism_delta(pair.mechanism, PLD_REMOVE, -3), -expm1(-3), 1e-16);
    CU_ASSERT(pld_mechanism_delta(pair.mechanism, PLD_REMOVE, -INFINITY) == 1);
    pair_free(&pair);
    for (int which = 0; which < PAIR_CASES; which++) {
        double previous = 1;
        pair = pair_create(which);
        for (double epsilon = -8; epsilon < 30; epsilon += 0.05) {
            double delta = pld_mechanism_delta(pair.mechanism, PLD_REMOVE, epsilon);
            CU_ASSERT(delta >= 0 && delta <= previous + 1e-15); /* rounding of the parts, which are up to 1 */
            previous = delta;
        }
        pair_free(&pair);
    }
}

static void test_directions(void) {
    CU_ASSERT_STRING_EQUAL(pld_direction_name(PLD_REMOVE), "remove");
    CU_ASSERT_STRING_EQUAL(pld_direction_name(PLD_ADD), "add");
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"delta of mixtures", test_mixtures},
        {"delta at the ends", test_delta_ends},
        {"directions", test_directions},
        CU_TEST_INFO_NULL,
    };
    return suite_run("pair/mechanism", tests);
}
