/* The integrand of a contour integral at its nodes. */
#ifndef PLD_ESTIMATE_CONTOUR_NODES_H
#define PLD_ESTIMATE_CONTOUR_NODES_H

#include "estimate/contour_points.h"

#include <complex.h>

enum { PLD__CONTOUR_NODES = 2000 }; /* the most */

/* Nodes are c + i j spacing, j = 0, 1, 2 .. */
typedef struct pld__contour_line {
    double c, spacing;
} pld__contour_line;

/* (phi(t_j) e^(-i t_j mean))^T / (s (s + 1)) of all steps together, with their log moment at c and the mean: nodes until they are
 * negligible, or as many as *nodes says if that is not 0. PLD_ERROR_ARGUMENT: that would be too many. */
pld_status pld__contour_nodes(pld__contour_points *points, const pld__contour_line *line, double complex *out, double *log_scale,
                              double *mean, size_t *nodes);

#endif
