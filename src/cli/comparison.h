/* Methods and claims beside the certified bracket, at one or many points. */
#ifndef PLD_CLI_COMPARISON_H
#define PLD_CLI_COMPARISON_H

#include "cli/claims.h"
#include "cli/composition.h"

typedef enum pld__verdict {
    PLD__VERDICT_VALID,
    PLD__VERDICT_INSIDE,
    PLD__VERDICT_UNSOUND,
    PLD__VERDICT_UNDERSTATES,
    PLD__VERDICT_NOT_APPLICABLE
} pld__verdict;

const char *pld__verdict_name(pld__verdict verdict);

/* One method or claim at one point. */
typedef struct pld__finding {
    const char *name, *kind;
    const char *column; /* the name, or "" for a row of a table that has none: such rows share a column in files */
    pld_baseline_answer answer;
    double ratio; /* to the tight estimate; NAN if there is none */
    pld__verdict verdict;
} pld__finding;

typedef struct pld__comparison_point {
    const pld__composition *composition;
    uint64_t compositions;
    double delta, log_delta;
    const char *delta_text;
    pld_result tight;
    pld__finding *findings;
    size_t finding_count;
} pld__comparison_point;

typedef struct pld__comparison {
    pld__comparison_point *points;
    size_t point_count;
    bool many; /* a list of points was asked for, even if there is one */
    const pld__command_line *line;
    pld__composition given; /* of the command line, possibly empty */
    struct pld__row_mechanisms *rows;
    size_t row_count;
    pld__claims claims;
    const pld_baseline_method **methods;
    size_t method_count;
} pld__comparison;

/* Reads everything from the line and computes it. Free it with pld__comparison_free, also after a failure. */
PLD_WARN_UNUSED pld_status pld__comparison_make(const pld__command_line *line, pld__comparison *comparison, pld_error *error);
void pld__comparison_free(pld__comparison *comparison);

/* Prints it as the line asks for. */
void pld__comparison_print(const pld__comparison *comparison, FILE *stream);
PLD_WARN_UNUSED pld_status pld__comparison_json(const pld__comparison *comparison, FILE *stream);

#endif
