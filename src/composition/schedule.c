#include "composition/schedule.h"

#include "base/base.h"
#include "base/number.h"
#include "store/csv.h"
#include "store/failure.h"
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

static pld_status read_row(void *context, char *line, size_t number, pld_error *error) {
    pld__spec_list *schedule = context;
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
    *schedule = (pld__spec_list){.path = path, .place = "line"};
    pld_status status = pld__csv_each(path, ALLOWED, read_row, schedule, error);
    if (status == PLD_OK && schedule->count == 0) {
        status = pld__error_argument(error, path, ALLOWED, "the schedule '%s' has no mechanisms", path);
    }
    return status;
}
