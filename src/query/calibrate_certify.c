/* Two certified numbers, one on each side of the root. */
#include "query/calibrate_search.h"

#include <math.h>

/* Tries of both sides together. */
enum { MOST_TRIES = 48 };

/* Of the distance asked for, where the two numbers to be certified are from the root. */
static const double MARGIN = 0.35;

bool pld__calibration_is_close(const pld__calibration_search *run, const pld__calibration_sample *within,
                               const pld__calibration_sample *beyond) {
    if (!within || !beyond)
        return false;
    double asked = pld__calibration_distance(run, within->value), apart = fabs(beyond->value - within->value);
    return run->open.whole ? apart <= fmax(1, floor(asked * within->value)) : apart <= asked * within->value * (1 + 1e-9);
}

/* Does even the number that spends most keep to the target, or does even the one that spends least not? */
bool pld__calibration_is_at_end(const pld__calibration_search *run, const pld__calibration_sample *within,
                                const pld__calibration_sample *beyond) {
    return (within && !beyond && within->value == pld__calibration_end(run, false)) ||
           (beyond && !within && beyond->value == pld__calibration_end(run, true));
}

/* What certifying carries along for each side: where the last tries were. */
typedef struct {
    double margin; /* of the distance asked for */
    int failures;
} side;

/* The number to try on a side of the root: `less` is where less is spent. */
static double candidate(const pld__calibration_search *run, const pld__calibration_root *at, const side *own, double asked,
                        bool less) {
    const pld__open_spec *open = &run->open;
    if (!open->whole) {
        double place = at->place + (less ? -1 : 1) * own->margin * asked;
        return pld__calibration_value_near(run, place, less);
    }
    /* The whole number next to the root, or farther away after failures. */
    double number = pld__calibration_value_at(run, at->place);
    double step = fmax(1, floor(asked * number * own->margin)), next = open->sign > 0 ? floor(number) : ceil(number);
    double value = next + open->sign * step * (less ? -own->failures : 1 + own->failures);
    return fmin(fmax(value, open->low), open->high);
}

/* The next number to certify, and how finely. Its side is the one where the certified number is farther from the root. */
typedef struct {
    double value, accuracy, slope;
    bool less;
} trial;

static trial next_trial(pld__calibration_search *run, pld__calibration_root at, const pld__calibration_sample *within,
                        const pld__calibration_sample *beyond, side sides[2]) {
    trial next = {.slope = at.slope > 0 ? at.slope : 1};
    run->slope = at.slope;
    if (within && beyond)
        at.place = fmin(fmax(at.place, within->place), beyond->place);
    double asked = pld__calibration_distance(run, exp(run->open.sign * at.place));
    next.less = !within || (beyond && at.place - within->place > beyond->place - at.place);
    side *own = &sides[next.less ? 0 : 1];
    own->margin = fmax(own->margin, 1.2 * run->finest / next.slope / asked);
    bool halve = within && beyond && (own->failures >= PLD__CALIBRATION_FAILURES || !(at.slope > 0));
    next.value = !halve            ? candidate(run, &at, own, asked, next.less)
                 : run->open.whole ? floor((within->value + beyond->value) / 2)
                                   : pld__calibration_value_near(run, (within->place + beyond->place) / 2, next.less);
    double away = halve ? asked : fmax(fabs(pld__calibration_place(run, next.value) - at.place), 0.01 * asked);
    if (halve && run->open.whole) /* the only one left may be as near to the root as it likes */
        away *= pow(0.25, fmax(own->failures - PLD__CALIBRATION_FAILURES, 0));
    next.accuracy = run->given > 0 ? 0 : fmax(0.8 * next.slope * away, fmax(PLD__CALIBRATION_FINEST, run->finest));
    return next;
}

/* One side after the other: a number next to the root, by a bracket narrow enough to tell. What fails is tried again farther
 * away, or from the new estimate of the root, or in the middle of what is certified. */
pld_status pld__calibration_certify(pld__calibration_search *run) {
    side sides[] = {{MARGIN, 0}, {MARGIN, 0}}; /* where less is spent, where more is */
    for (int tries = 0; tries < MOST_TRIES && run->count < PLD__CALIBRATION_SAMPLES; tries++) {
        const pld__calibration_sample *within = pld__calibration_within(run, false),
                                      *beyond = pld__calibration_beyond(run, false);
        if (pld__calibration_is_close(run, within, beyond))
            break;
        pld__calibration_root at = pld__calibration_locate(run);
        if (pld__calibration_is_at_end(run, within, beyond) || (!(within && beyond) && at.off == INFINITY))
            break; /* there is nothing else, or nothing to go by */
        trial next = next_trial(run, at, within, beyond, sides);
        /* Brackets that cannot be narrower do not tell what is nearer. */
        if (within && beyond && (beyond->place - within->place) * next.slope < 3 * run->finest)
            break;
        side *own = &sides[next.less ? 0 : 1];
        pld__calibration_sample *made = NULL;
        if (!pld__calibration_is_known(run, next.value, next.accuracy)) {
            pld_status status = pld__calibration_measure(run, next.value, next.accuracy, &made);
            if (status != PLD_OK)
                return status;
            if (next.less ? made->spent.within : made->spent.beyond)
                continue;
        }
        own->failures++;
        own->margin *= 1.3; /* and, if the bracket could not be narrower, as much as that takes */
        if (next.value == pld__calibration_end(run, next.less) && own->failures >= PLD__CALIBRATION_FAILURES)
            break;
    }
    return PLD_OK;
}

/* What only rougher brackets have certified, once more with the tolerances that are given. */
pld_status pld__calibration_confirm(pld__calibration_search *run) {
    pld_status status = PLD_OK;
    for (int which = 0; which < 2 && status == PLD_OK && run->given > 0 && run->count < PLD__CALIBRATION_SAMPLES; which++) {
        bool known = which == 0 ? pld__calibration_within(run, false) != NULL : pld__calibration_beyond(run, false) != NULL;
        const pld__calibration_sample *rough =
            which == 0 ? pld__calibration_within(run, true) : pld__calibration_beyond(run, true);
        pld__calibration_sample *made;
        if (!known && rough)
            status = pld__calibration_measure(run, rough->value, 0, &made);
    }
    return status;
}
