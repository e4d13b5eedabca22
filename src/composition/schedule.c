#include "composition/schedule.h"

#include "base/base.h"
#include "base/number.h"
#include "store/csv.h"
#include "store/failure.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALLOWED "spec,count such as poisson-gaussian:q=0.01,sigma=1,2000"

/* Takes the spec, also on failure. */
static pld_status append(pld__schedule *schedule, char *spec, size_t line) {
    size_t count = schedule->count;
    if ((count & (count - 1)) == 0) { /* room for twice as many */
        size_t room = count > 0 ? 2 * count : 1;
        char **specs = realloc(schedule->specs, room * sizeof *specs);
        schedule->specs = specs ? specs : schedule->specs;
        size_t *lines = realloc(schedule->lines, room * sizeof *lines);
        schedule->lines = lines ? lines : schedule->lines;
        if (specs == NULL || lines == NULL) {
            free(spec);
            return PLD_ERROR_MEMORY;
        }
    }
    if (spec == NULL) {
        return PLD_ERROR_MEMORY;
    }
    schedule->specs[count] = spec;
    schedule->lines[count] = line;
    schedule->count++;
    return PLD_OK;
}

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

static pld_status read_row(void *context, char *line, size_t number, pld_error *error) {
    pld__schedule *schedule = context;
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
    return append(schedule, join(spec, count), number);
}

pld_status pld__schedule_read(const char *path, pld__schedule *schedule, pld_error *error) {
    *schedule = (pld__schedule){.path = path};
    pld_status status = pld__csv_each(path, ALLOWED, read_row, schedule, error);
    if (status == PLD_OK && schedule->count == 0) {
        status = pld__error_argument(error, path, ALLOWED, "the schedule '%s' has no mechanisms", path);
    }
    return status;
}

void pld__schedule_free(pld__schedule *schedule) {
    for (size_t i = 0; i < schedule->count; i++) {
        free(schedule->specs[i]);
    }
    free(schedule->specs);
    free(schedule->lines);
    *schedule = (pld__schedule){.count = 0};
}

pld_status pld__schedule_blame(const pld__schedule *schedule, size_t index, pld_status status, const pld_error *cause,
                               pld_error *error) {
    if (status == PLD_ERROR_ARGUMENT) {
        return pld__error_argument(error, cause->word, cause->allowed, "'%s', line %zu: %s", schedule->path,
                                   schedule->lines[index], cause->message);
    }
    if (status == PLD_ERROR_FILE) {
        return pld__error_file(error, cause->word, "'%s', line %zu: %s", schedule->path, schedule->lines[index], cause->message);
    }
    return status;
}
