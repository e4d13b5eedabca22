#include "certify/lattice_ends.h"

#include "base/base.h"
#include "base/root.h"

#include <math.h>

/* The lattice point left of where the sum, as it is, crosses a level, not left of `first`: secants inside of what encloses it. */
static int64_t find_cell(const pld__lattice_sum *sum, long double level, int64_t first, int64_t guess) {
    int64_t low = first, high = INT64_MAX, at = guess > first ? guess : first, stride = 1;
    double slope = sum->theta * (double)sum->lattice.spacing;
    long double before = NAN;
    int64_t before_at = 0;
    for (int i = 0; i < 200 && (high == INT64_MAX || high - low > 1); i++) {
        long double over = pld__lattice_at(sum, at).value - level;
        if (over > 0)
            low = at;
        else if (at == first) /* below the level from the start */
            return first;
        else
            high = at;
        if (isfinite(over) && isfinite(before) && at != before_at)
            slope = pld__slope_down(before, over, (double)(at - before_at), slope);
        before = over;
        before_at = at;
        double step = isfinite(over) ? (double)over / slope : NAN;
        int64_t next = fabs(step) < 1e15 ? at + (int64_t)ceil(step) : at;
        if (high == INT64_MAX) { /* not enclosed yet */
            next = next > low ? next : low + stride;
            stride *= 2;
            if (stride > (int64_t)1 << 56)
                break;
        } else if (next <= low || next >= high || i % 4 == 3) {
            next = low + (high - low) / 2;
        }
        at = next;
    }
    return low;
}

/* How far along its cell, as a length of epsilon, a line in e^epsilon from e^left to e^right is at e^level. */
static long double crossing(const pld__lattice_sum *sum, long double left, long double right, long double level) {
    long double h = sum->lattice.spacing, fallen = -expm1l(level - left), all = right > -INFINITY ? -expm1l(right - left) : 1;
    if (!(left > level))
        return 0;
    if (!(right < level))
        return h;
    long double part = fminl(fallen / all, 1);
    return h < 1 ? log1pl(part * expm1l(h)) : fmaxl(h + logl(part + (1 - part) * expl(-h)), 0);
}

/* A double that is at least (or at most) the number, and not below 0. */
static double outward(long double number, bool upper) {
    double near = (double)number;
    if (upper ? near < number : near > number)
        near = nextafter(near, upper ? INFINITY : -INFINITY);
    return fmax(near, 0);
}

/* From the cell where the sum crosses, outward to the first one whose outer point is certified to be on its side. */
static void find_end(const pld__lattice_sum *sum, long double level, int64_t cell, bool upper, double slope, pld__end *end) {
    *end = (pld__end){.value = upper ? INFINITY : 0};
    int64_t step = 0;
    for (int i = 0; i < 60; i++, step = step ? 2 * step : 1) {
        int64_t outer = upper ? cell + 1 + step : cell - step;
        pld__kernel_bounds found = pld__lattice_at(sum, outer);
        if (!(upper ? found.log_delta.upper <= level : found.log_delta.lower > level))
            continue;
        int64_t left = upper ? outer - 1 : outer;
        pld__kernel_bounds other = pld__lattice_at(sum, upper ? left : outer + 1);
        long double first = upper ? other.log_delta.upper : found.log_delta.lower;
        long double second = upper ? found.log_delta.upper : other.log_delta.lower;
        long double at = pld__lattice_loss(sum, left) + crossing(sum, first, second, level);
        long double blur = pld__lattice_blur(sum, (double)at);
        end->value = outward(upper ? at + blur : at - blur, upper);
        end->ledger = pld__kernel_ledger(upper ? &other : &found, slope, upper);
        if (!isfinite(end->value))
            *end = (pld__end){.value = upper ? INFINITY : 0};
        return;
    }
}

static void answer_epsilon(const pld__lattice_sum *sum, const pld__question *question, double guess, pld__kernel_ends *answer) {
    int64_t first, near;
    if (!pld__lattice_point_below(sum, 0, &first) || !pld__lattice_point_below(sum, guess, &near))
        return;
    long double level = question->log_delta;
    int64_t cell = find_cell(sum, level, first, near);
    pld__kernel_bounds left = pld__lattice_at(sum, cell), right = pld__lattice_at(sum, cell + 1);
    if (!isfinite(left.value))
        return;
    long double at = pld__lattice_loss(sum, cell) + crossing(sum, left.value, right.value, level);
    double slope = fmax((double)((left.value - fmaxl(right.value, left.value - 1)) / sum->lattice.spacing), 1e-300);
    answer->estimate = fmax((double)at, 0);
    find_end(sum, pld__log_delta_outward(question, true), cell, true, slope, &answer->of[PLD__UPPER]);
    find_end(sum, pld__log_delta_outward(question, false), cell, false, slope, &answer->of[PLD__LOWER]);
    if (cell == first && pld__lattice_log_delta(sum, 0).log_delta.upper <= pld__log_delta_outward(question, true)) {
        answer->of[PLD__UPPER] = answer->of[PLD__LOWER] = (pld__end){.value = 0};
        answer->estimate = 0;
    }
    answer->cost = left.terms;
    answer->found = true;
}

static void answer_delta(const pld__lattice_sum *sum, const pld__question *question, pld__kernel_ends *answer) {
    pld__kernel_bounds found = pld__lattice_log_delta(sum, question->epsilon);
    if (!isfinite(found.value))
        return;
    answer->of[PLD__LOWER] =
        (pld__end){.value = pld__log_delta_end(found.log_delta, false), .ledger = pld__kernel_ledger(&found, 1, false)};
    answer->of[PLD__UPPER] =
        (pld__end){.value = pld__log_delta_end(found.log_delta, true), .ledger = pld__kernel_ledger(&found, 1, true)};
    answer->estimate = (double)found.value;
    answer->cost = found.terms;
    answer->found = true;
}

pld__kernel_ends pld__lattice_ends_of(const pld__lattice_sum *sum, const pld__question *question, double guess) {
    pld__kernel_ends ends = pld__kernel_ends_of(NULL, question, 0);
    if (!sum->usable)
        return ends;
    if (question->for_delta)
        answer_delta(sum, question, &ends);
    else
        answer_epsilon(sum, question, guess, &ends);
    return ends;
}
