#include "cli/result_file.h"

#include "base/base.h"
#include "base/number.h"
#include "options/values.h"
#include "process/input.h"
#include "store/file.h"
#include "store/json.h"
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Results are short; more than this is none. */
enum { LENGTH_MOST = 16000000 };

#define NUMBER_ALLOWED "a number, or \"Infinity\""

/* --- values --------------------------------------------------------------------------------------------------------- */

/* The word to blame is the key with what it belongs to in front. */
static pld_status missing(const char *within, const char *key, const char *allowed, pld_error *error) {
    char word[96];
    snprintf(word, sizeof word, "%s%s%s", within, within[0] != '\0' ? "." : "", key);
    return pld__error_argument(error, word, allowed, "the result has no '%s', or not one that can be used", word);
}

static bool number_of(const json_t *value, double *number) {
    const char *text = json_string_value(value);
    if (json_is_number(value)) {
        *number = json_number_value(value);
        return true;
    }
    if (text == NULL || (strcmp(text, "Infinity") != 0 && strcmp(text, "-Infinity") != 0)) {
        return false;
    }
    *number = text[0] == '-' ? -INFINITY : INFINITY;
    return true;
}

static pld_status read_number(const json_t *object, const char *within, const char *key, double low, double *number,
                              pld_error *error) {
    if (!number_of(json_object_get(object, key), number) || !(*number >= low)) {
        return missing(within, key, low == 0 ? "a number of 0 or more" : NUMBER_ALLOWED, error);
    }
    return PLD_OK;
}

static pld_status read_ends(const json_t *object, const char *within, pld__claimed *claimed, pld_error *error) {
    if (!json_is_object(object)) {
        return missing("", within, "an object with 'lower' and 'upper'", error);
    }
    pld_status status = read_number(object, within, "lower", -INFINITY, &claimed->lower, error);
    return status == PLD_OK ? read_number(object, within, "upper", -INFINITY, &claimed->upper, error) : status;
}

/* --- mechanisms ----------------------------------------------------------------------------------------------------- */

/* What is written beside a spec must be what the spec is: a result of which somebody changed one of both is about nothing. */
static pld_status check_step(const json_t *step, const pld_mechanism *mechanism, uint64_t count, pld_error *error) {
    const json_t *resolved = json_object_get(step, "resolved"), *stated = json_object_get(step, "count");
    char allowed[32];
    if (resolved != NULL &&
        (!json_is_string(resolved) || strcmp(json_string_value(resolved), pld_mechanism_resolved(mechanism)) != 0)) {
        return pld__error_argument(error, "mechanisms.resolved", pld_mechanism_resolved(mechanism),
                                   "'resolved' is not what '%s' is", json_string_value(json_object_get(step, "given")));
    }
    if (stated != NULL && (double)count != json_number_value(stated)) {
        snprintf(allowed, sizeof allowed, "%" PRIu64, count);
        return pld__error_argument(error, "mechanisms.count", allowed, "'count' is not that of '%s'",
                                   json_string_value(json_object_get(step, "given")));
    }
    return PLD_OK;
}

static pld_status read_mechanisms(const json_t *array, pld__result_file *file, pld_error *error) {
    size_t count = json_array_size(array);
    if (!json_is_array(array) || count == 0) {
        return missing("", "mechanisms", "an array of objects with 'given', a mechanism", error);
    }
    pld_status status = pld_composition_create(file->adjacency, &file->composition);
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        const json_t *step = json_array_get(array, i), *given = json_is_string(step) ? step : json_object_get(step, "given");
        if (!json_is_string(given)) {
            status = missing("mechanisms", "given", "a mechanism, such as poisson-gaussian:q=0.01,sigma=1@1000", error);
        } else {
            status = pld_composition_add_spec(file->composition, json_string_value(given), error);
        }
    }
    /* Equal steps have been joined; only where there were none each is still where it was. */
    size_t joined = 0;
    const pld_step *steps = status == PLD_OK ? pld_composition_steps(file->composition, &joined) : NULL;
    for (size_t i = 0; i < count && status == PLD_OK && joined == count; i++) {
        status = check_step(json_array_get(array, i), steps[i].mechanism, steps[i].count, error);
    }
    return status;
}

/* --- the question --------------------------------------------------------------------------------------------------- */

static pld_status read_adjacency(const json_t *object, pld__result_file *file, pld_error *error) {
    const char *name = json_string_value(json_object_get(object, "adjacency"));
    pld__command_line line = {.query = pld_options_default()};
    if (name == NULL || pld__read_adjacency(name, &line, NULL) != PLD_OK) {
        return missing("", "adjacency", "add, remove, add-remove, replace or zero-out", error);
    }
    file->adjacency = line.query.adjacency;
    file->claim.asked[PLD_REMOVE] = file->adjacency != PLD_ADJACENCY_ADD;
    file->claim.asked[PLD_ADD] = file->adjacency != PLD_ADJACENCY_REMOVE;
    return PLD_OK;
}

static pld_status read_question(const json_t *object, pld__result_file *file, pld_error *error) {
    pld__asserted *claim = &file->claim;
    const char *schema = json_string_value(json_object_get(object, "schema"));
    claim->about_delta = schema != NULL && strcmp(schema, "pld.delta/1") == 0;
    if (!claim->about_delta && (schema == NULL || strcmp(schema, "pld.epsilon/1") != 0)) {
        return missing("", "schema", "\"pld.epsilon/1\" or \"pld.delta/1\"", error);
    }
    const char *given = claim->about_delta ? "epsilon" : "delta", *answered = claim->about_delta ? "delta" : "epsilon";
    claim->log10_given = NAN;
    pld_status status = read_number(object, "", given, 0, &claim->given, error);
    if (status == PLD_OK && claim->about_delta && isinf(claim->given)) {
        status = missing("", given, "a finite number of 0 or more", error);
    }
    if (status == PLD_OK && !claim->about_delta && claim->given < DBL_MIN && json_object_get(object, "log10_delta") != NULL) {
        status = read_number(object, "", "log10_delta", -INFINITY, &claim->log10_given, error);
    }
    return status == PLD_OK ? read_ends(json_object_get(object, answered), answered, &claim->whole, error) : status;
}

static pld_status read_directions(const json_t *object, pld__asserted *claim, pld_error *error) {
    const json_t *directions = json_object_get(object, "directions");
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const char *name = pld_direction_name((pld_direction)d);
        const json_t *ends = json_object_get(directions, name);
        char within[32];
        claim->directions[d] = (pld__claimed){NAN, NAN};
        snprintf(within, sizeof within, "directions.%s", name);
        pld_status status = claim->asked[d] && ends != NULL ? read_ends(ends, within, &claim->directions[d], error) : PLD_OK;
        if (status != PLD_OK) {
            return status;
        }
    }
    return PLD_OK;
}

static uint64_t whole_of(const json_t *value) {
    double number = json_number_value(value);
    return number >= 0 && number < 1e15 ? (uint64_t)number : 0;
}

/* Any hint will do, and one that is no good is as if there were none. */
static void read_certificate(const json_t *object, pld__asserted *claim) {
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const json_t *hint = json_object_get(json_object_get(object, "certificate"), pld_direction_name((pld_direction)d));
        pld__certificate made = {json_number_value(json_object_get(hint, "tilt")),
                                 json_number_value(json_object_get(hint, "period")),
                                 json_number_value(json_object_get(hint, "order")),
                                 whole_of(json_object_get(hint, "frequencies")), whole_of(json_object_get(hint, "precision"))};
        claim->certificates[d] = made.tilt > 0 ? made : (pld__certificate){.tilt = 0};
    }
}

static pld_status read_object(const json_t *object, pld__result_file *file, pld_error *error) {
    pld_status status = read_question(object, file, error);
    if (status == PLD_OK) {
        status = read_adjacency(object, file, error);
    }
    if (status == PLD_OK) {
        status = read_directions(object, &file->claim, error);
    }
    if (status == PLD_OK) {
        status = read_mechanisms(json_object_get(object, "mechanisms"), file, error);
    }
    read_certificate(object, &file->claim);
    return status;
}

/* --- the text ------------------------------------------------------------------------------------------------------- */

static pld_status read_text(const char *path, char **text, size_t *size, pld_error *error) {
    unsigned char *bytes = NULL;
    pld_status status = pld__input_path(path, &path, error);
    if (status == PLD_OK) {
        status = pld__file_read(path, &bytes, size, error);
    }
    if (status == PLD_OK && *size <= LENGTH_MOST) {
        *text = malloc(*size + 1);
        status = *text ? PLD_OK : PLD_ERROR_MEMORY;
    }
    if (status == PLD_OK && *text != NULL) {
        memcpy(*text, bytes, *size);
    }
    pld__free(bytes);
    return status;
}

pld_status pld__result_file_read(const char *path, pld__result_file *file, pld_error *error) {
    char *text = NULL;
    size_t size = 0;
    json_t *object = NULL;
    json_error_t problem;
    *file = (pld__result_file){.composition = NULL};
    pld_status status = read_text(path, &text, &size, error);
    if (status == PLD_OK && size > LENGTH_MOST) {
        status = pld__error_argument(error, path, "a result, which is short", "'%s' is too long", path);
    }
    if (status == PLD_OK) {
        status = pld__json_parse(text, size, &object, &problem);
        if (status == PLD_ERROR_ARGUMENT) {
            status = pld__error_argument(error, path, "a JSON object", "'%s' is not JSON: line %d, column %d: %s", path,
                                         problem.line, problem.column, problem.text);
        }
    }
    if (status == PLD_OK) {
        status = read_object(object, file, error);
    }
    json_decref(object);
    free(text);
    return status;
}

void pld__result_file_free(pld__result_file *file) {
    pld_composition_free(file->composition);
}

void pld__result_file_print(const pld__result_file *file, FILE *stream) {
    const pld__asserted *claim = &file->claim;
    fprintf(stream, "%s in [%s, %s] at %s = %s, %s\n", claim->about_delta ? "delta" : "epsilon",
            pld__number_format(claim->whole.lower).text, pld__number_format(claim->whole.upper).text,
            claim->about_delta ? "epsilon" : "delta", pld__number_format(claim->given).text, pld_adjacency_name(file->adjacency));
    pld__composition_print(file->composition, stream);
    putc('\n', stream);
}
