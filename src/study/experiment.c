/* Experiments: a study as a JSON object. */
#include "study/study.h"

#include "base/base.h"
#include "base/list.h"
#include "base/suggest.h"
#include "base/bytes.h"
#include "base/number.h"
#include "query/adjacency.h"
#include "store/file.h"
#include "store/json.h"
#include "study/density.h"
#include "study/methods.h"
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

/* --- values --------------------------------------------------------------------------------------------------------- */

/* A number or a text, as text. */
static bool scalar_text(const json_t *value, char *text, size_t size) {
    if (json_is_string(value)) {
        return (size_t)snprintf(text, size, "%s", json_string_value(value)) < size;
    }
    if (!json_is_number(value)) {
        return false;
    }
    char number[PLD__NUMBER_SIZE];
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

typedef pld_status list_reader(pld_study *study, const char *list, pld_error *error);

static pld_status read_list(pld_study *study, const char *key, const json_t *value, list_reader *read, pld_error *error) {
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

/* A value that is a number or a text, as the reader of such texts judges it. */
typedef pld_status option_reader(pld_study *study, const char *text, pld_error *error);

static pld_status read_option(pld_study *study, const char *key, const json_t *value, option_reader *read, pld_error *error) {
    char text[128];
    pld_error value_error = {.message = ""};
    if (!scalar_text(value, text, sizeof text)) {
        return pld__error_argument(error, key, "a number or a text", "%s is neither a number nor a text", key);
    }
    return blame(read(study, text, &value_error), key, &value_error, error);
}

/* --- keys ----------------------------------------------------------------------------------------------------------- */

typedef pld_status key_reader(pld_study *study, const char *key, const json_t *value, pld_error *error);

static pld_status read_schema(pld_study *study, const char *key, const json_t *value, pld_error *error) {
    (void)study;
    const char *schema = json_string_value(value);
    if (schema == NULL || strcmp(schema, EXPERIMENT_SCHEMA) != 0) {
        return pld__error_argument(error, key, "\"" EXPERIMENT_SCHEMA "\"", "%s is not \"" EXPERIMENT_SCHEMA "\"", key);
    }
    return PLD_OK;
}

static pld_status read_quantity(pld_study *study, const char *key, const json_t *value, pld_error *error) {
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

static pld_status read_mechanisms(pld_study *study, const char *key, const json_t *value, pld_error *error) {
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

static pld_status read_vary(pld_study *study, const char *key, const json_t *value, pld_error *error) {
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

static pld_status read_axis(pld_study *study, const char *key, const json_t *value, pld_error *error) {
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

static pld_status read_compositions(pld_study *study, const char *key, const json_t *value, pld_error *error) {
    return read_list(study, key, value, pld__study_read_compositions, error);
}

static pld_status read_delta(pld_study *study, const char *key, const json_t *value, pld_error *error) {
    return read_list(study, key, value, pld__study_read_deltas, error);
}

static pld_status read_epsilon(pld_study *study, const char *key, const json_t *value, pld_error *error) {
    return read_list(study, key, value, pld__study_read_epsilons, error);
}

static pld_status parse_positions(pld_study *study, const char *list, pld_error *error) {
    return pld__list_parse(list, &study->points, &study->point_count, error);
}

static pld_status read_x(pld_study *study, const char *key, const json_t *value, pld_error *error) {
    return read_list(study, key, value, parse_positions, error);
}

static pld_status parse_adjacency(pld_study *study, const char *text, pld_error *error) {
    return pld__adjacency_parse(text, &study->options.adjacency, error);
}

static pld_status parse_tolerance(pld_study *study, const char *text, pld_error *error) {
    return pld__number_parse_positive(text, &study->options.tolerance, error);
}

static pld_status parse_relative_tolerance(pld_study *study, const char *text, pld_error *error) {
    return pld__number_parse_positive(text, &study->options.relative_tolerance, error);
}

static pld_status parse_memory_limit(pld_study *study, const char *text, pld_error *error) {
    snprintf(study->memory_text, sizeof study->memory_text, "%s", text);
    return pld__bytes_parse(text, &study->options.memory_limit, error);
}

static pld_status read_adjacency(pld_study *study, const char *key, const json_t *value, pld_error *error) {
    return read_option(study, key, value, parse_adjacency, error);
}

static pld_status read_tolerance(pld_study *study, const char *key, const json_t *value, pld_error *error) {
    return read_option(study, key, value, parse_tolerance, error);
}

static pld_status read_relative_tolerance(pld_study *study, const char *key, const json_t *value, pld_error *error) {
    return read_option(study, key, value, parse_relative_tolerance, error);
}

static pld_status read_memory_limit(pld_study *study, const char *key, const json_t *value, pld_error *error) {
    return read_option(study, key, value, parse_memory_limit, error);
}

static pld_status read_series(pld_study *study, const char *key, const json_t *value, pld_error *error) {
    return read_text(key, value, &study->series, error);
}

static pld_status read_title(pld_study *study, const char *key, const json_t *value, pld_error *error) {
    return read_text(key, value, &study->title, error);
}

static pld_status read_methods(pld_study *study, const char *key, const json_t *value, pld_error *error) {
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

/* --- the file ------------------------------------------------------------------------------------------------------- */

static pld_status read_object(const json_t *object, pld_study *study, pld_error *error) {
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
        pld__options_make_relative(&study->options, json_object_get(object, "tolerance") != NULL,
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

/* The experiment as it is kept beside the results: on one line, keys sorted. */
static pld_status make_study(const json_t *object, pld_study **study, pld_error *error) {
    const pld_options options = pld_options_default();
    pld_study *made = pld__study_create(&options);
    pld_status status = made ? read_object(object, made, error) : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        made->experiment = pld__json_dump(object, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(17));
        status = made->experiment ? PLD_OK : PLD_ERROR_MEMORY;
    }
    if (status != PLD_OK) {
        pld_study_free(made);
        return status;
    }
    *study = made;
    return PLD_OK;
}

/* `name` is what the text is called where something is wrong with it. */
static pld_status parse(const char *name, const char *text, size_t size, pld_study **study, pld_error *error) {
    json_error_t problem;
    json_t *object = NULL;
    if (size > EXPERIMENT_MOST) { /* it is kept as a whole beside the results */
        return pld__error_argument(error, name, "at most 32000 bytes; ranges such as 1..16384:x2 are short", "'%s' is too long",
                                   name);
    }
    pld_status status = pld__json_parse(text, size, &object, &problem);
    if (status == PLD_ERROR_ARGUMENT) {
        return pld__error_argument(error, name, "a JSON object", "'%s' is not JSON: line %d, column %d: %s", name, problem.line,
                                   problem.column, problem.text);
    }
    if (status == PLD_OK) {
        status = make_study(object, study, error);
        json_decref(object);
    }
    return status;
}

pld_status pld_study_read(const char *path, pld_study **study, pld_error *error) {
    unsigned char *bytes = NULL;
    size_t size = 0;
    pld_status status = pld__file_read(path, &bytes, &size, error);
    if (status == PLD_OK) {
        status = parse(path, (const char *)bytes, size, study, error);
        pld__free(bytes);
    }
    return status;
}

pld_status pld_study_parse(const char *json, pld_study **study, pld_error *error) {
    return parse("experiment", json, strlen(json), study, error);
}
