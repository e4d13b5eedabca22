#include "cli/comparison.h"

#include "base/base.h"
#include "base/decimal.h"
#include "base/list.h"
#include "base/plain.h"
#include "cli/comparison_series.h"
#include "cli/directions.h"
#include "cli/options.h"
#include "query/standings.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The mechanisms of one row of a table. */
struct pld__row_mechanisms {
    char *text;
    char *copy, **words; /* the words are parts of the copy */
    pld__composition composition;
};

const char *pld__verdict_name(pld__verdict verdict) {
    static const char *const names[] = {"valid", "inside", "unsound", "understates", "not-applicable"};
    return names[verdict];
}

/* --- what is asked ---------------------------------------------------------------------------------------------------- */

/* `name` is the option to blame. */
static pld_status blame(pld_status status, const char *name, const pld_error *cause, pld_error *error) {
    return status == PLD_ERROR_ARGUMENT ? pld__error_argument(error, cause->word, cause->allowed, "%s: %s", name, cause->message)
                                        : status;
}

static pld_status add_method(pld__comparison *comparison, const pld_baseline_method *method) {
    const pld_baseline_method **grown =
        realloc(comparison->methods, (comparison->method_count + 1) * sizeof(const pld_baseline_method *));
    if (grown == NULL) {
        return PLD_ERROR_MEMORY;
    }
    grown[comparison->method_count++] = method;
    comparison->methods = grown;
    return PLD_OK;
}

static pld_status read_methods(const char *text, pld__comparison *comparison, pld_error *error) {
    pld_status status = PLD_OK;
    const pld_baseline_method *method = NULL;
    if (text == NULL) {
        for (size_t i = 0; (method = pld_baseline_at(i)) != NULL && status == PLD_OK; i++) {
            status = add_method(comparison, method);
        }
        return status;
    }
    if (strcmp(text, "none") == 0) {
        return PLD_OK;
    }
    for (const char *end = text; *end != '\0' && status == PLD_OK; text = end + 1) {
        char name[64];
        end = text + strcspn(text, ",");
        snprintf(name, sizeof name, "%.*s", (int)(end - text), text);
        pld_error cause = {.message = ""};
        method = pld_baseline_find(name, &cause);
        status = method ? add_method(comparison, method) : blame(PLD_ERROR_ARGUMENT, "--methods", &cause, error);
    }
    return status;
}

static pld_status read_claims(const pld__command_line *line, pld__claims *claims, pld_error *error) {
    pld_status status = PLD_OK;
    for (size_t i = 0; i < line->claim_count && status == PLD_OK; i++) {
        status = pld__claims_add(claims, line->claims[i], error);
    }
    if (status == PLD_OK && line->given[PLD__OPTION_CLAIMS] != NULL) {
        status = pld__claims_read(claims, line->given[PLD__OPTION_CLAIMS], line, error);
    }
    return status;
}

/* --- points ----------------------------------------------------------------------------------------------------------- */

/* The place of the point, which is new or there already. */
static pld_status find_point(pld__comparison *comparison, const pld__comparison_point *point, size_t *place) {
    for (size_t i = 0; i < comparison->point_count; i++) {
        const pld__comparison_point *there = &comparison->points[i];
        if (there->composition == point->composition && there->compositions == point->compositions &&
            there->log_delta == point->log_delta) {
            *place = i;
            return PLD_OK;
        }
    }
    pld__comparison_point *grown = realloc(comparison->points, (comparison->point_count + 1) * sizeof *grown);
    if (grown == NULL) {
        return PLD_ERROR_MEMORY;
    }
    comparison->points = grown;
    *place = comparison->point_count;
    comparison->points[comparison->point_count++] = *point;
    return PLD_OK;
}

static pld__comparison_point point_of_line(const pld__comparison *comparison, uint64_t compositions) {
    const pld__command_line *line = comparison->line;
    return (pld__comparison_point){.composition = &comparison->given,
                                   .compositions = compositions,
                                   .delta = line->delta,
                                   .log_delta = line->log_delta,
                                   .delta_text = line->given[PLD__OPTION_DELTA]};
}

/* The specs of a row, blanks between them. Rows with the same text share one. */
static pld_status find_row_mechanisms(pld__comparison *comparison, const char *text, const pld__composition **found,
                                      pld_error *error) {
    for (size_t i = 0; i < comparison->row_count; i++) {
        if (strcmp(comparison->rows[i].text, text) == 0) {
            *found = &comparison->rows[i].composition;
            return PLD_OK;
        }
    }
    struct pld__row_mechanisms *row = &comparison->rows[comparison->row_count]; /* as many as claims: see below */
    size_t length = strlen(text), count = 0;
    *row =
        (struct pld__row_mechanisms){.text = strdup(text), .copy = strdup(text), .words = calloc(length / 2 + 2, sizeof(char *))};
    comparison->row_count++;
    if (row->text == NULL || row->copy == NULL || row->words == NULL) {
        return PLD_ERROR_MEMORY;
    }
    char *state = NULL;
    for (char *word = strtok_r(row->copy, " ", &state); word != NULL; word = strtok_r(NULL, " ", &state)) {
        row->words[count++] = word;
    }
    pld_status status = pld__composition_parse(row->words, count, comparison->line->query.adjacency, &row->composition, error);
    *found = &row->composition;
    return status;
}

static pld_status point_of_row(pld__comparison *comparison, const pld__claim *claim, size_t *place, pld_error *error) {
    pld__comparison_point point = point_of_line(comparison, claim->compositions ? claim->compositions : 1);
    pld_status status = PLD_OK;
    if (claim->delta_text != NULL) {
        point.delta = claim->delta;
        point.log_delta = claim->log_delta;
        point.delta_text = claim->delta_text;
    }
    if (point.delta_text == NULL) {
        return pld__options_require(comparison->line, PLD__OPTION_DELTA, error);
    }
    if (claim->mechanism != NULL) {
        status = find_row_mechanisms(comparison, claim->mechanism, &point.composition, error);
    } else if (comparison->given.step_count == 0) {
        status = pld__composition_read(comparison->line, &comparison->given, error); /* says that one is missing */
    }
    return status == PLD_OK ? find_point(comparison, &point, place) : status;
}

static pld_status add_listed_points(pld__comparison *comparison, const char *list, pld_error *error) {
    uint64_t *compositions = NULL;
    size_t count = 0, place = 0;
    pld_error cause = {.message = ""};
    pld_status status = blame(pld__list_parse_whole(list, &compositions, &count, &cause), "--compositions", &cause, error);
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        pld__comparison_point point = point_of_line(comparison, compositions[i]);
        status = find_point(comparison, &point, &place);
    }
    pld__free(compositions);
    return status;
}

/* The points of the list, or the one of the line where no table has points of its own; then those of the table's rows. */
static pld_status make_points(pld__comparison *comparison, pld_error *error) {
    const pld__command_line *line = comparison->line;
    const char *list = line->given[PLD__OPTION_COMPOSITIONS];
    bool table = line->given[PLD__OPTION_CLAIMS] != NULL;
    size_t place = 0;
    pld_status status = PLD_OK;
    comparison->many = list != NULL || table;
    comparison->rows = calloc(comparison->claims.count + 1, sizeof *comparison->rows);
    if (comparison->rows == NULL) {
        return PLD_ERROR_MEMORY;
    }
    if (list != NULL || !table) {
        status = pld__options_require(line, PLD__OPTION_DELTA, error);
    }
    if (status == PLD_OK && (list != NULL || !table || line->operand_count > 0 || line->given[PLD__OPTION_SCHEDULE])) {
        status = pld__composition_read(line, &comparison->given, error);
    }
    if (status == PLD_OK && list != NULL) {
        status = add_listed_points(comparison, list, error);
    } else if (status == PLD_OK && !table) {
        pld__comparison_point point = point_of_line(comparison, 1);
        status = find_point(comparison, &point, &place);
    }
    for (size_t i = 0; i < comparison->claims.count && status == PLD_OK; i++) {
        if (comparison->claims.items[i].from_table) {
            status = point_of_row(comparison, &comparison->claims.items[i], &place, error);
        }
    }
    return status;
}

/* --- answers ---------------------------------------------------------------------------------------------------------- */

/* The steps of a point, as often as it has them; free them. NULL: no memory. */
static pld_step *steps_of(const pld__comparison_point *point) {
    const pld__composition *composition = point->composition;
    pld_step *steps = calloc(composition->step_count + 1, sizeof *steps);
    for (size_t i = 0; i < composition->step_count && steps != NULL; i++) {
        steps[i] = composition->steps[i];
        steps[i].count *= point->compositions; /* no overflow: the bracket has been computed for it */
    }
    return steps;
}

/* Both directions as closely as asked, where they are shown. */
static pld_status complete(const pld__comparison *comparison, pld__comparison_point *point, pld_error *error) {
    const pld__command_line *line = comparison->line;
    if (line->given[PLD__OPTION_OUTPUT] == NULL && line->given[PLD__OPTION_JSON] == NULL) {
        return PLD_OK;
    }
    pld_step *steps = steps_of(point);
    pld_status status = steps ? pld__directions_complete(steps, point->composition->step_count, PLD__ASKS_EPSILON,
                                                         point->log_delta, &line->query, &point->tight, error)
                              : PLD_ERROR_MEMORY;
    free(steps);
    return status;
}

/* The brackets of all points of one composition, in one go. */
static pld_status tighten(pld__comparison *comparison, const pld__composition *composition, pld_error *error) {
    size_t count = 0;
    pld_curve_point *points = calloc(comparison->point_count + 1, sizeof *points);
    pld_result *results = calloc(comparison->point_count + 1, sizeof *results);
    pld_status status = points && results ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < comparison->point_count && status == PLD_OK; i++) {
        if (comparison->points[i].composition == composition) {
            points[count++] = (pld_curve_point){comparison->points[i].compositions, comparison->points[i].log_delta};
        }
    }
    if (status == PLD_OK && count > 0) {
        status = pld_query_curve(composition->steps, composition->step_count, points, count, &comparison->line->query, NULL, NULL,
                                 results, error);
    }
    for (size_t i = comparison->point_count; i-- > 0 && status == PLD_OK;) {
        if (comparison->points[i].composition == composition) {
            comparison->points[i].tight = results[--count];
            status = complete(comparison, &comparison->points[i], error);
        }
    }
    free(points);
    free(results);
    return status;
}

/* Adds what a verdict rests on to what is said already. */
static void explain(pld__finding *finding, const char *reason) {
    char *text = finding->answer.reason;
    size_t length = strlen(text);
    snprintf(text + length, sizeof finding->answer.reason - length, "%s%s", length > 0 ? "; " : "", reason);
}

/* Below the lower end something is refuted if the pair is as bad as the mechanism can be: not if it only dominates. */
static void judge(const pld_bracket *tight, const pld__standings *standings, bool approximation, pld__finding *finding) {
    double epsilon = finding->answer.epsilon;
    finding->ratio = NAN;
    if (!finding->answer.applicable) {
        finding->verdict = PLD__VERDICT_NOT_APPLICABLE;
        return;
    }
    if (tight->estimate > 0 && isfinite(tight->estimate)) {
        finding->ratio = epsilon / tight->estimate;
    } else if (epsilon == tight->estimate) {
        finding->ratio = 1;
    }
    if (epsilon < tight->lower && standings->dominates) {
        finding->verdict = PLD__VERDICT_INSIDE;
        explain(finding, "below the lower end of a pair that only dominates, which refutes nothing");
    } else if (epsilon < tight->lower) {
        finding->verdict = approximation ? PLD__VERDICT_UNDERSTATES : PLD__VERDICT_UNSOUND;
        char lower[PLD__DECIMAL_SIZE];
        pld__decimal_significant(tight->lower, 10, PLD__ROUND_DOWN, lower);
        snprintf(finding->answer.reason, sizeof finding->answer.reason, "at least %s is certified%s", lower,
                 standings->given ? " of the pair" : "");
    } else {
        finding->verdict = epsilon > tight->upper ? PLD__VERDICT_VALID : PLD__VERDICT_INSIDE;
        if (standings->restricted || standings->unproven || standings->given) {
            explain(finding, standings->restricted ? "under the restriction in the note" : "of the pair, see the note");
        }
    }
}

static pld_status evaluate_methods(const pld__comparison *comparison, pld__comparison_point *point, pld_error *error) {
    const pld__composition *composition = point->composition;
    pld_step *steps = steps_of(point);
    pld__standings standings = pld__standings_of(composition->steps, composition->step_count);
    pld_status status = steps ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < comparison->method_count && status == PLD_OK; i++) {
        const pld_baseline_method *method = comparison->methods[i];
        pld__finding *finding = &point->findings[point->finding_count];
        *finding = (pld__finding){.name = method->name, .kind = pld_baseline_kind_name(method->kind), .column = method->name};
        status = pld_baseline_evaluate(method, steps, composition->step_count, point->log_delta,
                                       comparison->line->query.adjacency, &finding->answer, error);
        if (status == PLD_OK) {
            judge(&point->tight.bracket, &standings, method->kind == PLD_BASELINE_APPROXIMATION, finding);
            point->finding_count++;
        }
    }
    free(steps);
    return status;
}

static pld_status take_claim(pld__comparison_point *point, const pld__claim *claim) {
    pld__finding *grown = realloc(point->findings, (point->finding_count + 1) * sizeof *grown);
    if (grown == NULL) {
        return PLD_ERROR_MEMORY;
    }
    point->findings = grown;
    pld__finding *finding = &grown[point->finding_count++];
    *finding = (pld__finding){.name = claim->name,
                              .kind = "claim",
                              .column = claim->unnamed ? "" : claim->name,
                              .answer = {.applicable = true, .epsilon = claim->epsilon, .order = NAN}};
    pld__standings standings = pld__standings_of(point->composition->steps, point->composition->step_count);
    judge(&point->tight.bracket, &standings, false, finding);
    return PLD_OK;
}

static pld_status fill_points(pld__comparison *comparison, pld_error *error) {
    const pld__claims *claims = &comparison->claims;
    pld_status status = tighten(comparison, &comparison->given, error);
    for (size_t i = 0; i < comparison->row_count && status == PLD_OK; i++) {
        status = tighten(comparison, &comparison->rows[i].composition, error);
    }
    for (size_t i = 0; i < comparison->point_count && status == PLD_OK; i++) {
        pld__comparison_point *point = &comparison->points[i];
        point->findings = calloc(comparison->method_count + 1, sizeof *point->findings);
        status = point->findings ? evaluate_methods(comparison, point, error) : PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < claims->count && status == PLD_OK; i++) {
        size_t place = 0;
        if (claims->items[i].from_table) {
            status = point_of_row(comparison, &claims->items[i], &place, error);
            status = status == PLD_OK ? take_claim(&comparison->points[place], &claims->items[i]) : status;
            continue;
        }
        for (place = 0; place < comparison->point_count && status == PLD_OK; place++) {
            status = take_claim(&comparison->points[place], &claims->items[i]);
        }
    }
    return status;
}

pld_status pld__comparison_make(const pld__command_line *line, pld__comparison *comparison, pld_error *error) {
    *comparison = (pld__comparison){.line = line};
    pld_status status = read_methods(line->given[PLD__OPTION_METHODS], comparison, error);
    if (status == PLD_OK) {
        status = read_claims(line, &comparison->claims, error);
    }
    if (status == PLD_OK) {
        status = make_points(comparison, error);
    }
    if (status == PLD_OK) {
        status = pld__comparison_check_output(comparison, error);
    }
    return status == PLD_OK ? fill_points(comparison, error) : status;
}

void pld__comparison_free(pld__comparison *comparison) {
    for (size_t i = 0; i < comparison->point_count; i++) {
        free(comparison->points[i].findings);
    }
    for (size_t i = 0; i < comparison->row_count; i++) {
        struct pld__row_mechanisms *row = &comparison->rows[i];
        pld__composition_free(&row->composition);
        free(row->words);
        free(row->copy);
        free(row->text);
    }
    free(comparison->rows);
    free(comparison->points);
    free(comparison->methods);
    pld__claims_free(&comparison->claims);
    pld__composition_free(&comparison->given);
}
