#include "report/report.h"

#include "base/decimal.h"
#include "base/plain.h"
#include "composition/notes.h"
#include "query/engine.h"
#include "terminal/wrap.h"
#include <math.h>
#include <string.h>

enum { COLUMNS = 4, ROWS_MOST = PLD_DIRECTIONS + 1 };

typedef struct table_row {
    const char *label;
    char cells[COLUMNS][PLD__DECIMAL_SIZE];
} table_row;

static const char *width_name(pld_unit unit) {
    return unit == PLD_UNIT_EPSILON ? "width" : "relative width";
}

int pld__report_digits(pld_unit unit, const pld_bracket *bracket) {
    double width = pld_bracket_width(bracket, unit);
    if (!(width > 0) || !isfinite(width)) {
        return 6;
    }
    int digits = (int)ceil(-log10(width)) + 1 + (unit == PLD_UNIT_LOG_DELTA);
    return digits < 4 ? 4 : digits > 15 ? 15 : digits;
}

/* An epsilon so small that fixed decimals would show zeros. */
static bool is_small(const pld_bracket *bracket) {
    return bracket->upper > 0 && bracket->upper < 1e-4;
}

/* Significant digits enough to see two of the width. */
static int small_digits(const pld_bracket *bracket) {
    double digits = ceil(log10(bracket->upper / (bracket->upper - bracket->lower))) + 2;
    return digits < 4 ? 4 : digits > 16 ? 16 : (int)digits; /* a width of 0 is 16 */
}

void pld__report_end(pld_unit unit, const pld_bracket *bracket, int end, int digits, char *text) {
    static const pld__rounding roundings[PLD__REPORT_ENDS] = {PLD__ROUND_DOWN, PLD__ROUND_NEAREST, PLD__ROUND_UP};
    const double ends[PLD__REPORT_ENDS] = {bracket->lower, bracket->estimate, bracket->upper};
    if (unit == PLD_UNIT_EPSILON && is_small(bracket)) {
        pld__decimal_scientific(ends[end], small_digits(bracket), roundings[end], text);
        return;
    }
    void (*print)(double, int, pld__rounding, char *) = unit == PLD_UNIT_EPSILON ? pld__decimal_fixed : pld__decimal_exponential;
    print(ends[end], digits, roundings[end], text);
}

static void fill_row(pld_unit unit, const char *label, const pld_bracket *bracket, int digits, table_row *row) {
    row->label = label;
    for (int end = 0; end < PLD__REPORT_ENDS; end++) {
        pld__report_end(unit, bracket, end, digits, row->cells[end]);
    }
    pld__decimal_scientific(pld_bracket_width(bracket, unit), 2, PLD__ROUND_UP, row->cells[PLD__REPORT_ENDS]);
}

static void print_rows(const table_row *rows, size_t row_count, const char *const heads[COLUMNS], FILE *stream) {
    int widths[COLUMNS];
    for (size_t column = 0; column < COLUMNS; column++) {
        size_t width = strlen(heads[column]);
        for (size_t i = 0; i < row_count; i++) {
            size_t length = strlen(rows[i].cells[column]);
            width = length > width ? length : width;
        }
        widths[column] = (int)width;
    }
    fprintf(stream, "%-8s", "");
    for (size_t column = 0; column < COLUMNS; column++) {
        fprintf(stream, "  %*s", widths[column], heads[column]);
    }
    putc('\n', stream);
    for (size_t i = 0; i < row_count; i++) {
        fprintf(stream, "%-8s", rows[i].label);
        for (size_t column = 0; column < COLUMNS; column++) {
            fprintf(stream, "  %*s", widths[column], rows[i].cells[column]);
        }
        putc('\n', stream);
    }
}

void pld__report_brackets(const pld_result *result, pld_adjacency adjacency, FILE *stream) {
    const char *const heads[COLUMNS] = {"lower", "estimate", "upper", width_name(result->unit)};
    table_row rows[ROWS_MOST];
    size_t row_count = 0;
    /* Ends of two pairs are as good as each is, however far apart. */
    const pld_bracket as_asked = {result->unit == PLD_UNIT_EPSILON ? 0 : log1p(-fmin(result->tolerance, 0.5)), NAN,
                                  result->unit == PLD_UNIT_EPSILON ? result->tolerance : 0};
    int digits = pld__report_digits(result->unit, result->theory_gap ? &as_asked : &result->bracket);
    for (size_t i = 0; i < PLD_DIRECTIONS; i++) {
        if (result->directions[i].asked) {
            fill_row(result->unit, pld_adjacency_direction_name(adjacency, (pld_direction)i), &result->directions[i].bracket,
                     digits, &rows[row_count++]);
        }
    }
    if (row_count > 1) {
        fill_row(result->unit, "both", &result->bracket, digits, &rows[row_count++]);
    }
    print_rows(rows, row_count, heads, stream);
}

void pld__report_print_note(const char *note, void *stream) {
    pld__wrap_print("note: ", note, pld__terminal_width(), stream);
}

void pld__report_notes(const pld__command_line *line, const pld_composition *composition, bool memory_bound, FILE *stream) {
    pld__notes_of_answer(composition, &line->query, memory_bound, pld__report_print_note, stream);
}

/* --- the ledger ----------------------------------------------------------------------------------------------------- */

static void print_terms(pld_engine engine, FILE *stream) {
    fprintf(stream, "  %-28s", "");
    for (size_t term = 0; term < PLD_LEDGER_TERMS; term++) {
        if (pld_ledger_term(engine, term) != NULL) {
            fprintf(stream, "%12s", pld_ledger_term(engine, term));
        }
    }
    putc('\n', stream);
}

/* One end; the names of its terms stand above unless they do already. */
static void print_ledger(const char *label, const char *side, pld_engine engine, const pld_ledger *ledger,
                         const char **first_term, FILE *stream) {
    const char *first = pld_ledger_term(engine, 0);
    if (first != NULL && first != *first_term) {
        print_terms(engine, stream);
        *first_term = first;
    }
    fprintf(stream, "  %-8s%-8s%-12s", label, side, pld__engine_word(engine));
    for (size_t term = 0; term < PLD_LEDGER_TERMS; term++) {
        char text[PLD__DECIMAL_SIZE];
        if (pld_ledger_term(engine, term) != NULL) {
            pld__decimal_scientific(pld__ledger_value(ledger, term), 3, PLD__ROUND_UP, text);
            fprintf(stream, "%12s", text);
        }
    }
    putc('\n', stream);
}

static bool uses(const pld_result *result, pld_engine from, pld_engine to) {
    bool used = false;
    for (size_t i = 0; i < PLD_DIRECTIONS; i++) {
        const pld_end_engines *ends = &result->engines[i];
        used = used || (result->directions[i].asked &&
                        ((ends->lower >= from && ends->lower <= to) || (ends->upper >= from && ends->upper <= to)));
    }
    return used;
}

static void print_meanings(const pld_result *result, FILE *stream) {
    if (uses(result, PLD_ENGINE_CLOSED, PLD_ENGINE_CLOSED)) {
        fputs("evaluation: of the closed form; rounding: ends rounded outward; dropped: outcomes left out; roundoff: of sums.\n",
              stream);
    }
    if (uses(result, PLD_ENGINE_QUADRATURE, PLD_ENGINE_LATTICE)) {
        fputs("moments: of a single step; rounding: ends rounded outward; dropped: frequencies and masses left out;\n"
              "aliases: what other periods of the composed law add; roundoff: of the sum over frequencies.\n",
              stream);
    }
    if (uses(result, PLD_ENGINE_JUMPS, PLD_ENGINE_TRANSFORMS)) {
        fputs("cells: masses of a single step; grid: putting them on the grid; tail: losses of a single step beyond the grid;\n"
              "wraparound: what other periods of the composed law add; roundoff: of frequencies, transforms and powers.\n",
              stream);
    }
}

static void print_ledgers(const pld_result *result, pld_adjacency adjacency, FILE *stream) {
    const char *first_term = NULL;
    fprintf(stream, "what widens each side of the bracket, in units of %s:\n",
            result->unit == PLD_UNIT_EPSILON ? "epsilon" : "log delta");
    for (size_t i = 0; i < PLD_DIRECTIONS; i++) {
        const pld_direction_result *direction = &result->directions[i];
        if (direction->asked) {
            const char *name = pld_adjacency_direction_name(adjacency, (pld_direction)i);
            print_ledger(name, "lower", result->engines[i].lower, &direction->lower, &first_term, stream);
            print_ledger(name, "upper", result->engines[i].upper, &direction->upper, &first_term, stream);
            if (direction->tilt > 0) {
                pld__plain_print(stream, "  %-8stilted by %.6g\n", name, direction->tilt);
            }
        }
    }
    print_meanings(result, stream);
}

/* --- how it was found ----------------------------------------------------------------------------------------------- */

/* In words: what was done to get the answer. */
static void print_method(const pld_result *result, FILE *stream) {
    switch (result->method) {
    case PLD_METHOD_NONE:
        fputs("\nmethod: nothing had to be computed\n", stream);
        return;
    case PLD_METHOD_CLOSED_FORM:
        fputs("\nmethod: the closed form of a single step (Gaussian steps are one together)\n", stream);
        return;
    case PLD_METHOD_OUTCOMES:
        fprintf(stream, "\nmethod: all outcomes of the composition one by one, %zu of them\n", result->buckets);
        return;
    case PLD_METHOD_FREQUENCIES:
        fprintf(stream, "\nmethod: losses of single steps in at most %zu buckets, composed by at most %zu frequencies\n",
                result->buckets, result->frequencies);
        break;
    case PLD_METHOD_QUADRATURE:
        fprintf(stream, "\nmethod: moments of single steps by %s, composed by at most %zu frequencies, without buckets\n",
                uses(result, PLD_ENGINE_LATTICE, PLD_ENGINE_LATTICE) ? "their outcomes" : "quadrature", result->frequencies);
        return;
    case PLD_METHOD_TRANSFORMS:
        pld__plain_print(
            stream, "\nmethod: losses of single steps in buckets of width %.4g, composed by Fourier transforms of %zu points\n",
            result->bucket_width, result->buckets);
        break;
    }
    if (result->jumps > 0) {
        fprintf(stream, "few steps decide: compositions with up to %u far losses were tilted each for itself\n", result->jumps);
    }
    pld__plain_print(stream, "plan: a grid for a width of %.3g in epsilon, reached in %u round%s\n", result->planned_width,
                     result->rounds, result->rounds == 1 ? "" : "s");
}

void pld__report_explain(const pld_result *result, pld_adjacency adjacency, FILE *stream) {
    char width[PLD__DECIMAL_SIZE];
    print_method(result, stream);
    pld__plain_print(stream, "memory: %.1f MiB predicted; time: %.3f s\n", (double)result->memory / 0x1p20, result->seconds);
    pld__decimal_scientific(pld_bracket_width(&result->bracket, result->unit), 3, PLD__ROUND_UP, width);
    pld__plain_print(stream, "%s: %s reached, %.3g asked for\n", width_name(result->unit), width, result->tolerance);
    print_ledgers(result, adjacency, stream);
}

void pld__report_tolerance_is_not_met(const pld__command_line *line, const pld_result *result) {
    char width[PLD__DECIMAL_SIZE];
    if (result->theory_gap) {
        pld__plain_print(line->messages,
                         "pld %s: the bracket is valid, but an end is farther than the %.3g asked for from the value of its own "
                         "pair\n",
                         line->command->name, result->tolerance);
        return;
    }
    pld__decimal_scientific(pld_bracket_width(&result->bracket, result->unit), 3, PLD__ROUND_UP, width);
    pld__plain_print(line->messages, "pld %s: the bracket is valid, but its %s %s is more than the %.3g asked for\n",
                     line->command->name, width_name(result->unit), width, result->tolerance);
}

pld_status pld__report_json(pld_status status, char *text, FILE *stream) {
    if (status == PLD_OK) {
        fprintf(stream, "%s\n", text);
        pld_text_free(text);
    }
    return status;
}
