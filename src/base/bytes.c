#include "base/bytes.h"

#include "base/base.h"
#include "base/number.h"
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* What a suffix multiplies by, 0 if there is no such suffix. As in the GNU tools K is 1024, KB is 1000 and KiB is 1024. */
static double byte_unit(const char *suffix) {
    static const char letters[] = "KMGT";
    if (suffix[0] == '\0' || strcasecmp(suffix, "B") == 0) {
        return 1;
    }
    const char *letter = strchr(letters, toupper((unsigned char)suffix[0]));
    if (letter == NULL) {
        return 0;
    }
    int power = (int)(letter - letters) + 1;
    if (suffix[1] == '\0' || strcasecmp(suffix + 1, "iB") == 0) {
        return pow(1024, power);
    }
    return strcasecmp(suffix + 1, "B") == 0 ? pow(1000, power) : 0;
}

pld_status pld__bytes_parse(const char *text, size_t *bytes, pld_error *error) {
    const char *allowed = "a number of bytes, or one with K, M, G, T (powers of 1024), KB, KiB and so on behind it";
    char number[64];
    double value = 0;
    size_t length = strlen(text);
    while (length > 0 && isalpha((unsigned char)text[length - 1])) {
        length--;
    }
    double unit = byte_unit(text + length);
    snprintf(number, sizeof number, "%.*s", (int)(length < sizeof number ? length : sizeof number), text);
    if (unit > 0 && length < sizeof number && pld__number_parse(number, &value, NULL) == PLD_OK) {
        value = floor(value * unit);
        if (value < 1 || value >= (double)SIZE_MAX) {
            return pld__error_argument(error, text, allowed, "'%s' is not between 1 byte and what can be addressed", text);
        }
        *bytes = (size_t)value;
        return PLD_OK;
    }
    return pld__error_argument(error, text, allowed, "'%s' is not a number of bytes", text);
}
