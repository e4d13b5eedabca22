#include "json/yaml.h"

#include "base/decimal.h"
#include "json/piece.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What JSON allows as it is and YAML does not, at the beginning of a text in UTF-8: ends of lines that only YAML knows, and
 * controls. 0 if there is none, or the number of its bytes. */
static size_t yaml_special(const char *text, unsigned *point) {
    const unsigned char *byte = (const unsigned char *)text;
    static const unsigned points[] = {0x2028, 0x2029, 0xfeff, 0xfffe, 0xffff};
    *point = byte[0];
    if (byte[0] == 0x7f) {
        return 1;
    }
    if (byte[0] == 0xc2 && byte[1] >= 0x80 && byte[1] < 0xa0) {
        *point = byte[1];
        return 2;
    }
    if ((byte[0] & 0xf0) == 0xe0 && byte[1] != 0 && byte[2] != 0) {
        *point = (byte[0] & 0x0fU) << 12 | (byte[1] & 0x3fU) << 6 | (byte[2] & 0x3fU);
        for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
            if (*point == points[i]) {
                return 3;
            }
        }
    }
    return 0;
}

void pld__yaml_quoted(pld__markup *to, const char *text) {
    json_t *value = pld__json_text(text);
    char *quoted = value ? pld__json_dump(value, JSON_ENCODE_ANY) : NULL;
    to->failed |= quoted == NULL;
    for (const char *rest = quoted; rest != NULL && *rest != '\0';) {
        char piece[8];
        unsigned point = 0;
        size_t special = yaml_special(rest, &point);
        if (special > 0) {
            snprintf(piece, sizeof piece, "\\u%04x", point);
        } else {
            snprintf(piece, sizeof piece, "%c", *rest);
        }
        pld__markup_plain(to, piece);
        rest += special > 0 ? special : 1;
    }
    free(quoted);
    json_decref(value);
}

void pld__yaml_number(pld__markup *to, const char *number) {
    const char *exponent = strpbrk(number, "eE");
    char text[2 * PLD__DECIMAL_SIZE];
    int digits = exponent ? (int)(exponent - number) : (int)strlen(number);
    bool has_point = memchr(number, '.', (size_t)digits) != NULL;
    snprintf(text, sizeof text, "%.*s%s%s%s%s", digits, number, has_point ? "" : ".0", exponent ? "e" : "",
             exponent && exponent[1] != '-' && exponent[1] != '+' ? "+" : "", exponent ? exponent + 1 : "");
    pld__markup_plain(to, text);
}
