#include "query/profile.h"

#include "base/base.h"
#include "base/budget.h"
#include "base/work.h"
#include "base/workers.h"
#include "certify/chernoff.h"
#include "certify/curve_point.h"
#include "estimate/estimate.h"
#include "query/memory_limit.h"
#include "plan/tuning.h"
#include "query/answer.h"
#include "query/shared.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* No question is asked more accurately than this: it would be round-off. */
static const double FINEST = 1e-9;

void pld__profile_start(const pld_step *steps, size_t step_count, const pld_options *options, pld__profile *profile) {
    *profile = (pld__profile){.steps = steps, .step_count = step_count, .options = *options};
    profile->shelf = pld__shelf_create(SHARED_BYTES);
    profile->shares = pld__shared_by_many(steps, step_count);
}

void pld__profile_free(pld__profile *profile) {
    pld__free(profile->known);
    pld__shelf_free(profile->shelf);
    *profile = (pld__profile){0};
}

/* --- asking --------------------------------------------------------------------------------------------------------- */

static void set_delta(pld__profile_point *point, const pld_bracket *log_delta) {
    pld__delta_ends(log_delta, &point->low, &point->high);
    point->estimate = fmin(fmax(exp(pld__estimate_guess(log_delta)), point->low), point->high);
    point->estimated = !isnan(log_delta->estimate);
}

/* delta is at most *bound, without composing anything: it falls with epsilon, and (T34) bounds it. Each of these is a bound by
 * itself, so leaving (T34) out leaves a larger one, and at worst a point is asked about that it would have settled. */
static pld_status bound_delta(const pld__profile *profile, const pld__profile_point *point, double *bound) {
    double log_upper, nothing, high;
    *bound = 1;
    for (size_t i = 0; i < profile->count && profile->known[i].epsilon <= point->epsilon; i++)
        if (profile->known[i].direction == point->direction)
            *bound = fmin(*bound, profile->known[i].high);
    if (*bound <= point->enough || point->enough == 0 || profile->shares) /* then an answer takes less than bounds */
        return PLD_OK;
    pld_status status =
        pld__chernoff_by_kernels(profile->steps, profile->step_count, point->direction, point->epsilon, &log_upper);
    if (status != PLD_OK)
        return status;
    log_upper = fmin(log_upper, pld__chernoff_log_upper(profile->steps, profile->step_count, point->direction, point->epsilon));
    pld__delta_ends(&(pld_bracket){-INFINITY, NAN, log_upper}, &nothing, &high);
    *bound = fmin(*bound, high);
    return PLD_OK;
}

/* Asks with so many threads, as one of so many questions at a time. */
static pld_status ask_point(const pld__profile *profile, unsigned threads, size_t memory_limit, pld__profile_point *point,
                            size_t *memory, bool *limited, pld_error *error) {
    pld_options options = profile->options;
    double bound;
    *memory = 0;
    *limited = false;
    pld_status status = bound_delta(profile, point, &bound);
    if (status != PLD_OK)
        return status;
    if (bound <= point->enough) { /* which stands for the estimate as well */
        point->low = 0;
        point->estimate = point->high = bound;
        return PLD_OK;
    }
    point->enough = 0;
    options.adjacency = point->direction == PLD_REMOVE ? PLD_ADJACENCY_REMOVE : PLD_ADJACENCY_ADD;
    options.tolerance = 0;
    options.relative_tolerance = point->accuracy;
    options.threads = threads;
    options.memory_limit = memory_limit;
    pld_result result;
    pld__work meter;
    pld__work_open(&meter, NULL, NULL, UINT64_MAX);
    status =
        pld__answer_delta(profile->steps, profile->step_count, point->epsilon, &options, profile->shelf, &result, limited, error);
    pld__work_close(&meter);
    point->work += atomic_load(&meter.done);
    if (status != PLD_OK)
        return status;
    set_delta(point, &result.bracket);
    point->spent = !result.tolerance_met;
    *memory = result.memory;
    return PLD_OK;
}

static int compare_points(const void *left, const void *right) {
    const pld__profile_point *one = left, *other = right;
    if (one->epsilon != other->epsilon)
        return one->epsilon < other->epsilon ? -1 : 1;
    return (int)one->direction - (int)other->direction;
}

static pld__profile_point *find(const pld__profile *profile, double epsilon, pld_direction direction) {
    pld__profile_point key = {.epsilon = epsilon, .direction = direction};
    return profile->count ? bsearch(&key, profile->known, profile->count, sizeof key, compare_points) : NULL;
}

/* At epsilon 0 both directions are one: the sets A and their complements give P(A) - Q(A) = Q(A') - P(A'). */
static pld_direction direction_at(double epsilon, pld_direction direction) {
    return epsilon == 0 ? PLD_REMOVE : direction;
}

static pld_direction other(pld_direction direction) {
    return direction == PLD_REMOVE ? PLD_ADD : PLD_REMOVE;
}

/* Which directions' profile a view needs at log_x. */
static size_t needed(pld__view view, double log_x, pld_direction *directions) {
    if (view == PLD__VIEW_BOTH && log_x != 0) {
        directions[0] = PLD_REMOVE;
        directions[1] = PLD_ADD;
        return 2;
    }
    pld_direction own = view == PLD__VIEW_ADD ? PLD_ADD : PLD_REMOVE;
    directions[0] = direction_at(fabs(log_x), log_x < 0 ? other(own) : own);
    return 1;
}

/* Is a point known as well as a request asks? */
static bool is_known(const pld__profile_point *known, const pld__profile_request *request) {
    return known && (known->spent ||
                     (known->enough > 0 ? known->high <= request->enough : known->accuracy <= fmax(request->accuracy, FINEST)));
}

/* Adds a point to be asked, unless it is known or asked for already. */
static void add_question(const pld__profile *profile, double epsilon, pld_direction direction,
                         const pld__profile_request *request, pld__profile_point *open, size_t *count) {
    double accuracy = fmax(request->accuracy, FINEST);
    if (is_known(find(profile, epsilon, direction), request))
        return;
    for (size_t i = 0; i < *count; i++)
        if (open[i].epsilon == epsilon && open[i].direction == direction) {
            open[i].accuracy = fmin(open[i].accuracy, accuracy);
            open[i].enough = fmin(open[i].enough, request->enough);
            return;
        }
    open[(*count)++] = (pld__profile_point){
        .epsilon = epsilon, .direction = direction, .accuracy = accuracy, .enough = request->enough, .high = 1};
}

static pld_status make_room(pld__profile *profile, size_t more) {
    if (profile->count + more <= profile->room)
        return PLD_OK;
    size_t room = 2 * (profile->count + more);
    pld__profile_point *bigger = pld__allocate(room, sizeof *bigger);
    if (!bigger)
        return PLD_ERROR_MEMORY;
    if (profile->count)
        memcpy(bigger, profile->known, profile->count * sizeof *bigger);
    pld__free(profile->known);
    profile->known = bigger;
    profile->room = room;
    return PLD_OK;
}

/* Both old and new brackets hold. */
static void keep(pld__profile *profile, const pld__profile_point *answer) {
    pld__profile_point *known = find(profile, answer->epsilon, answer->direction);
    if (!known) {
        profile->known[profile->count++] = *answer;
        qsort(profile->known, profile->count, sizeof *answer, compare_points);
        return;
    }
    double low = fmax(known->low, answer->low), high = fmin(known->high, answer->high);
    *known = *answer;
    known->low = low;
    known->high = high;
    known->estimate = fmin(fmax(known->estimate, low), high);
}

/* Side by side if there is memory for that; one question alone has all the threads to itself. */
static int workers(const pld__profile *profile, size_t count) {
    int threads = pld__workers(profile->options.threads, count);
    return threads * (double)profile->memory > pld__memory_limit_bytes(&profile->options) ? 1 : threads;
}

/* Questions side by side. */
typedef struct {
    pld__profile *profile;
    pld__profile_point *open;
    unsigned threads; /* of each */
    size_t share;     /* of the memory limit */
    bool shared;
    pld_status failed; /* of several that fail the first one given decides */
    size_t failed_at;
    pld_error failure;
    pthread_mutex_t lock; /* of these three and of profile->memory */
} questions;

static void ask_one(void *context, size_t i) {
    questions *all = context;
    pld_error own = {.message = ""};
    size_t memory = 0;
    bool limited = false;
    pld_status status = ask_point(all->profile, all->threads, all->share, &all->open[i], &memory, &limited, &own);
    all->open[i].again = all->shared && limited;
    pthread_mutex_lock(&all->lock);
    if (status != PLD_OK && i < all->failed_at) {
        all->failed = status;
        all->failed_at = i;
        all->failure = own;
    }
    all->profile->memory = memory > all->profile->memory ? memory : all->profile->memory;
    pthread_mutex_unlock(&all->lock);
}

/* Questions side by side share a limit; one for which its share was too little is asked once more when it is alone. */
static pld_status ask_all(pld__profile *profile, pld__profile_point *open, size_t count, pld_error *error) {
    int threads = workers(profile, count);
    bool shared = threads > 1 && (pld__budget_current() || profile->options.memory_limit);
    questions all = {.profile = profile,
                     .open = open,
                     .threads = threads > 1 ? 1 : profile->options.threads,
                     .share = shared ? pld__memory_limit_share(&profile->options, threads) : profile->options.memory_limit,
                     .shared = shared,
                     .failed_at = count,
                     .lock = PTHREAD_MUTEX_INITIALIZER};
    pld__parallel(threads, count, ask_one, &all);
    pld_status failed = all.failed;
    pld_error failure = all.failure;
    for (size_t i = 0; i < count && failed == PLD_OK; i++) {
        size_t memory = 0;
        bool limited;
        if (open[i].again)
            failed = ask_point(profile, profile->options.threads, profile->options.memory_limit, &open[i], &memory, &limited,
                               &failure);
    }
    if (failed != PLD_OK && error)
        *error = failure;
    return failed;
}

pld_status pld__profile_ask(pld__profile *profile, const pld__profile_request *requests, size_t count, pld_error *error) {
    pld__profile_point *open = pld__allocate(count ? 2 * count : 1, sizeof *open);
    size_t open_count = 0;
    if (!open)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        pld_direction directions[PLD_DIRECTIONS];
        size_t parts = needed(requests[i].view, requests[i].log_x, directions);
        for (size_t part = 0; part < parts; part++)
            add_question(profile, fabs(requests[i].log_x), directions[part], &requests[i], open, &open_count);
    }
    pld_status status = make_room(profile, open_count);
    if (status == PLD_OK)
        status = ask_all(profile, open, open_count, error);
    for (size_t i = 0; i < open_count && status == PLD_OK; i++) {
        profile->work += open[i].work;
        keep(profile, &open[i]);
    }
    profile->queries += (unsigned)open_count;
    pld__free(open);
    return status;
}

/* --- reading -------------------------------------------------------------------------------------------------------- */

/* The point of the view at epsilon >= 0: the larger of both directions if it needs both. False if something is missing. */
static bool read_point(const pld__profile *profile, pld__view view, double log_x, pld__profile_point *point) {
    pld_direction directions[PLD_DIRECTIONS];
    size_t parts = needed(view, log_x, directions);
    for (size_t part = 0; part < parts; part++) {
        const pld__profile_point *one = find(profile, fabs(log_x), directions[part]);
        if (!one)
            return false;
        if (part == 0) {
            *point = *one;
            continue;
        }
        point->low = fmax(point->low, one->low);
        point->high = fmax(point->high, one->high);
        point->estimate = fmax(point->estimate, one->estimate);
    }
    return true;
}

size_t pld__profile_view(const pld__profile *profile, pld__view view, pld__support *points) {
    size_t count = 0;
    for (size_t i = 0; i < 2 * profile->count; i++) { /* down from the largest epsilon to 0, and up again */
        bool below = i < profile->count;
        size_t index = below ? profile->count - 1 - i : i - profile->count;
        double log_x = below ? -profile->known[index].epsilon : profile->known[index].epsilon;
        pld__profile_point point;
        if ((below && log_x == 0) || (count > 0 && points[count - 1].log_x == log_x) || !read_point(profile, view, log_x, &point))
            continue;
        points[count++] = pld__curve_point(log_x, point.low, point.estimate, point.high);
    }
    return count;
}

double pld__profile_snap(const pld__profile *profile, pld__view view, double log_x, double distance) {
    double nearest = log_x;
    for (size_t i = 0; i < profile->count; i++) {
        double known = copysign(profile->known[i].epsilon, log_x);
        pld__profile_point point;
        if (fabs(known - log_x) <= distance && read_point(profile, view, known, &point)) {
            distance = fabs(known - log_x);
            nearest = known;
        }
    }
    return nearest;
}

bool pld__profile_improvable(const pld__profile *profile, const pld__profile_request *request) {
    pld_direction directions[PLD_DIRECTIONS];
    size_t parts = needed(request->view, request->log_x, directions);
    for (size_t part = 0; part < parts; part++) {
        if (!is_known(find(profile, fabs(request->log_x), directions[part]), request))
            return true;
    }
    return false;
}
