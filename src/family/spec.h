/* Specs: `name:key=value,...@count`. What a word may be is in the rows of the families. */
#ifndef PLD_FAMILY_SPEC_H
#define PLD_FAMILY_SPEC_H

#include "family/family.h"
#include <pld/mechanism.h>
#include <stdbool.h>

/* pld_mechanism_parse with files; without a reader (NULL) families that need one are refused. */
PLD_WARN_UNUSED pld_status pld__mechanism_parse(const char *spec, pld__array_reader *reader, pld_mechanism **mechanism,
                                                uint64_t *count, pld_error *error);

/* The key of this name in a spec that is still text, also of what poisson samples; *found is NULL if its family has none.
 * PLD_ERROR_ARGUMENT if there is no such family. */
PLD_WARN_UNUSED pld_status pld__spec_key(const char *spec, const char *key, const pld__key **found, pld_error *error);

/* Is the key given in a spec that is still text? */
bool pld__spec_has(const char *spec, const char *key);

/* Where `key=` begins among the keys from `keys` to `end`, NULL if it is not there. */
const char *pld__spec_item(const char *keys, const char *end, const char *key);

#endif
