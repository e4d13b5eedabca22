#include "cli/report.h"

#include "base/decimal.h"
#include "base/plain.h"
#include "cli/failure.h"
#include "cli/option_values.h"
#include "cli/verification.h"
#include "query/notes.h"
#include <math.h>
#include <string.h>

enum { COLUMNS = 4, ROWS_MOST = PLD_DIRECTIONS + 1 };

typedef struct table_row {
    const char *label;
    char cells[COLUMNS][PLD__DECIMAL_SIZE];
} table_row;

double pld__report_width(pld__question question, const pld_bracket *bracket) {
    if (bracket->lower == bracket->upper) { /* also where both are infinite */
        return 0;
    }
    /* (upper - lower)/upper in terms of logs. */
    return question == PLD__ASKS_EPSILON ? bracket->upper - bracket->lower : -expm1(bracket->lower - bracket->upper);
}

int pld__report_digits(pld__question question, const pld_bracket *bracket) {
    double width = pld__report_width(question, bracket);
    if (!(width > 0) || !isfinite(width)) {
        return 6;
    }
    int digits = (int)ceil(-log10(width)) + 1 + (question == PLD__ASKS_DELTA);
    return digits < 4 ? 4 : digits > 15 ? 15 : digits;
}

static void fill_row(const pld__report *report, const char *label, const pld_bracket *bracket, int digits, table_row *row) {
    void (*print)(double, int, pld__rounding, char *) =
        report->question == PLD__ASKS_EPSILON ? pld__decimal_fixed : pld__decimal_exponential;
    row->label = label;
    print(bracket->lower, digits, PLD__ROUND_DOWN, row->cells[0]);
    print(bracket->estimate, digits, PLD__ROUND_NEAREST, row->cells[1]);
    print(bracket->upper, digits, PLD__ROUND_UP, row->cells[2]);
    pld__decimal_scientific(pld__report_width(report->question, bracket), 2, PLD__ROUND_UP, row->cells[3]);
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

static void print_question(const pld__report *report, FILE *stream) {
    const pld__command_line *line = report->line;
    const char *adjacency = pld__adjacency_name(line->query.adjacency);
    if (report->question == PLD__ASKS_EPSILON) {
        fprintf(stream, "epsilon at delta = %s, %s\n", line->given[PLD__OPTION_DELTA], adjacency);
    } else {
        fprintf(stream, "delta at epsilon = %s, %s\n", line->given[PLD__OPTION_EPSILON], adjacency);
    }
    pld__specs_print(report->composition->given, report->composition->step_count, stream);
    putc('\n', stream);
}

void pld__report_print_note(const char *note, void *stream) {
    fprintf(stream, "note: %s\n", note);
}

void pld__report_table(const pld__report *report, FILE *stream) {
    static const char *const epsilon_heads[COLUMNS] = {"lower", "estimate", "upper", "width"};
    static const char *const delta_heads[COLUMNS] = {"lower", "estimate", "upper", "relative width"};
    const pld_result *result = report->result;
    table_row rows[ROWS_MOST];
    size_t row_count = 0;
    int digits = pld__report_digits(report->question, &result->bracket);
    for (size_t i = 0; i < PLD_DIRECTIONS; i++) {
        if (result->directions[i].asked) {
            fill_row(report, pld_direction_name((pld_direction)i), &result->directions[i].bracket, digits, &rows[row_count++]);
        }
    }
    if (row_count > 1) {
        fill_row(report, "both", &result->bracket, digits, &rows[row_count++]);
    }
    print_question(report, stream);
    print_rows(rows, row_count, report->question == PLD__ASKS_EPSILON ? epsilon_heads : delta_heads, stream);
    pld__report_notes(report, pld__report_print_note, stream);
}

void pld__report_notes(const pld__report *report, void (*each)(const char *note, void *context), void *context) {
    pld__notes_each(report->composition->steps, report->composition->step_count, each, context);
    bool limited = report->line != NULL && report->line->query.memory_limit > 0;
    bool counted = report->line != NULL && report->line->given[PLD__OPTION_BUCKETS] != NULL;
    if (report->result->memory_bound && (limited || counted)) {
        each(!limited  ? "--buckets kept the grid from being finer"
             : counted ? "--buckets or the memory limit kept the grid from being finer"
                       : "the memory limit kept the grid from being finer",
             context);
    }
}

static void print_ledger(const char *label, const char *side, const pld_ledger *ledger, FILE *stream) {
    const double terms[] = {ledger->cells, ledger->grid, ledger->tail, ledger->wraparound, ledger->roundoff};
    fprintf(stream, "  %-8s%-8s", label, side);
    for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++) {
        char text[PLD__DECIMAL_SIZE];
        pld__decimal_scientific(terms[i], 3, PLD__ROUND_UP, text);
        fprintf(stream, "%12s", text);
    }
    putc('\n', stream);
}

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
        fprintf(stream, "\nmethod: moments of single steps by quadrature, composed by at most %zu frequencies, without buckets\n",
                result->frequencies);
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

void pld__report_explain(const pld__report *report, FILE *stream) {
    const pld_result *result = report->result;
    bool epsilon = report->question == PLD__ASKS_EPSILON;
    print_method(result, stream);
    pld__plain_print(stream, "memory: %.1f MiB predicted; time: %.3f s\n", (double)result->memory / 0x1p20, result->seconds);
    char width[PLD__DECIMAL_SIZE];
    pld__decimal_scientific(pld__report_width(report->question, &result->bracket), 3, PLD__ROUND_UP, width);
    pld__plain_print(stream, "%s: %s reached, %.3g asked for\n", epsilon ? "width" : "relative width", width, result->tolerance);
    fprintf(stream, "what widens each side of the bracket, in units of %s:\n", epsilon ? "epsilon" : "log delta");
    fprintf(stream, "  %-16s%12s%12s%12s%12s%12s\n", "", "cells", "grid", "tail", "wraparound", "roundoff");
    for (size_t i = 0; i < PLD_DIRECTIONS; i++) {
        const pld_direction_result *direction = &result->directions[i];
        if (direction->asked) {
            const char *name = pld_direction_name((pld_direction)i);
            print_ledger(name, "lower", &direction->lower, stream);
            print_ledger(name, "upper", &direction->upper, stream);
            if (direction->tilt > 0) {
                pld__plain_print(stream, "  %-8stilted by %.6g\n", name, direction->tilt);
            }
        }
    }
    if (result->method == PLD_METHOD_QUADRATURE) {
        fputs("cells: moments of a single step; grid: ends rounded outward; tail: frequencies and masses left out;\n"
              "wraparound: what other periods of the composed law add; roundoff: of the sum over frequencies.\n",
              stream);
        return;
    }
    fputs("cells: masses of a single step; grid: putting them on the grid; tail: losses of a single step beyond the grid;\n"
          "wraparound: what other periods of the composed law add; roundoff: of frequencies, transforms and powers.\n",
          stream);
}

void pld__report_tolerance_is_not_met(const pld__report *report) {
    char width[PLD__DECIMAL_SIZE];
    pld__decimal_scientific(pld__report_width(report->question, &report->result->bracket), 3, PLD__ROUND_UP, width);
    pld__plain_print(stderr, "pld %s: the bracket is valid, but its %s %s is more than the %.3g asked for\n",
                     report->line->command->name, report->question == PLD__ASKS_EPSILON ? "width" : "relative width", width,
                     report->result->tolerance);
}

pld__exit pld__report_print(const pld__report *report, const pld__verification *verification) {
    bool json = report->line->given[PLD__OPTION_JSON] != NULL;
    bool explain = report->line->given[PLD__OPTION_EXPLAIN] != NULL;
    if (json) {
        pld_status status = pld__report_json(report, verification, stdout);
        if (status != PLD_OK) {
            return pld__failure_report(report->line->command, status, &(pld_error){.message = ""}, false);
        }
    } else {
        pld__report_table(report, stdout);
        if (verification != NULL) {
            putc('\n', stdout);
            pld__verification_print(verification, report->composition, stdout);
        }
    }
    if (explain) {
        pld__report_explain(report, json ? stderr : stdout);
    }
    if (!report->result->tolerance_met) {
        pld__report_tolerance_is_not_met(report);
        return verification != NULL && verification->verdict == PLD__PROOF_REFUTED ? PLD__EXIT_CONTRADICTION
                                                                                   : PLD__EXIT_TOLERANCE;
    }
    return verification == NULL                          ? PLD__EXIT_DONE
           : verification->verdict == PLD__PROOF_REFUTED ? PLD__EXIT_CONTRADICTION /* our own program is at odds with itself */
           : verification->verdict == PLD__PROOF_PROVEN  ? PLD__EXIT_DONE
                                                         : PLD__EXIT_TOLERANCE;
}
