/* The caption of a table: what its numbers are, what they assume and where they come from. */
#include "base/base.h"
#include "export/export.h"
#include "statement/markup.h"

#include <string.h>

static const char *attribute_text(const pld_series *series, const char *name) {
    const pld_attribute *attribute = pld_series_attribute(series, name);
    return attribute != NULL && attribute->text != NULL ? attribute->text : "";
}

/* --- lines of attributes, each of them once ------------------------------------------------------------------------- */

static bool has_line(const char *text, const char *line, size_t length) {
    while (text[0] != '\0') {
        size_t other = strcspn(text, "\n");
        if (other == length && strncmp(text, line, length) == 0) {
            return true;
        }
        text += other + (text[other] == '\n');
    }
    return false;
}

static bool said_before(const pld__export *what, const pld_series *series, size_t before, const char *name, const char *line,
                        size_t length) {
    for (size_t i = 0; i < before; i++) {
        if (pld__export_keeps(what, &series[i]) && has_line(attribute_text(&series[i], name), line, length)) {
            return true;
        }
    }
    return false;
}

typedef void say_line(pld__markup *markup, const char *line, size_t place);

/* Says every line that this attribute has in a kept series. */
static void say_lines(const pld__export *what, const char *name, say_line *say, pld__markup *markup) {
    size_t count = 0, place = 0;
    const pld_series *series = pld_store_series(what->store, &count);
    for (size_t i = 0; i < count; i++) {
        const char *text = pld__export_keeps(what, &series[i]) ? attribute_text(&series[i], name) : "";
        while (text[0] != '\0') {
            size_t length = strcspn(text, "\n");
            if (length > 0 && !said_before(what, series, i, name, text, length)) {
                char *line = pld__allocate(length + 1, 1);
                markup->failed = markup->failed || line == NULL;
                if (line != NULL) {
                    memcpy(line, text, length);
                    line[length] = '\0';
                    say(markup, line, place++);
                }
                pld__free(line);
            }
            text += length + (text[length] == '\n');
        }
    }
}

static void say_mechanism(pld__markup *markup, const char *line, size_t place) {
    pld__markup_say(markup, "%s", place == 0 ? ": " : ", ");
    pld__markup_code(markup, line);
}

static void say_word(pld__markup *markup, const char *line, size_t place) {
    pld__markup_say(markup, "%s", place == 0 ? "" : ", ");
    pld__markup_text(markup, line);
}

static void say_note(pld__markup *markup, const char *line, size_t place) {
    (void)place;
    pld__markup_say(markup, " ");
    pld__markup_text(markup, line);
}

static void say_command(pld__markup *markup, const char *line, size_t place) {
    pld__markup_say(markup, "%s", place == 0 ? " Made by " : ", ");
    pld__markup_code(markup, line);
}

/* --- sentences ------------------------------------------------------------------------------------------------------ */

static const char *subject(const char *quantity) {
    static const char *const subjects[][2] = {
        {"epsilon", "Certified bounds of $epsilon$"},
        {"delta", "Certified bounds of $delta$"},
        {"tradeoff", "Certified bounds of the errors of the best attack"},
        {"density", "Densities of the two distributions, as computed, not certified,"},
    };
    for (size_t i = 0; i < sizeof subjects / sizeof subjects[0]; i++) {
        if (strcmp(quantity, subjects[i][0]) == 0) {
            return subjects[i][1];
        }
    }
    return "Numbers";
}

/* A key of the mechanisms that was varied, not a coordinate of the question. */
static bool is_key(const char *axis) {
    static const char *const coordinates[] = {"compositions", "delta", "epsilon", "x", "fpr"};
    for (size_t i = 0; i < sizeof coordinates / sizeof coordinates[0]; i++) {
        if (strcmp(axis, coordinates[i]) == 0) {
            return false;
        }
    }
    return true;
}

static void say_constants(const pld__export *what, pld__markup *markup) {
    bool first = true;
    for (size_t i = 0; i < what->axes.count; i++) {
        char value[PLD__EXPORT_CELL], symbol[PLD__EXPORT_CELL];
        if (!is_key(what->axes.names[i]) && pld__export_constant(what, what->axes.names[i], value)) {
            pld__export_symbol(what->axes.names[i], symbol, sizeof symbol);
            pld__markup_say(markup, "%s%s = $%s$", first ? " at " : ", ", symbol, value);
            first = false;
        }
    }
}

/* The mechanisms as they were given name one value of each varied key: what counts is said behind them. */
static void say_keys(const pld__export *what, pld__markup *markup) {
    bool compositions = false;
    for (size_t i = 0; i < what->axes.count; i++) {
        char value[PLD__EXPORT_CELL], symbol[PLD__EXPORT_CELL];
        compositions = compositions || strcmp(what->axes.names[i], "compositions") == 0;
        if (is_key(what->axes.names[i])) {
            pld__export_symbol(what->axes.names[i], symbol, sizeof symbol);
            if (pld__export_constant(what, what->axes.names[i], value)) {
                pld__markup_say(markup, ", but with %s = $%s$", symbol, value);
            } else {
                pld__markup_say(markup, ", but with %s as in the table", symbol);
            }
        }
    }
    pld__markup_say(markup, compositions ? ", composed $T$ times." : ".");
}

/* Which kept brackets are wider than was asked for. */
static void say_wide(const pld__export *what, pld__markup *markup) {
    size_t count = 0, wide = 0, all = 0;
    const pld_series *series = pld_store_series(what->store, &count);
    for (size_t i = 0; i < count; i++) {
        const pld_column *met = pld_series_column(&series[i], "tolerance_met");
        for (size_t point = 0; point < pld_series_size(&series[i]); point++) {
            bool kept = pld__selection_keeps(&what->selection, &series[i], point);
            all += kept;
            wide += kept && met != NULL && met->values[point] == 0;
        }
    }
    if (wide > 0) {
        pld__markup_say(markup, " Of %zu brackets %zu are wider than was asked for.", all, wide);
    }
}

static void say_rounding(const pld__export *what, const char *quantity, pld__markup *markup) {
    if (strcmp(quantity, "density") == 0) {
        pld__markup_say(markup, " Rounded to %d digits.", what->digits);
        return;
    }
    bool methods = false;
    for (size_t i = 0; i < what->columns.count; i++) {
        methods = methods || strncmp(what->columns.names[i], "method_", 7) == 0;
    }
    pld__markup_say(markup, " Lower ends are rounded down, upper ends%s up, to %d digits.",
                    methods ? " and other accountants" : "", what->digits);
}

char *pld__export_caption(const pld__export *what, pld_statement_format format) {
    pld__markup markup = {.format = format};
    size_t count = 0;
    const pld_series *series = pld_store_series(what->store, &count);
    const char *quantity = count > 0 ? attribute_text(&series[0], "quantity") : "";
    bool neighbours = false;
    for (size_t i = 0; i < count; i++) {
        neighbours = neighbours || attribute_text(&series[i], "adjacency")[0] != '\0';
    }
    pld__markup_say(&markup, "%s", subject(quantity));
    say_constants(what, &markup);
    say_lines(what, "mechanisms_given", say_mechanism, &markup);
    say_keys(what, &markup);
    if (neighbours) {
        pld__markup_say(&markup, " Adjacency: ");
        say_lines(what, "adjacency", say_word, &markup);
        pld__markup_say(&markup, ".");
    }
    say_rounding(what, quantity, &markup);
    say_wide(what, &markup);
    say_lines(what, "notes", say_note, &markup);
    say_lines(what, "command_line", say_command, &markup);
    pld__markup_say(&markup, ".");
    if (markup.failed) {
        pld__free(markup.text);
        return NULL;
    }
    return markup.text;
}
