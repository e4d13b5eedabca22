/* Cells: the loss axis cut at the lattice edges i * width, each bucket cut further, with P- and Q-mass of every cell. One set of cells
 * serves both bounds and both directions. */
#ifndef PLD_BUCKETS_CELLS_H
#define PLD_BUCKETS_CELLS_H

#include "mechanism/pair.h"

typedef struct pld__cells {
    double width;
    int64_t first;    /* bucket i lies between the losses (first + i) * width and (first + i + 1) * width */
    size_t buckets;
    size_t *start;    /* cells of bucket i: start[i] .. start[i + 1] - 1, in increasing loss */
    size_t count;     /* of cells */
    double *p, *q;    /* their masses */
    double *rho, *kappa; /* accuracy in each bucket: see pld__accuracy */
    pld__mass below, above; /* outside all buckets */
    long double dropped;    /* mass that the mechanism leaves out */
    bool heavy_above; /* the heavy end (the hard edge) is at the top */
} pld__cells;

enum { PLD__CELLS_PER_BUCKET = 4 };

/* Cells for the losses from lowest to highest (remove direction), each clamped to the support. */
pld_status pld__cells_create(const pld_mechanism *mechanism, double width, double lowest, double highest, pld__cells **cells);
void pld__cells_free(pld__cells *cells);

/* Bytes that pld__cells_create will hold at once, from above. */
double pld__cells_memory(double width, double lowest, double highest);

/* The ledger term "cells" of one step: sum of w_i (kappa_i + rho_i / theta) over the law tilted by theta. */
double pld__cells_slack(const pld__cells *cells, pld_direction direction, double theta);

#endif
