/* A number that keeps to a target beside one that does not.
 *
 * What is spent is measured at one number after the other. `place` is the log of the number, with the sign that makes spending increase
 * along it. Estimates (sharp ones by the contour) say where log(spent/allowed) is 0; brackets certify one number just below that and
 * one just above it. Nothing that is claimed rests on the estimates: the value and the limit are each certified by a bracket of their
 * own. What is claimed beyond these two rests on a theorem (family/monotone.c), and is not claimed where there is none; the search is
 * then for the first change from keeping to exceeding, on the way from where less is spent as a rule. */
#include "query/calibrate.h"

#include "base/base.h"
#include "base/clock.h"
#include "family/check.h"
#include "query/check.h"
#include "query/target_spent.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Measurements: of all together, on the way to the root, and of each side of it at the end. */
enum { USUAL_SAMPLES = 10, MOST_SAMPLES = 120, MOST_SEARCH = 60, MOST_TRIES = 48, MOST_FAILURES = 3 };

/* Digits of what is spent that the search asks of brackets, and digits beyond which no grid is asked to go. */
static const double ROUGH = 0.02, FINEST = 1e-9;

/* Of the distance asked for, where the two numbers to be certified are from the root, and how finely numbers are rounded. */
static const double MARGIN = 0.35, ROUNDING = 0.02;

/* And how far off the secant through sharp estimates may be: about the product of what it spans and what is left. */
static const double NEAR = 0.25;

/* Brackets are asked to tell where the root is to so many times the distance asked for; certifying needs finer ones anyway. */
static const double BLUNT = 8;

/* How far apart, by default; every question about an attack is many about delta. */
static const double DEFAULT_TOLERANCE = 1e-6, ATTACK_TOLERANCE = 1e-4;

/* The longest step of the search, as a log. */
static const double STRIDE = 1.5;

typedef struct {
    double value, place;
    double accuracy; /* that was asked for; 0: the tolerances that are given */
    pld__target_spent spent;
} sample;

typedef struct {
    const pld_target *target;
    const pld_options *options;
    pld__open_spec open;
    const pld_step *others;
    size_t other_count;
    pld_step *steps; /* room for the others and one more */
    double given;    /* the width, as a log, of brackets that the tolerances ask for; 0 if none are given */
    double slope;    /* of log spent, last seen */
    sample samples[MOST_SAMPLES];
    size_t count;
    double finest;    /* the width of brackets, as logs, below which there is nothing to be had; 0 as long as that is not known */
    double narrowest; /* bracket near the root of those that were wider than asked for, */
    int missed;       /* and how many these were */
    pld_curve_watcher *watcher;
    void *context;
    pld_error *error;
} search;

/* --- numbers and places ------------------------------------------------------------------------------------------------------- */

/* The number that spends least (or most) of all. */
static double end_of(const search *run, bool less) {
    return less == (run->open.sign > 0) ? run->open.low : run->open.high;
}

/* 0, where it is a number, is as far from 1 as 2 is. */
static double place_of(const search *run, double value) {
    return run->open.sign * log(fmax(value, run->open.whole ? 0.5 : 0));
}

/* The number at a place, or the end of what is allowed. */
static double value_at(const search *run, double place) {
    double least = place_of(run, end_of(run, true)), most = place_of(run, end_of(run, false));
    return exp(run->open.sign * fmin(fmax(place, least), most));
}

/* How far apart value and limit may be, as logs, around a number: by default so many digits of it; if tolerances are given, these are about
 * brackets, and the two numbers are as near to each other as such brackets can tell. */
static double distance_asked(const search *run, double value) {
    double digits = run->target->kind == PLD_TARGET_ATTACK ? ATTACK_TOLERANCE : DEFAULT_TOLERANCE;
    double asked = run->given > 0 ? 2 * run->given / (run->slope > 0 ? run->slope : 1) : digits;
    return fmax(asked, run->open.whole ? 1 / fmax(value, 0.5) : 0);
}

/* A number near a place: whole ones, and decimals that are short for the distance asked for, on the side that spends less (or more). */
static double value_near(const search *run, double place, bool less) {
    const pld__open_spec *open = &run->open;
    double value = value_at(run, place), unit = 1;
    bool down = less == (open->sign > 0);
    if (!open->whole)
        unit = pow(10, floor(log10(ROUNDING * distance_asked(run, value) * value)));
    double units = value / unit;
    units = units < 0x1p50 ? (down ? floor(units * (1 + 4 * PLD__U)) : ceil(units * (1 - 4 * PLD__U))) : units;
    /* Dividing by a power of ten gives the double nearest to the decimal, multiplying by one below 1 does not. */
    value = unit < 1 ? units / round(1 / unit) : units * unit;
    /* The ends are themselves, however they are rounded. */
    if (value < open->low * (1 + 1e-12))
        return open->low;
    return value > open->high * (1 - 1e-12) ? open->high : value;
}

/* --- measuring ---------------------------------------------------------------------------------------------------------------- */

/* Some brackets near the root that were wider than asked for tell what there is to be had. */
static void note_width(search *run, const sample *made) {
    double width = made->spent.upper - made->spent.lower;
    if (made->spent.reached || !isfinite(width) || fabs(made->spent.estimate) > 0.1)
        return;
    run->narrowest = run->missed > 0 ? fmin(run->narrowest, width) : width;
    if (++run->missed >= MOST_FAILURES)
        run->finest = 0.9 * run->narrowest;
}

static pld_status measure(search *run, double value, double accuracy, sample **made) {
    accuracy = accuracy > 0 ? fmin(fmax(accuracy, fmax(FINEST, run->finest)), ROUGH) : 0;
    if (run->count == MOST_SAMPLES)
        return PLD_ERROR_CONTRADICTION; /* rounds are counted: this does not happen */
    if (run->watcher && !run->watcher(run->count, run->count < USUAL_SAMPLES ? USUAL_SAMPLES : run->count + 2, run->context))
        return PLD_ERROR_STOPPED;
    pld_step step;
    pld_mechanism *owned = NULL;
    pld_status status = pld__open_spec_step(&run->open, value, &step, &owned, run->error);
    size_t count = run->other_count;
    if (status == PLD_OK && step.count > 0)
        run->steps[count++] = step;
    sample *next = &run->samples[run->count];
    if (status == PLD_OK)
        status = pld__target_measure(run->target, run->steps, count, run->options, accuracy, &next->spent, run->error);
    pld_mechanism_free(owned);
    if (status != PLD_OK)
        return status;
    next->value = value;
    next->accuracy = accuracy;
    next->place = place_of(run, value);
    note_width(run, next);
    run->count++;
    *made = next;
    return PLD_OK;
}

/* Where tolerances are given, what is certified must be so with these, so that whoever asks again gets the same. */
static bool counts(const search *run, const sample *one) {
    return !(run->given > 0) || one->accuracy == 0;
}

/* Was this number measured as finely before? */
static bool is_known(const search *run, double value, double accuracy) {
    bool known = false;
    for (size_t i = 0; i < run->count; i++)
        known |= run->samples[i].value == value && run->samples[i].accuracy <= 1.01 * accuracy;
    return known;
}

/* The certified numbers next to the root: the last that keeps to the target before the first that does not. */
static const sample *nearest_beyond(const search *run, bool any) {
    const sample *best = NULL;
    for (size_t i = 0; i < run->count; i++)
        if ((any || counts(run, &run->samples[i])) && run->samples[i].spent.beyond &&
            (!best || run->samples[i].place < best->place))
            best = &run->samples[i];
    return best;
}

static const sample *nearest_within(const search *run, bool any) {
    const sample *best = NULL, *end = nearest_beyond(run, any);
    for (size_t i = 0; i < run->count; i++) {
        const sample *one = &run->samples[i];
        if ((any || counts(run, one)) && one->spent.within && (!end || one->place < end->place) &&
            (!best || one->place > best->place))
            best = one;
    }
    return best;
}

/* --- where the root is, by estimates ------------------------------------------------------------------------------------------- */

typedef struct {
    double place, slope; /* of log spent along the place; slope 0: not known */
    double below, above; /* between which it is, by what can be told; infinite if not known */
    double off, spread;  /* how far from it the nearest sample is, and how far from that the one the slope is from */
    double blur;         /* how far off that sample's estimate may put it */
    double least, most;  /* the nearest samples outside of that which tell nothing; infinite if there are none */
} root;

/* By how much an estimate may be off. */
static double blur_of(const sample *one) {
    return one->spent.sharp ? 0 : one->spent.upper - one->spent.lower;
}

static double score_of(const sample *one) {
    return fabs(one->spent.estimate) + 2 * blur_of(one);
}

/* The best sample to go by; or the second, which is for the slope: the two must differ by more than they may be off. */
static const sample *best_sample(const search *run, const sample *first) {
    const sample *best = NULL;
    for (size_t i = 0; i < run->count; i++) {
        const sample *one = &run->samples[i];
        if (!isfinite(score_of(one)) || one == first || (best && score_of(one) >= score_of(best)))
            continue;
        if (!first || fabs(one->spent.estimate - first->spent.estimate) > 4 * (blur_of(one) + blur_of(first)))
            best = one;
    }
    return best;
}

static root locate(const search *run) {
    root found = {
        .below = -INFINITY, .above = INFINITY, .off = INFINITY, .spread = INFINITY, .least = -INFINITY, .most = INFINITY};
    for (size_t i = 0; i < run->count; i++) {
        const sample *one = &run->samples[i];
        const pld__target_spent *spent = &one->spent;
        if (spent->sharp ? spent->estimate > 0 : spent->lower > 0)
            found.above = fmin(found.above, one->place);
    }
    /* Where spending is not monotone, numbers beyond the first that exceeds the target may keep to it: they do not enclose a root. */
    for (size_t i = 0; i < run->count; i++) {
        const sample *one = &run->samples[i];
        if ((one->spent.sharp ? one->spent.estimate <= 0 : one->spent.upper <= 0) && one->place < found.above)
            found.below = fmax(found.below, one->place);
    }
    for (size_t i = 0; i < run->count; i++) {
        double place = run->samples[i].place;
        found.most = place > found.below ? fmin(found.most, place) : found.most;
        found.least = place < found.above ? fmax(found.least, place) : found.least;
    }
    const sample *first = best_sample(run, NULL), *second = first ? best_sample(run, first) : NULL;
    if (!first)
        return found;
    if (second) {
        double slope = (second->spent.estimate - first->spent.estimate) / (second->place - first->place);
        found.slope = slope > 0 && isfinite(slope) ? slope : 0;
        found.spread = fabs(second->place - first->place);
    }
    double scale = found.slope > 0 ? found.slope : 1;
    found.off = fabs(first->spent.estimate) / scale;
    found.blur = blur_of(first) / scale;
    found.place = first->place - first->spent.estimate / scale;
    return found;
}

/* The next place to look at while the root is not enclosed: beyond it, but not by much. */
static double next_outward(const search *run, const root *at, double stride) {
    const sample *last = &run->samples[run->count - 1];
    bool up = at->above == INFINITY;
    double from = up ? at->below : at->above, step = stride;
    if (isfinite(last->spent.estimate))
        step = fmin(fabs(last->spent.estimate) / (at->slope > 0 ? at->slope : 1) * 1.2 + 0.02, stride);
    /* Where a sample told nothing, nearer ones may. */
    double blocked = up ? at->most - from : from - at->least;
    step = step > 0.9 * blocked ? blocked / 2 : step;
    return up ? from + step : from - step;
}

/* Inside the enclosure: the secant's root, or the middle where that is not to be trusted. */
static double next_inward(const root *at, bool trust) {
    bool inside = at->place > at->below && at->place < at->above;
    return trust && at->slope > 0 && inside ? at->place : at->below + (at->above - at->below) / 2;
}

/* Follows the estimates until they say where the root is to within the distance asked for, or the end of what is allowed. */
static pld_status approach(search *run) {
    double stride = STRIDE, nearest = INFINITY;
    int slow = 0; /* secants that did not get nearer by much */
    sample *made;
    pld_status status = measure(run, run->open.start, ROUGH, &made);
    for (int step = 0; step < MOST_SEARCH && status == PLD_OK; step++) {
        root at = locate(run);
        run->slope = at.slope;
        bool enclosed = isfinite(at.below) && isfinite(at.above);
        slow = at.off > 0.5 * nearest ? slow + 1 : 0;
        nearest = fmin(nearest, at.off);
        double place = enclosed ? next_inward(&at, slow < 2) : next_outward(run, &at, stride);
        bool less = enclosed || at.above < INFINITY; /* whole numbers: never back to where it came from */
        double value = value_near(run, place, less), asked = distance_asked(run, value);
        if (is_known(run, value, INFINITY) || (enclosed && at.above - at.below <= asked))
            break; /* an end; whole numbers next to each other; near enough */
        double blunt = at.slope > 0 ? fmax(BLUNT * asked, 2 * run->finest / at.slope) : 0;
        if (at.slope > 0 && at.off * fmin(at.spread, 1) < fmax(NEAR * asked, 0.1 * blunt) && at.blur < blunt)
            break;
        /* Blunt estimates are as good as their brackets: these get narrower as the root gets nearer. */
        double accuracy = at.blur == 0 || !(at.slope > 0) ? ROUGH : 0.3 * at.slope * fmax(at.off, 0.5 * BLUNT * asked);
        status = measure(run, value, accuracy, &made);
        if (!enclosed && status == PLD_OK && !isfinite(made->spent.estimate))
            stride *= 2;
        slow = enclosed && slow >= 2 ? 0 : slow;
    }
    return status;
}

/* --- two certified numbers ------------------------------------------------------------------------------------------------------- */

static bool is_close_enough(const search *run, const sample *within, const sample *beyond) {
    if (!within || !beyond)
        return false;
    double asked = distance_asked(run, within->value), apart = fabs(beyond->value - within->value);
    return run->open.whole ? apart <= fmax(1, floor(asked * within->value)) : apart <= asked * within->value * (1 + 1e-9);
}

/* Does even the number that spends most keep to the target, or does even the one that spends least not? */
static bool is_at_end(const search *run, const sample *within, const sample *beyond) {
    return (within && !beyond && within->value == end_of(run, false)) ||
           (beyond && !within && beyond->value == end_of(run, true));
}

/* What certifying carries along for each side: where the last tries were. */
typedef struct {
    double margin; /* of the distance asked for */
    int failures;
} side;

/* The number to try on a side of the root: `less` is where less is spent. */
static double candidate(const search *run, const root *at, const side *own, double asked, bool less) {
    const pld__open_spec *open = &run->open;
    if (!open->whole) {
        double place = at->place + (less ? -1 : 1) * own->margin * asked;
        return value_near(run, place, less);
    }
    /* The whole number next to the root, or farther away after failures. */
    double number = value_at(run, at->place);
    double step = fmax(1, floor(asked * number * own->margin)), next = open->sign > 0 ? floor(number) : ceil(number);
    double value = next + open->sign * step * (less ? -own->failures : 1 + own->failures);
    return fmin(fmax(value, open->low), open->high);
}

/* The next number to certify, and how finely. Its side is the one where the certified number is farther from the root. */
typedef struct {
    double value, accuracy, slope;
    bool less;
} trial;

static trial next_trial(search *run, root at, const sample *within, const sample *beyond, side sides[2]) {
    trial next = {.slope = at.slope > 0 ? at.slope : 1};
    run->slope = at.slope;
    if (within && beyond)
        at.place = fmin(fmax(at.place, within->place), beyond->place);
    double asked = distance_asked(run, exp(run->open.sign * at.place));
    next.less = !within || (beyond && at.place - within->place > beyond->place - at.place);
    side *own = &sides[next.less ? 0 : 1];
    own->margin = fmax(own->margin, 1.2 * run->finest / next.slope / asked);
    bool halve = within && beyond && (own->failures >= MOST_FAILURES || !(at.slope > 0));
    next.value = !halve            ? candidate(run, &at, own, asked, next.less)
                 : run->open.whole ? floor((within->value + beyond->value) / 2)
                                   : value_near(run, (within->place + beyond->place) / 2, next.less);
    double away = halve ? asked : fmax(fabs(place_of(run, next.value) - at.place), 0.01 * asked);
    if (halve && run->open.whole) /* the only one left may be as near to the root as it likes */
        away *= pow(0.25, fmax(own->failures - MOST_FAILURES, 0));
    next.accuracy = run->given > 0 ? 0 : fmax(0.8 * next.slope * away, fmax(FINEST, run->finest));
    return next;
}

/* One side after the other: a number next to the root, by a bracket narrow enough to tell. What fails is tried again farther away, or
 * from the new estimate of the root, or in the middle of what is certified. */
static pld_status certify(search *run) {
    side sides[] = {{MARGIN, 0}, {MARGIN, 0}}; /* where less is spent, where more is */
    for (int tries = 0; tries < MOST_TRIES && run->count < MOST_SAMPLES; tries++) {
        const sample *within = nearest_within(run, false), *beyond = nearest_beyond(run, false);
        if (is_close_enough(run, within, beyond))
            break;
        root at = locate(run);
        if (is_at_end(run, within, beyond) || (!(within && beyond) && at.off == INFINITY))
            break; /* there is nothing else, or nothing to go by */
        trial next = next_trial(run, at, within, beyond, sides);
        /* Brackets that cannot be narrower do not tell what is nearer. */
        if (within && beyond && (beyond->place - within->place) * next.slope < 3 * run->finest)
            break;
        side *own = &sides[next.less ? 0 : 1];
        sample *made = NULL;
        if (!is_known(run, next.value, next.accuracy)) {
            pld_status status = measure(run, next.value, next.accuracy, &made);
            if (status != PLD_OK)
                return status;
            if (next.less ? made->spent.within : made->spent.beyond)
                continue;
        }
        own->failures++;
        own->margin *= 1.3; /* and, if the bracket could not be narrower, as much as that takes */
        if (next.value == end_of(run, next.less) && own->failures >= MOST_FAILURES)
            break;
    }
    return PLD_OK;
}

/* What only rougher brackets have certified, once more with the tolerances that are given. */
static pld_status confirm(search *run) {
    pld_status status = PLD_OK;
    for (int which = 0; which < 2 && status == PLD_OK && run->given > 0 && run->count < MOST_SAMPLES; which++) {
        bool known = which == 0 ? nearest_within(run, false) != NULL : nearest_beyond(run, false) != NULL;
        const sample *rough = which == 0 ? nearest_within(run, true) : nearest_beyond(run, true);
        sample *made;
        if (!known && rough)
            status = measure(run, rough->value, 0, &made);
    }
    return status;
}

/* --- the answer ------------------------------------------------------------------------------------------------------------------ */

/* Do the other mechanisms by themselves exceed the target? What they give is part of what all give, so that nothing can help then. */
static pld_status ask_others(search *run, pld_calibration *made, bool *settled) {
    pld__target_spent spent;
    *settled = false;
    if (run->other_count == 0)
        return PLD_OK;
    pld_status status = pld__target_measure(run->target, run->others, run->other_count, run->options, run->given > 0 ? 0 : ROUGH,
                                            &spent, run->error);
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
static void answer_one_side(const search *run, const sample *within, const sample *beyond, pld_calibration *made) {
    const char *key = run->open.key;
    const sample *end = is_at_end(run, within, beyond) ? (within ? within : beyond) : NULL;
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

static void answer(const search *run, pld_calibration *made) {
    const sample *within = nearest_within(run, false), *beyond = nearest_beyond(run, false);
    made->value = within ? within->value : NAN;
    made->limit = beyond ? beyond->value : NAN;
    made->spent = within ? within->spent.bracket : beyond ? beyond->spent.bracket : (pld_bracket){0, 0, INFINITY};
    made->spent_tolerance = within ? within->spent.tolerance : 0;
    if (beyond) {
        made->spent_at_limit = beyond->spent.bracket;
        made->limit_tolerance = beyond->spent.tolerance;
    }
    made->tolerance_met = is_close_enough(run, within, beyond);
    made->tolerance = distance_asked(run, within ? fmax(within->value, 0.5) : 1) * (within ? fmax(within->value, 0.5) : 1);
    made->queries = (unsigned)run->count;
    if (!within || !beyond)
        answer_one_side(run, within, beyond, made);
}

static pld_status find(search *run, pld_calibration *made) {
    bool settled;
    pld_status status = ask_others(run, made, &settled);
    if (status != PLD_OK || settled)
        return status;
    if (run->other_count > 0)
        memcpy(run->steps, run->others, run->other_count * sizeof *run->others);
    status = approach(run);
    if (status == PLD_OK)
        status = certify(run);
    if (status == PLD_OK)
        status = confirm(run);
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
    search *run = NULL;
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
