/* Long lines for people: broken where a terminal ends, and left alone where programs read them. */
#ifndef PLD_TERMINAL_WRAP_H
#define PLD_TERMINAL_WRAP_H

#include <stddef.h>
#include <stdio.h>

/* Of the terminal that standard output is, as COLUMNS or the terminal says; 0 if it is none, or nothing is known. */
size_t pld__terminal_width(void);

/* The label and the text, broken between words so that no line is longer than `width` unless a word is, and set off by the label
 * from the second line on; in one line if `width` is 0 or leaves hardly any room. */
void pld__wrap_print(const char *label, const char *text, size_t width, FILE *stream);

#endif
