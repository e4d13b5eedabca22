/* Questions and their certified answers. */
#ifndef PLD_QUERY_H
#define PLD_QUERY_H

#include <pld/mechanism.h>
#include <pld/version.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One line of a composition: `count` >= 1 repetitions of a mechanism (borrowed). */
typedef struct pld_step {
    const pld_mechanism *mechanism;
    uint64_t count;
} pld_step;

/* What two neighbouring data sets differ by. PLD_ADJACENCY_REPLACE and PLD_ADJACENCY_ZERO_OUT ask both directions, and take only
 * mechanisms that pld_mechanism_create_replaced and pld_mechanism_create_zeroed made: the pair of a record that is there or not
 * says nothing about one that is replaced, nor always about one that stays with a contribution of 0. */
typedef enum pld_adjacency {
    PLD_ADJACENCY_ADD_REMOVE = 0,
    PLD_ADJACENCY_REMOVE,
    PLD_ADJACENCY_ADD,
    PLD_ADJACENCY_REPLACE,
    PLD_ADJACENCY_ZERO_OUT /* the record stays, and contributes 0 */
} pld_adjacency;

/* "add-remove", "remove", "add", "replace" or "zero-out". */
PLD_API const char *pld_adjacency_name(pld_adjacency adjacency);

/* Whether it asks for this direction. */
PLD_API bool pld_adjacency_asks(pld_adjacency adjacency, pld_direction direction);

/* What people call a direction of it: remove and add are directions of a record that is there or not. PLD_REMOVE is "forward" of
 * a record that is replaced (the old value against the new one), "zeroed" of zero-out (the value against 0); PLD_ADD is "reverse"
 * and "restored". */
PLD_API const char *pld_adjacency_direction_name(pld_adjacency adjacency, pld_direction direction);

/* Asked now and then whether the answer is still wanted: false ends the query with PLD_ERROR_STOPPED. Called by the threads that
 * work on it, perhaps by several at once, before each query that a question takes, before each plan of one, and every few
 * milliseconds of most work; it should return soon.
 *
 * Without any watcher, too, a query ends: the work that it may take is counted (not timed, so that the answer does not depend on
 * the machine), about a minute of it. What has been proven by then is the answer, with tolerance_met = false. */
typedef bool pld_watcher(void *context);

/* What computes an answer. Whichever it is the bracket is certified: engines differ in how wide it is and how long it takes. */
typedef enum pld_engine {
    PLD_ENGINE_AUTO = 0,    /* as an option: the one that suits the composition; in a result: none, nothing had to be computed */
    PLD_ENGINE_CLOSED,      /* closed forms: a single step, Gaussian steps, little noise, few outcomes */
    PLD_ENGINE_QUADRATURE,  /* exact kernels of Gaussian mixtures: moments by quadrature, no buckets */
    PLD_ENGINE_LATTICE,     /* exact kernels of losses on a lattice */
    PLD_ENGINE_JUMPS,       /* buckets, composed by few frequencies, taken apart by how many steps have a far loss */
    PLD_ENGINE_FREQUENCIES, /* buckets, composed by few frequencies */
    PLD_ENGINE_TRANSFORMS   /* buckets, composed by fast Fourier transforms: takes every mechanism */
} pld_engine;

enum { PLD_ENGINES = PLD_ENGINE_TRANSFORMS + 1 };

/* "auto", "closed", "quadrature", "lattice", "jumps", "frequencies" or "transforms". */
PLD_API const char *pld_engine_name(pld_engine engine);

/* Is told, a sentence at a time, which engines were considered, why or why not, and what each came to. Called by the thread that
 * asks. */
typedef void pld_explainer(const char *sentence, void *context);

/* Start from pld_options_default and change what you need.
 *
 * memory_limit is about what a query takes beyond what the process holds when it begins: its own code, its libraries and the
 * mechanisms are the caller's to count (the program `pld` does, as its --memory-limit is about the whole process). A limit that
 * is given is kept: plans are made to fit into it, and what one would take beyond that is refused, which makes the answer wider,
 * up to a bracket that says nothing, but is no error. Not counted are the stacks of threads, what malloc adds, and what FFTW
 * takes once for itself, some megabytes. The answer does not depend on a limit that leaves room enough, nor on the number of
 * threads. Without a limit plans are made for half of the machine's memory, and nothing is refused. */
typedef struct pld_options {
    size_t size;      /* both are set by pld_options_default: */
    unsigned version; /* by which headers the caller was compiled, see pld.h */
    pld_adjacency adjacency;
    double tolerance;          /* absolute width asked of the bracket; 0: take relative_tolerance */
    double relative_tolerance; /* width asked, relative: times max(1, epsilon) for epsilon, (upper - lower)/upper for delta */
    size_t memory_limit;       /* bytes, see above; 0: half of the machine's memory */
    unsigned threads;          /* 0: as many as are useful */
    double bucket_width;       /* for experts; 0: chosen automatically */
    size_t buckets;            /* for experts: the most buckets of a composed law; 0: no limit but memory */
    pld_watcher *watcher;      /* may be NULL */
    void *context;             /* of the watcher */
    pld_engine engine;         /* one that does not take the composition is refused: PLD_ERROR_ARGUMENT */
    pld_explainer *explainer;  /* may be NULL */
    void *explained;           /* context of the explainer */
} pld_options;

/* Fills in the defaults, for languages without inline functions: `size` is that of the struct as the caller knows it, `version`
 * PLD_VERSION of the headers it was taken from. */
PLD_API void pld_options_init(pld_options *options, size_t size, unsigned version);

/* Inline, so that it says by which headers its caller was compiled. */
static inline pld_options pld_options_default(void) {
    pld_options options;
    pld_options_init(&options, sizeof options, PLD_VERSION);
    return options;
}

/* lower <= truth <= upper is certified (under the assumptions in the README); the truth is that of the composed pairs, and what
 * these are to the mechanisms that they stand for is in the notes (pld_mechanism_note). The estimate is inside, and nothing is
 * certified about it. It is NAN where nothing tells it: there is one only where another method made it (estimate_error below is
 * then finite, and it is usually good to many more digits than the bracket), or where the bracket is as narrow as asked. Of a
 * question about both directions the one that does not decide may have a bracket as wide as [0, upper], and then has no estimate.
 */
typedef struct pld_bracket {
    double lower, estimate, upper;
} pld_bracket;

/* What the ends of a bracket are. */
typedef enum pld_unit {
    PLD_UNIT_EPSILON = 0,
    PLD_UNIT_LOG_DELTA /* the natural log of delta: see pld_bracket_delta */
} pld_unit;

/* A bracket of log delta as one of delta itself, at most 1, and of its decimal log, at most 0; rounded outward. delta is 0 or
 * subnormal where it is too small for a double. */
PLD_API pld_bracket pld_bracket_delta(const pld_bracket *log_delta);
PLD_API pld_bracket pld_bracket_log10_delta(const pld_bracket *log_delta);

/* How wide a bracket is, as tolerances are meant: upper - lower of epsilon, 1 - lower/upper of delta (from its logs). */
PLD_API double pld_bracket_width(const pld_bracket *bracket, pld_unit unit);

/* A delta as it was written down. */
typedef struct pld_delta {
    double value; /* 0 or not exact where it is too small for a double */
    double log;   /* natural; -INFINITY for 0 */
} pld_delta;

/* Reads "1e-5", "1/48000" or "1e-400": from 0 to below 1. */
PLD_API PLD_WARN_UNUSED pld_status pld_delta_parse(const char *text, pld_delta *delta, pld_error *error);

/* Its natural log with all the digits that pld_query_epsilon makes use of. */
PLD_API long double pld_delta_log(const pld_delta *delta);

/* How much each source of error widens one side of an answer, in units of the answer (epsilon, or log delta). What each is about
 * depends on the engine that the side is from; pld_ledger_term names them. */
typedef struct pld_ledger {
    double cells;      /* quadrature and rounding of the single-step masses, or moments */
    double grid;       /* spread or merge onto the lattice: what remains after the other terms */
    double tail;       /* single-step losses beyond the lattice; by quadrature: frequencies left out */
    double wraparound; /* composed losses outside the window, or the period */
    double roundoff;   /* transforms, powers, tilted weights */
} pld_ledger;

enum { PLD_LEDGER_TERMS = 5 };

/* The name of a term, 0 to PLD_LEDGER_TERMS - 1 in the order above, where an engine is at work; NULL if it has no such term. */
PLD_API const char *pld_ledger_term(pld_engine engine, size_t term);

typedef struct pld_direction_result {
    bool asked;
    pld_bracket bracket;
    pld_ledger lower, upper;
    double tilt;
    double estimate_error; /* of an estimate that does not come from buckets, itself estimated; INFINITY if it does, or if there
                              is none */
} pld_direction_result;

/* How an answer was computed; the last way taken, if several were. */
typedef enum pld_method {
    PLD_METHOD_NONE = 0,    /* nothing had to be */
    PLD_METHOD_CLOSED_FORM, /* a single step, or Gaussian steps, which are one together */
    PLD_METHOD_OUTCOMES,    /* discrete steps, outcome by outcome */
    PLD_METHOD_FREQUENCIES, /* buckets of single steps, composed by their frequencies one by one */
    PLD_METHOD_TRANSFORMS,  /* buckets of single steps, composed by fast Fourier transforms */
    PLD_METHOD_QUADRATURE /* no buckets: moments of Gaussian mixtures by quadrature, of discrete steps exactly, at few frequencies
                           */
} pld_method;

/* Which engine each end of a direction's bracket is from, and with that what its ledger is about. */
typedef struct pld_end_engines {
    pld_engine lower, upper;
} pld_end_engines;

/* For pld_query_epsilon every bracket is in epsilon; for pld_query_delta in the natural log of delta: `unit` says which. Infinite
 * where there is no finite answer. */
typedef struct pld_result {
    pld_unit unit; /* of every bracket and ledger here */
    pld_bracket bracket;
    pld_direction_result directions[PLD_DIRECTIONS];
    double tolerance; /* the width asked, resolved to an absolute number (delta: to a relative one) */
    bool tolerance_met;
    bool memory_bound; /* the memory limit (or options.buckets) kept the grid from being finer, or a better way from being gone */
    size_t buckets;    /* longest composed lattice used, 0 if none was needed */
    double bucket_width;
    size_t memory; /* predicted peak in bytes of one thread; where the limit leaves room several may take up to four times that */
    double seconds;
    pld_method method;
    unsigned rounds;      /* plans carried out */
    double planned_width; /* what the last one was made for, in epsilon */
    size_t frequencies;   /* of the last one: the most in a part, 0 if it was not by frequencies */
    unsigned jumps;       /* the most steps with a far loss that were told apart, 0 if none were */
    pld_end_engines engines[PLD_DIRECTIONS];
    /* The two ends come from two pairs, one that dominates and one that is attained, as no single pair is known: the truth is in
     * between, nothing estimates it (every estimate is NAN), and tolerance_met says that each end is within the tolerance of the
     * value of its own pair. Notes say why. */
    bool theory_gap;
} pld_result;

/* The smallest epsilon >= 0 with delta(epsilon) <= delta. `log_delta` is the natural log, so delta = 1e-400 is fine; -INFINITY
 * asks for pure differential privacy. It is a long double because the digits of a double do not tell a delta from the one next to
 * it, which makes a difference where delta is just what a mechanism such as approx-dp fails with: logl of a delta that is a
 * double does. */
PLD_API PLD_WARN_UNUSED pld_status pld_query_epsilon(const pld_step *steps, size_t step_count, long double log_delta,
                                                     const pld_options *options, pld_result *result, pld_error *error);

/* log delta(epsilon), epsilon >= 0. */
PLD_API PLD_WARN_UNUSED pld_status pld_query_delta(const pld_step *steps, size_t step_count, double epsilon,
                                                   const pld_options *options, pld_result *result, pld_error *error);

/* --- a second opinion ----------------------------------------------------------------------------------------------- */

/* The same question, answered by another engine. */
typedef struct pld_cross_check {
    bool answered;                    /* another engine took the composition, and something had to be computed */
    pld_engine engine;                /* which one */
    pld_result result;                /* what it says */
    bool contradicts[PLD_DIRECTIONS]; /* both brackets are certified, and have nothing in common: one of them is wrong */
} pld_cross_check;

/* Asks again what `first` is the answer to: at log delta `given`, or at epsilon `given` if its unit says so, with the options of
 * then. The other engine is the best of those that take the composition and made no end of `first`; it may be asked for a wider
 * bracket. A contradiction is no error of this function. */
PLD_API PLD_WARN_UNUSED pld_status pld_query_cross_check(const pld_step *steps, size_t step_count, long double given,
                                                         const pld_options *options, const pld_result *first,
                                                         pld_cross_check *check, pld_error *error);

/* --- many questions at once ----------------------------------------------------------------------------------------- */

/* A point of a curve: the whole list of steps `compositions` >= 1 times over, at one delta. */
typedef struct pld_curve_point {
    uint64_t compositions;
    double log_delta;
} pld_curve_point;

/* Called before each point, by one thread at a time but not always the same; `done` of `total` are answered. Returning false
 * stops the curve: points that others are at are finished. May be NULL. */
typedef bool pld_curve_watcher(size_t done, size_t total, void *context);

/* epsilon at every point, in the order given; each answer is that of pld_query_epsilon. options->threads points are answered side
 * by side, and share the memory limit. `results` has room for `point_count`. On failure (PLD_ERROR_STOPPED if the watcher said
 * so) `results` is untouched. */
PLD_API PLD_WARN_UNUSED pld_status pld_query_curve(const pld_step *steps, size_t step_count, const pld_curve_point *points,
                                                   size_t point_count, const pld_options *options, pld_curve_watcher *watcher,
                                                   void *context, pld_result *results, pld_error *error);

/* --- what an attacker can do ---------------------------------------------------------------------------------------- */

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
    /* The convex hull of both directions' tests, if both are asked and pld_query_tradeoff was: what every pair of neighbours
     * keeps, whichever direction it is of; the f that is equivalent to the larger of both delta(epsilon), for all epsilon. */
    pld_attack_side symmetric;
    double tolerance; /* the width asked of true_positive, resolved to an absolute number */
    bool tolerance_met;
    unsigned queries; /* delta was asked for so many times (for all rates of pld_query_tradeoff together) */
    double seconds;
    bool theory_gap; /* as in pld_result */
} pld_attack;

/* The true-positive rate of the best attack with a false-positive rate of 1e-200 <= false_positive_rate < 1. options->tolerance
 * is the width asked of it, relative_tolerance the width relative to its upper end (default 1e-3). Only the direction that
 * decides is computed as closely. When the width cannot be reached the bracket is wider, but holds. */
PLD_API PLD_WARN_UNUSED pld_status pld_query_attack(const pld_step *steps, size_t step_count, double false_positive_rate,
                                                    const pld_options *options, pld_attack *attack, pld_error *error);

/* The same at many rates at once, every direction as closely as asked, and `symmetric` too; tolerance_met is about all of them.
 * The watcher counts directions of rates. `attacks` has room for `rate_count`; on failure it is untouched. */
PLD_API PLD_WARN_UNUSED pld_status pld_query_tradeoff(const pld_step *steps, size_t step_count, const double *rates,
                                                      size_t rate_count, const pld_options *options, pld_curve_watcher *watcher,
                                                      void *context, pld_attack *attacks, pld_error *error);

/* What an attacker knows who thought that the record is there with probability `prior`, 0 < prior < 1, before seeing the output.
 */
typedef struct pld_posterior {
    double prior;
    pld_bracket accuracy; /* probability that the best guess, there or not there, is right; (1 + advantage)/2 at prior 1/2 */
    double tolerance;     /* the width asked, relative to delta of the pair there */
    bool tolerance_met;
} pld_posterior;

/* Both directions are about the same guess, so options->adjacency makes no difference but for checks. */
PLD_API PLD_WARN_UNUSED pld_status pld_query_posterior(const pld_step *steps, size_t step_count, double prior,
                                                       const pld_options *options, pld_posterior *posterior, pld_error *error);

/* How often an attack is right when it says so: prior TPR/(prior TPR + (1 - prior) FPR), `prior` the probability beforehand of
 * what it says. The rates are 0 < false_positive_rate < 1 and a bracket within (0, 1]. Where other functions return
 * PLD_ERROR_PLATFORM it is [0, 1]. */
PLD_API pld_bracket pld_attack_precision(const pld_bracket *true_positive, double false_positive_rate, double prior);

/* --- Gaussian differential privacy ---------------------------------------------------------------------------------- */

/* mu of Gaussian differential privacy (Dong, Roth, Su 2022): the smallest mu with f >= f_mu at all rates with fpr >= fpr_min and
 * fnr >= fpr_min, f_mu the trade-off function of N(mu, 1) and N(0, 1). One number for both directions: f_mu is its own inverse.
 * Nothing is said about tests outside of these rates. */
typedef struct pld_gdp {
    double fpr_min;
    pld_bracket mu;          /* the estimate is NAN unless `exact` */
    double attained_at;      /* the false-positive rate that the lower end is from; NAN if `exact` */
    pld_direction direction; /* and the direction */
    bool exact;              /* all steps are Gaussian: mu holds at all rates, with equality */
    double tolerance;        /* the width asked, resolved to an absolute number */
    bool tolerance_met;
    bool theory_gap;  /* as in pld_result */
    unsigned queries; /* delta was asked for so many times */
    double seconds;
} pld_gdp;

/* 0 <= fpr_min < 1/2. 0 asks for all rates: answered where all steps are Gaussian, and where all losses are bounded; refused with
 * the reason elsewhere. Refused too where no rate is in the set: f(fpr_min) < fpr_min. options->tolerance is the width asked of
 * mu, relative_tolerance relative to its upper end (default 1e-4). */
PLD_API PLD_WARN_UNUSED pld_status pld_query_gdp(const pld_step *steps, size_t step_count, double fpr_min,
                                                 const pld_options *options, pld_gdp *gdp, pld_error *error);

/* --- the other way round: a number of a mechanism for a budget ------------------------------------------------------ */

/* What a composition must not exceed. */
typedef enum pld_target_kind {
    PLD_TARGET_EPSILON = 0, /* `epsilon` at `log_delta` */
    PLD_TARGET_ADVANTAGE,   /* `advantage` of a membership attack, over guessing: total variation, delta at epsilon = 0 */
    PLD_TARGET_ATTACK,      /* `true_positive_rate` of the best attack at `false_positive_rate`, the larger of the directions */
    PLD_TARGET_MU           /* `mu` of Gaussian differential privacy at rates of at least `fpr_min`, see pld_gdp */
} pld_target_kind;

typedef struct pld_target {
    pld_target_kind kind;
    double epsilon, log_delta;                      /* as pld_query_epsilon takes them; epsilon = 0 asks for delta(0) <= delta */
    double advantage;                               /* above 0, below 1 */
    double false_positive_rate, true_positive_rate; /* above 0, below 1, the second above the first */
    double mu, fpr_min;                             /* above 0; above 0 and below 1/2 */
} pld_target;

enum { PLD_UNKNOWN_SIZE = 32, PLD_REASON_SIZE = 256 };

/* How a search ended. */
typedef enum pld_calibration_kind {
    PLD_CALIBRATION_FOUND = 0, /* value and limit are there */
    PLD_CALIBRATION_ALWAYS, /* by a theorem every number keeps to the target up to (or down to) the value, where the search ends;
                               no limit */
    PLD_CALIBRATION_NEVER,  /* by a theorem none does up to (or down to) the limit, where the search ends, or whatever the number;
                               no value */
    PLD_CALIBRATION_UNDECIDED /* value or limit is missing, or both: nothing is known of numbers that were not computed */
} pld_calibration_kind;

typedef struct pld_calibration {
    pld_calibration_kind kind;
    char key[PLD_UNKNOWN_SIZE]; /* what was solved for: a key, or "count" */
    bool whole;                 /* only whole numbers are meant */
    double value;               /* certified to keep to the target; NAN if there is none */
    double limit;               /* certified not to. NAN if there is none */
    /* NULL: by a theorem spending only grows, or only falls, with the number, so that the numbers on the value's side of it keep
     * to the target, those on the limit's side of that do not, and the exact answer is between the two. Otherwise what is known
     * instead, a constant text, and nothing is certified but value and limit */
    const char *not_monotone;
    pld_bracket spent;          /* in the target's terms (epsilon, advantage, true-positive rate, mu), at the value */
    pld_bracket spent_at_limit; /* and at the limit */
    double spent_tolerance;     /* the relative_tolerance (of an attack: tolerance) with which a query answers `spent` again, */
    double limit_tolerance;     /* and spent_at_limit; 0: the options' own */
    double tolerance;           /* how far apart value and limit may be */
    bool tolerance_met;
    unsigned queries; /* compositions that were computed */
    double seconds;
    char reason[PLD_REASON_SIZE]; /* a sentence if there is no value or no limit, otherwise empty */
} pld_calibration;

/* A number that keeps to the target, beside one that does not. `spec` is a mechanism with the word solve in place of one value,
 * such as "poisson-gaussian:q=0.01,sigma=solve@10000", or of the count ("..@solve": how many steps are left; 0 is possible).
 * `others` are composed with it as they are. Value and limit are at most 1e-6 apart (1e-4 if the target is an attack or mu),
 * relative to the value; whole numbers are next to each other where that can be certified. If options->tolerance or
 * relative_tolerance is given, both are instead certified by what a query with these very options answers, and are as near to
 * each other as its brackets tell. Value and limit are each certified by a bracket of their own; only where `not_monotone` is
 * NULL anything is certified about other numbers. Where it is not (sigma of discrete-gaussian; N and batch of dp-sgd with
 * epochs), smaller numbers and larger ones may keep to the target or exceed it: a value that was rounded must be asked about
 * again. The watcher (may be NULL) counts compositions, of a number that is guessed. */
PLD_API PLD_WARN_UNUSED pld_status pld_query_calibrate(const char *spec, const pld_step *others, size_t other_count,
                                                       const pld_target *target, const pld_options *options,
                                                       pld_curve_watcher *watcher, void *context, pld_calibration *calibration,
                                                       pld_error *error);

enum { PLD_CAUTION_SIZE = 2048 };

/* What belongs beside a calibration: where no theorem speaks about other numbers, where the limit is that of a pair that only
 * dominates, and, if other mechanisms were there beside the unknown one (`spent_before`), when what is found is what is left of a
 * budget. `steps` are all of them, with the value or the limit in its place. Writes at most `size` bytes, PLD_CAUTION_SIZE are
 * enough; returns the length, 0 if there is nothing to say. */
PLD_API size_t pld_calibration_caution(const pld_calibration *found, const pld_step *steps, size_t step_count, bool spent_before,
                                       char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
