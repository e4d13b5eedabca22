#include "certify/kernel_ends.h"

#include "base/base.h"

#include <math.h>

/* Ends are good to the last bits of a double, which depend on those of the C library's functions. Rounded outward to this much of
 * themselves (of delta) they are the same everywhere, but for rare chance. */
static const double LAST_DIGIT = 0x1p-38;

pld_ledger pld__kernel_ledger(const pld__kernel_bounds *at, double slope, bool upper) {
    return (pld_ledger){.cells = at->terms / slope,
                        .tail = (at->dropped + (upper ? at->lost : 0)) / slope,
                        .wraparound = upper ? 0 : at->aliases / slope,
                        .roundoff = at->rounded / slope};
}

/* Where the sum, as it is, has this log delta, from a guess: secants. Returns the slope there, without sign. */
static double find_crossing(const pld__kernel_sum *sum, long double log_delta, double *epsilon) {
    double at = *epsilon, slope = sum->theta, before = NAN;
    long double value_before = 0;
    for (int i = 0; i < 60; i++) {
        long double value = pld__kernel_log_delta(sum, at).value;
        if (!isfinite(value)) { /* where the sum is not positive it says nothing: back towards the guess */
            at = isnan(before) ? at : (at + before) / 2;
            if (isnan(before))
                return sum->theta;
            continue;
        }
        if (!isnan(before) && at != before) {
            double found = (double)((value_before - value) / (at - before));
            slope = found > 0 && isfinite(found) ? fmin(fmax(found, slope / 4), 4 * slope) : slope;
        }
        before = at;
        value_before = value;
        double next = fmax(at + (double)(value - log_delta) / slope, 0);
        if (fabs(next - at) <= 1e-16 * at || next == at)
            break;
        at = next;
        if (fabsl(value - log_delta) < 1e-13L)
            break;
    }
    *epsilon = at;
    return slope;
}

/* The first epsilon, going outward from a guess, at which the bound of one side is on its side of the level. */
static double find_end(const pld__kernel_sum *sum, long double level, double guess, double step, bool upper, double slope,
                       pld__end *end) {
    for (int i = 0; i < 60; i++, step *= 2) {
        double at = upper ? guess + step : fmax(guess - step, 0);
        pld__kernel_bounds found = pld__kernel_log_delta(sum, at);
        bool certified = upper ? found.log_delta.upper <= level : found.log_delta.lower > level;
        if (certified || at == 0) {
            *end = (pld__end){.value = certified ? at : upper ? INFINITY : 0, .ledger = pld__kernel_ledger(&found, slope, upper)};
            return end->value;
        }
    }
    *end = (pld__end){.value = upper ? INFINITY : 0};
    return end->value;
}

static void answer_epsilon(const pld__kernel_sum *sum, const pld__question *question, double guess, pld__kernel_ends *answer) {
    long double log_delta = question->log_delta;
    long double below = pld__log_delta_outward(question, true), above = pld__log_delta_outward(question, false);
    double slope = find_crossing(sum, log_delta, &guess);
    pld__kernel_bounds there = pld__kernel_log_delta(sum, guess);
    if (!isfinite(there.value))
        return;
    double share = there.terms + there.dropped + there.rounded;
    double nearest = 4 * PLD__U * guess + (double)(above - below) / slope + 1e-300;
    answer->estimate = guess;
    if (guess == 0 && there.log_delta.upper <= below) {
        answer->of[PLD__UPPER] = answer->of[PLD__LOWER] = (pld__end){.value = 0};
    } else {
        (void)find_end(sum, below, guess, 1.1 * (share + there.lost) / slope + nearest, true, slope, &answer->of[PLD__UPPER]);
        (void)find_end(sum, above, guess, 1.1 * (share + there.aliases) / slope + nearest, false, slope, &answer->of[PLD__LOWER]);
    }
    answer->found = true;
}

static void answer_delta(const pld__kernel_sum *sum, const pld__question *question, pld__kernel_ends *answer) {
    pld__kernel_bounds found = pld__kernel_log_delta(sum, question->epsilon);
    double lower = (double)found.log_delta.lower, upper = (double)found.log_delta.upper;
    if (!isfinite(found.value))
        return;
    answer->of[PLD__LOWER] =
        (pld__end){.value = lower - 4 * PLD__U * fabs(lower), .ledger = pld__kernel_ledger(&found, 1, false)};
    answer->of[PLD__UPPER] =
        (pld__end){.value = fmin(upper + 4 * PLD__U * fabs(upper), 0), .ledger = pld__kernel_ledger(&found, 1, true)};
    answer->estimate = (double)found.value;
    answer->found = true;
}

static pld__kernel_ends nothing(const pld__question *question) {
    pld__kernel_ends ends = {.estimate = NAN};
    ends.of[PLD__LOWER].value = question->for_delta ? -INFINITY : 0;
    ends.of[PLD__UPPER].value = question->for_delta ? 0 : INFINITY;
    return ends;
}

pld__kernel_ends pld__kernel_ends_of(const pld__kernel_sum *sum, const pld__question *question, double guess) {
    pld__kernel_ends ends = nothing(question);
    if (!sum || !sum->usable)
        return ends;
    if (question->for_delta)
        answer_delta(sum, question, &ends);
    else
        answer_epsilon(sum, question, guess, &ends);
    ends.cost = pld__kernel_log_delta(sum, question->for_delta ? question->epsilon : ends.estimate).terms;
    return ends;
}

double pld__kernel_end_rounded(double value, bool for_delta, bool up) {
    double size = for_delta ? 1 : fabs(value);
    int power;
    (void)frexp(size, &power);
    double unit = LAST_DIGIT * ldexp(1, power);
    if (!isfinite(value) || !(size > 0) || !(unit > 0))
        return value;
    double rounded = (up ? ceil(value / unit) : floor(value / unit)) * unit; /* exact: unit is a power of 2 */
    return for_delta ? fmin(rounded, 0) : rounded;
}
