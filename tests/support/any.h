/* A random mechanism of any family. */
#ifndef TESTS_SUPPORT_ANY_H
#define TESTS_SUPPORT_ANY_H

#include "support/dice.h"

#include <pld/mechanism.h>

enum { ANY_FAMILIES = 15 };

/* Of family number `family` % ANY_FAMILIES, and how often it might be taken: at most `most` times. */
pld_mechanism *any_mechanism(dice *from, size_t family, uint64_t most, uint64_t *count);

#endif
