/* The mechanisms of a command line. */
#ifndef PLD_CLI_COMPOSITION_H
#define PLD_CLI_COMPOSITION_H

#include "cli/command.h"

typedef struct pld__composition {
    size_t step_count;
    pld_step *steps;
    char *const *given; /* each mechanism as it was given; borrowed */
    pld_mechanism **mechanisms;
} pld__composition;

/* Reads every operand as a mechanism; there must be one. Free it with pld__composition_free, also after a failure. */
PLD_WARN_UNUSED pld_status pld__composition_read(const pld__command_line *line, pld__composition *composition, pld_error *error);
void pld__composition_free(pld__composition *composition);

#endif
