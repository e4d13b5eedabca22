/* A list of mechanisms from a file: `spec,count` or `spec@count` or `spec` on each line. Specs have commas themselves, so the
 * count is behind the last one, unless the spec is in quotes. Blank lines and lines that start with # do not count; a first line
 * `spec,count` is a head. */
#ifndef PLD_COMPOSITION_SCHEDULE_H
#define PLD_COMPOSITION_SCHEDULE_H

#include <pld/status.h>
#include <stddef.h>

typedef struct pld__schedule {
    const char *path; /* borrowed */
    size_t count;
    char **specs;  /* as on a command line, counts included */
    size_t *lines; /* of the file */
} pld__schedule;

/* Free it with pld__schedule_free, also after a failure. */
PLD_WARN_UNUSED pld_status pld__schedule_read(const char *path, pld__schedule *schedule, pld_error *error);
void pld__schedule_free(pld__schedule *schedule);

/* Puts file and line in front of a message about a spec. */
pld_status pld__schedule_blame(const pld__schedule *schedule, size_t index, pld_status status, const pld_error *cause,
                               pld_error *error);

#endif
