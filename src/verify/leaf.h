/* The law of the loss of one step, from above or from below, from enclosures of the masses of cells (T86). */
#ifndef PLD_VERIFY_LEAF_H
#define PLD_VERIFY_LEAF_H

#include "verify/aim.h"
#include "verify/loss_law.h"

/* Where to cut: losses at about which cells should end, and how far outcomes are followed, in standard deviations. Any will do.
 */
typedef struct pld__verify_cuts {
    const pld__verify_edges *edges;
    double reach;
} pld__verify_cuts;

/* False where that kind of step is not known here, or without memory; then there is nothing to clear. */
bool pld__verify_leaf_make(const pld__verify_factor *factor, const pld__aim *aim, const pld__verify_cuts *cuts, slong precision,
                           pld__verify_law laws[PLD__VERIFY_ENDS]);

/* That of Laplace noise, sampled or not; what there is so far stays on failure. */
bool pld__verify_leaf_laplace(const pld__verify_factor *factor, const pld__verify_cuts *cuts, slong precision,
                              pld__verify_law laws[PLD__VERIFY_ENDS]);

#endif
