/* Errors of the trapezoidal rule for E e^(sL) of two Gaussian mixtures, f = P^(1+tilt) Q^-tilt: each is infinite where its
 * hypothesis is not proven. */
#ifndef PLD_VERIFY_STRIP_H
#define PLD_VERIFY_STRIP_H

#include "verify/mixture.h"

/* One of the two sides of the error, relative to the integral of f, at Im s = t >= 0: `rising` is the side that grows with t
 * (T61). */
void pld__strip_error(const pld__verify_mixture *mixture, const arb_t tilt, const arb_t t, double height, double step,
                      bool rising, arb_t error, slong precision);

/* What the nodes beyond x, which is one that is kept, add at most: all above it (right) or below it; log_f is log f(x) (T62). */
void pld__strip_beyond(const pld__verify_mixture *mixture, const arb_t tilt, const arb_t x, const arb_t log_f, double step,
                       bool right, arb_t bound, slong precision);

/* The error of the rule for the integral of |integrand| along Im x = height, relative to the integral of f, whatever t is (T63).
 */
void pld__strip_line_error(const pld__verify_mixture *mixture, const arb_t tilt, double height, double room, double step,
                           arb_t error, slong precision);

/* e^(height^2/2) cos(height q_spread/2)^-tilt: how much |integrand| may grow from the real line to a height, where t only helps
 * (T61). */
void pld__strip_growth(const pld__verify_mixture *mixture, const arb_t tilt, double height, arb_t growth, slong precision);

#endif
