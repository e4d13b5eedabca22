/* Where the nodes of a law of ratios go: close where mass decides, wide where there is hardly any. Any nodes are valid, good ones
 * make the law tight. */
#ifndef PLD_PAIR_RATIO_NODES_H
#define PLD_PAIR_RATIO_NODES_H

#include "pair/ratio.h"

enum { PLD__RATIO_TILTS = 3 };

/* What a law is made for: some of the summands of a sum of `total`, of mean 1 each. */
typedef struct pld__ratio_purpose {
    double terms, total;
    double rest;                    /* that the sum has besides, without noise */
    double theta[PLD_DIRECTIONS];   /* the tilts that decide, of remove and of add */
    double typical[PLD_DIRECTIONS]; /* what another summand is then like */
    double resolution;              /* the width of equal steps of the loss that would cost as much as all nodes of the sum */
    double log_scale[PLD_DIRECTIONS][PLD__RATIO_TILTS]; /* logs of the moments of the whole sum, or -INFINITY: see below */
    double log_negligible;                              /* of the P- or Q-mass of one summand */
    double stages;                                      /* how many laws share that */
} pld__ratio_purpose;

/* From a rough law of the whole sum: its moments at the tilts that nodes are placed for, and what a summand is like then. */
void pld__ratio_purpose_from(const pld__ratio_law *sum, pld__ratio_purpose *purpose);

/* Nodes for a + b (b may be NULL: for a itself), from its smallest to its largest value; *nodes is allocated. */
pld_status pld__ratio_nodes(const pld__ratio_law *a, const pld__ratio_law *b, const pld__ratio_purpose *purpose, double **nodes,
                            size_t *count);

#endif
