#include "cli/statement_context.h"

#include "base/base.h"
#include "base/number.h"
#include "process/input.h"
#include "options/options.h"
#include "store/file.h"
#include "store/json.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- words ---------------------------------------------------------------------------------------------------------- */

static pld_status read_model(const char *text, pld_deployment_model *model, pld_error *error) {
    size_t place = 0;
    if (pld__option_choose(PLD__OPTION_MODEL, text, &place)) {
        *model = (pld_deployment_model)place;
        return PLD_OK;
    }
    return pld__error_argument(error, text, "central, local, shuffle or federated", "--model: '%s' is no model", text);
}

static pld_status read_audience(const pld__command_line *line, pld_statement_question *question, pld_error *error) {
    const char *audience = line->given[PLD__OPTION_AUDIENCE];
    if (audience != NULL && strcmp(audience, "officer") != 0) {
        return pld__error_argument(error, audience, "officer", "--audience: '%s' is nobody that is known", audience);
    }
    if (audience == NULL && line->given[PLD__OPTION_RATE] != NULL) {
        return pld__error_argument(error, "--fpr", "--audience officer with it", "--fpr is the rate of --audience officer");
    }
    question->officer = audience != NULL;
    question->false_positive_rate = line->given[PLD__OPTION_RATE] != NULL ? line->false_positive_rate : 0;
    return PLD_OK;
}

static pld_status read_examples(const char *text, uint64_t *most, pld_error *error) {
    pld_error cause = {.message = ""};
    pld_status status = pld__number_parse_whole(text, most, &cause);
    if (status == PLD_OK && *most == 0) {
        status = pld__error_argument(&cause, text, "a whole number from 1", "'%s' is not at least 1", text);
    }
    return pld__option_blame(status, "--max-examples-per-user", &cause, error);
}

/* --- a search ------------------------------------------------------------------------------------------------------- */

static pld_status refuse_search(const char *path, const char *why, pld_error *error) {
    return pld__error_argument(error, path, "none, or what 'pld tune --json' printed of these mechanisms at this delta",
                               "--tuning: '%s' %s", path, why);
}

/* Is this the delta of the file? Those that are no doubles are there by their logs. */
static bool is_at(const json_t *object, const pld_delta *delta) {
    const json_t *value = json_object_get(object, "delta"), *log10 = json_object_get(object, "log10_delta");
    bool tiny = delta->value < DBL_MIN && delta->log > -INFINITY;
    return json_is_number(value) && json_number_value(value) == delta->value && (log10 != NULL) == tiny &&
           (!tiny || json_number_value(log10) == delta->log / PLD__LN_10);
}

/* Are these the mechanisms of the file? */
static bool is_about(const json_t *list, const pld_composition *composition) {
    size_t count = 0;
    const pld_step *steps = pld_composition_steps(composition, &count);
    bool same = json_array_size(list) == count;
    for (size_t i = 0; i < count && same; i++) {
        const json_t *one = json_array_get(list, i);
        const char *resolved = json_string_value(json_object_get(one, "resolved"));
        same = resolved != NULL && strcmp(resolved, pld_mechanism_resolved(steps[i].mechanism)) == 0 &&
               json_number_value(json_object_get(one, "count")) == (double)steps[i].count;
    }
    return same;
}

static pld_status take_search(const json_t *object, const pld__command_line *line, const pld_composition *composition,
                              pld__statement_context *context, pld_error *error) {
    const char *path = line->given[PLD__OPTION_TUNING], *schema = json_string_value(json_object_get(object, "schema"));
    const char *runs = json_string_value(json_object_get(object, "runs"));
    const char *adjacency = json_string_value(json_object_get(object, "adjacency"));
    const json_t *epsilon = json_object_get(object, "epsilon");
    const json_t *lower = json_object_get(epsilon, "lower"), *upper = json_object_get(epsilon, "upper");
    const json_t *base = json_object_get(object, "base"), *base_lower = json_object_get(base, "lower");
    const json_t *base_upper = json_object_get(base, "upper");
    if (schema == NULL || strncmp(schema, "pld.tune/", strlen("pld.tune/")) != 0 || runs == NULL || !json_is_number(lower) ||
        !json_is_number(upper) || !json_is_number(base_lower) || !json_is_number(base_upper)) {
        return refuse_search(path, "has no numbers of a search", error);
    }
    if (!is_about(json_object_get(object, "mechanisms"), composition)) {
        return refuse_search(path, "is about other mechanisms", error);
    }
    if (adjacency == NULL || strcmp(adjacency, pld_adjacency_name(line->query.adjacency)) != 0) {
        return refuse_search(path, "is about other neighbours", error);
    }
    if (!is_at(object, &line->delta)) {
        return refuse_search(path, "is about another delta", error);
    }
    context->runs = strdup(runs);
    context->searched = true;
    context->base = (pld_bracket){json_number_value(base_lower), NAN, json_number_value(base_upper)};
    context->tuning = (pld_statement_tuning){.runs = context->runs,
                                             .mean_runs = json_number_value(json_object_get(object, "mean_runs")),
                                             .epsilon = {json_number_value(lower), NAN, json_number_value(upper)}};
    return context->runs ? PLD_OK : PLD_ERROR_MEMORY;
}

static pld_status read_search(const pld__command_line *line, const pld_composition *composition, pld__statement_context *context,
                              pld_error *error) {
    const char *path = line->given[PLD__OPTION_TUNING];
    unsigned char *bytes = NULL;
    size_t size = 0;
    json_t *object = NULL;
    json_error_t problem;
    if (strcmp(path, "none") == 0) {
        context->tuning = (pld_statement_tuning){.none = true};
        return PLD_OK;
    }
    pld_status status = pld__input_path(path, &path, error);
    if (status == PLD_OK) {
        status = pld__file_read(path, &bytes, &size, error);
    }
    if (status == PLD_OK) {
        status = pld__json_parse((const char *)bytes, size, &object, &problem);
        status = status == PLD_ERROR_ARGUMENT ? refuse_search(path, "is no JSON", error) : status;
    }
    if (status == PLD_OK) {
        status = take_search(object, line, composition, context, error);
    }
    json_decref(object);
    pld__free(bytes);
    return status;
}

/* --- all of it ------------------------------------------------------------------------------------------------------ */

static pld_status read_registry(const pld__command_line *line, pld_statement_format format, pld__statement_context *context,
                                pld_error *error) {
    const char *path = line->given[PLD__OPTION_REGISTRY];
    unsigned char *bytes = NULL;
    size_t size = 0;
    if (format != PLD_STATEMENT_REGISTRY) {
        return pld__error_argument(error, "--registry", "--format registry with it", "--registry is for --format registry");
    }
    pld_status status = pld__input_path(path, &path, error);
    if (status == PLD_OK) {
        status = pld__file_read(path, &bytes, &size, error);
    }
    if (status == PLD_OK) {
        context->registry = malloc(size + 1);
        status = context->registry ? PLD_OK : PLD_ERROR_MEMORY;
    }
    if (status == PLD_OK) {
        memcpy(context->registry, bytes, size);
        context->registry[size] = '\0';
        if (strlen(context->registry) != size) {
            status = pld__error_argument(error, path, "a JSON object", "--registry: '%s' is no text", path);
        }
    }
    pld__free(bytes);
    return status;
}

pld_status pld__statement_context_read(const pld__command_line *line, const pld_composition *composition,
                                       pld_statement_question *question, pld__statement_context *context, pld_error *error) {
    pld_status status = read_audience(line, question, error);
    question->unit = line->given[PLD__OPTION_UNIT];
    question->mu = line->given[PLD__OPTION_STATE_MU] != NULL || line->given[PLD__OPTION_FPR_MIN] != NULL;
    question->fpr_min = line->fpr_min;
    if (status == PLD_OK && line->given[PLD__OPTION_MODEL] != NULL) {
        status = read_model(line->given[PLD__OPTION_MODEL], &question->model, error);
    }
    if (status == PLD_OK && line->given[PLD__OPTION_EXAMPLES] != NULL) {
        status = read_examples(line->given[PLD__OPTION_EXAMPLES], &question->examples_per_unit, error);
    }
    if (status == PLD_OK && line->given[PLD__OPTION_TUNING] != NULL) {
        status = read_search(line, composition, context, error);
        question->tuning = &context->tuning;
    }
    if (status == PLD_OK && line->given[PLD__OPTION_REGISTRY] != NULL) {
        status = read_registry(line, question->format, context, error);
    }
    return status;
}

pld_status pld__statement_context_check(const pld__command_line *line, const pld__statement_context *context,
                                        const pld_statement *statement, pld_error *error) {
    const pld_bracket *own = &pld_statement_result(statement)->bracket;
    bool apart = context->searched && (context->base.lower > own->upper || context->base.upper < own->lower);
    return apart ? refuse_search(line->given[PLD__OPTION_TUNING], "has another epsilon of one run: its files have changed", error)
                 : PLD_OK;
}

void pld__statement_context_free(pld__statement_context *context) {
    free(context->runs);
    free(context->registry);
}
