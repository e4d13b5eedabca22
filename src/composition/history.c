#include "composition/history.h"

#include "base/base.h"
#include "base/number.h"
#include "store/file.h"
#include "store/json.h"
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIST_ALLOWED "a list of steps, or an object with one as 'history', 'events' or 'mechanisms'"
#define STEP_ALLOWED                                                                                                          \
    "[noise multiplier, sample rate, steps], \"spec@count\", [spec, count], or an object with noise_multiplier, sample_rate " \
    "and steps or with mechanism and count"

/* A longer one would have millions of steps. */
enum { LENGTH_MOST = 1 << 24, WORD_SIZE = 64 };

/* --- numbers -------------------------------------------------------------------------------------------------------- */

/* A number as specs have it; false if it is none, or a text with anything but a number in it. */
static bool number_text(const json_t *value, char text[WORD_SIZE]) {
    const char *given = json_string_value(value);
    if (json_is_integer(value)) {
        return snprintf(text, WORD_SIZE, "%" JSON_INTEGER_FORMAT, json_integer_value(value)) > 0;
    }
    if (json_is_real(value)) {
        pld__number_write(json_real_value(value), text);
        return true;
    }
    size_t length = given ? strlen(given) : 0;
    if (length == 0 || length >= WORD_SIZE || strspn(given, "+-.eE/0123456789") != length) {
        return false;
    }
    memcpy(text, given, length + 1);
    return true;
}

/* --- steps ---------------------------------------------------------------------------------------------------------- */

static pld_status refuse(const pld__spec_list *history, size_t number, const char *word, const char *allowed, const char *what,
                         pld_error *error) {
    return pld__error_argument(error, word, allowed, "'%s', step %zu: %s", history->path, number, what);
}

/* Reads a count: whole, also as 1000.0. */
static pld_status read_count(const pld__spec_list *history, size_t number, const json_t *value, uint64_t *count,
                             pld_error *error) {
    char text[WORD_SIZE] = "";
    if (!number_text(value, text) || pld__number_parse_whole(text, count, NULL) != PLD_OK) {
        return refuse(history, number, text, "a whole number, such as 1000", "its count is not a whole number", error);
    }
    return PLD_OK;
}

/* A number of a training step, which is at least 0. */
static pld_status read_rate(const pld__spec_list *history, size_t number, const char *name, const json_t *value,
                            char text[WORD_SIZE], double *read, pld_error *error) {
    char message[WORD_SIZE + 64];
    if (!number_text(value, text) || pld__number_parse(text, read, NULL) != PLD_OK || *read < 0) {
        snprintf(message, sizeof message, "the %s is not a number of at least 0", name);
        return refuse(history, number, name, "a number, such as 0.01, or a text such as \"256/60000\"", message, error);
    }
    return PLD_OK;
}

static pld_status add_training(pld__spec_list *history, size_t number, const json_t *const values[3], pld_error *error) {
    char noise[WORD_SIZE], rate[WORD_SIZE], spec[3 * WORD_SIZE];
    double noise_read = 0, rate_read = 0;
    uint64_t steps = 0;
    pld_status status = read_rate(history, number, "noise multiplier", values[0], noise, &noise_read, error);
    if (status == PLD_OK) {
        status = read_rate(history, number, "sample rate", values[1], rate, &rate_read, error);
    }
    if (status == PLD_OK) {
        status = read_count(history, number, values[2], &steps, error);
    }
    if (status != PLD_OK || steps == 0 || rate_read == 0) {
        return status;
    }
    if (noise_read == 0) {
        return refuse(history, number, noise, "a noise multiplier above 0",
                      "it has no noise, so that no epsilon holds for the run", error);
    }
    snprintf(spec, sizeof spec, "poisson-gaussian:q=%s,sigma=%s@%" PRIu64, rate, noise, steps);
    return pld__spec_list_append(history, strdup(spec), number);
}

static pld_status add_counted(pld__spec_list *history, size_t number, const char *spec, const json_t *count, pld_error *error) {
    uint64_t times = 0;
    pld_status status = count ? read_count(history, number, count, &times, error) : PLD_OK;
    if (status != PLD_OK || (count != NULL && times == 0)) {
        return status;
    }
    if (count != NULL && strrchr(spec, '@') != NULL) {
        return refuse(history, number, spec, "one count", "it has two counts, one of them in the spec", error);
    }
    size_t size = strlen(spec) + 32;
    char *made = malloc(size);
    if (made != NULL) {
        snprintf(made, size, count ? "%s@%" PRIu64 : "%s", spec, times);
    }
    return pld__spec_list_append(history, made, number);
}

/* An object has the keys of one kind of step, all of them and no others. */
static pld_status add_object(pld__spec_list *history, size_t number, const json_t *step, pld_error *error) {
    const json_t *values[3] = {json_object_get(step, "noise_multiplier"), json_object_get(step, "sample_rate"),
                               json_object_get(step, "steps")};
    const json_t *mechanism = json_object_get(step, "mechanism"), *count = json_object_get(step, "count");
    size_t keys = json_object_size(step);
    if (values[0] != NULL && values[1] != NULL && values[2] != NULL && keys == 3) {
        return add_training(history, number, values, error);
    }
    if (json_is_string(mechanism) && keys == (count ? 2 : 1)) {
        return add_counted(history, number, json_string_value(mechanism), count, error);
    }
    return refuse(history, number, "{..}", STEP_ALLOWED, "its keys are not those of a step", error);
}

static pld_status add_step(pld__spec_list *history, size_t number, const json_t *step, pld_error *error) {
    const json_t *first = json_array_get(step, 0);
    if (json_is_string(step)) {
        return add_counted(history, number, json_string_value(step), NULL, error);
    }
    if (json_is_object(step)) {
        return add_object(history, number, step, error);
    }
    if (json_array_size(step) == 3) {
        const json_t *values[3] = {first, json_array_get(step, 1), json_array_get(step, 2)};
        return add_training(history, number, values, error);
    }
    if (json_array_size(step) == 2 && json_is_string(first)) {
        return add_counted(history, number, json_string_value(first), json_array_get(step, 1), error);
    }
    return refuse(history, number, "", STEP_ALLOWED, "it is no step", error);
}

/* --- the file ------------------------------------------------------------------------------------------------------- */

/* The list of an object, of which there must be one; NULL if there is none. */
static const json_t *list_of(const json_t *object) {
    static const char *const names[] = {"history", "events", "mechanisms"};
    const json_t *found = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const json_t *list = json_object_get(object, names[i]);
        if (found != NULL && list != NULL) {
            return NULL;
        }
        found = list ? list : found;
    }
    return json_is_array(found) ? found : NULL;
}

/* The object of an accountant in what was saved with it: Opacus' checkpoints have it beside the model. */
static const json_t *accountant_of(const json_t *object) {
    const json_t *state = json_object_get(object, "privacy_accountant_state_dict");
    state = state ? state : json_object_get(object, "accountant");
    return state ? state : object;
}

static pld_status check_adjacency(const char *name, const json_t *object, pld_adjacency adjacency, pld_error *error) {
    const json_t *given = json_object_get(object, "adjacency");
    const char *asked = pld_adjacency_name(adjacency), *said = json_string_value(given);
    if (given == NULL || (said != NULL && strcmp(said, asked) == 0)) {
        return PLD_OK;
    }
    return pld__error_argument(error, said ? said : "adjacency", said ? said : "the name of an adjacency",
                               "'%s' is about adjacency '%s', and '%s' is asked for", name, said ? said : "?", asked);
}

static pld_status read_root(const json_t *root, pld_adjacency adjacency, pld__spec_list *history, pld_error *error) {
    const json_t *object = accountant_of(root), *list = json_is_array(root) ? root : list_of(object);
    if (list == NULL) {
        return pld__error_argument(error, history->path, LIST_ALLOWED, "'%s' has no list of steps, or two", history->path);
    }
    pld_status status = check_adjacency(history->path, object, adjacency, error);
    for (size_t i = 0; i < json_array_size(list) && status == PLD_OK; i++) {
        status = add_step(history, i + 1, json_array_get(list, i), error);
    }
    if (status == PLD_OK && history->count == 0) {
        status = pld__error_argument(error, history->path, LIST_ALLOWED, "'%s' has no steps", history->path);
    }
    return status;
}

pld_status pld__history_parse(const char *name, const char *text, size_t size, pld_adjacency adjacency, pld__spec_list *history,
                              pld_error *error) {
    json_t *root = NULL;
    json_error_t problem;
    *history = (pld__spec_list){.path = name, .place = "step"};
    if (size > LENGTH_MOST) {
        return pld__error_argument(error, name, "at most 16 MiB; equal steps can be counted together", "'%s' is too long", name);
    }
    pld_status status = pld__json_parse(text, size, &root, &problem);
    if (status == PLD_ERROR_ARGUMENT) {
        return pld__error_argument(error, name, LIST_ALLOWED, "'%s' is not JSON: line %d, column %d: %s", name, problem.line,
                                   problem.column, problem.text);
    }
    if (status == PLD_OK) {
        status = read_root(root, adjacency, history, error);
    }
    json_decref(root);
    return status;
}

pld_status pld__history_read(const char *path, pld_adjacency adjacency, pld__spec_list *history, pld_error *error) {
    unsigned char *bytes = NULL;
    size_t size = 0;
    *history = (pld__spec_list){.path = path};
    pld_status status = pld__file_read(path, &bytes, &size, error);
    if (status == PLD_OK) {
        status = pld__history_parse(path, (const char *)bytes, size, adjacency, history, error);
        pld__free(bytes);
    }
    return status;
}
