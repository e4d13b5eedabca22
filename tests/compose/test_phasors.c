/* Tests of src/compose/phasors.c: against sums in long double, for many frequencies and many nodes. */
#include "base/base.h"
#include "compose/phasors.h"
#include "support/dice.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>

/* Lattice laws with or without a list, and laws on any losses. */
static pld__law *random_law(dice *from, size_t count) {
    double width = dice_logarithmic(from, 1e-6, 0.1), at = dice_uniform(from, -1, 1);
    size_t kind = dice_below(from, 3);
    int64_t node = (int64_t)dice_below(from, 1000) - 700;
    pld__law *law = pld__law_create(width, node, count, kind == 1, 1);
    law->offset = width * dice_uniform(from, -1, 1);
    law->losses = kind == 2 ? pld__allocate(count, sizeof(double)) : NULL;
    double spread = dice_uniform(from, 0.05, 1) * (double)count, sum = 0;
    bool bell = dice_chance(from, 0.5);
    for (size_t i = 0; i < count; i++) {
        double away = ((double)i - (double)count / 2) / spread;
        law->weight[i] = bell ? exp(-away * away / 2) : dice_logarithmic(from, 1e-12, 1);
        sum += law->weight[i];
        node += 1 + (int64_t)dice_below(from, i % 8 == 0 ? 5 : 1);
        at += width * dice_uniform(from, 0.1, 3);
        if (law->nodes) {
            law->nodes[i] = node;
        }
        if (law->losses) {
            law->losses[i] = at;
        }
    }
    for (size_t i = 0; i < count; i++) {
        law->weight[i] *= (1 + dice_uniform(from, -1e-15, 1e-15)) / sum;
    }
    return law;
}

static long double exact_loss(const pld__law *law, size_t i) {
    return law->losses ? (long double)law->losses[i]
                       : (long double)law->offset + (long double)pld__law_node(law, i) * (long double)law->width;
}

/* A_k - 1, by blocks. */
static void exact(const pld__law *law, long double centre, long double unit, long double k, long double *real,
                  long double *imaginary) {
    long double sums[3] = {-1, 0, 0}, block[3];
    for (size_t start = 0; start < law->count; start += 64) {
        block[0] = block[1] = block[2] = 0;
        for (size_t i = start; i < start + 64 && i < law->count; i++) {
            long double half = k * unit * (exact_loss(law, i) - centre) / 2, sine = sinl(half);
            block[0] += law->weight[i];
            block[1] -= law->weight[i] * 2 * sine * sine;
            block[2] += law->weight[i] * 2 * sine * cosl(half);
        }
        for (int b = 0; b < 3; b++) {
            sums[b] += block[b];
        }
    }
    *real = sums[0] + sums[1];
    *imaginary = sums[2];
}

/* Runs to frequency `last`, checks at about `checks` of them; the largest error over its bound. */
static long double check_law(dice *from, const pld__law *law, double period, uint64_t last, size_t checks) {
    pld__phasors phasors;
    CU_ASSERT_EQUAL_FATAL(pld__phasors_create(law, 2 * PLD__PI / period, &phasors), PLD_OK);
    long double worst = 0;
    for (uint64_t k = 0; k <= last; k++) {
        double real, imaginary;
        pld__phasors_next(&phasors, &real, &imaginary);
        bool corner = k < 3 || k == 63 || k == 64 || k == last;
        if (!corner && !dice_chance(from, (double)checks / (double)last)) {
            continue;
        }
        long double x, y;
        exact(law, phasors.centre, 2 * acosl(-1) / period, (long double)k, &x, &y);
        long double error = hypotl(real - x, imaginary - y), bound = pld__phasors_error(&phasors, (double)k);
        CHECK(error <= bound + 1e-18L, "%zu nodes, period %g, k %d: off by %Lg, bound %Lg", law->count, period, (int)k, error,
              bound);
        worst = fmaxl(worst, bound > 1e-17L ? error / bound : 0);
    }
    pld__phasors_free(&phasors);
    return worst;
}

static void check_laws(uint64_t seed, size_t cases, size_t most_nodes, uint64_t last, size_t checks, long double useful) {
    dice from = dice_create(seed);
    long double tightest = 0, average = 0;
    for (size_t i = 0; i < cases; i++) {
        size_t count = 1 + (size_t)dice_logarithmic(&from, 1, (double)most_nodes);
        pld__law *law = random_law(&from, count);
        double range = (double)(exact_loss(law, count - 1) - exact_loss(law, 0)) + law->width;
        long double ratio = check_law(&from, law, range * dice_logarithmic(&from, 0.5, 100), last, checks);
        tightest = fmaxl(tightest, ratio);
        average += ratio / (long double)cases;
        pld__law_free(law);
    }
    CHECK(average >= useful, "errors are only %Lg of their bounds", average);
    printf("[errors up to %.2Lf, on average %.3Lf of their bound] ", tightest, average);
}

static void test_few_nodes(void) {
    check_laws(211, suite_cases(200), 100, 400, 60, 0.01L);
}

static void test_far(void) {
    check_laws(212, suite_cases(20), 20, 100000, 300, 0.01L);
}

static void test_many_nodes(void) {
    check_laws(213, suite_cases(10), 100000, 130, 6, 0.0005L);
}

/* A hundred thousand equal weights whose last bits all go the same way when they are added one to the other. */
static void test_excess(void) {
    enum { NODES = 100000 };
    for (int kind = 0; kind < 4; kind++) {
        pld__law *law = pld__law_create(1e-3, 0, NODES, false, 1);
        double weight = 1.0 / NODES;
        /* A quarter of the last place of sums from 1/2 to 1, more or less. */
        weight = ldexp(floor(ldexp(weight, 64)) + (kind < 2 ? 0.25 : 0.75) - kind % 2, -64);
        for (size_t i = 0; i < NODES; i++) {
            law->weight[i] = weight;
        }
        pld__phasors phasors;
        CU_ASSERT_EQUAL_FATAL(pld__phasors_create(law, 1e-3, &phasors), PLD_OK);
        double real, imaginary;
        pld__phasors_next(&phasors, &real, &imaginary);
        long double error = fabsl(real - ((long double)weight * NODES - 1)), bound = pld__phasors_error(&phasors, 0);
        CHECK(error <= bound + 1e-19L, "the sum of the weights is off by %Lg, bound %Lg", error, bound);
        CHECK(bound <= 1e-18L, "bound %Lg", bound);
        CU_ASSERT_EQUAL(imaginary, 0);
        pld__phasors_free(&phasors);
        pld__law_free(law);
    }
}

/* One node does not turn at all; two opposite ones cancel. */
static void test_corners(void) {
    pld__law *one = pld__law_create(0.5, 7, 1, false, 1), *two = pld__law_create(0.5, -1, 2, true, 1);
    one->weight[0] = 1;
    two->weight[0] = two->weight[1] = 0.5;
    two->nodes[0] = -1;
    two->nodes[1] = 1;
    pld__phasors phasors;
    CU_ASSERT_EQUAL_FATAL(pld__phasors_create(one, 0.1, &phasors), PLD_OK);
    for (int k = 0; k < 200; k++) {
        double real, imaginary;
        pld__phasors_next(&phasors, &real, &imaginary);
        CU_ASSERT_TRUE(real == 0 && imaginary == 0);
    }
    CU_ASSERT_TRUE(pld__phasors_error(&phasors, 100) < 1e-25);
    pld__phasors_free(&phasors);
    CU_ASSERT_EQUAL_FATAL(pld__phasors_create(two, PLD__PI, &phasors), PLD_OK);
    for (int k = 0; k < 200; k++) { /* A_k is cos(k pi/2) */
        double real, imaginary;
        pld__phasors_next(&phasors, &real, &imaginary);
        double truth = k % 2 ? -1 : k % 4 ? -2 : 0;
        CHECK(hypot(real - truth, imaginary) <= pld__phasors_error(&phasors, k), "k %d: %g %g", k, real, imaginary);
    }
    pld__phasors_free(&phasors);
    pld__law_free(one);
    pld__law_free(two);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"few nodes", test_few_nodes},       {"high frequencies", test_far}, {"many nodes", test_many_nodes},
        {"sum of the weights", test_excess}, {"corners", test_corners},      CU_TEST_INFO_NULL,
    };
    return suite_run("phasors", tests);
}
