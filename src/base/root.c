#include "base/root.h"

static const double STEEPER = 4; /* a slope changes by no more from one secant to the next */

enum { MOST_SECANTS = 60 };

double pld__secant(pld__curve_value *curve, const void *context, long double level, double least, double guess, double *slope) {
    double at = guess, before = NAN;
    long double value_before = 0;
    for (int i = 0; i < MOST_SECANTS; i++) {
        long double value = curve(context, at);
        if (!isfinite(value)) {
            if (isnan(before))
                return NAN;
            at = (at + before) / 2;
            continue;
        }
        if (!isnan(before) && at != before) {
            double found = pld__slope_down(value_before, value, at - before, *slope);
            *slope = fmin(fmax(found, *slope / STEEPER), STEEPER * *slope);
        }
        before = at;
        value_before = value;
        double next = fmax(at + (double)(value - level) / *slope, least);
        if (fabs(next - at) <= 1e-16 * fabs(at) || next == at)
            break;
        at = next;
        if (fabsl(value - level) < 1e-13L)
            break;
    }
    return at;
}
