/* Reads `name:key=value,...@count`. What a word may be is in the rows of the families; whether a number is in range is judged by
 * the family's constructor. */
#include "family/spec.h"

#include "base/base.h"
#include "base/number.h"
#include "base/platform.h"
#include "base/suggest.h"
#include "family/check.h"
#include "family/standing.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Cuts the text at `separator` (ending it there) and returns what is behind, or NULL if the separator is not in it. */
static char *cut(char *text, char separator) {
    char *found = strchr(text, separator);
    if (found == NULL) {
        return NULL;
    }
    *found = '\0';
    return found + 1;
}

/* --- values --------------------------------------------------------------------------------------------------------- */

static pld_status parse_numbers(char *text, pld__value *value, pld_error *error) {
    size_t length = 1;
    for (const char *c = text; *c != '\0'; c++) {
        length += *c == ':';
    }
    double *numbers = pld__allocate(length, sizeof *numbers);
    if (numbers == NULL) {
        return PLD_ERROR_MEMORY;
    }
    pld_status status = PLD_OK;
    for (size_t i = 0; i < length && status == PLD_OK; i++) {
        char *rest = cut(text, ':');
        status = pld__number_parse(text, &numbers[i], error);
        text = rest;
    }
    if (status != PLD_OK) {
        pld__free(numbers);
        return status;
    }
    value->numbers = numbers;
    value->length = length;
    return PLD_OK;
}

/* Takes the text apart if it is a list. `word` is what to blame. */
static pld_status parse_value(const pld__family *family, const pld__key *key, const char *word, char *text, pld__value *value,
                              pld_error *error) {
    pld_status status = PLD_OK;
    pld_error number_error = {.message = ""};
    value->text = text;
    switch (key->kind) {
    case PLD__KEY_NUMBER:
        status = pld__number_parse(text, &value->number, &number_error);
        break;
    case PLD__KEY_WHOLE:
        status = pld__number_parse_whole(text, &value->whole, &number_error);
        break;
    case PLD__KEY_NUMBERS:
        status = parse_numbers(text, value, &number_error);
        break;
    case PLD__KEY_NAME:
        break;
    }
    if (status != PLD_ERROR_ARGUMENT) {
        return status;
    }
    return pld__error_argument(error, word, number_error.allowed, "%s of %s: %s", key->name, family->name, number_error.message);
}

/* --- keys ----------------------------------------------------------------------------------------------------------- */

/* What people look for among the keys and is said in another way: how often, and sampling. */
static void say_instead(const pld__family *family, const char *name, char *text, size_t size) {
    static const char *const times[] = {"steps", "count", "compositions", "T", "num_steps", "iterations", "rounds"};
    static const char *const rates[] = {"q", "sample_rate", "sampling_rate", "sampling_probability"};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        if (strcmp(name, times[i]) == 0) {
            snprintf(text, size, "; how often stands behind it, as in %s:..@1000", family->name);
        }
    }
    for (size_t i = 0; i < sizeof rates / sizeof rates[0] && family->no_sampling == NULL; i++) {
        if (strcmp(name, rates[i]) == 0) {
            snprintf(text, size, "; sampled it is poisson:q=..,of=%s,..", family->name);
        }
    }
}

static pld_status find_key(const pld__family *family, const char *name, size_t *index, pld_error *error) {
    pld__suggestion nearest = pld__suggestion_start(name);
    char allowed[sizeof error->allowed] = "", suggestion[96];
    size_t length = 0;
    for (size_t i = 0; i < family->key_count; i++) {
        if (strcmp(family->keys[i].name, name) == 0) {
            *index = i;
            return PLD_OK;
        }
        pld__suggestion_consider(&nearest, family->keys[i].name);
        if (length < sizeof allowed) {
            length +=
                (size_t)snprintf(allowed + length, sizeof allowed - length, "%s%s", i > 0 ? ", " : "", family->keys[i].name);
        }
    }
    pld__suggestion_text(&nearest, suggestion, sizeof suggestion);
    if (nearest.best == NULL) {
        say_instead(family, name, suggestion, sizeof suggestion);
    }
    return pld__error_argument(error, name, allowed, "%s has no key '%s'%s", family->name, name, suggestion);
}

/* One `key=value` of the spec. */
static pld_status parse_item(const pld__family *family, const char *spec, char *item, pld__value *values, pld_error *error) {
    const char *allowed = "key=value";
    char word[sizeof error->word];
    snprintf(word, sizeof word, "%s", item);
    if (*item == '\0') {
        return pld__error_argument(error, spec, "key=value, with commas between", "'%s' has an empty place where a key should be",
                                   spec);
    }
    char *text = cut(item, '=');
    if (text == NULL) {
        bool digits = word[strspn(word, "0123456789e-")] == '\0';
        return pld__error_argument(error, word, allowed, "'%s' has no value: there is no '=' in it%s", word,
                                   digits ? "; the decimal sign is a point" : "");
    }
    if (*item == '\0') {
        return pld__error_argument(error, word, allowed, "'%s' has no key before the '='", word);
    }
    size_t index = 0;
    pld_status status = find_key(family, item, &index, error);
    if (status != PLD_OK) {
        return status;
    }
    if (values[index].given) {
        return pld__error_argument(error, word, "each key once", "%s has the key '%s' twice", family->name, item);
    }
    if (*text == '\0') {
        return pld__error_argument(error, word, pld__key_kind_name(family->keys[index].kind), "'%s' has no value behind the '='",
                                   word);
    }
    values[index].given = true;
    return parse_value(family, &family->keys[index], word, text, &values[index], error);
}

/* Gives every key that was not given its fallback. */
static pld_status fill_fallbacks(const pld__family *family, pld__value *values, pld_error *error) {
    for (size_t i = 0; i < family->key_count; i++) {
        const pld__key *key = &family->keys[i];
        if (values[i].given) {
            continue;
        }
        if (key->fallback == NULL) {
            char allowed[sizeof error->allowed];
            snprintf(allowed, sizeof allowed, "%s=%s, %s", key->name, pld__key_kind_name(key->kind), key->meaning);
            return pld__error_argument(error, key->name, allowed, "%s needs the key '%s'", family->name, key->name);
        }
        char text[64];
        snprintf(text, sizeof text, "%s", key->fallback);
        pld_status status = parse_value(family, key, key->name, text, &values[i], error);
        values[i].text = key->fallback;
        if (status != PLD_OK) {
            return status;
        }
    }
    return PLD_OK;
}

/* Where the mechanism goes to, how many steps one of it is, and where files come from. */
typedef struct {
    pld__array_reader *reader;
    pld_mechanism **mechanism;
    uint64_t *steps, *count; /* the count may be taken into the mechanism */
    pld_error *error;
} target;

/* The scale of the noise if it is given as 0, or NULL. */
static pld__value *find_no_noise(const pld__family *family, pld__value *values) {
    for (size_t i = 0; i < family->key_count; i++) {
        const pld__key *key = &family->keys[i];
        if ((key->range == &pld__range_sigma || key->range == &pld__range_b) && values[i].given && values[i].number == 0) {
            return &values[i];
        }
    }
    return NULL;
}

/* Without noise nothing is promised: delta = 1, a bound for every mechanism there is, whatever is drawn (T40). The other keys are
 * judged as if there was noise; a pair that is given as it is has none that could be missing. */
static pld_status create_without_noise(const pld__family *family, const pld__given *given, pld__value *scale, const target *to) {
    static const char *const NOTE = "Without noise nothing is claimed: epsilon is infinite at every delta below 1.";
    pld_mechanism *noisy = NULL;
    scale->number = 1;
    pld_status status = family->create(given, &noisy, to->error);
    scale->number = 0;
    bool as_given = status == PLD_OK && pld__traits_standing(&noisy->traits) == PLD__STANDING_GIVEN;
    pld_mechanism_free(noisy);
    if (status != PLD_OK || as_given) {
        return status == PLD_OK ? family->create(given, to->mechanism, to->error) : status;
    }
    status = pld_mechanism_create_approx_dp(0, 1, 1, to->mechanism, to->error);
    return status == PLD_OK ? pld__mechanism_relabel(*to->mechanism, "approx-dp:epsilon=0,delta=1", NOTE) : status;
}

static pld_status create_from_keys(const pld__family *family, const char *spec, char *keys, double rate, const target *to) {
    pld_error *error = to->error;
    pld__value values[PLD__KEYS_MOST] = {{.given = false}};
    pld_status status = PLD_OK;
    while (keys != NULL && status == PLD_OK) {
        char *rest = cut(keys, ',');
        status = parse_item(family, spec, keys, values, error);
        keys = rest;
    }
    if (status == PLD_OK) {
        status = fill_fallbacks(family, values, error);
    }
    if (status == PLD_OK) {
        const pld__given given = {values, rate, *to->count, to->reader};
        pld__value *no_noise = find_no_noise(family, values);
        status = no_noise ? create_without_noise(family, &given, no_noise, to) : family->create(&given, to->mechanism, error);
    }
    if (status == PLD_OK && family->takes_count) {
        *to->count = 1;
    }
    if (status == PLD_OK && family->steps != NULL) {
        status = family->steps(values, to->steps, error);
    }
    for (size_t i = 0; i < PLD__KEYS_MOST; i++) {
        pld__free(values[i].numbers);
    }
    return status;
}

/* --- poisson:q=..,of=NAME,.. ---------------------------------------------------------------------------------------- */

/* Takes `key=` out of a list of keys, in place; returns its value in `value`, false if it is not there. Keys that are there twice
 * are left for the family to refuse. */
static bool take_key(char *keys, const char *key, char *value, size_t size) {
    size_t length = strlen(key);
    for (char *item = keys; item != NULL && *item != '\0';) {
        char *end = strchr(item, ','), *next = end ? end + 1 : item + strlen(item);
        if (strncmp(item, key, length) == 0 && item[length] == '=') {
            size_t used = (size_t)((end ? end : next) - item) - length - 1;
            snprintf(value, size, "%.*s", (int)used, item + length + 1);
            if (end != NULL) {
                memmove(item, next, strlen(next) + 1);
            } else {
                *(item > keys ? item - 1 : item) = '\0';
            }
            return true;
        }
        item = end ? next : NULL;
    }
    return false;
}

static pld_status missing_key(const char *key, const char *allowed, pld_error *error) {
    return pld__error_argument(error, key, allowed, "poisson needs the key '%s'", key);
}

/* `keys` may be NULL. */
static pld_status create_sampled(const char *spec, char *keys, const target *to) {
    pld_error *error = to->error;
    char name[64], number[64], word[80];
    double rate = 0;
    pld_error number_error = {.message = ""};
    if (keys == NULL || !take_key(keys, "q", number, sizeof number)) {
        return missing_key("q", "q=a number, probability that a record is in the batch", error);
    }
    if (!take_key(keys, "of", name, sizeof name)) {
        return missing_key("of", "of=NAME, the family that is sampled", error);
    }
    snprintf(word, sizeof word, "q=%s", number);
    if (pld__number_parse(number, &rate, &number_error) != PLD_OK) {
        return pld__error_argument(error, word, number_error.allowed, "q of poisson: %s", number_error.message);
    }
    const pld__family *family = pld__family_find(name, error);
    if (family == NULL) {
        return PLD_ERROR_ARGUMENT;
    }
    if (family->no_sampling != NULL) {
        snprintf(word, sizeof word, "of=%s", name);
        return pld__error_argument(error, word, "a family that is not sampled yet and whose pair is the worst case both ways",
                                   "poisson cannot sample %s: %s", name, family->no_sampling);
    }
    return create_from_keys(family, spec, *keys != '\0' ? keys : NULL, rate, to);
}

/* --- the whole spec ------------------------------------------------------------------------------------------------- */

/* `text` is what is behind the last `@`, NULL if there is none. */
static pld_status parse_count(const char *text, uint64_t *count, pld_error *error) {
    uint64_t value = 1;
    char word[sizeof error->word];
    if (text != NULL && (pld__number_parse_whole(text, &value, NULL) != PLD_OK || value < 1)) {
        snprintf(word, sizeof word, "@%s", text);
        return pld__error_argument(error, word, "@ and a whole number from 1 to 2^63, such as @16384 or @1e6",
                                   "the count '%s' is not a whole number from 1 to 2^63", word);
    }
    *count = value;
    return PLD_OK;
}

/* Multiplies the count by the steps that one of the mechanism is. */
static pld_status count_steps(const char *spec, uint64_t steps, uint64_t *count, pld_error *error) {
    const uint64_t most = UINT64_C(1) << 63;
    if (steps > most / *count) {
        return pld__error_argument(error, spec, "at most 2^63 steps", "'%s' are too many steps: %" PRIu64 " times %" PRIu64, spec,
                                   *count, steps);
    }
    *count *= steps;
    return PLD_OK;
}

/* `text` is a copy of the spec, to be taken apart. */
static pld_status parse_spec(const char *spec, char *text, const target *to, uint64_t *count) {
    pld_error *error = to->error;
    char *at = strrchr(text, '@');
    if (at != NULL) {
        *at = '\0';
    }
    char *keys = cut(text, ':');
    if (*text == '\0') {
        return pld__error_argument(error, spec, "name:key=value,...@count", "the mechanism '%s' has no name", spec);
    }
    const pld__family *family = pld__family_find(text, error);
    if (family == NULL) {
        return PLD_ERROR_ARGUMENT;
    }
    pld_status status = parse_count(at ? at + 1 : NULL, count, error);
    if (status == PLD_OK) {
        status = family->samples_another ? create_sampled(spec, keys, to) : create_from_keys(family, spec, keys, 1, to);
        if (status == PLD_ERROR_ARGUMENT && error != NULL) {
            snprintf(error->family, sizeof error->family, "%s", family->name);
        }
    }
    return status == PLD_OK ? count_steps(spec, *to->steps, count, error) : status;
}

pld_status pld__mechanism_parse(const char *spec, pld__array_reader *reader, pld_mechanism **mechanism, uint64_t *count,
                                pld_error *error) {
    if (spec == NULL || mechanism == NULL || count == NULL) {
        return pld__error_argument(error, "", "", "the spec, the mechanism and the count must not be NULL");
    }
    pld_status status = pld__platform_check(error);
    if (status != PLD_OK) {
        return status;
    }
    size_t size = strlen(spec) + 1;
    char *text = pld__allocate(size, 1);
    if (text == NULL) {
        return PLD_ERROR_MEMORY;
    }
    memcpy(text, spec, size);
    pld_mechanism *created = NULL;
    uint64_t steps = 1, total = 1;
    status = parse_spec(spec, text, &(target){reader, &created, &steps, &total, error}, &total);
    if (status == PLD_OK) {
        *mechanism = created;
        *count = total;
    } else {
        pld_mechanism_free(created);
    }
    pld__free(text);
    return status;
}

pld_status pld_mechanism_parse(const char *spec, pld_mechanism **mechanism, uint64_t *count, pld_error *error) {
    return pld__mechanism_parse(spec, NULL, mechanism, count, error);
}
