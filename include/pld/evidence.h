/* What numbers mean to whoever has to believe them: what a search for hyperparameters costs, and whether an attack contradicts a
 * claim.
 *
 *     pld_run_law law;
 *     status = pld_run_law_parse("geometric:mean=10", &law, NULL);
 *     status = pld_query_tuned(steps, step_count, &law, logl(1e-5L), &options, &tuned, NULL);
 */
#ifndef PLD_EVIDENCE_H
#define PLD_EVIDENCE_H

#include <pld/query.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- the best of a random number of runs ---------------------------------------------------------------------------- */

typedef enum pld_run_law_kind {
    PLD_RUNS_NEGATIVE_BINOMIAL = 0, /* truncated: at least one run; eta = 1 is geometric, eta = 0 logarithmic */
    PLD_RUNS_POISSON                /* none at all is possible: then nothing is released */
} pld_run_law_kind;

/* The law of the number of runs, fixed before and independent of the data. */
typedef struct pld_run_law {
    pld_run_law_kind kind;
    double eta, gamma; /* of negative binomials: above -1; above 0 and below 1 */
    double mean;       /* of Poisson laws: above 0 */
} pld_run_law;

/* Reads "geometric:mean=10", "negative-binomial:eta=0,gamma=0.02" or "poisson:mean=10". What no theorem covers, such as
 * "fixed:10", is refused with the reason. */
PLD_API PLD_WARN_UNUSED pld_status pld_run_law_parse(const char *text, pld_run_law *law, pld_error *error);

/* How many runs there are on average. NAN if it is no law. */
PLD_API double pld_run_law_mean(const pld_run_law *law);

typedef struct pld_tuned {
    double mean_runs;
    pld_bracket base;    /* epsilon of one run */
    pld_bracket epsilon; /* of the best of all: upper for every score, lower for the worst one, which may draw random numbers; its
                            truth is in between, where is not known. The estimate is NAN */
    double published;    /* what Koskela, Redberg and Wang (2024) say, as handed down; NAN if that does not apply */
    double renyi;        /* what theorem 2 of Papernot and Steinke (2022) says, by quadrature; NAN if that does not apply */
    bool tolerance_met;  /* base and upper are as close to what the theorem says of exact numbers as asked */
    unsigned queries;
    double seconds;
} pld_tuned;

/* epsilon at e^log_delta of the output of the best of K runs of the composition, K from `law`, hyperparameters drawn afresh for
 * each run from a law fixed before. Holds only if neither K, nor the outputs of other runs, nor how long it took become known,
 * and if the score is part of what the mechanisms put out, or is computed from that and public data alone. Candidates with
 * different mechanisms are covered by one that dominates all. Tolerances are those of pld_query_epsilon. */
PLD_API PLD_WARN_UNUSED pld_status pld_query_tuned(const pld_step *steps, size_t step_count, const pld_run_law *law,
                                                   long double log_delta, const pld_options *options, pld_tuned *tuned,
                                                   pld_error *error);

/* What that assumes, in sentences that belong beside the number; NULL behind the last. */
PLD_API const char *pld_tuned_assumption(size_t index);
/* And what its two ends are. */
PLD_API const char *pld_tuned_meaning(void);

/* --- does an attack contradict a claim? ------------------------------------------------------------------------------ */

/* How the pair of error rates is held against a trade-off function. Choose before the data are seen, never the better of both. */
typedef enum pld_audit_test {
    PLD_AUDIT_PRODUCT = 0, /* as a rule sharper */
    PLD_AUDIT_RECTANGLE    /* is the corner of the confidence rectangle above the curve? */
} pld_audit_test;

/* What was settled before the data. Start from {.size = sizeof(pld_audit_terms), .alpha = 0.05, .looks = 1, .log_delta = NAN}. */
typedef struct pld_audit_terms {
    size_t size;
    double alpha; /* 1 - confidence, above 0 and below 1 */
    uint64_t
        looks; /* the attack is the best of so many that were fixed before (thresholds, say): each is judged at alpha/looks */
    double log_delta;    /* natural, of the epsilon that is asked for; -INFINITY for delta 0; NAN: no epsilon is asked for */
    pld_audit_test test; /* of pld_audit_counts */
} pld_audit_terms;

/* Independent runs: so many of them said "in". */
typedef struct pld_attack_counts {
    uint64_t true_positives, positives;  /* of the runs with the record */
    uint64_t false_positives, negatives; /* of the runs without it */
} pld_attack_counts;

/* One run with many canaries, each of which is in with probability 1/2, independently. */
typedef struct pld_canaries {
    uint64_t canaries, guesses, correct; /* so many guesses, fixed before, were made; so many of them are right */
} pld_canaries;

typedef enum pld_verdict_kind {
    PLD_VERDICT_NONE = 0,   /* no mechanism was given */
    PLD_VERDICT_CONSISTENT, /* not refuted, which is no proof of anything: the attack may be weak */
    PLD_VERDICT_REFUTED     /* by data that mechanisms that keep to the claim give with probability at most alpha */
} pld_verdict_kind;

/* "consistent" or "refuted"; NULL for none. */
PLD_API const char *pld_verdict_kind_name(pld_verdict_kind verdict);
/* What it means, and what it does not, in a sentence that belongs beside it; NULL for none. */
PLD_API const char *pld_verdict_kind_meaning(pld_verdict_kind verdict);
/* What is assumed of independent runs, or of one run with canaries, a sentence each; NULL behind the last. */
PLD_API const char *pld_audit_assumption(bool one_run, size_t index);

/* NAN where something was not asked for, or has no meaning. Start from {.size = sizeof(pld_audit)}. */
typedef struct pld_audit {
    size_t size;
    double alpha;                /* each of verdict and epsilon_lower holds but for this probability */
    double tpr_lower, fpr_upper; /* of the attack itself, both together but for alpha/looks (Clopper and Pearson) */
    double epsilon_lower; /* every (epsilon, delta) with a smaller epsilon is refuted, of the directions of the adjacency; 0:
                             nothing is */
    double epsilon_from_positive; /* by "in" alone, and by "not in" alone, at the same confidence */
    double epsilon_from_negative;
    double epsilon_printed; /* of one run: as Steinke, Nasr and Jagielski (2023) print it, which is no theorem for all counts */
    double epsilon_claimed; /* certified upper end of the mechanisms, if delta is given */
    double p_value;         /* times looks, at most 1 */
    double p_value_at;      /* the false-positive rate at which the claim does best */
    pld_verdict_kind verdict;
    unsigned queries;
    double seconds;
} pld_audit;

/* Assumes that all runs are independent, that the data sets of the two kinds of runs are neighbours of the kind that the options
 * name, which differ in the record the attack is about, and that the attack, its threshold included, was fixed before the runs.
 * `steps` may be NULL: then there is no verdict. An attack that says "in" less often where the record is says nothing here: turn
 * its answers round before the data are seen, or count two looks. */
PLD_API PLD_WARN_UNUSED pld_status pld_audit_counts(const pld_attack_counts *counts, const pld_audit_terms *terms,
                                                    const pld_step *steps, size_t step_count, const pld_options *options,
                                                    pld_audit *audit, pld_error *error);

/* The same from one run: neighbours differ in one canary, being in or out. The number of guesses was fixed before. */
PLD_API PLD_WARN_UNUSED pld_status pld_audit_one_run(const pld_canaries *canaries, const pld_audit_terms *terms,
                                                     const pld_step *steps, size_t step_count, const pld_options *options,
                                                     pld_audit *audit, pld_error *error);

/* --- scores instead of answers -------------------------------------------------------------------------------------- */

/* How a threshold may be chosen by the same data. */
typedef enum pld_threshold_choice {
    PLD_THRESHOLD_SPLIT = 0, /* on every other run, in the order given; the rest are counted */
    PLD_THRESHOLD_ANY        /* at any score; each is judged at alpha over the number of runs */
} pld_threshold_choice;

/* Makes counts of the scores of runs with the record (`in`) and without it (`out`), by a threshold that looks good, and says by
 * how many *looks it has to be paid for. The order of runs must not depend on their scores: those that are sorted are refused. */
PLD_API PLD_WARN_UNUSED pld_status pld_audit_threshold(const double *in, size_t in_count, const double *out, size_t out_count,
                                                       pld_threshold_choice choice, pld_attack_counts *counts, uint64_t *looks,
                                                       double *threshold, pld_error *error);

#ifdef __cplusplus
}
#endif
#endif
