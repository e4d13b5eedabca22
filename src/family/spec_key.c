/* Keys of specs that are still text. */
#include "family/spec.h"

#include <stdio.h>
#include <string.h>

const char *pld__spec_item(const char *keys, const char *end, const char *key) {
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

bool pld__spec_has(const char *spec, const char *key) {
    const char *colon = strchr(spec, ':');
    return colon != NULL && pld__spec_item(colon + 1, spec + strlen(spec), key) != NULL;
}

static const pld__key *key_of(const pld__family *family, const char *key) {
    for (size_t i = 0; i < family->key_count; i++) {
        if (strcmp(family->keys[i].name, key) == 0) {
            return &family->keys[i];
        }
    }
    return NULL;
}

pld_status pld__spec_key(const char *spec, const char *key, const pld__key **found, pld_error *error) {
    char name[128];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(spec, ":@"), spec);
    const pld__family *family = pld__family_find(name, error);
    if (family == NULL) {
        return PLD_ERROR_ARGUMENT;
    }
    *found = key_of(family, key);
    if (family->samples_another && *found == NULL) { /* the keys of what is sampled are keys of the spec */
        const char *end = spec + strlen(spec), *keys = spec + strlen(name);
        const char *item = pld__spec_item(*keys == ':' ? keys + 1 : keys, end, "of");
        snprintf(name, sizeof name, "%.*s", item ? (int)strcspn(item + strlen("of="), ",@") : 0,
                 item ? item + strlen("of=") : "");
        family = item ? pld__family_find(name, NULL) : NULL;
        *found = family ? key_of(family, key) : NULL;
    }
    return PLD_OK;
}
