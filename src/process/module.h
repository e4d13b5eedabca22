/* Parts of the program with libraries of their own, which take megabytes and milliseconds of a start: loaded when they are
 * needed. */
#ifndef PLD_PROCESS_MODULE_H
#define PLD_PROCESS_MODULE_H

#include <stdbool.h>

/* The module of this file name, beside the program as it is built or where it is installed; it stays to the end of the process.
 * NULL if it cannot be loaded. `global`: what it needs is seen by what that loads in turn. */
void *pld__module_load(const char *name, bool global);

/* A function or an object of it, to be assigned through *(void **)(&pointer); NULL if there is none, or no module. */
void *pld__module_function(void *module, const char *name);

#endif
