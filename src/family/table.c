/* The table of families: where they are listed and found. */
#include "family/family.h"

#include "base/base.h"
#include "base/suggest.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define ADDRESS(name) &pld__family_##name,
static const pld__family *const families[] = {PLD__FAMILIES(ADDRESS)};
enum { FAMILY_COUNT = sizeof families / sizeof families[0] };

const pld__family *pld__family_at(size_t index) {
    return index < FAMILY_COUNT ? families[index] : NULL;
}

/* Mechanisms that are known by name and are no family of their own: why, and what to ask for instead. */
static const struct {
    const char *name, *why, *instead;
} ELSEWHERE[] = {
    {"gaussian-noisy-max", "no pair is known for the largest score after Gaussian noise alone",
     "gaussian:sigma=..,sensitivity=.. of all noisy scores, of which the largest is computed; or exponential, noisy-vote"},
    {"gumbel-noisy-max", "the largest score after Gumbel noise of scale 2 Delta/epsilon is the exponential mechanism",
     "exponential:epsilon=.."},
    {"laplace-noisy-max", "the largest score after Laplace noise is a noisy vote", "noisy-vote:b=.."},
    {"exponential-noisy-max", "the largest score after exponential noise is permute-and-flip", "permute-and-flip:epsilon=.."},
    {"sparse-vector",
     "a whole run up to its cut-off c, which says only above or below, with Laplace noise of scale Delta/E1 on the threshold and "
     "2 c Delta/E2 on every query, is one step of pure differential privacy E1 + E2",
     "approx-dp:epsilon=E for E = E1 + E2, once for each run"},
};

/* Says so, if it is one of these. */
static bool is_elsewhere(const char *name, pld_error *error) {
    for (size_t i = 0; i < sizeof ELSEWHERE / sizeof ELSEWHERE[0]; i++)
        if (strcmp(ELSEWHERE[i].name, name) == 0) {
            (void)pld__error_argument(error, name, ELSEWHERE[i].instead, "'%s' is no mechanism of its own: %s", name,
                                      ELSEWHERE[i].why);
            return true;
        }
    return false;
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
    if (is_elsewhere(name, error))
        return NULL;
    pld__suggestion_text(&nearest, suggestion, sizeof suggestion);
    (void)pld__error_argument(error, name, allowed, "there is no mechanism '%s'%s", name, suggestion);
    if (error != NULL && nearest.best != NULL) {
        snprintf(error->family, sizeof error->family, "%s", nearest.best);
    }
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
