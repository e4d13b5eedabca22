#include "report/tradeoff.h"

#include "base/decimal.h"
#include "base/number.h"
#include "options/composition.h"
#include "report/report.h"
#include "terminal/table.h"

#include <math.h>

enum { DIGITS_LEAST = 4, DIGITS_MOST = 15 };

/* Enough to see what was asked for. */
static int digits_of(const pld__tradeoff *tradeoff) {
    const pld_options *query = tradeoff->options;
    double asked = query->tolerance > 0 ? query->tolerance : query->relative_tolerance > 0 ? query->relative_tolerance : 1e-3;
    int digits = (int)ceil(-log10(fmin(asked, 1))) + 3;
    return digits < DIGITS_LEAST ? DIGITS_LEAST : digits > DIGITS_MOST ? DIGITS_MOST : digits;
}

static void add_number(pld__table *table, double value) {
    char text[PLD__NUMBER_SIZE];
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

/* Where ends come from two pairs it is said that it is the end of one of them. */
static void add_guarantee_head(pld__table *table, const pld_attack *attack, const pld_attack_side *side, const char *view) {
    char name[48];
    if (side->asked) {
        table->columns++;
        snprintf(name, sizeof name, "fnr %s%s", view, attack->theory_gap ? " lower" : "");
        pld__table_add(table, name);
    }
}

static void add_direction_head(pld__table *table, const pld_attack *attack, pld_direction direction, pld_adjacency adjacency) {
    add_guarantee_head(table, attack, &attack->directions[direction], pld_adjacency_direction_name(adjacency, direction));
}

static bool print_attacks(const pld__tradeoff *tradeoff, pld_adjacency adjacency, FILE *stream) {
    const pld_attack *first = &tradeoff->attacks[0];
    pld__table table = {.columns = 1};
    int digits = digits_of(tradeoff);
    pld__table_add(&table, "fpr");
    add_bracket_heads(&table, "tpr lower");
    add_direction_head(&table, first, PLD_REMOVE, adjacency);
    add_direction_head(&table, first, PLD_ADD, adjacency);
    add_guarantee_head(&table, first, &first->symmetric, "symmetric");
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

static bool print_posteriors(const pld__tradeoff *tradeoff, bool precisions, FILE *stream) {
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
    pld_bracket advantage = pld_bracket_delta(&tradeoff->advantage.bracket);
    add_bracket_heads(&table, "advantage lower");
    add_bracket(&table, &advantage, digits_of(tradeoff));
    bool good = pld__table_print(&table, stream);
    pld__table_free(&table);
    return good;
}

pld_status pld__tradeoff_print(const pld__command_line *line, const pld__tradeoff *tradeoff, FILE *stream) {
    fprintf(stream, "the best attack in the worst case, %s\n", pld_adjacency_name(line->query.adjacency));
    pld__composition_print(tradeoff->composition, stream);
    putc('\n', stream);
    bool good = print_advantage(tradeoff, stream);
    putc('\n', stream);
    good = good && print_attacks(tradeoff, line->query.adjacency, stream);
    if (good && tradeoff->prior_count > 0) {
        good = print_posteriors(tradeoff, line->given[PLD__OPTION_FPR] != NULL, stream);
    }
    pld__report_notes(line, tradeoff->composition, tradeoff->advantage.memory_bound, stream);
    return good ? PLD_OK : PLD_ERROR_MEMORY;
}
