/* Where to look: saddle points from a fast, uncertified discretization. Everything here only places windows, tilts and grids; the
 * bracket is certified whatever these numbers are. */
#ifndef PLD_QUERY_AIM_H
#define PLD_QUERY_AIM_H

#include "pair/pair.h"
#include <pld/query.h>

/* One mechanism, its count, and points of its loss. Where there are very many mechanisms it stands for others that are much like it: these are planned
 * for as one, and composed one by one. */
typedef struct pld__target {
    const pld_mechanism *mechanism;
    double power;
    const pld_step *members; /* borrowed; NULL if there is only the mechanism itself */
    size_t member_count;
    pld__sketch_point *points;
    size_t point_count;
    size_t stride;                  /* if not 0, only every so manieth atom is looked at, each for as many */
    double highest[PLD_DIRECTIONS]; /* where losses are cut off, per direction */
    int64_t *edges;                 /* of the buckets, if not all are equal: see query/edges.h */
    size_t edge_count;
} pld__target;

/* K and its first two derivatives: sums over all steps of log E e^(lambda L), truncated. */
typedef struct pld__moments {
    double value, first, second;
} pld__moments;

/* A saddle: the tilt, and epsilon and log delta that belong to it. */
typedef struct pld__aim {
    double theta, epsilon, log_delta;
    double log_scale; /* K(theta) */
    double deviation; /* sqrt K''(theta) */
} pld__aim;

/* Of a single step whose losses are above `low` and at most `high`: log E e^(lambda L), mean and central moments of the tilted law. */
typedef struct pld__step_moments {
    double value, first, second, fourth;
} pld__step_moments;
pld__step_moments pld__aim_step(const pld__target *target, pld_direction direction, double lambda, double low, double high);

pld__moments pld__aim_moments(const pld__target *targets, size_t count, pld_direction direction, double lambda);

/* The saddle whose estimated delta (epsilon, theta) is the given one; `start` is a theta to start from, or 0. */
pld__aim pld__aim_at_delta(const pld__target *targets, size_t count, pld_direction direction, double log_delta, double start);
pld__aim pld__aim_at_theta(const pld__target *targets, size_t count, pld_direction direction, double theta);
pld__aim pld__aim_at_epsilon(const pld__target *targets, size_t count, pld_direction direction, double epsilon, double start);

#endif
