/* E e^(sL) of a factor along a contour, in balls. */
#ifndef PLD_VERIFY_MOMENTS_H
#define PLD_VERIFY_MOMENTS_H

#include "verify/hints.h"

typedef struct pld__verify_moments {
    acb_ptr values; /* at tilt + 2 pi i k/period, k = 0 .. frequencies */
    arb_t order;    /* an upper bound of the moment of the order */
    arb_t end;      /* an upper bound of |E e^(sL)| for Re s = tilt and every |Im s| >= 2 pi frequencies/period */
} pld__verify_moments;

/* How far apart frequencies are: 2 pi/period. */
void pld__hint_interval(const pld__hint *hint, arb_t interval, slong precision);

/* For a mixture the grid says how. */
void pld__verify_factor_moments(const pld__verify_factor *factor, const pld__hint *hint, const pld__verify_grid *grid,
                                pld__verify_moments *moments, slong precision);

/* values[k] += scale turn^k for k < count, each power from two of half its exponent: products of boxes that turn grow by up to
 * sqrt 2 each, and so there are only log2 k of them. Powers in `bits`, which may be fewer where the scale is small, sums in
 * `precision`. */
void pld__powers_add(acb_ptr values, slong count, const arb_t scale, const acb_t turn, acb_ptr powers, slong bits,
                     slong precision);

#endif
