/* The pieces that objects are put together from. */
#ifndef PLD_JSON_PIECE_H
#define PLD_JSON_PIECE_H

#include "store/json.h"

#include <pld/composition.h>

/* Whether everything could be built is checked once, at the end. */
typedef struct pld__json_builder {
    bool complete;
} pld__json_builder;

/* Both take the value, also on failure, and fail when there is none. */
void pld__json_set(pld__json_builder *build, json_t *object, const char *key, json_t *value);
void pld__json_append(pld__json_builder *build, json_t *array, json_t *value);

/* All keys of `more`, which is taken, also on failure; NULL is a failure. */
void pld__json_set_more(pld__json_builder *build, json_t *object, json_t *more);

/* An object of this schema, with the version. */
json_t *pld__json_start(pld__json_builder *build, const char *schema);
/* Its text; takes the object, also on failure. */
PLD_WARN_UNUSED pld_status pld__json_finish(pld__json_builder *build, json_t *object, char **text);

/* {"lower", "estimate", "upper"} as it is, the estimate null where there is none; of a log delta as delta and as its decimal log,
 * rounded outward. */
json_t *pld__json_bracket(pld__json_builder *build, const pld_bracket *bracket);
json_t *pld__json_delta_bracket(pld__json_builder *build, const pld_bracket *log_bracket);
json_t *pld__json_log10_bracket(pld__json_builder *build, const pld_bracket *log_bracket);

/* {"remove": .., "add": ..} of the directions that were asked for, as epsilon or as delta, each with the "engine" that its upper
 * end is from. */
json_t *pld__json_directions(pld__json_builder *build, const pld_result *result);

/* "adjacency", and "direction_names": what people call the directions that its keys "remove" and "add" stand for. */
void pld__json_set_adjacency(pld__json_builder *build, json_t *object, pld_adjacency adjacency);

/* "delta", and "log10_delta" where that is too small for a double. */
void pld__json_set_delta(pld__json_builder *build, json_t *object, const pld_delta *delta);

/* "tolerance" and "tolerance_met". */
void pld__json_set_tolerance(pld__json_builder *build, json_t *object, double tolerance, bool met);

/* "gap": "theory" where the two ends come from different pairs; nothing where they do not. */
void pld__json_set_gap(pld__json_builder *build, json_t *object, bool theory_gap);

/* [{"given", "resolved", "count"}]. */
json_t *pld__json_mechanisms(pld__json_builder *build, const pld_composition *composition);

/* The notes of an answer, see composition/notes.h; `first` stands before them unless it is NULL. */
json_t *pld__json_notes(pld__json_builder *build, const pld_composition *composition, const pld_options *options,
                        bool memory_bound, const char *first);
/* The lines of a text. */
json_t *pld__json_lines(pld__json_builder *build, const char *text);

#endif
