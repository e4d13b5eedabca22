#include "family/family.h"
#include "json/piece.h"

#include <pld/json.h>

static json_t *key_of(pld__json_builder *build, const pld__key *key) {
    json_t *object = json_object();
    pld__json_set(build, object, "name", json_string(key->name));
    pld__json_set(build, object, "kind", json_string(pld__key_kind_name(key->kind)));
    pld__json_set(build, object, "default", key->fallback ? json_string(key->fallback) : json_null());
    pld__json_set(build, object, "meaning", pld__json_text(key->meaning));
    pld__json_set(build, object, "solvable", json_boolean(key->range != NULL));
    return object;
}

static json_t *family_of(pld__json_builder *build, const pld__family *family) {
    json_t *object = json_object(), *keys = json_array();
    for (size_t i = 0; i < family->key_count; i++)
        pld__json_append(build, keys, key_of(build, &family->keys[i]));
    pld__json_set(build, object, "name", json_string(family->name));
    pld__json_set(build, object, "meaning", pld__json_text(family->meaning));
    pld__json_set(build, object, "keys", keys);
    pld__json_set(build, object, "adjacency", pld__json_text(family->adjacency));
    pld__json_set(build, object, "remark", pld__json_text(family->remark));
    pld__json_set(build, object, "reference", pld__json_text(family->reference));
    pld__json_set(build, object, "example", pld__json_text(family->example));
    return object;
}

pld_status pld_json_mechanisms(char **text) {
    pld__json_builder build = {.complete = true};
    json_t *object = pld__json_start(&build, "pld.mechanisms/1"), *list = json_array();
    const pld__family *family;
    for (size_t i = 0; (family = pld__family_at(i)) != NULL; i++)
        pld__json_append(&build, list, family_of(&build, family));
    pld__json_set(&build, object, "mechanisms", list);
    return pld__json_finish(&build, object, text);
}
