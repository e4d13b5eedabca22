/* When rare far losses decide: compositions taken apart by the number of steps that jump (compose/fourier.h).
 *
 * A single tilt serves when delta comes from many steps together. When it comes from a few steps with far losses, the tilt that
 * finds these makes them common: the tilted law is about other events than delta is, and round-off and windows are those of these
 * events. So a loss is chosen above which a step jumps, and each number of jumps gets the tilt that suits it. Only tightness
 * depends on these choices. */
#ifndef PLD_PLAN_JUMPS_H
#define PLD_PLAN_JUMPS_H

#include "compose/fourier.h"
#include "plan/saddle.h"

/* The composition with this many jumps: its tilt, moment there, and log of the Chernoff bound of its part of delta. */
typedef struct pld__jump_term {
    unsigned jumps;
    double theta, log_moment, log_bound;
} pld__jump_term;

typedef struct pld__jumps {
    double cut; /* INFINITY: no step jumps, there is one term */
    size_t count;
    pld__jump_term terms[PLD__MOST_JUMPS + 1];
    size_t leading; /* the term with the largest bound */
    double epsilon;
    double log_total; /* log of the sum of the bounds */
} pld__jumps;

/* Is the law tilted by theta one of few steps, so that jumps should be looked for? */
bool pld__jumps_few_steps(const pld__sketch *sketch, pld_direction direction, double theta);

/* The best cut and tilts at an epsilon, for answers that matter down to `log_allowed` (of delta). Without a cut if that is nearly
 * as good, unless there `must` be one. *jumps may hold an earlier choice, whose cut is kept if epsilon is near. */
void pld__jumps_choose(const pld__sketch *sketch, pld_direction direction, double epsilon, double log_allowed, bool must,
                       pld__jumps *jumps);

/* About the epsilon that belongs to log_delta. */
double pld__jumps_epsilon(const pld__sketch *sketch, pld_direction direction, double log_delta, double log_allowed,
                          double highest);

/* log of the moment at lambda of the composition with so many jumps. */
double pld__jumps_log_moment(const pld__sketch *sketch, pld_direction direction, double cut, unsigned jumps, double lambda);

/* Could jumps make bounds enough smaller where delta is e^log_delta? `start` is a tilt to start from. */
bool pld__jumps_may_gain(const pld__sketch *sketch, pld_direction direction, double log_delta, double log_allowed, double start);

/* Is the tilted law so much wider than a normal one that it is about more than what decides? */
bool pld__jumps_strained(const pld__saddle *saddle);

#endif
