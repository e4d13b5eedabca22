/* A comparison as series for the store: one for each composition and delta, over the numbers of compositions. */
#ifndef PLD_CLI_COMPARISON_SERIES_H
#define PLD_CLI_COMPARISON_SERIES_H

#include "cli/comparison.h"

/* Refuses, before anything is computed, what could not be written in the end. Only the points need to be known. */
PLD_WARN_UNUSED pld_status pld__comparison_check_output(const pld__comparison *comparison, pld_error *error);

/* Writes the file of -o. The columns are those of `pld curve`, then method_<name> and, where a method has a best order, order_<name>; a
 * claim is method_claim_<name>. A point to which a method does not apply is NaN; one that applies nowhere has no column, but the attribute
 * not_applicable says why. */
PLD_WARN_UNUSED pld_status pld__comparison_write(const pld__comparison *comparison, pld_error *error);

#endif
