#include "store/scores.h"

#include "base/base.h"
#include "base/number.h"
#include "store/csv.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define ALLOWED "lines such as in,0.73 and out,-1.5"

static pld_status append(pld__score_list *list, double value) {
    size_t count = list->count;
    if ((count & (count - 1)) == 0) { /* room for twice as many */
        double *values = realloc(list->values, (count > 0 ? 2 * count : 1) * sizeof *values);
        if (values == NULL) {
            return PLD_ERROR_MEMORY;
        }
        list->values = values;
    }
    list->values[list->count++] = value;
    return PLD_OK;
}

typedef struct reading {
    const char *path;
    pld__scores *scores;
} reading;

static pld_status read_row(void *context, char *line, size_t number, pld_error *error) {
    const reading *file = context;
    pld__scores *scores = file->scores;
    char *kind = NULL, *text = pld__csv_cut(line, &kind);
    double value = 0;
    pld__csv_trim(&kind);
    if (text != NULL) {
        pld__csv_trim(&text);
    }
    bool in = strcmp(kind, "in") == 0;
    if (!in && strcmp(kind, "out") != 0) {
        return pld__error_argument(error, kind, ALLOWED, "'%s', line %zu: '%s' is neither in nor out", file->path, number, kind);
    }
    if (text == NULL || pld__number_parse(text, &value, NULL) != PLD_OK) {
        return pld__error_argument(error, text ? text : kind, ALLOWED, "'%s', line %zu: there is no score behind '%s'",
                                   file->path, number, kind);
    }
    return append(in ? &scores->in : &scores->out, value);
}

pld_status pld__scores_read(const char *path, pld__scores *scores, pld_error *error) {
    *scores = (pld__scores){.in = {.count = 0}};
    reading file = {path, scores};
    return pld__csv_each(path, ALLOWED, read_row, &file, error);
}

void pld__scores_free(pld__scores *scores) {
    free(scores->in.values);
    free(scores->out.values);
    *scores = (pld__scores){.in = {.count = 0}};
}
