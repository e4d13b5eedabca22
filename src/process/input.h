/* Files that are read, "-" among them. */
#ifndef PLD_PROCESS_INPUT_H
#define PLD_PROCESS_INPUT_H

#include <pld/status.h>

/* The path that readers open for what was given: itself, or for "-" one of standard input, which may then be opened again and
 * read from its beginning as often as one likes, also where it is a pipe. */
PLD_WARN_UNUSED pld_status pld__input_path(const char *given, const char **path, pld_error *error);

#endif
