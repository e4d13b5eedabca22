#include "base/lines.h"

#include <stdio.h>
#include <string.h>

bool pld__line_next(const char **text, char line[PLD__LINE_SIZE]) {
    if (*text == NULL || **text == '\0') {
        return false;
    }
    size_t length = strcspn(*text, "\n");
    snprintf(line, PLD__LINE_SIZE, "%.*s", (int)length, *text);
    *text += length + ((*text)[length] == '\n');
    return true;
}

bool pld__lines_have(const char *text, const char *line) {
    char one[PLD__LINE_SIZE];
    bool found = false;
    while (!found && pld__line_next(&text, one)) {
        found = strcmp(one, line) == 0;
    }
    return found;
}

void pld__lines_add(char *text, size_t size, const char *more) {
    char line[PLD__LINE_SIZE];
    while (pld__line_next(&more, line)) {
        if (!pld__lines_have(text, line)) {
            size_t length = strlen(text);
            snprintf(text + length, size - length, "%s%s", length > 0 ? "\n" : "", line);
        }
    }
}
