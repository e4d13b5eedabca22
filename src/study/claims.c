/* Claims one by one and from tables.
 *
 * The first line of a table names its columns: epsilon must be there; name, compositions, delta and mechanism may be. Empty lines
 * and lines that start with # do not count. Other columns are refused: a `sigma` that nobody reads would make every verdict
 * wrong. */
#include "study/claims.h"

#include "base/base.h"
#include "base/number.h"
#include "store/csv.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { COLUMN_NAME, COLUMN_EPSILON, COLUMN_COMPOSITIONS, COLUMN_DELTA, COLUMN_MECHANISM, COLUMNS };

#define COLUMN_NAMES "epsilon, and if you like name, compositions, delta, mechanism"

static const char *const column_names[COLUMNS] = {"name", "epsilon", "compositions", "delta", "mechanism"};

static pld_status read_epsilon(const char *text, double *epsilon, pld_error *error) {
    if (strcasecmp(text, "inf") == 0 || strcasecmp(text, "infinity") == 0) {
        *epsilon = INFINITY;
        return PLD_OK;
    }
    pld_status status = pld__number_parse(text, epsilon, error);
    if (status == PLD_OK && *epsilon < 0) {
        return pld__error_argument(error, text, "a number >= 0", "'%s' is negative", text);
    }
    return status;
}

void pld__claim_free(pld__claim *claim) {
    free(claim->name);
    free(claim->mechanism);
    free(claim->delta_text);
}

pld_status pld__claims_append(pld_claims *claims, pld__claim claim) {
    pld__claim *grown = realloc(claims->items, (claims->count + 1) * sizeof *grown);
    if (grown == NULL || claim.name == NULL) {
        pld__claim_free(&claim);
        claims->items = grown ? grown : claims->items;
        return PLD_ERROR_MEMORY;
    }
    grown[claims->count++] = claim;
    claims->items = grown;
    claims->needs_delta |= claim.from_table && claim.delta_text == NULL;
    claims->needs_mechanisms |= claim.from_table && claim.mechanism == NULL;
    return PLD_OK;
}

pld_status pld__claims_add_text(pld_claims *claims, const char *text, pld_error *error) {
    const char *allowed = "NAME=EPS, such as paper=2.46";
    const char *equals = strrchr(text, '=');
    pld__claim claim = {.name = NULL};
    if (equals == NULL || equals == text) {
        return pld__error_argument(error, text, allowed, "'%s' is not a name, '=' and an epsilon", text);
    }
    pld_error number_error = {.message = ""};
    if (read_epsilon(equals + 1, &claim.epsilon, &number_error) != PLD_OK) {
        return pld__error_argument(error, text, allowed, "%s", number_error.message);
    }
    claim.name = strndup(text, (size_t)(equals - text));
    return pld__claims_append(claims, claim);
}

pld_status pld_claims_add(pld_claims *claims, const char *name, double epsilon, pld_error *error) {
    if (!(epsilon >= 0)) {
        return pld__error_argument(error, name, "a number >= 0", "the epsilon of '%s' is no number of at least 0", name);
    }
    return pld__claims_append(claims, (pld__claim){.name = strdup(name), .epsilon = epsilon});
}

/* --- tables --------------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *path;
    size_t line;
    size_t columns;
    int column[COLUMNS * 2]; /* what the n-th field is */
} table;

static pld_status fail(const table *from, const pld_error *cause, pld_error *error) {
    return pld__error_argument(error, cause->word, cause->allowed, "%s, line %zu: %s", from->path, from->line, cause->message);
}

static pld_status read_head(table *from, char *line, pld_error *error) {
    bool seen[COLUMNS] = {false};
    for (char *field = NULL, *rest = line; rest != NULL;) {
        rest = pld__csv_cut(rest, &field);
        pld__csv_trim(&field);
        int column = 0;
        while (column < COLUMNS && strcmp(field, column_names[column]) != 0) {
            column++;
        }
        if (column == COLUMNS || seen[column]) {
            return pld__error_argument(error, field, COLUMN_NAMES, "%s, line %zu: %s column '%s'", from->path, from->line,
                                       column == COLUMNS ? "there is no" : "there are two of the", field);
        }
        seen[column] = true;
        from->column[from->columns++] = column;
    }
    if (!seen[COLUMN_EPSILON]) {
        return pld__error_argument(error, "epsilon", COLUMN_NAMES, "%s, line %zu: the column 'epsilon' is missing", from->path,
                                   from->line);
    }
    return PLD_OK;
}

/* A text that is not given is NULL, so that one without memory must not be. */
static pld_status take_text(const char *text, char **taken) {
    *taken = strdup(text);
    return *taken ? PLD_OK : PLD_ERROR_MEMORY;
}

/* What one field says; empty ones say nothing. */
static pld_status take_field(int column, const char *text, pld__claim *claim, pld_error *error) {
    pld_status status = PLD_OK;
    switch (column) {
    case COLUMN_NAME:
        status = take_text(text, &claim->name);
        break;
    case COLUMN_EPSILON:
        status = read_epsilon(text, &claim->epsilon, error);
        break;
    case COLUMN_COMPOSITIONS:
        status = pld__number_parse_whole(text, &claim->compositions, error);
        if (status == PLD_OK && claim->compositions < 1) {
            status = pld__error_argument(error, text, "a whole number of at least 1", "'%s' compositions are none", text);
        }
        break;
    case COLUMN_DELTA:
        status = pld_delta_parse(text, &claim->delta, error);
        status = status == PLD_OK ? take_text(text, &claim->delta_text) : status;
        break;
    default:
        status = take_text(text, &claim->mechanism);
        break;
    }
    return status;
}

static pld_status read_row(const table *from, char *line, pld_claims *claims, pld_error *error) {
    pld__claim claim = {.epsilon = NAN, .from_table = true};
    pld_error cause = {.message = ""};
    pld_status status = PLD_OK;
    size_t fields = 0;
    for (char *field = NULL, *rest = line; rest != NULL && status == PLD_OK; fields++) {
        rest = pld__csv_cut(rest, &field);
        pld__csv_trim(&field);
        if (fields < from->columns && *field != '\0') {
            status = take_field(from->column[fields], field, &claim, &cause);
        }
    }
    if (status == PLD_OK && (fields != from->columns || isnan(claim.epsilon))) {
        status = pld__error_argument(&cause, "", "as many fields as the first line, epsilon among them",
                                     fields != from->columns ? "it has %zu fields instead of %zu" : "it has no epsilon", fields,
                                     from->columns);
    }
    if (status == PLD_OK && claim.name == NULL) {
        char name[32];
        snprintf(name, sizeof name, "line %zu", from->line);
        claim.name = strdup(name);
        claim.unnamed = true;
    }
    if (status == PLD_OK) {
        return pld__claims_append(claims, claim);
    }
    pld__claim_free(&claim);
    return status == PLD_ERROR_ARGUMENT ? fail(from, &cause, error) : status;
}

static pld_status read_table(pld_claims *claims, const char *path, FILE *file, pld_error *error) {
    table from = {.path = path};
    char *line = NULL;
    size_t size = 0;
    pld_status status = PLD_OK;
    ssize_t length = 0;
    while (status == PLD_OK && (length = getline(&line, &size, file)) >= 0) {
        char *text = line;
        from.line++;
        if (strlen(line) != (size_t)length) {
            status = pld__error_argument(error, path, "a table with commas",
                                         "%s, line %zu: it has a zero byte in it, which no text has", path, from.line);
            break;
        }
        pld__csv_trim(&text);
        if (*text != '\0' && *text != '#') {
            status = from.columns == 0 ? read_head(&from, text, error) : read_row(&from, text, claims, error);
        }
    }
    if (status == PLD_OK && !feof(file) && !ferror(file) && errno == ENOMEM) {
        status = PLD_ERROR_MEMORY; /* getline had none for a line */
    }
    if (status == PLD_OK && ferror(file)) {
        (void)pld__error_argument(error, path, "", "'%s' cannot be read: %s", path, strerror(errno));
        status = PLD_ERROR_FILE;
    }
    if (status == PLD_OK && from.columns == 0) {
        status = pld__error_argument(error, path, COLUMN_NAMES, "'%s' is empty: its first line should name the columns", path);
    }
    free(line);
    return status;
}

/* Looks at the first byte only, which may come from a pipe: no text begins with that of HDF5. */
static bool begins_as_hdf5(FILE *file) {
    enum { FIRST_BYTE = 0x89 };
    int first = getc(file);
    return ungetc(first, file) == FIRST_BYTE;
}

/* Takes back what was added since there were so many. */
static void take_back(pld_claims *claims, const pld_claims *before) {
    while (claims->count > before->count) {
        pld__claim_free(&claims->items[--claims->count]);
    }
    claims->has_table = before->has_table;
    claims->needs_delta = before->needs_delta;
    claims->needs_mechanisms = before->needs_mechanisms;
}

pld_status pld_claims_read(pld_claims *claims, const char *path, pld_adjacency adjacency, bool mechanisms, pld_error *error) {
    const pld_claims before = *claims;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        (void)pld__error_argument(error, path, "a file that can be read", "'%s' cannot be read: %s", path, strerror(errno));
        return PLD_ERROR_FILE;
    }
    pld_status status = begins_as_hdf5(file) ? pld__claims_read_hdf5(claims, path, adjacency, mechanisms, error)
                                             : read_table(claims, path, file, error);
    (void)fclose(file);
    if (status == PLD_OK) {
        claims->has_table = true;
    } else {
        take_back(claims, &before);
    }
    return status;
}

pld_status pld_claims_create(pld_claims **claims) {
    pld_claims *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return PLD_ERROR_MEMORY;
    }
    *claims = made;
    return PLD_OK;
}

void pld_claims_free(pld_claims *claims) {
    if (claims == NULL) {
        return;
    }
    for (size_t i = 0; i < claims->count; i++) {
        pld__claim_free(&claims->items[i]);
    }
    free(claims->items);
    free(claims);
}
