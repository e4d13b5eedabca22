#include "report/comparison.h"

#include "base/decimal.h"
#include "base/plain.h"
#include "options/composition.h"
#include "options/failure.h"
#include "query/standings.h"
#include "report/report.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { DIGITS = 6 };

/* Six digits; a bound is rounded up, as everything that is reported as one should be. */
static void print_number(double value, bool bound, char *text) {
    int decimals = value > 0 && isfinite(value) ? DIGITS - 1 - (int)floor(log10(value)) : DIGITS - 1;
    decimals = decimals < 0 ? 0 : decimals > 30 ? 30 : decimals;
    pld__decimal_fixed(value, decimals, bound ? PLD__ROUND_UP : PLD__ROUND_NEAREST, text);
}

static void print_or_dash(double value, const char *format, FILE *stream) {
    char text[PLD__DECIMAL_SIZE] = "-";
    if (!isnan(value)) {
        pld__plain_format(text, sizeof text, format, value);
    }
    fprintf(stream, "  %9s", text);
}

static void print_finding(const pld_finding *finding, int name_width, FILE *stream) {
    char epsilon[PLD__DECIMAL_SIZE] = "-";
    if (finding->answer.applicable) {
        print_number(finding->answer.epsilon, strcmp(finding->kind, "bound") == 0, epsilon);
    }
    pld__print_plain(stream, finding->name);
    fprintf(stream, "%*s  %-13s  %10s", name_width - (int)strlen(finding->name), "", finding->kind, epsilon);
    print_or_dash(finding->ratio, "%.4f", stream);
    print_or_dash(finding->answer.order, "%.4g", stream);
    fprintf(stream, "  %s%s%s\n", pld_verdict_name(finding->verdict), finding->answer.reason[0] ? ": " : "",
            finding->answer.reason);
}

static void print_point(const pld__command_line *line, const pld_comparison *comparison, size_t index, FILE *stream) {
    const pld_comparison_point *point = &comparison->points[index];
    const pld__findings *findings = &comparison->findings[index];
    size_t step_count = 0;
    const pld_step *steps = pld_composition_steps(point->composition, &step_count);
    int name_width = (int)strlen("method");
    char lower[PLD__DECIMAL_SIZE], upper[PLD__DECIMAL_SIZE];
    const pld_bracket *tight = &point->tight.bracket;
    const pld_bracket as_asked = {0, NAN, point->tight.tolerance};
    int digits = pld__report_digits(PLD_UNIT_EPSILON, point->tight.theory_gap ? &as_asked : tight);
    fprintf(stream, "epsilon at delta = %s, %s\n", point->delta_text, pld_adjacency_name(line->query.adjacency));
    pld__composition_print(point->composition, stream);
    if (comparison->many) {
        fprintf(stream, "  %" PRIu64 " time%s\n", point->compositions, point->compositions == 1 ? "" : "s");
    }
    pld__report_end(PLD_UNIT_EPSILON, tight, 0, digits, lower);
    pld__report_end(PLD_UNIT_EPSILON, tight, 2, digits, upper);
    pld__standings standings = pld__standings_of(steps, step_count);
    bool pair = standings.restricted || standings.unproven || standings.given || standings.dominates;
    const char *of = point->tight.theory_gap ? "certified, ends of two pairs" : pair ? "tight for the pair" : "tight";
    fprintf(stream, "\n%s%s: %s <= epsilon <= %s\n\n", of, point->tight.theory_gap || pair ? " (see the note)" : "", lower,
            upper);
    for (size_t i = 0; i < findings->count; i++) {
        int length = (int)strlen(findings->items[i].name);
        name_width = length > name_width ? length : name_width;
    }
    fprintf(stream, "%-*s  %-13s  %10s  %9s  %9s  %s\n", name_width, "method", "kind", "epsilon", "ratio", "order", "verdict");
    for (size_t i = 0; i < findings->count; i++) {
        print_finding(&findings->items[i], name_width, stream);
    }
}

void pld__comparison_print(const pld__command_line *line, const pld_comparison *comparison, FILE *stream) {
    for (size_t i = 0; i < comparison->point_count; i++) {
        const pld_comparison_point *point = &comparison->points[i];
        if (i > 0) {
            putc('\n', stream);
        }
        print_point(line, comparison, i, stream);
        /* Once for all points of one composition. */
        if (i + 1 == comparison->point_count || comparison->points[i + 1].composition != point->composition) {
            pld__report_notes(line, point->composition, point->tight.memory_bound, stream);
        }
    }
}
