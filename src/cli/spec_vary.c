#include "cli/spec_vary.h"

#include "base/base.h"
#include "mechanism/spec.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 1e-05 is 1e-5 as people write it. */
static void shorten_exponent(char *text) {
    char *digits = strchr(text, 'e');
    if (digits != NULL) {
        digits += digits[1] == '+' || digits[1] == '-' ? 2 : 1;
        size_t zeros = strspn(digits, "0");
        memmove(digits, digits + zeros, strlen(digits + zeros) + 1);
    }
}

void pld__number_text(double value, char text[PLD__NUMBER_TEXT]) {
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, PLD__NUMBER_TEXT, "%.*g", digits, value);
        if (strtod(text, NULL) == value) {
            break;
        }
    }
    shorten_exponent(text);
}

/* Where `key=` begins among the keys from `keys` to `end`, NULL if it is not there. */
static const char *find_item(const char *keys, const char *end, const char *key) {
    size_t length = strlen(key);
    for (const char *item = keys; item < end;) {
        if ((size_t)(end - item) > length && strncmp(item, key, length) == 0 && item[length] == '=') {
            return item;
        }
        const char *comma = memchr(item, ',', (size_t)(end - item));
        item = comma ? comma + 1 : end;
    }
    return NULL;
}

static bool family_has_key(const pld__family *family, const char *key) {
    bool has = false;
    for (size_t i = 0; i < family->key_count; i++) {
        has |= strcmp(family->keys[i].name, key) == 0;
    }
    return has;
}

pld_status pld__spec_has_key(const char *spec, const char *key, bool *has, pld_error *error) {
    char name[128];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(spec, ":@"), spec);
    const pld__family *family = pld__family_find(name, error);
    if (family == NULL) {
        return PLD_ERROR_ARGUMENT;
    }
    *has = family_has_key(family, key);
    if (family == &pld__family_poisson) { /* the keys of what is sampled are keys of the spec */
        const char *end = spec + strlen(spec), *item = find_item(spec + strlen(name) + 1, end, "of");
        snprintf(name, sizeof name, "%.*s", item ? (int)strcspn(item + strlen("of="), ",@") : 0,
                 item ? item + strlen("of=") : "");
        family = item ? pld__family_find(name, NULL) : NULL;
        *has |= family != NULL && family_has_key(family, key);
    }
    return PLD_OK;
}

char *pld__spec_with(const char *spec, const char *key, const char *value) {
    const char *colon = strchr(spec, ':'), *at = strrchr(spec, '@');
    const char *end = at ? at : spec + strlen(spec);
    const char *keys = colon && colon < end ? colon + 1 : end;
    const char *item = find_item(keys, end, key);
    const char *rest = end;
    size_t size = strlen(spec) + strlen(key) + strlen(value) + 4;
    char *made = malloc(size);
    if (made == NULL) {
        return NULL;
    }
    if (item != NULL) {
        const char *comma = memchr(item, ',', (size_t)(end - item));
        rest = comma ? comma : end;
        snprintf(made, size, "%.*s%s=%s%s", (int)(item - spec), spec, key, value, rest);
    } else {
        const char *separator = keys == end ? (colon && colon < end ? "" : ":") : ",";
        snprintf(made, size, "%.*s%s%s=%s%s", (int)(end - spec), spec, separator, key, value, rest);
    }
    return made;
}
