/* What other accountants say about the same mechanisms: to be compared with certified brackets.
 *
 *     const pld_baseline_method *method = pld_baseline_find("rdp", NULL);
 *     pld_baseline_answer answer;
 *     status = pld_baseline_evaluate(method, &composition, 1, log(1e-5), PLD_ADJACENCY_ADD_REMOVE, &answer, NULL);
 *     if (answer.applicable) printf("%s: epsilon = %.6f at order %g\n", method->name, answer.epsilon, answer.order);
 *
 * Everything here is ordinary floating point: good to many digits, but nothing is certified about rounding. */
#ifndef PLD_BASELINE_H
#define PLD_BASELINE_H

#include <pld/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- methods -------------------------------------------------------------------------------------------------------- */

typedef enum pld_baseline_kind {
    PLD_BASELINE_BOUND,         /* a theorem: never below the truth */
    PLD_BASELINE_APPROXIMATION, /* may be below the truth */
    PLD_BASELINE_PROGRAM /* what another program prints, recomputed from its published algorithm: what that claims, it claims */
} pld_baseline_kind;

/* "bound", "approximation" or "program". */
PLD_API const char *pld_baseline_kind_name(pld_baseline_kind kind);

typedef struct pld_baseline_method {
    const char *name;
    pld_baseline_kind kind;
    const char *meaning; /* one line */
    const char *source;  /* who published it */
} pld_baseline_method;

/* The methods in order; NULL behind the last one. */
PLD_API const pld_baseline_method *pld_baseline_at(size_t index);

/* NULL if there is none of that name; then `error` says so. */
PLD_API const pld_baseline_method *pld_baseline_find(const char *name, pld_error *error);

typedef struct pld_baseline_answer {
    bool applicable;
    double epsilon;   /* possibly INFINITY; NAN if it does not apply */
    double order;     /* the Renyi order (moments accountant: lambda) it was found at; NAN if there is none */
    char reason[256]; /* why it does not apply, or what to know about the number; possibly empty */
} pld_baseline_answer;

/* The method's epsilon for all steps together. `log_delta` < 0 is the natural log, -INFINITY for delta = 0. */
PLD_API PLD_WARN_UNUSED pld_status pld_baseline_evaluate(const pld_baseline_method *method, const pld_step *steps,
                                                         size_t step_count, double log_delta, pld_adjacency adjacency,
                                                         pld_baseline_answer *answer, pld_error *error);

/* --- Renyi divergences ---------------------------------------------------------------------------------------------- */

/* The divergence of any order > 0 (1: Kullback-Leibler, INFINITY: the largest loss) of all steps together, by quadrature: good to
 * about 1e-10, relative. D(P||Q) for remove, D(Q||P) for add. */
PLD_API PLD_WARN_UNUSED pld_status pld_renyi_divergence(const pld_step *steps, size_t step_count, pld_direction direction,
                                                        double order, double *divergence, pld_error *error);

/* The same as a bracket, from the laws that bracket epsilon: lower <= truth <= upper; the estimate is the quadrature. What is
 * left out beyond the buckets is bounded by a moment of higher order, which comes from quadrature. Of the options, threads and
 * tolerances count: the relative one is relative to the divergence (default 1e-3). Divergences below about 1e-9 and orders whose
 * bulk has masses below 1e-4880 end with a wider bracket than asked for. */
PLD_API PLD_WARN_UNUSED pld_status pld_renyi_bracket(const pld_step *steps, size_t step_count, pld_direction direction,
                                                     double order, const pld_options *options, pld_bracket *bracket,
                                                     pld_error *error);

#ifdef __cplusplus
}
#endif
#endif
