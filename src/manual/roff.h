/* Text as manual pages have it: the macros of man(7). */
#ifndef PLD_MANUAL_ROFF_H
#define PLD_MANUAL_ROFF_H

#include <stdbool.h>
#include <stdio.h>

/* The head of a page: "pld-epsilon", "1". */
void pld__roff_title(FILE *stream, const char *name, const char *section, const char *date, const char *version);

void pld__roff_section(FILE *stream, const char *title);

/* Text within a line, as it is. */
void pld__roff_words(FILE *stream, const char *text);

/* A line of bold text, with an argument in italics behind it if that is not NULL. */
void pld__roff_bold(FILE *stream, const char *text, const char *argument);

/* A paragraph that is set out with a tag: .TP, the tag as pld__roff_bold has it, and then the text. */
void pld__roff_tagged(FILE *stream, const char *tag, const char *argument, const char *text);

/* Several lines: those that begin with a blank stay as they are, or are tagged where they have two blanks further on, as lists of
 * keys have; the others are filled; an empty one ends a paragraph. */
void pld__roff_text(FILE *stream, const char *text);

/* Lines that all stay as they are. */
void pld__roff_verbatim(FILE *stream, const char *text);

#endif
