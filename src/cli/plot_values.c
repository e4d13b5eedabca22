#include "cli/plot_values.h"

#include "base/base.h"
#include "base/number.h"
#include <stdbool.h>
#include <string.h>

typedef struct length_unit {
    const char *name;
    double inches;
} length_unit;

static const length_unit units[] = {{"in", 1}, {"cm", 1 / 2.54}, {"mm", 1 / 25.4}, {"pt", 1.0 / 72}};

enum { NUMBER_SIZE = 64 };

/* A number that is `length` characters long. */
static bool read_part(const char *text, size_t length, double *value) {
    char part[NUMBER_SIZE];
    if (length == 0 || length >= sizeof part) {
        return false;
    }
    memcpy(part, text, length);
    part[length] = '\0';
    return pld__number_parse(part, value, NULL) == PLD_OK;
}

pld_status pld__length_parse(const char *text, double *inches, pld_error *error) {
    const char *allowed = "a number with its unit (in, cm, mm or pt), such as 3.25in, from 1in to 40in";
    size_t length = strlen(text);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        double value = 0;
        if (length > 2 && strcmp(text + length - 2, units[i].name) == 0 && read_part(text, length - 2, &value)) {
            if (!(value * units[i].inches >= 1 && value * units[i].inches <= 40)) {
                return pld__error_argument(error, text, allowed, "'%s' is not between 1in and 40in", text);
            }
            *inches = value * units[i].inches;
            return PLD_OK;
        }
    }
    return pld__error_argument(error, text, allowed, "'%s' is no length", text);
}

pld_status pld__limits_parse(const char *text, double *low, double *high, pld_error *error) {
    const char *between = strstr(text, "..");
    size_t size = 2;
    double first = 0, second = 0;
    if (between == NULL) {
        between = strchr(text, ',');
        size = 1;
    }
    if (between == NULL || !read_part(text, (size_t)(between - text), &first) ||
        !read_part(between + size, strlen(between + size), &second) || !(first < second)) {
        return pld__error_argument(error, text, "LOW..HIGH with LOW < HIGH, such as 0.1..100", "'%s' is no pair of limits", text);
    }
    *low = first;
    *high = second;
    return PLD_OK;
}
