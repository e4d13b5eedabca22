/* Mechanisms from specs that must be right. */
#ifndef TESTS_SUPPORT_SPECS_H
#define TESTS_SUPPORT_SPECS_H

#include <pld/query.h>

/* Failure is a fatal assertion. `count` may be NULL. */
pld_mechanism *spec_mechanism(const char *spec, uint64_t *count);

/* Epsilon of several, blanks between them. What fails is said. */
pld_status specs_epsilon(const char *specs, double log_delta, const pld_options *options, pld_result *result);

/* Epsilon of so many steps with the options that are usual; failure is a fatal assertion. */
pld_result step_epsilon(const pld_mechanism *mechanism, uint64_t count, double log_delta);

#endif
