/* A composition: mechanisms with counts, and what neighbouring data sets differ by. The accountant of a training run.
 *
 *     pld_composition *run = NULL;
 *     status = pld_composition_create(PLD_ADJACENCY_ADD_REMOVE, &run);
 *     status = pld_composition_add_spec(run, "poisson-gaussian:q=256/60000,sigma=1@16384", NULL);
 *     status = pld_composition_epsilon(run, log(1e-5), &options, &result, NULL);
 *     pld_composition_free(run);
 *
 * Equal mechanisms are one step, wherever and however they were added: adding one more of a kind that is there raises a count and
 * nothing else, and asking costs what the different kinds cost. Equal are mechanisms that call themselves the same and have the
 * same note, and of arrays the same masses. */
#ifndef PLD_COMPOSITION_H
#define PLD_COMPOSITION_H

#include <pld/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes only by the functions that add to it, which leave it as it was on failure. May be shared between threads while nobody
 * adds.
 *
 * It remembers what answers have in common, up to some 32 MiB, so that asking again after a few more steps, or about another
 * delta, takes a small part of the time. Answers are the same, bit by bit, whatever was asked before. A query with a memory limit
 * of its own remembers nothing. */
typedef struct pld_composition pld_composition;

/* An empty one. With PLD_ADJACENCY_REPLACE every mechanism that is added is taken as the pair of the same mechanism when one
 * record is replaced (pld_mechanism_create_replaced), and refused where none is known. */
PLD_API PLD_WARN_UNUSED pld_status pld_composition_create(pld_adjacency adjacency, pld_composition **composition);
PLD_API void pld_composition_free(pld_composition *composition);

/* --- adding --------------------------------------------------------------------------------------------------------- */

/* `count` >= 1 more of a mechanism, which is shared: the caller frees its own as always, before or after. */
PLD_API PLD_WARN_UNUSED pld_status pld_composition_add(pld_composition *composition, const pld_mechanism *mechanism,
                                                       uint64_t count, pld_error *error);

/* What a spec says, see pld_mechanism_parse; here a spec may also name a file of masses (array:file=..). */
PLD_API PLD_WARN_UNUSED pld_status pld_composition_add_spec(pld_composition *composition, const char *spec, pld_error *error);

/* Every line of a file: `spec,count`, `spec@count` or `spec`. Blank lines and lines that start with # do not count, a first line
 * `spec,count` is a head, a spec may be in double quotes. All of it or nothing is added; messages name the line. */
PLD_API PLD_WARN_UNUSED pld_status pld_composition_add_schedule(pld_composition *composition, const char *path, pld_error *error);

/* What the log of another tool says, a JSON file: a list of steps, or an object that has one as "history", "events" or
 * "mechanisms", itself or as "privacy_accountant_state_dict" or "accountant". Every step is one of
 *
 *     [noise multiplier, sample rate, steps]    DP-SGD under Poisson sampling, as Opacus' accountants keep it
 *     {"noise_multiplier": 1.1, "sample_rate": 0.01, "steps": 1000}
 *     "laplace:b=20@10", ["laplace:b=20", 10], {"mechanism": "laplace:b=20", "count": 10}
 *
 * Numbers may be texts ("256/60000"). Steps that never happened, or took no record, add nothing; one without noise is refused.
 * An "adjacency" beside the list must be that of the composition. All of it or nothing is added; messages name the step. */
PLD_API PLD_WARN_UNUSED pld_status pld_composition_add_history(pld_composition *composition, const char *path, pld_error *error);
/* The same of the text itself. */
PLD_API PLD_WARN_UNUSED pld_status pld_composition_parse_history(pld_composition *composition, const char *json,
                                                                 pld_error *error);

/* --- what is in it -------------------------------------------------------------------------------------------------- */

PLD_API pld_adjacency pld_composition_adjacency(const pld_composition *composition);

/* The different steps, in the order in which they were added first, for every pld_query_ function; until something is added. */
PLD_API const pld_step *pld_composition_steps(const pld_composition *composition, size_t *count);

/* Step `index` as it was given first, with the count of all together; NULL beyond the last. Until something is added. */
PLD_API const char *pld_composition_spec(const pld_composition *composition, size_t index);

/* All steps together; UINT64_MAX where that is no number of 64 bits. */
PLD_API uint64_t pld_composition_total(const pld_composition *composition);

/* Do the two ends of an answer about it come from two pairs (theory_gap of pld_result)? */
PLD_API bool pld_composition_has_gap(const pld_composition *composition);

/* What belongs beside every result, a line each and each once (see pld_mechanism_note); "" if there is nothing. Until something
 * is added. */
PLD_API const char *pld_composition_notes(const pld_composition *composition);

/* --- asking --------------------------------------------------------------------------------------------------------- */

/* pld_query_epsilon and pld_query_delta about it, with its own adjacency in place of that of the options. */
PLD_API PLD_WARN_UNUSED pld_status pld_composition_epsilon(const pld_composition *composition, long double log_delta,
                                                           const pld_options *options, pld_result *result, pld_error *error);
PLD_API PLD_WARN_UNUSED pld_status pld_composition_delta(const pld_composition *composition, double epsilon,
                                                         const pld_options *options, pld_result *result, pld_error *error);

#ifdef __cplusplus
}
#endif
#endif
