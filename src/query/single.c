/* delta(epsilon) = P[L > epsilon] - e^epsilon Q[L > epsilon]. For any set A, P(A) - e^epsilon Q(A) <= delta(epsilon); with A the losses above a threshold
 * within kappa of epsilon it is at least delta(epsilon) - (e^kappa - 1) P(A'), A' the losses above epsilon - kappa, as what lies between the two
 * thresholds has dP <= e^(epsilon + kappa) dQ. Masses are good to 1e-13 + 4e-16 |log|, relative (mechanism/pair.h). */
#include "query/single.h"

#include "base/base.h"

#include <math.h>

/* How far a threshold may be from where it was asked for: many times what positions() promises. */
static long double threshold_error(double epsilon) {
    return 1e-14L * (100 + 16 * fabs(epsilon));
}

typedef struct {
    long double lower, upper; /* of log delta */
} interval;

static interval log_delta_at(const pld_mechanism *mechanism, pld_direction direction, double epsilon) {
    bool remove = direction == PLD_REMOVE;
    double supremum = pld_mechanism_loss_supremum(mechanism, direction), loss = remove ? epsilon : -epsilon, x;
    long double nothing = mechanism->dropped > 0 ? logl(mechanism->dropped) : -INFINITY;
    if (epsilon >= supremum + 1e-14 * fabs(supremum))
        return (interval){-INFINITY, nothing};
    mechanism->operations->positions(mechanism->pair, &loss, 1, &x);
    pld__log_mass beyond =
        remove ? mechanism->operations->mass_above(mechanism->pair, x) : mechanism->operations->mass_below(mechanism->pair, x);
    long double log_p = remove ? beyond.p : beyond.q, log_q = remove ? beyond.q : beyond.p;
    if (log_p == -INFINITY) /* as far out as numbers go, or within rounding of the end */
        return (interval){-INFINITY, fmaxl(nothing, isfinite(supremum) ? logl(threshold_error(epsilon)) : -11000)};
    long double share = -expm1l(fminl(epsilon + log_q - log_p, 0)); /* of P, what exceeds e^epsilon Q */
    long double error = 4e-13L + 2e-15L * pld__log_size(beyond) + 4 * threshold_error(epsilon);
    long double upper = log_p + logl(share + error);
    if (mechanism->dropped > 0)
        upper = fmaxl(upper, nothing) + log1pl(expl(-fabsl(upper - nothing)));
    return (interval){share > error ? log_p + logl(share - error) : -INFINITY, fminl(upper, 0)};
}

/* The largest epsilon seen whose lower bound is above log_delta, or the smallest whose upper bound is not. */
static double solve(const pld_mechanism *mechanism, pld_direction direction, long double log_delta, bool upper) {
    double low = 0, high = 1, supremum = pld_mechanism_loss_supremum(mechanism, direction);
    for (int pass = 0; pass < 2; pass++) /* pass 0: is there anything above 0, and where is an end; pass 1: halving */
        for (int step = 0; step < 1100; step++) {
            double at = pass == 0 ? (step == 0 ? 0 : high) : low + (high - low) / 2;
            interval found = log_delta_at(mechanism, direction, at);
            bool above = upper ? !(found.upper <= log_delta) : found.lower > log_delta;
            if (pass == 0 && step == 0) {
                if (!above)
                    return 0;
                continue;
            }
            if (pass == 0) {
                if (!above)
                    break;
                low = high;
                if (high > supremum || high > 1e300)
                    return upper ? INFINITY : high;
                high *= 2;
                continue;
            }
            if (!(at > low && at < high))
                break;
            *(above ? &low : &high) = at;
        }
    return upper ? high : low;
}

void pld__single_answer(const pld_mechanism *mechanism, pld_direction direction, const pld__question *question,
                        pld__end ends[PLD__SIDES]) {
    double values[PLD__SIDES];
    for (int side = 0; side < PLD__SIDES; side++) {
        bool upper = side == PLD__UPPER;
        if (question->for_delta) {
            interval found = log_delta_at(mechanism, direction, question->epsilon);
            double value = (double)(upper ? found.upper : found.lower), step = 4 * PLD__U * fabs(value);
            values[side] = !isfinite(value) ? value : upper ? fmin(value + step, 0) : value - step;
        } else {
            long double step = 2 * PLD__U * (fabsl((long double)question->log_delta) + 1);
            values[side] = solve(mechanism, direction, (long double)question->log_delta + (upper ? -step : step), upper);
        }
        ends[side] = (pld__end){.value = values[side]};
    }
    double width = values[PLD__UPPER] - values[PLD__LOWER];
    for (int side = 0; side < PLD__SIDES; side++)
        ends[side].ledger.cells = isfinite(width) ? width / 2 : 0;
}
