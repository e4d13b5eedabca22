/* A trade-off as a series for the store, over the false-positive rates. */
#include "base/base.h"
#include "cli/delta_bracket.h"
#include "cli/study_series.h"
#include "cli/tradeoff.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 256, ENDS = 3 };

/* The mechanisms and rates as a study, which knows how to describe itself. */
static pld_status read_study(const pld__tradeoff *tradeoff, pld__study *study) {
    const pld__command_line *line = tradeoff->line;
    *study = (pld__study){.quantity = PLD__QUANTITY_TRADEOFF,
                          .axis = PLD__NO_AXIS,
                          .query = line->query,
                          .command_line = line->invocation,
                          .point_count = tradeoff->rate_count};
    if (!(study->query.tolerance > 0 || study->query.relative_tolerance > 0)) {
        study->query.relative_tolerance = 1e-3;
    }
    study->points = pld__allocate(tradeoff->rate_count, sizeof *study->points);
    if (study->points == NULL) {
        return PLD_ERROR_MEMORY;
    }
    memcpy(study->points, tradeoff->rates, tradeoff->rate_count * sizeof *study->points);
    return pld__study_add_composition(study, &tradeoff->composition, line->given[PLD__OPTION_SERIES]);
}

pld_status pld__tradeoff_check_output(const pld__tradeoff *tradeoff, pld_error *error) {
    const pld__command_line *line = tradeoff->line;
    pld__study study;
    if (line->given[PLD__OPTION_SERIES] && !line->given[PLD__OPTION_OUTPUT]) {
        return pld__error_argument(error, "--series", "-o FILE.h5", "--series says nothing without -o");
    }
    pld_status status = read_study(tradeoff, &study);
    if (status == PLD_OK) {
        status = pld__output_check(&study, line, error);
    }
    pld__study_free(&study);
    return status;
}

static double end_of(const pld_bracket *bracket, int end) {
    const double ends[ENDS] = {bracket->lower, bracket->estimate, bracket->upper};
    return ends[end];
}

/* Three columns. `get` reads the bracket of one attack. */
static void add_brackets(pld__builder *builder, const pld__tradeoff *tradeoff, const char *prefix, const char *meaning,
                         const pld_bracket *(*get)(const pld_attack *attack, int which), int which) {
    static const char *const names[ENDS] = {"lower", "estimate", "upper"};
    static const char *const kinds[ENDS] = {"certified lower bound of", "estimate (NaN where there is none) of",
                                            "certified upper bound of"};
    double *values = pld__allocate(tradeoff->rate_count, sizeof *values);
    for (int end = 0; end < ENDS; end++) {
        char name[NAME_SIZE], long_name[NAME_SIZE];
        snprintf(name, sizeof name, "%s_%s", prefix, names[end]);
        snprintf(long_name, sizeof long_name, "%s %s", kinds[end], meaning);
        for (size_t i = 0; i < tradeoff->rate_count && values != NULL; i++) {
            values[i] = end_of(get(&tradeoff->attacks[i], which), end);
        }
        /* Without memory for the values there is none for the column either. */
        pld__builder_column(builder, &(pld_column){.name = name, .units = "1", .long_name = long_name, .values = values});
    }
    pld__free(values);
}

/* Views: the two directions, then the symmetric curve. */
static const pld_attack_side *side_of(const pld_attack *attack, int view) {
    return view == PLD_DIRECTIONS ? &attack->symmetric : &attack->directions[view];
}

static const pld_bracket *get_largest(const pld_attack *attack, int unused) {
    (void)unused;
    return &attack->true_positive;
}

static const pld_bracket *get_true_positive(const pld_attack *attack, int view) {
    return &side_of(attack, view)->true_positive;
}

static const pld_bracket *get_false_negative(const pld_attack *attack, int view) {
    return &side_of(attack, view)->false_negative;
}

static void add_columns(pld__builder *builder, const pld__tradeoff *tradeoff) {
    add_brackets(builder, tradeoff, "tpr", "the true-positive rate, the largest of the directions", get_largest, 0);
    for (int view = 0; view <= PLD_DIRECTIONS; view++) {
        const char *name = view == PLD_DIRECTIONS ? "symmetric" : pld_direction_name((pld_direction)view);
        char prefix[NAME_SIZE / 4], meaning[NAME_SIZE / 2];
        if (!side_of(&tradeoff->attacks[0], view)->asked) {
            continue;
        }
        snprintf(prefix, sizeof prefix, "%s_fnr", name);
        snprintf(meaning, sizeof meaning, "the false-negative rate (type II error), %s", name);
        add_brackets(builder, tradeoff, prefix, meaning, get_false_negative, view);
        snprintf(prefix, sizeof prefix, "%s_tpr", name);
        snprintf(meaning, sizeof meaning, "the true-positive rate, %s", name);
        add_brackets(builder, tradeoff, prefix, meaning, get_true_positive, view);
    }
}

/* What does not depend on the rate. */
static pld_status add_numbers(pld__builder *builder, const pld__tradeoff *tradeoff) {
    static const char *const names[ENDS] = {"accuracy_lower", "accuracy_estimate", "accuracy_upper"};
    pld_bracket advantage = pld__bracket_as_delta(&tradeoff->advantage.bracket);
    double met = pld__tradeoff_tolerance_met(tradeoff);
    pld__builder_numbers(builder, "advantage", (const double[]){advantage.lower, advantage.estimate, advantage.upper}, ENDS);
    pld__builder_numbers(builder, "tolerance_met_everywhere", &met, 1);
    if (tradeoff->prior_count == 0) {
        return PLD_OK;
    }
    double *values = pld__allocate(tradeoff->prior_count, sizeof *values);
    if (values == NULL) {
        return PLD_ERROR_MEMORY;
    }
    pld__builder_numbers(builder, "prior", tradeoff->priors, tradeoff->prior_count);
    for (int end = 0; end < ENDS; end++) {
        for (size_t i = 0; i < tradeoff->prior_count; i++) {
            values[i] = end_of(&tradeoff->posteriors[i].accuracy, end);
        }
        pld__builder_numbers(builder, names[end], values, tradeoff->prior_count);
    }
    pld__free(values);
    return PLD_OK;
}

pld_status pld__tradeoff_write(const pld__tradeoff *tradeoff, pld_error *error) {
    const pld__command_line *line = tradeoff->line;
    pld__study study;
    pld_series series;
    pld__builder *builder = NULL;
    pld_status status = read_study(tradeoff, &study);
    if (status == PLD_OK) {
        builder = pld__study_series_start(&study, 0);
        status = builder ? add_numbers(builder, tradeoff) : PLD_ERROR_MEMORY;
    }
    if (status == PLD_OK) {
        add_columns(builder, tradeoff);
        status = pld__builder_finish(builder, &series);
    }
    if (status == PLD_OK) {
        status = pld_store_write(line->given[PLD__OPTION_OUTPUT], &series, 1, pld__output_mode(line), error);
    }
    pld__builder_free(builder);
    pld__study_free(&study);
    return status;
}
