/* Range checks of constructor arguments. */
#ifndef PLD_FAMILY_CHECK_H
#define PLD_FAMILY_CHECK_H

#include "base/number.h"
#include <pld/status.h>
#include <stdint.h>

/* The largest group size. */
#define PLD__LARGEST_GROUP 100000

/* A finite number above 0; means/sigma must also stay between 1e-150 and 1e150, so that squares neither overflow nor vanish. */
pld_status pld__check_positive(const char *key, double value, pld_error *error);
pld_status pld__check_probability(const char *key, double value, pld_error *error);
pld_status pld__check_group(const char *key, uint64_t value, pld_error *error);

/* A data set of 1 to 1e15 records (up to there every whole number is a double) and a batch, whose key is named, of 1 to as many.
 */
pld_status pld__check_batch(uint64_t population, const char *key, uint64_t batch, pld_error *error);

/* low <= value <= high. */
pld_status pld__check_range(const char *key, double value, double low, double high, pld_error *error);

/* "NAME:" for a resolved spec, or "poisson:q=..,of=NAME," if a rate below 1 samples it. */
void pld__sampled_prefix(double rate, const char *name, char text[64]);

#endif
