/* Tests of src/bound/tail.c. */
#include "bound/tail.h"
#include "support/dice.h"
#include "support/suite.h"

#include <math.h>

typedef struct {
    long double finite, infinity;
    uint64_t count;
} step;

/* prod (F + p)^T - prod F^T as a sum of positive terms: the first infinite step is the j-th. */
static long double tail_by_steps(const step *steps, size_t step_count) {
    long double sum = 0, all_finite = 1;
    for (size_t m = 0; m < step_count; m++) {
        for (uint64_t j = 0; j < steps[m].count; j++) {
            /* all before are finite, this one is infinite, those behind are anything */
            long double behind = powl(steps[m].finite + steps[m].infinity, (long double)(steps[m].count - 1 - j));
            for (size_t later = m + 1; later < step_count; later++) {
                behind *= powl(steps[later].finite + steps[later].infinity, (long double)steps[later].count);
            }
            sum += all_finite * steps[m].infinity * behind;
            all_finite *= steps[m].finite;
        }
    }
    return sum;
}

static long double tail_of(const step *steps, size_t step_count) {
    pld__tail_sum sum = {0, 0};
    for (size_t m = 0; m < step_count; m++) {
        pld__bound_tail_add(&sum, steps[m].finite, steps[m].infinity, steps[m].count);
    }
    return pld__bound_tail(&sum);
}

static void test_random(void) {
    dice from = dice_create(21);
    for (size_t i = 0; i < suite_cases(2000); i++) {
        step steps[3];
        size_t step_count = 1 + dice_below(&from, COUNT_OF(steps));
        for (size_t m = 0; m < step_count; m++) {
            long double infinity =
                dice_chance(&from, 0.2) ? 0 : dice_logarithmic(&from, dice_chance(&from, 0.2) ? 1e-300 : 1e-25, 0.9);
            /* An upper law has mass 1, a lower one may have less. */
            long double total = dice_chance(&from, 0.5) ? 1 : dice_uniform(&from, 0.95, 1);
            steps[m] = (step){total - fminl(infinity, total / 2), infinity, 1 + dice_below(&from, 200)};
        }
        long double value = tail_of(steps, step_count), truth = tail_by_steps(steps, step_count);
        CHECK(fabsl(value - truth) <= 1e-16L * truth, "%.20Lg is not %.20Lg", value, truth);
    }
}

/* Few losses far out, many steps: T p, where 1 - (1 - p)^T would lose every digit. */
static void test_many_steps(void) {
    for (double p = 1e-300; p < 1e-20; p *= 1e10) {
        step one = {1 - (long double)p, p, 1000000000};
        long double value = tail_of(&one, 1), truth = 1e9L * (long double)p;
        CHECK(fabsl(value - truth) <= 1e-10L * truth, "p = %g: %Lg", p, value);
    }
    step certain = {0.5L, 0.5L, 1000000};
    CHECK(fabsl(tail_of(&certain, 1) - 1) <= 1e-12L, "(1/2 + 1/2)^1e6 - (1/2)^1e6 is %Lg", tail_of(&certain, 1));
    step none = {0.75L, 0, 1000};
    CU_ASSERT_TRUE(tail_of(&none, 1) == 0);
}

/* Nothing finite: all mass is at infinity. */
static void test_no_finite_mass(void) {
    step all = {0, 1, 7};
    CHECK(tail_of(&all, 1) == 1, "%Lg", tail_of(&all, 1));
    step steps[] = {{0, 1, 3}, {0.75L, 0.25L, 5}};
    CHECK(fabsl(tail_of(steps, 2) - 1) < 1e-15L, "%Lg", tail_of(steps, 2));
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"random steps", test_random},
        {"many steps", test_many_steps},
        {"no finite mass", test_no_finite_mass},
        CU_TEST_INFO_NULL,
    };
    return suite_run("tail", tests);
}
