#include "composition/spec_vary.h"

#include "family/spec.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pld_status pld__spec_has_key(const char *spec, const char *key, bool *has, pld_error *error) {
    const pld__key *found = NULL;
    pld_status status = pld__spec_key(spec, key, &found, error);
    if (status == PLD_OK) {
        *has = found != NULL;
    }
    return status;
}

char *pld__spec_with(const char *spec, const char *key, const char *value) {
    const char *colon = strchr(spec, ':'), *at = strrchr(spec, '@');
    const char *end = at ? at : spec + strlen(spec);
    const char *keys = colon && colon < end ? colon + 1 : end;
    const char *item = pld__spec_item(keys, end, key);
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
