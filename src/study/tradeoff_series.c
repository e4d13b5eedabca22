/* A trade-off as a series for the store, over the false-positive rates. */
#include "base/base.h"
#include "study/result_columns.h"
#include "study/series.h"
#include "study/series_name.h"
#include "study/subject.h"
#include "study/tradeoff.h"

#include <stdio.h>

enum { NAME_SIZE = 256, ENDS = PLD__ENDS };

pld_status pld__tradeoff_check_output(const pld__tradeoff *tradeoff, const char *path, pld_store_mode mode, const char *series,
                                      pld_error *error) {
    char name[NAME_SIZE];
    pld__series_name_of(tradeoff->composition, series, name, sizeof name);
    return pld__check_series_names(path, (const char *const[]){name}, 1, mode, error);
}

/* Three columns. `get` reads the bracket of one attack. */
static void add_brackets(pld__builder *builder, const pld__tradeoff *tradeoff, const char *prefix, const char *meaning,
                         const pld_bracket *(*get)(const pld_attack *attack, int which), int which) {
    static const char *const kinds[ENDS] = {"certified lower bound of", "estimate (NaN where there is none) of",
                                            "certified upper bound of"};
    double *values = pld__allocate(tradeoff->rate_count, sizeof *values);
    for (int end = 0; end < ENDS; end++) {
        char name[NAME_SIZE], long_name[NAME_SIZE];
        snprintf(name, sizeof name, "%s_%s", prefix, pld__end_names[end]);
        snprintf(long_name, sizeof long_name, "%s %s", kinds[end], meaning);
        for (size_t i = 0; i < tradeoff->rate_count && values != NULL; i++) {
            values[i] = pld__bracket_end(get(&tradeoff->attacks[i], which), end);
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
        bool both = view == PLD_DIRECTIONS;
        const char *name = both ? "symmetric" : pld_direction_name((pld_direction)view);
        const char *called = both ? name : pld_adjacency_direction_name(tradeoff->options->adjacency, (pld_direction)view);
        char prefix[NAME_SIZE / 4], meaning[NAME_SIZE / 2];
        if (!side_of(&tradeoff->attacks[0], view)->asked) {
            continue;
        }
        snprintf(prefix, sizeof prefix, "%s_fnr", name);
        snprintf(meaning, sizeof meaning, "the false-negative rate (type II error), %s", called);
        add_brackets(builder, tradeoff, prefix, meaning, get_false_negative, view);
        snprintf(prefix, sizeof prefix, "%s_tpr", name);
        snprintf(meaning, sizeof meaning, "the true-positive rate, %s", called);
        add_brackets(builder, tradeoff, prefix, meaning, get_true_positive, view);
    }
}

/* What does not depend on the rate. */
static pld_status add_numbers(pld__builder *builder, const pld__tradeoff *tradeoff) {
    static const char *const names[ENDS] = {"accuracy_lower", "accuracy_estimate", "accuracy_upper"};
    pld_bracket advantage = pld_bracket_delta(&tradeoff->advantage.bracket);
    double met = pld__tradeoff_tolerance_met(tradeoff);
    pld__builder_numbers(builder, "advantage", (const double[]){advantage.lower, advantage.estimate, advantage.upper}, ENDS);
    pld__builder_numbers(builder, "tolerance_met_everywhere", &met, 1);
    pld__gap_describe(builder, tradeoff->advantage.theory_gap);
    if (tradeoff->region != NULL) {
        const pld__attack_region *region = tradeoff->region;
        pld__builder_numbers(builder, "attack", (const double[]){region->fpr, region->fpr_upper, region->tpr, region->tpr_lower},
                             4);
    }
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
            values[i] = pld__bracket_end(&tradeoff->posteriors[i].accuracy, end);
        }
        pld__builder_numbers(builder, names[end], values, tradeoff->prior_count);
    }
    pld__free(values);
    return PLD_OK;
}

pld_status pld__tradeoff_write(const pld__tradeoff *tradeoff, const char *path, pld_store_mode mode, const char *series,
                               const char *command, pld_error *error) {
    char name[NAME_SIZE];
    pld_composition *const line = (pld_composition *)tradeoff->composition; /* nobody changes it */
    const pld__subject subject = {
        .quantity = "tradeoff", .lines = &line, .line_count = 1, .options = tradeoff->options, .command = command};
    pld_series made;
    pld__series_name_of(tradeoff->composition, series, name, sizeof name);
    pld__builder *builder = pld__subject_start(&subject, name);
    if (builder == NULL) {
        return PLD_ERROR_MEMORY;
    }
    pld__subject_axis(builder, "fpr", "false-positive rate (type I error)", tradeoff->rates, tradeoff->rate_count);
    pld_status status = add_numbers(builder, tradeoff);
    if (status == PLD_OK) {
        add_columns(builder, tradeoff);
        status = pld__builder_finish(builder, &made);
    }
    if (status == PLD_OK) {
        status = pld_store_write(path, &made, 1, mode, error);
    }
    pld__builder_free(builder);
    return status;
}
