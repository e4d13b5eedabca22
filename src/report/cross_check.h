/* A second opinion, in words and as JSON. */
#ifndef PLD_REPORT_CROSS_CHECK_H
#define PLD_REPORT_CROSS_CHECK_H

#include "json/piece.h"
#include "options/command.h"

/* Its brackets, and whether they agree with those of the first. */
void pld__cross_check_print(const pld_cross_check *check, pld_adjacency adjacency, FILE *stream);

/* {"engine", "directions", "contradicts"}, added as "cross_check" to an object; false without memory. */
PLD_WARN_UNUSED bool pld__cross_check_add(const pld_cross_check *check, json_t *object);

/* What a program ends with that would end with `code` without it; says so on standard error where brackets have nothing in
 * common. */
pld__exit pld__cross_check_exit(const pld__command_line *line, const pld_result *first, const pld_cross_check *check,
                                pld__exit code);

#endif
