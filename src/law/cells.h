/* Cells: the loss axis cut at the lattice edges offset + i * width, each bucket cut further, with P- and Q-mass of every cell.
 * One set of cells serves both bounds and both directions.
 *
 * Masses are kept relative to their bucket, so that nothing under- or overflows however small delta or sigma is: in bucket b,
 * P-mass = p e^unit[b] and Q-mass = q e^(unit[b] - low(b)), where low(b) = offset + edge(b) * width is the loss at its lower
 * edge. So p/q = e^(loss - low(b)) lies between 1 and e^(width of the bucket). Buckets are one lattice step wide, or as many as a
 * list of edges says. */
#ifndef PLD_LAW_CELLS_H
#define PLD_LAW_CELLS_H

#include "pair/pair.h"

typedef struct pld__cells {
    double width;
    double offset; /* a hard edge, so that it lies on a node, or 0 */
    int64_t first; /* edge(b) = first + b, unless there is a list */
    int64_t *edges;
    size_t buckets;
    size_t *start; /* cells of bucket b: start[b] .. start[b + 1] - 1, in increasing loss */
    size_t count;  /* of cells */
    double *p, *q, *unit;
    double *rho, *kappa;        /* accuracy in each bucket: see pld__accuracy */
    pld__log_mass below, above; /* outside all buckets */
    double
        end_error[PLD_DIRECTIONS]; /* how far the end of the loss may be from where it was taken to be; INFINITY if it has none */
    double tail_slope;             /* of the mechanism: how good masses of tails are */
    long double dropped;           /* mass that the mechanism leaves out */
    double loss_error; /* how far losses may be outside of their buckets, where these are given and not found: an upper law pays
                          for it (T114) */
    long double infinity[PLD_DIRECTIONS]; /* beside the buckets and tails: mass that an upper law has at infinity */
    bool heavy_above;                     /* the heavy end (the hard edge) is at the top */
    bool hard_edge;                       /* there is one */
    bool has_end_atoms;                   /* the ends of the loss have mass by themselves: the outermost buckets are about them */
} pld__cells;

enum { PLD__CELLS_PER_BUCKET = 4 };

/* Cells for the losses from lowest to highest (remove direction), each clamped to the support. The result does not depend on the
 * number of threads. */
pld_status pld__cells_create(const pld_mechanism *mechanism, double width, double lowest, double highest, unsigned threads,
                             pld__cells **cells);
/* The same on a list of `edge_count` increasing edges, counted in widths from the mechanism's offset. */
pld_status pld__cells_create_on(const pld_mechanism *mechanism, double width, const int64_t *edges, size_t edge_count,
                                unsigned threads, pld__cells **cells);
/* On the same grids, but with the outcomes of a law (a sparse mechanism) in place of those of the mechanism: cells of an upper
 * law to be spread, or of a lower one to be merged (T114). */
pld_status pld__cells_create_from(const pld_mechanism *law, const pld_mechanism *mechanism, double width, double lowest,
                                  double highest, pld__cells **cells);
pld_status pld__cells_create_from_on(const pld_mechanism *law, const pld_mechanism *mechanism, double width, const int64_t *edges,
                                     size_t edge_count, pld__cells **cells);
/* Of a sparse mechanism, for the losses from lowest to highest; what is beyond them are tails. */
pld_status pld__cells_of_outcomes(const pld_mechanism *mechanism, double width, double lowest, double highest,
                                  pld__cells **cells);
/* The loss that edges of this mechanism count from. */
double pld__cells_offset(const pld_mechanism *mechanism);
void pld__cells_free(pld__cells *cells);

/* Edge b, for b from -2 to buckets + 2: beyond the ends the outermost step goes on. */
int64_t pld__cells_edge(const pld__cells *cells, int64_t bucket);

/* Bytes that pld__cells_create will hold at once, from above. */
double pld__cells_memory(double width, double lowest, double highest);

double pld__cells_low(const pld__cells *cells, size_t bucket);
/* The width of one bucket. */
double pld__cells_step(const pld__cells *cells, size_t bucket);

/* The log of sum of P-mass (add: Q-mass) e^(theta loss), roughly: what tilted weights are scaled by. */
double pld__cells_scale(const pld__cells *cells, pld_direction direction, double theta);

/* The ledger term "cells" of one step: sum of w_b (2 kappa_b + 2 rho_b / theta) over the law tilted by theta. */
double pld__cells_slack(const pld__cells *cells, pld_direction direction, double theta);

#endif
