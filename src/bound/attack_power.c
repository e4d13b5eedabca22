#include "bound/attack_power.h"

#include "base/base.h"

#include <math.h>
#include <stdbool.h>

/* Secants to so many neighbours on each side are tried: with D known to some digits only, the nearest one is not always the best.
 */
enum { NEIGHBOURS = 12, REMEMBERED = 32 };

/* Relative error of y = a e^log_x. */
static const double POSITION = 4 * PLD__U;
static const double SLACK = 64 * PLD__U;

/* Points nearer to 0 than this are passed over: differences of them would underflow. */
static const double SMALLEST = 1e-290;

/* Where points are, of those that were asked about last: all neighbours of one. */
typedef struct {
    size_t next[REMEMBERED]; /* one more than the point's index; 0 for none */
    double at[REMEMBERED];
} positions;

/* The curve as the bounds see it: certified ends, or (to guess with) the estimate as both. */
typedef struct {
    const pld__support *points;
    size_t count;
    double a;
    bool guess;
    positions *known;
} curve;

static double position(const curve *of, size_t i) {
    size_t place = i % REMEMBERED;
    if (of->known->next[place] != i + 1) {
        of->known->next[place] = i + 1;
        of->known->at[place] = (double)(of->a * expl(of->points[i].log_x)); /* e^log_x alone may be beyond doubles */
    }
    return of->known->at[place];
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

static double lower_power(const curve *of, size_t *gap, double *crossing) {
    double smallest = INFINITY;
    double left = 0, left_low = 1, left_slope = -1 / of->a * (1 + 4 * PLD__U);
    *gap = 0;
    *crossing = -INFINITY;
    for (size_t i = 0; i <= of->count; i++) {
        bool last = i == of->count;
        double right = last ? INFINITY : position(of, i), where, value;
        if (right < SMALLEST)
            continue;
        if (last)
            value = behind_all(left, left_low, left_slope, &where);
        else
            value = between(left + left_low, 1 + left_slope, right + low(of, i), 1 + slope_before(of, i), right - left, &where);
        if (!(value >= smallest)) {
            smallest = isnan(value) ? of->a : value;
            *gap = i;
            *crossing = log((left + where) / of->a);
        }
        if (last || right > 1 + SLACK) /* beyond that x a alone is more than any power */
            break;
        left = right;
        left_low = low(of, i);
        left_slope = slope_behind(of, i);
    }
    return fmin(fmax(smallest, of->a), 1);
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
    double crossing, lower = lower_power(of, &gap, &crossing), upper = upper_power(of, &best);
    double lowest = best < of->count ? lowest_guess(of, best) : upper;
    return fmin(fmax(lowest, lower), upper);
}

pld__power pld__bound_power(const pld__support *points, size_t count, double a) {
    positions known = {.next = {0}};
    curve certified = {points, count, a, false, &known}, guessed = {points, count, a, true, &known};
    pld__power power;
    power.lower = lower_power(&certified, &power.gap, &power.crossing);
    power.upper = fmax(upper_power(&certified, &power.best), a);
    double estimate = guess_power(&guessed);
    power.estimate = fmin(fmax(estimate, power.lower), power.upper);
    return power;
}
