/* What belongs beside an answer. */
#ifndef PLD_COMPOSITION_NOTES_H
#define PLD_COMPOSITION_NOTES_H

#include <pld/composition.h>

/* Calls `each` for every note of the composition, and for one that says what kept a bracket from being narrower where
 * `memory_bound` does. */
void pld__notes_of_answer(const pld_composition *composition, const pld_options *options, bool memory_bound,
                          void (*each)(const char *note, void *context), void *context);

/* Calls `each` for every line of a text. */
void pld__notes_of_text(const char *text, void (*each)(const char *note, void *context), void *context);

#endif
