#include "cli/comparison_series.h"

#include "base/base.h"
#include "base/plain.h"
#include "cli/spec_vary.h"
#include "cli/study_series.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 256, TEXT_SIZE = 16384 };

/* --- groups of points ------------------------------------------------------------------------------------------------- */

/* The points of one series, by their number of compositions. */
typedef struct {
    const pld__comparison_point **points;
    size_t count;
    char name[NAME_SIZE];
} group;

typedef struct {
    group *items;
    size_t count;
} groups;

static bool belongs(const group *to, const pld__comparison_point *point) {
    return to->points[0]->composition == point->composition && to->points[0]->log_delta == point->log_delta;
}

static int by_compositions(const void *a, const void *b) {
    uint64_t first = (*(const pld__comparison_point *const *)a)->compositions;
    uint64_t second = (*(const pld__comparison_point *const *)b)->compositions;
    return (first > second) - (first < second);
}

static void free_groups(groups *made) {
    for (size_t i = 0; i < made->count; i++) {
        free(made->items[i].points);
    }
    free(made->items);
}

static pld_status add_point(const pld__comparison *comparison, groups *made, const pld__comparison_point *point) {
    size_t place = 0;
    while (place < made->count && !belongs(&made->items[place], point)) {
        place++;
    }
    group *to = &made->items[place];
    if (place == made->count) {
        to->points = calloc(comparison->point_count, sizeof(const pld__comparison_point *));
        if (to->points == NULL) {
            return PLD_ERROR_MEMORY;
        }
        made->count++;
    }
    to->points[to->count++] = point;
    return PLD_OK;
}

/* The mechanisms, compositions and delta of a group as a study, which knows how to describe itself. */
static pld_status read_study(const pld__comparison *comparison, const group *from, pld__study *study) {
    const pld__comparison_point *first = from->points[0];
    *study = (pld__study){.axis = PLD__NO_AXIS, .query = comparison->line->query, .command_line = comparison->line->invocation};
    const char *name = from->name[0] != '\0' ? from->name : comparison->line->given[PLD__OPTION_SERIES];
    pld_status status = pld__study_add_composition(study, first->composition, name);
    study->compositions = pld__allocate(from->count, sizeof *study->compositions);
    study->deltas = pld__allocate(1, sizeof *study->deltas);
    study->log_deltas = pld__allocate(1, sizeof *study->log_deltas);
    if (status != PLD_OK || !study->compositions || !study->deltas || !study->log_deltas) {
        return PLD_ERROR_MEMORY;
    }
    study->composition_count = from->count;
    study->delta_count = 1;
    study->deltas[0] = first->delta;
    study->log_deltas[0] = first->log_delta;
    for (size_t i = 0; i < from->count; i++) {
        study->compositions[i] = from->points[i]->compositions;
    }
    return PLD_OK;
}

/* Appends to a text of `size` bytes; what does not fit is cut. */
static void append(char *text, size_t size, const char *more) {
    size_t length = strlen(text);
    snprintf(text + length, size - length, "%s", more);
}

static bool is_taken(const groups *among, size_t before, const char *name) {
    for (size_t i = 0; i < before; i++) {
        if (strcmp(among->items[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* --series or the families; then the delta where there are several, and a number where that is not enough. */
static pld_status name_group(const pld__comparison *comparison, groups *made, size_t index) {
    group *named = &made->items[index];
    char name[NAME_SIZE - 32], more[32];
    pld__study study;
    pld_status status = read_study(comparison, named, &study);
    if (status == PLD_OK) {
        pld__study_series_name(&study, 0, name, sizeof name);
    }
    pld__study_free(&study);
    if (status != PLD_OK) {
        return status;
    }
    for (size_t i = 0; i < made->count; i++) {
        const pld__comparison_point *other = made->items[i].points[0], *own = named->points[0];
        if (other->composition == own->composition && other->log_delta != own->log_delta) {
            char number[PLD__NUMBER_TEXT];
            pld__number_write(own->delta, number);
            append(name, sizeof name, ",delta=");
            append(name, sizeof name, number);
            break;
        }
    }
    snprintf(named->name, sizeof named->name, "%s", name);
    for (size_t i = 2; is_taken(made, index, named->name); i++) {
        snprintf(more, sizeof more, ",%zu", i);
        snprintf(named->name, sizeof named->name, "%s%s", name, more);
    }
    return PLD_OK;
}

/* Free it with free_groups, also after a failure. */
static pld_status make_groups(const pld__comparison *comparison, groups *made) {
    *made = (groups){.items = calloc(comparison->point_count + 1, sizeof *made->items)};
    pld_status status = made->items ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < comparison->point_count && status == PLD_OK; i++) {
        status = add_point(comparison, made, &comparison->points[i]);
    }
    for (size_t i = 0; i < made->count && status == PLD_OK; i++) {
        qsort(made->items[i].points, made->items[i].count, sizeof made->items[i].points[0], by_compositions);
        status = name_group(comparison, made, i);
    }
    return status;
}

pld_status pld__comparison_check_output(const pld__comparison *comparison, pld_error *error) {
    const pld__command_line *line = comparison->line;
    groups made = {.count = 0};
    if (line->given[PLD__OPTION_SERIES] && !line->given[PLD__OPTION_OUTPUT]) {
        return pld__error_argument(error, "--series", "-o FILE.h5", "--series says nothing without -o");
    }
    pld_status status = make_groups(comparison, &made);
    const char **names = calloc(made.count + 1, sizeof(const char *));
    status = names ? status : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < made.count && names != NULL; i++) {
        names[i] = made.items[i].name;
    }
    if (status == PLD_OK) {
        status = pld__output_check_names(line, names, made.count, error);
    }
    free(names);
    free_groups(&made);
    return status;
}

/* --- columns ---------------------------------------------------------------------------------------------------------- */

/* A column of the file: the findings of one name, and of those at one point the `turn`-th. */
typedef struct {
    const pld__finding *first;
    size_t turn;
    char name[NAME_SIZE];
} column;

static bool same_name(const pld__finding *a, const pld__finding *b) {
    return strcmp(a->kind, b->kind) == 0 && strcmp(a->column, b->column) == 0;
}

/* How many findings of the same name the point has before this one. */
static size_t turn_of(const pld__comparison_point *point, size_t place) {
    size_t turn = 0;
    for (size_t i = 0; i < place; i++) {
        turn += same_name(&point->findings[i], &point->findings[place]);
    }
    return turn;
}

/* The finding of a column at a point; NULL if there is none. */
static const pld__finding *finding_at(const column *of, const pld__comparison_point *point) {
    size_t turn = 0;
    for (size_t i = 0; i < point->finding_count; i++) {
        if (same_name(&point->findings[i], of->first) && turn++ == of->turn) {
            return &point->findings[i];
        }
    }
    return NULL;
}

static bool is_claim(const pld__finding *finding) {
    return strcmp(finding->kind, "claim") == 0;
}

/* A slash would be a folder, and what is not printed would not be found again. Names that are taken get a number. */
static void name_column(column *named, const column *others, size_t count) {
    char name[NAME_SIZE - 32];
    const char *text = named->first->column;
    snprintf(name, sizeof name, "method_%s%s%s", is_claim(named->first) ? "claim" : "",
             is_claim(named->first) && *text != '\0' ? "_" : "", text);
    for (char *at = name; *at != '\0'; at++) {
        unsigned char byte = (unsigned char)*at;
        *at = byte == '/' || byte < ' ' || byte == 0x7f ? '_' : *at;
    }
    snprintf(named->name, sizeof named->name, "%s", name);
    for (size_t i = 0, number = 2; i < count;) {
        if (strcmp(others[i].name, named->name) == 0) {
            snprintf(named->name, sizeof named->name, "%s_%zu", name, number++);
            i = 0;
        } else {
            i++;
        }
    }
}

/* Every column of a group, in the order in which they appear. */
static pld_status list_columns(const group *from, column **columns, size_t *count) {
    *columns = NULL;
    *count = 0;
    for (size_t i = 0; i < from->count; i++) {
        const pld__comparison_point *point = from->points[i];
        for (size_t j = 0; j < point->finding_count; j++) {
            column made = {.first = &point->findings[j], .turn = turn_of(point, j)};
            size_t place = 0;
            while (place < *count && !(same_name((*columns)[place].first, made.first) && (*columns)[place].turn == made.turn)) {
                place++;
            }
            if (place < *count) {
                continue;
            }
            column *grown = realloc(*columns, (*count + 1) * sizeof *grown);
            if (grown == NULL) {
                return PLD_ERROR_MEMORY;
            }
            *columns = grown;
            name_column(&made, grown, *count);
            grown[(*count)++] = made;
        }
    }
    return PLD_OK;
}

static void describe_column(const column *of, char *text, size_t size) {
    const pld_baseline_method *method = is_claim(of->first) ? NULL : pld_baseline_find(of->first->name, NULL);
    if (method != NULL) {
        snprintf(text, size, "epsilon by %s: %s (%s)", method->name, method->meaning, method->source);
    } else {
        snprintf(text, size, "epsilon that is claimed%s%s", of->first->column[0] ? " by " : "", of->first->column);
    }
}

typedef double member(const pld__finding *finding);

static double get_epsilon(const pld__finding *finding) {
    return finding->answer.applicable ? finding->answer.epsilon : NAN;
}

static double get_order(const pld__finding *finding) {
    return finding->answer.applicable ? finding->answer.order : NAN;
}

/* Adds it if there is any number in it. */
static bool add_column(pld__builder *builder, const group *from, const column *of, member *get, const char *name,
                       const char *long_name, double *values) {
    bool any = false;
    for (size_t i = 0; i < from->count; i++) {
        const pld__finding *finding = finding_at(of, from->points[i]);
        values[i] = finding ? get(finding) : NAN;
        any |= !isnan(values[i]);
    }
    if (any) {
        pld__builder_column(builder, &(pld_column){.name = name, .units = "1", .long_name = long_name, .values = values});
    }
    return any;
}

static pld_status add_columns(pld__builder *builder, const group *from) {
    column *columns = NULL;
    size_t count = 0;
    char long_name[2 * NAME_SIZE], order_name[NAME_SIZE], *missing = calloc(1, TEXT_SIZE);
    double *values = pld__allocate(from->count, sizeof *values);
    pld_status status = missing && values ? list_columns(from, &columns, &count) : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        describe_column(&columns[i], long_name, sizeof long_name);
        if (!add_column(builder, from, &columns[i], get_epsilon, columns[i].name, long_name, values)) {
            append(missing, TEXT_SIZE, missing[0] ? "\n" : "");
            append(missing, TEXT_SIZE, columns[i].first->name);
            append(missing, TEXT_SIZE, ": ");
            append(missing, TEXT_SIZE, columns[i].first->answer.reason);
        }
    }
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        snprintf(order_name, sizeof order_name, "order_%s", columns[i].name + strlen("method_"));
        (void)add_column(builder, from, &columns[i], get_order, order_name, "best order", values);
    }
    if (status == PLD_OK && missing[0] != '\0') {
        pld__builder_text(builder, "not_applicable", missing);
    }
    pld__free(values);
    free(missing);
    free(columns);
    return status;
}

/* --- verdicts --------------------------------------------------------------------------------------------------------- */

/* Adds a line about a column that is below the certified lower end somewhere. */
static void append_verdict(char *text, const group *from, const column *of, pld__verdict verdict) {
    const pld__comparison_point *first = NULL;
    char line[2 * NAME_SIZE];
    size_t count = 0;
    for (size_t i = 0; i < from->count; i++) {
        const pld__finding *finding = finding_at(of, from->points[i]);
        if (finding != NULL && finding->verdict == verdict) {
            first = first ? first : from->points[i];
            count++;
        }
    }
    if (first != NULL) {
        const pld__finding *finding = finding_at(of, first);
        pld__plain_format(line, sizeof line, "%s%s at %zu of %zu points: at %" PRIu64 " composition%s it says %.10g, but %s",
                          text[0] ? "\n" : "", finding->name, count, from->count, first->compositions,
                          first->compositions == 1 ? "" : "s", finding->answer.epsilon, finding->answer.reason);
        append(text, TEXT_SIZE, line);
    }
}

static pld_status add_verdict(pld__builder *builder, const group *from, pld__verdict verdict) {
    column *columns = NULL;
    size_t count = 0;
    char *text = calloc(1, TEXT_SIZE);
    pld_status status = text ? list_columns(from, &columns, &count) : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        append_verdict(text, from, &columns[i], verdict);
    }
    if (status == PLD_OK && text[0] != '\0') {
        pld__builder_text(builder, pld__verdict_name(verdict), text);
    }
    free(columns);
    free(text);
    return status;
}

/* --- all of it -------------------------------------------------------------------------------------------------------- */

static pld_status build(const pld__comparison *comparison, const group *from, pld__builder **builder) {
    pld__study study;
    pld_result *results = calloc(from->count, sizeof *results);
    pld_status status = read_study(comparison, from, &study);
    status = results ? status : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < from->count && results != NULL; i++) {
        results[i] = from->points[i]->tight;
    }
    if (status == PLD_OK) {
        *builder = pld__study_series_build(&study, results, 0);
        status = *builder ? add_columns(*builder, from) : PLD_ERROR_MEMORY;
    }
    if (status == PLD_OK) {
        status = add_verdict(*builder, from, PLD__VERDICT_UNSOUND);
    }
    if (status == PLD_OK) {
        status = add_verdict(*builder, from, PLD__VERDICT_UNDERSTATES);
    }
    pld__study_free(&study);
    free(results);
    return status;
}

pld_status pld__comparison_write(const pld__comparison *comparison, pld_error *error) {
    const pld__command_line *line = comparison->line;
    groups made;
    pld_status status = make_groups(comparison, &made);
    pld__builder **builders = calloc(made.count + 1, sizeof *builders);
    pld_series *series = calloc(made.count + 1, sizeof *series);
    status = builders && series ? status : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < made.count && status == PLD_OK; i++) {
        status = build(comparison, &made.items[i], &builders[i]);
        if (status == PLD_OK) {
            status = pld__builder_finish(builders[i], &series[i]);
        }
    }
    if (status == PLD_OK) {
        status = pld_store_write(line->given[PLD__OPTION_OUTPUT], series, made.count, pld__output_mode(line), error);
    }
    for (size_t i = 0; i < made.count && builders != NULL; i++) {
        pld__builder_free(builders[i]);
    }
    free(builders);
    free(series);
    free_groups(&made);
    return status;
}
