/* Tests of src/pair/mixture_tail.c: tails against plain long double sums (support/pairs.c), and how far out they have a mass. */
#include "pair/mixture_support.h"

enum { SEED = 20240607 };

/* Within 1e-13 and 4e-16 times the log, relative: what spread and merge allow for. */
static bool same_log(long double log_mass, long double truth) {
    return fabsl(log_mass - truth) <= 1e-13L + 4e-16L * fabsl(truth);
}

static void test_tails(void) {
    dice state = dice_create(SEED);
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        const pld__pair_operations *operations = pair.mechanism->operations;
        for (int i = 0; i < 500; i++) {
            double x = dice_uniform(&state, (double)pair.reference.lowest - 60, (double)pair.reference.highest + 60);
            pld__log_mass above = operations->mass_above(pair.mechanism->pair, x),
                          below = operations->mass_below(pair.mechanism->pair, x);
            CU_ASSERT(same_log(above.p, logl(reference_above(&pair.reference.p, x))));
            CU_ASSERT(same_log(above.q, logl(reference_above(&pair.reference.q, x))));
            CU_ASSERT(same_log(below.p, logl(reference_below(&pair.reference.p, x))));
            CU_ASSERT(same_log(below.q, logl(reference_below(&pair.reference.q, x))));
        }
        pld__log_mass none = operations->mass_above(pair.mechanism->pair, INFINITY);
        CU_ASSERT(none.p == -INFINITY && none.q == -INFINITY);
        none = operations->mass_below(pair.mechanism->pair, -INFINITY);
        CU_ASSERT(none.p == -INFINITY && none.q == -INFINITY);
        pld__log_mass all = operations->mass_below(pair.mechanism->pair, INFINITY);
        CU_ASSERT(fabsl(all.p) <= 1e-15L && fabsl(all.q) <= 1e-15L);
        pair_free(&pair);
    }
}

/* Tails beyond the range of long double: sigma = 1/200 puts the means 200 apart. Mills' ratio with its error term brackets them.
 */
static void test_far_tails(void) {
    test_pair pair = pair_create_gaussian(1.0 / 200);
    for (double x = -100; x < 299; x += 7.3) {
        pld__log_mass above = pair.mechanism->operations->mass_above(pair.mechanism->pair, x);
        pld__log_mass below = pair.mechanism->operations->mass_below(pair.mechanism->pair, x);
        const long double offsets[] = {x - 200, x, 200 - x, -x}, logs[] = {above.p, above.q, below.p, below.q};
        for (int i = 0; i < 4; i++) {
            if (offsets[i] < 10) {
                continue;
            }
            long double t = offsets[i], base = -t * t / 2 - 0.918938533204672741780329736405617640L - logl(t);
            long double low = base + log1pl(-1 / (t * t)), high = base + log1pl(-1 / (t * t) + 3 / (t * t * t * t));
            CU_ASSERT(logs[i] >= low - 1e-13L - 4e-16L * fabsl(low) && logs[i] <= high + 1e-13L + 4e-16L * fabsl(high));
        }
    }
    pair_free(&pair);
}

/* log P[L > l], log Q[L < -l] at the returned l against what was asked; a few percent of l on either side must straddle it. */
static void check_reach(const test_pair *pair, double log_mass) {
    const pld__pair_operations *operations = pair->mechanism->operations;
    double above = operations->reach_above(pair->mechanism->pair, log_mass),
           below = operations->reach_below(pair->mechanism->pair, log_mass);
    CU_ASSERT(above >= 0 && above <= fmax(pair->mechanism->loss_supremum, 0));
    CU_ASSERT(below >= 0 && below <= fmax(-pair->mechanism->loss_infimum, 0));
    long double x = reference_position(&pair->reference, above * 1.000001L + 1e-9L);
    CU_ASSERT(logl(reference_above(&pair->reference.p, x)) <= log_mass + 1e-3L ||
              above >= pair->mechanism->loss_supremum * (1 - 1e-9));
    x = reference_position(&pair->reference, above * 0.95L - 1e-3L);
    CU_ASSERT(above == 0 || logl(reference_above(&pair->reference.p, x)) >= log_mass);
    x = reference_position(&pair->reference, -(below * 1.000001L + 1e-9L));
    CU_ASSERT(logl(reference_below(&pair->reference.q, x)) <= log_mass + 1e-3L ||
              below >= -pair->mechanism->loss_infimum * (1 - 1e-9));
    x = reference_position(&pair->reference, -(below * 0.95L - 1e-3L));
    CU_ASSERT(below == 0 || logl(reference_below(&pair->reference.q, x)) >= log_mass);
}

static void test_reach(void) {
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        for (double log_mass = -1; log_mass > -1500; log_mass *= 1.7) {
            check_reach(&pair, log_mass);
        }
        pair_free(&pair);
    }
}

int main(void) {
    static CU_TestInfo tests[] = {{"tails", test_tails}, {"far tails", test_far_tails}, {"reach", test_reach}, CU_TEST_INFO_NULL};
    return suite_run("pair/mixture_tail", tests);
}
