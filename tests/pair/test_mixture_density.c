/* Tests of src/pair/mixture_density.c: one Gaussian mixture against its plain sum in long double. */
#include "pair/mixture.h"

#include "base/base.h"
#include "pair/weights.h"
#include "support/dice.h"
#include "support/pairs.h"
#include "support/suite.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SEED = 20240607, LARGEST = 1001 };

/* What the terms of a side sum to at x over the term of component `top`, with their mean and variance. */
typedef struct {
    long double sum, mean, variance;
} moments;

/* Weights that are no doubles are known by their logs. */
static long double share_of(const pld__mixture_density *side, size_t i) {
    return side->weight[i] > 1e-290 ? (long double)side->weight[i] : expl((long double)side->log_weight[i]);
}

static long double term_of(const pld__mixture_density *side, size_t i, size_t top, long double x) {
    long double a = side->mean[i], b = side->mean[top];
    return share_of(side, i) / share_of(side, top) * expl((a - b) * (x - (a + b) / 2));
}

static moments direct(const pld__mixture_density *side, size_t top, long double x) {
    moments result = {0, 0, 0};
    long double first = 0, second = 0;
    for (size_t i = 0; i < side->count; i++) {
        long double term = term_of(side, i, top, x), away = (long double)side->mean[i] - side->mean[top];
        result.sum += term;
        first += away * term;
        second += away * away * term;
    }
    first /= result.sum;
    result.mean = side->mean[top] + first;
    result.variance = second / result.sum - first * first;
    return result;
}

/* The promise behind pld__mixture_density_value.exponential, as the rho of mixture.c takes it from one side. */
static double promised(const pld__mixture_density *side, double x, const pld__mixture_density_value *value) {
    double offset = x - side->mean[value->top];
    return 4.0 / 3 * (32 + 4 * value->exponential + 4 * (offset * offset + fabs(x))) * PLD__U;
}

/* A binomial side; `jitter` moves each mean, which makes it a general one. */
static pld__mixture_density side_binomial(uint64_t k, double q, double spacing, double jitter) {
    static long double weight[LARGEST];
    static double mean[LARGEST];
    pld__weights_binomial(k, q, weight);
    for (size_t j = 0; j <= k; j++) {
        mean[j] = (double)j * spacing + (j % 2 ? jitter : 0);
    }
    pld__mixture_density side = {0};
    long double dropped = 0;
    CU_ASSERT_EQUAL_FATAL(pld__mixture_density_create((size_t)k + 1, weight, mean, &side, &dropped), PLD_OK);
    return side;
}

static double check_point(const pld__mixture_density *side, double x, pld__mixture_density_value value) {
    CU_ASSERT_FATAL(value.top < side->count && value.low <= value.top && value.top <= value.high && value.high < side->count);
    moments truth = direct(side, value.top, x);
    double range = side->mean[side->count - 1] - side->mean[0];
    double error = (double)fabsl(value.sum / truth.sum - 1), bound = promised(side, x, &value);
    CHECK(error <= bound, "%s of %zu spacing %.17g x=%.17g: sum %.17g off by %g, promised %g",
          side->ladder ? "ladder" : "general", side->count, side->spacing, x, value.sum, error, bound);
    /* Mean and variance steer Newton's method and the proof of monotony; they need not be tight. */
    CU_ASSERT(fabsl(value.mean - truth.mean) <= 4 * bound * range + 4 * PLD__U * fabsl(truth.mean));
    CU_ASSERT(fabsl(value.variance - truth.variance) <= 16 * bound * range * range);
    CU_ASSERT(value.sum >= 1 && value.sum <= (double)side->count);
    for (size_t i = 0; i < side->count; i++) {
        long double term = term_of(side, i, value.top, x);
        CU_ASSERT(term <= 1 + 1e-9L);
        if (i < value.low || i > value.high) {
            CU_ASSERT(term <= 1.0001e-22L);
        }
    }
    return error / bound;
}

static void test_random_points(void) {
    dice state = dice_create(SEED);
    double worst_ladder = 0, worst_general = 0;
    for (int round = 0; round < 2000; round++) {
        uint64_t k = (uint64_t)exp(dice_uniform(&state, 0, round % 50 ? log(40) : log(1000)));
        double q = pow(10, dice_uniform(&state, -6, -0.01)), spacing = pow(10, dice_uniform(&state, -2, round % 10 ? 0.7 : 1.7));
        pld__mixture_density side = side_binomial(k, q, spacing, 0);
        CU_ASSERT(side.ladder);
        pld__mixture_density plain = side;
        plain.ladder = false;
        double low = side.mean[0] - 30, high = side.mean[side.count - 1] + 30;
        for (int point = 0; point < 30; point++) {
            double x = dice_uniform(&state, low, high);
            pld__mixture_density_value ladder = pld__mixture_density_evaluate(&side, x),
                                       general = pld__mixture_density_evaluate(&plain, x);
            worst_ladder = fmax(worst_ladder, check_point(&side, x, ladder));
            worst_general = fmax(worst_general, check_point(&plain, x, general));
            /* The same function twice: equal within both promises. */
            long double quotient = ladder.sum / general.sum * term_of(&side, ladder.top, general.top, x);
            CU_ASSERT(fabsl(quotient - 1) <= promised(&side, x, &ladder) + promised(&side, x, &general));
        }
        pld__mixture_density_free(&side);
    }
    printf("worst error over promise: ladder %.2g, general %.2g ", worst_ladder, worst_general);
    /* Promises are not vacuous. */
    CU_ASSERT(worst_ladder > 1e-3 && worst_general > 1e-3);
}

static void test_uneven_points(void) {
    dice state = dice_create(SEED);
    for (int round = 0; round < 100; round++) {
        pld__mixture_density side = side_binomial(7, dice_uniform(&state, 0.05, 0.95), dice_uniform(&state, 0.1, 4), 0.03);
        CU_ASSERT_FALSE(side.ladder);
        for (int point = 0; point < 30; point++) {
            double x = dice_uniform(&state, side.mean[0] - 20, side.mean[side.count - 1] + 20);
            check_point(&side, x, pld__mixture_density_evaluate(&side, x));
        }
        pld__mixture_density_free(&side);
    }
}

/* The coefficients give the density near x: compare the polynomial with the sum of bells. */
static void test_series(void) {
    dice state = dice_create(SEED);
    for (int round = 0; round < 400; round++) {
        pld__mixture_density side = side_binomial((uint64_t)(1 + round % 9), dice_uniform(&state, 0.01, 0.9),
                                                  dice_uniform(&state, 0.1, 3), round % 2 ? 0 : 0.02);
        double coefficient[PLD__SERIES], x = dice_uniform(&state, side.mean[0] - 9, side.mean[side.count - 1] + 9);
        pld__mixture_density_value value = pld__mixture_density_series(&side, x, coefficient),
                                   plain = pld__mixture_density_evaluate(&side, x);
        CU_ASSERT(value.top == plain.top && value.sum == plain.sum && value.mean == plain.mean);
        double distance = fmax(fabs(side.mean[value.low] - x), fabs(side.mean[value.high] - x));
        double t = 0.03 / sqrt(distance * distance + 4);
        long double power = 1, sum = 0, truth = 0, top = (long double)x - side.mean[value.top];
        for (int m = 0; m < PLD__SERIES; m++) {
            sum += coefficient[m] * power;
            power *= t;
        }
        for (size_t i = 0; i < side.count; i++) {
            long double offset = (long double)x + t - side.mean[i];
            truth += share_of(&side, i) / share_of(&side, value.top) * expl(top * top / 2 - offset * offset / 2);
        }
        CU_ASSERT(fabsl(sum / truth - 1) <= promised(&side, x, &value));
        pld__mixture_density_free(&side);
    }
}

static void test_one_component(void) {
    pld__mixture_density side = {0};
    long double one = 0.25L, dropped = 0;
    double mean = 3;
    CU_ASSERT_EQUAL_FATAL(pld__mixture_density_create(1, &one, &mean, &side, &dropped), PLD_OK);
    CU_ASSERT(side.count == 1 && side.weight[0] == 1 && side.log_weight[0] == 0 && dropped == 0);
    pld__mixture_density_value value = pld__mixture_density_evaluate(&side, -7);
    CU_ASSERT(value.sum == 1 && value.mean == 3 && value.variance == 0 && value.top == 0 && value.exponential == 0);
    pld__mixture_density_free(&side);
    CU_ASSERT_PTR_NULL(side.weight);
    pld__mixture_density_free(&side);
}

static void test_creation(void) {
    const long double weight[] = {1e-4901L, 3, 0, 1, 2e-4902L};
    const double mean[] = {-1, 0, 1, 2, 3};
    pld__mixture_density side = {0};
    long double dropped = 1e-310L;
    CU_ASSERT_EQUAL_FATAL(pld__mixture_density_create(5, weight, mean, &side, &dropped), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(side.count, 2);
    CU_ASSERT(side.weight[0] == 0.75 && side.weight[1] == 0.25 && side.mean[0] == 0 && side.mean[1] == 2);
    CU_ASSERT(fabs(side.log_weight[0] - log(0.75)) <= PLD__U && fabs(side.log_weight[1] - log(0.25)) <= 2 * PLD__U);
    /* What is dropped is added to what was dropped before. */
    CU_ASSERT(fabsl(dropped / (1.2e-4901L / 4 + 1e-310L) - 1) <= 1e-15L);
    pld__mixture_density_free(&side);
}

/* A log weight near 0 keeps its digits: log(1 - q), not the log of a rounded 1 - q. */
static void test_log_weight(void) {
    static const double tiny[] = {1e-3, 1e-8, 1e-13, 1e-17};
    for (size_t i = 0; i < sizeof tiny / sizeof tiny[0]; i++) {
        pld__mixture_density side = side_binomial(1, tiny[i], 1, 0);
        long double truth = log1pl(-(long double)tiny[i]);
        CU_ASSERT(fabsl(side.log_weight[0] - truth) <= 0x1p-62L + fabsl(truth) * PLD__U);
        pld__mixture_density_free(&side);
    }
}

/* Products are used only where they are right: equal spacing and log-concave weights. */
static void test_ladder(void) {
    static const struct {
        long double weight[4];
        double mean[4];
        bool ladder;
    } cases[] = {
        {{0.1L, 0.4L, 0.4L, 0.1L}, {0, 1, 2, 3}, true},
        {{0.25L, 0.25L, 0.25L, 0.25L}, {-3, -1, 1, 3}, true},
        {{0.1L, 0.4L, 0.4L, 0.1L}, {0, 1, 2, 3.1}, false},
        {{0.49L, 0.01L, 0.01L, 0.49L}, {0, 1, 2, 3}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pld__mixture_density side = {0};
        long double dropped = 0;
        CU_ASSERT_EQUAL_FATAL(pld__mixture_density_create(4, cases[i].weight, cases[i].mean, &side, &dropped), PLD_OK);
        CU_ASSERT_EQUAL(side.ladder, cases[i].ladder);
        for (double x = -20; x < 25; x += 0.37) {
            check_point(&side, x, pld__mixture_density_evaluate(&side, x));
        }
        pld__mixture_density_free(&side);
    }
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"random points, both ways", test_random_points},
        {"uneven means", test_uneven_points},
        {"series", test_series},
        {"one component", test_one_component},
        {"creation", test_creation},
        {"log weights near 0", test_log_weight},
        {"ladders", test_ladder},
        CU_TEST_INFO_NULL,
    };
    return suite_run("side", tests);
}
