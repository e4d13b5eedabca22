/* Texts of several lines, such as the notes of a mechanism. */
#ifndef PLD_BASE_LINES_H
#define PLD_BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* Longer lines are cut. */
enum { PLD__LINE_SIZE = 1024 };

/* Copies the first line of *text (NULL: none) and moves *text behind it; false if there is none left. */
bool pld__line_next(const char **text, char line[PLD__LINE_SIZE]);

/* Is one of the lines of the text (NULL: none) this one? */
bool pld__lines_have(const char *text, const char *line);

/* Appends the lines of `more` that are not in `text` yet, a newline between; `size` bytes are room enough. */
void pld__lines_add(char *text, size_t size, const char *more);

#endif
