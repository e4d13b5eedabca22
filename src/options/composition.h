/* The mechanisms of a command line. */
#ifndef PLD_OPTIONS_COMPOSITION_H
#define PLD_OPTIONS_COMPOSITION_H

#include "options/command.h"

/* Does the line name a file with mechanisms? */
bool pld__composition_has_file(const pld__command_line *line);

/* Does it name any mechanism, by itself or in a file? */
bool pld__composition_is_named(const pld__command_line *line);

/* Every operand and what is in the files; there must be a mechanism. Free it with pld_composition_free. */
PLD_WARN_UNUSED pld_status pld__composition_read(const pld__command_line *line, pld_composition **composition, pld_error *error);

/* The same of these specs in place of the operands; there may be none. */
PLD_WARN_UNUSED pld_status pld__composition_read_specs(const pld__command_line *line, const char *const *specs, size_t count,
                                                       pld_composition **composition, pld_error *error);

/* One line for each of `count` specs; of long lists only the first. */
void pld__specs_print(const char *const *specs, size_t count, FILE *stream);
/* The same of a composition. */
void pld__composition_print(const pld_composition *composition, FILE *stream);

#endif
