/* Where log(spent/allowed) is 0, by estimates. */
#include "query/calibrate_search.h"

#include "base/root.h"

#include <math.h>

/* Measurements on the way to the root. */
enum { MOST_SEARCH = 60 };

/* How far off the secant through sharp estimates may be: about the product of what it spans and what is left. */
static const double NEAR = 0.25;

/* Brackets are asked to tell where the root is to so many times the distance asked for; certifying needs finer ones anyway. */
static const double BLUNT = 8;

/* The longest step of the search, as a log. */
static const double STRIDE = 1.5;

/* By how much an estimate may be off. */
static double blur_of(const pld__calibration_sample *one) {
    return one->spent.sharp ? 0 : one->spent.upper - one->spent.lower;
}

static double score_of(const pld__calibration_sample *one) {
    return fabs(one->spent.estimate) + 2 * blur_of(one);
}

/* The best sample to go by; or the second, which is for the slope: the two must differ by more than they may be off. */
static const pld__calibration_sample *best_sample(const pld__calibration_search *run, const pld__calibration_sample *first) {
    const pld__calibration_sample *best = NULL;
    for (size_t i = 0; i < run->count; i++) {
        const pld__calibration_sample *one = &run->samples[i];
        if (!isfinite(score_of(one)) || one == first || (best && score_of(one) >= score_of(best)))
            continue;
        if (!first || fabs(one->spent.estimate - first->spent.estimate) > 4 * (blur_of(one) + blur_of(first)))
            best = one;
    }
    return best;
}

pld__calibration_root pld__calibration_locate(const pld__calibration_search *run) {
    pld__calibration_root found = {
        .below = -INFINITY, .above = INFINITY, .off = INFINITY, .spread = INFINITY, .least = -INFINITY, .most = INFINITY};
    for (size_t i = 0; i < run->count; i++) {
        const pld__calibration_sample *one = &run->samples[i];
        const pld__target_spent *spent = &one->spent;
        if (spent->sharp ? spent->estimate > 0 : spent->lower > 0)
            found.above = fmin(found.above, one->place);
    }
    /* Where spending is not monotone, numbers beyond the first that exceeds the target may keep to it: they do not enclose a
     * root. */
    for (size_t i = 0; i < run->count; i++) {
        const pld__calibration_sample *one = &run->samples[i];
        if ((one->spent.sharp ? one->spent.estimate <= 0 : one->spent.upper <= 0) && one->place < found.above)
            found.below = fmax(found.below, one->place);
    }
    for (size_t i = 0; i < run->count; i++) {
        double place = run->samples[i].place;
        found.most = place > found.below ? fmin(found.most, place) : found.most;
        found.least = place < found.above ? fmax(found.least, place) : found.least;
    }
    const pld__calibration_sample *first = best_sample(run, NULL), *second = first ? best_sample(run, first) : NULL;
    if (!first)
        return found;
    if (second) {
        found.slope = pld__slope_down(second->spent.estimate, first->spent.estimate, second->place - first->place, 0);
        found.spread = fabs(second->place - first->place);
    }
    double scale = found.slope > 0 ? found.slope : 1;
    found.off = fabs(first->spent.estimate) / scale;
    found.blur = blur_of(first) / scale;
    found.place = first->place - first->spent.estimate / scale;
    return found;
}

/* The next place to look at while the root is not enclosed: beyond it, but not by much. */
static double next_outward(const pld__calibration_search *run, const pld__calibration_root *at, double stride) {
    const pld__calibration_sample *last = &run->samples[run->count - 1];
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
static double next_inward(const pld__calibration_root *at, bool trust) {
    bool inside = at->place > at->below && at->place < at->above;
    return trust && at->slope > 0 && inside ? at->place : at->below + (at->above - at->below) / 2;
}

/* Follows the estimates until they say where the root is to within the distance asked for, or the end of what is allowed. */
pld_status pld__calibration_approach(pld__calibration_search *run) {
    double stride = STRIDE, nearest = INFINITY;
    int slow = 0; /* secants that did not get nearer by much */
    pld__calibration_sample *made;
    pld_status status = pld__calibration_measure(run, run->open.start, PLD__CALIBRATION_ROUGH, &made);
    for (int step = 0; step < MOST_SEARCH && status == PLD_OK; step++) {
        pld__calibration_root at = pld__calibration_locate(run);
        run->slope = at.slope;
        bool enclosed = isfinite(at.below) && isfinite(at.above);
        slow = at.off > 0.5 * nearest ? slow + 1 : 0;
        nearest = fmin(nearest, at.off);
        double place = enclosed ? next_inward(&at, slow < 2) : next_outward(run, &at, stride);
        bool less = enclosed || at.above < INFINITY; /* whole numbers: never back to where it came from */
        double value = pld__calibration_value_near(run, place, less), asked = pld__calibration_distance(run, value);
        if (pld__calibration_is_known(run, value, INFINITY) || (enclosed && at.above - at.below <= asked))
            break; /* an end; whole numbers next to each other; near enough */
        double blunt = at.slope > 0 ? fmax(BLUNT * asked, 2 * run->finest / at.slope) : 0;
        if (at.slope > 0 && at.off * fmin(at.spread, 1) < fmax(NEAR * asked, 0.1 * blunt) && at.blur < blunt)
            break;
        /* Blunt estimates are as good as their brackets: these get narrower as the root gets nearer. */
        double accuracy =
            at.blur == 0 || !(at.slope > 0) ? PLD__CALIBRATION_ROUGH : 0.3 * at.slope * fmax(at.off, 0.5 * BLUNT * asked);
        status = pld__calibration_measure(run, value, accuracy, &made);
        if (!enclosed && status == PLD_OK && !isfinite(made->spent.estimate))
            stride *= 2;
        slow = enclosed && slow >= 2 ? 0 : slow;
    }
    return status;
}
