/* A trade-off in words. */
#ifndef PLD_REPORT_TRADEOFF_H
#define PLD_REPORT_TRADEOFF_H

#include "options/command.h"
#include "study/tradeoff.h"

PLD_WARN_UNUSED pld_status pld__tradeoff_print(const pld__command_line *line, const pld__tradeoff *tradeoff, FILE *stream);

#endif
