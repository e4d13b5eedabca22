#include "bound/audit_test.h"

#include "base/base.h"
#include "bound/binomial_tail.h"

#include <float.h>
#include <math.h>

/* Cells are cut until their largest is this near, as a log, to what some point in them has. */
static const double CLOSE = 5e-4;

enum { CELLS_MOST = 3000 };

typedef struct {
    const pld__attack_counts *counts;
    const pld__support *points;
    size_t count;
    bool rectangle;
} question;

typedef struct {
    double left, right, bound;
} cell;

/* The most powerful test at this level, from above. */
static double power_upper(const question *of, double level) {
    double smallest = 1;
    for (size_t i = 0; i < of->count; i++) {
        double line = (double)((level * expl(of->points[i].log_x) + of->points[i].high) * (1 + 8 * (long double)PLD__U));
        smallest = fmin(smallest, nextafter(line, 2));
    }
    return smallest;
}

/* log of min(A(right), B(left)), or of their product, from above. */
static double log_chance(const question *of, double left, double right) {
    double reached = pld__binomial_at_least(of->counts->positives, of->counts->true_positives, power_upper(of, right)).upper;
    double below = pld__binomial_at_most(of->counts->negatives, of->counts->false_positives, left).upper;
    return of->rectangle ? fmin(reached, below) : nextafter(reached + below, INFINITY);
}

/* In the middle as people see rates: by factors near 0 and near 1. */
static double middle(double left, double right) {
    if (right <= 0.5)
        return left > 0 ? sqrt(left) * sqrt(right) : right / 16;
    if (left >= 0.5)
        return right < 1 ? 1 - sqrt((1 - left) * (1 - right)) : 1 - (1 - left) / 16;
    return 0.5;
}

static size_t largest(const cell *cells, size_t count) {
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        best = cells[i].bound > cells[best].bound ? i : best;
    return best;
}

/* The largest log over all rates, from above: the cell with the largest bound is cut until it is near to what is attained. */
static double largest_log(const question *of, double *at) {
    cell cells[CELLS_MOST] = {{0, 0.5, log_chance(of, 0, 0.5)}, {0.5, 1, log_chance(of, 0.5, 1)}};
    double attained = -INFINITY;
    size_t count = 2, best = largest(cells, count);
    *at = 0.5;
    while (count < CELLS_MOST && cells[best].bound > attained + CLOSE) {
        cell old = cells[best];
        double cut = middle(old.left, old.right);
        if (!(cut > old.left && cut < old.right))
            break;
        double there = log_chance(of, cut, cut);
        if (there > attained) {
            attained = there;
            *at = cut;
        }
        cells[best] = (cell){old.left, cut, log_chance(of, old.left, cut)};
        cells[count++] = (cell){cut, old.right, log_chance(of, cut, old.right)};
        best = largest(cells, count);
    }
    return fmin(cells[best].bound, 0);
}

pld__audit_p_value pld__audit_test(const pld__attack_counts *counts, const pld__support *points, size_t count, bool rectangle) {
    const question of = {counts, points, count, rectangle};
    pld__audit_p_value made = {.p = 1};
    double log_z = largest_log(&of, &made.at);
    double p = rectangle ? 2 * exp(log_z) : exp(log_z) * (1 - log_z);
    made.p = fmin(p * (1 + 8 * PLD__U * (1 + fabs(log_z))) + DBL_MIN, 1); /* never 0 */
    return made;
}
