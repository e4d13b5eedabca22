#include "bound/attack_power.h"

#include "base/base.h"

#include <math.h>
#include <stdbool.h>

/* Secants to so many neighbours on each side are tried: with D known to some digits only, the nearest one is not always the best.
 */
enum { NEIGHBOURS = 12 };

/* Relative error of y = a e^log_x. */
static const double POSITION = 4 * PLD__U;
static const double SLACK = 64 * PLD__U;

/* Points nearer to 0 than this are passed over: differences of them would underflow. */
static const double SMALLEST = 1e-290;

/* The curve as the bounds see it: certified ends, or (to guess with) the estimate as both. */
typedef struct {
    const pld__support *points;
    size_t count;
    double a;
    bool guess;
} curve;

static double position(const curve *of, size_t i) {
    const pld__support *point = &of->points[i];
    return (double)(of->a * (point->x > 0 ? point->x : expl(point->log_x))); /* e^log_x alone may be beyond doubles */
}

static double low(const curve *of, size_t i) {
    return of->guess ? of->points[i].estimate : of->points[i].low;
}

static double high(const curve *of, size_t i) {
    return of->guess ? of->points[i].estimate : of->points[i].high;
}

/* (below - above)/gap for below <= above, rounded down: the gap rounded down. -INFINITY where there is none. */
static double falling_steeply(double below, double above, double left, double right) {
    double gap = right - left - POSITION * (left + right);
    return gap > 0 && left >= 0 ? (1 + 8 * PLD__U) * fmin(below - above, 0) / gap : -INFINITY;
}

/* The line behind point i falls at least so fast, in units of y. */
static double slope_behind(const curve *of, size_t i) {
    double here = position(of, i), value = low(of, i);
    double slope = fmax(-1 / of->a * (1 + 4 * PLD__U), falling_steeply(value, 1, 0, here));
    size_t first = i > NEIGHBOURS ? i - NEIGHBOURS : 0;
    for (size_t j = first; j < i; j++)
        slope = fmax(slope, falling_steeply(value, high(of, j), position(of, j), here));
    return slope;
}

/* The line before point i falls at most so fast. */
static double slope_before(const curve *of, size_t i) {
    double here = position(of, i), value = low(of, i), slope = 0;
    for (size_t k = i + 1; k < of->count && k <= i + NEIGHBOURS; k++) {
        double there = position(of, k), gap = there - here + POSITION * (there + here);
        slope = fmin(slope, (1 - 8 * PLD__U) * (high(of, k) - value) / gap);
    }
    return slope;
}

/* The smallest value between two lines (see the theorem), rounded down, and how far from the left end it is. */
static double between(double left, double left_slope, double right, double right_slope, double width, double *where) {
    *where = 0;
    if (left_slope >= 0)
        return left * (1 - SLACK);
    *where = width;
    if (right_slope <= 0)
        return right * (1 - SLACK);
    double weight = right_slope / (right_slope - left_slope), part = weight * left;
    *where = fmin(fmax((left - right + right_slope * width) / (right_slope - left_slope), 0), width);
    return part + (1 - weight) * (right - right_slope * width) - SLACK * (part + right);
}

/* Behind the last point: the line until it meets 0. */
static double behind_all(double last, double value, double slope, double *where) {
    double here = last + value;
    *where = 0;
    if (1 + slope >= 0)
        return here - SLACK * here;
    *where = value / -slope;
    return (last + *where) * (1 - SLACK);
}

/* The smallest value on the stretch that ends at point i (behind the last one: i = count), whose left end is point `left` (or 0,
 * if that is count), and how far from that it is. */
static double smallest_on(const curve *of, size_t left, size_t i, double *where) {
    bool first = left == of->count;
    double start = first ? 0 : position(of, left), value = first ? 1 : low(of, left);
    double slope = first ? -1 / of->a * (1 + 4 * PLD__U) : slope_behind(of, left);
    if (i == of->count)
        return behind_all(start, value, slope, where);
    double end = position(of, i);
    return between(start + value, 1 + slope, end + low(of, i), 1 + slope_before(of, i), end - start, where);
}

/* x a + D is at least the left x a and the right D: a stretch where that is no less than what another one has is passed over. So
 * `most`, what the power is at most, saves looking at others. */
static double lower_power(const curve *of, double most, size_t *gap, double *crossing) {
    double smallest = INFINITY, start = 0;
    size_t left = of->count;
    *gap = 0;
    *crossing = -INFINITY;
    for (size_t i = 0; i <= of->count; i++) {
        bool last = i == of->count;
        double right = last ? INFINITY : position(of, i), where;
        if (right < SMALLEST)
            continue;
        if (last || !((start + low(of, i)) * (1 - 4 * SLACK) > fmin(smallest, most))) {
            double value = smallest_on(of, left, i, &where);
            if (!(value >= smallest)) {
                smallest = isnan(value) ? of->a : value;
                *gap = i;
                *crossing = log((start + where) / of->a);
            }
        }
        if (last || right > 1 + SLACK) /* beyond that x a alone is more than any power */
            break;
        left = i;
        start = right;
    }
    return fmin(fmax(fmin(smallest, most), of->a), 1);
}

static double upper_power(const curve *of, size_t *best) {
    double smallest = 1;
    *best = of->count;
    for (size_t i = 0; i < of->count; i++) {
        double value = (position(of, i) + high(of, i)) * (1 + 8 * PLD__U);
        if (value < smallest) {
            smallest = value;
            *best = i;
        }
    }
    return smallest;
}

/* The lowest point of the parabola in log x through the guesses around `best`; its value there if it is none. */
static double lowest_guess(const curve *of, size_t best) {
    double here = position(of, best) + high(of, best);
    if (best < 1 || best + 1 >= of->count)
        return here;
    const pld__support *points = of->points;
    double left = points[best].log_x - points[best - 1].log_x, right = points[best + 1].log_x - points[best].log_x;
    double before = (position(of, best - 1) + high(of, best - 1) - here) / left;
    double after = (position(of, best + 1) + high(of, best + 1) - here) / right;
    double bend = (before + after) / (left + right), slope = (after * left - before * right) / (left + right);
    return bend > 0 ? here - slope * slope / (4 * bend) : here;
}

/* Some number within the bracket, and near the truth if the estimates of the points are. */
static double guess_power(const curve *of) {
    size_t best, gap;
    double crossing, upper = upper_power(of, &best), lower = lower_power(of, upper, &gap, &crossing);
    double lowest = best < of->count ? lowest_guess(of, best) : upper;
    return fmin(fmax(lowest, lower), upper);
}

pld__power pld__bound_power(const pld__support *points, size_t count, double a) {
    curve certified = {points, count, a, false}, guessed = {points, count, a, true};
    pld__power power;
    double upper = upper_power(&certified, &power.best);
    power.lower = lower_power(&certified, upper, &power.gap, &power.crossing);
    power.upper = fmax(upper, a);
    double estimate = guess_power(&guessed);
    power.estimate = fmin(fmax(estimate, power.lower), power.upper);
    return power;
}
