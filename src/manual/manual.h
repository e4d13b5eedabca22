/* Manual pages, from the table of commands, that of options and that of families: what there is is in them. */
#ifndef PLD_MANUAL_MANUAL_H
#define PLD_MANUAL_MANUAL_H

#include "options/command.h"

/* Prints the source of a page, such as "pld.1", "pld-epsilon.1" or "pld-experiment.5"; of NULL the names of all pages. */
pld__exit pld__manual(const char *name);

#endif
