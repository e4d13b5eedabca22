/* Which share decides is not known beforehand: equal steps of it have a peak of delta for each number of losses that are large,
 * and the highest of these moves with epsilon. So shares are tried in equal parts, and then between the neighbours of the best
 * one by golden section. Every answer is about laws that are attained (T172), so whichever is kept is certified. */
#include "query/attained_search.h"

#include "base/base.h"
#include "base/minimum.h"
#include "pair/pair.h"
#include "plan/tuning.h"
#include "query/answer.h"

#include <math.h>

bool pld__steps_have_shares(const pld_step *steps, size_t step_count) {
    bool any = false;
    for (size_t i = 0; i < step_count; i++)
        any |= steps[i].mechanism && steps[i].mechanism->attained_count > 0 && steps[i].mechanism->attain;
    return any;
}

/* What changes on the way. */
typedef struct {
    pld_status status; /* of the first failure */
    bool limited;
    pld_result answer; /* of the last question */
} progress;

typedef struct {
    const pld_step *steps;
    size_t step_count;
    const pld__question *question;
    const pld_options *options; /* how narrow */
    pld_step *chosen;           /* as many */
    progress *so_far;
    pld_error *error;
} search;

static void forget(const search *of) {
    for (size_t i = 0; i < of->step_count; i++)
        if (of->steps[i].mechanism->attain)
            pld_mechanism_free((pld_mechanism *)of->chosen[i].mechanism);
}

static pld_status choose(const search *of, double share) {
    pld_status status = PLD_OK;
    for (size_t i = 0; i < of->step_count; i++) {
        const pld_mechanism *mechanism = of->steps[i].mechanism;
        pld_mechanism *made = NULL;
        if (mechanism->attain && status == PLD_OK)
            status = mechanism->attain(mechanism, share, &made);
        if (made) {
            made->replaced = mechanism->replaced;
            made->zeroed = mechanism->zeroed;
        }
        of->chosen[i] = (pld_step){mechanism->attain               ? made
                                   : mechanism->attained_count > 0 ? mechanism->attained[0]
                                                                   : mechanism,
                                   of->steps[i].count};
    }
    return status;
}

/* Minus the lower end of a share; INFINITY after a failure. */
static double loss_of_share(const void *context, double share) {
    const search *of = context;
    progress *so_far = of->so_far;
    bool limited = false;
    if (so_far->status != PLD_OK)
        return INFINITY;
    so_far->status = choose(of, share);
    if (so_far->status == PLD_OK)
        so_far->status =
            pld__answer(of->chosen, of->step_count, of->question, of->options, NULL, &so_far->answer, &limited, of->error);
    forget(of);
    so_far->limited |= limited;
    return so_far->status == PLD_OK ? -so_far->answer.bracket.lower : INFINITY;
}

/* Discrete steps alone are cheap, and exact however loosely they are asked for. */
static bool is_cheap(const search *of) {
    bool cheap = true;
    for (size_t i = 0; i < of->step_count; i++)
        cheap &= of->steps[i].mechanism->attain || of->steps[i].mechanism->sparse;
    return cheap;
}

/* Peaks of T equal steps are 1/(T + 1) apart: some parts for each, as far as there are not too many of them. */
static size_t parts_of(const search *of) {
    uint64_t most = 0;
    for (size_t i = 0; i < of->step_count; i++)
        most = of->steps[i].mechanism->attain && of->steps[i].count > most ? of->steps[i].count : most;
    return !is_cheap(of) ? SHARES_OF_OTHERS : most > SHARES_MOST / 3 ? SHARES_MOST : SHARES_OF_DISCRETE + 3 * (size_t)most;
}

static double best_share(const search *of) {
    size_t parts = parts_of(of);
    double best = INFINITY, at = 0.5, part = 1 / (double)parts, where = 0.5;
    for (size_t i = 1; i < parts; i++) {
        double loss = loss_of_share(of, (double)i * part);
        if (loss < best) {
            best = loss;
            at = (double)i * part;
        }
    }
    double width = is_cheap(of) ? SHARE_WIDTH_OF_DISCRETE : SHARE_WIDTH_OF_OTHERS;
    double found = pld__minimum_between(loss_of_share, of, at - part, at + part, width, &where);
    return found < best ? where : at;
}

pld_status pld__attained_search(const pld_step *steps, size_t step_count, const pld__question *question,
                                const pld_options *options, pld_result found[2], bool *limited, pld_error *error) {
    progress so_far = {.status = PLD_OK};
    pld_options loose = *options;
    loose.tolerance = 0;
    loose.relative_tolerance = fmax(FIRST_LOOK_WIDTH, options->relative_tolerance);
    search of = {steps, step_count, question, &loose, pld__allocate(step_count, sizeof *of.chosen), &so_far, error};
    if (!of.chosen)
        return PLD_ERROR_MEMORY;
    double share = best_share(&of);
    of.options = options;
    for (int i = 0; i < 2 && so_far.status == PLD_OK; i++) {
        (void)loss_of_share(&of, i == 0 ? share : 1 - share);
        found[i] = so_far.answer;
    }
    pld__free(of.chosen);
    *limited |= so_far.limited;
    return so_far.status;
}
