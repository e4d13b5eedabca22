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
    pld_bracket epsilon; /* of the best of all: upper for every score, lower for the worst one; the truth of the worst score is in
                            between, where is not known. The estimate is NAN */
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

#ifdef __cplusplus
}
#endif
#endif
