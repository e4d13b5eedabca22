#include "study/series_name.h"

#include "base/number.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

pld__series_name pld__series_name_start(char *text, size_t size) {
    text[0] = '\0';
    return (pld__series_name){.text = text, .size = size, .sum = UINT64_C(0xcbf29ce484222325)};
}

/* At most so many characters of the text. */
static void append(pld__series_name *name, const char *text, size_t most) {
    for (const char *c = text; *c != '\0' && c < text + most; c++, name->length++) {
        name->sum = (name->sum ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
        if (name->length + 1 < name->size) {
            name->text[name->length] = *c;
            name->text[name->length + 1] = '\0';
        }
    }
}

void pld__series_name_add(pld__series_name *name, const char *text) {
    append(name, text, strlen(text));
}

void pld__series_name_add_family(pld__series_name *name, const char *spec) {
    append(name, name->length > 0 ? "+" : "", 1);
    append(name, spec, strcspn(spec, ":@"));
}

void pld__series_name_add_value(pld__series_name *name, const char *key, double value) {
    char text[PLD__NUMBER_SIZE];
    pld__number_write(value, text);
    pld__series_name_add(name, name->length > 0 ? "," : "");
    pld__series_name_add(name, key);
    pld__series_name_add(name, "=");
    pld__series_name_add(name, text);
}

void pld__series_name_end(pld__series_name *name) {
    if (name->length < name->size) {
        return;
    }
    char sum[32];
    int length = snprintf(sum, sizeof sum, "~%016" PRIx64, name->sum);
    size_t place = name->size - 1 - (size_t)length;
    while (place > 0 && ((unsigned char)name->text[place] & 0xc0) == 0x80) { /* not inside of a character */
        place--;
    }
    memcpy(name->text + place, sum, (size_t)length + 1);
}

void pld__series_name_of(const pld_composition *composition, const char *series, char *text, size_t size) {
    pld__series_name name = pld__series_name_start(text, size);
    const char *spec = NULL;
    if (series != NULL) {
        pld__series_name_add(&name, series);
    }
    for (size_t i = 0; series == NULL && (spec = pld_composition_spec(composition, i)) != NULL; i++) {
        pld__series_name_add_family(&name, spec);
    }
    pld__series_name_end(&name);
}
