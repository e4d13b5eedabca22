/* pld_query_calibrate with files: see <pld/query.h>. */
#ifndef PLD_QUERY_CALIBRATE_H
#define PLD_QUERY_CALIBRATE_H

#include "query/unknown.h"

PLD_WARN_UNUSED pld_status pld__calibrate(const char *spec, pld__array_reader *reader, const pld_step *others, size_t other_count,
                                          const pld_target *target, const pld_options *options, pld_curve_watcher *watcher,
                                          void *context, pld_calibration *calibration, pld_error *error);

#endif
