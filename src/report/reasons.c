#include "report/reasons.h"

static void keep(const char *sentence, void *context) {
    pld__reasons *reasons = context;
    if (reasons->count < PLD__REASONS_MOST) {
        snprintf(reasons->sentences[reasons->count++], PLD__REASON_SIZE, "%s", sentence);
    }
}

void pld__reasons_listen(const pld__command_line *line, pld__reasons *reasons, pld_options *options) {
    reasons->count = 0;
    if (line->given[PLD__OPTION_EXPLAIN] != NULL) {
        options->explainer = keep;
        options->explained = reasons;
    }
}

void pld__reasons_print(const pld__reasons *reasons, FILE *stream) {
    if (reasons->count > 0) {
        fputs("\nwhich engine, in the order of the table of ways:\n", stream);
    }
    for (size_t i = 0; i < reasons->count; i++) {
        fprintf(stream, "  %s\n", reasons->sentences[i]);
    }
}
