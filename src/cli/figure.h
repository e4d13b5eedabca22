/* Figures are drawn by scripts/figures, which Python runs. */
#ifndef PLD_CLI_FIGURE_H
#define PLD_CLI_FIGURE_H

#include <pld/status.h>
#include <stdbool.h>

/* Does the name end as that of a figure? */
bool pld__figure_is(const char *path);

/* What the first two of the arguments are is filled in: interpreter and script; behind the last one is a NULL. `code` is the exit
 * code of the script, which has said why if it is not 0. */
PLD_WARN_UNUSED pld_status pld__figure_draw(char **arguments, int *code, pld_error *error);

#endif
