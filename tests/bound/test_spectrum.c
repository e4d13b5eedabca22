/* Tests of src/bound/spectrum.c, from both sides: transforms of random laws. */
#include "bound/spectrum.h"
#include "support/dice.h"
#include "support/suite.h"

#include <complex.h>
#include <math.h>

enum { NODES = 60 };

typedef struct {
    long double weight[NODES], node[NODES], total;
    size_t from, to; /* the nodes of B */
} law;

static law random_law(dice *from) {
    law made = {.total = 0};
    double spread = dice_uniform(from, 1, 15), at = 0;
    for (int i = 0; i < NODES; i++) {
        at += i % 20 == 19 ? 1 + (double)dice_below(from, 50) : 1;
        made.node[i] = at;
        made.weight[i] = exp(-pow((i - NODES / 2) / spread, 2) / 2) * dice_uniform(from, 0.5, 1) + 1e-6;
        made.total += made.weight[i];
    }
    long double scale = made.total / (1 + dice_uniform(from, -1e-14, 1e-14));
    made.total = 0;
    for (int i = 0; i < NODES; i++) {
        made.weight[i] /= scale;
        made.total += made.weight[i];
    }
    bool all = dice_chance(from, 0.5);
    made.from = all ? 0 : dice_below(from, 25);
    made.to = all ? NODES : NODES - dice_below(from, 25);
    return made;
}

static long double transform(const law *given, size_t from, size_t to, long double t) {
    long double complex sum = 0;
    for (size_t i = from; i < to; i++) {
        sum += given->weight[i] * cexpl(-I * t * given->node[i]);
    }
    return cabsl(sum);
}

static void test_low(void) {
    dice from = dice_create(131);
    long double loosest = INFINITY;
    for (size_t i = 0; i < suite_cases(300); i++) {
        law given = random_law(&from);
        long double mass = 0, mean = 0, second = 0, fourth = 0;
        for (size_t j = given.from; j < given.to; j++) {
            mass += given.weight[j];
            mean += given.weight[j] * given.node[j];
        }
        mean /= mass;
        for (size_t j = given.from; j < given.to; j++) {
            long double away = given.node[j] - mean;
            second += given.weight[j] * away * away;
            fourth += given.weight[j] * away * away * away * away;
        }
        double end = 0;
        pld__bound_spectrum_low((double)(given.total - 1), (double)mass, (double)second, (double)fourth, 0, &end);
        CU_ASSERT_TRUE(end > 0);
        for (int j = 0; j < 10; j++) {
            double start = end * dice_logarithmic(&from, 1e-7, 1);
            double bound =
                pld__bound_spectrum_low((double)(given.total - 1), (double)mass, (double)second, (double)fourth, start, &end);
            for (int step = 0; step <= 20; step++) {
                long double t = start + (end - (long double)start) * step / 20, truth = logl(transform(&given, 0, NODES, t));
                CHECK(bound >= truth - 1e-18L, "from %g, t %Lg: bound %.12g, truth %.12Lg", start, t, bound, truth);
            }
            /* With all nodes in B the leading term is exact, and half of it is left at t*. */
            long double fall = logl(transform(&given, 0, NODES, start));
            if (given.to - given.from == NODES && fall < -1e-9L) {
                loosest = fminl(loosest, bound / fall);
            }
        }
        CU_ASSERT_EQUAL(
            pld__bound_spectrum_low((double)(given.total - 1), (double)mass, (double)second, (double)fourth, end * 1.01, &end),
            0);
    }
    CHECK(loosest > 0.3L, "only %Lg of the true fall is proven", loosest);
    printf("[at least %.2Lf of the true fall] ", loosest);
}

/* One node has no fall at all, and beyond t* nothing is said. */
static void test_corners(void) {
    double end = 0;
    CU_ASSERT_EQUAL(pld__bound_spectrum_low(0, 1, 0, 0, 0.1, &end), 0);
    CU_ASSERT_EQUAL(end, 0);
    CU_ASSERT_EQUAL(pld__bound_spectrum_low(0, 1, 1, 3, 10, &end), 0);
    CU_ASSERT_TRUE(end > 0 && end < 10);
    /* A fall far below the rounding of 1 is kept. */
    double tiny = pld__bound_spectrum_low(0, 1, 1, 3, 1e-12, &end);
    CU_ASSERT_TRUE(tiny < 0 && fabs(tiny / -5e-25 - 1) < 1e-9);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"low frequencies", test_low},
        {"corners", test_corners},
        CU_TEST_INFO_NULL,
    };
    return suite_run("spectrum", tests);
}
