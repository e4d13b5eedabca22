#include "query/attempt.h"

#include "certify/run.h"
#include "plan/tuning.h"
#include "query/options.h"

#include <math.h>

/* What the plans of one way carry along. */
typedef struct {
    pld__way way;
    double loosened;       /* plans are for so many times the tolerance */
    pld__question pending; /* directions that still matter */
    double guess[PLD_DIRECTIONS];
    bool guessed;
    double width, share, sharpen; /* of equal buckets; of the tolerance, for the grid; of the tolerance, for windows */
    double previous;              /* width reached */
    double trusted;               /* of the room that the limit leaves, what a plan may be predicted to take */
    pld__outlook outlook;
    pld__plan plan;
    bool planned; /* the next one is there already */
} attempt;

static bool is_narrow(const pld_bracket *bracket) {
    return bracket->upper - bracket->lower < NARROW * bracket->upper;
}

/* What an earlier way has settled stays settled, and what it found is where the next one begins. */
static attempt first_attempt(const pld__inquiry *run, pld__way way, double loosened) {
    attempt try = {.way = way, .loosened = loosened, .share = GRID_SHARE, .sharpen = 1, .previous = INFINITY, .trusted = 1};
    try.pending = run->open;
    try.width = way == PLD__BY_TRANSFORMS ? run->options->bucket_width : 0;
    bool narrow = run->result.rounds > 0 && !run->question->for_delta;
    for (int d = 0; d < PLD_DIRECTIONS && run->result.rounds > 0; d++) {
        const pld_bracket *known = &run->result.directions[d].bracket;
        try.pending.asked[d] = pld__inquiry_relevant(run, d);
        try.guess[d] = (known->lower + known->upper) / 2;
        narrow &= !try.pending.asked[d] || is_narrow(known);
    }
    try.guessed = narrow; /* saddles of losses with two parts are far off */
    return try;
}

/* --- a plan, and its run -------------------------------------------------------------------------------------------- */

static pld_status make_from_sketch(const pld__inquiry *run, attempt *try) {
    pld__goal goal = {.way = try->way,
                      .asked = pld__inquiry_asked(run),
                      .loosened = try->loosened,
                      .share = try->share,
                      .sharpen = try->sharpen,
                      .before = &try->outlook,
                      .guess = try->guessed ? try->guess : NULL,
                      .width = try->width,
                      .memory = try->trusted * pld__memory_limit_room(&run->limit),
                      .most_buckets = run->options->buckets};
    return pld__plan_make(&run->sketch, &try->pending, &goal, &try->outlook, &try->plan);
}

/* The next plan, in place of the last one. */
static pld_status make_plan(pld__inquiry *run, attempt *try) {
    pld__plan_free(&try->plan);
    pld_status status = make_from_sketch(run, try);
    if (status == PLD_OK && try->outlook.wants_closer) {
        pld__plan_free(&try->plan);
        status = pld__sketch_refine(&run->sketch);
        if (status == PLD_OK)
            status = make_from_sketch(run, try);
    }
    run->limited |= try->outlook.limited;
    try->width = try->outlook.wanted_width;
    return status;
}

/* Makes a plan (if there is none yet) and runs it; one that the limit stopped is not possible. Threads work side by side where
 * there is room for twice what they are predicted to take: then no run is stopped for being run by several. */
static pld_status run_once(pld__inquiry *run, attempt *try, bool *possible, pld__run_result *found) {
    if (pld__query_stopped(run->options))
        return PLD_ERROR_STOPPED;
    size_t refused = pld__memory_limit_refusals(&run->limit);
    pld_status status = try->planned ? PLD_OK : make_plan(run, try);
    try->planned = false;
    *possible = status == PLD_OK && try->plan.kind != PLD__PLAN_NONE;
    unsigned threads = 2 * try->plan.memory_together > pld__memory_limit_room(&run->limit) ? 1 : run->options->threads;
    if (*possible)
        status = pld__run_plan(&run->steps, &try->pending, &try->plan, threads, found);
    if (!pld__memory_limit_stopped(&run->limit, refused, status))
        return status;
    run->limited = true;
    *possible = false;
    return PLD_OK;
}

/* --- what comes next ------------------------------------------------------------------------------------------------ */

/* What the last plan was, for whoever asks how it was done. */
static void describe(const attempt *try, const pld__run_result *found, pld__inquiry *run) {
    const pld__plan *plan = &try->plan;
    pld_result *result = &run->result;
    bool outcomes = run->steps.whole != NULL || pld__steps_single(&run->steps);
    result->method = plan->kind == PLD__PLAN_TRANSFORMS ? PLD_METHOD_TRANSFORMS
                     : outcomes                         ? PLD_METHOD_OUTCOMES
                                                        : PLD_METHOD_FREQUENCIES;
    result->planned_width = try->outlook.planned_width;
    result->frequencies = found->frequencies;
    result->jumps = 0;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld__direction_plan *one = &plan->directions[d];
        if (try->pending.asked[d] && one->cut < INFINITY && one->compose.fourier_count - 1 > result->jumps)
            result->jumps = (unsigned)(one->compose.fourier_count - 1);
    }
    result->bucket_width = plan->width;
    result->buckets = plan->longest;
    result->memory_bound = try->outlook.memory_bound && (try->outlook.limited || run->options->buckets > 0);
    if (plan->memory > (double)result->memory)
        result->memory = (size_t)plan->memory;
}

/* Of the width of the relevant directions, what no finer grid removes. */
static double floor_reached(const pld__inquiry *run) {
    double most = 0;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld_ledger *low = &run->result.directions[d].lower, *high = &run->result.directions[d].upper;
        if (pld__inquiry_relevant(run, d))
            most = fmax(most, low->cells + low->wraparound + low->roundoff + high->cells + high->wraparound + high->roundoff +
                                  high->tail);
    }
    return most;
}

/* Where to tilt next: the middle of a narrow bracket; in a wide one the saddle, moved inside. */
static void guess_from(const pld__inquiry *run, attempt *try) {
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld_bracket *one = &run->result.directions[d].bracket;
        try->guess[d] =
            is_narrow(one) ? (one->lower + one->upper) / 2 : fmin(fmax(try->outlook.saddles[d].epsilon, one->lower), one->upper);
    }
    try->guessed = !run->question->for_delta;
}

/* What to multiply widths with next: the grid's part of the error falls with their square. */
static double next_factor(double reached, double asked, double base) {
    double grid = fmax(reached - base, LEAST_GRID_PART * reached);
    double factor = sqrt(GRID_SHARE * fmax(asked - fmin(base, asked / 2), 0) / grid);
    return fmin(fmax(factor, LEAST_FACTOR), base > FLOOR_SHARE * asked ? 1 : MOST_FACTOR);
}

/* Was a direction tilted for an epsilon so far from its bracket that this, not the grid, makes it wide? */
static bool missed(const pld__inquiry *run, const attempt *try) {
    bool far = false;
    for (int d = 0; d < PLD_DIRECTIONS && !run->question->for_delta; d++) {
        const pld_bracket *one = &run->result.directions[d].bracket;
        const pld__saddle *saddle = &try->outlook.saddles[d];
        double away = fmax(one->lower - saddle->epsilon, saddle->epsilon - one->upper);
        far |= try->pending.asked[d] && pld__inquiry_relevant(run, d) && away * saddle->theta > MISSED;
    }
    return far;
}

/* The width that a plan reached by itself. What is known from before is no progress of this way, nor is it for want of any that
 * the answer does not change. */
static double own_width(const pld__inquiry *run, const attempt *try, const pld__run_result *found) {
    pld_bracket own = {.lower = -INFINITY, .upper = -INFINITY};
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld__end *ends = found->ends.of[d];
        bool here = try->pending.asked[d];
        own.lower = here ? fmax(own.lower, ends[PLD__LOWER].value)
                         : fmax(own.lower, run->open.asked[d] ? run->result.directions[d].bracket.lower : -INFINITY);
        own.upper = here ? fmax(own.upper, ends[PLD__UPPER].value) : own.upper;
    }
    return fmax(pld__inquiry_width(run, &own), 0);
}

/* Keeps what a plan proved; true if that is enough, or all that this way gives. */
static bool judge(pld__inquiry *run, attempt *try, const pld__run_result *found, int number) {
    describe(try, found, run);
    double known = pld__inquiry_keep(run, try->pending.asked, &found->ends, try->outlook.saddles);
    double asked = run->result.tolerance, base = floor_reached(run), reached = own_width(run, try, found);
    bool stuck = reached > STUCK * try->previous && number > 1;
    bool fixed = run->options->bucket_width > 0 && number > 0;
    if (known <= fmax(try->loosened, 1) * asked || stuck || fixed || (try->outlook.memory_bound && base < FLOOR_SHARE * asked))
        return true;
    /* Next: tilt at what is known now; tighter windows if they are what is wide; a finer grid. */
    try->previous = reached;
    guess_from(run, try);
    bool again = missed(run, try);
    if (base > FLOOR_SHARE * asked && !again)
        try->sharpen *= SHARPER;
    double next = next_factor(reached, asked, base);
    next = again ? fmax(next, LEAST_AFTER_MISS) : next;
    try->width = run->options->bucket_width > 0 ? run->options->bucket_width : try->plan.width * next;
    try->share *= next * next;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        try->pending.asked[d] = pld__inquiry_relevant(run, d);
    return false;
}

/* --- one way -------------------------------------------------------------------------------------------------------- */

/* Transforms that the limit stopped are planned for less of it. */
static pld_status run_all(pld__inquiry *run, attempt *try, bool *answered) {
    *answered = false;
    for (int number = 0; number < MOST_ROUNDS; number++) {
        bool possible = true;
        pld__run_result found;
        pld_status status = run_once(run, try, &possible, &found);
        while (status == PLD_OK && !possible && try->way == PLD__BY_TRANSFORMS && try->trusted > LEAST_TRUST) {
            try->trusted /= 2;
            status = run_once(run, try, &possible, &found);
        }
        if (status != PLD_OK || !possible || !found.certified)
            return status;
        if (judge(run, try, &found, number))
            break;
    }
    *answered = true;
    return PLD_OK;
}

pld_status pld__attempt(pld__inquiry *inquiry, pld__way way, double loosened, bool *answered) {
    attempt try = first_attempt(inquiry, way, loosened);
    pld_status status = run_all(inquiry, &try, answered);
    pld__plan_free(&try.plan);
    return status;
}

pld_status pld__attempt_short(pld__inquiry *inquiry, size_t longest, bool *done) {
    attempt try = first_attempt(inquiry, PLD__BY_TRANSFORMS, 1);
    bool answered;
    *done = false;
    size_t refused = pld__memory_limit_refusals(&inquiry->limit);
    pld_status status = make_plan(inquiry, &try);
    if (pld__memory_limit_stopped(&inquiry->limit, refused, status)) {
        inquiry->limited = true;
        status = PLD_OK;
    } else if (status == PLD_OK && try.plan.kind != PLD__PLAN_NONE && !try.outlook.memory_bound && try.plan.longest <= longest) {
        *done = try.planned = true;
        status = run_all(inquiry, &try, &answered);
    }
    pld__plan_free(&try.plan);
    return status;
}
