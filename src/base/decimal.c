#include "base/decimal.h"

#include "base/base.h"
#include "base/plain.h"
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Outward rounding (T43). Every finite double is a decimal of at most 309 digits before and 1074 behind the point, 767 of them
 * significant; printf gives all of them, so that cutting the text is exact. */
enum { EXACT_DECIMALS = 1074, EXACT_DIGITS = 767, EXACT_SIZE = 1400 };

/* Adds one unit in the last place to a decimal without sign; may make it one digit longer in front. */
static void increment(char *text) {
    size_t length = strlen(text);
    for (size_t i = length; i-- > 0;) {
        if (text[i] == '.') {
            continue;
        }
        if (text[i] != '9') {
            text[i]++;
            return;
        }
        text[i] = '0';
    }
    memmove(text + 1, text, length + 1);
    text[0] = '1';
}

/* Ends the text after `keep` characters, away from zero if asked and if anything but zeros was cut off. */
static void cut_exact(char *text, size_t keep, bool away_from_zero) {
    bool exact = text[keep + strspn(text + keep, "0.")] == '\0';
    text[keep] = '\0';
    if (!exact && away_from_zero) {
        increment(text);
    }
}

/* Handles what is no ordinary number; true if it did. */
static bool print_special(double value, char *text) {
    if (isfinite(value)) {
        return false;
    }
    snprintf(text, PLD__DECIMAL_SIZE, "%s", isnan(value) ? "-" : value > 0 ? "infinite" : "-infinite");
    return true;
}

/* Whether rounding makes the magnitude larger. */
static bool is_away(double value, pld__rounding rounding) {
    return rounding == (value < 0 ? PLD__ROUND_DOWN : PLD__ROUND_UP);
}

void pld__decimal_fixed(double value, int decimals, pld__rounding rounding, char *text) {
    if (print_special(value, text)) {
        return;
    }
    if (fabs(value) >= 1e15) {
        pld__decimal_scientific(value, 17, rounding, text);
        return;
    }
    if (rounding == PLD__ROUND_NEAREST) {
        pld__plain_format(text, PLD__DECIMAL_SIZE, "%.*f", decimals, value);
        return;
    }
    char exact[EXACT_SIZE];
    pld__plain_format(exact, sizeof exact, "%.*f", EXACT_DECIMALS, fabs(value));
    size_t point = strcspn(exact, ".");
    cut_exact(exact, decimals > 0 ? point + 1 + (size_t)decimals : point, is_away(value, rounding));
    snprintf(text, PLD__DECIMAL_SIZE, "%s%.60s", value < 0 ? "-" : "", exact);
}

/* |value| = mantissa * 10^exponent with this many digits; the mantissa begins with one digit before the point. */
static void split_scientific(double value, int digits, pld__rounding rounding, char *mantissa, long *exponent) {
    char exact[EXACT_SIZE];
    bool nearest = rounding == PLD__ROUND_NEAREST;
    pld__plain_format(exact, sizeof exact, "%.*e", nearest ? digits - 1 : EXACT_DIGITS, fabs(value));
    char *letter = strchr(exact, 'e');
    *exponent = strtol(letter + 1, NULL, 10);
    *letter = '\0';
    if (!nearest) {
        cut_exact(exact, digits > 1 ? (size_t)digits + 1 : 1, is_away(value, rounding));
        if (exact[0] == '1' && exact[1] == '0') { /* 9.99 became 10.00 */
            *exponent += 1;
            if (digits > 1) {
                exact[1] = '.';
                exact[2] = '0';
            }
            exact[digits > 1 ? digits + 1 : 1] = '\0';
        }
    }
    snprintf(mantissa, PLD__DECIMAL_SIZE, "%.40s", exact);
}

void pld__decimal_scientific(double value, int digits, pld__rounding rounding, char *text) {
    char mantissa[PLD__DECIMAL_SIZE];
    long exponent = 0;
    if (print_special(value, text)) {
        return;
    }
    if (value == 0) {
        snprintf(text, PLD__DECIMAL_SIZE, "0");
        return;
    }
    split_scientific(value, digits, rounding, mantissa, &exponent);
    snprintf(text, PLD__DECIMAL_SIZE, "%s%.40se%+03ld", value < 0 ? "-" : "", mantissa, exponent);
}

/* Zeros behind the point, and a point with nothing behind it. */
static void drop_zeros(char *text) {
    char *end = text + strlen(text);
    if (strchr(text, '.') == NULL || strchr(text, 'e') != NULL) {
        return;
    }
    while (end[-1] == '0') {
        end--;
    }
    *(end[-1] == '.' ? end - 1 : end) = '\0';
}

void pld__decimal_significant(double value, int digits, pld__rounding rounding, char *text) {
    char mantissa[PLD__DECIMAL_SIZE];
    long exponent = 0;
    if (!isfinite(value) || value == 0) {
        pld__decimal_scientific(value, digits, rounding, text);
        return;
    }
    split_scientific(value, digits, rounding, mantissa, &exponent);
    if (exponent < -4 || exponent >= digits) {
        drop_zeros(mantissa);
        snprintf(text, PLD__DECIMAL_SIZE, "%s%.40se%+03ld", value < 0 ? "-" : "", mantissa, exponent);
        return;
    }
    pld__decimal_fixed(value, digits - 1 - (int)exponent, rounding, text);
    drop_zeros(text);
}

/* Beyond this the slack below is no longer small, and later r says nothing and k is no long integer: then only log10 is known. */
static const double exponential_most = 0x1p50;

/* e^x = e^r 10^k with r = x - k log 10. In long double (64 bits) the product, the difference and the constant are each wrong by
 * at most |x| 2^-63 and expl by a few units, so e^r is right within a factor 1 +- (4 |x| + 8) 2^-63. */
void pld__decimal_exponential(double log_value, int digits, pld__rounding rounding, char *text) {
    const long double log_ten = 2.302585092994045684017991454684364208L;
    char mantissa[PLD__DECIMAL_SIZE];
    long exponent = 0;
    if (log_value == -INFINITY) {
        snprintf(text, PLD__DECIMAL_SIZE, "0");
        return;
    }
    if (print_special(log_value, text)) {
        return;
    }
    if (log_value == 0) { /* e^0 is exact */
        pld__decimal_scientific(1, digits, rounding, text);
        return;
    }
    if (fabs(log_value) > exponential_most) {
        pld__decimal_scientific(pld__log10_rounded(log_value, rounding), digits, rounding, mantissa);
        snprintf(text, PLD__DECIMAL_SIZE, "10^%.60s", mantissa);
        return;
    }
    long double power = floorl((long double)log_value / log_ten);
    long double scaled = expl((long double)log_value - power * log_ten);
    long double slack = (4 * fabsl((long double)log_value) + 8) * 0x1p-63L;
    double value = (double)scaled;
    if (rounding == PLD__ROUND_DOWN) {
        value = nextafter((double)(scaled * (1 - slack)), 0);
    } else if (rounding == PLD__ROUND_UP) {
        value = nextafter((double)(scaled * (1 + slack)), INFINITY);
    }
    split_scientific(value, digits, rounding, mantissa, &exponent);
    exponent += (long)power;
    if (log_value < 0 && exponent >= 0) { /* e^x < 1, so 1 is an upper end too */
        pld__decimal_scientific(1, digits, rounding, text);
        return;
    }
    snprintf(text, PLD__DECIMAL_SIZE, "%.40se%+03ld", mantissa, exponent);
}

/* exp is good to about a unit in the last place; the slack allows it |x| units, as of an implementation that reduces its argument
 * in double. One more step covers the subnormal numbers, where relative errors mean nothing. */
double pld__exp_rounded(double log_value, pld__rounding rounding) {
    const double surely_above = 710; /* e^709.79 is more than any double */
    double value = exp(log_value);
    double slack = (fabs(log_value) + 4) * (2 * PLD__U);
    if (log_value == -INFINITY || log_value == INFINITY || rounding == PLD__ROUND_NEAREST) {
        return value;
    }
    if (rounding == PLD__ROUND_UP) {
        return nextafter(value * (1 + slack), INFINITY);
    }
    if (log_value >= surely_above) {
        return DBL_MAX;
    }
    return value > 0 ? nextafter(fmin(value, DBL_MAX) * (1 - slack), 0) : 0;
}

/* The constant is off by less than u relative, the quotient by u: together less than two steps. */
double pld__log10_rounded(double log_value, pld__rounding rounding) {
    double value = log_value / PLD__LN_10;
    if (!isfinite(value) || log_value == 0 || rounding == PLD__ROUND_NEAREST) {
        return value;
    }
    double direction = rounding == PLD__ROUND_UP ? INFINITY : -INFINITY;
    return nextafter(nextafter(nextafter(value, direction), direction), direction);
}
