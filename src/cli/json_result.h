/* The pieces of results as JSON, for every command that prints some. */
#ifndef PLD_CLI_JSON_RESULT_H
#define PLD_CLI_JSON_RESULT_H

#include "cli/composition.h"
#include "cli/json_text.h"

/* Whether everything could be built is checked once, at the end. */
typedef struct pld__json_builder {
    bool complete;
} pld__json_builder;

/* Both take the value, also on failure, and fail when there is none. */
void pld__json_set(pld__json_builder *build, json_t *object, const char *key, json_t *value);
void pld__json_append(pld__json_builder *build, json_t *array, json_t *value);

/* {"lower", "estimate", "upper"} as it is, the estimate null where there is none; of a log delta as delta and as its decimal log, rounded outward. */
json_t *pld__json_bracket(pld__json_builder *build, const pld_bracket *bracket);
json_t *pld__json_delta_bracket(pld__json_builder *build, const pld_bracket *log_bracket);
json_t *pld__json_log10_bracket(pld__json_builder *build, const pld_bracket *log_bracket);

/* "delta", and "log10_delta" where that is too small for a double. */
void pld__json_set_delta(pld__json_builder *build, json_t *object, double delta, double log_delta);

/* [{"given", "resolved", "count"}]. */
json_t *pld__json_mechanisms(pld__json_builder *build, const pld__composition *composition);

/* An array of texts that grows: pld__json_note takes a pointer to one as its context. */
typedef struct pld__json_notes {
    pld__json_builder *build;
    json_t *array;
} pld__json_notes;
void pld__json_note(const char *note, void *context);

json_t *pld__json_ledger(pld__json_builder *build, const pld_ledger *ledger);

#endif
