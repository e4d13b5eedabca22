#include "study/result_columns.h"

#include "base/base.h"
#include "study/directions.h"
#include <math.h>
#include <stdio.h>

enum { NAME_SIZE = 256, LEDGER_TERMS = 5 };

/* Where columns go to, and what they are made of. */
typedef struct table {
    pld__builder *builder;
    pld_unit unit;
    const pld_result *results;
    size_t count;
} table;

typedef double member(pld_unit unit, const pld_result *result, int which);

static void add_column(const table *to, const char *name, const char *long_name, member *get, int which) {
    double *values = pld__allocate(to->count, sizeof *values);
    for (size_t i = 0; i < to->count && values != NULL; i++) {
        values[i] = get(to->unit, &to->results[i], which);
    }
    /* Without memory for the values there is none for the column either. */
    pld__builder_column(to->builder, &(pld_column){.name = name, .units = "1", .long_name = long_name, .values = values});
    pld__free(values);
}

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

enum { WIDTH_ASKED, WIDTH_MET, BUCKETS, BUCKET_WIDTH };

static double get_detail(pld_unit unit, const pld_result *result, int which) {
    (void)unit;
    switch (which) {
    case WIDTH_ASKED:
        return result->tolerance;
    case WIDTH_MET:
        return result->tolerance_met;
    case BUCKETS:
        return (double)result->buckets;
    default:
        return result->bucket_width;
    }
}

static void add_brackets(const table *to, int direction, const char *prefix) {
    static const char *const kinds[PLD__ENDS] = {"certified lower bound of", "estimate of", "certified upper bound of"};
    static const char *const gaps[2][PLD__ENDS] = {{", NaN where the width asked was not reached", ", NaN where there is none",
                                                    ", NaN where the width asked was not reached"},
                                                   {"", ", NaN where there is none", ""}};
    const char *quantity = to->unit == PLD_UNIT_EPSILON ? "epsilon" : "delta";
    for (int end = 0; end < PLD__ENDS; end++) {
        char name[NAME_SIZE], long_name[NAME_SIZE];
        snprintf(name, sizeof name, "%s_%s", prefix, pld__end_names[end]);
        snprintf(long_name, sizeof long_name, "%s %s%s%s%s", kinds[end], quantity,
                 direction < PLD_DIRECTIONS ? ", direction " : "", direction < PLD_DIRECTIONS ? prefix : "",
                 gaps[direction == PLD_DIRECTIONS][end]);
        add_column(to, name, long_name, get_bracket, direction * PLD__ENDS + end);
    }
}

void pld__result_columns_add(pld__builder *builder, pld_unit unit, const pld_result *results, size_t count) {
    const table to = {builder, unit, results, count};
    add_brackets(&to, PLD_DIRECTIONS, unit == PLD_UNIT_EPSILON ? "epsilon" : "delta");
    for (int i = 0; i < PLD_DIRECTIONS; i++) {
        if (results[0].directions[i].asked) {
            add_brackets(&to, i, pld_direction_name((pld_direction)i));
        }
    }
    for (int end = 0; end < PLD__ENDS && unit == PLD_UNIT_LOG_DELTA; end++) {
        char name[NAME_SIZE];
        snprintf(name, sizeof name, "log10_delta_%s", pld__end_names[end]);
        add_column(&to, name, "decimal logarithm of delta, also where delta is no double", get_log10, end);
    }
    add_column(&to, "tolerance", "width asked for", get_detail, WIDTH_ASKED);
    add_column(&to, "tolerance_met", "1 where the width was reached", get_detail, WIDTH_MET);
    add_column(&to, "buckets", "longest composed lattice, 0 where none was needed", get_detail, BUCKETS);
    add_column(&to, "bucket_width", "width of a loss bucket", get_detail, BUCKET_WIDTH);
}

/* Takes the larger of each term. */
static void raise_ledger(double terms[LEDGER_TERMS], const pld_ledger *ledger) {
    const double found[LEDGER_TERMS] = {ledger->cells, ledger->grid, ledger->tail, ledger->wraparound, ledger->roundoff};
    for (size_t i = 0; i < LEDGER_TERMS; i++) {
        terms[i] = fmax(terms[i], found[i]);
    }
}

void pld__result_columns_describe(pld__builder *builder, pld_unit unit, const pld_result *results, size_t count) {
    double reached = 0, met = 1, buckets = 0, bucket_width = INFINITY;
    double terms[PLD_DIRECTIONS][2][LEDGER_TERMS] = {{{0}}};
    for (size_t i = 0; i < count; i++) {
        reached = fmax(reached, pld_bracket_width(&results[i].bracket, unit));
        met = fmin(met, results[i].tolerance_met);
        buckets = fmax(buckets, (double)results[i].buckets);
        bucket_width = results[i].bucket_width > 0 ? fmin(bucket_width, results[i].bucket_width) : bucket_width;
        for (size_t d = 0; d < PLD_DIRECTIONS; d++) {
            raise_ledger(terms[d][0], &results[i].directions[d].lower);
            raise_ledger(terms[d][1], &results[i].directions[d].upper);
        }
    }
    pld__builder_numbers(builder, "tolerance_reached", &reached, 1);
    pld__builder_numbers(builder, "tolerance_met_everywhere", &met, 1);
    pld__builder_numbers(builder, "buckets_most", &buckets, 1);
    bucket_width = isfinite(bucket_width) ? bucket_width : 0;
    pld__builder_numbers(builder, "bucket_width_least", &bucket_width, 1);
    pld__builder_text(builder, "ledger_terms", "cells grid tail wraparound roundoff, the largest over the points");
    for (size_t d = 0; d < PLD_DIRECTIONS; d++) {
        for (int side = 0; side < 2 && results[0].directions[d].asked; side++) {
            char name[NAME_SIZE];
            snprintf(name, sizeof name, "ledger_%s_%s", pld_direction_name((pld_direction)d), side == 0 ? "lower" : "upper");
            pld__builder_numbers(builder, name, terms[d][side], LEDGER_TERMS);
        }
    }
}
