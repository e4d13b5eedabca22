/* Where to ask for delta so that mu is known as closely as asked. Nothing here needs a proof: whatever is asked,
 * bound/gaussian_mu.h makes true bounds of the answers. First lines that touch the Gaussian of the same total variation at rates
 * all over, then, again and again, one more where the upper bound comes from. */
#include "query/gaussian_mu.h"

#include "base/base.h"
#include "base/clock.h"
#include "base/normal.h"
#include "base/number.h"
#include "bound/gaussian_mu.h"
#include "certify/infinite.h"
#include "certify/steps.h"
#include "pair/pair.h"
#include "query/check.h"
#include "query/profile.h"
#include "query/two_ends.h"

#include <math.h>

enum { FIRST_RATES = 13, MOST_ROUNDS = 40, MOST_LINES = 4000, REQUESTS = 128 };

/* Of the tolerance: how far off delta may be. Finer than the last is never asked for. */
static const double DIGITS_SHARE = 0.1, COARSEST = 1e-5, FINEST = 1e-9;

static const double DEFAULT_WIDTH = 1e-4;

/* Lines nearer to each other than this tell nothing new. */
static const double NEAREST = 1e-7;

/* --- one composition ------------------------------------------------------------------------------------------------ */

typedef struct {
    pld__profile profile;
    double least;
    pld__mu_bound sides[PLD_DIRECTIONS];
    pld__profile_request requests[REQUESTS];
    size_t request_count;
    double accuracy;
    bool again; /* more digits are asked of what is known */
} search;

static double upper_of(const search *run) {
    return fmax(run->sides[PLD_REMOVE].upper, run->sides[PLD_ADD].upper);
}

static double lower_of(const search *run) {
    return fmax(fmax(run->sides[PLD_REMOVE].lower, run->sides[PLD_ADD].lower), 0);
}

static double tolerance_of(const pld_options *options, double upper) {
    double relative = options->relative_tolerance > 0 ? options->relative_tolerance : DEFAULT_WIDTH;
    return options->tolerance > 0 ? options->tolerance : relative * upper;
}

static void request(search *run, pld_direction direction, double log_x) {
    if (run->request_count < REQUESTS && isfinite(log_x))
        run->requests[run->request_count++] =
            (pld__profile_request){.view = (pld__view)direction, .log_x = log_x, .accuracy = run->accuracy};
}

/* The slope of f_mu at a rate, as a log. */
static double gaussian_line(double mu, double rate) {
    double z = pld__normal_quantile(rate).lower;
    return mu * z - mu * mu / 2;
}

static pld_status ask(search *run, pld_error *error) {
    pld_status status = pld__profile_ask(&run->profile, run->requests, run->request_count, error);
    run->request_count = 0;
    return status;
}

/* More lines around a corner that asks for too much: between the lines that meet there, or where the power is known worst. */
static void refine(search *run, pld_direction direction, const pld__support *points, size_t count, const pld__mu_corner *corner) {
    pld__view view = (pld__view)direction;
    bool both = corner->steep < count && corner->flat < count;
    double steep = both ? points[corner->steep].log_x : 0, flat = both ? points[corner->flat].log_x : 0;
    bool between = steep - flat > NEAREST;
    double there = between ? (steep + flat) / 2 : gaussian_line(corner->mu, corner->rate);
    double places[] = {there, corner->rate > 0 && !between ? pld__bound_power(points, count, corner->rate).crossing : NAN,
                       run->again && corner->steep < count ? points[corner->steep].log_x : NAN,
                       run->again && corner->flat < count ? points[corner->flat].log_x : NAN};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        pld__profile_request one = {
            .view = view, .log_x = pld__profile_snap(&run->profile, view, places[i], NEAREST), .accuracy = run->accuracy};
        if (isfinite(one.log_x) && pld__profile_improvable(&run->profile, &one))
            request(run, direction, one.log_x);
    }
}

/* Bounds of both directions from what is known, and where more lines would help. */
static pld_status look(search *run) {
    pld__support *points = pld__allocate(2 * run->profile.count + 1, sizeof *points);
    pld__mu_corner *corners = pld__allocate(4 * run->profile.count + 2, sizeof *corners);
    for (int d = 0; d < PLD_DIRECTIONS && points && corners; d++) {
        size_t count = pld__profile_view(&run->profile, (pld__view)d, points), corner_count = 0;
        run->sides[d] = pld__bound_mu(points, count, run->least, corners, &corner_count);
        double enough = lower_of(run) + 0.5 * tolerance_of(&run->profile.options, upper_of(run));
        for (size_t i = 0; i < corner_count; i++)
            if (corners[i].mu > enough)
                refine(run, (pld_direction)d, points, count, &corners[i]);
    }
    bool good = points && corners;
    pld__free(points);
    pld__free(corners);
    return good ? PLD_OK : PLD_ERROR_MEMORY;
}

/* At the ends of losses that are bounded: D is 0 from there on. */
static void request_ends(search *run) {
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        double known, supremum;
        pld__infinite_suprema(run->profile.steps, run->profile.step_count, (pld_direction)d, &known, &supremum);
        request(run, (pld_direction)d, supremum);
        request(run, d == PLD_REMOVE ? PLD_ADD : PLD_REMOVE, -supremum);
    }
}

static pld_status begin(search *run, pld_error *error) {
    pld__support point[2];
    request(run, PLD_REMOVE, 0);
    pld_status status = ask(run, error);
    if (status != PLD_OK)
        return status;
    (void)pld__profile_view(&run->profile, PLD__VIEW_REMOVE, point);
    double variation = fmin(fmax(point[0].estimate, 1e-12), 1 - 1e-12), mu = 2 * pld__normal_quantile((1 - variation) / 2).lower;
    double from = log(run->least > 0 ? run->least : 1e-6);
    for (int i = 0; i < FIRST_RATES; i++) {
        double rate = exp(from + (log(0.5) - from) * i / (FIRST_RATES - 1));
        for (int d = 0; d < PLD_DIRECTIONS; d++)
            request(run, (pld_direction)d, gaussian_line(mu, rate));
    }
    if (!(run->least > 0))
        request_ends(run);
    return ask(run, error);
}

/* Lower and upper end of one list of steps. Ends where the width is reached, or nothing new can be asked. */
static pld_status find(const pld_step *steps, size_t step_count, double least, const pld_options *options, pld__mu_answer *answer,
                       pld_error *error) {
    search run = {.least = least, .accuracy = COARSEST};
    pld__profile_start(steps, step_count, options, &run.profile);
    double width = options->tolerance > 0 ? options->tolerance : tolerance_of(options, 1);
    run.accuracy = fmin(fmax(DIGITS_SHARE * width, FINEST), COARSEST);
    pld_status status = begin(&run, error);
    double upper = INFINITY, lower = 0;
    for (int round = 0; round < MOST_ROUNDS && status == PLD_OK; round++) {
        status = look(&run);
        if (status != PLD_OK)
            break;
        upper = fmin(upper, upper_of(&run));
        if (lower_of(&run) >= lower) {
            pld_direction best = run.sides[PLD_REMOVE].lower >= run.sides[PLD_ADD].lower ? PLD_REMOVE : PLD_ADD;
            lower = lower_of(&run);
            answer->direction = best;
            answer->attained_at = run.sides[best].lower_at;
        }
        if (run.sides[PLD_REMOVE].empty || run.sides[PLD_ADD].empty) {
            answer->trouble = PLD__MU_EMPTY;
            break;
        }
        if (upper - lower <= tolerance_of(options, upper) || run.profile.count > MOST_LINES)
            break;
        if (run.request_count == 0 && run.accuracy <= FINEST)
            break;
        if (run.request_count == 0) {
            run.again = true;
            run.accuracy = fmax(run.accuracy / 10, FINEST);
        }
        status = ask(&run, error);
    }
    answer->mu = (pld_bracket){lower, NAN, upper};
    answer->queries += run.profile.queries;
    pld__profile_free(&run.profile);
    return status;
}

/* --- what needs no search ------------------------------------------------------------------------------------------- */

/* All steps as one Gaussian, if they are that (T159): mu is its mean, good to a few roundings. */
static pld_status find_exact(const pld_step *steps, size_t step_count, double least, pld__mu_answer *answer) {
    pld__steps merged = {0};
    pld_status status = pld__steps_create(steps, step_count, PLD__MERGE_ALL, &merged);
    if (status == PLD_OK && merged.count == 0) {
        answer->exact = true;
        answer->mu = (pld_bracket){0, 0, 0};
    } else if (status == PLD_OK && pld__steps_single(&merged) && merged.list[0].mechanism->traits.kind == PLD__KIND_GAUSSIAN) {
        const pld__traits *traits = &merged.list[0].mechanism->traits;
        double mu = traits->sensitivity / traits->scale;
        answer->exact = true;
        answer->mu = (pld_bracket){mu * (1 - 8 * PLD__U), mu, mu * (1 + 8 * PLD__U)};
    }
    pld__steps_free(&merged);
    if (answer->exact && least > 0 && answer->mu.lower > 2 * pld__normal_quantile(least).upper)
        answer->trouble = PLD__MU_EMPTY;
    return status;
}

/* Can all rates down to 0 be told? Only where no loss is infinite, and all are bounded, in both directions (T159). */
static pld__mu_trouble trouble_at_zero(const pld_step *steps, size_t step_count) {
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        double known, supremum;
        if (pld__infinite_log_lower(steps, step_count, (pld_direction)d) > -INFINITY)
            return PLD__MU_INFINITE;
        pld__infinite_suprema(steps, step_count, (pld_direction)d, &known, &supremum);
        if (!isfinite(supremum))
            return PLD__MU_UNBOUNDED;
    }
    return PLD__MU_FINE;
}

/* The upper end by the pairs that dominate, the lower one by the best of those that are attained (T103): trade-off functions are
 * ordered as delta is. */
static pld_status find_two_ends(const pld_step *steps, size_t step_count, double least, const pld_options *options,
                                pld__mu_answer *answer, pld_error *error) {
    pld__dominating dominating;
    pld__alternatives all = {0};
    pld_status status = pld__dominating_create(steps, step_count, true, &dominating);
    if (status == PLD_OK && !dominating.steps)
        return find(steps, step_count, least, options, answer, error);
    if (status == PLD_OK)
        status = pld__alternatives_create(steps, step_count, &all);
    if (status == PLD_OK)
        status = find(dominating.steps, step_count, least, options, answer, error);
    double upper = answer->mu.upper, lower = 0;
    bool close = upper - answer->mu.lower <= tolerance_of(options, upper);
    for (size_t choice = 0; choice < all.count && status == PLD_OK && answer->trouble == PLD__MU_FINE; choice++) {
        pld__mu_answer below = {.queries = 0};
        status = find(all.steps + choice * all.step_count, all.step_count, least, options, &below, error);
        close &= below.mu.upper - below.mu.lower <= tolerance_of(options, below.mu.upper);
        if (status == PLD_OK && below.trouble == PLD__MU_FINE && below.mu.lower >= lower) {
            lower = below.mu.lower;
            answer->direction = below.direction;
            answer->attained_at = below.attained_at;
        }
        answer->queries += below.queries;
    }
    answer->mu = (pld_bracket){lower, NAN, upper};
    answer->theory_gap = true;
    answer->tolerance_met = close;
    pld__alternatives_free(&all);
    pld__dominating_free(&dominating);
    return status;
}

pld_status pld__query_mu(const pld_step *steps, size_t step_count, double least, const pld_options *options,
                         pld__mu_answer *answer, pld_error *error) {
    pld__mu_answer made = {.attained_at = NAN};
    pld_status status = pld__check_query(steps, step_count, options, error);
    if (status == PLD_OK && !(least >= 0 && least < 0.5))
        status = pld__error_argument(error, "fpr-min", "a number from 0 up to, but not including, 1/2",
                                     "the smallest false-positive rate must be at least 0 and below 1/2");
    if (status == PLD_OK)
        status = find_exact(steps, step_count, least, &made);
    if (status == PLD_OK && !made.exact && !(least > 0))
        made.trouble = trouble_at_zero(steps, step_count);
    if (status == PLD_OK && !made.exact && made.trouble == PLD__MU_FINE)
        status = find_two_ends(steps, step_count, least, options, &made, error);
    if (status != PLD_OK)
        return status;
    if (!(made.mu.lower <= made.mu.upper))
        return PLD_ERROR_CONTRADICTION;
    made.tolerance = tolerance_of(options, made.mu.upper);
    made.tolerance_met = made.theory_gap ? made.tolerance_met : made.mu.upper - made.mu.lower <= made.tolerance;
    *answer = made;
    return PLD_OK;
}

/* --- as users ask ---------------------------------------------------------------------------------------------------- */

static pld_status refuse(pld__mu_trouble trouble, double least, pld_error *error) {
    const char *give = "a smallest false-positive rate to hold from, such as --fpr-min 1e-6";
    if (trouble == PLD__MU_EMPTY)
        return pld__error_argument(
            error, "fpr-min", "a smaller one, or more noise",
            "no test has both error rates at least %s, so that every mu would hold: at that false-positive "
            "rate the best attack has a smaller false-negative rate",
            pld__number_format(least).text);
    if (trouble == PLD__MU_INFINITE)
        return pld__error_argument(
            error, "fpr-min", give,
            "some outcomes give the record away for certain: no mu holds at false-positive rates down to 0");
    return pld__error_argument(error, "fpr-min", give,
                               "losses without end, as of sampled Gaussian noise, leave no mu at false-positive rates down to 0 "
                               "that says anything: what holds there is that of the same noise without sampling, if any");
}

pld_status pld_query_gdp(const pld_step *steps, size_t step_count, double fpr_min, const pld_options *options, pld_gdp *gdp,
                         pld_error *error) {
    double started = pld__seconds_now();
    pld__mu_answer answer;
    pld_status status = pld__query_mu(steps, step_count, fpr_min, options, &answer, error);
    if (status == PLD_OK && answer.trouble != PLD__MU_FINE)
        status = refuse(answer.trouble, fpr_min, error);
    if (status == PLD_OK)
        *gdp = (pld_gdp){.fpr_min = fpr_min,
                         .mu = answer.mu,
                         .attained_at = answer.attained_at,
                         .direction = answer.direction,
                         .exact = answer.exact,
                         .tolerance = answer.tolerance,
                         .tolerance_met = answer.tolerance_met,
                         .theory_gap = answer.theory_gap,
                         .queries = answer.queries,
                         .seconds = pld__seconds_now() - started};
    return status;
}
