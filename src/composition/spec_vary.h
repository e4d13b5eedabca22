/* Specs with one key set to another value. */
#ifndef PLD_COMPOSITION_SPEC_VARY_H
#define PLD_COMPOSITION_SPEC_VARY_H

#include <pld/status.h>
#include <stdbool.h>
#include <stddef.h>

/* Whether the family of this spec has the key; PLD_ERROR_ARGUMENT if there is no such family. */
PLD_WARN_UNUSED pld_status pld__spec_has_key(const char *spec, const char *key, bool *has, pld_error *error);

/* A copy of the spec with `key=value` in place of what it said about the key, or added; free it with free. NULL without memory.
 */
char *pld__spec_with(const char *spec, const char *key, const char *value);

#endif
