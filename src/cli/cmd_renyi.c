/* pld renyi: Renyi divergences of any order, between two certified sides (schema pld.renyi/1). */
#include "cli/commands.h"

#include "base/base.h"
#include "base/decimal.h"
#include "base/list.h"
#include "base/number.h"
#include "json/write.h"
#include "options/composition.h"
#include "options/failure.h"
#include "options/options.h"
#include "report/report.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct renyi_table {
    const pld__command_line *line;
    pld_composition *composition;
    pld__renyi_row *rows;
    size_t count;
} renyi_table;

/* --- orders --------------------------------------------------------------------------------------------------------- */

static pld_status append_orders(renyi_table *table, const double *orders, size_t count) {
    pld__renyi_row *grown = realloc(table->rows, (table->count + count) * sizeof *grown);
    if (grown == NULL) {
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        grown[table->count++] = (pld__renyi_row){.order = orders[i]};
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

/* --- answers -------------------------------------------------------------------------------------------------------- */

static pld_status compute(renyi_table *table, pld_error *error) {
    size_t count = 0;
    const pld_step *steps = pld_composition_steps(table->composition, &count);
    for (size_t i = 0; i < table->count; i++) {
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            pld_status status = PLD_OK;
            if (pld_adjacency_asks(table->line->query.adjacency, (pld_direction)d)) {
                status = pld_renyi_bracket(steps, count, (pld_direction)d, table->rows[i].order, &table->line->query,
                                           &table->rows[i].directions[d], error);
            }
            if (status != PLD_OK) {
                return status;
            }
        }
    }
    return PLD_OK;
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
    fprintf(stream, "Renyi divergence, %s\n", pld_adjacency_name(line->query.adjacency));
    pld__composition_print(table->composition, stream);
    int width = 10;
    for (size_t i = 0; i < table->count; i++) {
        int length = (int)strlen(pld__number_format(table->rows[i].order).text);
        width = length > width ? length : width;
    }
    fprintf(stream, "\n%-*s  %-6s  %14s  %14s  %14s\n", width, "order", "", "lower", "estimate", "upper");
    for (size_t i = 0; i < table->count; i++) {
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            char texts[3][PLD__DECIMAL_SIZE];
            const pld_bracket *bracket = &table->rows[i].directions[d];
            if (!pld_adjacency_asks(line->query.adjacency, (pld_direction)d)) {
                continue;
            }
            pld__decimal_scientific(bracket->lower, 8, PLD__ROUND_DOWN, texts[0]);
            pld__decimal_scientific(bracket->estimate, 8, PLD__ROUND_NEAREST, texts[1]);
            pld__decimal_scientific(bracket->upper, 8, PLD__ROUND_UP, texts[2]);
            fprintf(stream, "%-*s  %-6s  %14s  %14s  %14s\n", width, pld__number_format(table->rows[i].order).text,
                    pld_adjacency_direction_name(line->query.adjacency, (pld_direction)d), texts[0], texts[1], texts[2]);
        }
    }
    pld__report_notes(line, table->composition, false, stream);
}

static pld_status print_json(const renyi_table *table, FILE *stream) {
    char *text = NULL;
    pld_status status = pld__json_renyi(table->composition, &table->line->query, table->rows, table->count, &text);
    return pld__report_json(status, text, stream);
}

static pld__exit conclude(const renyi_table *table) {
    pld__exit code = PLD__EXIT_DONE;
    for (size_t i = 0; i < table->count; i++) {
        pld_bracket larger = pld__renyi_both(&table->rows[i], table->line->query.adjacency);
        if (too_wide(table->line, &larger)) {
            fprintf(table->line->messages, "pld renyi: at order %s the bracket is valid, but wider than asked for\n",
                    pld__number_format(table->rows[i].order).text);
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
        status = print_json(&table, line->output);
    } else if (status == PLD_OK) {
        print_table(&table, line->output);
    }
    pld__exit code = status == PLD_OK ? conclude(&table) : pld__failure_of_line(line, status, &error);
    pld_composition_free(table.composition);
    free(table.rows);
    return code;
}
