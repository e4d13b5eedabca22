/* A pair of Gaussian mixtures with common variance 1: P = sum_i w_i N(a_i, 1), Q = sum_j v_j N(b_j, 1). Every Gaussian family is
 * one of these after division by sigma. */
#ifndef PLD_PAIR_MIXTURE_H
#define PLD_PAIR_MIXTURE_H

#include "pair/pair.h"

/* One mixture. */
typedef struct pld__mixture_density {
    size_t count;
    double *weight, *log_weight;
    double *mean; /* increasing */
    /* When the means are equally spaced and the weights log-concave, the terms t_i(x) = w_i e^(a_i x - a_i^2/2) are unimodal in i
     * and follow from their largest one by products; otherwise each costs an exponential. */
    bool ladder;
    double spacing;
    double *log_ratio; /* log t_(i+1)/t_i at x = 0 */
    double *bend;      /* the ratio of two consecutive ratios, <= 1 */
} pld__mixture_density;

typedef struct pld__mixture_pair {
    pld__mixture_density p, q;
    double lowest_mean, highest_mean; /* over both */
    bool incomplete;                  /* components were left out: the weights do not sum to 1 */
} pld__mixture_pair;

/* A mixture at one point: sum_i t_i(x) = weight[top] e^(a_top x - a_top^2/2) sum, sum in [1, count]. */
typedef struct pld__mixture_density_value {
    size_t top;         /* the largest term */
    size_t low, high;   /* terms outside are below 1e-22 of the largest */
    double sum;         /* of the terms, over the largest */
    double mean;        /* of a under the terms */
    double variance;    /* of a under the terms */
    double exponential; /* size of the rounding of the other terms, in units of u: sum of share times exponent */
} pld__mixture_density_value;

pld__mixture_density_value pld__mixture_density_evaluate(const pld__mixture_density *side, double x);

/* Also the first coefficients in t of the density at x + t over that of its largest component at x. */
enum { PLD__SERIES = 8 };
pld__mixture_density_value pld__mixture_density_series(const pld__mixture_density *side, double x, double *coefficient);

/* `weight` (long double, need not be normalised) and `mean` are copied; components below 1e-4900 of the total are dropped. A
 * weight too small for a double is 0 in `weight`, and only its log counts. */
pld_status pld__mixture_density_create(size_t count, const long double *weight, const double *mean, pld__mixture_density *side,
                                       long double *dropped);
void pld__mixture_density_free(pld__mixture_density *side);

/* Does the loss increase everywhere? A proof or false; see mixture_monotone.c. */
bool pld__mixture_monotone(const pld__mixture_pair *pair);

/* Builds the mechanism from two sides given in units of sigma, means good to 2 u and equal only if they are equal in truth;
 * `resolved` and `note` as in pld__mechanism_create. Fails with PLD_ERROR_ARGUMENT (error filled, naming `word`) if the loss is
 * not monotone. */
pld_status pld__mixture_mechanism(size_t p_count, const long double *p_weight, const double *p_mean, size_t q_count,
                                  const long double *q_weight, const double *q_mean, const char *resolved, const char *note,
                                  pld_mechanism **mechanism, pld_error *error);

/* mixture_loss.c */
double pld__mixture_loss(const void *pair, double x, double *slope, double *curvature);
void pld__mixture_positions(const void *pair, const double *loss, size_t count, double *x);
/* Where the loss is `target`, which it is somewhere in [low, high]: there it rises. As good as positions(). */
double pld__mixture_position_between(const pld__mixture_pair *pair, double target, double low, double high, double guess);

/* mixture_masses.c */
pld__accuracy pld__mixture_masses(const void *pair, double left, double right, size_t cuts, double reference, double *p,
                                  double *q, double *unit);
double pld__mixture_position_error(const void *pair, double x);

/* mixture_tail.c */
pld__log_mass pld__mixture_mass_below(const void *pair, double x);
pld__log_mass pld__mixture_mass_above(const void *pair, double x);
double pld__mixture_reach_above(const void *pair, double log_mass);
double pld__mixture_reach_below(const void *pair, double log_mass);

/* mixture_stretch.c: between two places, as good as tails are. */
pld__log_mass pld__mixture_mass_between(const pld__mixture_pair *pair, double left, double right);

/* mixture_moment_upper.c: from above, as if a P and a Q were drawn independently. */
double pld__mixture_log_moment_upper(const void *pair, pld_direction direction, double lambda);

/* mixture_moment_tail.c */
double pld__mixture_log_tail_upper(const void *pair, pld_direction direction, double t, double x);

/* gaussian_hockey.c: of N(high_mean, 1) versus N(low_mean, 1), each mean good to 2 u of its size. */
pld__log_bounds pld__gaussian_hockey(double high_mean, double low_mean, double epsilon);

/* mixture_hockey.c */
pld__log_bounds pld__mixture_hockey(const void *pair, pld_direction direction, double epsilon, double supremum_upper);

/* mixture_moment.c: good to rounding, without a certified error. */
double pld__mixture_log_density(const pld__mixture_density *side, const pld__mixture_density_value *value, double x);
double complex pld__mixture_log_moment(const void *pair, double complex s);
/* mixture_real_moment.c: good to 1e-11, relative, without a certified error. */
double pld__mixture_real_log_moment(const pld__mixture_pair *pair, double s);
pld_status pld__mixture_sketch_points(const void *pair, double reach, unsigned refinement, pld__sketch_point **points,
                                      size_t *count);

/* Positions farther than this from every mean are not told apart from infinity: the mass beyond is below 1e-4880. */
#define PLD__MIXTURE_REACH 149.0

/* Weights that are no doubles, or nearly so, enter through their logs. */
#define PLD__MIXTURE_LIGHT 1e-290

#endif
