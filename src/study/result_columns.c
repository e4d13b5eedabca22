#include "study/result_columns.h"

#include "base/base.h"
#include "study/directions.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { NAME_SIZE = 128, LEDGER_TERMS = 5, COLUMNS_MOST = 6 * PLD__ENDS };

typedef double member(pld_unit unit, const pld_result *result, int which);

/* A column, and how a result gives its value. */
typedef struct column {
    char name[NAME_SIZE], long_name[NAME_SIZE];
    member *get;
    int which;
} column;

struct pld__result_columns {
    pld_unit unit;
    size_t count;
    column list[COLUMNS_MOST];
};

/* `which` is three times the direction plus the end; PLD_DIRECTIONS stands for both together. */
const char *const pld__end_names[PLD__ENDS] = {"lower", "estimate", "upper"};

double pld__bracket_end(const pld_bracket *bracket, int end) {
    return end == 0 ? bracket->lower : end == 1 ? bracket->estimate : bracket->upper;
}

static const pld_bracket *bracket_of(const pld_result *result, int direction) {
    return direction == PLD_DIRECTIONS ? &result->bracket : &result->directions[direction].bracket;
}

/* A direction is shown where it is as close as was asked, or not at all. */
static double get_bracket(pld_unit unit, const pld_result *result, int which) {
    int direction = which / PLD__ENDS;
    pld_bracket bracket = *bracket_of(result, direction);
    if (direction < PLD_DIRECTIONS && !pld__direction_is_close(unit, result, direction)) {
        return NAN;
    }
    if (unit == PLD_UNIT_LOG_DELTA) {
        bracket = pld_bracket_delta(&bracket);
    }
    return pld__bracket_end(&bracket, which % PLD__ENDS);
}

static double get_log10(pld_unit unit, const pld_result *result, int which) {
    (void)unit;
    pld_bracket bracket = pld_bracket_log10_delta(&result->bracket);
    return pld__bracket_end(&bracket, which);
}

enum { WIDTH_ASKED, WIDTH_MET, GAP, BUCKETS, BUCKET_WIDTH };

static double get_detail(pld_unit unit, const pld_result *result, int which) {
    (void)unit;
    switch (which) {
    case WIDTH_ASKED:
        return result->tolerance;
    case WIDTH_MET:
        return result->tolerance_met;
    case GAP:
        return result->theory_gap;
    case BUCKETS:
        return (double)result->buckets;
    default:
        return result->bucket_width;
    }
}

static void add(pld__result_columns *to, const char *name, const char *long_name, member *get, int which) {
    column *made = &to->list[to->count++];
    *made = (column){.get = get, .which = which};
    snprintf(made->name, sizeof made->name, "%s", name);
    snprintf(made->long_name, sizeof made->long_name, "%s", long_name);
}

/* Of a direction the columns begin as the keys of JSON do, and say what people call it. */
static void add_brackets(pld__result_columns *to, int direction, const char *prefix, const char *called) {
    static const char *const kinds[PLD__ENDS] = {"certified lower bound of", "estimate of", "certified upper bound of"};
    static const char *const missing[2][PLD__ENDS] = {{", NaN where the width asked was not reached", ", NaN where there is none",
                                                       ", NaN where the width asked was not reached"},
                                                      {"", ", NaN where there is none", ""}};
    const char *quantity = to->unit == PLD_UNIT_EPSILON ? "epsilon" : "delta";
    for (int end = 0; end < PLD__ENDS; end++) {
        char name[NAME_SIZE], long_name[NAME_SIZE];
        snprintf(name, sizeof name, "%s_%s", prefix, pld__end_names[end]);
        snprintf(long_name, sizeof long_name, "%s %s%s%s%s", kinds[end], quantity,
                 direction < PLD_DIRECTIONS ? ", direction " : "", called, missing[direction == PLD_DIRECTIONS][end]);
        add(to, name, long_name, get_bracket, direction * PLD__ENDS + end);
    }
}

pld__result_columns *pld__result_columns_create(pld_unit unit, pld_adjacency adjacency, bool gap, const pld_result *result) {
    pld__result_columns *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    made->unit = unit;
    add_brackets(made, PLD_DIRECTIONS, unit == PLD_UNIT_EPSILON ? "epsilon" : "delta", "");
    for (int i = 0; i < PLD_DIRECTIONS; i++) {
        if (result->directions[i].asked) {
            add_brackets(made, i, pld_direction_name((pld_direction)i),
                         pld_adjacency_direction_name(adjacency, (pld_direction)i));
        }
    }
    for (int end = 0; end < PLD__ENDS && unit == PLD_UNIT_LOG_DELTA; end++) {
        char name[NAME_SIZE];
        snprintf(name, sizeof name, "log10_delta_%s", pld__end_names[end]);
        add(made, name, "decimal logarithm of delta, also where delta is no double", get_log10, end);
    }
    add(made, "tolerance", "width asked for", get_detail, WIDTH_ASKED);
    add(made, "tolerance_met", "whether the width was reached", get_detail, WIDTH_MET);
    if (gap) {
        add(made, "gap", "whether the ends come from two pairs (a gap of theory): the truth is in between, where is not known",
            get_detail, GAP);
    }
    add(made, "buckets", "longest composed lattice, 0 where none was needed", get_detail, BUCKETS);
    add(made, "bucket_width", "width of a loss bucket", get_detail, BUCKET_WIDTH);
    return made;
}

void pld__result_columns_free(pld__result_columns *columns) {
    free(columns);
}

size_t pld__result_columns_count(const pld__result_columns *columns) {
    return columns->count;
}

void pld__result_columns_declare(const pld__result_columns *columns, pld__builder *builder) {
    for (size_t i = 0; i < columns->count; i++) {
        pld__builder_column_to_fill(builder, columns->list[i].name, "1", columns->list[i].long_name);
    }
}

void pld__result_columns_fill(const pld__result_columns *columns, const pld_result *result, size_t row, double *const *values) {
    for (size_t i = 0; i < columns->count; i++) {
        values[i][row] = columns->list[i].get(columns->unit, result, columns->list[i].which);
    }
}

/* Without memory for the values there is none for the column either. */
void pld__result_columns_add(pld__builder *builder, pld_unit unit, pld_adjacency adjacency, const pld_result *results,
                             size_t count) {
    bool gap = false;
    for (size_t i = 0; i < count; i++) {
        gap |= results[i].theory_gap;
    }
    pld__result_columns *columns = pld__result_columns_create(unit, adjacency, gap, results);
    double *values = pld__allocate(count, sizeof *values);
    if (columns == NULL || values == NULL) {
        pld__builder_fail(builder);
    }
    for (size_t i = 0; columns != NULL && values != NULL && i < columns->count; i++) {
        const column *one = &columns->list[i];
        for (size_t row = 0; row < count; row++) {
            values[row] = one->get(unit, &results[row], one->which);
        }
        pld__builder_column(builder,
                            &(pld_column){.name = one->name, .units = "1", .long_name = one->long_name, .values = values});
    }
    pld__free(values);
    pld__result_columns_free(columns);
}

/* --- the worst of each ---------------------------------------------------------------------------------------------- */

struct pld__result_summary {
    pld_unit unit;
    size_t count;
    bool asked[PLD_DIRECTIONS]; /* of the first */
    bool gap;                   /* of any */
    double reached, widest_gap, met, buckets, bucket_width;
    double terms[PLD_DIRECTIONS][2][LEDGER_TERMS];
};

/* Takes the larger of each term. */
static void raise_ledger(double terms[LEDGER_TERMS], const pld_ledger *ledger) {
    const double found[LEDGER_TERMS] = {ledger->cells, ledger->grid, ledger->tail, ledger->wraparound, ledger->roundoff};
    for (size_t i = 0; i < LEDGER_TERMS; i++) {
        terms[i] = fmax(terms[i], found[i]);
    }
}

pld__result_summary *pld__result_summary_create(pld_unit unit) {
    pld__result_summary *made = calloc(1, sizeof *made);
    if (made != NULL) {
        *made = (pld__result_summary){.unit = unit, .reached = NAN, .met = 1, .bucket_width = INFINITY};
    }
    return made;
}

void pld__result_summary_free(pld__result_summary *summary) {
    free(summary);
}

void pld__result_summary_add(pld__result_summary *summary, const pld_result *result) {
    double *widest = result->theory_gap ? &summary->widest_gap : &summary->reached; /* a gap says nothing of what was reached */
    *widest = fmax(*widest, pld_bracket_width(&result->bracket, summary->unit));
    summary->met = fmin(summary->met, result->tolerance_met);
    summary->buckets = fmax(summary->buckets, (double)result->buckets);
    if (result->bucket_width > 0) {
        summary->bucket_width = fmin(summary->bucket_width, result->bucket_width);
    }
    for (size_t d = 0; d < PLD_DIRECTIONS; d++) {
        raise_ledger(summary->terms[d][0], &result->directions[d].lower);
        raise_ledger(summary->terms[d][1], &result->directions[d].upper);
        summary->asked[d] = summary->count == 0 ? result->directions[d].asked : summary->asked[d];
    }
    summary->gap |= result->theory_gap;
    summary->count++;
}

bool pld__result_summary_gap(const pld__result_summary *summary) {
    return summary->gap;
}

void pld__gap_describe(pld__builder *builder, bool gap) {
    if (gap) {
        pld__builder_text(builder, "gap", "theory");
    }
}

void pld__result_summary_describe(const pld__result_summary *summary, pld__builder *builder) {
    double bucket_width = isfinite(summary->bucket_width) ? summary->bucket_width : 0;
    pld__builder_numbers(builder, "tolerance_reached", &summary->reached, 1);
    pld__builder_numbers(builder, "tolerance_met_everywhere", &summary->met, 1);
    pld__gap_describe(builder, summary->gap);
    if (summary->gap) {
        pld__builder_numbers(builder, "gap_widest", &summary->widest_gap, 1);
    }
    pld__builder_numbers(builder, "buckets_most", &summary->buckets, 1);
    pld__builder_numbers(builder, "bucket_width_least", &bucket_width, 1);
    pld__builder_text(builder, "ledger_terms", "cells grid tail wraparound roundoff, the largest over the points");
    for (size_t d = 0; d < PLD_DIRECTIONS; d++) {
        for (int side = 0; side < 2 && summary->asked[d]; side++) {
            char name[NAME_SIZE];
            snprintf(name, sizeof name, "ledger_%s_%s", pld_direction_name((pld_direction)d), side == 0 ? "lower" : "upper");
            pld__builder_numbers(builder, name, summary->terms[d][side], LEDGER_TERMS);
        }
    }
}

void pld__result_columns_describe(pld__builder *builder, pld_unit unit, const pld_result *results, size_t count) {
    pld__result_summary *summary = pld__result_summary_create(unit);
    if (summary == NULL) {
        pld__builder_fail(builder);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        pld__result_summary_add(summary, &results[i]);
    }
    pld__result_summary_describe(summary, builder);
    pld__result_summary_free(summary);
}
