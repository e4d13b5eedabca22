/* The commands, one file each. */
#ifndef PLD_CLI_COMMANDS_H
#define PLD_CLI_COMMANDS_H

#include "options/command.h"

pld__exit pld__command_epsilon(const pld__command_line *line);
pld__exit pld__command_delta(const pld__command_line *line);
pld__exit pld__command_batches(const pld__command_line *line);
pld__exit pld__command_calibrate(const pld__command_line *line);
pld__exit pld__command_compare(const pld__command_line *line);
void pld__command_compare_methods(FILE *stream);
pld__exit pld__command_renyi(const pld__command_line *line);
pld__exit pld__command_tradeoff(const pld__command_line *line);
pld__exit pld__command_gdp(const pld__command_line *line);
pld__exit pld__command_tune(const pld__command_line *line);
pld__exit pld__command_audit(const pld__command_line *line);
pld__exit pld__command_curve(const pld__command_line *line);
pld__exit pld__command_sweep(const pld__command_line *line);
pld__exit pld__command_merge(const pld__command_line *line);
pld__exit pld__command_info(const pld__command_line *line);
pld__exit pld__command_export(const pld__command_line *line);
pld__exit pld__command_plot(const pld__command_line *line);
pld__exit pld__command_verify(const pld__command_line *line);
pld__exit pld__command_statement(const pld__command_line *line);
pld__exit pld__command_mechanisms(const pld__command_line *line);

/* For help: the commands with a line each; everything about one of them. */
void pld__commands_print(FILE *stream);
void pld__command_print(FILE *stream, const pld__command *command);

/* What is said of a word that is not needed. */
pld__exit pld__command_refuse_word(const pld__command *command, const char *word, bool json);

#endif
