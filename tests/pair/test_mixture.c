/* Tests of src/pair/mixture.c: the ends of the loss, and where the mass is. */
#include "pair/mixture_support.h"

#include "base/base.h"

static void test_edges(void) {
    test_pair poisson = pair_create(PAIR_POISSON), added = pair_create(PAIR_ADDED), gaussian = pair_create(PAIR_GAUSSIAN);
    long double edge = log1pl(-(long double)0.1);
    CU_ASSERT(fabsl(poisson.mechanism->loss_infimum - edge) <= PLD__U && poisson.mechanism->loss_supremum == INFINITY);
    CU_ASSERT(fabsl(added.mechanism->loss_supremum + edge) <= PLD__U && added.mechanism->loss_infimum == -INFINITY);
    CU_ASSERT(gaussian.mechanism->loss_infimum == -INFINITY && gaussian.mechanism->loss_supremum == INFINITY);
    CU_ASSERT(pld_mechanism_loss_supremum(poisson.mechanism, PLD_ADD) ==
              -pld_mechanism_loss_infimum(poisson.mechanism, PLD_REMOVE));
    CU_ASSERT(pld_mechanism_loss_infimum(poisson.mechanism, PLD_ADD) == -INFINITY);
    pair_free(&poisson);
    pair_free(&added);
    pair_free(&gaussian);
}

static void test_bulk(void) {
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        double low, high;
        pair.mechanism->operations->bulk(pair.mechanism->pair, &low, &high);
        CU_ASSERT(reference_below(&pair.reference.p, low) <= 1e-30L && reference_below(&pair.reference.q, low) <= 1e-30L);
        CU_ASSERT(reference_above(&pair.reference.p, high) <= 1e-30L && reference_above(&pair.reference.q, high) <= 1e-30L);
        pair_free(&pair);
    }
}

int main(void) {
    static CU_TestInfo tests[] = {{"edges", test_edges}, {"bulk", test_bulk}, CU_TEST_INFO_NULL};
    return suite_run("pair/mixture", tests);
}
