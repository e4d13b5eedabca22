/* Reads and judges the value of each option. The message of an error is about the value alone; the caller puts the option's name
 * in front. */
#ifndef PLD_CLI_OPTION_VALUES_H
#define PLD_CLI_OPTION_VALUES_H

#include "cli/command.h"

PLD_WARN_UNUSED pld_status pld__read_delta(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_epsilon(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_advantage(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_false_positive_rate(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_true_positive_rate(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_adjacency(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_engine(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_tolerance(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_relative_tolerance(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_memory_limit(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_threads(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_bucket_width(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_buckets(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_shard(const char *text, pld__command_line *line, pld_error *error);
/* Collects it in line->claims, unread. */
PLD_WARN_UNUSED pld_status pld__read_claim(const char *text, pld__command_line *line, pld_error *error);

#endif
