/* delta(epsilon) = P[L > epsilon] - e^epsilon Q[L > epsilon]. For any set A, P(A) - e^epsilon Q(A) <= delta(epsilon); with A the
 * losses above a threshold between epsilon - 2 kappa and epsilon it is at least delta(epsilon) - (e^(2 kappa) - 1) P(A), as what
 * lies between the two thresholds has e^epsilon dQ <= e^(2 kappa) dP (T25). So an upper bound asks for a threshold kappa below
 * epsilon, kappa being what thresholds may be off by: where the loss is flat, A is by far more than the losses above epsilon.
 * Masses are as good as pld__tail_error says (pair/pair.h). */
#include "certify/single.h"

#include "base/base.h"
#include "base/root.h"
#include "pair/enclosure.h"

#include <math.h>

/* How far the loss at a position may be from the one asked for: many times what positions() promises. */
static double threshold_error(const pld_mechanism *mechanism, double epsilon, double x) {
    const pld__pair_operations *operations = mechanism->operations;
    return 1e-14 * (100 + 16 * fabs(epsilon)) + (operations->position_error ? operations->position_error(mechanism->pair, x) : 0);
}

/* The masses of the losses above a threshold, in a direction. */
typedef struct {
    double x;
    long double log_p, log_q;
    double error; /* of the masses, relative */
} losses_above;

static losses_above above_threshold(const pld_mechanism *mechanism, pld_direction direction, double threshold) {
    bool remove = direction == PLD_REMOVE;
    double loss = remove ? threshold : -threshold, x;
    mechanism->operations->positions(mechanism->pair, &loss, 1, &x);
    pld__log_mass mass =
        remove ? mechanism->operations->mass_above(mechanism->pair, x) : mechanism->operations->mass_below(mechanism->pair, x);
    return (losses_above){x, remove ? mass.p : mass.q, remove ? mass.q : mass.p,
                          5 * pld__tail_error(mass, mechanism->tail_slope)};
}

/* Of P, what exceeds e^epsilon Q. */
static long double excess(const losses_above *above, double epsilon) {
    return -expm1l(fminl(epsilon + above->log_q - above->log_p, 0));
}

/* Positions that became infinite have less than this behind them. */
static const long double LOG_BEYOND = -11000;

static long double upper_by_masses(const pld_mechanism *mechanism, pld_direction direction, double epsilon, double x) {
    double kappa = threshold_error(mechanism, epsilon, x);
    for (int trial = 0; trial < 4 && kappa <= 0.25; trial++) {
        losses_above above = above_threshold(mechanism, direction, epsilon - kappa);
        double there = threshold_error(mechanism, epsilon, above.x);
        if (!(there <= kappa)) { /* also where it is not a number */
            kappa = 2 * there;
            continue;
        }
        if (above.log_p == -INFINITY)
            return LOG_BEYOND;
        return fminl(above.log_p + logl(excess(&above, epsilon) + above.error + 4 * kappa), 0);
    }
    return 0;
}

static pld__log_bounds by_masses(const pld_mechanism *mechanism, pld_direction direction, double epsilon) {
    long double nothing = mechanism->dropped > 0 ? logl(mechanism->dropped) : -INFINITY;
    if (epsilon >= pld__mechanism_supremum_upper(mechanism, direction))
        return (pld__log_bounds){-INFINITY, nothing};
    losses_above above = above_threshold(mechanism, direction, epsilon);
    long double upper = upper_by_masses(mechanism, direction, epsilon, above.x), lower = -INFINITY;
    if (mechanism->dropped > 0)
        upper = fminl(fmaxl(upper, nothing) + log1pl(expl(-fabsl(upper - nothing))), 0);
    if (above.log_p > -INFINITY && excess(&above, epsilon) > above.error)
        lower = above.log_p + logl(excess(&above, epsilon) - above.error);
    return (pld__log_bounds){lower, upper};
}

/* By the pair's own form, which is delta(e) of an e within 8 u of epsilon: asked for a little below and above, as delta does not
 * increase. */
static pld__log_bounds by_form(const pld_mechanism *mechanism, pld_direction direction, double epsilon) {
    double below = epsilon * (1 - 32 * PLD__U), above = epsilon * (1 + 32 * PLD__U);
    pld__log_bounds found = {-INFINITY, 0};
    if (below < pld__mechanism_supremum_lower(mechanism, direction)) {
        long double upper = mechanism->operations->log_delta(mechanism->pair, direction, below);
        found.upper = isnan(upper) ? 0 : fminl(upper + 1e-14L + 1e-15L * fabsl(upper), 0);
    }
    if (above < pld__mechanism_supremum_lower(mechanism, direction)) {
        long double lower = mechanism->operations->log_delta(mechanism->pair, direction, above);
        found.lower = isnan(lower) ? -INFINITY : lower - 1e-14L - 1e-15L * fabsl(lower);
    }
    return found;
}

/* All ways hold; where an end is near or a loss is small the masses tell little. */
pld__log_bounds pld__single_log_delta(const pld_mechanism *mechanism, pld_direction direction, double epsilon) {
    bool enclosed = pld__mechanism_enclosed(mechanism); /* no masses, but two laws */
    pld__log_bounds found = enclosed ? (pld__log_bounds){-INFINITY, 0} : by_masses(mechanism, direction, epsilon);
    if (mechanism->operations->hockey && epsilon >= 0) {
        double supremum = pld__mechanism_supremum_upper(mechanism, direction);
        pld__log_bounds other = mechanism->operations->hockey(mechanism->pair, direction, epsilon, supremum);
        found = (pld__log_bounds){fmaxl(found.lower, other.lower), fminl(found.upper, other.upper)};
    }
    if (mechanism->operations->log_delta && epsilon >= 0 && !(mechanism->dropped > 0) && !(mechanism->infinity[direction] > 0)) {
        pld__log_bounds other = by_form(mechanism, direction, epsilon);
        found = (pld__log_bounds){fmaxl(found.lower, other.lower), fminl(found.upper, other.upper)};
    }
    return found;
}

/* What is asked of a mechanism: is log delta above a level? */
typedef struct {
    const pld_mechanism *mechanism;
    pld_direction direction;
    long double log_delta;
    bool upper; /* which bound of it */
} level;

/* By the closed form, without its error. */
static bool is_roughly_above(const void *context, double epsilon) {
    const level *ask = context;
    return pld__mechanism_log_delta(ask->mechanism, ask->direction, epsilon) > ask->log_delta;
}

/* By the bound of one side. Whatever is not a number counts against the side that would gain by it. */
static bool is_above(const void *context, double epsilon) {
    const level *ask = context;
    pld__log_bounds found = pld__single_log_delta(ask->mechanism, ask->direction, epsilon);
    return ask->upper ? !(found.upper <= ask->log_delta) : found.lower > ask->log_delta;
}

/* Where log delta crosses the level, uncertified. */
static double crossing(const level *ask) {
    double low = 0, high = 1, supremum = pld_mechanism_loss_supremum(ask->mechanism, ask->direction);
    while (high < supremum && high < 1e300 && is_roughly_above(ask, high)) {
        low = high;
        high *= 2;
    }
    high = fmin(high, supremum);
    pld__halve(is_roughly_above, ask, 1e-16, &low, &high);
    return high;
}

/* The largest epsilon seen whose lower bound is above the level, or the smallest whose upper bound is not, looked for beside a
 * guess. */
static double solve(const level *ask, double guess) {
    double low = 0, high = INFINITY, step = fmax(1e-15 * guess, 1e-320), at = guess;
    if (!is_above(ask, 0))
        return 0;
    for (; high - low == INFINITY || low == 0; step *= 8) {
        bool above = at == 0 || is_above(ask, at);
        *(above ? &low : &high) = at;
        if (at == 0 || (above && high < INFINITY))
            break;
        if (low > 1e300)
            return ask->upper ? INFINITY : low;
        at = above ? at + step : fmax(at - step, 0);
    }
    pld__halve(is_above, ask, 2e-16, &low, &high);
    return ask->upper ? high : low;
}

void pld__single_answer(const pld_mechanism *mechanism, pld_direction direction, const pld__question *question,
                        pld__end ends[PLD__SIDES]) {
    const level given = {mechanism, direction, question->log_delta, false};
    double guess = question->for_delta ? 0 : crossing(&given);
    for (int side = 0; side < PLD__SIDES; side++) {
        bool upper = side == PLD__UPPER;
        const level outward = {mechanism, direction, pld__log_delta_outward(question, upper), upper};
        ends[side] =
            (pld__end){.value = question->for_delta
                                    ? pld__log_delta_end(pld__single_log_delta(mechanism, direction, question->epsilon), upper)
                                    : solve(&outward, guess)};
    }
    pld__ends_share_width(ends);
}
