#include "plan/window.h"

#include "base/base.h"
#include "base/root.h"
#include "bound/hockey.h"
#include "compose/fft.h"
#include "plan/grid.h"
#include "plan/tuning.h"

#include <math.h>

/* The edge b with e^(K(theta +- lambda) - K(theta) -+ lambda b) = e^log_share, as a distance along `side`. */
typedef struct {
    const pld__sketch *sketch;
    pld_direction direction;
    const pld__saddle *saddle;
    double log_share;
    int side;
    double largest; /* lambda: the lattice laws place their mass only to within a width, which costs lambda times that */
} edge_question;

/* The nearest edge over all lambda up to the largest: (M - log_share)/lambda with M = K(theta +- lambda) - K(theta) is least
 * where
 * +-lambda K'(theta +- lambda) = M - log_share, whose difference rises with lambda. Newton's method in log lambda, halving where
 * that leaves the bracket; at the first digits the distance is as good as least. */
static double nearest_edge(const edge_question *ask, double *best_lambda) {
    double low = log(LEAST_TILT), high = log(ask->largest), best = INFINITY;
    low = fmin(low, high - 1);
    double at = log(sqrt(-2 * fmin(ask->log_share, -1)) / fmax(ask->saddle->deviation, 1e-150));
    at = fmin(fmax(at, low), high);
    *best_lambda = exp(at);
    for (int iteration = 0; iteration < MOST_NEWTON; iteration++) {
        double lambda = exp(at);
        pld__moments there = pld__saddle_moments(ask->sketch, ask->direction, ask->saddle->theta + ask->side * lambda);
        double gain = there.value - ask->saddle->log_scale - ask->log_share, miss = ask->side * lambda * there.first - gain;
        if (gain / lambda < best) {
            best = gain / lambda;
            *best_lambda = lambda;
        }
        *(miss < 0 ? &low : &high) = at;
        double step = -miss / (lambda * lambda * there.second);
        if (fabs(step) < WINDOW_DIGITS || high - low < WINDOW_DIGITS)
            break;
        at = pld__newton_next(at, step, low, high);
    }
    return ask->side * best;
}

/* A window for one tilt, and the exponents of its ends. */
typedef struct {
    double theta, log_scale, low, high, lambda_left, lambda_right;
} window;

static window window_at(const pld__sketch *sketch, pld_direction direction, const pld__saddle *saddle, double log_allowed,
                        double width) {
    double log_share =
        log_allowed - (saddle->log_scale - saddle->theta * saddle->epsilon) - log(pld__bound_hockey_maximum(saddle->theta));
    double largest = LARGEST_EXPONENT / width, support_low = 0, support_high = 0, powers = pld__sketch_powers(sketch);
    window made = {.theta = saddle->theta, .log_scale = saddle->log_scale};
    edge_question right = {sketch, direction, saddle, log_share, 1, largest};
    edge_question left = {sketch, direction, saddle, log_share, -1, largest};
    made.high = nearest_edge(&right, &made.lambda_right);
    made.low = nearest_edge(&left, &made.lambda_left);
    /* The upper side loses mass beyond `high` untilted: e^(K(theta + lambda) - (theta + lambda) high). */
    double steepest = saddle->theta + made.lambda_right;
    made.high = fmax(made.high, (pld__saddle_moments(sketch, direction, steepest).value - log_allowed) / steepest);
    /* The composed support, with room for the nodes beyond the ends of the laws. */
    for (size_t m = 0; m < sketch->count; m++) {
        support_low -= sketch->steps[m].power * sketch->steps[m].highest[direction == PLD_REMOVE ? PLD_ADD : PLD_REMOVE];
        support_high += sketch->steps[m].power * sketch->steps[m].highest[direction];
    }
    made.low = fmax(made.low, support_low - 2 * powers * width);
    made.high = fmin(made.high, support_high + 2 * powers * width);
    return made;
}

/* log of what transforms will round delta by, roughly and rather too much: see bound/roundoff.h. */
static double log_rounding(const pld__sketch *sketch, const window *made, double epsilon, double width) {
    double powers = pld__sketch_powers(sketch), length = fmax((made->high - made->low) / width, 2);
    return made->log_scale - made->theta * epsilon +
           log(10 * PLD__U * (powers + 1) * log2(length) * pld__bound_hockey_norm(made->theta, width));
}

/* The window at the saddle, or at a smaller tilt if that makes it shorter: where far losses are rare the tilted law is mostly
 * about these, and reaches much farther than delta needs. What a smaller tilt costs is digits, of which there may be enough. */
static window shortest_window(const pld__sketch *sketch, pld_direction direction, const pld__saddle *saddle, double log_allowed,
                              double width) {
    window best = window_at(sketch, direction, saddle, log_allowed, width);
    for (double theta = saddle->theta * SMALLER_TILT; (best.high - best.low) / width > WORTH_TILTING; theta *= SMALLER_TILT) {
        pld__saddle lower = *saddle;
        pld__moments moments = pld__saddle_moments(sketch, direction, theta);
        lower.theta = theta;
        lower.log_scale = moments.value;
        lower.deviation = sqrt(moments.second);
        window next = window_at(sketch, direction, &lower, log_allowed, width);
        if (!(next.high - next.low < WORTH_SHORTER * (best.high - best.low)) ||
            !(log_rounding(sketch, &next, saddle->epsilon, width) < log_allowed))
            break;
        best = next;
    }
    return best;
}

/* The window of a direction; its end is returned. */
static double place_window(const pld__sketch *sketch, pld_direction direction, const pld__question *question, double tolerance,
                           double width, pld__saddle *saddle, pld__compose_plan *compose) {
    double log_allowed = pld__outlook_log_allowed(question, saddle, tolerance);
    window chosen = shortest_window(sketch, direction, saddle, log_allowed, width);
    saddle->theta = chosen.theta;
    saddle->log_scale = chosen.log_scale;
    *compose = (pld__compose_plan){.lowest = chosen.low,
                                   .lambda_left = chosen.lambda_left,
                                   .lambda_right = chosen.lambda_right,
                                   .expected = question->for_delta ? question->epsilon : saddle->epsilon};
    return chosen.high;
}

/* A length for so many points, of few that there are: a search tries many plans, and what FFTW takes to prepare for a length that
 * is new is more than what it takes for a transform that is an eighth longer. */
static size_t length_for(size_t needed, size_t most_buckets) {
    size_t unit = 1;
    while (needed / unit >= 2 * LENGTHS)
        unit *= 2;
    size_t length = pld__fft_length((needed + unit - 1) / unit * unit);
    return most_buckets && length > most_buckets ? pld__fft_length(needed) : length;
}

/* Lengths for the plan's width. False if they are beyond what can be done; *too_many: beyond what was allowed. */
static bool set_lengths(const pld__question *question, const double highest[PLD_DIRECTIONS], size_t most_buckets, pld__plan *plan,
                        bool *too_many) {
    bool possible = true;
    plan->longest = 0;
    *too_many = false;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld__compose_plan *compose = &plan->directions[d].compose;
        if (!question->asked[d])
            continue;
        double needed = (highest[d] - compose->lowest) / plan->width + 4;
        bool sensible = needed >= 1 && needed < MOST_LENGTH; /* a window that rounding turned round has less than nothing */
        possible &= sensible;
        compose->length = sensible ? length_for((size_t)needed, most_buckets) : 0;
        *too_many |= most_buckets && compose->length > most_buckets;
        plan->longest = compose->length > plan->longest ? compose->length : plan->longest;
    }
    /* One length for both directions, so that they share their plans. */
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        if (question->asked[d] && plan->directions[d].compose.length * 3 > plan->longest * 2)
            plan->directions[d].compose.length = plan->longest;
    return possible;
}

/* Predicts memory. Returns the buckets of cells and windows together. */
static double set_memory(const pld__sketch *sketch, pld__plan *plan) {
    double law = 0, work = (double)plan->longest, cells = 0, most_cells = 0;
    for (size_t m = 0; m < sketch->count; m++) {
        double low = -sketch->steps[m].highest[PLD_ADD], high = sketch->steps[m].highest[PLD_REMOVE];
        double own = pld__cells_memory(plan->width, low, high);
        cells += own;
        most_cells = fmax(most_cells, own);
        law = fmax(law, (high - low) / plan->width + 4);
        work += (high - low) / plan->width;
    }
    /* The laws of four tasks are there until all are done; cells one after the other, and so transforms, or all at once. */
    double laws = 4 * (double)sketch->count * law * LAW_NODE, composing = pld__compose_memory(plan->longest, sketch->count);
    plan->memory_together = cells + laws + 4 * composing;
    plan->memory = laws + fmax(most_cells, composing);
    return work;
}

void pld__window_place(const pld__sketch *sketch, const pld__question *question, double tolerance, double width,
                       pld__window_limits limits, pld__outlook *outlook, pld__plan *plan) {
    double highest[PLD_DIRECTIONS] = {0};
    pld__outlook_limit_tilts(sketch, question, STEEPEST / width, outlook);
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        if (question->asked[d])
            highest[d] = place_window(sketch, pld__direction_at(d), question, tolerance, width, &outlook->saddles[d],
                                      &plan->directions[d].compose);
    /* Lengths for this width, or a larger one. */
    for (; width < WIDEST; width *= NEXT_WIDTH, outlook->memory_bound = true) {
        bool too_many;
        plan->width = limits.aligned && !outlook->memory_bound ? width : pld__grid_round_width(width);
        bool possible = set_lengths(question, highest, limits.most_buckets, plan, &too_many);
        double work = set_memory(sketch, plan);
        /* Some buckets there must be. */
        bool allowed = !too_many || plan->longest <= FEWEST_LENGTH, fits = plan->memory <= limits.memory || work < FEWEST_BUCKETS;
        outlook->limited |= !fits;
        if (possible && !(work > MOST_WORK) && allowed && fits) {
            plan->kind = PLD__PLAN_TRANSFORMS;
            return;
        }
    }
    plan->kind = PLD__PLAN_NONE; /* a window is infinite, or not a number */
}
