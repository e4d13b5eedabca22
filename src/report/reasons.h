/* The sentences of --explain about which engine was chosen, kept until the answer is printed. */
#ifndef PLD_REPORT_REASONS_H
#define PLD_REPORT_REASONS_H

#include "options/command.h"

enum { PLD__REASONS_MOST = 48, PLD__REASON_SIZE = 256 };

typedef struct pld__reasons {
    char sentences[PLD__REASONS_MOST][PLD__REASON_SIZE];
    size_t count;
} pld__reasons;

/* Has sentences kept there from now on, if the line asks to explain; what is beyond the most is left out. */
void pld__reasons_listen(const pld__command_line *line, pld__reasons *reasons, pld_options *options);

/* A line each; nothing if there are none. */
void pld__reasons_print(const pld__reasons *reasons, FILE *stream);

#endif
