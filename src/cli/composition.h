/* The mechanisms of a command line. */
#ifndef PLD_CLI_COMPOSITION_H
#define PLD_CLI_COMPOSITION_H

#include "cli/command.h"

/* Equal mechanisms are one step, wherever they were given. */
typedef struct pld__composition {
    size_t step_count;
    pld_step *steps;
    char **given; /* each mechanism as it was given first, with the count of all together */
    pld_mechanism **mechanisms;
} pld__composition;

/* Reads every operand and every line of the schedule as a mechanism; there must be one. With --adjacency replace each is replaced by
 * its pair for that. Free it with pld__composition_free, also after a failure. */
PLD_WARN_UNUSED pld_status pld__composition_read(const pld__command_line *line, pld__composition *composition, pld_error *error);

/* The same from a list of specs, without a schedule. */
PLD_WARN_UNUSED pld_status pld__composition_parse(char *const *specs, size_t count, pld_adjacency adjacency,
                                                  pld__composition *composition, pld_error *error);
void pld__composition_free(pld__composition *composition);

/* One line for each; of long lists only the first. */
void pld__specs_print(char *const *specs, size_t count, FILE *stream);

#endif
