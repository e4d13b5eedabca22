/* Tests of src/law/spread.c: the upper law lies above the true curve of one step everywhere, and close above. */
#include "law/law.h"

#include "support/curves.h"
#include "support/pairs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

static const pld_direction DIRECTIONS[] = {PLD_REMOVE, PLD_ADD};

/* The log2 of a width that resolves the bulk of the losses, about k q/sigma wide: below it errors are of order h^2. */
static int resolving(int which) {
    return which == PAIR_MNIST ? -11 : which == PAIR_HYPERGEOMETRIC_GROUP ? -10 : -6;
}

/* --- above the truth ------------------------------------------------------------------------------------------------ */

static void check_above(const test_pair *pair, const pld__law *law, const law_curve *curve, pld_direction direction,
                        true_point truth) {
    long double delta = curve_delta(curve, truth.epsilon);
    CHECK(delta >= truth.delta, "%s %s width %g theta %g: delta(%.10Lg) = %.18Lg is below the true %.18Lg by %Lg", pair->name,
          pld_direction_name(direction), law->width, law->theta, truth.epsilon, delta, truth.delta, truth.delta - delta);
}

/* A fine grid in x, which is one in epsilon, epsilons beyond both ends, and the nodes themselves, where the law is tightest. */
static void check_curve(const test_pair *pair, const pld__law *law, pld_direction direction) {
    law_curve curve = curve_create(law);
    double low = (double)pair->reference.lowest - 9, high = (double)pair->reference.highest + 9;
    size_t points = suite_cases(1500);
    for (size_t i = 0; i <= points; i++) {
        check_above(pair, law, &curve, direction,
                    curve_truth_at(pair, direction, low + (high - low) * (double)i / (double)points));
    }
    size_t step = law->count / suite_cases(60) + 1;
    for (size_t i = 0; i < law->count; i += step) {
        for (int quarter = 0; quarter < 4; quarter++) {
            double epsilon = pld__law_loss(law, i) + quarter * law->width / 4;
            true_point truth = curve_truth(pair, direction, epsilon);
            if (truth.p == 0 || truth.p > 1e-60L) {
                check_above(pair, law, &curve, direction, truth);
            }
        }
    }
    double infimum = pld_mechanism_loss_infimum(pair->mechanism, direction),
           supremum = pld_mechanism_loss_supremum(pair->mechanism, direction);
    for (int i = 0; i < 40; i++) {
        double away = ldexp(1, 6 - i);
        if (isfinite(infimum)) {
            check_above(pair, law, &curve, direction, curve_truth(pair, direction, infimum - away));
            check_above(pair, law, &curve, direction, curve_truth(pair, direction, infimum + away));
        }
        if (isfinite(supremum)) {
            check_above(pair, law, &curve, direction, curve_truth(pair, direction, supremum - away));
            CU_ASSERT(curve_delta(&curve, supremum + away) >= 0);
        }
    }
    CU_ASSERT(curve_delta(&curve, -4000) >= 1); /* x = 0: no P is lost */
    curve_free(&curve);
}

static void check_pair(const test_pair *pair, double width, double lowest, double highest, double theta) {
    pld__cells *cells = NULL;
    CU_ASSERT_EQUAL_FATAL(pld__cells_create(pair->mechanism, width, lowest, highest, 1, &cells), PLD_OK);
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld__law *law = curve_spread(cells, DIRECTIONS[d], theta);
        check_curve(pair, law, DIRECTIONS[d]);
        pld__law_free(law);
    }
    pld__cells_free(cells);
}

static void test_above(void) {
    static const double widths[] = {0x1p-1, 0x1p-4, 0x1.8p-7};
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        const pld__pair_operations *operations = pair.mechanism->operations;
        for (size_t i = 0; i < COUNT_OF(widths); i++) {
            check_pair(&pair, widths[i], -operations->reach_below(pair.mechanism->pair, -90),
                       operations->reach_above(pair.mechanism->pair, -90), i == 1 ? 2 : 0.5);
        }
        pair_free(&pair);
    }
}

/* Cut off where there is still much mass: left tails must move up, right tails to the last node and to infinity. */
static void test_above_truncated(void) {
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        check_pair(&pair, 0x1p-4, fmax(pair.mechanism->loss_infimum, -0.7), fmin(pair.mechanism->loss_supremum, 0.6), 1);
        check_pair(&pair, 0x1p-3, fmax(pair.mechanism->loss_infimum, -0.05), fmin(pair.mechanism->loss_supremum, 0.05), 3);
        pair_free(&pair);
    }
}

/* Losses of hundreds: e^loss overflows a double, Q-masses underflow. */
static void test_above_sharp(void) {
    static const double sigmas[] = {0.05, 0.03, 0.02};
    for (size_t i = 0; i < COUNT_OF(sigmas); i++) {
        test_pair pair = pair_create_gaussian(sigmas[i]);
        const pld__pair_operations *operations = pair.mechanism->operations;
        check_pair(&pair, 0.5, -operations->reach_below(pair.mechanism->pair, -60),
                   operations->reach_above(pair.mechanism->pair, -60), 0.01);
        pair_free(&pair);
    }
}

/* --- and close above ------------------------------------------------------------------------------------------------ */

/* On a node the law's delta is the true one but for what the cells bound adds: "connect the dots". */
static void test_nodes(void) {
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        pld__cells *cells = curve_cells(&pair, 0x1p-4, -90);
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            pld__law *law = curve_spread(cells, DIRECTIONS[d], 0.5);
            law_curve curve = curve_create(law);
            for (size_t i = 1; i + 1 < law->count; i += 7) {
                true_point truth = curve_truth(&pair, DIRECTIONS[d], pld__law_loss(law, i));
                long double excess = curve_delta(&curve, truth.epsilon) - truth.delta;
                CHECK(excess <= 1e-11L * truth.p + 1e-35L, "%s %s: excess %Lg at node %Lg of mass %Lg", pair.name,
                      pld_direction_name(DIRECTIONS[d]), excess, truth.epsilon, truth.p);
            }
            curve_free(&curve);
            pld__law_free(law);
        }
        pld__cells_free(cells);
        pair_free(&pair);
    }
}

/* P and Q are kept to rounding, P never below 1. */
static void test_mass(void) {
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        pld__cells *cells = curve_cells(&pair, ldexp(1, resolving(which) + 1), -600);
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            pld__law *law = curve_spread(cells, DIRECTIONS[d], 1);
            law_curve curve = curve_create(law);
            long double p = curve.p[0] + law->infinity, q = curve.q[0];
            CHECK(p >= 1 && p <= 1 + 1e-11L, "%s: P-mass 1%+Lg", pair.name, p - 1);
            CHECK(q <= 1 + 1e-13L && q >= 1 - 1e-11L, "%s: Q-mass 1%+Lg", pair.name, q - 1);
            CU_ASSERT(law->finite >= curve.p[0] && law->finite <= 1 + 1e-9L);
            CU_ASSERT(law->infinity >= 0 && law->infinity < 1e-200L);
            for (size_t i = 0; i < law->count; i++) {
                CU_ASSERT(law->weight[i] >= 0 && isfinite(law->weight[i]));
            }
            curve_free(&curve);
            pld__law_free(law);
        }
        pld__cells_free(cells);
        pair_free(&pair);
    }
}

/* Of a truncated right tail as much as Q pays for stays at the last node; the rest is at infinity: the law's D at the last node
 * is the true one. */
static void test_infinity(void) {
    test_pair pair = pair_create(PAIR_GAUSSIAN);
    pld__cells *cells = NULL;
    CU_ASSERT_EQUAL_FATAL(pld__cells_create(pair.mechanism, 0x1p-4, -3, 2, 1, &cells), PLD_OK);
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld__law *law = curve_spread(cells, DIRECTIONS[d], 1);
        law_curve curve = curve_create(law);
        true_point truth = curve_truth(&pair, DIRECTIONS[d], pld__law_loss(law, law->count - 1));
        CU_ASSERT(law->infinity >= truth.delta && law->infinity <= truth.delta * (1 + 1e-9L));
        /* The left tail: all P, at the first node. */
        CU_ASSERT(curve.p[0] + law->infinity >= 1 && curve.p[0] + law->infinity <= 1 + 1e-11L);
        curve_free(&curve);
        pld__law_free(law);
    }
    pld__cells_free(cells);
    pair_free(&pair);
}

/* A bounded loss leaves nothing at infinity: pure differential privacy stays pure. */
static void test_bounded(void) {
    static const double sigmas[] = {0.05, 0.3, 1, 20};
    static const double widths[] = {0x1p-3, 0x1.3p-6, 0x1.8p-9};
    for (size_t i = 0; i < COUNT_OF(sigmas); i++) {
        for (size_t j = 0; j < COUNT_OF(widths); j++) {
            for (int d = 0; d < PLD_DIRECTIONS; d++) {
                pld_direction direction = DIRECTIONS[d];
                /* Remove of an added record, add of a removed one. */
                pld_mechanism *mechanism = NULL;
                uint64_t removed = direction == PLD_ADD;
                CU_ASSERT_EQUAL_FATAL(
                    pld_mechanism_create_poisson_gaussian(0.1, sigmas[i], removed, 1 - removed, 1, &mechanism, NULL), PLD_OK);
                double supremum = pld_mechanism_loss_supremum(mechanism, direction);
                pld__cells *cells = NULL;
                CU_ASSERT_EQUAL_FATAL(pld__cells_create(mechanism, widths[j], -5, 5, 1, &cells), PLD_OK);
                pld__law *law = curve_spread(cells, direction, 1);
                CHECK(law->infinity <= 1e-4900L, "sigma %g width %g %s: %Lg at infinity", sigmas[i], widths[j],
                      pld_direction_name(direction), law->infinity);
                CU_ASSERT(pld__law_loss(law, law->count - 1) >= supremum * (1 - 1e-14));
                CU_ASSERT(pld__law_loss(law, law->count - 1) <= supremum + law->width);
                pld__law_free(law);
                pld__cells_free(cells);
                pld_mechanism_free(mechanism);
            }
        }
    }
}

/* A component too light for a long double is at infinity. */
static void test_dropped(void) {
    test_pair pair = pair_create_group(1e-300, 1, 17);
    CU_ASSERT_FATAL(pair.mechanism->dropped > 0);
    pld__cells *cells = curve_cells(&pair, 0x1p-4, -600);
    pld__law *law = curve_spread(cells, PLD_REMOVE, 1);
    CU_ASSERT(law->infinity >= pair.mechanism->dropped);
    pld__law_free(law);
    pld__cells_free(cells);
    pair_free(&pair);
}

/* --- error of order h^2 --------------------------------------------------------------------------------------------- */

/* K(theta) of the law minus the true one, for three widths: each halving divides it by about 4. */
static void test_order(void) {
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        int finest = resolving(which);
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            double theta = 2.5, error[3];
            long double truth = curve_log_moment(&pair, DIRECTIONS[d], theta);
            for (int i = 0; i < 3; i++) {
                pld__cells *cells = curve_cells(&pair, ldexp(1, finest + 2 - i), -600);
                pld__law *law = curve_spread(cells, DIRECTIONS[d], theta);
                error[i] = (double)(pld__law_log_moment(law, theta) - truth);
                pld__law_free(law);
                pld__cells_free(cells);
            }
            for (int i = 1; i < 3; i++) {
                double ratio = error[i - 1] / error[i];
                CHECK(error[i] > 0 && ratio > 3 && ratio < 5.5, "%s %s: errors %g %g %g", pair.name,
                      pld_direction_name(DIRECTIONS[d]), error[0], error[1], error[2]);
            }
            /* At most theta (theta + 1) h^2 / 8, the chord over a bucket; about 2/3 of that on average. */
            CU_ASSERT(error[2] <= theta * (theta + 1) * ldexp(1, 2 * finest) / 8);
        }
        pair_free(&pair);
    }
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"above the truth", test_above},
        {"above the truth, truncated", test_above_truncated},
        {"above the truth, sharp", test_above_sharp},
        {"exact on nodes", test_nodes},
        {"masses", test_mass},
        {"infinity", test_infinity},
        {"bounded losses", test_bounded},
        {"dropped weights", test_dropped},
        {"error of order h^2", test_order},
        CU_TEST_INFO_NULL,
    };
    return suite_run("spread", tests);
}
