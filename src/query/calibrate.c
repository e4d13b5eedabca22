/* A number that keeps to a target beside one that does not.
 *
 * What is spent is measured at one number after the other. `place` is the log of the number, with the sign that makes spending
 * increase along it. Estimates (sharp ones by the contour) say where log(spent/allowed) is 0; brackets certify one number just
 * below that and one just above it. Nothing that is claimed rests on the estimates: the value and the limit are each certified by
 * a bracket of their own. What is claimed beyond these two rests on a theorem (family/monotone.c), and is not claimed where there
 * is none; the search is then for the first change from keeping to exceeding, on the way from where less is spent as a rule. */
#include "query/calibrate.h"

#include "base/base.h"
#include "base/clock.h"
#include "family/check.h"
#include "query/calibrate_search.h"
#include "query/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Do the other mechanisms by themselves exceed the target? What they give is part of what all give, so that nothing can help
 * then. */
static pld_status ask_others(pld__calibration_search *run, pld_calibration *made, bool *settled) {
    pld__target_spent spent;
    *settled = false;
    if (run->other_count == 0)
        return PLD_OK;
    pld_status status = pld__target_measure(run->target, run->others, run->other_count, run->options,
                                            run->given > 0 ? 0 : PLD__CALIBRATION_ROUGH, &spent, run->error);
    if (status != PLD_OK || !spent.beyond)
        return status;
    *settled = true;
    *made = (pld_calibration){.kind = PLD_CALIBRATION_NEVER, .value = NAN, .limit = NAN, .spent = spent.bracket, .queries = 1};
    made->tolerance_met = true;
    snprintf(made->reason, sizeof made->reason, "no %s keeps to the target: the other mechanisms alone are beyond it",
             run->open.key);
    return PLD_OK;
}

/* Only one of the two is there, or none. Something is said about all numbers only at an end, and only by a theorem. */
static void answer_one_side(const pld__calibration_search *run, const pld__calibration_sample *within,
                            const pld__calibration_sample *beyond, pld_calibration *made) {
    const char *key = run->open.key;
    const pld__calibration_sample *end = pld__calibration_is_at_end(run, within, beyond) ? (within ? within : beyond) : NULL;
    pld__number_text number = pld__number_format(end ? end->value : 0);
    bool up = end && end->value == run->open.high;
    made->kind = PLD_CALIBRATION_UNDECIDED;
    made->tolerance_met = end && !run->open.not_monotone;
    if (made->tolerance_met) {
        made->kind = within ? PLD_CALIBRATION_ALWAYS : PLD_CALIBRATION_NEVER;
        snprintf(made->reason, sizeof made->reason, "%s %s %s %s, where the search ends, keeps to the target",
                 within ? "every" : "no", key, up ? "up to" : "down to", number.text);
    } else if (end) {
        snprintf(made->reason, sizeof made->reason,
                 "%s = %s, where the search ends, %s the target, and no %s that was tried %s it", key, number.text,
                 within ? "keeps to" : "exceeds", key, within ? "exceeds" : "keeps to");
    } else {
        snprintf(made->reason, sizeof made->reason, "no %s that was tried is certified %s the target", key,
                 within   ? "to exceed"
                 : beyond ? "to keep to"
                          : "either to keep to or to exceed");
    }
}

static void answer(const pld__calibration_search *run, pld_calibration *made) {
    const pld__calibration_sample *within = pld__calibration_within(run, false), *beyond = pld__calibration_beyond(run, false);
    made->value = within ? within->value : NAN;
    made->limit = beyond ? beyond->value : NAN;
    made->spent = within ? within->spent.bracket : beyond ? beyond->spent.bracket : (pld_bracket){0, 0, INFINITY};
    made->spent_tolerance = within ? within->spent.tolerance : 0;
    if (beyond) {
        made->spent_at_limit = beyond->spent.bracket;
        made->limit_tolerance = beyond->spent.tolerance;
    }
    made->tolerance_met = pld__calibration_is_close(run, within, beyond);
    made->tolerance =
        pld__calibration_distance(run, within ? fmax(within->value, 0.5) : 1) * (within ? fmax(within->value, 0.5) : 1);
    made->queries = (unsigned)run->count;
    if (!within || !beyond)
        answer_one_side(run, within, beyond, made);
}

static pld_status find(pld__calibration_search *run, pld_calibration *made) {
    bool settled;
    pld_status status = ask_others(run, made, &settled);
    if (status != PLD_OK || settled)
        return status;
    if (run->other_count > 0)
        memcpy(run->steps, run->others, run->other_count * sizeof *run->others);
    status = pld__calibration_approach(run);
    if (status == PLD_OK)
        status = pld__calibration_certify(run);
    if (status == PLD_OK)
        status = pld__calibration_confirm(run);
    if (status == PLD_OK)
        answer(run, made);
    return status;
}

/* The spec with the number that was found; NULL if there is none, or if it leaves the step out. */
static pld_status put_in(const pld__open_spec *open, double number, char **spec, pld_error *error) {
    pld_step step = {.count = 0};
    pld_mechanism *owned = NULL;
    *spec = NULL;
    pld_status status = isnan(number) ? PLD_OK : pld__open_spec_step(open, number, &step, &owned, error);
    pld_mechanism_free(owned);
    if (status == PLD_OK && step.count > 0 && !(*spec = pld__open_spec_spec(open, number)))
        status = PLD_ERROR_MEMORY;
    return status;
}

pld_status pld__calibrate(const char *spec, pld__array_reader *reader, const pld_step *others, size_t other_count,
                          const pld_target *target, const pld_options *options, pld_curve_watcher *watcher, void *context,
                          pld_calibration *calibration, char **spec_found, pld_error *error) {
    double started = pld__seconds_now();
    pld_calibration made = {.kind = PLD_CALIBRATION_FOUND};
    pld__calibration_search *run = NULL;
    pld_status status = pld__target_check(target, error);
    if (status == PLD_OK)
        status = pld__check_options(options, error);
    if (status == PLD_OK && !(run = pld__allocate(1, sizeof *run)))
        status = PLD_ERROR_MEMORY;
    if (status != PLD_OK)
        return status;
    memset(run, 0, sizeof *run);
    run->target = target;
    run->options = options;
    run->others = others;
    run->other_count = other_count;
    run->watcher = watcher;
    run->context = context;
    run->error = error;
    run->given = pld__target_accuracy(target, options);
    status = pld__open_spec_read(spec, reader, options->adjacency, &run->open, error);
    if (status == PLD_OK && !(run->steps = pld__allocate(other_count + 1, sizeof *run->steps)))
        status = PLD_ERROR_MEMORY;
    if (status == PLD_OK)
        status = find(run, &made);
    if (status == PLD_OK && spec_found)
        status = put_in(&run->open, isnan(made.value) ? made.limit : made.value, spec_found, error);
    if (status == PLD_OK) {
        snprintf(made.key, sizeof made.key, "%s", run->open.key);
        made.not_monotone = run->open.not_monotone;
        made.whole = run->open.whole;
        made.seconds = pld__seconds_now() - started;
        *calibration = made;
    }
    pld__open_spec_free(&run->open);
    pld__free(run->steps);
    pld__free(run);
    return status;
}

pld_status pld_query_calibrate(const char *spec, const pld_step *others, size_t other_count, const pld_target *target,
                               const pld_options *options, pld_curve_watcher *watcher, void *context,
                               pld_calibration *calibration, pld_error *error) {
    return pld__calibrate(spec, NULL, others, other_count, target, options, watcher, context, calibration, NULL, error);
}
