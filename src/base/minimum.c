#include "base/minimum.h"

#include <math.h>

static const double GOLDEN = 0.61803398874989484820, FIRST_STEP = 1.25;

typedef struct {
    double x, value;
} place;

/* From `start` towards `end` in growing steps while the function falls. The least value of that side lies between the place
 * before the best one, *behind, and the one after it, *ahead; the best one is returned. What is infinite counts as falling. */
static place descend(pld__curve *curve, const void *context, place start, double end, double *behind, double *ahead) {
    place best = start;
    double sign = end > start.x ? 1 : -1, step = FIRST_STEP;
    *behind = start.x;
    *ahead = start.x;
    while (best.x != end) {
        double x = sign * fmin(sign * (best.x + sign * step), sign * end);
        place next = {x, curve(context, x)};
        *ahead = next.x;
        if (!(next.value < best.value) && isfinite(best.value))
            break;
        *behind = best.x;
        best = next;
        step /= GOLDEN;
    }
    return best;
}

static place golden_section(pld__curve *curve, const void *context, double low, double high, double width, place best) {
    place left = {high - GOLDEN * (high - low), 0}, right = {low + GOLDEN * (high - low), 0};
    left.value = curve(context, left.x);
    right.value = curve(context, right.x);
    for (;;) {
        best = left.value < best.value ? left : best;
        best = right.value < best.value ? right : best;
        if (high - low <= width)
            return best;
        if (left.value <= right.value) {
            high = right.x;
            right = left;
            left.x = high - GOLDEN * (high - low);
            left.value = curve(context, left.x);
        } else {
            low = left.x;
            left = right;
            right.x = low + GOLDEN * (high - low);
            right.value = curve(context, right.x);
        }
    }
}

double pld__minimum_between(pld__curve *curve, const void *context, double low, double high, double width, double *where) {
    place best = golden_section(curve, context, low, high, width, (place){low, INFINITY});
    *where = best.x;
    return best.value;
}

double pld__minimum(pld__curve *curve, const void *context, double low, double high, double width, double *where) {
    place start = {0, curve(context, 0)};
    double behind, ahead, other;
    place best = descend(curve, context, start, low, &behind, &ahead);
    if (best.x == 0) { /* it rises to the left, at `ahead` already: so the least value is to the right of that */
        other = ahead;
        best = descend(curve, context, start, high, &behind, &ahead);
        behind = best.x == 0 ? other : behind;
    }
    best = golden_section(curve, context, fmin(behind, ahead), fmax(behind, ahead), width, best);
    *where = best.x;
    return best.value;
}
