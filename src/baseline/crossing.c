#include "baseline/crossing.h"

double pld__crossing(pld__curve *curve, const void *context, double level, double low, double high, double width) {
    while (high - low > width * high) {
        double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            break;
        if (curve(context, middle) > level)
            low = middle;
        else
            high = middle;
    }
    return high;
}
