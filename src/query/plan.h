/* From mechanisms, target and tolerance to lattice, windows and tilts; and what that will need in memory. */
#ifndef PLD_QUERY_PLAN_H
#define PLD_QUERY_PLAN_H

#include "compose/compose.h"
#include "query/jumps.h"

/* The question, and what is known about its answer. */
typedef struct pld__question {
    bool for_delta;              /* epsilon is given and delta asked; otherwise delta is given */
    double log_delta;            /* given */
    long double exact_log_delta; /* the same, to all digits that it was given with */
    double epsilon;              /* given */
    bool asked[PLD_DIRECTIONS];
} pld__question;

typedef struct pld__direction_plan {
    pld__aim aim; /* at the leading term, if there are jumps */
    pld__jumps jumps;
    double highest; /* end of the window */
    pld__fourier_plan fourier[PLD__MOST_JUMPS + 1];
    pld__compose_plan compose; /* its Fourier sums are set when it is run */
} pld__direction_plan;

typedef struct pld__plan {
    double width;   /* of the buckets */
    bool smooth;    /* set it to smooth as much as it takes to have few enough frequencies */
    bool must_jump; /* set it where compositions without jumps have too many frequencies */
    pld__direction_plan directions[PLD_DIRECTIONS];
    double aimed;           /* width in epsilon that the grid was made for */
    bool listed;            /* buckets by the targets' lists of edges, composed by few frequencies */
    bool widened;           /* buckets by such lists, composed by transforms: equal ones where it matters */
    size_t longest;         /* window */
    double memory;          /* bytes, predicted, where one end of a bracket is computed after the other */
    double memory_together; /* and where all are at once */
    bool memory_bound;
    bool endless; /* no width makes the windows short enough: there are no buckets */
    bool limited; /* the memory limit made a difference */
} pld__plan;

/* Truncates and aims: sets targets[].highest and the plan's aims. `tolerance` is the width asked in epsilon, `guess` (may be NULL) holds
 * an epsilon per direction known from an earlier round. */
void pld__plan_aim(pld__target *targets, size_t count, const pld__question *question, double tolerance, const double *guess,
                   pld__plan *plan);

/* Looks for jumps in the directions where few steps decide; these move the aims. */
void pld__plan_jumps(const pld__target *targets, size_t count, const pld__question *question, double tolerance,
                     const double *guess, pld__plan *plan);

/* The direction that decides the combined answer, as far as the aims tell. */
int pld__plan_leader(const pld__question *question, const pld__plan *plan);

/* A bucket width whose grid error should be `tolerance`. */
double pld__plan_width(const pld__target *targets, size_t count, const pld__question *question, double tolerance,
                       const pld__plan *plan);

/* Lists of edges whose grid error should be `tolerance`, with windows. plan->listed is false afterwards if they would be too long. */
pld_status pld__plan_lists(pld__target *targets, size_t count, const pld__question *question, double tolerance,
                           double grid_tolerance, double memory_limit, pld__plan *plan);

/* Windows and lengths for a width, wider if memory_limit (bytes) or most_buckets (0: none) ask for it; or plan->endless. */
pld_status pld__plan_windows(pld__target *targets, size_t count, const pld__question *question, double tolerance, double width,
                             double memory_limit, size_t most_buckets, pld__plan *plan);

#endif
