/* Claims from HDF5 files.
 *
 * Of any file: the datasets epsilon or method_<name>, and if there are compositions and delta, at its top; others are refused. Of
 * a file of this library: the columns method_<name> of every series, at its compositions and deltas, and of its mechanisms if
 * these are asked for. */
#include "study/claims.h"

#include "base/base.h"
#include "base/plain.h"
#include "base/number.h"
#include "composition/spec_vary.h"
#include "store/cell.h"
#include "store/numbers.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX "method_"
#define DATASETS "epsilon or method_<name>, and if you like compositions and delta"

/* --- one claim ------------------------------------------------------------------------------------------------------ */

static pld_status set_delta(pld__claim *claim, const char *text, pld_error *error) {
    pld_status status = pld_delta_parse(text, &claim->delta, error);
    if (status != PLD_OK) {
        return status;
    }
    claim->delta_text = strdup(text);
    return claim->delta_text ? PLD_OK : PLD_ERROR_MEMORY;
}

/* Takes the claim's texts, also on failure. */
static pld_status add(pld_claims *claims, pld__claim claim, const char *path, pld_error *error) {
    if (claim.epsilon < 0) {
        char text[PLD__NUMBER_SIZE];
        pld__number_write(claim.epsilon, text);
        pld__claim_free(&claim);
        return pld__error_argument(error, text, "numbers >= 0", "'%s': an epsilon of %s is negative", path, text);
    }
    return pld__claims_append(claims, claim);
}

/* --- files of anybody ----------------------------------------------------------------------------------------------- */

typedef struct {
    const char *path;
    const pld__numbers *compositions, *delta;
    size_t count; /* of points */
} foreign;

static bool is_epsilon(const pld__numbers *list) {
    return strcmp(list->name, "epsilon") == 0 || strncmp(list->name, PREFIX, strlen(PREFIX)) == 0;
}

static double number_at(const pld__numbers *list, size_t index) {
    return list->values[list->count == 1 ? 0 : index];
}

/* Which dataset is what; all have as many numbers, or one for all. */
static pld_status sort_lists(foreign *from, const pld__numbers *lists, size_t count, pld_error *error) {
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(lists[i].name, "compositions") == 0) {
            from->compositions = &lists[i];
        } else if (strcmp(lists[i].name, "delta") == 0) {
            from->delta = &lists[i];
        } else if (is_epsilon(&lists[i])) {
            any = true;
        } else {
            return pld__error_argument(error, lists[i].name, DATASETS, "'%s': there is no use for the dataset '%s'", from->path,
                                       lists[i].name);
        }
        from->count = lists[i].count > from->count ? lists[i].count : from->count;
    }
    for (size_t i = 0; i < count; i++) {
        if (lists[i].count != from->count && (lists[i].count != 1 || is_epsilon(&lists[i]))) {
            return pld__error_argument(error, lists[i].name, "as many numbers in each dataset",
                                       "'%s': the dataset '%s' has %zu numbers and another one %zu", from->path, lists[i].name,
                                       lists[i].count, from->count);
        }
    }
    return any ? PLD_OK : pld__error_argument(error, "epsilon", DATASETS, "'%s' has no dataset 'epsilon'", from->path);
}

static pld_status read_point(const foreign *from, size_t index, pld__claim *claim, pld_error *error) {
    const double most = 0x1p53; /* whole numbers up to here are doubles */
    char text[PLD__CELL_SIZE];
    if (from->compositions != NULL) {
        double compositions = number_at(from->compositions, index);
        if (!(compositions >= 1 && compositions <= most) || compositions != floor(compositions)) {
            pld__cell_text(compositions, text);
            return pld__error_argument(error, text, "whole numbers of at least 1", "'%s': %s is not a number of compositions",
                                       from->path, text);
        }
        claim->compositions = (uint64_t)compositions;
    }
    if (from->delta == NULL) {
        return PLD_OK;
    }
    pld_error cause = {.message = ""};
    pld__cell_text(number_at(from->delta, index), text);
    pld_status status = set_delta(claim, text, &cause);
    return status == PLD_ERROR_ARGUMENT
               ? pld__error_argument(error, text, cause.allowed, "'%s', dataset 'delta': %s", from->path, cause.message)
               : status;
}

static pld_status read_list(const foreign *from, const pld__numbers *list, pld_claims *claims, pld_error *error) {
    pld_status status = PLD_OK;
    bool unnamed = strcmp(list->name, "epsilon") == 0;
    for (size_t i = 0; i < list->count && status == PLD_OK; i++) {
        if (isnan(list->values[i])) {
            continue;
        }
        char name[32];
        snprintf(name, sizeof name, "epsilon[%zu]", i);
        pld__claim claim = {.epsilon = list->values[i], .unnamed = unnamed, .from_table = true};
        status = read_point(from, i, &claim, error);
        claim.name = strdup(unnamed ? name : list->name + strlen(PREFIX));
        if (status == PLD_OK) {
            status = add(claims, claim, from->path, error);
        } else {
            pld__claim_free(&claim);
        }
    }
    return status;
}

static pld_status read_lists(const char *path, const pld__numbers *lists, size_t count, pld_claims *claims, pld_error *error) {
    foreign from = {.path = path};
    pld_status status = sort_lists(&from, lists, count, error);
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        if (is_epsilon(&lists[i])) {
            status = read_list(&from, &lists[i], claims, error);
        }
    }
    return status;
}

/* --- our own files -------------------------------------------------------------------------------------------------- */

static bool is_coordinate(const pld_axis *axis) {
    return strcmp(axis->name, "compositions") == 0 || strcmp(axis->name, "delta") == 0;
}

static const char *attribute_text(const pld_series *series, const char *name) {
    const pld_attribute *attribute = pld_series_attribute(series, name);
    return attribute && attribute->text ? attribute->text : "";
}

/* `word` with the keys that the axes say; NULL without memory. */
static char *vary_spec(const pld_series *series, const char *word) {
    char *spec = strdup(word);
    for (size_t i = 0; i < series->axis_count && spec != NULL; i++) {
        const pld_axis *axis = &series->axes[i];
        bool has = false;
        if (is_coordinate(axis) || pld__spec_has_key(spec, axis->name, &has, NULL) != PLD_OK || !has) {
            continue;
        }
        char text[PLD__CELL_SIZE];
        pld__axis_text(axis, 0, text);
        char *made = pld__spec_with(spec, axis->name, text);
        free(spec);
        spec = made;
    }
    return spec;
}

/* The mechanisms of a series as the row of a table would name them; NULL without memory. */
static char *mechanisms_of(const pld_series *series) {
    char *copy = strdup(attribute_text(series, "mechanisms_given")), *state = NULL, *made = NULL;
    size_t size = 0;
    FILE *stream = copy ? open_memstream(&made, &size) : NULL;
    bool complete = stream != NULL;
    for (char *word = complete ? strtok_r(copy, " ", &state) : NULL; word != NULL && complete;
         word = strtok_r(NULL, " ", &state)) {
        char *spec = vary_spec(series, word);
        complete = spec != NULL && fprintf(stream, "%s ", spec) > 0;
        free(spec);
    }
    complete = stream != NULL && fclose(stream) == 0 && complete;
    free(copy);
    if (!complete) {
        free(made);
        return NULL;
    }
    return made;
}

/* The series is about one composition of mechanisms, and about what the line asks for. */
static pld_status check_series(const char *path, const pld_series *series, pld_adjacency asked_adjacency, bool needs_mechanisms,
                               pld_error *error) {
    for (size_t i = 0; i < series->axis_count; i++) {
        if (!is_coordinate(&series->axes[i]) && series->axes[i].count > 1) {
            return pld__error_argument(error, series->axes[i].name, "series over compositions and delta",
                                       "'%s': the series '%s' runs over '%s'", path, series->name, series->axes[i].name);
        }
    }
    const char *adjacency = attribute_text(series, "adjacency"), *asked = pld_adjacency_name(asked_adjacency);
    if (strcmp(adjacency, asked) != 0) {
        return pld__error_argument(error, asked, adjacency, "'%s': the series '%s' is about adjacency %s, not %s", path,
                                   series->name, adjacency, asked);
    }
    if (needs_mechanisms && attribute_text(series, "mechanisms_given")[0] == '\0') {
        return pld__error_argument(error, series->name, "mechanisms on the command line",
                                   "'%s': the series '%s' does not say which mechanisms it is about", path, series->name);
    }
    return PLD_OK;
}

/* A delta that no double can hold is kept by its logarithm. */
static void delta_text(const pld_series *series, const pld_axis *axis, size_t place, char text[PLD__CELL_SIZE]) {
    const pld_attribute *logs = pld_series_attribute(series, "log10_delta");
    if (axis->values[place] == 0 && logs != NULL && logs->numbers != NULL && place < logs->count &&
        isfinite(logs->numbers[place])) {
        double exponent = floor(logs->numbers[place]);
        pld__plain_format(text, PLD__CELL_SIZE, "%.15ge%.0f", pow(10, logs->numbers[place] - exponent), exponent);
    } else {
        pld__axis_text(axis, place, text);
    }
}

static pld_status read_place(const pld_series *series, size_t index, pld__claim *claim, pld_error *error) {
    pld_status status = PLD_OK;
    for (size_t i = 0; i < series->axis_count && status == PLD_OK; i++) {
        const pld_axis *axis = &series->axes[i];
        size_t place = pld__grid_place(series, index, i);
        char text[PLD__CELL_SIZE];
        if (strcmp(axis->name, "compositions") == 0 && axis->whole != NULL) {
            claim->compositions = axis->whole[place];
        } else if (strcmp(axis->name, "delta") == 0 && axis->values != NULL) {
            delta_text(series, axis, place, text);
            status = set_delta(claim, text, error);
        }
    }
    return status;
}

static pld_status read_column(const char *path, const pld_series *series, const pld_column *column, const char *mechanisms,
                              pld_claims *claims, pld_error *error) {
    pld_status status = PLD_OK;
    for (size_t i = 0; i < pld_series_size(series) && status == PLD_OK; i++) {
        if (isnan(column->values[i])) {
            continue;
        }
        pld__claim claim = {.epsilon = column->values[i], .from_table = true};
        status = read_place(series, i, &claim, error);
        claim.name = strdup(column->name + strlen(PREFIX));
        claim.mechanism = mechanisms ? strdup(mechanisms) : NULL;
        if (status == PLD_OK && mechanisms != NULL && claim.mechanism == NULL) {
            status = PLD_ERROR_MEMORY;
        }
        if (status == PLD_OK) {
            status = add(claims, claim, path, error);
        } else {
            pld__claim_free(&claim);
        }
    }
    return status;
}

/* What is asked of a file. */
typedef struct {
    const char *path;
    pld_adjacency adjacency;
    bool mechanisms; /* those of the series, else those of the question */
} request;

static pld_status read_series(const request *asked, const pld_series *series, bool *any, pld_claims *claims, pld_error *error) {
    bool checked = false;
    char *mechanisms = NULL;
    pld_status status = PLD_OK;
    for (size_t i = 0; i < series->column_count && status == PLD_OK; i++) {
        if (strncmp(series->columns[i].name, PREFIX, strlen(PREFIX)) != 0) {
            continue;
        }
        if (!checked) {
            status = check_series(asked->path, series, asked->adjacency, asked->mechanisms, error);
            mechanisms = asked->mechanisms ? mechanisms_of(series) : NULL;
            status = status == PLD_OK && asked->mechanisms && mechanisms == NULL ? PLD_ERROR_MEMORY : status;
            checked = true;
        }
        if (status == PLD_OK) {
            status = read_column(asked->path, series, &series->columns[i], mechanisms, claims, error);
        }
        *any = true;
    }
    free(mechanisms);
    return status;
}

static pld_status read_store(const request *asked, pld_claims *claims, pld_error *error) {
    pld_store *store = NULL;
    size_t count = 0;
    bool any = false;
    pld_status status = pld_store_read(asked->path, &store, error);
    const pld_series *series = status == PLD_OK ? pld_store_series(store, &count) : NULL;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        status = read_series(asked, &series[i], &any, claims, error);
    }
    if (status == PLD_OK && !any) {
        status = pld__error_argument(error, asked->path, DATASETS, "'%s' has no columns method_<name>, so nothing is claimed",
                                     asked->path);
    }
    pld_store_free(store);
    return status;
}

pld_status pld__claims_read_hdf5(pld_claims *claims, const char *path, pld_adjacency adjacency, bool mechanisms,
                                 pld_error *error) {
    const request asked = {path, adjacency, mechanisms};
    pld__numbers *lists = NULL;
    size_t count = 0;
    bool own = false;
    pld_status status = pld__numbers_read(path, &own, &lists, &count, error);
    if (status == PLD_OK) {
        status = own ? read_store(&asked, claims, error) : read_lists(path, lists, count, claims, error);
    }
    pld__numbers_free(lists, count);
    return status;
}
