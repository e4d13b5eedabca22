/* The notes of a whole composition. */
#ifndef PLD_QUERY_NOTES_H
#define PLD_QUERY_NOTES_H

#include <pld/query.h>

/* Calls `each` for every line of every note of the mechanisms, without repetition. */
void pld__notes_each(const pld_step *steps, size_t count, void (*each)(const char *note, void *context), void *context);

#endif
