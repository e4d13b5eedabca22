/* Questions and their certified answers. */
#ifndef PLD_QUERY_H
#define PLD_QUERY_H

#include <pld/mechanism.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One line of a composition: `count` >= 1 repetitions of a mechanism (borrowed). */
typedef struct pld_step {
    const pld_mechanism *mechanism;
    uint64_t count;
} pld_step;

/* What two neighbouring data sets differ by. PLD_ADJACENCY_REPLACE asks both directions, and takes only mechanisms that
 * pld_mechanism_create_replaced made: the pair of a record that is there or not says nothing about one that is replaced. */
typedef enum pld_adjacency {
    PLD_ADJACENCY_ADD_REMOVE = 0,
    PLD_ADJACENCY_REMOVE,
    PLD_ADJACENCY_ADD,
    PLD_ADJACENCY_REPLACE
} pld_adjacency;

/* Start from pld_options_default and change what you need. */
typedef struct pld_options {
    pld_adjacency adjacency;
    double tolerance;          /* absolute width asked of the bracket; 0: take relative_tolerance */
    double relative_tolerance; /* width asked, relative: times max(1, epsilon) for epsilon, (upper - lower)/upper for delta */
    size_t memory_limit;       /* bytes; 0: half of the machine's memory */
    unsigned threads;          /* 0: as many as are useful */
    double bucket_width;       /* for experts; 0: chosen automatically */
    size_t buckets;            /* for experts: the most buckets of a composed law; 0: no limit but memory */
} pld_options;

PLD_API pld_options pld_options_default(void);

/* lower <= truth <= upper is certified (under the assumptions in the README). The estimate is inside; where estimate_error below is
 * finite it comes from another method and is usually good to many more digits, but nothing is certified about it. */
typedef struct pld_bracket {
    double lower, estimate, upper;
} pld_bracket;

/* How much each source of error widens one side of an answer, in units of the answer (epsilon, or log delta). */
typedef struct pld_ledger {
    double cells;      /* quadrature and rounding of the single-step masses */
    double grid;       /* spread or merge onto the lattice: what remains after the other terms */
    double tail;       /* single-step losses beyond the lattice */
    double wraparound; /* composed losses outside the window */
    double roundoff;   /* transforms, powers, tilted weights */
} pld_ledger;

typedef struct pld_direction_result {
    bool asked;
    pld_bracket bracket;
    pld_ledger lower, upper;
    double tilt;
    double estimate_error; /* of an estimate that does not come from buckets, itself estimated; INFINITY if it does */
} pld_direction_result;

/* How an answer was computed; the last way taken, if several were. */
typedef enum pld_method {
    PLD_METHOD_NONE = 0,    /* nothing had to be */
    PLD_METHOD_CLOSED_FORM, /* a single step */
    PLD_METHOD_OUTCOMES,    /* discrete steps, outcome by outcome */
    PLD_METHOD_FREQUENCIES, /* buckets of single steps, composed by their frequencies one by one */
    PLD_METHOD_TRANSFORMS   /* buckets of single steps, composed by fast Fourier transforms */
} pld_method;

/* For pld_query_epsilon every bracket is in epsilon; for pld_query_delta in the natural log of delta. Infinite where there is no
 * finite answer. */
typedef struct pld_result {
    pld_bracket bracket;
    pld_direction_result directions[PLD_DIRECTIONS];
    double tolerance; /* the width asked, resolved to an absolute number (delta: to a relative one) */
    bool tolerance_met;
    bool memory_bound; /* the memory limit (or options.buckets) kept the grid from being finer */
    size_t buckets;    /* longest composed lattice used, 0 if none was needed */
    double bucket_width;
    size_t memory; /* predicted peak in bytes */
    double seconds;
    pld_method method;
    unsigned rounds;      /* plans carried out */
    double planned_width; /* what the last one was made for, in epsilon */
    size_t frequencies;   /* of the last one: the most in a part, 0 if it was not by frequencies */
    unsigned jumps;       /* the most steps with a far loss that were told apart, 0 if none were */
} pld_result;

/* The smallest epsilon >= 0 with delta(epsilon) <= delta. `log_delta` is the natural log, so delta = 1e-400 is fine; -INFINITY asks
 * for pure differential privacy. */
PLD_API PLD_WARN_UNUSED pld_status pld_query_epsilon(const pld_step *steps, size_t step_count, double log_delta,
                                                     const pld_options *options, pld_result *result, pld_error *error);

/* log delta(epsilon), epsilon >= 0. */
PLD_API PLD_WARN_UNUSED pld_status pld_query_delta(const pld_step *steps, size_t step_count, double epsilon,
                                                   const pld_options *options, pld_result *result, pld_error *error);

/* --- many questions at once ------------------------------------------------------------------------------------------- */

/* A point of a curve: the whole list of steps `compositions` >= 1 times over, at one delta. */
typedef struct pld_curve_point {
    uint64_t compositions;
    double log_delta;
} pld_curve_point;

/* Called before each point, by one thread at a time but not always the same; `done` of `total` are answered. Returning false stops the curve: points
 * that others are at are finished. May be NULL. */
typedef bool pld_curve_watcher(size_t done, size_t total, void *context);

/* epsilon at every point, in the order given; each answer is that of pld_query_epsilon. options->threads points are answered side by side, and share
 * the memory limit. `results` has room for `point_count`. On failure (PLD_ERROR_STOPPED if the watcher said so) `results` is
 * untouched. */
PLD_API PLD_WARN_UNUSED pld_status pld_query_curve(const pld_step *steps, size_t step_count, const pld_curve_point *points,
                                                   size_t point_count, const pld_options *options, pld_curve_watcher *watcher,
                                                   void *context, pld_result *results, pld_error *error);

#ifdef __cplusplus
}
#endif
#endif
