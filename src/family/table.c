/* The table of families: where they are listed and found. */
#include "family/family.h"

#include "base/base.h"
#include "base/suggest.h"

#include <stdio.h>
#include <string.h>

#define ADDRESS(name) &pld__family_##name,
static const pld__family *const families[] = {PLD__FAMILIES(ADDRESS)};
enum { FAMILY_COUNT = sizeof families / sizeof families[0] };

const pld__family *pld__family_at(size_t index) {
    return index < FAMILY_COUNT ? families[index] : NULL;
}

const pld__family *pld__family_find(const char *name, pld_error *error) {
    pld__suggestion nearest = pld__suggestion_start(name);
    char allowed[sizeof error->allowed] = "", suggestion[64];
    size_t length = 0;
    for (size_t i = 0; i < FAMILY_COUNT; i++) {
        if (strcmp(families[i]->name, name) == 0) {
            return families[i];
        }
        pld__suggestion_consider(&nearest, families[i]->name);
        if (length < sizeof allowed) { /* a list that does not fit is cut */
            length += (size_t)snprintf(allowed + length, sizeof allowed - length, "%s%s", i > 0 ? ", " : "", families[i]->name);
        }
    }
    pld__suggestion_text(&nearest, suggestion, sizeof suggestion);
    (void)pld__error_argument(error, name, allowed, "there is no mechanism '%s'%s", name, suggestion);
    return NULL;
}

const pld__family *pld__family_of(const pld__traits *traits) {
    return traits->family ? traits->family : &pld__family_array;
}

const char *pld__key_kind_name(pld__key_kind kind) {
    switch (kind) {
    case PLD__KEY_NUMBER:
        return "a number";
    case PLD__KEY_WHOLE:
        return "a whole number";
    case PLD__KEY_NUMBERS:
        return "numbers with colons between";
    case PLD__KEY_NAME:
        return "a name";
    }
    return "";
}
