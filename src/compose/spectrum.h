/* Reading delta off a composed law by its few frequencies that matter.
 *
 * After many steps the spectrum of the composed law is concentrated: of n frequencies some dozens are not negligible. Then the sum
 * over the window, main(epsilon) = sum over epsilon < loss_J <= end of c_J g(loss_J - epsilon), c_J = n^-1 sum_k Z_k e^(2 pi i k J / n), is better
 * taken frequency by frequency, because the inner sums over J are geometric: no inverse transform, and each query costs as many
 * operations as there are frequencies. */
#ifndef PLD_COMPOSE_SPECTRUM_H
#define PLD_COMPOSE_SPECTRUM_H

#include "compose/compose.h"

/* Sums over the window: of c g and of c e^(-(theta+1) y), and a bound on the rounding of the first. */
typedef struct pld__spectral_sum {
    long double hockey, slope, error;
} pld__spectral_sum;

pld__spectral_sum pld__spectrum_sum(const pld__composed *composed, double epsilon);

#endif
