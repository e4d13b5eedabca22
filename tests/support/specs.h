/* Mechanisms from specs that must be right. */
#ifndef TESTS_SUPPORT_SPECS_H
#define TESTS_SUPPORT_SPECS_H

#include <pld/mechanism.h>

/* Failure is a fatal assertion. `count` may be NULL. */
pld_mechanism *spec_mechanism(const char *spec, uint64_t *count);

#endif
