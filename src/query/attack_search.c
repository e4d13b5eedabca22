/* Where to ask for delta so that the powers of tests are known as closely as asked.
 *
 * Nothing here needs a proof: whatever is asked, bound/attack_power.h makes true brackets of the answers. The search has three
 * stages. Aim: the minimum of x a + D(x) is where Q(L > log x) = a; a Gaussian pair with the same D at the best point so far says
 * where, three times at most. Surround: four points around it, so far apart that the curvature of a Gaussian pair fits the
 * tolerance. Refine: for laws unlike Gaussian ones, where the lower bound is smallest, or more digits of delta where these are
 * missing. */
#include "query/attack_search.h"

#include "base/base.h"
#include "base/normal.h"
#include "base/root.h"
#include "plan/tuning.h"

#include <math.h>

/* Of the tolerance: for the error of delta at one point, and for the curvature between points. */
static const double DIGITS_SHARE = 0.15, CURVATURE_SHARE = 1;

/* Delta is asked to at least this accuracy, even where hardly any is needed: looser answers are not faster. */
static const double LOOSEST = 0.02, TIGHTEST = 1e-8;

/* A share of the larger end: where the Gaussian that fits is looked for no further. */
static const double ROOT_WIDTH = 1e-15;

/* Points this near to each other cannot be told apart. */
static const double NEAREST = 1e-8;

enum { MOST_AIMS = 3, MOST_TRIES = 40, MOST_REQUESTS = 4 };

/* --- the Gaussian that fits ----------------------------------------------------------------------------------------- */

typedef struct {
    double (*function)(double x, double parameter);
    double parameter, wanted;
} root_question;

static bool is_short_of(const void *context, double x) {
    const root_question *ask = context;
    return ask->function(x, ask->parameter) < ask->wanted;
}

/* The root of an increasing function, to a small part of what it is looked for in. */
static double solve_increasing(double (*function)(double x, double parameter), double parameter, double wanted, double low,
                               double high) {
    const root_question ask = {function, parameter, wanted};
    pld__halve(is_short_of, &ask, ROOT_WIDTH, &low, &high);
    return (low + high) / 2;
}

/* log D(e^log_x) of N(mu, 1) and N(0, 1). */
static double gaussian_log_delta(double mu, double log_x) {
    double p = pld__normal_log_tail(log_x / mu - mu / 2), q = log_x + pld__normal_log_tail(log_x / mu + mu / 2);
    return q < p ? p + log(-expm1(q - p)) : -INFINITY;
}

static double log_delta_of_log_mu(double log_mu, double log_x) {
    return gaussian_log_delta(exp(log_mu), log_x);
}

static double minus_log_tail(double z, double unused) {
    (void)unused;
    return -pld__normal_log_tail(z);
}

/* The mu whose pair has this D there; NAN if none comes near. */
static double fit_mu(const pld__support *point) {
    if (!(point->estimate > 1e-300 && point->estimate < 1))
        return NAN;
    return exp(solve_increasing(log_delta_of_log_mu, point->log_x, log(point->estimate), log(1e-9), log(1e4)));
}

/* --- one goal ------------------------------------------------------------------------------------------------------- */

/* What a round sees of a goal. */
typedef struct {
    const pld__support *points;
    size_t count;
    pld__power power;
} sight;

/* Between these log x everything happens: above, x a is more than the power; below, 1 - x is as good as the power. */
static double highest(const pld__attack_goal *goal) {
    return log(goal->power.upper / goal->rate);
}

static double lowest(const pld__attack_goal *goal) {
    return fmin(log(goal->tolerance) - 3, highest(goal));
}

/* How accurately to ask where D = `value`, so that D is good to `error`. Below x = 1 only the part beside 1 - x is asked for. */
static double accuracy_for(double log_x, double value, double error) {
    double asked = log_x < 0 ? value + expm1(log_x) : value;
    return fmin(fmax(error / fmax(asked, 1e-300), TIGHTEST), LOOSEST);
}

/* Below x = 1 the other direction's delta counts x times, which is less. */
static pld__profile_request request_with(const pld__attack_goal *goal, double log_x, double value, double error) {
    return (pld__profile_request){goal->view, log_x, accuracy_for(log_x, value, error), error};
}

static pld__profile_request request_at(const pld__attack_search *search, const pld__attack_goal *goal, double log_x, double snap,
                                       double value) {
    log_x = fmin(fmax(log_x, lowest(goal)), highest(goal));
    double there = pld__profile_snap(&search->profile, goal->view, log_x, fmax(snap, NEAREST));
    return request_with(goal, there, value, DIGITS_SHARE * goal->tolerance);
}

/* Stages one and two; in stage two it is surrounded only if it is its turn. Returns how many requests there are. */
static size_t aim(const pld__attack_search *search, pld__attack_goal *goal, const sight *seen, bool turn,
                  pld__profile_request *requests) {
    double mu = seen->power.best < seen->count ? fit_mu(&seen->points[seen->power.best]) : NAN;
    goal->surrounded = !(mu > 1e-8 && mu < 1e3);
    if (goal->surrounded)
        return 0;
    double z = solve_increasing(minus_log_tail, 0, -log(goal->rate), -40, 40);
    double centre = mu * z - mu * mu / 2, from_mean = z - mu;
    double density = exp(-from_mean * from_mean / 2) * 0.3989422804014327 / mu;
    /* The density changes by a factor e over mu/|from_mean|: no parabola is wider than that. */
    double distance = fmin(sqrt(CURVATURE_SHARE * goal->tolerance / density), mu / fmax(1, fabs(from_mean)));
    bool near = fabs(centre - seen->points[seen->power.best].log_x) < distance;
    if ((near || goal->aims == MOST_AIMS) && turn) {
        goal->surrounded = true;
        for (int i = 0; i < MOST_REQUESTS; i++) {
            double there = centre + (i - 1.5) * distance;
            requests[i] = request_at(search, goal, there, 0.2 * distance, exp(gaussian_log_delta(mu, there)));
        }
        return MOST_REQUESTS;
    }
    if (near || goal->aims == MOST_AIMS)
        return 0;
    goal->aims++;
    requests[0] = request_at(search, goal, centre, 0.2 * distance, exp(gaussian_log_delta(mu, centre)));
    return 1;
}

/* More digits at the points that the bounds touch, where that is possible. */
static size_t sharpen(const pld__attack_search *search, const pld__attack_goal *goal, const sight *seen,
                      pld__profile_request *requests) {
    size_t touched[] = {seen->power.gap - 2, seen->power.gap - 1, seen->power.gap, seen->power.gap + 1}, count = 0;
    for (int i = 0; i < MOST_REQUESTS; i++) {
        if (touched[i] >= seen->count) /* also what is below 0 */
            continue;
        const pld__support *point = &seen->points[touched[i]];
        double share = 0.5 * DIGITS_SHARE * goal->tolerance;
        if (point->high - point->low <= share)
            continue;
        pld__profile_request request = request_with(goal, point->log_x, point->high, share);
        if (pld__profile_improvable(&search->profile, &request))
            requests[count++] = request;
    }
    return count;
}

/* One more point where the lower bound is smallest. Lines that meet near an end mean a corner there, or a curve that falls by
 * orders of magnitude and a stretch that is too wide for lines: now and then a point near that end, now and then the middle. */
static size_t split(const pld__attack_search *search, const pld__attack_goal *goal, const sight *seen,
                    pld__profile_request *requests) {
    size_t gap = seen->power.gap;
    double left = gap > 0 ? seen->points[gap - 1].log_x : fmin(lowest(goal), seen->points[0].log_x - 1);
    double right = gap < seen->count ? seen->points[gap].log_x : fmax(highest(goal), left);
    if (right - left < 4 * NEAREST * fmax(1, fabs(left)))
        return 0;
    double margin = 0.1 * (right - left), there = seen->power.crossing;
    if (there < left + margin || there > right - margin)
        there = goal->tries % 2 == 0 ? (left + right) / 2 : fmin(fmax(there, left + margin), right - margin);
    requests[0] = request_at(search, goal, there, 0, fmax(goal->power.upper - goal->rate * exp(there), goal->tolerance));
    return pld__profile_improvable(&search->profile, &requests[0]) ? 1 : 0;
}

/* Stage three. */
static size_t improve(const pld__attack_search *search, pld__attack_goal *goal, const sight *seen,
                      pld__profile_request *requests) {
    double error = 0, width = goal->power.upper - goal->power.lower;
    for (size_t i = seen->power.gap > 2 ? seen->power.gap - 2 : 0; i < seen->count && i < seen->power.gap + 2; i++)
        error += seen->points[i].high - seen->points[i].low;
    size_t count = 0;
    goal->tries++;
    if (width < 4 * error)
        count = sharpen(search, goal, seen, requests);
    if (count == 0)
        count = split(search, goal, seen, requests);
    if (count == 0)
        count = sharpen(search, goal, seen, requests);
    return count;
}

/* --- rounds --------------------------------------------------------------------------------------------------------- */

static sight look(const pld__attack_goal *goal, const pld__support *const *points, const size_t *counts) {
    return (sight){points[goal->view], counts[goal->view], goal->seen};
}

static void judge(const pld__attack_search *search, pld__attack_goal *goal) {
    /* Brackets of all rounds hold. */
    goal->power.lower = fmax(goal->power.lower, goal->seen.lower);
    goal->power.upper = fmin(goal->power.upper, goal->seen.upper);
    goal->power.estimate = fmin(fmax(goal->seen.estimate, goal->power.lower), goal->power.upper);
    const pld_options *options = &search->profile.options;
    double relative = options->relative_tolerance > 0 ? options->relative_tolerance : 1e-3;
    goal->tolerance = options->tolerance > 0 ? options->tolerance : relative * goal->power.upper;
    goal->met = goal->power.upper - goal->power.lower <= goal->tolerance;
}

/* Does a narrower bracket of this goal make the largest of its group narrower? *turn: is it the one to begin with? */
static bool matters(const pld__attack_search *search, const pld__attack_goal *goal, bool *turn) {
    *turn = true;
    if (search->each)
        return true;
    double lower = 0, upper = 0;
    for (size_t i = 0; i < search->goal_count; i++) {
        const pld__attack_goal *rival = &search->goals[i];
        if (rival->group != goal->group)
            continue;
        lower = fmax(lower, rival->power.lower);
        upper = rival->met || rival->given_up ? upper : fmax(upper, rival->power.upper);
    }
    *turn = goal->power.upper >= upper;
    return !(goal->power.upper <= lower + 0.5 * goal->tolerance);
}

/* What this round should ask for. */
static size_t collect(pld__attack_search *search, const pld__support *const *points, const size_t *counts,
                      pld__profile_request *requests) {
    size_t count = 0;
    for (size_t i = 0; i < search->goal_count; i++) {
        pld__attack_goal *goal = &search->goals[i];
        bool turn;
        if (goal->met || goal->given_up || !matters(search, goal, &turn))
            continue;
        sight seen = look(goal, points, counts);
        size_t added = goal->surrounded ? 0 : aim(search, goal, &seen, turn, requests + count);
        if (added == 0 && turn && goal->tries < MOST_TRIES)
            added = improve(search, goal, &seen, requests + count);
        goal->given_up = turn && added == 0;
        count += added;
    }
    return count;
}

/* After the last round also those that were met before: what others asked for may make them narrower still. */
static void judge_all(pld__attack_search *search, const pld__support *const *points, const size_t *counts, bool last) {
    for (size_t i = 0; i < search->goal_count; i++) {
        pld__attack_goal *goal = &search->goals[i];
        if (goal->met && !last)
            continue;
        goal->seen = pld__bound_power(points[goal->view], counts[goal->view], goal->rate);
        judge(search, goal);
    }
}

/* The curves as they are known now; in one piece of memory, which is returned. */
static pld__support *read_views(const pld__attack_search *search, const pld__support **points, size_t *counts) {
    size_t room = 2 * search->profile.count;
    pld__support *all = pld__allocate(PLD__VIEWS * room, sizeof *all);
    for (int view = 0; view < PLD__VIEWS && all; view++) {
        points[view] = all + (size_t)view * room;
        counts[view] = pld__profile_view(&search->profile, (pld__view)view, all + (size_t)view * room);
    }
    return all;
}

static size_t done_goals(const pld__attack_search *search) {
    size_t done = 0;
    for (size_t i = 0; i < search->goal_count; i++)
        done += search->goals[i].met || search->goals[i].given_up;
    return done;
}

pld_status pld__attack_search_run(pld__attack_search *search, pld_curve_watcher *watcher, void *context, pld_error *error) {
    size_t request_count = 1;
    pld__profile_request *requests = pld__allocate(MOST_REQUESTS * search->goal_count + 1, sizeof *requests);
    pld_status status = requests ? PLD_OK : PLD_ERROR_MEMORY;
    if (requests)
        requests[0] = (pld__profile_request){PLD__VIEW_REMOVE, 0, LOOSEST, 0};
    for (size_t i = 0; i < search->goal_count; i++)
        search->goals[i].power = (pld_bracket){search->goals[i].rate, search->goals[i].rate, 1};
    while (status == PLD_OK && request_count > 0) {
        if (watcher && !watcher(done_goals(search), search->goal_count, context)) {
            status = PLD_ERROR_STOPPED;
            break;
        }
        status = pld__profile_ask(&search->profile, requests, request_count, error);
        if (status != PLD_OK)
            break;
        const pld__support *points[PLD__VIEWS];
        size_t counts[PLD__VIEWS];
        pld__support *all = read_views(search, points, counts);
        if (!all) {
            status = PLD_ERROR_MEMORY;
            break;
        }
        judge_all(search, points, counts, false);
        bool is_spent = search->profile.work > SEARCH_WORK_LIMIT; /* what there is by now is the answer */
        request_count = is_spent ? 0 : collect(search, points, counts, requests);
        if (request_count == 0)
            judge_all(search, points, counts, true);
        pld__free(all);
    }
    pld__free(requests);
    return status;
}
