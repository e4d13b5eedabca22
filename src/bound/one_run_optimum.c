#include "bound/one_run_optimum.h"

#include <math.h>

/* For a few roundings of positive terms in long double. */
static const long double UNIT = 0x1p-64L, UP = 1 + 8 * 0x1p-64L;

/* The chain begins where what is above it matters less than this, as a log, and ends where it overflows. */
static const long double FORGOTTEN = -46;
static const long double OVERFLOWN = 1e4000L;

/* The minimum over mu is looked for to this, relative, in so many steps. */
static const long double CLOSE = 1e-13L;
enum { MOST_STEPS = 200 };

typedef struct {
    long double r, v, x; /* x from above */
    long double price;   /* m delta, from above */
    long double first;   /* where chains begin */
} problem;

/* The bound at one mu: its value, from above, and its slope, nearly. Infinite: mu is too small. */
typedef struct {
    long double mu, value, slope;
} dual_point;

/* Where the product of x(r - k)/k from v on is negligible. */
static long double first_of(const problem *of) {
    long double log_product = 0, k = of->v;
    for (; k < of->r && log_product > FORGOTTEN; k++)
        log_product += logl(of->x * (of->r - k) / k);
    return k;
}

/* Theorem (T174): the chain of a_k at this mu, each from above, and the slopes of them. */
static dual_point evaluate(const problem *of, long double mu, long double most) {
    const dual_point none = {mu, INFINITY, -INFINITY};
    long double above = of->x * (of->r - of->first) * UP, distance = of->first - above - 4 * UNIT * (of->first + above);
    if (!(distance > 0))
        return none;
    long double a = (1 - mu) * UP / distance, slope = -1 / distance, largest = a, its_slope = slope;
    for (long double k = of->first - 1; k >= 1; k--) {
        long double step = of->x * (of->r - k) * UP;
        a = k >= of->v ? (1 - mu + step * a) * UP / k : (step * a * UP - mu) * UP / k;
        slope = (step * slope - 1) / k;
        if (!(a > 0)) /* and so it stays */
            return (dual_point){mu, (mu + of->price * largest * UP) * UP, 1 + of->price * its_slope};
        if (a > largest) {
            largest = a;
            its_slope = slope;
        }
        if (of->price * largest > most || largest > OVERFLOWN)
            return none;
    }
    if (of->x * of->r * a * UP > mu)
        return none;
    return (dual_point){mu, (mu + of->price * largest * UP) * UP, 1 + of->price * its_slope};
}

/* The least that a convex function can be between two points, by its tangents there, and where. */
static long double tangents_meet(const dual_point *left, const dual_point *right, long double *at) {
    long double from = left->mu, to = right->mu;
    if (!isfinite(left->value) || !isfinite(right->value)) {
        *at = (from + to) / 2;
        return isfinite(right->value) ? right->value - right->slope * (to - from) : 0;
    }
    *at = (left->value - right->value + right->slope * to - left->slope * from) / (right->slope - left->slope);
    return left->value + left->slope * (*at - from);
}

bool pld__one_run_bounded(const pld__one_run *run, double epsilon, double delta, double tau) {
    problem of = {
        .r = run->guesses, .v = run->correct, .x = expl(epsilon) * UP, .price = (long double)run->canaries * delta * UP};
    if (run->correct == 0 || !(tau > 0) || !(of.x >= 1) || !(of.x < OVERFLOWN))
        return tau >= 1;
    if (tau < 0.5 && of.v <= of.x * (of.r - of.v))
        return false; /* guesses that are right with probability x/(1 + x) each are so more often than tau */
    of.first = first_of(&of);
    if (of.price == 0)
        return evaluate(&of, tau / (UP * UP * UP), tau).value <= tau;
    dual_point left = {0, INFINITY, -INFINITY}, right = evaluate(&of, tau, tau);
    if (!isfinite(right.value))
        return false; /* and so it is for every smaller mu */
    for (int i = 0; i < MOST_STEPS && right.mu - left.mu > CLOSE * right.mu; i++) {
        long double at;
        if (right.slope <= 0 || tangents_meet(&left, &right, &at) > tau)
            return false; /* a slope that falls at tau: nothing below is smaller */
        if (!(at > left.mu && at < right.mu))
            at = (left.mu + right.mu) / 2;
        dual_point found = evaluate(&of, at, tau);
        if (found.value <= tau)
            return true;
        *(found.slope < 0 ? &left : &right) = found;
    }
    return false;
}
