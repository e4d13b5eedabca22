#include "base/decimal.h"
#include "cli/delta_bracket.h"
#include "cli/json_result.h"
#include "cli/option_values.h"
#include "cli/report.h"
#include "cli/spec_vary.h"
#include "cli/table.h"
#include "cli/tradeoff.h"

#include <math.h>

enum { DIGITS_LEAST = 4, DIGITS_MOST = 15 };

/* Calls `each` for every caveat of the mechanisms. */
static void each_note(const pld__tradeoff *tradeoff, void (*each)(const char *note, void *context), void *context) {
    pld_result nothing = {.memory_bound = tradeoff->advantage.memory_bound};
    pld__report report = {PLD__ASKS_DELTA, tradeoff->line, &tradeoff->composition, &nothing};
    pld__report_notes(&report, each, context);
}

/* --- the table -------------------------------------------------------------------------------------------------------- */

/* Enough to see what was asked for. */
static int digits_of(const pld__tradeoff *tradeoff) {
    const pld_options *query = &tradeoff->line->query;
    double asked = query->tolerance > 0 ? query->tolerance : query->relative_tolerance > 0 ? query->relative_tolerance : 1e-3;
    int digits = (int)ceil(-log10(fmin(asked, 1))) + 3;
    return digits < DIGITS_LEAST ? DIGITS_LEAST : digits > DIGITS_MOST ? DIGITS_MOST : digits;
}

static void add_number(pld__table *table, double value) {
    char text[PLD__NUMBER_TEXT];
    pld__number_write(value, text);
    pld__table_add(table, text);
}

static void add_bracket(pld__table *table, const pld_bracket *bracket, int digits) {
    const double ends[] = {bracket->lower, bracket->estimate, bracket->upper};
    const pld__rounding roundings[] = {PLD__ROUND_DOWN, PLD__ROUND_NEAREST, PLD__ROUND_UP};
    for (int i = 0; i < 3; i++) {
        char text[PLD__DECIMAL_SIZE];
        pld__decimal_scientific(ends[i], digits, roundings[i], text);
        pld__table_add(table, text);
    }
}

static void add_bracket_heads(pld__table *table, const char *first) {
    table->columns += 3;
    pld__table_add(table, first);
    pld__table_add(table, "estimate");
    pld__table_add(table, "upper");
}

/* The certified type II error of one view. */
static void add_guarantee(pld__table *table, const pld_attack_side *side, int digits) {
    char text[PLD__DECIMAL_SIZE];
    if (side->asked) {
        pld__decimal_fixed(side->false_negative.lower, digits, PLD__ROUND_DOWN, text);
        pld__table_add(table, text);
    }
}

static void add_guarantee_head(pld__table *table, const pld_attack_side *side, const char *name) {
    if (side->asked) {
        table->columns++;
        pld__table_add(table, name);
    }
}

static bool print_attacks(const pld__tradeoff *tradeoff, FILE *stream) {
    const pld_attack *first = &tradeoff->attacks[0];
    pld__table table = {.columns = 1};
    int digits = digits_of(tradeoff);
    pld__table_add(&table, "fpr");
    add_bracket_heads(&table, "tpr lower");
    add_guarantee_head(&table, &first->directions[PLD_REMOVE], "fnr remove");
    add_guarantee_head(&table, &first->directions[PLD_ADD], "fnr add");
    add_guarantee_head(&table, &first->symmetric, "fnr symmetric");
    for (size_t i = 0; i < tradeoff->rate_count; i++) {
        const pld_attack *attack = &tradeoff->attacks[i];
        add_number(&table, attack->false_positive_rate);
        add_bracket(&table, &attack->true_positive, digits);
        add_guarantee(&table, &attack->directions[PLD_REMOVE], digits);
        add_guarantee(&table, &attack->directions[PLD_ADD], digits);
        add_guarantee(&table, &attack->symmetric, digits);
    }
    bool good = pld__table_print(&table, stream);
    pld__table_free(&table);
    return good;
}

static bool print_posteriors(const pld__tradeoff *tradeoff, FILE *stream) {
    bool precisions = tradeoff->line->given[PLD__OPTION_FPR] != NULL;
    int digits = digits_of(tradeoff);
    pld__table accuracy = {.columns = 1}, precision = {.columns = 2};
    pld__table_add(&accuracy, "prior");
    add_bracket_heads(&accuracy, "accuracy lower");
    pld__table_add(&precision, "prior");
    pld__table_add(&precision, "fpr");
    add_bracket_heads(&precision, "precision lower");
    for (size_t i = 0; i < tradeoff->prior_count; i++) {
        add_number(&accuracy, tradeoff->priors[i]);
        add_bracket(&accuracy, &tradeoff->posteriors[i].accuracy, digits);
        for (size_t j = 0; j < tradeoff->rate_count; j++) {
            pld_bracket bracket = pld__tradeoff_precision(tradeoff, i, j);
            add_number(&precision, tradeoff->priors[i]);
            add_number(&precision, tradeoff->rates[j]);
            add_bracket(&precision, &bracket, digits);
        }
    }
    putc('\n', stream);
    bool good = pld__table_print(&accuracy, stream);
    if (precisions) {
        putc('\n', stream);
        good &= pld__table_print(&precision, stream);
    }
    pld__table_free(&accuracy);
    pld__table_free(&precision);
    return good;
}

static bool print_advantage(const pld__tradeoff *tradeoff, FILE *stream) {
    pld__table table = {.columns = 0};
    pld_bracket advantage = pld__bracket_as_delta(&tradeoff->advantage.bracket);
    add_bracket_heads(&table, "advantage lower");
    add_bracket(&table, &advantage, digits_of(tradeoff));
    bool good = pld__table_print(&table, stream);
    pld__table_free(&table);
    return good;
}

pld_status pld__tradeoff_print(const pld__tradeoff *tradeoff, FILE *stream) {
    fprintf(stream, "the best attack in the worst case, %s\n", pld__adjacency_name(tradeoff->line->query.adjacency));
    pld__specs_print(tradeoff->composition.given, tradeoff->composition.step_count, stream);
    putc('\n', stream);
    bool good = print_advantage(tradeoff, stream);
    putc('\n', stream);
    good = good && print_attacks(tradeoff, stream);
    if (good && tradeoff->prior_count > 0) {
        good = print_posteriors(tradeoff, stream);
    }
    each_note(tradeoff, pld__report_print_note, stream);
    return good ? PLD_OK : PLD_ERROR_MEMORY;
}

/* --- JSON ------------------------------------------------------------------------------------------------------------- */

static json_t *side_object(pld__json_builder *build, const pld_attack_side *side) {
    json_t *object = json_object();
    pld__json_set(build, object, "fnr", pld__json_bracket(build, &side->false_negative));
    pld__json_set(build, object, "tpr", pld__json_bracket(build, &side->true_positive));
    return object;
}

static json_t *attack_object(pld__json_builder *build, const pld_attack *attack) {
    json_t *object = json_object(), *directions = json_object();
    pld__json_set(build, object, "fpr", pld__json_number(attack->false_positive_rate));
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        if (attack->directions[d].asked) {
            pld__json_set(build, directions, pld_direction_name((pld_direction)d), side_object(build, &attack->directions[d]));
        }
    }
    pld__json_set(build, object, "directions", directions);
    if (attack->symmetric.asked) {
        pld__json_set(build, object, "symmetric", side_object(build, &attack->symmetric));
    }
    pld__json_set(build, object, "tpr", pld__json_bracket(build, &attack->true_positive));
    pld__json_set(build, object, "tolerance", pld__json_number(attack->tolerance));
    pld__json_set(build, object, "tolerance_met", json_boolean(attack->tolerance_met));
    return object;
}

static json_t *posterior_object(pld__json_builder *build, const pld__tradeoff *tradeoff, size_t prior) {
    json_t *object = json_object(), *precisions = json_array();
    pld__json_set(build, object, "prior", pld__json_number(tradeoff->priors[prior]));
    pld__json_set(build, object, "accuracy", pld__json_bracket(build, &tradeoff->posteriors[prior].accuracy));
    for (size_t i = 0; i < tradeoff->rate_count; i++) {
        json_t *one = json_object();
        pld_bracket precision = pld__tradeoff_precision(tradeoff, prior, i);
        pld__json_set(build, one, "fpr", pld__json_number(tradeoff->rates[i]));
        pld__json_set(build, one, "precision", pld__json_bracket(build, &precision));
        pld__json_append(build, precisions, one);
    }
    pld__json_set(build, object, "precision", precisions);
    return object;
}

pld_status pld__tradeoff_json(const pld__tradeoff *tradeoff, FILE *stream) {
    pld__json_builder build = {.complete = true};
    json_t *object = json_object(), *points = json_array(), *posteriors = json_array();
    const pld_options *query = &tradeoff->line->query;
    double relative = query->relative_tolerance > 0 ? query->relative_tolerance : 1e-3;
    for (size_t i = 0; i < tradeoff->rate_count; i++) {
        pld__json_append(&build, points, attack_object(&build, &tradeoff->attacks[i]));
    }
    for (size_t i = 0; i < tradeoff->prior_count; i++) {
        pld__json_append(&build, posteriors, posterior_object(&build, tradeoff, i));
    }
    pld__json_notes notes = {.build = &build, .array = json_array()};
    each_note(tradeoff, pld__json_note, &notes);
    pld__json_set(&build, object, "schema", json_string("pld.tradeoff/1"));
    pld__json_set(&build, object, "version", json_string(pld_version()));
    pld__json_set(&build, object, "mechanisms", pld__json_mechanisms(&build, &tradeoff->composition));
    pld__json_set(&build, object, "adjacency", json_string(pld__adjacency_name(query->adjacency)));
    pld__json_set(&build, object, "advantage", pld__json_delta_bracket(&build, &tradeoff->advantage.bracket));
    pld__json_set(&build, object, "points", points);
    pld__json_set(&build, object, "posterior", posteriors);
    pld__json_set(&build, object, "tolerance", pld__json_number(query->tolerance > 0 ? query->tolerance : relative));
    pld__json_set(&build, object, "tolerance_kind", json_string(query->tolerance > 0 ? "absolute" : "relative"));
    pld__json_set(&build, object, "tolerance_met", json_boolean(pld__tradeoff_tolerance_met(tradeoff)));
    pld__json_set(&build, object, "notes", notes.array);
    pld__json_set(&build, object, "seconds", pld__json_number(tradeoff->seconds));
    build.complete = build.complete && pld__json_print(object, stream);
    json_decref(object);
    return build.complete ? PLD_OK : PLD_ERROR_MEMORY;
}
