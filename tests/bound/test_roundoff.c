/* Tests of src/bound/roundoff.c: the theorem against perturbations that are as bad as its hypotheses allow. tests/compose
 * measures real transforms. */
#include "base/base.h"
#include "bound/roundoff.h"
#include "support/dice.h"
#include "support/suite.h"

#include <math.h>

static void test_transform(void) {
    static const size_t good[] = {2, 3, 4, 6, 7, 10, 210, 1 << 20, 44100, 2401, (size_t)1 << 40};
    static const size_t bad[] = {0, 1, 11, 13, 22, 26, 121, 2 * 17, 1000003, ((size_t)1 << 20) + 2, 11 * 4096};
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        double expected = 7 * 0x1p-53 * log2((double)good[i]);
        CU_ASSERT_DOUBLE_EQUAL(pld__bound_transform(good[i]), expected, 1e-12 * expected);
    }
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        CHECK(pld__bound_transform(bad[i]) == INFINITY, "length %zu", bad[i]);
    }
}

static void test_hypotheses(void) {
    CU_ASSERT_EQUAL(pld__bound_convolution(22, 2, 1, 0), INFINITY);
    CU_ASSERT_EQUAL(pld__bound_convolution(1, 2, 1, 0), INFINITY);
    double most = 1e-3 / pld__bound_transform(1024);
    CU_ASSERT_TRUE(isfinite(pld__bound_convolution(1024, most * 0.999, 1, 0)));
    CU_ASSERT_EQUAL(pld__bound_convolution(1024, most * 1.001, 1, 0), INFINITY);
    CU_ASSERT_EQUAL(pld__bound_convolution(1024, NAN, 1, 0), INFINITY);
    CU_ASSERT_TRUE(pld__bound_convolution(1024, 10, 0.5, 1e-6) >= 1e-6);
}

enum { LENGTH = 64, MOST_FACTORS = 3 };

/* |A_k| of a law: 1 at frequency 0 and less elsewhere. */
static void random_sizes(dice *from, long double *sizes) {
    long double decay = dice_logarithmic(from, 1e-4, 2);
    for (int k = 0; k < LENGTH; k++) {
        int distance = k <= LENGTH / 2 ? k : LENGTH - k;
        sizes[k] = k == 0 ? 1 : expl(-decay * distance * distance) * dice_uniform(from, 0.5, 1);
    }
}

typedef struct {
    long double log_true;   /* log prod |A_m|^T_m */
    long double log_growth; /* log prod rho_m^T_m */
    long double least;      /* min rho_m */
    long double log_error;  /* log of the computed product over the true one */
} frequency;

/* All errors outward, as large as the hypotheses allow: |A^| = |A| + a, each product times 1 + sqrt(5) u, the inverse times 1 +
 * a. */
static long double factor_of_bound(dice *from, size_t factors) {
    frequency all[LENGTH];
    long double a = pld__bound_transform(LENGTH), powers = 0, error = 0, growth = 0;
    for (int k = 0; k < LENGTH; k++) {
        all[k] = (frequency){.least = INFINITY, .log_error = log1pl(a)};
    }
    for (size_t m = 0; m < factors; m++) {
        long double sizes[LENGTH], power = floorl((long double)dice_logarithmic(from, 1, 1e9));
        random_sizes(from, sizes);
        powers += power;
        for (int k = 0; k < LENGTH; k++) {
            long double computed = sizes[k] + a, rho = computed + a;
            all[k].log_true += power * logl(sizes[k]);
            all[k].log_growth += power * logl(rho);
            all[k].least = fminl(all[k].least, rho);
            all[k].log_error += power * (log1pl(a / sizes[k]) + log1pl(sqrtl(5) * PLD__U));
        }
    }
    for (int k = 0; k < LENGTH; k++) {
        long double off = expl(all[k].log_true) * expm1l(all[k].log_error), grown = expl(all[k].log_growth) / all[k].least;
        error += off * off / LENGTH;
        growth += grown * grown / LENGTH;
    }
    return pld__bound_convolution(LENGTH, (double)powers, (double)sqrtl(growth), 0) / sqrtl(error);
}

static void test_worst_case(void) {
    dice from = dice_create(41);
    for (size_t factors = 1; factors <= MOST_FACTORS; factors++) {
        long double widest = 0, closest = INFINITY;
        for (size_t i = 0; i < suite_cases(2000); i++) {
            long double factor = factor_of_bound(&from, factors);
            if (isfinite(factor)) { /* else the hypothesis on the powers fails */
                widest = fmaxl(widest, factor);
                closest = fminl(closest, factor);
            }
        }
        CHECK(closest >= 1, "%zu factors: the bound is only %.6Lf of the worst case", factors, closest);
        CHECK(widest <= 4, "%zu factors: the bound is %Lg times the worst case", factors, widest);
        printf("[%zu: %.4Lf to %.4Lf times the worst case] ", factors, closest, widest);
    }
}

/* The bound only grows with everything it depends on. */
static void test_monotone(void) {
    double last = 0;
    for (double powers = 1; powers < 1e9; powers *= 3) {
        double bound = pld__bound_convolution(4096, powers, 0.1, 1e-30);
        CU_ASSERT_TRUE(bound > last);
        CU_ASSERT_TRUE(pld__bound_convolution(4096, powers, 0.2, 1e-30) > 1.9 * bound);
        CU_ASSERT_TRUE(pld__bound_convolution(8192, powers, 0.1, 1e-30) > bound);
        last = bound;
    }
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"transform", test_transform},
        {"hypotheses", test_hypotheses},
        {"worst case", test_worst_case},
        {"monotone", test_monotone},
        CU_TEST_INFO_NULL,
    };
    return suite_run("roundoff", tests);
}
