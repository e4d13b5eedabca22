#include "base/base.h"
#include "kernel/kernel.h"
#include "kernel/laplace_few.h"

#include <math.h>

static const long double U = PLD__KERNEL_U;

long double pld__kernel_log_with_mass(long double x, long double mass, int sign) {
    if (!(mass > 0))
        return x;
    long double log_mass = logl(mass), high = fmaxl(x, log_mass), low = fminl(x, log_mass);
    long double both = high + (low > -INFINITY ? log1pl(expl(low - high)) : 0);
    return both + sign * U * 16 * (fabsl(both) + fabsl(high) + 1);
}

/* Turns e^(-i t_k epsilon) are made anew every so often, and by products in between: one is good to 4 u beside the rounding of
 * its angle, which is u of t_k epsilon in all, and a product adds sqrt(5) u (Brent, Percival, Zimmermann 2007): 8 u a step. */
enum { TURNS = 16, TURN_UNITS = 8 * TURNS };

/* The real part of the sum of all terms times their turns. */
static long double turned_sum(const pld__kernel_sum *sum, const pld__kernel_terms *terms, double epsilon) {
    long double once = sum->spacing * (long double)epsilon, turn_cosine = cosl(once), turn_sine = sinl(once), all = 0;
    for (size_t start = 0; start < sum->count; start += TURNS) {
        long double angle = (long double)start * sum->spacing * (long double)epsilon, cosine = cosl(angle), sine = sinl(angle);
        for (size_t k = start; k < sum->count && k < start + TURNS; k++) {
            all += terms->real[k] * cosine + terms->imaginary[k] * sine;
            long double next = cosine * turn_cosine - sine * turn_sine;
            sine = sine * turn_cosine + cosine * turn_sine;
            cosine = next;
        }
    }
    return all;
}

/* One side's sum and how far it may be off, in units of e^(scale - theta epsilon)/W. Angles are off by u of their parts, turns by
 * what they say, products and the sum by a few u of each term. */
typedef struct {
    long double value, error, rounded;
} side;

static side add_side(const pld__kernel_sum *sum, const pld__kernel_terms *terms, double epsilon) {
    long double turned = terms->turned + terms->turning * fabsl((long double)epsilon), period = sum->period;
    side made = {.value = turned_sum(sum, terms, epsilon) / period};
    made.rounded = U * (4 * turned + (long double)(sum->count + 16 + TURN_UNITS) * terms->size) / period;
    made.error = (terms->known / period + made.rounded) * (1 + 1e-12L) + sum->dropped * (1 + 1e-12L);
    return made;
}

/* (T16), in the same units. */
static long double aliases_at(const pld__kernel_sum *sum, double epsilon, long double reference, long double reference_error) {
    long double turn = sum->theta * sum->period * (1 - 1e-15L); /* 1/(e^turn - 1), the first part */
    long double below = expl(-turn - logl(-expm1l(-turn)) - reference + 1e-12L + reference_error);
    long double above = expl(sum->log_alias - sum->lambda * (long double)epsilon - reference + 1e-12L + reference_error +
                             4 * U * fabsl(sum->lambda * (long double)epsilon));
    return below + above;
}

/* The sums alone: of both sides, or where it is smoothed of each its own (T132), between which the truth is about in the middle.
 */
static pld__kernel_bounds log_delta_of_sum(const pld__kernel_sum *sum, double epsilon) {
    pld__kernel_bounds found = {.log_delta = {-INFINITY, 0}, .value = -INFINITY};
    if (!sum->usable || sum->count == 0)
        return found;
    side upper = add_side(sum, &sum->terms, epsilon), lower = sum->variance > 0 ? add_side(sum, &sum->below, epsilon) : upper;
    long double reference = sum->scale - sum->theta * (long double)epsilon;
    long double reference_error = 4 * U * (fabsl(sum->scale) + fabsl(sum->theta * (long double)epsilon) + fabsl(reference) + 16);
    long double aliases = aliases_at(sum, epsilon, reference, reference_error);
    long double value = (upper.value + lower.value) / 2, high = upper.value + upper.error;
    long double low = lower.value - lower.error - aliases * (1 + 1e-9L);
    found.value = value > 0 ? pld__kernel_log_with_mass(reference + logl(value), sum->sure, 0) : -INFINITY;
    if (high > 0)
        found.log_delta.upper = fminl(
            pld__kernel_log_with_mass(reference + logl(high) + 2 * reference_error + 4 * U * fabsl(logl(high)), sum->lost, 1), 0);
    if (low > 0)
        found.log_delta.lower = reference + logl(low) - 2 * reference_error - 4 * U * fabsl(logl(low));
    found.log_delta.lower = pld__kernel_log_with_mass(found.log_delta.lower, sum->sure, -1);
    if (isnan(high) || isnan(low) || isnan(found.log_delta.lower) || isnan(found.log_delta.upper))
        return (pld__kernel_bounds){.log_delta = {-INFINITY, 0}, .value = -INFINITY};
    found.terms = (double)(fmaxl(sum->terms.known, sum->below.known) / sum->period / value);
    found.dropped = (double)(sum->dropped / value);
    found.rounded = (double)(fmaxl(upper.rounded, lower.rounded) / value);
    found.lost = sum->lost > sum->sure ? (double)(expl(logl(sum->lost - sum->sure) - reference) / value) : 0;
    found.aliases = (double)(aliases / value);
    found.smoothed = (double)((upper.value - lower.value) / 2 / value);
    return found;
}

/* log(e^x + y), y >= 0. */
static long double log_with(long double x, long double y) {
    return y > 0 ? fmaxl(x, logl(y)) + log1pl(expl(-fabsl(x - logl(y)))) : x;
}

pld__kernel_bounds pld__kernel_log_delta(const pld__kernel_sum *sum, double epsilon) {
    pld__kernel_bounds found = log_delta_of_sum(sum, epsilon);
    if (!sum->few || !sum->usable)
        return found;
    pld__kernel_part part = pld__kernel_few_delta(sum->few, epsilon);
    long double rest = logl(pld__kernel_few_rest_upper(sum->few, epsilon)); /* a bound without any sum */
    found.log_delta.upper = fminl(found.log_delta.upper, rest + 8 * U * fabsl(rest));
    long double value = log_with(found.value, part.lower), share = expl(fminl(found.value - value, 0));
    long double lower = log_with(found.log_delta.lower, part.lower), upper = log_with(found.log_delta.upper, part.upper);
    double of_all = (double)share;
    return (pld__kernel_bounds){.log_delta = {lower - 32 * U * (1 + fabsl(lower)), fminl(upper + 32 * U * (1 + fabsl(upper)), 0)},
                                .value = value,
                                .terms = found.terms * of_all,
                                .dropped = found.dropped * of_all,
                                .aliases = found.aliases * of_all,
                                .rounded = found.rounded * of_all + (double)((part.upper - part.lower) / expl(value)),
                                .lost = sum->count == 0 ? (double)expl(rest - value) : 0};
}
