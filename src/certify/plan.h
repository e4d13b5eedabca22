/* A plan: which grid, window, tilts and frequencies to compose with. Any values are valid, good ones are tight: nothing that is
 * certified rests on where a plan came from (the folder plan/ makes them). */
#ifndef PLD_CERTIFY_PLAN_H
#define PLD_CERTIFY_PLAN_H

#include "compose/compose.h"

typedef enum pld__plan_kind {
    PLD__PLAN_NONE = 0,    /* nothing worth running: windows without end, lists that are too long, or no memory for either */
    PLD__PLAN_FREQUENCIES, /* laws on lists of edges, composed by few frequencies */
    PLD__PLAN_TRANSFORMS   /* laws on one lattice, composed by fast Fourier transforms */
} pld__plan_kind;

/* Where the buckets of a step lie. */
typedef struct pld__grid {
    double lowest, highest; /* losses, in the direction remove: from where to where equal buckets go if there is no list */
    int64_t *edges; /* in widths from the mechanism's offset, increasing; NULL: equal buckets, or a step that has outcomes */
    size_t edge_count;
    double resolution, log_negligible; /* what the laws of a step that is known between two are made for (pair/enclosure.h) */
} pld__grid;

/* A step of the list and the grid that it gets. */
typedef struct pld__placed_step {
    size_t step, grid;
} pld__placed_step;

typedef struct pld__direction_plan {
    double theta; /* the tilt of all laws */
    double cut;   /* losses above it are jumps; INFINITY: none are */
    pld__fourier_plan fourier[PLD__MOST_JUMPS + 1];
    pld__compose_plan compose; /* its Fourier sums are set when it is run */
} pld__direction_plan;

typedef struct pld__plan {
    pld__plan_kind kind;
    double width; /* of the buckets, or of the lattice that their edges lie on */
    pld__grid *grids;
    size_t grid_count;
    pld__placed_step *places; /* every step once, in the order in which they are composed */
    size_t place_count;
    pld__direction_plan directions[PLD_DIRECTIONS];
    size_t longest;         /* window or list */
    double memory;          /* bytes, predicted, where one end of a bracket is computed after the other */
    double memory_together; /* and where all are at once */
} pld__plan;

/* What it owns; NULL is fine. */
void pld__plan_free(pld__plan *plan);

#endif
