/* Is that number right? What other accountants and other people say, held against the certified bracket.
 *
 *     pld_claims *claims = NULL;
 *     status = pld_claims_create(&claims);
 *     status = pld_claims_add(claims, "paper", 2.46, NULL);
 *     pld_comparison_question question = {.size = sizeof question, .composition = run, .delta = "1e-5", .claims = claims};
 *     pld_comparison *comparison = NULL;
 *     status = pld_comparison_create(&question, &options, &comparison, NULL);
 *     for (size_t i = 0; (finding = pld_comparison_finding(comparison, 0, i)) != NULL; i++)
 *         printf("%s: %s\n", finding->name, pld_verdict_name(finding->verdict));
 */
#ifndef PLD_COMPARE_H
#define PLD_COMPARE_H

#include <pld/baseline.h>
#include <pld/composition.h>
#include <pld/store.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- claims --------------------------------------------------------------------------------------------------------- */

/* Epsilons that somebody claims. Changes only by the functions that add to it, which leave it as it was on failure. */
typedef struct pld_claims pld_claims;

PLD_API PLD_WARN_UNUSED pld_status pld_claims_create(pld_claims **claims);
PLD_API void pld_claims_free(pld_claims *claims);

/* A claim about every point that is asked about: epsilon >= 0, possibly INFINITY. */
PLD_API PLD_WARN_UNUSED pld_status pld_claims_add(pld_claims *claims, const char *name, double epsilon, pld_error *error);

/* Claims about points of their own, from a file. A table with commas whose first line names its columns: epsilon, and if you like
 * name, compositions, delta and mechanism. Or an HDF5 file: datasets of these names or method_<name> at its top, or series of
 * this library with columns method_<name>, which must be about this adjacency; with `mechanisms` they are about the mechanisms
 * that the series name. */
PLD_API PLD_WARN_UNUSED pld_status pld_claims_read(pld_claims *claims, const char *path, pld_adjacency adjacency, bool mechanisms,
                                                   pld_error *error);

/* --- comparisons ---------------------------------------------------------------------------------------------------- */

typedef enum pld_verdict {
    PLD_VERDICT_VALID = 0,   /* above the bracket */
    PLD_VERDICT_INSIDE,      /* cannot be told from the truth, or refuted by a pair that only dominates, which refutes nothing */
    PLD_VERDICT_UNSOUND,     /* a bound or a claim below the lower end */
    PLD_VERDICT_UNDERSTATES, /* an approximation below the lower end */
    PLD_VERDICT_NOT_APPLICABLE,
    PLD_VERDICT_UNPROVEN /* between ends that come from two pairs (a gap of theory): neither proven nor refuted */
} pld_verdict;

/* "valid", "inside", "unsound", "understates" or "not-applicable". */
PLD_API const char *pld_verdict_name(pld_verdict verdict);

/* One method or claim at one point. */
typedef struct pld_finding {
    const char *name;
    const char *kind;           /* "bound", "approximation" or "claim" */
    pld_baseline_answer answer; /* its reason also says what the verdict rests on */
    double ratio;               /* to the tight estimate; NAN if there is none */
    pld_verdict verdict;
    bool unnamed; /* a row of a table without a name; `name` says where it stands */
} pld_finding;

/* What is asked; start from {.size = sizeof(pld_comparison_question)}. Everything is borrowed for as long as the comparison
 * lives. */
typedef struct pld_comparison_question {
    size_t size;
    const pld_composition *composition; /* may be NULL if every claim names its mechanisms */
    const char *delta;                  /* such as "1e-5"; may be NULL if every claim has its own */
    const uint64_t *compositions;       /* the composition so many times over, at each of these */
    size_t composition_count;           /* 0: once; or, with claims from a file, at their points only */
    const char *methods;                /* names with commas between, see baseline.h; NULL: all; "none" */
    const pld_claims *claims;           /* may be NULL */
} pld_comparison_question;

/* Where a point lies, and the bracket there. */
typedef struct pld_comparison_point {
    const pld_composition *composition;
    uint64_t compositions;
    pld_delta delta;
    const char *delta_text;
    pld_result tight;
} pld_comparison_point;

/* Does not change after creation. */
typedef struct pld_comparison pld_comparison;

PLD_API PLD_WARN_UNUSED pld_status pld_comparison_create(const pld_comparison_question *question, const pld_options *options,
                                                         pld_comparison **comparison, pld_error *error);
PLD_API void pld_comparison_free(pld_comparison *comparison);

/* Both are NULL beyond the last; owned by the comparison. */
PLD_API const pld_comparison_point *pld_comparison_point_at(const pld_comparison *comparison, size_t point);
PLD_API const pld_finding *pld_comparison_finding(const pld_comparison *comparison, size_t point, size_t index);

/* As series in a file: one for each composition and delta, over the numbers of compositions. `series` is what names begin with,
 * `command` the attribute command_line; both may be NULL. */
PLD_API PLD_WARN_UNUSED pld_status pld_comparison_write(const pld_comparison *comparison, const char *path, pld_store_mode mode,
                                                        const char *series, const char *command, pld_error *error);

#ifdef __cplusplus
}
#endif
#endif
