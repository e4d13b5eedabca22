/* A comparison in words. */
#ifndef PLD_REPORT_COMPARISON_H
#define PLD_REPORT_COMPARISON_H

#include "options/command.h"
#include "study/comparison.h"

void pld__comparison_print(const pld__command_line *line, const pld_comparison *comparison, FILE *stream);

#endif
