/* pld_query_calibrate with files (see <pld/query.h>), and with the spec that has the value in place of the unknown, or the limit
 * if there is no value: *spec_found is to be freed with pld__free, and NULL if there is neither or if the step is left out.
 * spec_found may be NULL. */
#ifndef PLD_QUERY_CALIBRATE_H
#define PLD_QUERY_CALIBRATE_H

#include "query/open_spec.h"

PLD_WARN_UNUSED pld_status pld__calibrate(const char *spec, pld__array_reader *reader, const pld_step *others, size_t other_count,
                                          const pld_target *target, const pld_options *options, pld_curve_watcher *watcher,
                                          void *context, pld_calibration *calibration, char **spec_found, pld_error *error);

#endif
