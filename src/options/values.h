/* Reads and judges the value of each option. The message of an error is about the value alone; the caller puts the option's name
 * in front. */
#ifndef PLD_OPTIONS_VALUES_H
#define PLD_OPTIONS_VALUES_H

#include "options/command.h"

PLD_WARN_UNUSED pld_status pld__read_delta(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_epsilon(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_advantage(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_false_positive_rate(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_true_positive_rate(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_mu(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_fpr_min(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_runs(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_true_positives(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_false_positives(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_one_run(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_threshold(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_confidence(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_looks(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_test(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_adjacency(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_engine(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_tolerance(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_relative_tolerance(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_memory_limit(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_threads(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_bucket_width(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_buckets(const char *text, pld__command_line *line, pld_error *error);
PLD_WARN_UNUSED pld_status pld__read_shard(const char *text, pld__command_line *line, pld_error *error);
/* Collects it in line->repeated, unread. */
PLD_WARN_UNUSED pld_status pld__read_repeated(const char *text, pld__command_line *line, pld_error *error);

#endif
