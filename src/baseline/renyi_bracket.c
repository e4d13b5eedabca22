/* Renyi divergences between two certified sides, from the laws of src/law (T48).
 *
 * With t = a - 1 and K(t) = log E_P e^(t L), D_a = K(t)/t. For the upper law D(x) is at or above the true one for every x, and
 * E_Q r^a is an integral of D(x) against a positive measure for a > 1 (against a negative one for a < 1, beside terms of the
 * total mass), so the upper law has the larger divergence, the lower law the smaller. Beside that:
 *
 *   a > 1, upper. What the spread law puts at infinity stands for losses beyond its last node l; these contribute
 *          E_P [e^(t L); L > l], which has a bound of its own for mixtures, and is at most P[L > l] e^(t l') for a largest loss
 * l'. Where the bulk of e^(t L) is beyond what buckets can hold (masses below 1e-4880) the upper end is little more than this,
 * and the lower end comes from a smaller order. No divergence is above the largest loss, which serves where buckets cannot tell
 * (is_open). a < 1, upper. The masses were widened by at most law->finite, which E_P e^(t L) is divided by. a < 1, lower. With
 * total mass 1 - e, 1 - D(x) <= (mass - D_lower(x)) + min(e, x), so E_Q r^a is at most the law's plus a (1 - a) * integral of
 * min(e, x) x^(a - 2) = e^a. a = 1: divergences rise with a, so the lower end of 1 - s and the upper end of 1 + s will do.
 *
 * Discrete pairs have no buckets: see renyi_exact.c.
 *
 * Steps add up. What the sums themselves round is in moment_error. */
#include "base/base.h"
#include "baseline/renyi.h"
#include "query/options.h"
#include "query/two_ends.h"
#include "law/law.h"
#include "pair/enclosure.h"

#include <math.h>
#include <stdio.h>

enum { FEWEST_BUCKETS = 1 << 13, MOST_BUCKETS = 1 << 19, PHASES = 16, TRIALS = 40 };

static const double CUT = 45; /* tails are left out below e^-45 of the moment */
static const double DEFAULT_TOLERANCE = 1e-3;
static const double MOMENT_ERROR = 2e-13; /* what a law's log moment rounds, roughly */

typedef struct {
    double lower, upper;
} ends;

typedef struct {
    const pld_mechanism *mechanism;
    pld_direction direction;
    double t;
    double moment; /* K(t) by quadrature */
    double low, high;
    bool cut; /* the buckets end before the bulk of e^(t L) may do */
} window;

/* A loss beyond which less than e^-CUT of E_P e^(t L) lies, by Chernoff's bound: above E_P [e^(t L); L > l] <= e^(K(t + c) - c
 * l), below P[L < l] e^(t l) <= e^(K(t - c) + c l) for c >= t, as the spread law moves all mass below its first node l up to it.
 * The best of some c, `least` and more. */
static double reach(const window *at, double target, int sign, double least) {
    double best = INFINITY, c = fmax(1e-4, least);
    for (int i = 0; i < TRIALS; i++, c *= 1.7) {
        double distance = (pld__renyi_log_moment(at->mechanism, at->direction, at->t + sign * c) - target) / c;
        if (distance > 0.8 * best) /* little to be won any more, and moments of high order take time */
            break;
        best = distance;
    }
    return sign * best;
}

static bool has_position(const window *at, double loss) {
    double x, remove_loss = at->direction == PLD_REMOVE ? loss : -loss;
    at->mechanism->operations->positions(at->mechanism->pair, &remove_loss, 1, &x);
    return isfinite(x);
}

/* Moves an end of the window that has no position (its tail is too thin for the pair) inward. A largest or smallest loss may
 * stay. */
static double cut_back(const window *at, double end, double inside) {
    if (has_position(at, end) || end == pld_mechanism_loss_supremum(at->mechanism, at->direction) ||
        end == pld_mechanism_loss_infimum(at->mechanism, at->direction))
        return end;
    for (int i = 0; i < 40; i++) {
        double middle = inside + (end - inside) / 2;
        if (has_position(at, middle))
            inside = middle;
        else
            end = middle;
    }
    return inside * (1 - 1e-3); /* so that the edge of the last bucket has one too */
}

static window make_window(const pld_mechanism *mechanism, pld_direction direction, double t) {
    window at = {.mechanism = mechanism, .direction = direction, .t = t};
    at.moment = pld__renyi_log_moment(mechanism, direction, t);
    if (!isfinite(at.moment))
        return at;
    /* The merged law must also have nearly all of P in its buckets, or what is below them holds it down: t = 0. */
    window plain = {.mechanism = mechanism, .direction = direction};
    double above = reach(&at, at.moment - CUT, 1, 0);
    double below = fmin(reach(&at, at.moment - CUT, -1, t), reach(&plain, -CUT, -1, 0));
    at.high = fmin(above, pld_mechanism_loss_supremum(mechanism, direction));
    at.low = fmax(below, pld_mechanism_loss_infimum(mechanism, direction));
    double high = cut_back(&at, at.high, 0);
    at.cut = high < at.high;
    at.high = high;
    at.low = cut_back(&at, at.low, 0);
    return at;
}

/* log E_P [e^(t L); L > l] at most, l the last node's loss, from the log of P[L > l]: by the largest loss, or by the pair's own
 * bound. */
static double log_beyond(const window *at, double log_mass, double loss, double supremum) {
    const pld_mechanism *mechanism = at->mechanism;
    double bounded = log_mass + at->t * supremum, best = bounded + 8 * PLD__U * (fabs(log_mass) + fabs(at->t * supremum));
    if (mechanism->operations->log_tail_upper) {
        double x, remove_loss = at->direction == PLD_REMOVE ? loss : -loss;
        mechanism->operations->positions(mechanism->pair, &remove_loss, 1, &x); /* as the cells found it */
        best = fmin(best, mechanism->operations->log_tail_upper(mechanism->pair, at->direction, at->t, x));
    }
    return isnan(best) ? INFINITY : best;
}

/* log(e^a + e^b). */
static double log_add(double a, double b) {
    double top = fmax(a, b);
    return top == -INFINITY || isinf(top) ? top : top + log1p(exp(fmin(a, b) - top));
}

/* How far a law's log moment may be off: by rounding, and because each loss may be. */
static double moment_error(const pld__law *law, double t) {
    return pld__law_moment_error(law, t) + fabs(t) * law->label_error;
}

/* Of E_P e^(t L), t > 0, in the buckets and beyond them; INFINITY where buckets cannot tell. */
static double log_moment_of(const window *at, const pld__cells *cells, const pld__law *law) {
    double t = at->t, moment = pld__law_log_moment(law, t), error = moment_error(law, t);
    double last = pld__law_loss(law, law->count - 1), beyond = -INFINITY;
    double supremum = pld__mechanism_supremum_upper(at->mechanism, at->direction);
    bool is_whole = last >= pld_mechanism_loss_supremum(at->mechanism, at->direction); /* its error is in label_error */
    if (law->is_open || isnan(moment + error) || at->mechanism->dropped > 0) /* components that were left out could be anywhere */
        return INFINITY;
    double log_mass = (double)(at->direction == PLD_REMOVE ? cells->above.p : cells->below.q);
    if (!is_whole) /* nothing lies beyond a largest loss; a mass that could not be found is at most 1 */
        beyond = log_beyond(at, log_mass > -INFINITY ? log_mass + 1e-9 : 0, last, supremum);
    return log_add(moment + error, beyond);
}

/* No divergence is above the largest loss. */
static double upper_end(const window *at, const pld__cells *cells, const pld__law *law) {
    double t = at->t, supremum = pld__mechanism_supremum_upper(at->mechanism, at->direction);
    double found = t > 0 ? log_moment_of(at, cells, law) / t
                         : (pld__law_log_moment(law, t) - moment_error(law, t) - log((double)law->finite)) / t;
    return found < supremum ? found : supremum;
}

static double lower_end(const window *at, const pld__law *law) {
    double t = at->t, moment = pld__law_log_moment(law, t), error = moment_error(law, t);
    if (at->mechanism->no_lower[at->direction])
        return 0;
    if (t > 0)
        return law->infinity > 0 ? INFINITY : fmax(0, (moment - error) / t);
    double missing = fmax(0, -expm1(pld__law_log_moment(law, 0) - pld__law_moment_error(law, 0)));
    return isnan(moment + error + missing) ? 0 : fmax(0, log_add(moment + error, (1 + t) * log(missing)) / t);
}

/* How finely, and with how many threads. */
typedef struct {
    double buckets;
    unsigned threads;
} effort;

static pld_status bracket_at(const pld_mechanism *mechanism, pld_direction direction, double t, effort with, ends *result) {
    window at = make_window(mechanism, direction, t);
    pld__cells *cells = NULL;
    pld__law *upper = NULL, *lower = NULL;
    bool remove = direction == PLD_REMOVE;
    double theta = fmax(t, 0), width = (at.high - at.low) / with.buckets;
    *result = (ends){0, INFINITY};
    if (!isfinite(at.moment) || !(width > 0) || !isfinite(width))
        return PLD_OK;
    pld_status status =
        pld__cells_create(mechanism, width, remove ? at.low : -at.high, remove ? at.high : -at.low, with.threads, &cells);
    if (status == PLD_OK)
        status = pld__law_spread(cells, direction, theta, &upper);
    if (status == PLD_OK)
        status = pld__law_merge(cells, direction, theta, PHASES, &lower);
    if (status == PLD_OK)
        *result = (ends){lower_end(&at, lower), upper_end(&at, cells, upper)};
    pld__law_free(upper);
    pld__law_free(lower);
    pld__cells_free(cells);
    if (status == PLD_OK && at.cut && t > 1) { /* divergences rise with the order: one that buckets can hold is below this one */
        ends half;
        status = bracket_at(mechanism, direction, t / 2, with, &half);
        if (status == PLD_OK)
            result->lower = fmax(result->lower, half.lower);
    }
    return status;
}

static pld_status step_bracket(const pld_mechanism *mechanism, pld_direction direction, double order, effort with, ends *result) {
    double exact = mechanism->sparse ? 0 : pld__renyi_step(mechanism, direction, order);
    if (mechanism->trivial) {
        *result = (ends){0, 0};
        return PLD_OK;
    }
    if (mechanism->sparse) {
        pld__renyi_exact(mechanism, direction, order, &result->lower, &result->upper);
        return PLD_OK;
    }
    if (pld__mechanism_enclosed(mechanism) && !isinf(order)) { /* curves of two laws say nothing of moments from above */
        *result = (ends){0, INFINITY};
        return PLD_OK;
    }
    if (isinf(order)) { /* the largest loss */
        double lower = pld__mechanism_supremum_lower(mechanism, direction);
        *result =
            (ends){mechanism->no_lower[direction] ? 0 : fmax(0, lower), pld__mechanism_supremum_upper(mechanism, direction)};
        return PLD_OK;
    }
    if (order != 1)
        return bracket_at(mechanism, direction, order - 1, with, result);
    /* The rounding of a moment over s, and the rise of the divergence over s: of one size. */
    double s = fmin(fmax(sqrt(MOMENT_ERROR / exact), 1e-6), 0.1);
    ends below, above;
    pld_status status = bracket_at(mechanism, direction, -s, with, &below);
    if (status == PLD_OK)
        status = bracket_at(mechanism, direction, s, with, &above);
    if (status == PLD_OK)
        *result = (ends){below.lower, above.upper};
    return status;
}

static pld_status sum_brackets(const pld_step *steps, size_t step_count, pld_direction direction, double order, effort with,
                               pld_bracket *sum) {
    sum->lower = sum->upper = 0;
    for (size_t i = 0; i < step_count; i++) {
        double count = (double)steps[i].count;
        ends one = {0, INFINITY};
        pld_status status = step_bracket(steps[i].mechanism, direction, order, with, &one);
        if (status != PLD_OK)
            return status;
        sum->lower += count * one.lower * (1 - 4 * PLD__U);
        sum->upper += count * one.upper * (1 + 4 * PLD__U);
    }
    /* Each sum rounds once more. */
    sum->lower *= 1 - 2 * (double)step_count * PLD__U;
    sum->upper *= 1 + 2 * (double)step_count * PLD__U;
    return PLD_OK;
}

pld_status pld_renyi_bracket(const pld_step *steps, size_t step_count, pld_direction direction, double order,
                             const pld_options *options, pld_bracket *bracket, pld_error *error) {
    pld_bracket sum = {0, 0, 0};
    effort with = {FEWEST_BUCKETS, options->threads};
    pld_status status = pld__options_check_layout(options, error);
    if (status == PLD_OK && pld__steps_have_gap(steps, step_count))
        status = pld__error_argument(error, "renyi", "a mechanism that a single pair is known for",
                                     "no single pair is known for these mechanisms, and so no divergence: epsilon and delta have "
                                     "an end from each of two");
    if (status == PLD_OK)
        status = pld_renyi_divergence(steps, step_count, direction, order, &sum.estimate, error);
    double relative = options->relative_tolerance > 0 ? options->relative_tolerance : DEFAULT_TOLERANCE;
    double asked = options->tolerance > 0 ? options->tolerance : relative * sum.estimate, width = INFINITY, before;
    do { /* as long as finer buckets help */
        before = width;
        if (status == PLD_OK && pld__query_stopped(options))
            status = PLD_ERROR_STOPPED;
        if (status == PLD_OK)
            status = sum_brackets(steps, step_count, direction, order, with, &sum);
        width = sum.upper - sum.lower;
        with.buckets *= 4;
    } while (status == PLD_OK && width > asked && width < 0.7 * before && with.buckets <= MOST_BUCKETS);
    /* Both are right within their errors, and the bracket is the one that is certified: an estimate far outside of it is none. */
    double inside = fmin(fmax(sum.estimate, sum.lower), sum.upper);
    sum.estimate = inside == sum.estimate || fabs(inside - sum.estimate) <= 1e-6 * fabs(inside) ? inside : NAN;
    if (status == PLD_OK)
        *bracket = sum;
    return status;
}
