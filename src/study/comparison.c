#include "study/comparison.h"

#include "base/base.h"
#include "composition/repeated.h"
#include "study/directions.h"
#include "study/verdict.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- methods -------------------------------------------------------------------------------------------------------- */

static pld_status add_method(const pld_baseline_method *method, const pld_baseline_method ***methods, size_t *count) {
    const pld_baseline_method **grown = realloc(*methods, (*count + 1) * sizeof(const pld_baseline_method *));
    if (grown == NULL) {
        return PLD_ERROR_MEMORY;
    }
    grown[(*count)++] = method;
    *methods = grown;
    return PLD_OK;
}

pld_status pld__methods_parse(const char *names, const pld_baseline_method ***methods, size_t *count, pld_error *error) {
    pld_status status = PLD_OK;
    for (const char *end = names; *end != '\0' && status == PLD_OK; names = end + 1) {
        char name[64];
        end = names + strcspn(names, ",");
        snprintf(name, sizeof name, "%.*s", (int)(end - names), names);
        const pld_baseline_method *method = pld_baseline_find(name, error);
        status = method ? add_method(method, methods, count) : PLD_ERROR_ARGUMENT;
    }
    return status;
}

static pld_status read_methods(const char *names, pld_comparison *comparison, pld_error *error) {
    pld_status status = PLD_OK;
    const pld_baseline_method *method = NULL;
    if (names != NULL) {
        return strcmp(names, "none") == 0 ? PLD_OK
                                          : pld__methods_parse(names, &comparison->methods, &comparison->method_count, error);
    }
    for (size_t i = 0; (method = pld_baseline_at(i)) != NULL && status == PLD_OK; i++) {
        if (method->kind != PLD_BASELINE_PROGRAM) { /* these are asked for by name: they take longer than all others together */
            status = add_method(method, &comparison->methods, &comparison->method_count);
        }
    }
    return status;
}

/* --- points --------------------------------------------------------------------------------------------------------- */

/* The place of the point, which is new or there already. */
static pld_status find_point(pld_comparison *comparison, const pld_comparison_point *point, size_t *place) {
    for (size_t i = 0; i < comparison->point_count; i++) {
        const pld_comparison_point *there = &comparison->points[i];
        if (there->composition == point->composition && there->compositions == point->compositions &&
            there->delta.log == point->delta.log) {
            *place = i;
            return PLD_OK;
        }
    }
    pld_comparison_point *grown = realloc(comparison->points, (comparison->point_count + 1) * sizeof *grown);
    if (grown == NULL) {
        return PLD_ERROR_MEMORY;
    }
    comparison->points = grown;
    *place = comparison->point_count;
    comparison->points[comparison->point_count++] = *point;
    return PLD_OK;
}

/* The point of the question at so many compositions. */
static pld_status point_of_question(const pld_comparison *comparison, uint64_t compositions, pld_comparison_point *point,
                                    pld_error *error) {
    const pld_comparison_question *question = &comparison->question;
    *point = (pld_comparison_point){.composition = question->composition, .compositions = compositions};
    point->delta_text = question->delta;
    return question->delta ? pld_delta_parse(question->delta, &point->delta, error) : PLD_OK;
}

static pld_status add_specs(pld_composition *composition, const char *text, pld_error *error) {
    char *copy = strdup(text), *state = NULL;
    pld_status status = copy ? PLD_OK : PLD_ERROR_MEMORY;
    for (char *word = copy ? strtok_r(copy, " ", &state) : NULL; word != NULL && status == PLD_OK;
         word = strtok_r(NULL, " ", &state)) {
        status = pld_composition_add_spec(composition, word, error);
    }
    free(copy);
    return status;
}

/* The specs of a row, blanks between them. Rows with the same text share one. */
static pld_status find_row_mechanisms(pld_comparison *comparison, const char *text, const pld_composition **found,
                                      pld_error *error) {
    for (size_t i = 0; i < comparison->row_count; i++) {
        if (strcmp(comparison->rows[i].text, text) == 0) {
            *found = comparison->rows[i].composition;
            return PLD_OK;
        }
    }
    pld__row_mechanisms *row = &comparison->rows[comparison->row_count++]; /* as many as claims: see below */
    row->text = strdup(text);
    pld_status status = row->text ? pld_composition_create(comparison->options.adjacency, &row->composition) : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        status = add_specs(row->composition, text, error);
    }
    *found = row->composition;
    return status;
}

static pld_status point_of_row(pld_comparison *comparison, const pld__claim *claim, size_t *place, pld_error *error) {
    pld_comparison_point point;
    pld_status status = point_of_question(comparison, claim->compositions ? claim->compositions : 1, &point, error);
    if (status != PLD_OK) {
        return status;
    }
    if (claim->delta_text != NULL) {
        point.delta = claim->delta;
        point.delta_text = claim->delta_text;
    }
    if (claim->mechanism != NULL) {
        status = find_row_mechanisms(comparison, claim->mechanism, &point.composition, error);
    }
    return status == PLD_OK ? find_point(comparison, &point, place) : status;
}

static pld_status add_points(pld_comparison *comparison, pld_error *error) {
    static const uint64_t once[] = {1};
    const pld_comparison_question *question = &comparison->question;
    bool table = question->claims != NULL && question->claims->has_table;
    const uint64_t *list = question->composition_count > 0 ? question->compositions : once;
    size_t count = question->composition_count > 0 ? question->composition_count : table ? 0 : 1, place = 0;
    pld_status status = PLD_OK;
    comparison->many = question->composition_count > 0 || table;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        pld_comparison_point point;
        status = point_of_question(comparison, list[i], &point, error);
        if (status == PLD_OK) {
            status = find_point(comparison, &point, &place);
        }
    }
    for (size_t i = 0; question->claims != NULL && i < question->claims->count && status == PLD_OK; i++) {
        if (question->claims->items[i].from_table) {
            status = point_of_row(comparison, &question->claims->items[i], &place, error);
        }
    }
    return status;
}

/* What the points need that claims do not bring along. */
static pld_status check_question(const pld_comparison_question *question, pld_error *error) {
    const pld_claims *claims = question->claims;
    bool own = question->composition_count > 0 || claims == NULL || !claims->has_table;
    if (question->size != sizeof *question) {
        return pld__error_argument(error, "size", "sizeof(pld_comparison_question)", "the size of the question is not set");
    }
    if (question->delta == NULL && (own || claims->needs_delta)) {
        return pld__error_argument(error, "delta", "a number from 0 to below 1, such as 1e-5", "a delta is missing");
    }
    if (question->composition == NULL && (own || claims->needs_mechanisms)) {
        return pld__error_argument(error, "composition", "at least one mechanism", "a mechanism is missing");
    }
    return PLD_OK;
}

pld_status pld__comparison_plan(const pld_comparison_question *question, const pld_options *options, pld_comparison **comparison,
                                pld_error *error) {
    pld_status status = check_question(question, error);
    if (status != PLD_OK) {
        return status;
    }
    pld_comparison *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return PLD_ERROR_MEMORY;
    }
    made->question = *question;
    made->options = *options;
    made->rows = calloc((question->claims ? question->claims->count : 0) + 1, sizeof *made->rows);
    status = made->rows ? read_methods(question->methods, made, error) : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        status = add_points(made, error);
    }
    if (status != PLD_OK) {
        pld_comparison_free(made);
        return status;
    }
    *comparison = made;
    return PLD_OK;
}

/* --- answers -------------------------------------------------------------------------------------------------------- */

/* Both directions as closely as asked. */
static pld_status complete(const pld_comparison *comparison, pld_comparison_point *point, pld_error *error) {
    pld__repeated steps;
    pld_status status = pld__composition_repeat(point->composition, point->compositions, &steps, error);
    if (status == PLD_OK) {
        status = pld__directions_complete(steps.steps, steps.count, PLD_UNIT_EPSILON, point->delta.log, &comparison->options,
                                          &point->tight, error);
        pld__repeated_free(&steps);
    }
    return status;
}

/* The brackets of all points of one composition, in one go. */
static pld_status tighten(pld_comparison *comparison, const pld_composition *composition, bool each_direction, pld_error *error) {
    size_t count = 0, step_count = 0;
    const pld_step *steps = pld_composition_steps(composition, &step_count);
    pld_curve_point *points = calloc(comparison->point_count + 1, sizeof *points);
    pld_result *results = calloc(comparison->point_count + 1, sizeof *results);
    pld_status status = points && results ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < comparison->point_count && status == PLD_OK; i++) {
        if (comparison->points[i].composition == composition) {
            points[count++] = (pld_curve_point){comparison->points[i].compositions, comparison->points[i].delta.log};
        }
    }
    if (status == PLD_OK && count > 0) {
        status = pld_query_curve(steps, step_count, points, count, &comparison->options, NULL, NULL, results, error);
    }
    for (size_t i = comparison->point_count; i-- > 0 && status == PLD_OK;) {
        if (comparison->points[i].composition == composition) {
            comparison->points[i].tight = results[--count];
            status = each_direction ? complete(comparison, &comparison->points[i], error) : PLD_OK;
        }
    }
    free(points);
    free(results);
    return status;
}

static pld__standings standings_of(const pld_comparison_point *point) {
    size_t count = 0;
    const pld_step *steps = pld_composition_steps(point->composition, &count);
    return pld__standings_of(steps, count);
}

static pld_status evaluate_methods(const pld_comparison *comparison, const pld_comparison_point *point, pld__findings *findings,
                                   pld_error *error) {
    pld__repeated steps;
    pld__standings standings = standings_of(point);
    pld_status status = pld__composition_repeat(point->composition, point->compositions, &steps, error);
    if (status != PLD_OK) {
        return status;
    }
    for (size_t i = 0; i < comparison->method_count && status == PLD_OK; i++) {
        const pld_baseline_method *method = comparison->methods[i];
        pld_finding *finding = &findings->items[findings->count];
        *finding = (pld_finding){.name = method->name, .kind = pld_baseline_kind_name(method->kind)};
        status = pld_baseline_evaluate(method, steps.steps, steps.count, point->delta.log, comparison->options.adjacency,
                                       &finding->answer, error);
        if (status == PLD_OK) {
            pld__verdict_judge(&point->tight, &standings, method->kind == PLD_BASELINE_APPROXIMATION, finding);
            findings->count++;
        }
    }
    pld__repeated_free(&steps);
    return status;
}

static pld_status take_claim(const pld_comparison *comparison, size_t place, const pld__claim *claim) {
    const pld_comparison_point *point = &comparison->points[place];
    pld__findings *findings = &comparison->findings[place];
    pld_finding *grown = realloc(findings->items, (findings->count + 1) * sizeof *grown);
    if (grown == NULL) {
        return PLD_ERROR_MEMORY;
    }
    findings->items = grown;
    pld_finding *finding = &grown[findings->count++];
    *finding = (pld_finding){.name = claim->name,
                             .kind = "claim",
                             .unnamed = claim->unnamed,
                             .answer = {.applicable = true, .epsilon = claim->epsilon, .order = NAN}};
    pld__standings standings = standings_of(point);
    pld__verdict_judge(&point->tight, &standings, false, finding);
    return PLD_OK;
}

static pld_status take_claims(pld_comparison *comparison, const pld_claims *claims, pld_error *error) {
    pld_status status = PLD_OK;
    for (size_t i = 0; i < claims->count && status == PLD_OK; i++) {
        size_t place = 0;
        if (claims->items[i].from_table) {
            status = point_of_row(comparison, &claims->items[i], &place, error);
            status = status == PLD_OK ? take_claim(comparison, place, &claims->items[i]) : status;
            continue;
        }
        for (place = 0; place < comparison->point_count && status == PLD_OK; place++) {
            status = take_claim(comparison, place, &claims->items[i]);
        }
    }
    return status;
}

pld_status pld__comparison_compute(pld_comparison *comparison, bool each_direction, pld_error *error) {
    pld_status status = PLD_OK;
    if (comparison->question.composition != NULL) {
        status = tighten(comparison, comparison->question.composition, each_direction, error);
    }
    for (size_t i = 0; i < comparison->row_count && status == PLD_OK; i++) {
        status = tighten(comparison, comparison->rows[i].composition, each_direction, error);
    }
    comparison->findings = calloc(comparison->point_count + 1, sizeof *comparison->findings);
    status = comparison->findings || status != PLD_OK ? status : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < comparison->point_count && status == PLD_OK; i++) {
        pld__findings *findings = &comparison->findings[i];
        findings->items = calloc(comparison->method_count + 1, sizeof *findings->items);
        status = findings->items ? evaluate_methods(comparison, &comparison->points[i], findings, error) : PLD_ERROR_MEMORY;
    }
    if (status == PLD_OK && comparison->question.claims != NULL) {
        status = take_claims(comparison, comparison->question.claims, error);
    }
    return status;
}

/* --- the object ----------------------------------------------------------------------------------------------------- */

pld_status pld_comparison_create(const pld_comparison_question *question, const pld_options *options, pld_comparison **comparison,
                                 pld_error *error) {
    pld_comparison *made = NULL;
    pld_status status = pld__comparison_plan(question, options, &made, error);
    if (status == PLD_OK) {
        status = pld__comparison_compute(made, true, error);
    }
    if (status != PLD_OK) {
        pld_comparison_free(made);
        return status;
    }
    *comparison = made;
    return PLD_OK;
}

void pld_comparison_free(pld_comparison *comparison) {
    if (comparison == NULL) {
        return;
    }
    for (size_t i = 0; i < comparison->point_count && comparison->findings != NULL; i++) {
        free(comparison->findings[i].items);
    }
    for (size_t i = 0; i < comparison->row_count; i++) {
        pld_composition_free(comparison->rows[i].composition);
        free(comparison->rows[i].text);
    }
    free(comparison->findings);
    free(comparison->rows);
    free(comparison->points);
    free(comparison->methods);
    free(comparison);
}

const pld_comparison_point *pld_comparison_point_at(const pld_comparison *comparison, size_t point) {
    return point < comparison->point_count ? &comparison->points[point] : NULL;
}

const pld_finding *pld_comparison_finding(const pld_comparison *comparison, size_t point, size_t index) {
    return point < comparison->point_count && index < comparison->findings[point].count
               ? &comparison->findings[point].items[index]
               : NULL;
}
