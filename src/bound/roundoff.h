/* Rounding of the composition by FFT.
 *
 * Assumption (FFTW, lengths 2^a 3^b 5^c 7^d; stated in the README, measured in tests/compose): for real input w >= 0 with sum 1
 * every computed frequency is within a = 7 u log2 n of the exact one, and the computed inverse is within 7 u log2 n, relative, in
 * l2. Neither is proven of FFTW's code; what is known is in src/MATHEMATICS.md, A4. Measured errors are 30 times smaller.
 *
 * Theorem (T11). Let A_m be the exact transforms of M laws on n points, A^_m the computed ones, T_m >= 1 the powers,
 * rho_mk = |A^_mk| + a >= max(|A_mk|, |A^_mk|), rho_k = prod_m rho_mk^T_m, and G = (n^-1 sum_k (rho_k / min_m rho_mk)^2)^(1/2).
 * Powers by repeated squaring, product, inverse transform. Then the computed circular convolution c^ and the exact one c satisfy
 *
 *     ||c^ - c||_2 <= 1.001 (a sum T_m + 3 u sum T_m + 7 u log2 n) G + s,
 *
 * where frequencies with rho_k <= s were replaced by 0, if a sum T_m <= 1e-3, which is checked. */
#ifndef PLD_BOUND_ROUNDOFF_H
#define PLD_BOUND_ROUNDOFF_H

#include <stddef.h>

/* a above; infinite for lengths that are not products of 2, 3, 5, 7. */
double pld__bound_transform(size_t length);

/* The right-hand side. `growth` is G, `dropped` is s, `powers` is sum T_m. Infinite when a hypothesis fails. */
double pld__bound_convolution(size_t length, double powers, double growth, double dropped);

#endif
