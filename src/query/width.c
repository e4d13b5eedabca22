/* The width of equal buckets: upper and lower grid errors together are about T (theta + 1) h^2 / 8. */
#include "base/base.h"
#include "law/cells.h"
#include "query/plan.h"

#include <math.h>

/* Equal buckets cost this much less, at least, than the tilted law says where it is about other events than delta: these are mostly steps that end
 * beside the hard edge, which is a node. (Measured: 2 to 5 times.) */
static const double STRAINED_GAIN = 2, MANY_STEPS = 16;

/* Of all steps, tilted, how many end farther than `width` from a hard edge. A node lies on the edge, so that what is next to it costs the grid
 * nothing. */
static double steps_away(const pld__target *targets, size_t count, pld_direction direction, double theta, double width) {
    double away = 0;
    for (size_t m = 0; m < count; m++) {
        const pld_mechanism *mechanism = targets[m].mechanism;
        double edge = pld__cells_offset(mechanism), sign = direction == PLD_REMOVE ? 1 : -1,
               highest = targets[m].highest[direction];
        if (!pld__mechanism_hard_edge(mechanism)) {
            away += targets[m].power;
            continue;
        }
        double all = pld__aim_step(&targets[m], direction, theta, -INFINITY, INFINITY).value, share = 0;
        for (size_t i = 0; i < targets[m].point_count; i++) {
            const pld__sketch_point *point = &targets[m].points[i];
            double loss = fmin(sign * point->loss, highest), log_mass = direction == PLD_REMOVE ? point->log_p : point->log_q;
            if (fabs(point->loss - edge) > width)
                share += exp(log_mass + theta * loss - all);
        }
        away += targets[m].power * fmin(share, 1);
    }
    return away;
}

/* A width at which most steps are next to a hard edge, and the others cost `error` together; `width` if there is none. */
static double width_beside_edge(const pld__target *targets, size_t count, pld_direction direction, double theta, double powers,
                                double error, double width) {
    double wider = width;
    for (int round = 0; round < 4; round++) {
        double away = steps_away(targets, count, direction, theta, wider);
        if (away > 0.3 * powers)
            return width;
        double next = fmin(sqrt(8 * error / (fmax(away, 1) * (theta + 1))), 0.5 / (theta + 1));
        if (!(next > 1.05 * wider))
            break;
        wider = next;
    }
    return wider;
}

double pld__plan_width(const pld__target *targets, size_t count, const pld__question *question, double tolerance,
                       const pld__plan *plan) {
    double powers = 0, width = INFINITY, leading = INFINITY;
    for (size_t m = 0; m < count; m++)
        powers += targets[m].power;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld__aim *aim = &plan->directions[d].aim;
        if (!question->asked[d])
            continue;
        /* Upper and lower grid errors together are about T (theta + 1) h^2 / 8, once h resolves the bulk. */
        double error = tolerance * (powers >= MANY_STEPS && pld__jumps_strained(aim) ? STRAINED_GAIN : 1);
        double wanted = sqrt(8 * error / (powers * (aim->theta + 1)));
        double resolving = 0.7 * aim->deviation / sqrt(powers);
        wanted = fmin(wanted, fmax(resolving, wanted / 4));
        wanted = width_beside_edge(targets, count, d == 0 ? PLD_REMOVE : PLD_ADD, aim->theta, powers, error, wanted);
        width = fmin(width, wanted);
        if (d == pld__plan_leader(question, plan))
            leading = wanted;
    }
    /* The other direction may want a much finer grid; the combined answer does not need it. */
    return fmax(width, leading / 2);
}
