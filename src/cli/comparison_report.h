/* A comparison in words. */
#ifndef PLD_CLI_COMPARISON_REPORT_H
#define PLD_CLI_COMPARISON_REPORT_H

#include "cli/command.h"
#include "study/comparison.h"

void pld__comparison_print(const pld__command_line *line, const pld_comparison *comparison, FILE *stream);

#endif
