/* A comparison in words and as JSON (schema pld.compare/1). */
#include "base/plain.h"
#include "cli/comparison.h"

#include "base/base.h"
#include "base/decimal.h"
#include "cli/failure.h"
#include "cli/option_values.h"
#include "cli/report.h"
#include "query/standings.h"
#include <float.h>
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

static void print_finding(const pld__finding *finding, int name_width, FILE *stream) {
    char epsilon[PLD__DECIMAL_SIZE] = "-";
    if (finding->answer.applicable) {
        print_number(finding->answer.epsilon, strcmp(finding->kind, "bound") == 0, epsilon);
    }
    pld__print_plain(stream, finding->name);
    fprintf(stream, "%*s  %-13s  %10s", name_width - (int)strlen(finding->name), "", finding->kind, epsilon);
    print_or_dash(finding->ratio, "%.4f", stream);
    print_or_dash(finding->answer.order, "%.4g", stream);
    fprintf(stream, "  %s%s%s\n", pld__verdict_name(finding->verdict), finding->answer.reason[0] ? ": " : "",
            finding->answer.reason);
}

static void print_point(const pld__comparison *comparison, const pld__comparison_point *point, FILE *stream) {
    int name_width = (int)strlen("method");
    char lower[PLD__DECIMAL_SIZE], upper[PLD__DECIMAL_SIZE];
    const pld_bracket *tight = &point->tight.bracket;
    int digits = pld__report_digits(PLD__ASKS_EPSILON, tight);
    fprintf(stream, "epsilon at delta = %s, %s\n", point->delta_text, pld__adjacency_name(comparison->line->query.adjacency));
    pld__specs_print(point->composition->given, point->composition->step_count, stream);
    if (comparison->many) {
        fprintf(stream, "  %" PRIu64 " time%s\n", point->compositions, point->compositions == 1 ? "" : "s");
    }
    pld__decimal_fixed(tight->lower, digits, PLD__ROUND_DOWN, lower);
    pld__decimal_fixed(tight->upper, digits, PLD__ROUND_UP, upper);
    pld__standings standings = pld__standings_of(point->composition->steps, point->composition->step_count);
    bool pair = standings.restricted || standings.unproven || standings.given || standings.dominates;
    fprintf(stream, "\ntight%s: %s <= epsilon <= %s\n\n", pair ? " for the pair (see the note)" : "", lower, upper);
    for (size_t i = 0; i < point->finding_count; i++) {
        int length = (int)strlen(point->findings[i].name);
        name_width = length > name_width ? length : name_width;
    }
    fprintf(stream, "%-*s  %-13s  %10s  %9s  %9s  %s\n", name_width, "method", "kind", "epsilon", "ratio", "order", "verdict");
    for (size_t i = 0; i < point->finding_count; i++) {
        print_finding(&point->findings[i], name_width, stream);
    }
}

static pld__report report_of(const pld__comparison *comparison, const pld__comparison_point *point) {
    return (pld__report){PLD__ASKS_EPSILON, comparison->line, point->composition, &point->tight};
}

void pld__comparison_print(const pld__comparison *comparison, FILE *stream) {
    for (size_t i = 0; i < comparison->point_count; i++) {
        const pld__comparison_point *point = &comparison->points[i];
        pld__report report = report_of(comparison, point);
        if (i > 0) {
            putc('\n', stream);
        }
        print_point(comparison, point, stream);
        /* Once for all points of one composition. */
        if (i + 1 == comparison->point_count || comparison->points[i + 1].composition != point->composition) {
            pld__report_notes(&report, pld__report_print_note, stream);
        }
    }
}

/* --- JSON ------------------------------------------------------------------------------------------------------------- */

static json_t *number_or_null(double value) {
    return isnan(value) ? json_null() : pld__json_number(value);
}

static json_t *methods_array(pld__json_builder *build, const pld__comparison_point *point) {
    json_t *array = json_array();
    for (size_t i = 0; i < point->finding_count; i++) {
        const pld__finding *finding = &point->findings[i];
        json_t *object = json_object();
        pld__json_set(build, object, "name", pld__json_text(finding->name));
        pld__json_set(build, object, "kind", json_string(finding->kind));
        pld__json_set(build, object, "epsilon", number_or_null(finding->answer.epsilon));
        pld__json_set(build, object, "ratio", number_or_null(finding->ratio));
        pld__json_set(build, object, "order", number_or_null(finding->answer.order));
        pld__json_set(build, object, "verdict", json_string(pld__verdict_name(finding->verdict)));
        pld__json_set(build, object, "reason", pld__json_text(finding->answer.reason));
        pld__json_append(build, array, object);
    }
    return array;
}

static void set_point(pld__json_builder *build, json_t *object, const pld__comparison_point *point) {
    json_t *directions = json_object();
    pld__json_set_delta(build, object, point->delta, point->log_delta);
    pld__json_set(build, object, "tight", pld__json_bracket(build, &point->tight.bracket));
    for (size_t i = 0; i < PLD_DIRECTIONS; i++) {
        if (point->tight.directions[i].asked) {
            pld__json_set(build, directions, pld_direction_name((pld_direction)i),
                          pld__json_bracket(build, &point->tight.directions[i].bracket));
        }
    }
    pld__json_set(build, object, "directions", directions);
    pld__json_set(build, object, "tolerance", pld__json_number(point->tight.tolerance));
    pld__json_set(build, object, "tolerance_met", json_boolean(point->tight.tolerance_met));
    pld__json_set(build, object, "methods", methods_array(build, point));
}

static json_t *points_array(pld__json_builder *build, const pld__comparison *comparison) {
    json_t *array = json_array();
    for (size_t i = 0; i < comparison->point_count; i++) {
        const pld__comparison_point *point = &comparison->points[i];
        pld__report report = report_of(comparison, point);
        json_t *object = json_object();
        pld__json_set(build, object, "mechanisms", pld__json_mechanisms(build, point->composition));
        pld__json_set(build, object, "compositions", pld__json_whole(point->compositions));
        set_point(build, object, point);
        pld__json_set(build, object, "notes", pld__report_json_notes(build, &report));
        pld__json_append(build, array, object);
    }
    return array;
}

pld_status pld__comparison_json(const pld__comparison *comparison, FILE *stream) {
    pld__json_builder build = {.complete = true};
    json_t *object = json_object();
    const char *adjacency = pld__adjacency_name(comparison->line->query.adjacency);
    pld__json_set(&build, object, "schema", json_string("pld.compare/1"));
    pld__json_set(&build, object, "version", json_string(pld_version()));
    pld__json_set(&build, object, "adjacency", json_string(adjacency));
    if (comparison->many) {
        pld__json_set(&build, object, "points", points_array(&build, comparison));
    } else {
        const pld__comparison_point *point = &comparison->points[0];
        pld__report report = report_of(comparison, point);
        pld__json_set(&build, object, "mechanisms", pld__json_mechanisms(&build, point->composition));
        set_point(&build, object, point);
        pld__json_set(&build, object, "notes", pld__report_json_notes(&build, &report));
    }
    build.complete = build.complete && pld__json_print(object, stream);
    json_decref(object);
    return build.complete ? PLD_OK : PLD_ERROR_MEMORY;
}
