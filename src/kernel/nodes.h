/* Both mixtures of a factor at equally spaced points, with what rounding did to each number.
 *
 * Theorem (T73), rounding of nodes: see MATHEMATICS.md. With z_j = m_j (x - m_j/2) and y = sum_j w_j (e^(z_j) - 1), r = 1 + y,
 * since weights sum to 1. */
#ifndef PLD_KERNEL_NODES_H
#define PLD_KERNEL_NODES_H

#include "kernel/factor.h"

/* r of one list at a point. */
typedef struct pld__kernel_value {
    long double y, y_error;       /* r - 1 */
    long double log, log_error;   /* log r */
    long double rest, rest_error; /* log r - y; only where `small` */
    bool small;                   /* |y| <= 1/2 */
} pld__kernel_value;

typedef struct pld__kernel_node {
    long double x, log_bell, bell; /* -x^2/2, exact but for 2 units, and its exponential */
    pld__kernel_value p, q;
    long double loss, loss_error;
    long double lost;     /* 1 - chi, what a soft cut does not keep (T78), from above; 0 without one */
    long double log_keep; /* log chi */
    long double keep_error;
} pld__kernel_node;

/* chi(x) = Pr[x + softness Z <= at]; none if `at` is INFINITY. */
typedef struct pld__kernel_cut {
    double at, softness;
} pld__kernel_cut;

/* Equal panels of a sampled Laplace step, and how many nodes each has. */
enum { PLD__KERNEL_PANELS = 64 };
typedef struct pld__kernel_panels {
    size_t count;
    unsigned nodes[PLD__KERNEL_PANELS];
} pld__kernel_panels;

typedef struct pld__kernel_nodes {
    pld__kernel_node *all; /* at x = first step, .. */
    size_t count;
    long double step, scale;   /* of mixtures; what the sum over nodes is multiplied by */
    long double weight_units;  /* what bells are off by beside what their logs are, relative, in units of 2^-64 */
    pld__kernel_panels panels; /* of a Laplace step */
    long double farthest;      /* and the last frequency that it is asked for */
    pld__kernel_cut cut;
    long double kappa; /* 1, or 1 + 1/softness^2 */
    long double lost;  /* P-mass that the cut does not keep, from above */
    bool sound;        /* every number is finite, and its error small enough for what is done with it */
} pld__kernel_nodes;

/* x = n step for n = first .. last, each exact: step has at most 20 bits, n at most 40. */
pld_status pld__kernel_nodes_create(const pld__kernel_factor *factor, double step, int64_t first, int64_t last,
                                    pld__kernel_cut cut, pld__kernel_nodes *nodes);
void pld__kernel_nodes_free(pld__kernel_nodes *nodes);

/* The logs that y and its error give; where y <= -1/2, the log and its error are there already. */
void pld__kernel_value_finish(pld__kernel_value *value);

/* Are its errors small enough for bounds of first order? */
bool pld__kernel_node_is_sound(const pld__kernel_node *node);

/* The mean of the components at x, moved down (sign < 0) or up by what it may be off. */
long double pld__kernel_posterior_mean(const pld__kernel_list *list, long double x, int sign);

#endif
