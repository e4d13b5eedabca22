/* What logs of other tools say, as specs: Opacus' history of (noise multiplier, sample rate, steps), and events of our own. What
 * a step may be is in <pld/composition.h>. */
#ifndef PLD_COMPOSITION_HISTORY_H
#define PLD_COMPOSITION_HISTORY_H

#include "composition/spec_list.h"
#include <pld/query.h>

/* From a file, or from so many bytes of text that messages call `name`. Free the list with pld__spec_list_free, also after a
 * failure. */
PLD_WARN_UNUSED pld_status pld__history_read(const char *path, pld_adjacency adjacency, pld__spec_list *history,
                                             pld_error *error);
PLD_WARN_UNUSED pld_status pld__history_parse(const char *name, const char *text, size_t size, pld_adjacency adjacency,
                                              pld__spec_list *history, pld_error *error);

#endif
