/* M(s) - 1, s = theta + it, of one factor by a sum over nodes, and how far that may be off: quadrature, range and rounding.
 *
 * Theorem (T74), second order. With w = log r_p + s L, L = log r_p - log r_q, M(s) - 1 is the integral of g U,
 *     U = e^w - 1 - (1 + s) y_p + s y_q = (e^w - 1 - w) + (1 + s)(log r_p - y_p) - s (log r_q - y_q),
 * because those of g and g r are 1. Each part of the second form is of second order in y, and computed to units of its size, so
 * that the error of T M(s) does not grow with T where T y^2 does not.
 *
 * Theorem (T75), range. If the logarithmic derivative of f = g chi r_p^(1+theta) r_q^-theta is at most -d < 0 from the last node
 * X on, the nodes behind it add less than h f(X)/(e^(h d) - 1) to the sum; below the first one likewise. Without a cut, d = X -
 * (1 + theta) p_high + theta m_q(X) serves, m_q the posterior mean. */
#ifndef PLD_KERNEL_MOMENT_H
#define PLD_KERNEL_MOMENT_H

#include "kernel/nodes.h"

/* A factor tilted by theta > 0, and what is the same for all t. */
typedef struct pld__kernel_tilted {
    const pld__kernel_factor *factor;
    const pld__kernel_nodes *nodes;
    long double theta;
    long double range;                /* (T75), both ends, from above */
    long double bell_range;           /* of g, what the nodes leave out */
    long double p_range, q_range;     /* and of g |r_p - 1| and g |r_q - 1| */
    long double bell_error;           /* |h sum g - 1|, any offset */
    long double worst;                /* of Laplace steps: what the rule is off by up to the farthest frequency of the nodes */
    long double excess, excess_error; /* M(theta) - 1, and how far it may be off */
    long double excess_upper;         /* the same from above */
    long double moment_upper;         /* M(theta), from above; INFINITY if nothing is known */
} pld__kernel_tilted;

void pld__kernel_tilt(const pld__kernel_factor *factor, const pld__kernel_nodes *nodes, double theta, pld__kernel_tilted *tilted);

/* log M(theta), from above; INFINITY if nothing is known. */
long double pld__kernel_tilted_log_upper(const pld__kernel_tilted *tilted);

/* M(theta + it) - 1. */
typedef struct pld__kernel_moment {
    long double real, imaginary;
    long double error; /* of its absolute value; INFINITY if nothing is known */
} pld__kernel_moment;

pld__kernel_moment pld__kernel_moment_at(const pld__kernel_tilted *tilted, long double t);

/* A node tilted by theta: w at t = 0, g chi e^w, and how far w may be off. */
typedef struct pld__kernel_weight {
    long double exponent, mass, error;
} pld__kernel_weight;

/* The same at t = 0, spacing, 2 spacing, .. one after the other: e^(itL) of each node is turned by a product, and made anew every
 * so often. */
typedef struct pld__kernel_walk {
    const pld__kernel_tilted *tilted;
    long double spacing;
    size_t next, stride;        /* which frequency is next; anew every `stride` */
    long double quadrature;     /* what the rule is off by, up to the next few frequencies */
    pld__kernel_weight *weight; /* of each node */
    long double *cosine, *sine, *turn_cosine, *turn_sine;
} pld__kernel_walk;

pld_status pld__kernel_walk_create(const pld__kernel_tilted *tilted, long double spacing, size_t stride, pld__kernel_walk *walk);
pld__kernel_moment pld__kernel_walk_next(pld__kernel_walk *walk);
void pld__kernel_walk_free(pld__kernel_walk *walk);

/* log M(s) and its error; that of an angle is up to whole turns. */
typedef struct pld__kernel_log {
    long double real, imaginary, error; /* the error is INFINITY where M may be 0 */
    long double upper;                  /* log |M(s)|, from above */
} pld__kernel_log;

pld__kernel_log pld__kernel_log_of(const pld__kernel_moment *moment);

/* I(t) - 1 of (T72), of which I bounds |M(theta + it')| for every t' >= t, with a contour moved by `shift`; its error is INFINITY
 * if it does not apply. */
typedef struct pld__kernel_decay {
    long double value, error;
} pld__kernel_decay;

pld__kernel_decay pld__kernel_decay_at(const pld__kernel_tilted *tilted, long double t, double shift);
/* log I(t), from above. */
long double pld__kernel_log_decay(const pld__kernel_decay *decay);

#endif
