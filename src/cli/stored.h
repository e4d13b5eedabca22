/* What the commands that read a stored file have in common. */
#ifndef PLD_CLI_STORED_H
#define PLD_CLI_STORED_H

#include "cli/command.h"

/* Reads the file that is the only operand. */
PLD_WARN_UNUSED pld_status pld__stored_read(const pld__command_line *line, pld_store **store, pld_error *error);

/* The only operand, or PLD_ERROR_ARGUMENT; `what` is what it is called, such as FILE.h5. */
PLD_WARN_UNUSED pld_status pld__only_operand(const pld__command_line *line, const char *what, const char **operand,
                                             pld_error *error);

/* A number with as many digits as it takes to read back the same double; what is not finite in words. */
enum { PLD__CELL_SIZE = 64 };
void pld__cell_text(double value, char text[PLD__CELL_SIZE]);
/* A coordinate of an axis. */
void pld__axis_text(const pld_axis *axis, size_t index, char text[PLD__CELL_SIZE]);

/* Where point `index` of the grid lies on axis number `axis`. */
size_t pld__grid_place(const pld_series *series, size_t index, size_t axis);

#endif
