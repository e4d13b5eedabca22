/* What the commands that read a stored file have in common. */
#ifndef PLD_OPTIONS_STORED_H
#define PLD_OPTIONS_STORED_H

#include "options/command.h"
#include "store/slices.h"

/* Reads the file that is the only operand. */
PLD_WARN_UNUSED pld_status pld__stored_read(const pld__command_line *line, pld_store **store, pld_error *error);

/* Opens it without the values of its columns, which may be many. */
PLD_WARN_UNUSED pld_status pld__stored_open(const pld__command_line *line, pld__slices **slices, pld_error *error);

/* The only operand, or PLD_ERROR_ARGUMENT; `what` is what it is called, such as FILE.h5. */
PLD_WARN_UNUSED pld_status pld__only_operand(const pld__command_line *line, const char *what, const char **operand,
                                             pld_error *error);

#endif
