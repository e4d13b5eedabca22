#include "query/inquiry.h"

#include "certify/join.h"
#include "estimate/estimate.h"
#include "plan/tuning.h"

#include <math.h>

bool pld__inquiry_asks_for_buckets(const pld__inquiry *inquiry) {
    const pld_options *options = inquiry->options;
    return options->bucket_width > 0 || options->buckets > 0 || options->engine == PLD_ENGINE_TRANSFORMS;
}

pld__merging pld__inquiry_merging(const pld__inquiry *inquiry) {
    pld_engine engine = inquiry->options->engine;
    if (engine != PLD_ENGINE_AUTO && engine != PLD_ENGINE_CLOSED)
        return PLD__MERGE_NOTHING;
    return pld__inquiry_asks_for_buckets(inquiry) ? PLD__MERGE_OUTCOMES : PLD__MERGE_ALL;
}

/* The limit may have no room for it. */
static pld_status stopped_or(pld__inquiry *inquiry, size_t refused, pld_status status) {
    inquiry->stopped |= pld__memory_limit_stopped(&inquiry->limit, refused, status);
    return inquiry->stopped ? PLD_OK : status;
}

pld_status pld__inquiry_prepare(pld__inquiry *inquiry) {
    if (inquiry->prepared)
        return PLD_OK;
    size_t refused = pld__memory_limit_refusals(&inquiry->limit);
    inquiry->prepared = true;
    return stopped_or(inquiry, refused,
                      pld__steps_create(inquiry->given, inquiry->given_count, pld__inquiry_merging(inquiry), &inquiry->steps));
}

pld_status pld__inquiry_sketch(pld__inquiry *inquiry) {
    const pld__question *question = inquiry->question;
    pld_status status = pld__inquiry_prepare(inquiry);
    if (status != PLD_OK || inquiry->sketched || inquiry->stopped)
        return status;
    size_t refused = pld__memory_limit_refusals(&inquiry->limit);
    inquiry->sketched = true;
    return stopped_or(
        inquiry, refused,
        pld__sketch_create(&inquiry->steps, question->for_delta ? -INFINITY : question->log_delta, &inquiry->sketch));
}

void pld__inquiry_free(pld__inquiry *inquiry) {
    pld__sketch_free(&inquiry->sketch);
    pld__steps_free(&inquiry->steps);
}

bool pld__inquiry_is_open(const pld__inquiry *inquiry) {
    return inquiry->open.asked[PLD_REMOVE] || inquiry->open.asked[PLD_ADD];
}

double pld__inquiry_width(const pld__inquiry *inquiry, const pld_bracket *bracket) {
    if (bracket->upper == bracket->lower)
        return 0;
    return inquiry->question->for_delta ? -expm1(bracket->lower - bracket->upper) : bracket->upper - bracket->lower;
}

double pld__inquiry_reached(const pld__inquiry *inquiry) {
    return pld__inquiry_width(inquiry, &inquiry->result.bracket);
}

bool pld__inquiry_relevant(const pld__inquiry *inquiry, int direction) {
    const pld_result *result = &inquiry->result;
    return inquiry->open.asked[direction] &&
           !(result->directions[direction].bracket.upper <= result->bracket.lower + RELEVANT * result->tolerance);
}

pld__width_asked pld__inquiry_asked(const pld__inquiry *inquiry) {
    const pld_options *options = inquiry->options;
    pld__width_asked asked = {.of_delta = inquiry->result.tolerance,
                              .absolute = options->tolerance > 0 ? inquiry->asked : 0,
                              .relative = inquiry->asked,
                              .lower = inquiry->result.bracket.lower};
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        asked.upper[d] = inquiry->result.directions[d].bracket.upper;
    return asked;
}

/* A direction without an estimate may have the largest truth: it has not where its upper end is below another estimate, and it
 * makes no difference where all of it is within the tolerance. */
void pld__inquiry_combine(pld__inquiry *inquiry, const bool asked[PLD_DIRECTIONS]) {
    pld_bracket *all = &inquiry->result.bracket;
    double unknown = -INFINITY;
    *all = pld__join_directions(inquiry->result.directions, asked);
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld_bracket *one = &inquiry->result.directions[d].bracket;
        unknown = asked[d] && isnan(one->estimate) ? fmax(unknown, one->upper) : unknown;
    }
    bool narrow = pld__inquiry_reached(inquiry) <= inquiry->result.tolerance;
    if (unknown > all->estimate && !narrow)
        all->estimate = NAN;
    else if (narrow) /* max(a, b) of what there is may be below the other lower end; with no estimate at all, the ends tell it */
        all->estimate = fmax(pld__estimate_guess(all), all->lower);
}

/* The width asked in epsilon: a relative one of what is certified, or as long as that is nothing, of what is expected. */
static double tolerance_of(const pld__inquiry *inquiry, const pld__saddle saddles[PLD_DIRECTIONS]) {
    const pld__saddle nothing[PLD_DIRECTIONS] = {{.theta = 0}};
    pld__width_asked asked = pld__inquiry_asked(inquiry);
    return pld__width_in_epsilon(&asked, asked.lower > 0 ? nothing : saddles);
}

void pld__inquiry_ask(pld__inquiry *inquiry, double tolerance) {
    const pld__saddle nothing[PLD_DIRECTIONS] = {{.theta = 0}};
    inquiry->asked = tolerance;
    inquiry->result.tolerance = inquiry->question->for_delta ? tolerance : tolerance_of(inquiry, nothing);
    inquiry->result.tolerance_met = inquiry->result.rounds > 0 && pld__inquiry_reached(inquiry) <= inquiry->result.tolerance;
}

/* Which ends are from the engine at work: those that were joined. */
static void note_engines(pld__inquiry *inquiry, int d, const pld_bracket *before, const pld__end ends[PLD__SIDES]) {
    pld_end_engines *engines = &inquiry->result.engines[d];
    if (!inquiry->facts[d].no_lower && ends[PLD__LOWER].value >= before->lower)
        engines->lower = inquiry->engine;
    if (ends[PLD__UPPER].value <= before->upper)
        engines->upper = inquiry->engine;
}

double pld__inquiry_keep(pld__inquiry *inquiry, const bool done[PLD_DIRECTIONS], const pld__ends *ends,
                         const pld__saddle saddles[PLD_DIRECTIONS]) {
    pld_result *result = &inquiry->result;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        if (done[d]) {
            const pld_bracket before = result->directions[d].bracket;
            result->directions[d].tilt = saddles[d].theta;
            pld__join_ends(ends->of[d], inquiry->facts[d].no_lower, &result->directions[d]);
            note_engines(inquiry, d, &before, ends->of[d]);
        }
    result->rounds++;
    pld__inquiry_combine(inquiry, inquiry->open.asked);
    if (!inquiry->question->for_delta)
        result->tolerance = tolerance_of(inquiry, saddles);
    double reached = pld__inquiry_reached(inquiry);
    result->tolerance_met = reached <= result->tolerance;
    return reached;
}
