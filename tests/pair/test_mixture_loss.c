/* Tests of src/pair/mixture_loss.c: losses and positions against plain long double sums (support/pairs.c), each from both sides:
 * the error is within the promise, and the promise within a factor of the error. */
#include "pair/mixture_support.h"

#include <stdio.h>

enum { SEED = 20240607 };

/* Returns the worst error over kappa. */
static double check_losses(const test_pair *pair, dice *state, int points) {
    double worst = 0, low = (double)pair->reference.lowest - 30, high = (double)pair->reference.highest + 30;
    for (int i = 0; i < points; i++) {
        double x = dice_uniform(state, low, high), slope, curvature;
        long double true_slope, truth = reference_loss(&pair->reference, x, &true_slope);
        double loss = pld__mixture_loss(pair->mechanism->pair, x, &slope, &curvature);
        double error = (double)fabsl(loss - truth), kappa = accuracy_at(pair, x).kappa;
        CHECK(error <= kappa, "%s: loss at %.17g off by %g, kappa %g", pair->name, x, error, kappa);
        CU_ASSERT(fabsl(slope - true_slope) <= 1e-11L * (1 + fabsl(true_slope)));
        CU_ASSERT(slope >= 0);
        worst = fmax(worst, error / kappa);
    }
    return worst;
}

static void test_loss(void) {
    dice state = dice_create(SEED);
    double worst = 0;
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        double here = check_losses(&pair, &state, 2000);
        CU_ASSERT(here > 1e-3); /* kappa is not vacuous */
        worst = fmax(worst, here);
        pair_free(&pair);
    }
    test_pair sharp = pair_create_gaussian(0.02), group = pair_create_group(0.01, 1, 1000),
              wide = pair_create_group(0.3, 0.5, 1000);
    worst = fmax(worst, check_losses(&sharp, &state, 2000));
    worst = fmax(worst, check_losses(&group, &state, 300));
    worst = fmax(worst, check_losses(&wide, &state, 300));
    printf("worst error %.2g kappa ", worst);
    pair_free(&sharp);
    pair_free(&group);
    pair_free(&wide);
}

static void test_curvature(void) {
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        for (double x = -5; x < 8; x += 0.37) {
            double slope, curvature;
            long double left, right;
            pld__mixture_loss(pair.mechanism->pair, x, &slope, &curvature);
            reference_loss(&pair.reference, x - 1e-6L, &left);
            reference_loss(&pair.reference, x + 1e-6L, &right);
            CU_ASSERT(fabsl(curvature - (right - left) / 2e-6L) <= 1e-8L);
        }
        pair_free(&pair);
    }
}

/* --- positions ------------------------------------------------------------------------------------------------------ */

static double check_position(const test_pair *pair, double target, double x) {
    double error = (double)fabsl(reference_loss(&pair->reference, x, NULL) - target), kappa = accuracy_at(pair, x).kappa;
    CHECK(error <= kappa, "%s: position of loss %.17g is %.17g, off by %g, kappa %g", pair->name, target, x, error, kappa);
    return error / kappa;
}

/* Lattices of random width and place; returns the worst error over kappa. */
static double check_lattices(const test_pair *pair, dice *state, int rounds, double margin) {
    enum { COUNT = 64 };
    double worst = 0, x[COUNT], losses[COUNT];
    double low = loss_at(pair, (double)pair->reference.lowest - margin),
           high = loss_at(pair, (double)pair->reference.highest + margin);
    for (int round = 0; round < rounds; round++) {
        double width = ldexp(1, -(int)dice_uniform(state, 0, 24)), first = width * floor(dice_uniform(state, low, high) / width);
        for (int i = 0; i < COUNT; i++)
            losses[i] = first + i * width;
        pair->mechanism->operations->positions(pair->mechanism->pair, losses, COUNT, x);
        for (int i = 0; i < COUNT; i++) {
            double target = first + i * width;
            if (target <= pair->mechanism->loss_infimum) {
                CU_ASSERT(x[i] == -INFINITY);
            } else if (target >= pair->mechanism->loss_supremum) {
                CU_ASSERT(x[i] == INFINITY);
            } else if (isfinite(x[i])) {
                worst = fmax(worst, check_position(pair, target, x[i]));
            } else {
                /* Out of reach: farther than 149 from every mean, or so near an end of the support that the loss there is
                 * rounding. */
                long double reach =
                    x[i] < 0 ? pair->reference.lowest - PLD__MIXTURE_REACH : pair->reference.highest + PLD__MIXTURE_REACH;
                long double there = reference_loss(&pair->reference, reach, NULL);
                CU_ASSERT(x[i] < 0 ? target <= there + 1e-15L * (1 + fabsl(there))
                                   : target >= there - 1e-15L * (1 + fabsl(there)));
            }
            CU_ASSERT(i == 0 || x[i] >= x[i - 1]);
        }
    }
    return worst;
}

static void test_positions(void) {
    dice state = dice_create(SEED);
    double worst = 0;
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        worst = fmax(worst, check_lattices(&pair, &state, 60, 14));
        pair_free(&pair);
    }
    printf("worst error %.2g kappa ", worst);
    CU_ASSERT(worst > 1e-3);
}

static void test_positions_extreme(void) {
    dice state = dice_create(SEED);
    test_pair sharp = pair_create_gaussian(0.02), blunt = pair_create_gaussian(1000), group = pair_create_group(0.01, 1, 1000),
              wide = pair_create_group(0.3, 0.5, 1000), sharp_group = pair_create_group(0.2, 0.05, 3);
    check_lattices(&sharp, &state, 30, 14);
    check_lattices(&blunt, &state, 30, 14);
    check_lattices(&group, &state, 4, 14);
    check_lattices(&wide, &state, 4, 14);
    check_lattices(&sharp_group, &state, 60, 14);
    pair_free(&sharp);
    pair_free(&blunt);
    pair_free(&group);
    pair_free(&wide);
    pair_free(&sharp_group);
}

/* Mixtures on both sides whose curvatures cancel: where Newton's method is told that its next error is small. */
static void test_positions_double(void) {
    dice state = dice_create(SEED);
    for (int round = 0; round < 60; round++) {
        double gap = dice_uniform(&state, 0.5, 12), q = dice_uniform(&state, 0.05, 0.95);
        double p_weight[] = {1 - q, q}, q_weight[] = {q, 1 - q}, p_mean[] = {0, gap}, q_mean[] = {-gap, 0};
        test_pair pair = pair_create_mixture(2, p_weight, p_mean, 2, q_weight, q_mean);
        check_lattices(&pair, &state, 20, 6);
        pair_free(&pair);
    }
}

/* Beside the hard edge the loss is flat: losses of infimum + 10^-j. */
static void test_positions_edge(void) {
    static const int cases[] = {PAIR_POISSON, PAIR_MNIST, PAIR_POISSON_GROUP, PAIR_HYPERGEOMETRIC, PAIR_ADDED};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_pair pair = pair_create(cases[i]);
        bool above = isfinite(pair.mechanism->loss_supremum);
        double edge = above ? pair.mechanism->loss_supremum : pair.mechanism->loss_infimum;
        CU_ASSERT_FATAL(isfinite(edge));
        for (int digits = 1; digits <= 15; digits++) {
            double target = edge + (above ? -1 : 1) * pow(10, -digits), x;
            pair.mechanism->operations->positions(pair.mechanism->pair, &target, 1, &x);
            CU_ASSERT_FATAL(isfinite(x));
            check_position(&pair, target, x);
        }
        double beyond[3], around[3] = {edge - 0.5, edge, edge + 0.5};
        pair.mechanism->operations->positions(pair.mechanism->pair, around, 3, beyond);
        CU_ASSERT(above ? isfinite(beyond[0]) && beyond[1] == INFINITY && beyond[2] == INFINITY
                        : beyond[0] == -INFINITY && beyond[1] == -INFINITY && isfinite(beyond[2]));
        pair_free(&pair);
    }
}

int main(void) {
    static CU_TestInfo tests[] = {{"loss", test_loss},
                                  {"curvature", test_curvature},
                                  {"positions", test_positions},
                                  {"positions, extreme pairs", test_positions_extreme},
                                  {"positions, two mixtures", test_positions_double},
                                  {"positions beside the hard edge", test_positions_edge},
                                  CU_TEST_INFO_NULL};
    return suite_run("pair/mixture_loss", tests);
}
