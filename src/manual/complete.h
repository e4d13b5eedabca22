/* What could come next on a command line, for the shells that ask when somebody presses Tab. */
#ifndef PLD_MANUAL_COMPLETE_H
#define PLD_MANUAL_COMPLETE_H

#include "options/command.h"

/* `words` are those behind the program's name; the last one, possibly empty, is to be completed. Prints one candidate a line,
 * whole words, each with a tab and what it means behind it where there is something to say; a candidate that ends in ':', '=' or
 * ',' is not finished. A last line ':files' says that names of files fit too. Nothing is ever wrong: where nothing fits nothing
 * is printed. */
pld__exit pld__complete(const char *const *words, size_t count);

#endif
