/* Tests of src/law/merge.c: the lower law lies below the true curve of one step everywhere, and close below. */
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
enum { PHASES = 16 };

/* --- below the truth ------------------------------------------------------------------------------------------------ */

static void check_below(const test_pair *pair, const pld__law *law, const law_curve *curve, pld_direction direction,
                        true_point truth) {
    long double delta = curve_delta(curve, truth.epsilon);
    CHECK(delta <= truth.delta, "%s %s width %g theta %g: delta(%.10Lg) = %.18Lg is above the true %.18Lg by %Lg", pair->name,
          pld_direction_name(direction), law->width, law->theta, truth.epsilon, delta, truth.delta, delta - truth.delta);
}

static void check_curve(const test_pair *pair, const pld__law *law, pld_direction direction) {
    law_curve curve = curve_create(law);
    double low = (double)pair->reference.lowest - 9, high = (double)pair->reference.highest + 9;
    size_t points = suite_cases(1500);
    for (size_t i = 0; i <= points; i++) {
        check_below(pair, law, &curve, direction,
                    curve_truth_at(pair, direction, low + (high - low) * (double)i / (double)points));
    }
    size_t step = law->count / suite_cases(60) + 1;
    for (size_t i = 0; i < law->count; i += step) {
        for (int quarter = 0; quarter < 4; quarter++) {
            true_point truth = curve_truth(pair, direction, pld__law_loss(law, i) + quarter * law->width / 4);
            if (truth.p == 0 || truth.p > 1e-60L) {
                check_below(pair, law, &curve, direction, truth);
            }
        }
    }
    double infimum = pld_mechanism_loss_infimum(pair->mechanism, direction),
           supremum = pld_mechanism_loss_supremum(pair->mechanism, direction);
    for (int i = 0; i < 40; i++) {
        double away = ldexp(1, 6 - i);
        if (isfinite(infimum)) {
            check_below(pair, law, &curve, direction, curve_truth(pair, direction, infimum - away));
            check_below(pair, law, &curve, direction, curve_truth(pair, direction, infimum + away));
        }
        if (isfinite(supremum)) {
            check_below(pair, law, &curve, direction, curve_truth(pair, direction, supremum - away));
            CU_ASSERT(curve_delta(&curve, supremum + away) == 0);
        }
    }
    CU_ASSERT(curve_delta(&curve, -4000) <= 1);
    CU_ASSERT(law->infinity == 0);
    curve_free(&curve);
}

static void check_pair(const test_pair *pair, double width, double lowest, double highest, double theta, unsigned phases) {
    pld__cells *cells = NULL;
    CU_ASSERT_EQUAL_FATAL(pld__cells_create(pair->mechanism, width, lowest, highest, 1, &cells), PLD_OK);
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld__law *law = curve_merge(cells, DIRECTIONS[d], theta, phases);
        check_curve(pair, law, DIRECTIONS[d]);
        pld__law_free(law);
    }
    pld__cells_free(cells);
}

static void test_below(void) {
    static const double widths[] = {0x1p-1, 0x1p-4, 0x1.8p-7};
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        const pld__pair_operations *operations = pair.mechanism->operations;
        for (size_t i = 0; i < COUNT_OF(widths); i++) {
            check_pair(&pair, widths[i], -operations->reach_below(pair.mechanism->pair, -90),
                       operations->reach_above(pair.mechanism->pair, -90), i == 1 ? 2 : 0.5, i == 2 ? 1 : PHASES);
        }
        pair_free(&pair);
    }
}

/* Cut off where there is still much mass: what is left over at the end must move down, and may not be more than there is. */
static void test_below_truncated(void) {
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        for (unsigned phases = 1; phases <= PHASES; phases *= 4) {
            check_pair(&pair, 0x1p-4, fmax(pair.mechanism->loss_infimum, -0.7), fmin(pair.mechanism->loss_supremum, 0.6), 1,
                       phases);
            check_pair(&pair, 0x1p-3, fmax(pair.mechanism->loss_infimum, -0.05), fmin(pair.mechanism->loss_supremum, 0.05), 3,
                       phases);
        }
        pair_free(&pair);
    }
}

static void test_below_sharp(void) {
    static const double sigmas[] = {0.05, 0.03, 0.02};
    for (size_t i = 0; i < COUNT_OF(sigmas); i++) {
        test_pair pair = pair_create_gaussian(sigmas[i]);
        const pld__pair_operations *operations = pair.mechanism->operations;
        check_pair(&pair, 0.5, -operations->reach_below(pair.mechanism->pair, -60),
                   operations->reach_above(pair.mechanism->pair, -60), 0.01, PHASES);
        pair_free(&pair);
    }
}

/* Cumulated from the top, (Q, P) lies on or below the true ROC curve at every node: no test of that Q-size has more P. */
static void test_roc(void) {
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        pld__cells *cells = curve_cells(&pair, 0x1p-4, -90);
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            bool remove = DIRECTIONS[d] == PLD_REMOVE;
            pld__law *law = curve_merge(cells, DIRECTIONS[d], 1, PHASES);
            law_curve curve = curve_create(law);
            const reference_side *p_side = remove ? &pair.reference.p : &pair.reference.q,
                                 *q_side = remove ? &pair.reference.q : &pair.reference.p;
            for (size_t i = 0; i < law->count; i += SANITIZED ? 10 : 1) {
                if (!(law->weight[i] > 0) || curve.q[i] >= 1) {
                    continue;
                }
                /* The threshold whose Q-mass is that of the nodes, a little larger. */
                long double low = pair.reference.lowest - 60, high = pair.reference.highest + 60;
                for (int iteration = 0; iteration < 80; iteration++) {
                    long double middle = (low + high) / 2,
                                mass = remove ? reference_above(q_side, middle) : reference_below(q_side, middle);
                    if ((mass > curve.q[i]) == remove) {
                        low = middle;
                    } else {
                        high = middle;
                    }
                }
                long double most = remove ? reference_above(p_side, low) : reference_below(p_side, high);
                CHECK(curve.p[i] <= most, "%s %s: node %g has P %.18Lg of at most %.18Lg", pair.name,
                      pld_direction_name(DIRECTIONS[d]), pld__law_loss(law, i), curve.p[i], most);
            }
            curve_free(&curve);
            pld__law_free(law);
        }
        pld__cells_free(cells);
        pair_free(&pair);
    }
}

/* --- masses --------------------------------------------------------------------------------------------------------- */

static void test_mass(void) {
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        pld__cells *cells = curve_cells(&pair, ldexp(1, resolving(which) + 1), -600);
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            pld__law *law = curve_merge(cells, DIRECTIONS[d], 1, PHASES);
            law_curve curve = curve_create(law);
            long double p = curve.p[0], q = curve.q[0];
            CHECK(p <= 1 && p >= 1 - 1e-11L, "%s %s: P-mass 1%+Lg", pair.name, pld_direction_name(DIRECTIONS[d]), p - 1);
            CHECK(q >= 1 - 1e-11L && q <= 1 + 1e-11L, "%s %s: Q-mass 1%+Lg", pair.name, pld_direction_name(DIRECTIONS[d]), q - 1);
            CU_ASSERT(law->finite >= p);
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

/* With a range that cuts mass off, only the remainder at the end of the walk changes: P is kept (remove) and Q grows by no more
 * than e^-(loss) of the P beyond the last few buckets; for add the P below them is moved down or dropped. */
static void test_remainder(void) {
    static const int cases[] = {PAIR_GAUSSIAN, PAIR_POISSON, PAIR_POISSON_GROUP, PAIR_HYPERGEOMETRIC, PAIR_UNEVEN};
    double width = 0x1p-4, lowest = -3, highest = 2.5;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        test_pair pair = pair_create(cases[i]);
        pld__cells *cells = NULL;
        CU_ASSERT_EQUAL_FATAL(pld__cells_create(pair.mechanism, width, lowest, highest, 1, &cells), PLD_OK);
        long double near = highest - 4 * width, x = reference_position(&pair.reference, near);
        long double remainder = reference_above(&pair.reference.p, x) * expl(-near);
        pld__law *law = curve_merge(cells, PLD_REMOVE, 1, PHASES);
        law_curve curve = curve_create(law);
        CU_ASSERT(curve.p[0] <= 1 && curve.p[0] >= 1 - 1e-11L);
        CHECK(curve.q[0] >= 1 - 1e-11L && curve.q[0] <= 1 + remainder, "%s: Q-mass 1%+Lg, remainder %Lg", pair.name,
              curve.q[0] - 1, remainder);
        curve_free(&curve);
        pld__law_free(law);
        law = curve_merge(cells, PLD_ADD, 1, PHASES);
        curve = curve_create(law);
        CHECK(curve.p[0] <= 1 && curve.p[0] >= 1 - reference_above(&pair.reference.q, x) - 1e-11L, "%s: P-mass of add 1%+Lg",
              pair.name, curve.p[0] - 1);
        curve_free(&curve);
        pld__law_free(law);
        pld__cells_free(cells);
        pair_free(&pair);
    }
}

/* --- error of order h^2, and the traps ------------------------------------------------------------------------------ */

/* The true K(theta) minus that of the law. */
static double moment_error(const test_pair *pair, pld_direction direction, double width, double theta, unsigned phases,
                           long double truth) {
    pld__cells *cells = curve_cells(pair, width, -600);
    pld__law *law = curve_merge(cells, direction, theta, phases);
    double error = (double)(truth - pld__law_log_moment(law, theta));
    pld__law_free(law);
    pld__cells_free(cells);
    return error;
}

/* Walking from the thin tail to the hard edge would leave bulk over and cost O(h): a ratio of 2. */
static void test_order(void) {
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        int finest = resolving(which);
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            double theta = 2.5, error[3];
            long double truth = curve_log_moment(&pair, DIRECTIONS[d], theta);
            for (int i = 0; i < 3; i++) {
                error[i] = moment_error(&pair, DIRECTIONS[d], ldexp(1, finest + 2 - i), theta, PHASES, truth);
                CU_ASSERT(error[i] > 0);
            }
            double ratio = sqrt(error[0] / error[2]);
            CHECK(ratio > 3 && ratio < 5.5, "%s %s: errors %g %g %g", pair.name, pld_direction_name(DIRECTIONS[d]), error[0],
                  error[1], error[2]);
            /* Half of what spread costs, theta (theta + 1) h^2 / 12, at the best phase, up to twice of it at a bad one. */
            CHECK(error[2] <= 1.1 * theta * (theta + 1) * ldexp(1, 2 * finest) / 6, "%s %s: error %g, h^2 %g", pair.name,
                  pld_direction_name(DIRECTIONS[d]), error[2], ldexp(1, 2 * finest));
        }
        pair_free(&pair);
    }
}

/* The best of 16 phases keeps at least as much as phase 0, also when that has a node on the hard edge. */
static void test_phases(void) {
    for (int steps = 1; steps <= 8; steps *= 2) {
        for (int top = 0; top < 2; top++) {
            double width = 0x1p-5, q = -expm1(-width * steps), weight[] = {1 - q, q}, mean[] = {0, 1}, mirrored[] = {q, 1 - q},
                   below[] = {-1, 0};
            double one = 1, zero = 0;
            test_pair pair = top ? pair_create_mixture(1, &one, &zero, 2, mirrored, below)
                                 : pair_create_mixture(2, weight, mean, 1, &one, &zero);
            for (int d = 0; d < PLD_DIRECTIONS; d++) {
                long double truth = curve_log_moment(&pair, DIRECTIONS[d], 3);
                double single = moment_error(&pair, DIRECTIONS[d], width, 3, 1, truth);
                double best = moment_error(&pair, DIRECTIONS[d], width, 3, PHASES, truth);
                CHECK(best > 0 && best <= single, "edge %d %s: error %g with 16 phases, %g with one", steps,
                      pld_direction_name(DIRECTIONS[d]), best, single);
                CHECK(best <= 12 * width * width / 12, "edge %d: error %g of order %g", steps, best, width * width);
            }
            pair_free(&pair);
        }
    }
}

static void test_phases_kept(void) {
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            long double truth = curve_log_moment(&pair, DIRECTIONS[d], 2);
            double single = moment_error(&pair, DIRECTIONS[d], 0x1p-4, 2, 1, truth);
            double best = moment_error(&pair, DIRECTIONS[d], 0x1p-4, 2, PHASES, truth);
            CHECK(best <= single * (1 + 1e-9), "%s %s: error %g with 16 phases, %g with one", pair.name,
                  pld_direction_name(DIRECTIONS[d]), best, single);
        }
        pair_free(&pair);
    }
}

/* Removing in one direction is adding in the other, seen in a mirror: the laws must be equally good, though one is walked upward
 * and the other downward. At sigma = 0.05 nearly all mass lies on the hard edge. */
static void test_mirror(void) {
    static const double sigmas[] = {0.05, 0.1, 0.3, 1, 4};
    for (size_t i = 0; i < COUNT_OF(sigmas); i++) {
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            test_pair pair = pair_create_group(0.1, sigmas[i], 1), mirrored = pair_create_mirrored(0.1, sigmas[i], 1);
            pld_direction direction = DIRECTIONS[d], other = direction == PLD_REMOVE ? PLD_ADD : PLD_REMOVE;
            for (double width = 0x1p-3; width > 0x1p-6; width /= 4) {
                for (double theta = 0.25; theta < 20; theta *= 8) {
                    long double truth = curve_log_moment(&pair, direction, theta);
                    double error = moment_error(&pair, direction, width, theta, PHASES, truth);
                    double opposite = moment_error(&mirrored, other, width, theta, PHASES, truth);
                    CHECK(opposite <= 2 * error + 1e-12 && error <= 2 * opposite + 1e-12,
                          "sigma %g %s width %g theta %g: error %g, in the mirror %g", sigmas[i], pld_direction_name(direction),
                          width, theta, error, opposite);
                }
            }
            pair_free(&pair);
            pair_free(&mirrored);
        }
    }
}

/* Nodes are shifted from the edges of the cells by less than a width, not at all with one phase. */
static void test_offsets(void) {
    static const int cases[] = {PAIR_GAUSSIAN, PAIR_POISSON, PAIR_ADDED};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        test_pair pair = pair_create(cases[i]);
        pld__cells *cells = curve_cells(&pair, 0x1.8p-6, -60);
        for (unsigned phases = 1; phases <= PHASES; phases *= 2) {
            for (int d = 0; d < PLD_DIRECTIONS; d++) {
                pld__law *law = curve_merge(cells, DIRECTIONS[d], 1, phases);
                double edge = DIRECTIONS[d] == PLD_REMOVE ? cells->offset : -cells->offset;
                CU_ASSERT(fabs(law->offset - edge) < law->width);
                CU_ASSERT(phases > 1 || law->offset == edge);
                pld__law_free(law);
            }
        }
        pld__cells_free(cells);
        pair_free(&pair);
    }
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"below the truth", test_below},
        {"below the truth, truncated", test_below_truncated},
        {"below the truth, sharp", test_below_sharp},
        {"ROC curve", test_roc},
        {"masses", test_mass},
        {"end remainder", test_remainder},
        {"error of order h^2", test_order},
        {"phases and the hard edge", test_phases},
        {"phases", test_phases_kept},
        {"offsets", test_offsets},
        {"mirror", test_mirror},
        CU_TEST_INFO_NULL,
    };
    return suite_run("merge", tests);
}
