#include "store/csv.h"

#include "base/base.h"
#include "store/failure.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

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

pld_status pld__csv_each(const char *path, const char *allowed, pld__csv_row *row, void *context, pld_error *error) {
    char *line = NULL;
    size_t size = 0, number = 0;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return pld__error_system(error, path, "read", errno);
    }
    pld_status status = PLD_OK;
    ssize_t length = 0;
    while (status == PLD_OK && (length = getline(&line, &size, file)) >= 0) {
        char *text = line;
        number++;
        if (strlen(line) != (size_t)length) {
            status = pld__error_argument(error, path, allowed, "'%s', line %zu: it has a zero byte in it, which no text has",
                                         path, number);
            break;
        }
        pld__csv_trim(&text);
        if (*text != '\0' && *text != '#') {
            status = row(context, text, number, error);
        }
    }
    if (status == PLD_OK && !feof(file)) { /* getline may also have had no memory for a line */
        status = ferror(file) || errno != ENOMEM ? pld__error_system(error, path, "read", errno) : PLD_ERROR_MEMORY;
    }
    free(line);
    (void)fclose(file);
    return status;
}
