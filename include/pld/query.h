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

/* --- what an attacker can do ------------------------------------------------------------------------------------------ */

/* The best attacker on one record, who knows everything else, in each direction:
 *   remove: says "it is there". False positive: it is not (Q). True positive: it is (P).
 *   add:    says "it is not there". False positive: it is (P). True positive: it is not (Q).
 * A test of type I error `false_positive_rate` a has at least the type II error false_negative = 1 - true_positive: the trade-off
 * function f(a) of f-differential privacy (Dong, Roth, Su 2022). f of add is the inverse function of f of remove. */
typedef struct pld_attack_side {
    bool asked;
    pld_bracket true_positive, false_negative;
} pld_attack_side;

typedef struct pld_attack {
    double false_positive_rate;
    pld_bracket true_positive; /* the largest of the directions asked */
    pld_attack_side directions[PLD_DIRECTIONS];
    /* The convex hull of both directions' tests, if both are asked and pld_query_tradeoff was: what every pair of neighbours keeps, whichever
     * direction it is of; the f that is equivalent to the larger of both delta(epsilon), for all epsilon. */
    pld_attack_side symmetric;
    double tolerance; /* the width asked of true_positive, resolved to an absolute number */
    bool tolerance_met;
    unsigned queries; /* delta was asked for so many times (for all rates of pld_query_tradeoff together) */
    double seconds;
} pld_attack;

/* The true-positive rate of the best attack with a false-positive rate of 1e-200 <= false_positive_rate < 1. options->tolerance is the width asked
 * of it, relative_tolerance the width relative to its upper end (default 1e-3). Only the direction that decides is computed as
 * closely. When the width cannot be reached the bracket is wider, but holds. */
PLD_API PLD_WARN_UNUSED pld_status pld_query_attack(const pld_step *steps, size_t step_count, double false_positive_rate,
                                                    const pld_options *options, pld_attack *attack, pld_error *error);

/* The same at many rates at once, every direction as closely as asked, and `symmetric` too; tolerance_met is about all of them. The watcher
 * counts directions of rates. `attacks` has room for `rate_count`; on failure it is untouched. */
PLD_API PLD_WARN_UNUSED pld_status pld_query_tradeoff(const pld_step *steps, size_t step_count, const double *rates,
                                                      size_t rate_count, const pld_options *options, pld_curve_watcher *watcher,
                                                      void *context, pld_attack *attacks, pld_error *error);

/* What an attacker knows who thought that the record is there with probability `prior`, 0 < prior < 1, before seeing the output. */
typedef struct pld_posterior {
    double prior;
    pld_bracket accuracy; /* probability that the best guess, there or not there, is right; (1 + advantage)/2 at prior 1/2 */
    double tolerance;     /* the width asked, relative to delta of the pair there */
    bool tolerance_met;
} pld_posterior;

/* Both directions are about the same guess, so options->adjacency makes no difference but for checks. */
PLD_API PLD_WARN_UNUSED pld_status pld_query_posterior(const pld_step *steps, size_t step_count, double prior,
                                                       const pld_options *options, pld_posterior *posterior, pld_error *error);

/* How often an attack is right when it says so: prior TPR/(prior TPR + (1 - prior) FPR), `prior` the probability beforehand of what it says.
 * The rates are 0 < false_positive_rate < 1 and a bracket within (0, 1]. */
PLD_API pld_bracket pld_attack_precision(const pld_bracket *true_positive, double false_positive_rate, double prior);

/* --- the other way round: a number of a mechanism for a budget ------------------------------------------------------------- */

/* What a composition must not exceed. */
typedef enum pld_target_kind {
    PLD_TARGET_EPSILON = 0, /* `epsilon` at `log_delta` */
    PLD_TARGET_ADVANTAGE,   /* `advantage` of a membership attack, over guessing: total variation, delta at epsilon = 0 */
    PLD_TARGET_ATTACK       /* `true_positive_rate` of the best attack at `false_positive_rate`, the larger of the directions */
} pld_target_kind;

typedef struct pld_target {
    pld_target_kind kind;
    double epsilon, log_delta;                      /* as pld_query_epsilon takes them; epsilon = 0 asks for delta(0) <= delta */
    double advantage;                               /* above 0, below 1 */
    double false_positive_rate, true_positive_rate; /* above 0, below 1, the second above the first */
} pld_target;

enum { PLD_UNKNOWN_SIZE = 32, PLD_REASON_SIZE = 256 };

/* How a search ended. */
typedef enum pld_calibration_kind {
    PLD_CALIBRATION_FOUND = 0, /* value and limit are there */
    PLD_CALIBRATION_ALWAYS,    /* every allowed number keeps to the target: value is what spends most, there is no limit */
    PLD_CALIBRATION_NEVER      /* none does, there is no value: limit is what spends least, if it was looked at */
} pld_calibration_kind;

typedef struct pld_calibration {
    pld_calibration_kind kind;
    char key[PLD_UNKNOWN_SIZE]; /* what was solved for: a key, or "count" */
    bool whole;                 /* only whole numbers are meant */
    double value;               /* certified to keep to the target; NAN if there is none */
    double limit;               /* certified not to; the truth is between the two. NAN if there is none */
    pld_bracket spent;          /* in the target's terms (epsilon, advantage, true-positive rate), at the value */
    pld_bracket spent_at_limit; /* and at the limit */
    double spent_tolerance;     /* the relative_tolerance (of an attack: tolerance) with which a query answers `spent` again, */
    double limit_tolerance;     /* and spent_at_limit; 0: the options' own */
    double tolerance;           /* how far apart value and limit may be */
    bool tolerance_met;
    unsigned queries; /* compositions that were computed */
    double seconds;
    char reason[PLD_REASON_SIZE]; /* a sentence if there is no value or no limit, otherwise empty */
} pld_calibration;

/* The number that spends most and still keeps to the target. `spec` is a mechanism with the word solve in place of one value, such as
 * "poisson-gaussian:q=0.01,sigma=solve@10000", or of the count ("..@solve": how many steps are left; 0 is possible). `others` are
 * composed with it as they are. Value and limit are at most 1e-6 apart (1e-4 if the target is an attack), relative to the value; whole numbers are next to each other where that can
 * be certified. If options->tolerance or relative_tolerance is given, both are instead certified by what a query with these very options answers,
 * and are as near to each other as its brackets tell. The value keeps to the target whatever else is true; that the truth is between value
 * and limit rests on nothing but continuity. The watcher (may be NULL) counts compositions, of a number that is guessed. */
PLD_API PLD_WARN_UNUSED pld_status pld_query_calibrate(const char *spec, const pld_step *others, size_t other_count,
                                                       const pld_target *target, const pld_options *options,
                                                       pld_curve_watcher *watcher, void *context, pld_calibration *calibration,
                                                       pld_error *error);

#ifdef __cplusplus
}
#endif
#endif
