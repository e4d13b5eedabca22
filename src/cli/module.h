/* Modules of the program: parts that are loaded when they are asked for, so that the libraries they need cost nothing else. */
#ifndef PLD_CLI_MODULE_H
#define PLD_CLI_MODULE_H

#include <stdbool.h>

/* Loads a module by its file name, from beside the program (as it is built) or from where it is installed, to the end of the
 * process; NULL if it cannot be loaded. `global`: what it needs is seen by what that loads in turn. */
void *pld__module_load(const char *name, bool global);

#endif
