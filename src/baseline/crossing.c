#include "baseline/crossing.h"

#include "base/root.h"

typedef struct {
    pld__curve *curve;
    const void *context;
    double level;
} question;

static bool is_above(const void *context, double x) {
    const question *ask = context;
    return ask->curve(ask->context, x) > ask->level;
}

double pld__crossing(pld__curve *curve, const void *context, double level, double low, double high, double width) {
    const question ask = {curve, context, level};
    pld__halve(is_above, &ask, width, &low, &high);
    return high;
}
