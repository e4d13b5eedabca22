/* A pair of Gaussian mixtures in balls: sigma is 1, the loss increases in x, and what is asked is P against Q in the direction at
 * hand (the add direction exchanges them and negates all means).
 *
 *     r(x) = sum_j w_j e^(mu_j x - mu_j^2/2),  P = g r_P,  Q = g r_Q,  g the standard normal density,  L = log r_P - log r_Q. */
#ifndef PLD_VERIFY_MIXTURE_H
#define PLD_VERIFY_MIXTURE_H

#include "verify/steps.h"

#include <acb.h>
#include <arb.h>

typedef struct pld__verify_side {
    slong count;
    arb_ptr mean, coefficient; /* w_j e^(-mu_j^2/2) */
    arb_ptr weight;
    arb_t least, most; /* of the means */
} pld__verify_side;

typedef struct pld__verify_mixture {
    bool powers; /* means of P are 0, step, 2 step, .., those of Q their negatives: r is a polynomial of e^(step x) or of its
                    inverse */
    arb_t step;
    pld__verify_side p, q;
    bool oriented;          /* no mean of P is below one of Q: proven, not only likely */
    arb_t low, high;        /* p.least - q.most and p.most - q.least */
    arb_t spread, q_spread; /* the larger of both lists' spreads, and that of Q's means */
} pld__verify_mixture;

/* More components than this are not worth it. */
enum { PLD__MIXTURE_COMPONENTS_MOST = 400 };

/* False where the step is no mixture, or one of too many components; then there is nothing to clear. */
bool pld__verify_mixture_init(pld__verify_mixture *mixture, const pld__exact_step *step, pld_direction direction,
                              slong precision);
void pld__verify_mixture_clear(pld__verify_mixture *mixture);

/* sensitivity shift/scale of a step: how far one record moves the mean, in units of the noise. */
void pld__verify_mixture_shift(arb_t result, const pld__exact_step *step, slong precision);

/* log r_P and log r_Q at a real x. */
void pld__verify_mixture_logs(const pld__verify_mixture *mixture, const arb_t x, arb_t log_p, arb_t log_q, slong precision);

/* The same at x + i height where height times the spread is below pi: the branches that are real on the real line. */
void pld__verify_mixture_complex_logs(const pld__verify_mixture *mixture, const arb_t x, const arb_t height, acb_t log_p,
                                      acb_t log_q, slong precision);

/* sum mu_j w_j e^(..)/r: the mean that the component of an outcome x has. */
void pld__verify_side_posterior_mean(const pld__verify_side *side, const arb_t x, arb_t mean, slong precision);

#endif
