/* Windows of transforms: from which to which composed loss, and in how many buckets. */
#ifndef PLD_PLAN_WINDOW_H
#define PLD_PLAN_WINDOW_H

#include "plan/outlook.h"

/* What windows may take. */
typedef struct pld__window_limits {
    double memory;       /* bytes */
    size_t most_buckets; /* of a window; 0: any */
    bool aligned;        /* the width is meant to all its digits */
} pld__window_limits;

/* Windows and lengths for buckets of this width, wider if the limits ask for it; the saddles may be tilted less. Sets all of the
 * plan but grids and places; its kind is PLD__PLAN_NONE if no width makes the windows short enough. */
void pld__window_place(const pld__sketch *sketch, const pld__question *question, double tolerance, double width,
                       pld__window_limits limits, pld__outlook *outlook, pld__plan *plan);

#endif
