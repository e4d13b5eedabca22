/* delta(epsilon) without a contour, where a composition has a form of its own. Each is false where it does not apply. epsilon >=
 * 0. */
#ifndef PLD_VERIFY_CLOSED_H
#define PLD_VERIFY_CLOSED_H

#include "verify/hints.h"

/* Nothing but Gaussian steps (T65), a single mixture (T65), Laplace steps of one scale (T66), discrete steps (T67, T87).
 */
bool pld__closed_delta(const pld__verify_factors *factors, const arb_t epsilon, arb_t delta, slong precision);

/* Discrete steps of one kind, however many, by all frequencies of a period of 2^bits places (T68). The hint says tilt, order and
 * precision. */
bool pld__lattice_transform_delta(const pld__verify_factor *factor, const pld__hint *hint, const arb_t epsilon, arb_t delta);

/* Discrete steps of any kinds, counted through, with Laplace steps of one scale or without (T87). */
bool pld__counts_delta(const pld__verify_factors *factors, const arb_t epsilon, arb_t delta, slong precision);

/* Sampled Gaussian steps of one record with very little noise (T80). */
bool pld__low_noise_delta(const pld__verify_factor *factor, const arb_t epsilon, arb_t delta, slong precision);

bool pld__laplace_delta(const pld__verify_factor *factor, const arb_t epsilon, arb_t delta, slong precision);
bool pld__single_delta(const pld__verify_factor *factor, const arb_t epsilon, arb_t delta, slong precision);

#endif
