/* The answer of a query in words or as JSON. */
#ifndef PLD_CLI_REPORT_H
#define PLD_CLI_REPORT_H

#include "cli/command.h"
#include "cli/composition.h"
#include "cli/json_result.h"
#include "verify/verify.h"

typedef enum pld__question { PLD__ASKS_EPSILON, PLD__ASKS_DELTA } pld__question;

typedef struct pld__report {
    pld__question question; /* PLD__ASKS_DELTA: brackets are in log delta */
    const pld__command_line *line;
    const pld__composition *composition;
    const pld_result *result;
} pld__report;

/* Prints the answer as the line asks for it, with its verification unless that is NULL; a sentence on standard error if the tolerance was not met. */
pld__exit pld__report_print(const pld__report *report, const pld__verification *verification);

/* The parts of it. */
void pld__report_table(const pld__report *report, FILE *stream);
void pld__report_explain(const pld__report *report, FILE *stream);
PLD_WARN_UNUSED pld_status pld__report_json(const pld__report *report, const pld__verification *verification, FILE *stream);

/* The width reached: absolute for epsilon, relative for delta. */
double pld__report_width(pld__question question, const pld_bracket *bracket);

/* Decimals (for delta: digits) enough to see two of the width. */
int pld__report_digits(pld__question question, const pld_bracket *bracket);

/* The notes that belong to the result, without repetition: calls `each` for every one. */
void pld__report_notes(const pld__report *report, void (*each)(const char *note, void *context), void *context);

/* Such an `each`: a line for the note on the stream that is its context. */
void pld__report_print_note(const char *note, void *stream);

/* These notes as an array of texts. */
json_t *pld__report_json_notes(pld__json_builder *build, const pld__report *report);

/* The sentence on standard error. */
void pld__report_tolerance_is_not_met(const pld__report *report);

#endif
