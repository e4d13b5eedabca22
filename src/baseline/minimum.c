#include "baseline/minimum.h"

#include <math.h>

double pld__minimum(pld__curve *curve, const void *context, double low, double high, double width, double *where) {
    const double golden = 0.61803398874989484820;
    double left = high - golden * (high - low), right = low + golden * (high - low);
    double at_left = curve(context, left), at_right = curve(context, right);
    double best = INFINITY;
    *where = low;
    for (;;) {
        if (at_left < best) {
            best = at_left;
            *where = left;
        }
        if (at_right < best) {
            best = at_right;
            *where = right;
        }
        if (high - low <= width)
            return best;
        if (at_left <= at_right) {
            high = right;
            right = left;
            at_right = at_left;
            left = high - golden * (high - low);
            at_left = curve(context, left);
        } else {
            low = left;
            left = right;
            at_left = at_right;
            right = low + golden * (high - low);
            at_right = curve(context, right);
        }
    }
}
