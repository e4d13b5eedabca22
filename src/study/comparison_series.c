/* A comparison as series for the store: one for each composition and delta, over the numbers of compositions. The columns are
 * those of a study, then method_<name> and, where a method has a best order, order_<name>; a claim is method_claim_<name>. A
 * point to which a method does not apply is NaN; one that applies nowhere has no column, but the attribute not_applicable says
 * why. */
#include "study/comparison.h"

#include "base/base.h"
#include "base/plain.h"
#include "base/number.h"
#include "study/result_columns.h"
#include "study/series.h"
#include "study/series_name.h"
#include "study/subject.h"
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 256, TEXT_SIZE = 16384 };

/* --- groups of points ----------------------------------------------------------------------------------------------- */

/* The points of one series, by their number of compositions. */
typedef struct {
    const pld_comparison *of;
    const pld_comparison_point **points;
    size_t count;
    char name[NAME_SIZE];
} group;

/* What was found at one of them. */
static const pld__findings *findings_at(const group *from, size_t index) {
    return &from->of->findings[from->points[index] - from->of->points];
}

typedef struct {
    group *items;
    size_t count;
} groups;

static bool belongs(const group *to, const pld_comparison_point *point) {
    return to->points[0]->composition == point->composition && to->points[0]->delta.log == point->delta.log;
}

static int by_compositions(const void *a, const void *b) {
    uint64_t first = (*(const pld_comparison_point *const *)a)->compositions;
    uint64_t second = (*(const pld_comparison_point *const *)b)->compositions;
    return (first > second) - (first < second);
}

static void free_groups(groups *made) {
    for (size_t i = 0; i < made->count; i++) {
        free(made->items[i].points);
    }
    free(made->items);
}

static pld_status add_point(const pld_comparison *comparison, groups *made, const pld_comparison_point *point) {
    size_t place = 0;
    while (place < made->count && !belongs(&made->items[place], point)) {
        place++;
    }
    group *to = &made->items[place];
    if (place == made->count) {
        to->points = calloc(comparison->point_count, sizeof(const pld_comparison_point *));
        if (to->points == NULL) {
            return PLD_ERROR_MEMORY;
        }
        to->of = comparison;
        made->count++;
    }
    to->points[to->count++] = point;
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

/* The name that is given or the families; then the delta where there are several, and a number where that is not enough. */
static void name_group(groups *made, size_t index, const char *series) {
    group *named = &made->items[index];
    const pld_comparison_point *own = named->points[0];
    char name[NAME_SIZE - 32], more[32];
    pld__series_name_of(own->composition, series, name, sizeof name);
    for (size_t i = 0; i < made->count; i++) {
        const pld_comparison_point *other = made->items[i].points[0];
        if (other->composition == own->composition && other->delta.log != own->delta.log) {
            char number[PLD__NUMBER_SIZE];
            pld__number_write(own->delta.value, number);
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
}

/* Free it with free_groups, also after a failure. */
static pld_status make_groups(const pld_comparison *comparison, const char *series, groups *made) {
    *made = (groups){.items = calloc(comparison->point_count + 1, sizeof *made->items)};
    pld_status status = made->items ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < comparison->point_count && status == PLD_OK; i++) {
        status = add_point(comparison, made, &comparison->points[i]);
    }
    for (size_t i = 0; i < made->count && status == PLD_OK; i++) {
        qsort(made->items[i].points, made->items[i].count, sizeof made->items[i].points[0], by_compositions);
        name_group(made, i, series);
    }
    return status;
}

pld_status pld__comparison_check_output(const pld_comparison *comparison, const char *path, pld_store_mode mode,
                                        const char *series, pld_error *error) {
    groups made = {.count = 0};
    pld_status status = make_groups(comparison, series, &made);
    const char **names = calloc(made.count + 1, sizeof(const char *));
    status = names ? status : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < made.count && names != NULL; i++) {
        names[i] = made.items[i].name;
    }
    if (status == PLD_OK) {
        status = pld__check_series_names(path, names, made.count, mode, error);
    }
    free(names);
    free_groups(&made);
    return status;
}

/* --- columns -------------------------------------------------------------------------------------------------------- */

/* A column of the file: the findings of one name, and of those at one point the `turn`-th. */
typedef struct {
    const pld_finding *first;
    size_t turn;
    char name[NAME_SIZE];
} column;

/* Rows of a table without a name share a column. */
static const char *column_text(const pld_finding *finding) {
    return finding->unnamed ? "" : finding->name;
}

static bool same_name(const pld_finding *a, const pld_finding *b) {
    return strcmp(a->kind, b->kind) == 0 && strcmp(column_text(a), column_text(b)) == 0;
}

/* How many findings of the same name there are before this one. */
static size_t turn_of(const pld__findings *findings, size_t place) {
    size_t turn = 0;
    for (size_t i = 0; i < place; i++) {
        turn += same_name(&findings->items[i], &findings->items[place]);
    }
    return turn;
}

/* The finding of a column at a point; NULL if there is none. */
static const pld_finding *finding_at(const column *of, const group *from, size_t index) {
    const pld__findings *findings = findings_at(from, index);
    size_t turn = 0;
    for (size_t i = 0; i < findings->count; i++) {
        if (same_name(&findings->items[i], of->first) && turn++ == of->turn) {
            return &findings->items[i];
        }
    }
    return NULL;
}

static bool is_claim(const pld_finding *finding) {
    return strcmp(finding->kind, "claim") == 0;
}

/* A slash would be a folder, and what is not printed would not be found again. Names that are taken get a number. */
static void name_column(column *named, const column *others, size_t count) {
    char name[NAME_SIZE - 32];
    const char *text = column_text(named->first);
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
        const pld__findings *findings = findings_at(from, i);
        for (size_t j = 0; j < findings->count; j++) {
            column made = {.first = &findings->items[j], .turn = turn_of(findings, j)};
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
        snprintf(text, size, "epsilon that is claimed%s%s", *column_text(of->first) ? " by " : "", column_text(of->first));
    }
}

typedef double member(const pld_finding *finding);

static double get_epsilon(const pld_finding *finding) {
    return finding->answer.applicable ? finding->answer.epsilon : NAN;
}

static double get_order(const pld_finding *finding) {
    return finding->answer.applicable ? finding->answer.order : NAN;
}

/* Adds it if there is any number in it. */
static bool add_column(pld__builder *builder, const group *from, const column *of, member *get, const char *name,
                       const char *long_name, double *values) {
    bool any = false;
    for (size_t i = 0; i < from->count; i++) {
        const pld_finding *finding = finding_at(of, from, i);
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

/* --- verdicts ------------------------------------------------------------------------------------------------------- */

/* Adds a line about a column that is below the certified lower end somewhere. */
static void append_verdict(char *text, const group *from, const column *of, pld_verdict verdict) {
    size_t first = from->count;
    char line[2 * NAME_SIZE];
    size_t count = 0;
    for (size_t i = 0; i < from->count; i++) {
        const pld_finding *finding = finding_at(of, from, i);
        if (finding != NULL && finding->verdict == verdict) {
            first = first < from->count ? first : i;
            count++;
        }
    }
    if (first < from->count) {
        const pld_finding *finding = finding_at(of, from, first);
        uint64_t compositions = from->points[first]->compositions;
        pld__plain_format(line, sizeof line, "%s%s at %zu of %zu points: at %" PRIu64 " composition%s it says %.10g, but %s",
                          text[0] ? "\n" : "", finding->name, count, from->count, compositions, compositions == 1 ? "" : "s",
                          finding->answer.epsilon, finding->answer.reason);
        append(text, TEXT_SIZE, line);
    }
}

static pld_status add_verdict(pld__builder *builder, const group *from, pld_verdict verdict) {
    column *columns = NULL;
    size_t count = 0;
    char *text = calloc(1, TEXT_SIZE);
    pld_status status = text ? list_columns(from, &columns, &count) : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        append_verdict(text, from, &columns[i], verdict);
    }
    if (status == PLD_OK && text[0] != '\0') {
        pld__builder_text(builder, pld_verdict_name(verdict), text);
    }
    free(columns);
    free(text);
    return status;
}

/* --- all of it ------------------------------------------------------------------------------------------------------ */

/* The series as far as it is that of any study: subject, axes, brackets. */
static pld_status start(const group *from, const char *command, pld__builder **builder) {
    const pld_comparison_point *first = from->points[0];
    pld_composition *const line = (pld_composition *)first->composition; /* nobody changes it */
    const pld__subject subject = {
        .quantity = "epsilon", .lines = &line, .line_count = 1, .options = &from->of->options, .command = command};
    uint64_t *compositions = calloc(from->count, sizeof *compositions);
    pld_result *results = calloc(from->count, sizeof *results);
    *builder = compositions && results ? pld__subject_start(&subject, from->name) : NULL;
    for (size_t i = 0; i < from->count && *builder != NULL; i++) {
        compositions[i] = from->points[i]->compositions;
        results[i] = from->points[i]->tight;
    }
    if (*builder != NULL) {
        pld__subject_compositions(*builder, compositions, from->count);
        pld__subject_deltas(*builder, &first->delta, 1);
        pld__result_columns_describe(*builder, PLD_UNIT_EPSILON, results, from->count);
        pld__result_columns_add(*builder, PLD_UNIT_EPSILON, from->of->options.adjacency, results, from->count);
    }
    free(compositions);
    free(results);
    return *builder ? PLD_OK : PLD_ERROR_MEMORY;
}

static pld_status build(const group *from, const char *command, pld__builder **builder) {
    pld_status status = start(from, command, builder);
    if (status == PLD_OK) {
        status = add_columns(*builder, from);
    }
    if (status == PLD_OK) {
        status = add_verdict(*builder, from, PLD_VERDICT_UNSOUND);
    }
    if (status == PLD_OK) {
        status = add_verdict(*builder, from, PLD_VERDICT_UNDERSTATES);
    }
    return status;
}

pld_status pld_comparison_write(const pld_comparison *comparison, const char *path, pld_store_mode mode, const char *series_name,
                                const char *command, pld_error *error) {
    groups made;
    pld_status status = make_groups(comparison, series_name, &made);
    pld__builder **builders = calloc(made.count + 1, sizeof *builders);
    pld_series *series = calloc(made.count + 1, sizeof *series);
    status = builders && series ? status : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < made.count && status == PLD_OK; i++) {
        status = build(&made.items[i], command, &builders[i]);
        if (status == PLD_OK) {
            status = pld__builder_finish(builders[i], &series[i]);
        }
    }
    if (status == PLD_OK) {
        status = pld_store_write(path, series, made.count, mode, error);
    }
    for (size_t i = 0; i < made.count && builders != NULL; i++) {
        pld__builder_free(builders[i]);
    }
    free(builders);
    free(series);
    free_groups(&made);
    return status;
}
