/* pld renyi: Renyi divergences of any order, between two certified sides (schema pld.renyi/1). */
#include "base/base.h"
#include "base/decimal.h"
#include "base/list.h"
#include "base/plain.h"
#include "cli/failure.h"
#include "cli/option_values.h"
#include "cli/options.h"
#include "cli/report.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct renyi_row {
    double order;
    pld_bracket directions[PLD_DIRECTIONS];
} renyi_row;

typedef struct renyi_table {
    const pld__command_line *line;
    pld__composition composition;
    renyi_row *rows;
    size_t count;
} renyi_table;

static bool asks(const pld__command_line *line, int direction) {
    return line->query.adjacency != (direction == PLD_REMOVE ? PLD_ADJACENCY_ADD : PLD_ADJACENCY_REMOVE);
}

/* --- orders ----------------------------------------------------------------------------------------------------------- */

static pld_status append_orders(renyi_table *table, const double *orders, size_t count) {
    renyi_row *grown = realloc(table->rows, (table->count + count) * sizeof *grown);
    if (grown == NULL) {
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        grown[table->count++] = (renyi_row){.order = orders[i]};
    }
    table->rows = grown;
    return PLD_OK;
}

/* One item of the list: a range, a number, or infinity, which is no number elsewhere. */
static pld_status read_item(renyi_table *table, const char *item, pld_error *error) {
    const char *allowed = "numbers above 0 and inf, such as 2,8,inf or 1.5..64:x2 or 2..10:+1";
    double *orders = NULL, infinity = INFINITY;
    size_t count = 0;
    if (strcasecmp(item, "inf") == 0 || strcasecmp(item, "infinity") == 0) {
        return append_orders(table, &infinity, 1);
    }
    pld_error cause = {.message = ""};
    pld_status status = pld__list_parse(item, &orders, &count, &cause);
    if (status == PLD_OK && !(orders[0] > 0)) { /* lists rise */
        status = pld__error_argument(&cause, item, "", "'%s' is not above 0", item);
    }
    if (status == PLD_ERROR_ARGUMENT) {
        status = pld__error_argument(error, cause.word, allowed, "--order: %s", cause.message);
    }
    if (status == PLD_OK) {
        status = append_orders(table, orders, count);
    }
    pld__free(orders);
    return status;
}

static pld_status read_orders(renyi_table *table, pld_error *error) {
    pld_status status = pld__options_require(table->line, PLD__OPTION_ORDER, error);
    if (status != PLD_OK) {
        return status;
    }
    char *copy = strdup(table->line->given[PLD__OPTION_ORDER]), *item = copy;
    status = copy ? PLD_OK : PLD_ERROR_MEMORY;
    while (item != NULL && status == PLD_OK) {
        char *comma = strchr(item, ',');
        if (comma != NULL) {
            *comma = '\0';
        }
        status = read_item(table, item, error);
        item = comma ? comma + 1 : NULL;
    }
    free(copy);
    return status;
}

/* --- answers ---------------------------------------------------------------------------------------------------------- */

static pld_status compute(renyi_table *table, pld_error *error) {
    const pld__composition *composition = &table->composition;
    for (size_t i = 0; i < table->count; i++) {
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            pld_status status = PLD_OK;
            if (asks(table->line, d)) {
                status = pld_renyi_bracket(composition->steps, composition->step_count, (pld_direction)d, table->rows[i].order,
                                           &table->line->query, &table->rows[i].directions[d], error);
            }
            if (status != PLD_OK) {
                return status;
            }
        }
    }
    return PLD_OK;
}

/* The larger direction. */
static pld_bracket both(const renyi_table *table, const renyi_row *row) {
    pld_bracket larger = {0, 0, 0};
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        if (asks(table->line, d)) {
            larger.lower = fmax(larger.lower, row->directions[d].lower);
            larger.estimate = fmax(larger.estimate, row->directions[d].estimate);
            larger.upper = fmax(larger.upper, row->directions[d].upper);
        }
    }
    return larger;
}

/* A width was asked for, and this one is wider. */
static bool too_wide(const pld__command_line *line, const pld_bracket *bracket) {
    double asked = line->given[PLD__OPTION_TOLERANCE]            ? line->query.tolerance
                   : line->given[PLD__OPTION_RELATIVE_TOLERANCE] ? line->query.relative_tolerance * bracket->estimate
                                                                 : INFINITY;
    return bracket->lower < bracket->upper && bracket->upper - bracket->lower > asked;
}

static void print_table(const renyi_table *table, FILE *stream) {
    const pld__command_line *line = table->line;
    pld_result none = {.memory_bound = false};
    pld__report report = {PLD__ASKS_EPSILON, line, &table->composition, &none};
    fprintf(stream, "Renyi divergence, %s\n", pld__adjacency_name(line->query.adjacency));
    pld__specs_print(table->composition.given, table->composition.step_count, stream);
    fprintf(stream, "\n%-10s  %-6s  %14s  %14s  %14s\n", "order", "", "lower", "exact", "upper");
    for (size_t i = 0; i < table->count; i++) {
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            char texts[3][PLD__DECIMAL_SIZE];
            const pld_bracket *bracket = &table->rows[i].directions[d];
            if (!asks(line, d)) {
                continue;
            }
            pld__decimal_scientific(bracket->lower, 8, PLD__ROUND_DOWN, texts[0]);
            pld__decimal_scientific(bracket->estimate, 8, PLD__ROUND_NEAREST, texts[1]);
            pld__decimal_scientific(bracket->upper, 8, PLD__ROUND_UP, texts[2]);
            pld__plain_print(stream, "%-10.8g  %-6s  %14s  %14s  %14s\n", table->rows[i].order,
                             pld_direction_name((pld_direction)d), texts[0], texts[1], texts[2]);
        }
    }
    pld__report_notes(&report, pld__report_print_note, stream);
}

static json_t *bracket_object(pld__json_builder *build, const pld_bracket *bracket) {
    json_t *object = json_object();
    pld__json_set(build, object, "lower", pld__json_number(bracket->lower));
    pld__json_set(build, object, "exact", pld__json_number(bracket->estimate));
    pld__json_set(build, object, "upper", pld__json_number(bracket->upper));
    return object;
}

static json_t *rows_array(pld__json_builder *build, const renyi_table *table) {
    json_t *array = json_array();
    for (size_t i = 0; i < table->count; i++) {
        const renyi_row *row = &table->rows[i];
        pld_bracket larger = both(table, row);
        json_t *object = json_object(), *directions = json_object();
        pld__json_set(build, object, "order", pld__json_number(row->order));
        pld__json_set(build, object, "divergence", bracket_object(build, &larger));
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            if (asks(table->line, d)) {
                pld__json_set(build, directions, pld_direction_name((pld_direction)d),
                              bracket_object(build, &row->directions[d]));
            }
        }
        pld__json_set(build, object, "directions", directions);
        pld__json_append(build, array, object);
    }
    return array;
}

static pld_status print_json(const renyi_table *table, FILE *stream) {
    pld__json_builder build = {.complete = true};
    pld_result none = {.memory_bound = false};
    pld__report report = {PLD__ASKS_EPSILON, table->line, &table->composition, &none};
    json_t *object = json_object();
    pld__json_set(&build, object, "schema", json_string("pld.renyi/1"));
    pld__json_set(&build, object, "version", json_string(pld_version()));
    pld__json_set(&build, object, "mechanisms", pld__json_mechanisms(&build, &table->composition));
    pld__json_set(&build, object, "adjacency", json_string(pld__adjacency_name(table->line->query.adjacency)));
    pld__json_set(&build, object, "orders", rows_array(&build, table));
    pld__json_set(&build, object, "notes", pld__report_json_notes(&build, &report));
    build.complete = build.complete && pld__json_print(object, stream);
    json_decref(object);
    return build.complete ? PLD_OK : PLD_ERROR_MEMORY;
}

static pld__exit conclude(const renyi_table *table) {
    pld__exit code = PLD__EXIT_DONE;
    for (size_t i = 0; i < table->count; i++) {
        pld_bracket larger = both(table, &table->rows[i]);
        if (too_wide(table->line, &larger)) {
            pld__plain_print(stderr, "pld renyi: at order %g the bracket is valid, but wider than asked for\n",
                             table->rows[i].order);
            code = PLD__EXIT_TOLERANCE;
        }
    }
    return code;
}

pld__exit pld__command_renyi(const pld__command_line *line) {
    pld_error error = {.message = ""};
    renyi_table table = {.line = line};
    bool json = line->given[PLD__OPTION_JSON] != NULL;
    pld_status status = read_orders(&table, &error);
    if (status == PLD_OK) {
        status = pld__composition_read(line, &table.composition, &error);
    }
    if (status == PLD_OK) {
        status = compute(&table, &error);
    }
    if (status == PLD_OK && json) {
        status = print_json(&table, stdout);
    } else if (status == PLD_OK) {
        print_table(&table, stdout);
    }
    pld__exit code = status == PLD_OK ? conclude(&table) : pld__failure_report(line->command, status, &error, json);
    pld__composition_free(&table.composition);
    free(table.rows);
    return code;
}
