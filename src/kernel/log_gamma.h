/* The logarithm of the gamma function in the right half plane.
 *
 * Theorem (T180). For Re z > 0 and m = 10 terms of Stirling's series,
 *     log Gamma(z) = (z - 1/2) log z - z + log(2 pi)/2 + sum_(k=1)^m B_2k/(2k (2k - 1) z^(2k-1)) + R,
 *     |R| <= sec(arg(z)/2)^(2m+2) |B_(2m+2)|/((2m + 2)(2m + 1) |z|^(2m+1)),
 * and Gamma(z) = Gamma(z + j)/(z (z + 1) .. (z + j - 1)). From |z| = 24 on R is less than 3e-25. */
#ifndef PLD_KERNEL_LOG_GAMMA_H
#define PLD_KERNEL_LOG_GAMMA_H

/* log |Gamma|, the angle of Gamma up to whole turns, and how far their modulus may be off. */
typedef struct pld__log_gamma {
    long double real, imaginary, error;
} pld__log_gamma;

/* At x + iy, 0 < x < 1e9 and |y| < 1e9; elsewhere the error is INFINITY. */
pld__log_gamma pld__log_gamma_at(long double x, long double y);

#endif
