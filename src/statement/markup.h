/* Words, formulas and code in one of the formats of a statement. */
#ifndef PLD_STATEMENT_MARKUP_H
#define PLD_STATEMENT_MARKUP_H

#include <pld/statement.h>

/* A text that grows. Whether memory sufficed is seen once, at the end. */
typedef struct pld__markup {
    pld_statement_format format;
    char *text;
    size_t length, room;
    bool failed;
} pld__markup;

/* What is between dollar signs is a formula: epsilon, delta, sigma and mu are Greek letters, <= is a sign, 1.2e-5 a power of ten.
 * Everything is cut after 1023 characters, so only numbers and words of our own belong here. */
void pld__markup_say(pld__markup *markup, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Any text as it is, escaped. */
void pld__markup_text(pld__markup *markup, const char *text);

/* Any text without escapes: it is in the format already. */
void pld__markup_plain(pld__markup *markup, const char *text);

/* Any text as it would be typed. */
void pld__markup_code(pld__markup *markup, const char *text);

/* Begins another sentence. */
void pld__markup_next(pld__markup *markup);

/* Ends a sentence that was not written here, unless it is ended. */
void pld__markup_stop(pld__markup *markup, const char *sentence);

#endif
