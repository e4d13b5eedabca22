/* How much a law's transform can be away from the low frequencies.
 *
 * Let A(t) = sum of w_i e^(-i t x_i), w >= 0 with sum s, x whole numbers, and let B be any of its nodes, with mass m, mean x_B
 * and central moments mu2, mu4 (sums of w (x - x_B)^k).
 *
 * Theorem (T18). |A(t)|^2 <= s^2 - (t^2 V - t^4 M), V = m mu2, M = (2 m mu4 + 6 mu2^2)/24, for every t; the bracket rises up to
 * t* = sqrt(V/(2M)).
 *
 * Theorem (T19). |A(t)| <= s - m + |A_B(t)|, and |A_B(t)| <= |A_B(t')| + |t - t'| D, D = sum over B of w |x - x_B|. */
#ifndef PLD_BOUND_SPECTRUM_H
#define PLD_BOUND_SPECTRUM_H

/* `excess` is s - 1. log of the bound (T18) for all t from `from` to t*; `end` is t*. 0 (no bound) if `from` is beyond t*. */
double pld__bound_spectrum_low(double excess, double mass, double second, double fourth, double from, double *end);

#endif
