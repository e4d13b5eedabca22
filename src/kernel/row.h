/* What one step of a factor says at the frequencies of a plan: all that a sum needs of it, but how often it is composed.
 *
 * Theorem (T120), rows. Moments of independent losses multiply: log M of a composition is the sum of log M of one step times how
 * often that is composed, its error at most the sum of the errors times the counts, and so are the bounds of (T72) and of
 * M(lambda). So a row serves every count, and a sum of rows every epsilon (T76). */
#ifndef PLD_KERNEL_ROW_H
#define PLD_KERNEL_ROW_H

#include "kernel/counts.h"
#include "kernel/moment.h"

/* Where the nodes of a factor are: any values are valid, good ones are tight. */
typedef struct pld__kernel_grid {
    double step; /* of the nodes; at most 20 bits */
    int64_t first, last;
    pld__kernel_panels panels; /* instead of these, for sampled Laplace steps */
    size_t by_ends;            /* which of their frequencies is the first to be taken from ends (T130); 0: none */
    double shift;              /* of the contour that shows the decay */
    pld__counts_grid counts;   /* instead, for an epoch of random allocation */
    pld__kernel_cut cut;       /* what is not kept counts in full in the upper end */
} pld__kernel_grid;

/* How many nodes that are. */
static inline double pld__kernel_grid_nodes(const pld__kernel_grid *grid) {
    if (grid->counts.step > 0)
        return (double)(grid->counts.last - grid->counts.first + 1);
    double sum = grid->panels.count > 0 ? 2 : (double)(grid->last - grid->first + 1);
    for (size_t i = 0; i < grid->panels.count; i++)
        sum += grid->panels.nodes[i];
    return sum;
}

/* Frequencies k spacing, k = 0 .. last; phasors are made anew every `stride` of them, and turned by products in between. */
typedef struct pld__kernel_axis {
    double theta, lambda, spacing;
    size_t last, stride;
} pld__kernel_axis;

typedef struct pld__kernel_row {
    pld__kernel_axis axis;
    pld__kernel_log *log;     /* log M(theta + i k spacing); owned */
    long double log_behind;   /* log of |M| from the last frequency on, from above */
    long double log_lambda;   /* log M(lambda), from above */
    pld__kernel_decay behind; /* what the first is from, without a cut, and the second from either side; of mixtures */
    pld__kernel_log lambda;
    long double lost; /* P-mass of one step that the cut does not keep, from above */
    bool known;       /* otherwise nothing is */
} pld__kernel_row;

pld_status pld__kernel_row_create(const pld__kernel_factor *factor, const pld__kernel_grid *grid, const pld__kernel_axis *axis,
                                  pld__kernel_row *row);
void pld__kernel_row_free(pld__kernel_row *row);

#endif
