#include "cli/json_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

json_t *pld__json_number(double value) {
    if (isfinite(value)) {
        return json_real(value);
    }
    return json_string(isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
}

json_t *pld__json_whole(uint64_t value) {
    return value <= INT64_MAX ? json_integer((json_int_t)value) : json_real((double)value);
}

json_t *pld__json_text(const char *text) {
    json_t *string = json_string(text);
    if (string != NULL) {
        return string;
    }
    size_t size = strlen(text) + 1;
    char *ascii = malloc(size);
    if (ascii == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < size; i++) {
        ascii[i] = (unsigned char)text[i] < 128 ? text[i] : '?';
    }
    string = json_string(ascii);
    free(ascii);
    return string;
}

bool pld__json_print(const json_t *object, FILE *stream) {
    return json_dumpf(object, stream, JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(17)) == 0 &&
           putc('\n', stream) != EOF;
}
