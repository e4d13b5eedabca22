/* A trade-off in words. */
#ifndef PLD_CLI_TRADEOFF_REPORT_H
#define PLD_CLI_TRADEOFF_REPORT_H

#include "cli/command.h"
#include "study/tradeoff.h"

PLD_WARN_UNUSED pld_status pld__tradeoff_print(const pld__command_line *line, const pld__tradeoff *tradeoff, FILE *stream);

#endif
