/* delta(epsilon) of a composition in one direction as a sum over frequencies, in balls. */
#ifndef PLD_VERIFY_CONTOUR_H
#define PLD_VERIFY_CONTOUR_H

#include "verify/moments.h"

typedef struct pld__contour {
    pld__hint hint;
    slong precision;
    double work;   /* nodes times frequencies, in words of 128 bits */
    acb_ptr terms; /* E e^(s_k L)/(s_k (s_k + 1)) of the whole composition */
    arb_t order;   /* upper bound of the moment of the order */
    arb_t end;     /* upper bound of the modulus of the moments from the last frequency on */
    arb_t lost;    /* from the mass at infinite loss to that and all mass left out: what delta has more than the sum says */
} pld__contour;

/* False without memory, or where the hint is too much work or none at all; then there is nothing to clear. The aims belong to the
 * factors. `log_error` is about the relative error wanted of each moment. */
bool pld__contour_init(pld__contour *contour, const pld__verify_factors *factors, pld__aim *aims, const pld__hint *hint,
                       double log_error);
void pld__contour_clear(pld__contour *contour);

/* An enclosure of delta(epsilon). */
void pld__contour_delta(const pld__contour *contour, const arb_t epsilon, arb_t delta);

#endif
