#include "export/selection.h"

#include "base/base.h"
#include "base/number.h"
#include "store/cell.h"
#include <math.h>
#include <string.h>

static const char series_key[] = "series";

static const pld_axis *find_axis(const pld_series *series, const char *name, size_t *place) {
    for (size_t i = 0; i < series->axis_count; i++) {
        if (strcmp(series->axes[i].name, name) == 0) {
            *place = i;
            return &series->axes[i];
        }
    }
    return NULL;
}

static bool matches(const pld__selected *part, const pld_series *series, size_t point) {
    if (strcmp(part->key, series_key) == 0) {
        return strcmp(part->value, series->name) == 0;
    }
    size_t place = 0;
    const pld_axis *axis = find_axis(series, part->key, &place);
    if (axis == NULL) {
        return false;
    }
    size_t index = pld__grid_place(series, point, place);
    double value = axis->whole ? (double)axis->whole[index] : axis->values[index];
    return value == part->number || fabs(value - part->number) <= 1e-9 * fabs(value);
}

bool pld__selection_keeps(const pld__selection *selection, const pld_series *series, size_t point) {
    for (size_t i = 0; i < selection->count; i++) {
        bool found = false;
        for (size_t j = 0; j < selection->count; j++) {
            found = found || (strcmp(selection->parts[i].key, selection->parts[j].key) == 0 &&
                              matches(&selection->parts[j], series, point));
        }
        if (!found) {
            return false;
        }
    }
    return true;
}

static pld_status read_part(const char *text, size_t length, pld__selected *part, pld_error *error) {
    char word[256];
    snprintf(word, sizeof word, "%.*s", (int)length, text);
    const char *equals = strchr(word, '=');
    *part = (pld__selected){.number = 0};
    bool good = equals != NULL && equals > word && length < sizeof word && (size_t)(equals - word) < sizeof part->key &&
                strlen(equals + 1) < sizeof part->value;
    if (good) {
        memcpy(part->key, word, (size_t)(equals - word));
        memcpy(part->value, equals + 1, strlen(equals + 1));
        good = strcmp(part->key, series_key) == 0 || pld__number_parse(part->value, &part->number, NULL) == PLD_OK;
    }
    return good ? PLD_OK
                : pld__error_argument(error, word, "such as sigma=1,q=0.01; the same key again adds a value",
                                      "--select: '%s' is not KEY=VALUE", word);
}

/* Is anything left, and has some series every key? */
static pld_status check(const pld__selection *selection, const pld_store *store, const char *text, pld_error *error) {
    size_t count = 0, place = 0, kept = 0;
    const pld_series *series = pld_store_series(store, &count);
    for (size_t i = 0; i < selection->count; i++) {
        bool known = strcmp(selection->parts[i].key, series_key) == 0;
        for (size_t j = 0; j < count; j++) {
            known = known || find_axis(&series[j], selection->parts[i].key, &place) != NULL;
        }
        if (!known) {
            return pld__error_argument(error, selection->parts[i].key, "series, or an axis as 'pld info' shows them",
                                       "--select: no series has '%s'", selection->parts[i].key);
        }
    }
    for (size_t j = 0; j < count; j++) {
        for (size_t point = 0; point < pld_series_size(&series[j]); point++) {
            kept += pld__selection_keeps(selection, &series[j], point);
        }
    }
    return kept > 0 || selection->count == 0 ? PLD_OK
                                             : pld__error_argument(error, text, "values that are there, as 'pld info' shows them",
                                                                   "--select: no point has '%s'", text);
}

pld_status pld__selection_read(const char *text, pld__selection *selection, pld_error *error) {
    selection->count = 0;
    for (const char *start = text; start != NULL;) {
        size_t length = strcspn(start, ",");
        if (selection->count == PLD__SELECTED_MOST) {
            return pld__error_argument(error, text, "at most 64 values", "--select: there are too many values");
        }
        pld_status status = read_part(start, length, &selection->parts[selection->count], error);
        if (status != PLD_OK) {
            return status;
        }
        selection->count++;
        start = start[length] == ',' ? start + length + 1 : NULL;
    }
    return PLD_OK;
}

pld_status pld__selection_parse(const char *text, const pld_store *store, pld__selection *selection, pld_error *error) {
    pld_status status = pld__selection_read(text, selection, error);
    return status == PLD_OK && text != NULL ? check(selection, store, text, error) : status;
}

void pld__selection_print(const pld__selection *selection, FILE *stream) {
    for (size_t i = 0; i < selection->count; i++) {
        const pld__selected *part = &selection->parts[i];
        bool name = strcmp(part->key, series_key) == 0;
        fprintf(stream, "%s%s=%s", i > 0 ? "," : "", part->key, name ? part->value : pld__number_format(part->number).text);
    }
}
