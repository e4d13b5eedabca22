#include "certify/kernel_ends.h"

#include "base/base.h"
#include "base/root.h"

#include <math.h>

/* Ends are good to the last bits of a double, which depend on those of the C library's functions. Rounded outward to this much of
 * themselves (of delta) they are the same everywhere, but for rare chance. */
static const double LAST_DIGIT = 0x1p-38;

/* What ends are read off: bounds of log delta at any epsilon, and its slope, roughly. */
typedef struct {
    pld__kernel_bounds (*log_delta)(const void *sum, double epsilon);
    const void *sum;
    double theta;
} source;

static pld__kernel_bounds look(const source *from, double epsilon) {
    return from->log_delta(from->sum, epsilon);
}

static pld__kernel_bounds of_sum(const void *sum, double epsilon) {
    return pld__kernel_log_delta(sum, epsilon);
}

static pld__kernel_bounds of_bent(const void *sum, double epsilon) {
    return pld__kernel_bent_log_delta(sum, epsilon);
}

pld_ledger pld__kernel_ledger(const pld__kernel_bounds *at, double slope, bool upper) {
    return (pld_ledger){.cells = at->terms / slope,
                        .grid = at->smoothed / slope,
                        .tail = (at->dropped + (upper ? at->lost : 0)) / slope,
                        .wraparound = upper ? 0 : at->aliases / slope,
                        .roundoff = at->rounded / slope};
}

/* As the sum is. */
static long double value_at(const void *from, double epsilon) {
    return look(from, epsilon).value;
}

/* The first epsilon, going outward from a guess, at which the bound of one side is on its side of the level. */
static double find_end(const source *from, long double level, double guess, double step, bool upper, double slope,
                       pld__end *end) {
    for (int i = 0; i < 60; i++, step *= 2) {
        double at = upper ? guess + step : fmax(guess - step, 0);
        pld__kernel_bounds found = look(from, at);
        bool certified = upper ? found.log_delta.upper <= level : found.log_delta.lower > level;
        if (certified || at == 0) {
            *end = (pld__end){.value = certified ? at : upper ? INFINITY : 0, .ledger = pld__kernel_ledger(&found, slope, upper)};
            return end->value;
        }
    }
    *end = (pld__end){.value = upper ? INFINITY : 0};
    return end->value;
}

static void answer_epsilon(const source *from, const pld__question *question, double guess, pld__kernel_ends *answer) {
    long double below = pld__log_delta_outward(question, true), above = pld__log_delta_outward(question, false);
    double slope = from->theta;
    guess = pld__secant(value_at, from, question->log_delta, 0, guess, &slope);
    pld__kernel_bounds there = isnan(guess) ? (pld__kernel_bounds){.value = NAN} : look(from, guess);
    if (!isfinite(there.value))
        return;
    double share = there.terms + there.dropped + there.rounded + there.smoothed;
    double nearest = 4 * PLD__U * guess + (double)(above - below) / slope + 1e-300;
    answer->estimate = guess;
    if (guess == 0 && there.log_delta.upper <= below) {
        answer->of[PLD__UPPER] = answer->of[PLD__LOWER] = (pld__end){.value = 0};
    } else {
        (void)find_end(from, below, guess, 1.1 * (share + there.lost) / slope + nearest, true, slope, &answer->of[PLD__UPPER]);
        (void)find_end(from, above, guess, 1.1 * (share + there.aliases) / slope + nearest, false, slope,
                       &answer->of[PLD__LOWER]);
    }
    answer->found = true;
}

static void answer_delta(const source *from, const pld__question *question, pld__kernel_ends *answer) {
    pld__kernel_bounds found = look(from, question->epsilon);
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

static pld__kernel_ends read_ends(const source *from, const pld__question *question, double guess) {
    pld__kernel_ends ends = nothing(question);
    if (question->for_delta)
        answer_delta(from, question, &ends);
    else
        answer_epsilon(from, question, guess, &ends);
    pld__kernel_bounds there = look(from, question->for_delta ? question->epsilon : ends.estimate);
    ends.cost = there.terms;
    ends.share = there.terms + there.dropped + there.aliases + there.lost;
    return ends;
}

pld__kernel_ends pld__kernel_ends_of(const pld__kernel_sum *sum, const pld__question *question, double guess) {
    if (!sum || !sum->usable)
        return nothing(question);
    const source from = {of_sum, sum, sum->theta};
    return read_ends(&from, question, guess);
}

pld__kernel_ends pld__kernel_bent_ends_of(const pld__kernel_bent *bent, const pld__question *question, double guess) {
    if (!bent || !bent->usable)
        return nothing(question);
    const source from = {of_bent, bent, bent->how.theta};
    return read_ends(&from, question, guess);
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
