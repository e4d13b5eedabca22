/* What holds of every estimate. */
#ifndef TESTS_SUPPORT_ESTIMATE_H
#define TESTS_SUPPORT_ESTIMATE_H

#include <math.h>
#include <pld/query.h>

/* Inside the bracket; missing only where that is wider than asked, which no narrow one is. */
static inline bool estimate_fits(const pld_bracket *bracket, double asked) {
    if (isnan(bracket->estimate))
        return bracket->upper - bracket->lower > asked;
    return bracket->lower <= bracket->estimate && bracket->estimate <= bracket->upper;
}

#endif
