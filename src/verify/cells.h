/* Cells of one step as parts of the laws of its loss, from enclosures of their masses (T86). */
#ifndef PLD_VERIFY_CELLS_H
#define PLD_VERIFY_CELLS_H

#include "verify/loss_law.h"

#include <arb.h>

/* Losses of a cell are within [low, high]; from above those below `node` are raised to it. Cells side by side share their nodes.
 */
typedef struct pld__verify_range {
    double low, node, high;
} pld__verify_range;

/* Outward to a double. */
double pld__verify_upper_of(const arb_t value);
double pld__verify_lower_of(const arb_t value);

/* A cell of masses p and q: from above spread to its ends, from below one outcome. False without memory. */
bool pld__verify_cell_add(pld__verify_law laws[PLD__VERIFY_ENDS], const arb_t p, const arb_t q, const pld__verify_range *range,
                          slong precision);

/* A single loss, of mass p. */
bool pld__verify_atom_add(pld__verify_law laws[PLD__VERIFY_ENDS], const arb_t p, const arb_t loss);

#endif
