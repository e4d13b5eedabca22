/* Where to look: saddle points of the sketch. */
#ifndef PLD_PLAN_SADDLE_H
#define PLD_PLAN_SADDLE_H

#include "plan/sketch.h"

/* K and its first two derivatives: sums over all steps of log E e^(lambda L), truncated. */
typedef struct pld__moments {
    double value, first, second;
} pld__moments;

/* A saddle: the tilt, and epsilon and log delta that belong to it. */
typedef struct pld__saddle {
    double theta, epsilon, log_delta;
    double log_scale; /* K(theta) */
    double deviation; /* sqrt K''(theta) */
} pld__saddle;

/* Of a single step whose losses are above `low` and at most `high`: log E e^(lambda L), mean and central moments of the tilted
 * law. */
typedef struct pld__step_moments {
    double value, first, second, fourth;
} pld__step_moments;
pld__step_moments pld__saddle_step_moments(const pld__sketch_step *step, pld_direction direction, double lambda, double low,
                                           double high);

pld__moments pld__saddle_moments(const pld__sketch *sketch, pld_direction direction, double lambda);

/* The saddle whose estimated delta (epsilon, theta) is the given one; `start` is a theta to start from, or 0. */
pld__saddle pld__saddle_at_delta(const pld__sketch *sketch, pld_direction direction, double log_delta, double start);
pld__saddle pld__saddle_at_theta(const pld__sketch *sketch, pld_direction direction, double theta);
pld__saddle pld__saddle_at_epsilon(const pld__sketch *sketch, pld_direction direction, double epsilon, double start);

#endif
