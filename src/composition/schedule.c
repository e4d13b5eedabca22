#include "composition/schedule.h"

#include "base/base.h"
#include "base/number.h"
#include "store/csv.h"
#include "store/failure.h"
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALLOWED "spec,count such as poisson-gaussian:q=0.01,sigma=1,2000"

static char *join(const char *spec, const char *count) {
    size_t size = strlen(spec) + strlen(count) + 2;
    char *made = malloc(size);
    if (made != NULL) {
        snprintf(made, size, "%s%s%s", spec, *count != '\0' ? "@" : "", count);
    }
    return made;
}

/* Cuts a line into spec and count; the count is "" if there is none. */
static void cut(char *line, char **spec, char **count) {
    static char none[] = "";
    *count = none;
    if (*line == '"') {
        char *rest = pld__csv_cut(line, spec);
        *count = rest ? rest : none;
    } else {
        char *comma = strrchr(line, ',');
        *spec = line;
        /* `key=value` behind the last comma is no count, and neither is a name. */
        if (comma != NULL && strchr(comma, '=') == NULL) {
            *comma = '\0';
            *count = comma + 1;
        }
    }
    pld__csv_trim(spec);
    pld__csv_trim(count);
}

static pld_status read_row(pld__spec_list *schedule, char *line, size_t number, pld_error *error) {
    char *spec = NULL, *count = NULL;
    uint64_t value = 0;
    cut(line, &spec, &count);
    if (schedule->count == 0 && strcmp(spec, "spec") == 0 && strcmp(count, "count") == 0) {
        return PLD_OK;
    }
    if (*count != '\0' && (pld__number_parse_whole(count, &value, NULL) != PLD_OK || value < 1)) {
        return pld__error_argument(error, count, ALLOWED, "'%s', line %zu: the count '%s' is not a whole number of at least 1",
                                   schedule->path, number, count);
    }
    if (*count != '\0' && strrchr(spec, '@') != NULL) {
        return pld__error_argument(error, count, ALLOWED, "'%s', line %zu: it has two counts, '%s' and '%s'", schedule->path,
                                   number, strrchr(spec, '@'), count);
    }
    return pld__spec_list_append(schedule, join(spec, count), number);
}

pld_status pld__schedule_read(const char *path, pld__spec_list *schedule, pld_error *error) {
    char *line = NULL;
    size_t size = 0, number = 0;
    *schedule = (pld__spec_list){.path = path, .place = "line"};
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
            status = pld__error_argument(error, path, ALLOWED, "'%s', line %zu: it has a zero byte in it, which no text has",
                                         path, number);
            break;
        }
        pld__csv_trim(&text);
        if (*text != '\0' && *text != '#') {
            status = read_row(schedule, text, number, error);
        }
    }
    if (status == PLD_OK && !feof(file)) { /* getline may also have had no memory for a line */
        status = ferror(file) || errno != ENOMEM ? pld__error_system(error, path, "read", errno) : PLD_ERROR_MEMORY;
    }
    if (status == PLD_OK && schedule->count == 0) {
        status = pld__error_argument(error, path, ALLOWED, "the schedule '%s' has no mechanisms", path);
    }
    free(line);
    (void)fclose(file);
    return status;
}
