/* One record is drawn with probability q in each of T steps, and m = 1/sigma is what it moves the mean by, in units of the noise.
 * Let F = Phi(-m/2), w_J = binom(T, J) q^J (1 - q)^(T - J) and H(mu, e) the delta of the Gaussian mechanism
 * (pair/gaussian_hockey.c).
 *
 * Theorem (T46). (1) The mixture against the bell:
 *     |delta(epsilon) - sum_J w_J H(m sqrt(J), epsilon - (T - J) log(1 - q) - J log q)| <= T F.
 * (2) The bell against the mixture, with D = (1 - e^epsilon (1 - q)^T)_+:
 *     D - T F - (e^(T q F/(1 - q)) - 1) <= delta(epsilon) <= D.
 * Proof. Let O_S be the outcomes whose coordinates are above m/2 just in the steps S, P_S the law when the record was drawn in S,
 * w_S its probability, and Q the law without the record. Coordinates of P_S are on the wrong side with probability F each, so P_S
 * leaves O_S with at most T F. (1) Above: (P - e Q)_+ <= sum_S (w_S P_S - e Q 1_{O_S})_+, which is w_S P_S outside O_S, and its
 * integral inside is at most that of (w_S P_S - e Q)_+ everywhere, w_S H(m sqrt(|S|), epsilon - log w_S). Below: inside O_S, P >=
 * w_S P_S. (2) Q >= (1 - q)^T P there; below, for O without any step, delta >= P(O) - e^epsilon Q(O), P(O) >= 1 - T F, Q(O) <= (1
 * - q + q F)^T <= (1 - q)^T e^(T q F/(1 - q)), and e^epsilon (1 - q)^T <= 1 or D = 0.
 *
 * Of the sum over J only a stretch is added up. Above it the w_J fall by less than a geometric series. Below it H <= Phi(-a_J),
 * a_J = A/(m sqrt(J)) - sqrt(J) (m/2 - c/m) with A = epsilon - T log(1 - q) >= 0 and c = log(1 - q) - log q, and a_J falls with J
 * if c < m^2/2, which is checked: so these terms are at most Phi(-a) at the first that is added up. */
#include "certify/little_noise.h"

#include "base/base.h"
#include "base/binomial.h"
#include "base/normal.h"
#include "base/root.h"
#include "pair/mixture.h"

#include <math.h>

/* More noise than this is not little, whatever T is: T F would be above 1e-8. */
static const double LEAST_MEAN = 11;
/* From here on T F is below 1e-100: ends are wide only where delta hardly falls between two numbers of draws. */
static const double FINAL_MEAN = 50;
enum { MOST_TERMS = 200000 };
/* Smaller numbers are nothing to anybody. */
static const long double LOG_NOTHING = -5000;
static const long double LARGE = 0x1p4000L, LOG_LARGE = 4000 * 0.693147180559945309417232121458176568L;
static const long double UNIT = 0x1p-60L, UNDERFLOWN = 1e-4900L;

typedef struct {
    long double steps, q, rest, log_q, log_rest, mean; /* rest is 1 - q, good to units of itself */
    long double leaves;                                /* T F, from above */
    bool mixture_first;                                /* which of the two the direction is about */
} setting;

bool pld__little_noise_applies(const pld_step *step) {
    const pld_mechanism *mechanism = step->mechanism;
    const pld__traits *traits = &mechanism->traits;
    return traits->kind == PLD__KIND_POISSON_GAUSSIAN && traits->removed + traits->added == 1 && !mechanism->trivial &&
           !(mechanism->dropped > 0) && traits->sampling_rate > 0 && traits->sampling_rate < 1 &&
           traits->sensitivity / traits->scale >= LEAST_MEAN;
}

bool pld__little_noise_is_final(const pld_step *step) {
    return pld__little_noise_applies(step) && step->mechanism->traits.sensitivity / step->mechanism->traits.scale >= FINAL_MEAN;
}

static setting setting_of(const pld_step *step, pld_direction direction) {
    const pld__traits *traits = &step->mechanism->traits;
    bool fraction = pld__traits_has_fraction(traits);
    /* Both good to a unit or two of 2^-64, so that the log of the larger one is taken from the other. */
    long double q = fraction ? (long double)traits->batch / (long double)traits->population : traits->sampling_rate;
    long double rest = fraction ? (long double)(traits->population - traits->batch) / (long double)traits->population : 1 - q;
    long double mean = (long double)traits->sensitivity / traits->scale;
    long double half = mean / 2 * (1 - 4 * UNIT);
    return (setting){.steps = (long double)step->count,
                     .q = q,
                     .rest = rest,
                     .log_q = q < 0.5L ? logl(q) : log1pl(-rest),
                     .log_rest = rest < 0.5L ? logl(rest) : log1pl(-q),
                     .mean = mean,
                     .leaves = (long double)step->count * pld__normal_tail(half) * (1 + UNIT * (64 + half * half)) + UNDERFLOWN,
                     .mixture_first = (direction == PLD_REMOVE) == (traits->removed == 1)};
}

/* --- weights of the binomial law ------------------------------------------------------------------------------------ */

/* x log(x/mean) + mean - x. */
static long double deviance(long double x, long double mean) {
    return x * log1pl((x - mean) / mean) - (x - mean);
}

/* log w_J and how far it may be off (Loader 2000). */
static long double log_weight(const setting *at, long double J, long double *error) {
    long double rest = at->steps - J, far = fabsl(J - at->steps * at->q);
    if (J == 0 || rest == 0) {
        long double value = J == 0 ? at->steps * at->log_rest : at->steps * at->log_q;
        *error = UNIT * fabsl(value);
        return value;
    }
    long double drawn = deviance(J, at->steps * at->q), not_drawn = deviance(rest, at->steps * at->rest);
    *error = 1e-15L + UNIT * (far + fabsl(drawn) + fabsl(not_drawn) + 64);
    return pld__stirling_rest(at->steps) - pld__stirling_rest(J) - pld__stirling_rest(rest) - drawn - not_drawn +
           0.5L * logl(at->steps / (2 * 3.141592653589793238462643383279502884L * J * rest));
}

/* --- the mixture against the bell ----------------------------------------------------------------------------------- */

/* epsilon - (T - J) log(1 - q) - J log q, above 0; good to UNIT of its parts. */
static long double shifted(const setting *at, double epsilon, long double J) {
    return epsilon - (at->steps - J) * at->log_rest - J * at->log_q;
}

/* a_J, J >= 1. */
static long double argument_at(const setting *at, double epsilon, long double J) {
    long double mean = at->mean * sqrtl(J);
    return shifted(at, epsilon, J) / mean - mean / 2;
}

/* The first J to add up: terms before it are at most `before` together. */
static long double first_term(const setting *at, double epsilon, long double *before) {
    long double low = 1, high = at->steps, level = argument_at(at, epsilon, high) > 0 ? argument_at(at, epsilon, high) : 0;
    while (high - low > 0.5L) { /* where a_J becomes 0, or as small as it gets */
        long double middle = floorl((low + high) / 2);
        if (argument_at(at, epsilon, middle) > level)
            low = middle + 1;
        else
            high = middle;
    }
    long double error, peak = fmaxl(high, floorl(at->steps * at->q)),
                       worth = fmaxl(log_weight(at, fminl(peak, at->steps), &error) - 50, LOG_NOTHING);
    long double deep = sqrtl(fmaxl(-2 * worth, 0)) + 2; /* Phi(-deep) is below e^worth */
    low = 1;
    long double end = high;
    while (end - low > 0.5L) {
        long double middle = floorl((low + end) / 2);
        if (argument_at(at, epsilon, middle) > deep)
            low = middle + 1;
        else
            end = middle;
    }
    /* J = 0 has H = 0; none before 1 but that. */
    *before = low > 1 ? pld__normal_tail(argument_at(at, epsilon, low - 1) * (1 - 1e-12L)) * (1 + 1e-9L) + UNDERFLOWN : 0;
    return low;
}

/* From a_J <= -12 on, H is within 1e-30 of 1: 1 - H = Phi(a) + e^e Phi(-a - mu), e^e phi(a + mu) = phi(a), and a + mu >= mu/2. */
static const long double SURELY = 12;

/* H of one J, from below and above: gaussian_hockey takes doubles, so epsilon is moved outward. */
static pld__log_bounds gaussian_part(const setting *at, double epsilon, long double J) {
    long double exact = shifted(at, epsilon, J), mean = at->mean * sqrtl(J);
    double low = (double)(exact * (1 - 4 * PLD__U)), high = (double)(exact * (1 + 4 * PLD__U));
    return (pld__log_bounds){pld__gaussian_hockey((double)mean, 0, high).lower, pld__gaussian_hockey((double)mean, 0, low).upper};
}

static pld__log_bounds mixture_first(const setting *at, double epsilon) {
    const pld__log_bounds nothing = {-INFINITY, 0};
    if (!(at->log_rest - at->log_q < at->mean * at->mean / 2 * 0.99L)) /* the hypothesis c < m^2/2 */
        return nothing;
    long double before, error, J = first_term(at, epsilon, &before), weight_error;
    long double log_first = log_weight(at, J, &weight_error), weight = 1, lower = 0, upper = 0,
                odds = expl(at->log_q - at->log_rest);
    size_t terms = 0;
    bool surely = false;
    size_t moved = 0;
    for (;; J++, terms++) {
        if (terms > MOST_TERMS)
            return nothing;
        surely = surely || argument_at(at, epsilon, J) <= -SURELY * (1 + 1e-9L); /* and so are all above */
        if (surely) {
            lower += weight * (1 - 1e-18L);
            upper += weight;
        } else {
            pld__log_bounds part = gaussian_part(at, epsilon, J);
            lower += weight * expl(part.lower);
            upper += weight * expl(part.upper);
        }
        if (J >= at->steps)
            break;
        long double ratio = (at->steps - J) / (J + 1) * odds, next = weight * ratio;
        if (ratio < 0.999L && (next < 1e-18L * upper * (1 - ratio) || log_first + logl(next) < LOG_NOTHING)) {
            upper += next / (1 - ratio) * (1 + 1e-9L);
            break;
        }
        weight = next;
        if (weight > LARGE) { /* the first weight may be too small for a number */
            weight /= LARGE;
            lower /= LARGE;
            upper /= LARGE;
            log_first += LOG_LARGE;
            moved++;
        }
    }
    error = weight_error + 8 * UNIT * (long double)(terms + 8 + 16 * moved) + UNIT * fabsl(log_first);
    long double low = expl(log_first + logl(lower)) * (1 - 2 * error) - at->leaves,
                high = expl(log_first + logl(upper)) * (1 + 2 * error) + before + at->leaves + UNDERFLOWN;
    return (pld__log_bounds){low > 0 && error < 0.1L ? logl(low) : -INFINITY, high < 1 && error < 0.1L ? logl(high) : 0};
}

/* --- the bell against the mixture ----------------------------------------------------------------------------------- */

static pld__log_bounds bell_first(const setting *at, double epsilon) {
    long double reached = at->steps * at->log_rest, exponent = epsilon + reached;
    long double error = UNIT * (fabsl(epsilon) + fabsl(reached));
    long double most = -expm1l(fminl(exponent - error, 0)), least = -expm1l(fminl(exponent + error, 0));
    least -= at->leaves + expm1l(at->leaves * at->q / at->rest) * (1 + 1e-15L);
    /* Near 1 the log of the difference from 1 keeps the digits. */
    long double log_most = exponent < -1 ? log1pl(-expl(exponent - error)) : logl(most * (1 + UNIT));
    return (pld__log_bounds){least > 0 ? logl(least * (1 - UNIT)) : -INFINITY,
                             most > 0 ? fminl(log_most * (1 - UNIT), 0) : -INFINITY};
}

pld__log_bounds pld__little_noise_log_delta(const pld_step *step, pld_direction direction, double epsilon) {
    setting at = setting_of(step, direction);
    pld__log_bounds found = at.mixture_first ? mixture_first(&at, epsilon) : bell_first(&at, epsilon);
    return isnan(found.lower) || isnan(found.upper) ? (pld__log_bounds){-INFINITY, 0} : found;
}

/* --- answers -------------------------------------------------------------------------------------------------------- */

/* What is asked of a step: is log delta above a level? */
typedef struct {
    const pld_step *step;
    pld_direction direction;
    long double log_delta;
    bool upper; /* which bound of it */
} level;

/* Above 0 if the bound is above the level. */
static long double excess_at(const level *ask, double epsilon) {
    pld__log_bounds found = pld__little_noise_log_delta(ask->step, ask->direction, epsilon);
    return (ask->upper ? found.upper : found.lower) - ask->log_delta;
}

/* Narrows a bracket, above the level at *low and not at *high, to the last digits: regula falsi, and halves where that says
 * nothing or now and then. */
static void narrow(const level *ask, double *low, double *high) {
    pld__false_position at = {*low, *high, excess_at(ask, *low), excess_at(ask, *high), 0};
    for (int i = 0; i < 200 && at.high - at.low > 1e-15 * at.high; i++) {
        bool smooth = i % 3 != 2 && at.at_low - at.at_high < 1e3L;
        double middle = smooth ? pld__false_position_next(&at) : NAN, least = 2e-16 * at.high;
        middle = isnan(middle) ? at.low + (at.high - at.low) / 2 : middle;
        middle = fmin(fmax(middle, at.low + least), at.high - least); /* so that a root next to an end is caught between two */
        if (!(middle > at.low && middle < at.high))
            break;
        long double found = excess_at(ask, middle);
        pld__false_position_move(&at, middle, found, found > 0);
    }
    *low = at.low;
    *high = at.high;
}

/* The smallest epsilon seen whose upper bound is not above the level. */
static double solve_upper(const level *ask) {
    double low = 0, high = 1;
    if (!(excess_at(ask, 0) > 0))
        return 0;
    for (; excess_at(ask, high) > 0; high *= 8) {
        low = high;
        if (high > 1e300)
            return INFINITY;
    }
    narrow(ask, &low, &high);
    return high;
}

/* The largest seen whose lower bound is above it, from the upper end down. */
static double solve_lower(const level *ask, double upper) {
    double high = upper;
    for (double step_down = 1e-14 * upper; isfinite(upper) && high > 0; step_down *= 8) {
        double low = fmax(high - step_down, 0);
        if (excess_at(ask, low) > 0) {
            narrow(ask, &low, &high);
            return low;
        }
        high = low;
    }
    return 0;
}

void pld__little_noise_answer(const pld_step *step, pld_direction direction, const pld__question *question,
                              pld__end ends[PLD__SIDES]) {
    if (question->for_delta) {
        pld__log_bounds found = pld__little_noise_log_delta(step, direction, question->epsilon);
        for (int side = 0; side < PLD__SIDES; side++)
            ends[side] = (pld__end){.value = pld__log_delta_end(found, side == PLD__UPPER)};
    } else { /* the upper end first: the lower one is looked for from there */
        const level above = {step, direction, pld__log_delta_outward(question, true), true};
        const level below = {step, direction, pld__log_delta_outward(question, false), false};
        ends[PLD__UPPER] = (pld__end){.value = solve_upper(&above)};
        ends[PLD__LOWER] = (pld__end){.value = solve_lower(&below, ends[PLD__UPPER].value)};
    }
    pld__ends_share_width(ends);
}
