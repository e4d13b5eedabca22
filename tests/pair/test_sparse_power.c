/* Tests of src/pair/sparse_power.c: compositions outcome by outcome against multinomial sums. */
#include "pair/sparse_support.h"

#include "support/dice.h"

#include <inttypes.h>

static pld_mechanism *response(double epsilon, uint64_t k) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_randomized_response(epsilon, k, 1, &mechanism, NULL), PLD_OK);
    return mechanism;
}

static pld_mechanism *compose(const pld_mechanism *const *mechanisms, const uint64_t *counts, size_t count) {
    pld_mechanism *whole = NULL;
    CU_ASSERT_EQUAL_FATAL(pld__sparse_compose(mechanisms, counts, count, &whole), PLD_OK);
    return whole;
}

static void test_powers(void) {
    dice from = dice_create(53);
    for (size_t i = 0; i < suite_cases(60); i++) {
        double epsilon = dice_logarithmic(&from, 1e-3, 5),
               delta = dice_chance(&from, 0.5) ? 0 : dice_logarithmic(&from, 1e-9, 0.1);
        uint64_t steps = 1 + dice_below(&from, 200);
        pld_mechanism *one = NULL;
        discrete_pair pair;
        discrete_approx_dp(&pair, epsilon, delta);
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_approx_dp(epsilon, delta, 1, &one, NULL), PLD_OK);
        pld_mechanism *whole = compose((const pld_mechanism *const[]){one}, &steps, 1);
        CU_ASSERT_FATAL(whole != NULL);
        CU_ASSERT_EQUAL(pld__sparse_of(whole)->count, steps + 1);
        check_shape("power", whole);
        for (double at = 0; at < 1.2 * epsilon * (double)steps; at += 0.13 * epsilon * (double)steps) {
            double found = pld_mechanism_delta(whole, PLD_REMOVE, at);
            long double truth = discrete_delta_few(&pair, steps, at);
            CHECK(fabsl(found - truth) <= 1e-13L * truth + 1e-17L, "epsilon %g delta %g @%" PRIu64 " at %g: %.17g, not %.17Lg",
                  epsilon, delta, steps, at, found, truth);
        }
        pld_mechanism_free(whole);
        pld_mechanism_free(one);
    }
}

/* Nothing but equal masses and mass at infinity is not nothing. */
static void test_infinite_alone(void) {
    pld_mechanism *one = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_approx_dp(0, 1e-3, 1, &one, NULL), PLD_OK);
    pld_mechanism *whole = compose((const pld_mechanism *const[]){one}, (const uint64_t[]){7}, 1);
    CU_ASSERT_FATAL(whole != NULL);
    CU_ASSERT(!whole->trivial && fabsl(whole->infinity[PLD_ADD] + expm1l(7 * log1pl(-(long double)1e-3))) < 1e-18L);
    CU_ASSERT(whole->loss_supremum == INFINITY && whole->loss_infimum == -INFINITY);
    pld_mechanism_free(whole);
    pld_mechanism_free(one);
}

/* Different steps: masses multiply, losses add. */
static void test_products(void) {
    pld_mechanism *a = response(1, 2), *b = response(0.5, 5);
    const pld__sparse *first = pld__sparse_of(a), *second = pld__sparse_of(b);
    pld_mechanism *whole = compose((const pld_mechanism *const[]){a, b}, (const uint64_t[]){1, 1}, 2);
    CU_ASSERT_FATAL(whole != NULL);
    const pld__sparse *both = pld__sparse_of(whole);
    CU_ASSERT_EQUAL(both->count, first->count * second->count);
    for (size_t i = 0; i < first->count; i++)
        for (size_t j = 0; j < second->count; j++) {
            size_t k = 0;
            while (k < both->count && fabsl(both->loss[k] - first->loss[i] - second->loss[j]) > 1e-15L)
                k++;
            CU_ASSERT_FATAL(k < both->count);
            CU_ASSERT(fabsl(both->p[k] / (first->p[i] * second->p[j]) - 1) < 1e-17L);
            CU_ASSERT(fabsl(both->q[k] / (first->q[i] * second->q[j]) - 1) < 1e-17L);
        }
    pld_mechanism_free(whole);
    pld_mechanism_free(a);
    pld_mechanism_free(b);
}

/* Too many outcomes: nothing is made, and that is no failure. */
static void test_too_many(void) {
    pld_mechanism *one = response(1, 2), *three = response(1, 3);
    CU_ASSERT(compose((const pld_mechanism *const[]){one}, (const uint64_t[]){1000000}, 1) == NULL);
    CU_ASSERT(compose((const pld_mechanism *const[]){one, three}, (const uint64_t[]){4000, 4000}, 2) == NULL);
    pld_mechanism_free(one);
    pld_mechanism_free(three);
}

/* What is too small for a long double on both sides is left out, and said to be; where one side is not small, nothing is made. */
static void test_underflow(void) {
    pld_mechanism *one = response(5, 1000000), *whole = compose((const pld_mechanism *const[]){one}, (const uint64_t[]){1000}, 1);
    if (whole) {
        CU_ASSERT(whole->dropped > 0 && whole->dropped < 1e-4400L);
        check_shape("underflow", whole);
    }
    pld_mechanism_free(whole);
    pld_mechanism_free(one);
    one = response(40, 2);
    CU_ASSERT(compose((const pld_mechanism *const[]){one}, (const uint64_t[]){1000}, 1) == NULL);
    pld_mechanism_free(one);
}

int main(void) {
    CU_TestInfo tests[] = {{"powers", test_powers},       {"infinite alone", test_infinite_alone},
                           {"products", test_products},   {"too many outcomes", test_too_many},
                           {"underflow", test_underflow}, CU_TEST_INFO_NULL};
    return suite_run("mechanism/sparse_power", tests);
}
