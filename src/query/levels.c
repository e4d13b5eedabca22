#include "query/levels.h"

#include "base/base.h"
#include "base/budget.h"
#include "base/workers.h"
#include "query/estimate.h"
#include "query/limit.h"
#include "query/solve.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* No question is asked more accurately than this: it would be round-off. */
static const double FINEST = 1e-9;

void pld__levels_start(const pld_step *steps, size_t step_count, const pld_options *options, pld__levels *levels) {
    *levels = (pld__levels){.steps = steps, .step_count = step_count, .options = *options};
}

void pld__levels_free(pld__levels *levels) {
    pld__free(levels->known);
    *levels = (pld__levels){0};
}

/* --- asking ----------------------------------------------------------------------------------------------------------- */

/* delta from its log. exp is good to 2u; below the smallest double it is 0, which an upper end must not be. */
static void set_delta(pld__level *level, const pld_bracket *log_delta) {
    double low = exp(log_delta->lower) * (1 - 4 * PLD__U);
    double high = log_delta->upper == -INFINITY ? 0 : exp(log_delta->upper) * (1 + 4 * PLD__U) + DBL_MIN;
    level->low = low > DBL_MIN ? low : 0;
    level->high = high <= 1 ? high : 1; /* also where it is no number */
    level->estimate = fmin(fmax(exp(pld__estimate_guess(log_delta)), level->low), level->high);
    level->estimated = !isnan(log_delta->estimate);
}

/* Asks with so many threads, as one of so many questions at a time. */
static pld_status ask_level(const pld__levels *levels, unsigned threads, size_t memory_limit, pld__level *level, size_t *memory,
                            bool *limited, pld_error *error) {
    pld_options options = levels->options;
    options.adjacency = level->direction == PLD_REMOVE ? PLD_ADJACENCY_REMOVE : PLD_ADJACENCY_ADD;
    options.tolerance = 0;
    options.relative_tolerance = level->accuracy;
    options.threads = threads;
    options.memory_limit = memory_limit;
    pld_result result;
    pld_status status = pld__solve_delta(levels->steps, levels->step_count, level->epsilon, &options, &result, limited, error);
    if (status != PLD_OK)
        return status;
    set_delta(level, &result.bracket);
    level->spent = !result.tolerance_met;
    *memory = result.memory;
    return PLD_OK;
}

static int compare_levels(const void *left, const void *right) {
    const pld__level *one = left, *other = right;
    if (one->epsilon != other->epsilon)
        return one->epsilon < other->epsilon ? -1 : 1;
    return (int)one->direction - (int)other->direction;
}

static pld__level *find(const pld__levels *levels, double epsilon, pld_direction direction) {
    pld__level key = {.epsilon = epsilon, .direction = direction};
    return levels->count ? bsearch(&key, levels->known, levels->count, sizeof key, compare_levels) : NULL;
}

/* At epsilon 0 both directions are one: the sets A and their complements give P(A) - Q(A) = Q(A') - P(A'). */
static pld_direction direction_at(double epsilon, pld_direction direction) {
    return epsilon == 0 ? PLD_REMOVE : direction;
}

static pld_direction other(pld_direction direction) {
    return direction == PLD_REMOVE ? PLD_ADD : PLD_REMOVE;
}

/* Which directions' levels a view needs at log_x. */
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

/* Adds a level to be asked, unless it is known or asked for already. */
static void add_question(const pld__levels *levels, double epsilon, pld_direction direction, double accuracy, pld__level *open,
                         size_t *count) {
    accuracy = fmax(accuracy, FINEST);
    const pld__level *known = find(levels, epsilon, direction);
    if (known && (known->accuracy <= accuracy || known->spent))
        return;
    for (size_t i = 0; i < *count; i++)
        if (open[i].epsilon == epsilon && open[i].direction == direction) {
            open[i].accuracy = fmin(open[i].accuracy, accuracy);
            return;
        }
    open[(*count)++] = (pld__level){.epsilon = epsilon, .direction = direction, .accuracy = accuracy, .high = 1};
}

static pld_status make_room(pld__levels *levels, size_t more) {
    if (levels->count + more <= levels->room)
        return PLD_OK;
    size_t room = 2 * (levels->count + more);
    pld__level *bigger = pld__allocate(room, sizeof *bigger);
    if (!bigger)
        return PLD_ERROR_MEMORY;
    if (levels->count)
        memcpy(bigger, levels->known, levels->count * sizeof *bigger);
    pld__free(levels->known);
    levels->known = bigger;
    levels->room = room;
    return PLD_OK;
}

/* Both old and new brackets hold. */
static void keep(pld__levels *levels, const pld__level *answer) {
    pld__level *known = find(levels, answer->epsilon, answer->direction);
    if (!known) {
        levels->known[levels->count++] = *answer;
        qsort(levels->known, levels->count, sizeof *answer, compare_levels);
        return;
    }
    double low = fmax(known->low, answer->low), high = fmin(known->high, answer->high);
    *known = *answer;
    known->low = low;
    known->high = high;
    known->estimate = fmin(fmax(known->estimate, low), high);
}

/* Side by side if there is memory for that; one question alone has all the threads to itself. */
static int workers(const pld__levels *levels, size_t count) {
    int threads = pld__workers(levels->options.threads, count);
    return threads * (double)levels->memory > pld__limit_bytes(&levels->options) ? 1 : threads;
}

/* Questions side by side. */
typedef struct {
    pld__levels *levels;
    pld__level *open;
    unsigned threads; /* of each */
    size_t share;     /* of the memory limit */
    bool shared;
    pld_status failed; /* of several that fail the first one given decides */
    size_t failed_at;
    pld_error failure;
    pthread_mutex_t lock; /* of these three and of levels->memory */
} questions;

static void ask_one(void *context, size_t i) {
    questions *all = context;
    pld_error own = {.message = ""};
    size_t memory = 0;
    bool limited = false;
    pld_status status = ask_level(all->levels, all->threads, all->share, &all->open[i], &memory, &limited, &own);
    all->open[i].again = all->shared && limited;
    pthread_mutex_lock(&all->lock);
    if (status != PLD_OK && i < all->failed_at) {
        all->failed = status;
        all->failed_at = i;
        all->failure = own;
    }
    all->levels->memory = memory > all->levels->memory ? memory : all->levels->memory;
    pthread_mutex_unlock(&all->lock);
}

/* Questions side by side share a limit; one for which its share was too little is asked once more when it is alone. */
static pld_status ask_all(pld__levels *levels, pld__level *open, size_t count, pld_error *error) {
    int threads = workers(levels, count);
    bool shared = threads > 1 && (pld__budget_current() || levels->options.memory_limit);
    questions all = {.levels = levels,
                     .open = open,
                     .threads = threads > 1 ? 1 : levels->options.threads,
                     .share = shared ? pld__limit_share(&levels->options, threads) : levels->options.memory_limit,
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
            failed =
                ask_level(levels, levels->options.threads, levels->options.memory_limit, &open[i], &memory, &limited, &failure);
    }
    if (failed != PLD_OK && error)
        *error = failure;
    return failed;
}

pld_status pld__levels_ask(pld__levels *levels, const pld__wish *wishes, size_t count, pld_error *error) {
    pld__level *open = pld__allocate(count ? 2 * count : 1, sizeof *open);
    size_t open_count = 0;
    if (!open)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        pld_direction directions[PLD_DIRECTIONS];
        size_t parts = needed(wishes[i].view, wishes[i].log_x, directions);
        for (size_t part = 0; part < parts; part++)
            add_question(levels, fabs(wishes[i].log_x), directions[part], wishes[i].accuracy, open, &open_count);
    }
    pld_status status = make_room(levels, open_count);
    if (status == PLD_OK)
        status = ask_all(levels, open, open_count, error);
    for (size_t i = 0; i < open_count && status == PLD_OK; i++)
        keep(levels, &open[i]);
    levels->queries += (unsigned)open_count;
    pld__free(open);
    return status;
}

/* --- reading ---------------------------------------------------------------------------------------------------------- */

/* The level of the view at epsilon >= 0: the larger of both directions if it needs both. False if something is missing. */
static bool read_level(const pld__levels *levels, pld__view view, double log_x, pld__level *level) {
    pld_direction directions[PLD_DIRECTIONS];
    size_t parts = needed(view, log_x, directions);
    for (size_t part = 0; part < parts; part++) {
        const pld__level *one = find(levels, fabs(log_x), directions[part]);
        if (!one)
            return false;
        if (part == 0) {
            *level = *one;
            continue;
        }
        level->low = fmax(level->low, one->low);
        level->high = fmax(level->high, one->high);
        level->estimate = fmax(level->estimate, one->estimate);
    }
    return true;
}

/* D(x) = 1 - x + x E(1/x) below 1 (T35): two positive terms, each good to 4u or so. */
static pld__support support_at(const pld__level *level, double log_x) {
    if (log_x >= 0)
        return (pld__support){log_x, level->low, level->estimate, level->high};
    double base = -expm1(log_x), x = exp(log_x);
    return (pld__support){log_x, (base + x * level->low) * (1 - 8 * PLD__U), base + x * level->estimate,
                          fmin((base + x * level->high) * (1 + 8 * PLD__U), 1)};
}

size_t pld__levels_view(const pld__levels *levels, pld__view view, pld__support *points) {
    size_t count = 0;
    for (size_t i = 0; i < 2 * levels->count; i++) { /* down from the largest epsilon to 0, and up again */
        bool below = i < levels->count;
        size_t index = below ? levels->count - 1 - i : i - levels->count;
        double log_x = below ? -levels->known[index].epsilon : levels->known[index].epsilon;
        pld__level level;
        if ((below && log_x == 0) || (count > 0 && points[count - 1].log_x == log_x) || !read_level(levels, view, log_x, &level))
            continue;
        points[count++] = support_at(&level, log_x);
    }
    return count;
}

double pld__levels_snap(const pld__levels *levels, pld__view view, double log_x, double distance) {
    double nearest = log_x;
    for (size_t i = 0; i < levels->count; i++) {
        double known = copysign(levels->known[i].epsilon, log_x);
        pld__level level;
        if (fabs(known - log_x) <= distance && read_level(levels, view, known, &level)) {
            distance = fabs(known - log_x);
            nearest = known;
        }
    }
    return nearest;
}

bool pld__levels_improvable(const pld__levels *levels, const pld__wish *wish) {
    pld_direction directions[PLD_DIRECTIONS];
    size_t parts = needed(wish->view, wish->log_x, directions);
    for (size_t part = 0; part < parts; part++) {
        const pld__level *one = find(levels, fabs(wish->log_x), directions[part]);
        if (!one || (!one->spent && one->accuracy > fmax(wish->accuracy, FINEST)))
            return true;
    }
    return false;
}
