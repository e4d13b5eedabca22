/* What is spent, measured at one number after the other. */
#include "query/calibrate_search.h"

#include "base/base.h"

#include <math.h>

/* Measurements that a search takes as a rule. */
enum { USUAL_SAMPLES = 10 };

/* Some brackets near the root that were wider than asked for tell what there is to be had. */
static void note_width(pld__calibration_search *run, const pld__calibration_sample *made) {
    double width = made->spent.upper - made->spent.lower;
    if (made->spent.reached || !isfinite(width) || fabs(made->spent.estimate) > 0.1)
        return;
    run->narrowest = run->missed > 0 ? fmin(run->narrowest, width) : width;
    if (++run->missed >= PLD__CALIBRATION_FAILURES)
        run->finest = 0.9 * run->narrowest;
}

pld_status pld__calibration_measure(pld__calibration_search *run, double value, double accuracy, pld__calibration_sample **made) {
    accuracy = accuracy > 0 ? fmin(fmax(accuracy, fmax(PLD__CALIBRATION_FINEST, run->finest)), PLD__CALIBRATION_ROUGH) : 0;
    if (run->count == PLD__CALIBRATION_SAMPLES)
        return PLD_ERROR_CONTRADICTION; /* rounds are counted: this does not happen */
    if (run->watcher && !run->watcher(run->count, run->count < USUAL_SAMPLES ? USUAL_SAMPLES : run->count + 2, run->context))
        return PLD_ERROR_STOPPED;
    pld_step step;
    pld_mechanism *owned = NULL;
    pld_status status = pld__open_spec_step(&run->open, value, &step, &owned, run->error);
    size_t count = run->other_count;
    if (status == PLD_OK && step.count > 0)
        run->steps[count++] = step;
    pld__calibration_sample *next = &run->samples[run->count];
    if (status == PLD_OK)
        status = pld__target_measure(run->target, run->steps, count, run->options, accuracy, &next->spent, run->error);
    pld_mechanism_free(owned);
    if (status != PLD_OK)
        return status;
    next->value = value;
    next->accuracy = accuracy;
    next->place = pld__calibration_place(run, value);
    note_width(run, next);
    run->count++;
    *made = next;
    return PLD_OK;
}

/* Where tolerances are given, what is certified must be so with these, so that whoever asks again gets the same. */
static bool counts(const pld__calibration_search *run, const pld__calibration_sample *one) {
    return !(run->given > 0) || one->accuracy == 0;
}

/* Was this number measured as finely before? */
bool pld__calibration_is_known(const pld__calibration_search *run, double value, double accuracy) {
    bool known = false;
    for (size_t i = 0; i < run->count; i++)
        known |= run->samples[i].value == value && run->samples[i].accuracy <= 1.01 * accuracy;
    return known;
}

/* The certified numbers next to the root: the last that keeps to the target before the first that does not. */
const pld__calibration_sample *pld__calibration_beyond(const pld__calibration_search *run, bool any) {
    const pld__calibration_sample *best = NULL;
    for (size_t i = 0; i < run->count; i++)
        if ((any || counts(run, &run->samples[i])) && run->samples[i].spent.beyond &&
            (!best || run->samples[i].place < best->place))
            best = &run->samples[i];
    return best;
}

const pld__calibration_sample *pld__calibration_within(const pld__calibration_search *run, bool any) {
    const pld__calibration_sample *best = NULL, *end = pld__calibration_beyond(run, any);
    for (size_t i = 0; i < run->count; i++) {
        const pld__calibration_sample *one = &run->samples[i];
        if ((any || counts(run, one)) && one->spent.within && (!end || one->place < end->place) &&
            (!best || one->place > best->place))
            best = one;
    }
    return best;
}
