/* A computed study in words or as JSON. */
#ifndef PLD_CLI_STUDY_REPORT_H
#define PLD_CLI_STUDY_REPORT_H

#include "cli/report.h"
#include "cli/study.h"

/* Where a point of the results lies. */
typedef struct pld__study_point {
    size_t line;
    uint64_t compositions;
    double delta, log_delta; /* for epsilon */
    double epsilon;          /* for delta */
} pld__study_point;

pld__study_point pld__study_point_at(const pld__study *study, size_t index);

/* Both return PLD_ERROR_MEMORY or PLD_OK; a stream that fails is seen when it is flushed. */
PLD_WARN_UNUSED pld_status pld__study_table(const pld__study *study, const pld_result *results, FILE *stream);
PLD_WARN_UNUSED pld_status pld__study_json(const pld__study *study, const pld_result *results, double seconds, FILE *stream);

/* Whether brackets are in epsilon or in log delta. */
pld__question pld__study_question(const pld__study *study);

/* How many points are wider than asked for. */
size_t pld__study_too_wide(const pld__study *study, const pld_result *results);

#endif
