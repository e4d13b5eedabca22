/* Any text as the spec of a mechanism.
 *
 * An input that begins with '*' is a row of choices instead, a byte each: a family, a value for each of its keys from a list of
 * extremes, and whether it is sampled. Texts by chance are seldom mechanisms. */
#include "support.h"

#include "family/spec.h"
#include "pair/pair.h"
#include <math.h>
#include <pld/mechanism.h>
#include <stdio.h>
#include <stdlib.h>

/* A pair that was accepted has losses in order, and curves that are probabilities and fall, up to rounding. */
static void check_pair(const pld_mechanism *mechanism, const char *spec) {
    for (int i = 0; i < PLD_DIRECTIONS; i++) {
        pld_direction direction = (pld_direction)i;
        double infimum = pld_mechanism_loss_infimum(mechanism, direction);
        double supremum = pld_mechanism_loss_supremum(mechanism, direction);
        FUZZ_CHECK(infimum <= supremum, "%s: losses from %g to %g", spec, infimum, supremum);
        double before = 1;
        for (int epsilon = 0; epsilon < 3; epsilon++) {
            double delta = pld_mechanism_delta(mechanism, direction, epsilon);
            FUZZ_CHECK(delta >= 0 && delta <= before + 1e-12, "%s: delta(%d) = %.17g after %.17g", spec, epsilon, delta, before);
            before = delta;
        }
    }
}

/* What it resolves to is a spec of the same mechanism, to the bit; of dp-sgd, whose rate is a fraction, that of the nearest
 * double. */
static void check_resolved(const pld_mechanism *mechanism, const char *spec) {
    pld_mechanism *again = NULL;
    pld_error error = {.message = ""};
    uint64_t count = 0;
    const char *resolved = pld_mechanism_resolved(mechanism);
    pld_status status = pld_mechanism_parse(resolved, &again, &count, &error);
    if (status == PLD_ERROR_MEMORY) {
        return;
    }
    FUZZ_CHECK(status == PLD_OK && count == 1, "%s resolves to %s: %s", spec, resolved, error.message);
    double one = pld_mechanism_delta(mechanism, PLD_REMOVE, 0.5), other = pld_mechanism_delta(again, PLD_REMOVE, 0.5);
    bool fraction = pld__traits_has_fraction(&mechanism->traits);
    FUZZ_CHECK(one == other || (isnan(one) && isnan(other)) || fraction, "%s resolves to %s: %.17g and %.17g", spec, resolved,
               one, other);
    pld_mechanism_free(again);
}

/* The next of `count` choices; the first one behind the end. */
static size_t choose(const uint8_t **bytes, size_t *size, size_t count) {
    if (*size == 0) {
        return 0;
    }
    (*size)--;
    return *(*bytes)++ % count;
}

static const char *choose_value(const pld__key *key, const uint8_t **bytes, size_t *size) {
    static const char *const numbers[] = {"1",      "0",      "0.5",   "1e-300", "1e300", "1e-9", "1e9",   "1e-20",
                                          "2",      "3.7",    "0.999", "0.01",   "1e-4",  "100",  "-1",    "1.7e308",
                                          "3e-308", "0.3333", "1/3",   "20",     "1e15",  "0.05", "20000", "700"};
    static const char *const wholes[] = {"1",    "0", "2", "3", "10", "100", "1000", "1e6", "1e9", "1e15", "9223372036854775808",
                                         "60000"};
    static const char *const lists[] = {"1",        "1/2:1/2", "0:1",         "1/4:3/4", "-1:1", "0",
                                        "1e-300:1", "0:1e300", "0.2:0.3:0.5", "0:1:2",   "1:0"};
    static const char *const names[] = {"poisson", "x"};
#define CHOOSE(list) list[choose(bytes, size, sizeof list / sizeof list[0])]
    switch (key->kind) {
    case PLD__KEY_NUMBER:
        return CHOOSE(numbers);
    case PLD__KEY_WHOLE:
        return CHOOSE(wholes);
    case PLD__KEY_NUMBERS:
        return CHOOSE(lists);
    case PLD__KEY_NAME:
        break;
    }
    return CHOOSE(names);
#undef CHOOSE
}

/* To be freed. */
static char *make_spec(const uint8_t *bytes, size_t size) {
    static const pld__key rate = {.kind = PLD__KEY_NUMBER};
    char *made = NULL;
    size_t length = 0, families = 0;
    FILE *stream = open_memstream(&made, &length);
    FUZZ_CHECK(stream != NULL, "no memory for a spec");
    while (pld__family_at(families) != NULL) {
        families++;
    }
    const pld__family *family = pld__family_at(choose(&bytes, &size, families));
    const char *between = ":";
    if (choose(&bytes, &size, 4) == 3) {
        fprintf(stream, "poisson:q=%s,of=%s", choose_value(&rate, &bytes, &size), family->name);
        between = ",";
    } else {
        fprintf(stream, "%s", family->name);
    }
    for (size_t i = 0; i < family->key_count; i++) {
        if (family->keys[i].fallback == NULL || choose(&bytes, &size, 2) == 1) {
            fprintf(stream, "%s%s=%s", between, family->keys[i].name, choose_value(&family->keys[i], &bytes, &size));
            between = ",";
        }
    }
    fclose(stream);
    return made;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    pld_mechanism *mechanism = NULL;
    pld_error error = {.message = ""};
    uint64_t count = 0;
    char *spec = size > 0 && bytes[0] == '*' ? make_spec(bytes + 1, size - 1) : fuzz_text(bytes, size);
    pld_status status = pld_mechanism_parse(spec, &mechanism, &count, &error);
    if (status == PLD_OK) {
        FUZZ_CHECK(count >= 1 && count <= UINT64_C(1) << 63, "%s: %llu steps", spec, (unsigned long long)count);
        check_resolved(mechanism, spec);
        check_pair(mechanism, spec);
    } else {
        FUZZ_CHECK(mechanism == NULL && count == 0, "%s: a failure with a result", spec);
        fuzz_check_failure(status, &error);
    }
    pld_mechanism_free(mechanism);
    free(spec);
    return 0;
}
