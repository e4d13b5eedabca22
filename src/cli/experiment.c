#include "cli/experiment.h"

#include "base/base.h"
#include "base/list.h"
#include "base/suggest.h"
#include "cli/json_text.h"
#include "cli/option_values.h"
#include "cli/spec_vary.h"
#include "cli/study_density.h"
#include "cli/study_methods.h"
#include "store/failure.h"
#include "store/file.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { EXPERIMENT_MOST = 32000 };

#define EXPERIMENT_SCHEMA "pld.experiment/1"
#define LIST_ALLOWED "a number, an array of numbers, or a text such as \"1,2,5\" or \"1..16384:x2\""

/* Puts the key in front of a message about its value; the key is the word to blame. */
static pld_status blame(pld_status status, const char *key, const pld_error *value_error, pld_error *error) {
    if (status != PLD_ERROR_ARGUMENT) {
        return status;
    }
    return pld__error_argument(error, key, value_error->allowed, "%s: %s", key, value_error->message);
}

/* --- values ----------------------------------------------------------------------------------------------------------- */

/* A number or a text, as text. */
static bool scalar_text(const json_t *value, char *text, size_t size) {
    if (json_is_string(value)) {
        return (size_t)snprintf(text, size, "%s", json_string_value(value)) < size;
    }
    if (!json_is_number(value)) {
        return false;
    }
    char number[PLD__NUMBER_TEXT];
    if (json_is_integer(value)) {
        snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    } else {
        pld__number_write(json_real_value(value), number);
    }
    return (size_t)snprintf(text, size, "%s", number) < size;
}

/* A LIST as text, from whatever form it has; to be freed. */
static pld_status list_text(const char *key, const json_t *value, char **text, pld_error *error) {
    size_t count = json_is_array(value) ? json_array_size(value) : 1, size = count * 128 + 1, length = 0;
    bool string = json_is_string(value), fits = count > 0;
    char *made = string ? strdup(json_string_value(value)) : malloc(size);
    if (made == NULL) {
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count && fits && !string; i++) {
        char item[128];
        fits = scalar_text(json_is_array(value) ? json_array_get(value, i) : value, item, sizeof item);
        length += fits ? (size_t)snprintf(made + length, size - length, "%s%s", i > 0 ? "," : "", item) : 0;
    }
    if (!fits) {
        free(made);
        return pld__error_argument(error, key, LIST_ALLOWED, "%s is not a list of numbers", key);
    }
    *text = made;
    return PLD_OK;
}

typedef pld_status list_reader(pld__study *study, const char *list, pld_error *error);

static pld_status read_list(pld__study *study, const char *key, const json_t *value, list_reader *read, pld_error *error) {
    pld_error value_error = {.message = ""};
    char *text = NULL;
    pld_status status = list_text(key, value, &text, error);
    if (status != PLD_OK) {
        return status;
    }
    status = read(study, text, &value_error);
    free(text);
    return blame(status, key, &value_error, error);
}

static pld_status read_text(const char *key, const json_t *value, char **text, pld_error *error) {
    if (!json_is_string(value)) {
        return pld__error_argument(error, key, "a text", "%s is not a text", key);
    }
    *text = strdup(json_string_value(value));
    return *text ? PLD_OK : PLD_ERROR_MEMORY;
}

/* An option of the command line under its name here. */
static pld_status read_option(pld__study *study, const char *key, const json_t *value,
                              pld_status (*read)(const char *, pld__command_line *, pld_error *), pld_error *error) {
    char text[128];
    pld_error value_error = {.message = ""};
    pld__command_line line = {.query = study->query};
    if (!scalar_text(value, text, sizeof text)) {
        return pld__error_argument(error, key, "a number or a text", "%s is neither a number nor a text", key);
    }
    pld_status status = read(text, &line, &value_error);
    study->query = line.query;
    return blame(status, key, &value_error, error);
}

/* --- keys ------------------------------------------------------------------------------------------------------------- */

typedef pld_status key_reader(pld__study *study, const char *key, const json_t *value, pld_error *error);

static pld_status read_schema(pld__study *study, const char *key, const json_t *value, pld_error *error) {
    (void)study;
    const char *schema = json_string_value(value);
    if (schema == NULL || strcmp(schema, EXPERIMENT_SCHEMA) != 0) {
        return pld__error_argument(error, key, "\"" EXPERIMENT_SCHEMA "\"", "%s is not \"" EXPERIMENT_SCHEMA "\"", key);
    }
    return PLD_OK;
}

static pld_status read_quantity(pld__study *study, const char *key, const json_t *value, pld_error *error) {
    static const char *const names[] = {
        [PLD__QUANTITY_EPSILON] = "epsilon", [PLD__QUANTITY_DELTA] = "delta", [PLD__QUANTITY_DENSITY] = "density"};
    for (size_t i = 0; i < sizeof names / sizeof names[0] && json_is_string(value); i++) {
        if (strcmp(json_string_value(value), names[i]) == 0) {
            study->quantity = (pld__quantity)i;
            return PLD_OK;
        }
    }
    return pld__error_argument(error, key, "\"epsilon\", \"delta\" or \"density\"", "%s is no quantity that can be computed",
                               key);
}

static pld_status read_mechanisms(pld__study *study, const char *key, const json_t *value, pld_error *error) {
    size_t count = json_is_array(value) ? json_array_size(value) : 1;
    pld_status status = count > 0 ? PLD_OK : PLD_ERROR_ARGUMENT;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        const char *spec = json_string_value(json_is_array(value) ? json_array_get(value, i) : value);
        status = spec ? pld__study_add_spec(study, spec) : PLD_ERROR_ARGUMENT;
    }
    return status == PLD_ERROR_ARGUMENT
               ? pld__error_argument(error, key, "a spec such as \"gaussian:sigma=1\", or an array of specs", "%s has no specs",
                                     key)
               : status;
}

static pld_status read_vary(pld__study *study, const char *key, const json_t *value, pld_error *error) {
    const char *name;
    json_t *list;
    if (!json_is_object(value)) {
        return pld__error_argument(error, key, "{KEY: LIST, ..}", "%s is not an object", key);
    }
    json_object_foreach((json_t *)value, name, list) {
        pld_error value_error = {.message = ""};
        char *text = NULL;
        pld_status status = list_text(name, list, &text, error);
        if (status != PLD_OK) {
            return status;
        }
        status = pld__study_add_vary(study, name, text, &value_error);
        free(text);
        if (status != PLD_OK) {
            return blame(status, name, &value_error, error);
        }
    }
    return PLD_OK;
}

static pld_status read_axis(pld__study *study, const char *key, const json_t *value, pld_error *error) {
    const char *name = json_string_value(value);
    if (name != NULL && strcmp(name, "compositions") == 0) {
        return PLD_OK;
    }
    for (size_t i = 0; i < study->vary_count && name != NULL; i++) {
        if (strcmp(study->vary[i].key, name) == 0) {
            study->axis = i;
            return PLD_OK;
        }
    }
    return pld__error_argument(error, key, "\"compositions\" or a key of \"vary\"", "%s is none of the varied keys", key);
}

static pld_status read_compositions(pld__study *study, const char *key, const json_t *value, pld_error *error) {
    return read_list(study, key, value, pld__study_read_compositions, error);
}

static pld_status read_delta(pld__study *study, const char *key, const json_t *value, pld_error *error) {
    return read_list(study, key, value, pld__study_read_deltas, error);
}

static pld_status read_epsilon(pld__study *study, const char *key, const json_t *value, pld_error *error) {
    return read_list(study, key, value, pld__study_read_epsilons, error);
}

static pld_status parse_positions(pld__study *study, const char *list, pld_error *error) {
    return pld__list_parse(list, &study->points, &study->point_count, error);
}

static pld_status read_x(pld__study *study, const char *key, const json_t *value, pld_error *error) {
    return read_list(study, key, value, parse_positions, error);
}

static pld_status read_adjacency(pld__study *study, const char *key, const json_t *value, pld_error *error) {
    return read_option(study, key, value, pld__read_adjacency, error);
}

static pld_status read_tolerance(pld__study *study, const char *key, const json_t *value, pld_error *error) {
    return read_option(study, key, value, pld__read_tolerance, error);
}

static pld_status read_relative_tolerance(pld__study *study, const char *key, const json_t *value, pld_error *error) {
    return read_option(study, key, value, pld__read_relative_tolerance, error);
}

static pld_status read_memory_limit(pld__study *study, const char *key, const json_t *value, pld_error *error) {
    return read_option(study, key, value, pld__read_memory_limit, error);
}

static pld_status read_series(pld__study *study, const char *key, const json_t *value, pld_error *error) {
    return read_text(key, value, &study->series, error);
}

static pld_status read_title(pld__study *study, const char *key, const json_t *value, pld_error *error) {
    return read_text(key, value, &study->title, error);
}

static pld_status read_methods(pld__study *study, const char *key, const json_t *value, pld_error *error) {
    pld_error value_error = {.message = ""};
    size_t count = json_is_array(value) ? json_array_size(value) : 1;
    pld_status status = PLD_OK;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        const char *names = json_string_value(json_is_array(value) ? json_array_get(value, i) : value);
        status = names ? pld__study_read_methods(study, names, &value_error)
                       : pld__error_argument(&value_error, key, "names as 'pld compare --help' lists them",
                                             "not the name of a method");
    }
    return blame(status, key, &value_error, error);
}

/* In the order in which they are read: axis after vary. */
static const struct {
    const char *name;
    key_reader *read;
} keys[] = {
    {"schema", read_schema},
    {"title", read_title},
    {"series", read_series},
    {"quantity", read_quantity},
    {"mechanisms", read_mechanisms},
    {"vary", read_vary},
    {"axis", read_axis},
    {"compositions", read_compositions},
    {"delta", read_delta},
    {"epsilon", read_epsilon},
    {"x", read_x},
    {"adjacency", read_adjacency},
    {"tolerance", read_tolerance},
    {"relative_tolerance", read_relative_tolerance},
    {"memory_limit", read_memory_limit},
    {"methods", read_methods},
};

enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

static pld_status check_names(const json_t *object, pld_error *error) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)object, name, value) {
        char allowed[sizeof error->allowed] = "", hint[64];
        size_t length = 0;
        bool known = false;
        pld__suggestion nearest = pld__suggestion_start(name);
        for (size_t i = 0; i < KEY_COUNT; i++) {
            known |= strcmp(keys[i].name, name) == 0;
            pld__suggestion_consider(&nearest, keys[i].name);
            length += (size_t)snprintf(allowed + length, sizeof allowed - length, "%s%s", i > 0 ? ", " : "", keys[i].name);
        }
        if (!known) {
            pld__suggestion_text(&nearest, hint, sizeof hint);
            return pld__error_argument(error, name, allowed, "an experiment has no key '%s'%s", name, hint);
        }
    }
    return PLD_OK;
}

/* Which keys a quantity needs, and which it has no use for. */
static pld_status check_presence(const json_t *object, pld__quantity quantity, pld_error *error) {
    static const struct {
        const char *key;
        bool needed[3], allowed[3]; /* by quantity */
    } rules[] = {
        {"schema", {true, true, true}, {true, true, true}},
        {"mechanisms", {true, true, true}, {true, true, true}},
        {"delta", {true, false, false}, {true, false, false}},
        {"epsilon", {false, true, false}, {false, true, false}},
        {"x", {false, false, true}, {false, false, true}},
        {"compositions", {false, false, false}, {true, true, false}},
        {"adjacency", {false, false, false}, {true, true, false}},
        {"tolerance", {false, false, false}, {true, true, false}},
        {"relative_tolerance", {false, false, false}, {true, true, false}},
        {"methods", {false, false, false}, {true, false, false}},
    };
    static const char *const names[] = {"epsilon", "delta", "density"};
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        bool given = json_object_get(object, rules[i].key) != NULL;
        if (!given && rules[i].needed[quantity]) {
            return pld__error_argument(error, rules[i].key, "", "the key '%s' is missing", rules[i].key);
        }
        if (given && !rules[i].allowed[quantity]) {
            return pld__error_argument(error, rules[i].key, "", "the key '%s' has no use for quantity \"%s\"", rules[i].key,
                                       names[quantity]);
        }
    }
    if (json_object_get(object, "tolerance") != NULL && json_object_get(object, "relative_tolerance") != NULL) {
        return pld__error_argument(error, "relative_tolerance", "one of them",
                                   "tolerance and relative_tolerance exclude each other");
    }
    return PLD_OK;
}

/* --- the file --------------------------------------------------------------------------------------------------------- */

static pld_status read_object(const json_t *object, pld__study *study, pld_error *error) {
    pld_status status = json_is_object(object)
                            ? check_names(object, error)
                            : pld__error_argument(error, "experiment", "an object", "an experiment is a JSON object");
    for (size_t i = 0; i < KEY_COUNT && status == PLD_OK; i++) {
        const json_t *value = json_object_get(object, keys[i].name);
        if (value != NULL) {
            status = keys[i].read(study, keys[i].name, value, error);
        }
    }
    if (status == PLD_OK) {
        status = check_presence(object, study->quantity, error);
    }
    if (status == PLD_OK && study->quantity == PLD__QUANTITY_DELTA) {
        pld__study_make_relative(study, json_object_get(object, "tolerance") != NULL,
                                 json_object_get(object, "relative_tolerance") != NULL);
    }
    if (status == PLD_OK) {
        status = pld__study_complete(study, error);
    }
    if (status == PLD_OK && study->quantity == PLD__QUANTITY_DENSITY) {
        status = pld__study_density_check(study, error);
    }
    return status;
}

pld_status pld__experiment_read(const char *path, pld__study *study, char **text, pld_error *error) {
    unsigned char *bytes = NULL;
    size_t size = 0;
    json_error_t problem;
    *study = (pld__study){.axis = PLD__NO_AXIS, .query = pld_options_default()};
    pld_status status = pld__file_read(path, &bytes, &size, error);
    if (status != PLD_OK) {
        return status;
    }
    if (size > EXPERIMENT_MOST) { /* it is kept as a whole beside the results */
        pld__free(bytes);
        return pld__error_argument(error, path, "at most 32000 bytes; ranges such as 1..16384:x2 are short", "'%s' is too long",
                                   path);
    }
    json_t *object = NULL;
    status = pld__json_parse((const char *)bytes, size, &object, &problem);
    pld__free(bytes);
    if (status == PLD_ERROR_MEMORY) {
        return status;
    }
    if (status != PLD_OK) {
        return pld__error_argument(error, path, "a JSON object", "'%s' is not JSON: line %d, column %d: %s", path, problem.line,
                                   problem.column, problem.text);
    }
    status = read_object(object, study, error);
    char *made = status == PLD_OK ? pld__json_dump(object, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(17)) : NULL;
    json_decref(object);
    if (status == PLD_OK && made == NULL) {
        return PLD_ERROR_MEMORY;
    }
    if (status == PLD_OK) {
        *text = made;
        study->experiment = made;
    }
    return status;
}
