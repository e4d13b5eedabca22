/* Tests of src/law/cells.c. */
#include "law/cells.h"

#include "base/base.h"
#include "support/curves.h"
#include "support/pairs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* P- and Q-mass of a bucket. */
typedef struct {
    long double p, q;
} masses;

static masses bucket_masses(const pld__cells *cells, size_t bucket) {
    masses sum = {0, 0};
    for (size_t k = cells->start[bucket]; k < cells->start[bucket + 1]; k++) {
        sum.p += cells->p[k];
        sum.q += cells->q[k];
    }
    sum.p *= expl(cells->unit[bucket]);
    sum.q *= expl((long double)cells->unit[bucket] - pld__cells_low(cells, bucket));
    return sum;
}

static masses all_masses(const pld__cells *cells) {
    masses sum = {expl(cells->below.p) + expl(cells->above.p), expl(cells->below.q) + expl(cells->above.q)};
    for (size_t bucket = 0; bucket < cells->buckets; bucket++) {
        masses one = bucket_masses(cells, bucket);
        sum.p += one.p;
        sum.q += one.q;
    }
    return sum;
}

static pld__cells *make(const test_pair *pair, double width, double lowest, double highest) {
    pld__cells *cells = NULL;
    CU_ASSERT_EQUAL_FATAL(pld__cells_create(pair->mechanism, width, lowest, highest, 1, &cells), PLD_OK);
    return cells;
}

/* What holds for all cells: masses that sum to 1, and the loss of every cell within its bucket. Cells at the far ends hold
 * nothing. */
static void check_cells(const test_pair *pair, const pld__cells *cells) {
    masses sum = all_masses(cells);
    CHECK(fabsl(sum.p - 1) <= 1e-13L && fabsl(sum.q - 1) <= 1e-13L, "%s width %g: masses sum to 1%+Lg and 1%+Lg", pair->name,
          cells->width, sum.p - 1, sum.q - 1);
    CU_ASSERT(cells->start[0] == 0 && cells->start[cells->buckets] == cells->count);
    for (size_t b = 0; b < cells->buckets; b++) {
        double kappa = cells->kappa[b], previous = 0;
        CU_ASSERT(cells->start[b + 1] > cells->start[b] && cells->rho[b] >= 0 && kappa >= 0);
        CHECK(cells->rho[b] < 1e-8 && kappa < 1e-8, "%s: bucket %zu of %zu has rho %g kappa %g", pair->name, b, cells->buckets,
              cells->rho[b], kappa);
        for (size_t k = cells->start[b]; k < cells->start[b + 1]; k++) {
            CU_ASSERT(cells->p[k] >= 0 && cells->q[k] >= 0 && isfinite(cells->p[k]) && isfinite(cells->q[k]));
            if (!(cells->p[k] > 1e-300 && cells->q[k] > 1e-300)) {
                continue;
            }
            double loss = (double)logl((long double)cells->p[k] / cells->q[k]);
            CHECK(loss >= -2 * kappa && loss <= cells->width + 2 * kappa,
                  "%s: cell %zu has loss %g in a bucket [0, %g], kappa %g", pair->name, k, loss, cells->width, kappa);
            CU_ASSERT(k == cells->start[b] || loss >= previous - 2 * kappa);
            previous = loss;
        }
    }
}

static void test_masses(void) {
    static const double widths[] = {0x1p-1, 0x1p-4, 0x1p-7, 0x1.8p-9};
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        for (size_t i = 0; i < COUNT_OF(widths); i++) {
            static const double log_mass[] = {-3, -40, -700};
            for (size_t j = 0; j < COUNT_OF(log_mass); j++) {
                pld__cells *cells = curve_cells(&pair, widths[i], log_mass[j]);
                check_cells(&pair, cells);
                pld__cells_free(cells);
            }
        }
        pair_free(&pair);
    }
}

/* Losses of hundreds, masses below 1e-308. */
static void test_sharp(void) {
    static const double sigmas[] = {0.1, 0.03, 0.02, 0.01};
    for (size_t i = 0; i < COUNT_OF(sigmas); i++) {
        test_pair pair = pair_create_gaussian(sigmas[i]);
        pld__cells *cells = curve_cells(&pair, 0x1p-2, -60);
        check_cells(&pair, cells);
        pld__cells_free(cells);
        pair_free(&pair);
    }
}

static void test_large_group(void) {
    test_pair pair = pair_create_group(0.01, 1, 1000);
    pld__cells *cells = curve_cells(&pair, 0x1p-3, -40);
    check_cells(&pair, cells);
    pld__cells_free(cells);
    pair_free(&pair);
}

/* Every node is an edge of cells (a straddling cell is unsound): a bucket holds the mass between its two losses. */
static void test_edges_are_nodes(void) {
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        pld__cells *cells = curve_cells(&pair, 0x1p-4, -30);
        size_t compared = 0;
        for (size_t b = 0; b < cells->buckets; b++) {
            double low = pld__cells_low(cells, b), high = pld__cells_low(cells, b + 1);
            if (low <= pair.mechanism->loss_infimum || high >= pair.mechanism->loss_supremum) {
                continue;
            }
            long double left = reference_position(&pair.reference, low), right = reference_position(&pair.reference, high);
            masses found = bucket_masses(cells, b);
            long double p = expl(reference_log_between(&pair.reference.p, left, right));
            long double q = expl(reference_log_between(&pair.reference.q, left, right));
            /* Edges are off by kappa in the loss, which moves kappa / width of the mass, twice. */
            double allowed = cells->rho[b] + 4 * cells->kappa[b] / cells->width;
            CHECK(fabsl(found.p / p - 1) <= allowed && fabsl(found.q / q - 1) <= allowed,
                  "%s: bucket at %g holds %Lg of its P, %Lg of its Q", pair.name, low, found.p / p, found.q / q);
            compared++;
        }
        CU_ASSERT(compared > 20);
        pld__cells_free(cells);
        pair_free(&pair);
    }
}

/* Differences of tails would lose u/h here; the loss of each quarter of a bucket is known to a fraction of its width. */
static void test_narrow(void) {
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        double above = fmin(pair.mechanism->loss_supremum, 1), from = above - 0.5;
        pld__cells *cells = make(&pair, 0x1p-28, from, from + 0x1p-20);
        for (size_t b = 0; b + 1 < cells->buckets; b++) {
            for (size_t k = 0; cells->start[b + 1] - cells->start[b] == 4 && k < 4; k++) {
                size_t cell = cells->start[b] + k;
                double loss = (double)logl((long double)cells->p[cell] / cells->q[cell]),
                       middle = ((double)k + 0.5) / 4 * cells->width;
                CHECK(fabs(loss - middle) <= 2 * cells->kappa[b] + 1e-3 * cells->width,
                      "%s: bucket %zu quarter %zu at %g instead of %g", pair.name, b, k, loss / cells->width,
                      middle / cells->width);
            }
        }
        masses sum = all_masses(cells);
        CU_ASSERT(fabsl(sum.p - 1) <= 1e-13L && fabsl(sum.q - 1) <= 1e-13L);
        pld__cells_free(cells);
        pair_free(&pair);
    }
}

/* The end of the support lies in the outermost bucket, and nothing lies outside. */
static void test_hard_edge(void) {
    static const int cases[] = {PAIR_POISSON, PAIR_MNIST, PAIR_POISSON_GROUP, PAIR_HYPERGEOMETRIC, PAIR_ADDED};
    static const double widths[] = {0x1p-3, 0x1p-8, 0x1.8p-11};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        test_pair pair = pair_create(cases[i]);
        double infimum = pair.mechanism->loss_infimum, supremum = pair.mechanism->loss_supremum;
        for (size_t j = 0; j < COUNT_OF(widths); j++) {
            pld__cells *cells = make(&pair, widths[j], -5, 5);
            check_cells(&pair, cells);
            if (isfinite(infimum)) {
                CU_ASSERT(pld__cells_low(cells, 0) <= infimum && pld__cells_low(cells, 1) > infimum);
                CU_ASSERT(cells->below.p == -INFINITY && cells->below.q == -INFINITY && !cells->heavy_above);
            } else {
                CU_ASSERT(pld__cells_low(cells, cells->buckets - 1) < supremum &&
                          pld__cells_low(cells, cells->buckets) >= supremum);
                CHECK(cells->above.p == -INFINITY && cells->above.q == -INFINITY, "%s width %g: e^%Lg of P above the supremum",
                      pair.name, widths[j], cells->above.p);
                CU_ASSERT(cells->heavy_above);
            }
            pld__cells_free(cells);
        }
        pair_free(&pair);
    }
}

/* A lattice edge exactly on the hard edge, and one unit in the last place to either side of it. */
static void test_edge_on_lattice(void) {
    for (int side = -1; side <= 1; side++) {
        double p_weight[] = {0.875, 0.125}, p_mean[] = {0, 1}, one = 1, zero = 0;
        test_pair pair = pair_create_mixture(2, p_weight, p_mean, 1, &one, &zero);
        double width = -pair.mechanism->loss_infimum / 8;
        width = side == 0 ? width : nextafter(width, side);
        pld__cells *cells = make(&pair, width, -5, 5);
        check_cells(&pair, cells);
        pld__cells_free(cells);
        pair_free(&pair);
    }
}

/* A range wider than the positions reach (149 from every mean): the buckets out there are empty, not a second copy of everything.
 */
static void test_beyond_reach(void) {
    test_pair gaussian = pair_create_gaussian(1), blunt = pair_create_group(0.1, 1000, 1);
    pld__cells *cells = make(&gaussian, 0.5, -170, 170);
    check_cells(&gaussian, cells);
    pld__cells_free(cells);
    /* At sigma = 1000 the loss at -149 is still 0.09 above its infimum. */
    cells = make(&blunt, 0x1p-10, blunt.mechanism->loss_infimum, 0.1);
    check_cells(&blunt, cells);
    pld__cells_free(cells);
    pair_free(&gaussian);
    pair_free(&blunt);
}

/* Bytes in the arrays that are alive together, from their lengths; x, the edges, is scratch. */
static void test_memory(void) {
    static const double widths[] = {0x1p-1, 0x1p-6, 0x1p-10};
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        const pld__pair_operations *operations = pair.mechanism->operations;
        for (size_t i = 0; i < COUNT_OF(widths); i++) {
            double lowest = -operations->reach_below(pair.mechanism->pair, -100),
                   highest = operations->reach_above(pair.mechanism->pair, -100);
            pld__cells *cells = make(&pair, widths[i], lowest, highest);
            double used = (double)(sizeof(double) * (2 * cells->count + 3 * cells->buckets + cells->buckets + 1) +
                                   sizeof(size_t) * (cells->buckets + 1));
            double predicted = pld__cells_memory(widths[i], lowest, highest);
            CHECK(predicted >= used, "%s width %g: %g predicted, %g used", pair.name, widths[i], predicted, used);
            CU_ASSERT(predicted <= 2 * used + 1e5);
            pld__cells_free(cells);
        }
        pair_free(&pair);
    }
}

static bool same(const double *a, const double *b, size_t count) {
    return memcmp(a, b, count * sizeof *a) == 0;
}

static void test_threads(void) {
    test_pair pair = pair_create(PAIR_POISSON_GROUP);
    pld__cells *one = NULL, *more = NULL;
    CU_ASSERT_EQUAL_FATAL(pld__cells_create(pair.mechanism, 0x1p-11, -1, 6, 1, &one), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld__cells_create(pair.mechanism, 0x1p-11, -1, 6, 3, &more), PLD_OK);
    CU_ASSERT_FATAL(one->buckets > 3 * 2048 && one->buckets == more->buckets && one->count == more->count);
    CU_ASSERT(same(one->p, more->p, one->count) && same(one->q, more->q, one->count) &&
              same(one->unit, more->unit, one->buckets));
    CU_ASSERT(same(one->rho, more->rho, one->buckets) && same(one->kappa, more->kappa, one->buckets));
    pld__cells_free(one);
    pld__cells_free(more);
    pld__cells_free(NULL);
    pair_free(&pair);
}

/* Between the best and the worst bucket, and near the tilted average where the accuracy is one number. */
static void test_slack(void) {
    test_pair pair = pair_create(PAIR_POISSON);
    pld__cells *cells = curve_cells(&pair, 0x1p-6, -60);
    for (int direction = PLD_REMOVE; direction <= PLD_ADD; direction++) {
        double least = INFINITY, most = 0, theta = 4;
        for (size_t b = 0; b < cells->buckets; b++) {
            double slack = 2 * (cells->kappa[b] + cells->rho[b] / theta);
            least = fmin(least, slack);
            most = fmax(most, slack);
        }
        double slack = pld__cells_slack(cells, (pld_direction)direction, theta);
        CU_ASSERT(slack >= least && slack <= most);
        double scale = pld__cells_scale(cells, (pld_direction)direction, theta);
        double moment = (double)curve_log_moment(&pair, (pld_direction)direction, theta);
        CU_ASSERT(scale <= moment + theta * cells->width && scale >= moment - log((double)cells->buckets) - theta * cells->width);
    }
    pld__cells_free(cells);
    pair_free(&pair);
}

/* Nearly all mass in one bucket, at one end or at the other: the scale must not miss it however steep the tilt, or weights
 * overflow. */
static void test_scale(void) {
    test_pair pair = pair_create_group(0.1, 0.05, 1), mirrored = pair_create_mirrored(0.1, 0.05, 1);
    pld__cells *cells = curve_cells(&pair, 0x1p-8, -20), *others = curve_cells(&mirrored, 0x1p-8, -20);
    CU_ASSERT(cells->buckets > 10000);
    for (double theta = 1; theta < 1e4; theta *= 5) {
        double scale = pld__cells_scale(cells, PLD_ADD, theta), other = pld__cells_scale(others, PLD_REMOVE, theta);
        CHECK(fabs(scale - other) <= theta * cells->width + 1, "theta %g: scale %g, in the mirror %g", theta, scale, other);
        pld__law *law = curve_spread(others, PLD_REMOVE, theta);
        CHECK(law->infinity < 1e-6L, "theta %g: %Lg at infinity", theta, law->infinity);
        pld__law_free(law);
    }
    pld__cells_free(cells);
    pld__cells_free(others);
    pair_free(&pair);
    pair_free(&mirrored);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"masses and losses", test_masses},
        {"sharp Gaussians", test_sharp},
        {"large group", test_large_group},
        {"every node is an edge", test_edges_are_nodes},
        {"narrow buckets", test_narrow},
        {"hard edge", test_hard_edge},
        {"lattice edge on the hard edge", test_edge_on_lattice},
        {"memory", test_memory},
        {"threads", test_threads},
        {"slack", test_slack},
        {"scale", test_scale},
        {"beyond the reach", test_beyond_reach},
        CU_TEST_INFO_NULL,
    };
    return suite_run("cells", tests);
}
