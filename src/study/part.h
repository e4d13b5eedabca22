/* Parts of a sweep as files: all numbers of the answers, a series `part` over the numbers of its points. */
#ifndef PLD_STUDY_PART_H
#define PLD_STUDY_PART_H

#include "study/points.h"

/* Writes the file of a part whose points are all finished. How many of them are wider than asked for: `too_wide`. */
PLD_WARN_UNUSED pld_status pld__part_write(pld__points *points, const char *path, pld_store_mode mode, const char *command,
                                           size_t *too_wide, pld_error *error);

/* Is the file this part already? */
PLD_WARN_UNUSED pld_status pld__part_look(const pld__points *points, const char *path, bool *ended);

/* Refuses, before anything is computed, what could not be written in the end. */
PLD_WARN_UNUSED pld_status pld__part_check_output(const char *path, pld_store_mode mode, pld_error *error);

#define PLD__PART_SERIES "part"
#define PLD__PART_OF "part_of"

#endif
