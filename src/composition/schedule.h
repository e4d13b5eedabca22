/* A list of mechanisms from a file: `spec,count` or `spec@count` or `spec` on each line. Specs have commas themselves, so the
 * count is behind the last one, unless the spec is in quotes. Blank lines and lines that start with # do not count; a first line
 * `spec,count` is a head. */
#ifndef PLD_COMPOSITION_SCHEDULE_H
#define PLD_COMPOSITION_SCHEDULE_H

#include "composition/spec_list.h"

/* Free it with pld__spec_list_free, also after a failure. */
PLD_WARN_UNUSED pld_status pld__schedule_read(const char *path, pld__spec_list *schedule, pld_error *error);

#endif
