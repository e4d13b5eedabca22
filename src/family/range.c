#include "family/range.h"

#include "family/family.h"

#include <stdio.h>
#include <string.h>

/* Name, sign, low, high, start, whether 0 leaves the step out; in the order in which they are listed to users. */
#define RANGES(range)                                                                                                    \
    range(sigma, -1, 1e-6, 1e12, 1, false) range(b, -1, 1e-6, 1e12, 1, false) range(q, 1, 1e-15, 1, 0.01, false)         \
        range(k, 1, 0, 1e5, 1, true) range(N, -1, 1, 1e15, 1e4, false) range(B, 1, 0, 1e15, 1, true)                     \
            range(batch, 1, 1, 1e15, 1, false) range(epochs, 1, 1e-12, 1e12, 1, false) range(steps, 1, 0, 1e12, 1, true) \
                range(sensitivity, 1, 1e-9, 1e12, 1, false) range(shift, 1, 1e-9, 1e12, 1, false)                        \
                    range(removed, 1, 0, 1e5, 1, false) range(added, 1, 0, 1e5, 1, false)                                \
                        range(epsilon, 1, 1e-12, 1e3, 0.125, false) range(delta, 1, 1e-30, 1, 1e-9, false)

#define DEFINE(name, sign, low, high, start, none) const pld__key_range pld__range_##name = {sign, low, high, start, none};
RANGES(DEFINE)

const pld__key_range pld__range_count = {1, 0, 1e12, 1, true};

#define NAME(name, sign, low, high, start, none) #name,
static const char *const NAMES[] = {RANGES(NAME)};
enum { NAME_COUNT = sizeof NAMES / sizeof NAMES[0] };

static void append(char *text, size_t size, size_t *length, const char *name) {
    if (*length < size)
        *length += (size_t)snprintf(text + *length, size - *length, "%s%s", *length > 0 ? ", " : "", name);
}

static bool is_shared(const char *name) {
    for (size_t i = 0; i < NAME_COUNT; i++)
        if (strcmp(NAMES[i], name) == 0)
            return true;
    return false;
}

void pld__range_names(char *text, size_t size) {
    size_t length = 0;
    const pld__family *family = NULL;
    for (size_t i = 0; i < NAME_COUNT; i++)
        append(text, size, &length, NAMES[i]);
    for (size_t i = 0; (family = pld__family_at(i)) != NULL; i++)
        for (size_t j = 0; j < family->key_count; j++)
            if (family->keys[j].range && !is_shared(family->keys[j].name))
                append(text, size, &length, family->keys[j].name);
}
