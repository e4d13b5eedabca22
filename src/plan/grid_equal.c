/* The width of equal buckets: upper and lower grid errors together are about T (theta + 1) h^2 / 8. */
#include "base/base.h"
#include "law/cells.h"
#include "pair/sparse.h"
#include "plan/grid.h"
#include "plan/tuning.h"

#include <math.h>

/* Of all steps, tilted, how many end farther than `width` from a hard edge. A node lies on the edge, so that what is next to it
 * costs the grid nothing. */
static double steps_away(const pld__sketch *sketch, pld_direction direction, double theta, double width) {
    double away = 0;
    for (size_t m = 0; m < sketch->count; m++) {
        const pld_mechanism *mechanism = sketch->steps[m].mechanism;
        double edge = pld__cells_offset(mechanism), sign = direction == PLD_REMOVE ? 1 : -1,
               highest = sketch->steps[m].highest[direction];
        if (!pld__mechanism_hard_edge(mechanism)) {
            away += sketch->steps[m].power;
            continue;
        }
        double all = pld__saddle_step_moments(&sketch->steps[m], direction, theta, -INFINITY, INFINITY).value, share = 0;
        for (size_t i = 0; i < sketch->steps[m].point_count; i++) {
            const pld__sketch_point *point = &sketch->steps[m].points[i];
            double loss = fmin(sign * point->loss, highest), log_mass = direction == PLD_REMOVE ? point->log_p : point->log_q;
            if (fabs(point->loss - edge) > width)
                share += exp(log_mass + theta * loss - all);
        }
        away += sketch->steps[m].power * fmin(share, 1);
    }
    return away;
}

/* A width at which most steps are next to a hard edge, and the others cost `error` together; `width` if there is none. */
static double width_beside_edge(const pld__sketch *sketch, pld_direction direction, double theta, double powers, double error,
                                double width) {
    double wider = width;
    for (int round = 0; round < EDGE_ROUNDS; round++) {
        double away = steps_away(sketch, direction, theta, wider);
        if (away > MOST_AWAY * powers)
            return width;
        double next = fmin(sqrt(8 * error / (fmax(away, 1) * (theta + 1))), WIDEST_TILTED / (theta + 1));
        if (!(next > WORTH_WIDER * wider))
            break;
        wider = next;
    }
    return wider;
}

double pld__grid_equal_width(const pld__sketch *sketch, const pld__question *question, double tolerance,
                             const pld__saddle saddles[PLD_DIRECTIONS], int leader) {
    double powers = pld__sketch_powers(sketch), width = INFINITY, leading = INFINITY;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld__saddle *saddle = &saddles[d];
        if (!question->asked[d])
            continue;
        /* Upper and lower grid errors together are about T (theta + 1) h^2 / 8, once h resolves the bulk. */
        double error = tolerance * (powers >= MANY_STEPS && pld__jumps_strained(saddle) ? STRAINED_GAIN : 1);
        double wanted = sqrt(8 * error / (powers * (saddle->theta + 1)));
        double resolving = RESOLVING * saddle->deviation / sqrt(powers);
        wanted = fmin(wanted, fmax(resolving, LEAST_RESOLVING * wanted));
        wanted = width_beside_edge(sketch, pld__direction_at(d), saddle->theta, powers, error, wanted);
        width = fmin(width, wanted);
        if (d == leader)
            leading = wanted;
    }
    /* The other direction may want a much finer grid; the combined answer does not need it. */
    return fmax(width, LEAST_OF_LEADING * leading);
}

/* The distance of neighbouring outcomes; 0 if they have none in common. */
static double spacing_of(const pld_mechanism *mechanism) {
    if (!mechanism->sparse)
        return 0;
    const pld__sparse *pair = pld__sparse_of(mechanism);
    return pair->count == 2 ? (double)(pair->loss[1] - pair->loss[0]) : pair->spacing;
}

double pld__grid_aligned_width(const pld__sketch *sketch, double theta, double width) {
    double spacing = sketch->count > 0 ? spacing_of(sketch->steps[0].mechanism) : 0;
    for (size_t m = 1; m < sketch->count; m++)
        spacing = fabs(spacing_of(sketch->steps[m].mechanism) - spacing) <= SAME_SPACING * spacing ? spacing : 0;
    double parts = ceil(spacing / (width > 0 ? width : WIDEST_TILTED / (theta + 1)));
    return spacing > 0 && parts < MOST_EDGES ? spacing / fmax(parts, 1) : 0;
}
