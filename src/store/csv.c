#include "store/csv.h"

#include <stdbool.h>
#include <string.h>

char *pld__csv_cut(char *line, char **field) {
    char *to = line, *from = line;
    bool quoted = *from == '"';
    from += quoted;
    *field = line;
    while (*from != '\0' && (quoted || *from != ',')) {
        if (quoted && from[0] == '"' && from[1] != '"') {
            quoted = false;
            from++;
            continue;
        }
        from += quoted && from[0] == '"';
        *to++ = *from++;
    }
    char *rest = *from == ',' ? from + 1 : NULL;
    *to = '\0';
    return rest;
}

size_t pld__csv_count(const char *line) {
    bool quoted = *line == '"';
    size_t fields = 1;
    for (const char *at = line + quoted; *at != '\0'; at++) {
        if (quoted && at[0] == '"') {
            quoted = at[1] == '"';
            at += quoted;
        } else if (!quoted && *at == ',') {
            fields++;
            quoted = at[1] == '"';
            at += quoted;
        }
    }
    return fields;
}

void pld__csv_trim(char **text) {
    *text += strspn(*text, " \t");
    size_t length = strlen(*text);
    while (length > 0 && strchr(" \t\r\n", (*text)[length - 1]) != NULL) {
        (*text)[--length] = '\0';
    }
}
