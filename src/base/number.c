#include "base/number.h"

#include "base/base.h"
#include "base/plain.h"
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define NUMBER_ALLOWED "a number such as 0.01, 1e-5 or 256/60000"
#define WHOLE_ALLOWED "a whole number such as 16384 or 1e6, at most 2^63"

/* Beyond this an exponent no longer fits the arithmetic below; nobody means such a number. */
static const int64_t exponent_limit = 1000000000000000;

/* 19 decimal digits always fit into 64 bits. */
enum { DIGITS_KEPT = 19 };

/* value = +-digits * 10^exponent, digits without trailing zeros; `cut` if further digits, not all of them zero, were left out. */
typedef struct decimal {
    const char *begin, *end;
    bool negative, cut;
    uint64_t digits;
    int64_t exponent;
} decimal;

/* One decimal, or two with a slash between. */
typedef struct fraction {
    decimal numerator, denominator;
    bool has_denominator;
} fraction;

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Reads digits and at most one point; false if there is no digit at all. */
static bool scan_digits(const char **cursor, decimal *result) {
    const char *c = *cursor;
    bool any = false, behind_point = false;
    int kept = 0;
    for (;; c++) {
        if (*c == '.' && !behind_point) {
            behind_point = true;
            continue;
        }
        if (!is_digit(*c)) {
            break;
        }
        unsigned digit = (unsigned)(*c - '0');
        any = true;
        if (kept < DIGITS_KEPT) {
            result->digits = result->digits * 10 + digit;
            kept += result->digits > 0; /* leading zeros do not count */
            result->exponent -= behind_point;
        } else {
            result->cut |= digit > 0;
            result->exponent += !behind_point;
        }
    }
    while (result->digits > 0 && result->digits % 10 == 0) {
        result->digits /= 10;
        result->exponent++;
    }
    *cursor = c;
    return any;
}

/* Reads an exponent if there is one; false if an `e` has no digits behind it. */
static bool scan_exponent(const char **cursor, decimal *result) {
    const char *c = *cursor;
    if (*c != 'e' && *c != 'E') {
        return true;
    }
    c++;
    bool negative = *c == '-';
    if (*c == '-' || *c == '+') {
        c++;
    }
    if (!is_digit(*c)) {
        return false;
    }
    int64_t exponent = 0;
    for (; is_digit(*c); c++) {
        /* Saturates: the exponent is judged against the limit by whoever uses it. */
        exponent = exponent > exponent_limit ? exponent : exponent * 10 + (*c - '0');
    }
    result->exponent += negative ? -exponent : exponent;
    *cursor = c;
    return true;
}

static bool scan_decimal(const char *text, decimal *result) {
    const char *cursor = text;
    *result = (decimal){.begin = text, .negative = *text == '-'};
    if (*cursor == '-' || *cursor == '+') {
        cursor++;
    }
    bool good = scan_digits(&cursor, result) && scan_exponent(&cursor, result);
    result->end = cursor;
    return good;
}

/* True if the whole text is one number; a denominator is there and may still be zero. */
static bool scan_fraction(const char *text, fraction *result) {
    *result = (fraction){.has_denominator = false};
    if (text == NULL || !scan_decimal(text, &result->numerator)) {
        return false;
    }
    const char *end = result->numerator.end;
    if (*end == '/') {
        result->has_denominator = true;
        if (!scan_decimal(end + 1, &result->denominator)) {
            return false;
        }
        end = result->denominator.end;
    }
    return *end == '\0';
}

/* Why a comma makes it no number: digits on both sides are meant as a decimal fraction, two numbers as a list. */
static const char *about_comma(const char *text) {
    static const char digits[] = "0123456789";
    size_t before = strcspn(text, ","), whole = strspn(text, digits);
    if (text[before] == '\0') {
        return "";
    }
    const char *behind = text + before + 1;
    size_t length = strspn(behind, digits);
    bool is_decimal = whole == before && (length > 0 && (behind[length] == '\0' || behind[length] == 'e'));
    return is_decimal ? ": the decimal sign is a point" : ": one number is meant here, and a comma makes it a list";
}

/* Scans, and refuses what is no number or divides by zero. */
static pld_status parse_fraction(const char *text, const char *allowed, fraction *result, pld_error *error) {
    if (!scan_fraction(text, result)) {
        return pld__error_argument(error, text ? text : "", allowed, "'%s' is not a number%s", text ? text : "",
                                   text ? about_comma(text) : "");
    }
    if (result->has_denominator && result->denominator.digits == 0) {
        return pld__error_argument(error, text, allowed, "'%s' divides by zero", text);
    }
    return PLD_OK;
}

/* Correctly rounded. What was scanned must be what is read. */
static double decimal_to_double(const decimal *source) {
    char *end;
    double value = pld__plain_read(source->begin, &end);
    return end == source->end ? value : NAN;
}

static pld_status judge_range(const char *text, double value, bool is_zero, pld_error *error) {
    if (!isfinite(value)) {
        return pld__error_argument(error, text, NUMBER_ALLOWED, "'%s' is too large", text);
    }
    if (!is_zero && fabs(value) < DBL_MIN) {
        return pld__error_argument(error, text, NUMBER_ALLOWED, "'%s' is too close to zero", text);
    }
    return PLD_OK;
}

pld_status pld__number_parse(const char *text, double *value, pld_error *error) {
    fraction parts;
    pld_status status = parse_fraction(text, NUMBER_ALLOWED, &parts, error);
    if (status != PLD_OK) {
        return status;
    }
    bool is_zero = parts.numerator.digits == 0;
    double result = decimal_to_double(&parts.numerator);
    status = judge_range(text, result, is_zero, error);
    if (status == PLD_OK && parts.has_denominator) {
        double denominator = decimal_to_double(&parts.denominator);
        status = judge_range(text, denominator, false, error);
        if (status == PLD_OK) {
            result /= denominator;
            status = judge_range(text, result, is_zero, error);
        }
    }
    if (status == PLD_OK) {
        *value = is_zero ? 0.0 : result; /* no negative zero */
    }
    return status;
}

/* False if it is not a whole number from 0 to 2^63. A cut decimal is either not whole or has more than 19 digits. */
static bool decimal_to_whole(const decimal *source, uint64_t *value) {
    const uint64_t limit = UINT64_C(1) << 63;
    uint64_t result = source->digits;
    if (result == 0) {
        *value = 0;
        return !source->cut;
    }
    if (source->negative || source->cut || source->exponent < 0 || source->exponent > DIGITS_KEPT) {
        return false;
    }
    for (int64_t i = 0; i < source->exponent; i++) {
        if (result > limit / 10) {
            return false;
        }
        result *= 10;
    }
    *value = result;
    return result <= limit;
}

pld_status pld__number_parse_whole(const char *text, uint64_t *value, pld_error *error) {
    fraction parts;
    pld_status status = parse_fraction(text, WHOLE_ALLOWED, &parts, error);
    if (status != PLD_OK) {
        return status;
    }
    uint64_t numerator = 0, denominator = 1;
    bool good = decimal_to_whole(&parts.numerator, &numerator) &&
                (!parts.has_denominator || decimal_to_whole(&parts.denominator, &denominator)) && numerator % denominator == 0;
    if (!good) {
        return pld__error_argument(error, text, WHOLE_ALLOWED, "'%s' is not a whole number from 0 to 2^63", text);
    }
    *value = numerator / denominator;
    return PLD_OK;
}

static uint64_t greatest_divisor(uint64_t a, uint64_t b) {
    while (b > 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Multiplies a fraction in lowest terms by numerator/denominator; false if the result does not fit. Lowest terms again: the
 * divisors taken out across are all that the two can have in common. */
static bool ratio_multiply(uint64_t ratio[2], uint64_t numerator, uint64_t denominator) {
    uint64_t own = greatest_divisor(numerator, denominator);
    numerator /= own;
    denominator /= own;
    uint64_t first = greatest_divisor(ratio[0], denominator), second = greatest_divisor(numerator, ratio[1]);
    return !__builtin_mul_overflow(ratio[0] / first, numerator / second, &ratio[0]) &&
           !__builtin_mul_overflow(ratio[1] / second, denominator / first, &ratio[1]);
}

/* Multiplies the fraction by the decimal, or divides it (digits > 0 then). Tens go in one by one, so that 1e30/1e29 fits only if
 * it does on the way; nobody means such a number. */
static bool ratio_take(uint64_t ratio[2], const decimal *source, bool divide) {
    if (source->cut || source->exponent > 2 * DIGITS_KEPT || source->exponent < -2 * DIGITS_KEPT) {
        return false;
    }
    bool fits = ratio_multiply(ratio, divide ? 1 : source->digits, divide ? source->digits : 1);
    bool up = (source->exponent > 0) != divide;
    for (int64_t i = source->exponent; i != 0 && fits; i += i > 0 ? -1 : 1) {
        fits = ratio_multiply(ratio, up ? 10 : 1, up ? 1 : 10);
    }
    return fits;
}

pld_status pld__number_parse_ratio(const char *text, uint64_t *numerator, uint64_t *denominator, pld_error *error) {
    fraction parts;
    pld_status status = parse_fraction(text, NUMBER_ALLOWED, &parts, error);
    if (status != PLD_OK) {
        return status;
    }
    uint64_t ratio[2] = {1, 1};
    bool zero = parts.numerator.digits == 0;
    bool fits = zero || (ratio_take(ratio, &parts.numerator, false) &&
                         (!parts.has_denominator || ratio_take(ratio, &parts.denominator, true)));
    if (!zero && parts.numerator.negative != (parts.has_denominator && parts.denominator.negative)) {
        return pld__error_argument(error, text, NUMBER_ALLOWED, "'%s' is negative", text);
    }
    if (!fits) {
        return pld__error_argument(error, text, NUMBER_ALLOWED, "'%s' has too many digits to be counted with exactly", text);
    }
    *numerator = zero ? 0 : ratio[0];
    *denominator = ratio[1];
    return PLD_OK;
}

/* log(digits) + exponent log 10 in long double: the two nearly cancel for numbers near 1, where an absolute error of
 * 44 * 2^-63 remains. The digits that were cut change the log by at most 1e-18. */
static long double decimal_log(const decimal *source) {
    const long double log_ten = 2.302585092994045684017991454684364208L;
    return logl((long double)source->digits) + (long double)source->exponent * log_ten;
}

static bool exponent_fits(const decimal *source) {
    return source->exponent <= exponent_limit && source->exponent >= -exponent_limit;
}

pld_status pld__number_parse_log(const char *text, double *log_value, pld_error *error) {
    fraction parts;
    pld_status status = parse_fraction(text, NUMBER_ALLOWED, &parts, error);
    if (status != PLD_OK) {
        return status;
    }
    if (parts.numerator.digits == 0) {
        *log_value = -INFINITY;
        return PLD_OK;
    }
    if (parts.numerator.negative != (parts.has_denominator && parts.denominator.negative)) {
        return pld__error_argument(error, text, NUMBER_ALLOWED, "'%s' is negative", text);
    }
    if (!exponent_fits(&parts.numerator) || (parts.has_denominator && !exponent_fits(&parts.denominator))) {
        return pld__error_argument(error, text, NUMBER_ALLOWED, "the exponent of '%s' is too large", text);
    }
    long double result = decimal_log(&parts.numerator);
    if (parts.has_denominator) {
        result -= decimal_log(&parts.denominator);
    }
    *log_value = (double)result;
    return PLD_OK;
}

void pld__number_shortest(double value, int fewest, char *text, size_t size) {
    for (int digits = fewest; digits <= 17; digits++) {
        pld__plain_format(text, size, "%.*g", digits, value);
        if (pld__plain_read(text, NULL) == value) {
            break;
        }
    }
}

pld__number_text pld__number_format(double value) {
    pld__number_text number;
    pld__number_shortest(value, 6, number.text, sizeof number.text);
    return number;
}

/* 1e-05 is 1e-5 as people write it. */
static void shorten_exponent(char *text) {
    char *digits = strchr(text, 'e');
    if (digits != NULL) {
        digits += digits[1] == '+' || digits[1] == '-' ? 2 : 1;
        size_t zeros = strspn(digits, "0");
        memmove(digits, digits + zeros, strlen(digits + zeros) + 1);
    }
}

void pld__number_write(double value, char text[PLD__NUMBER_SIZE]) {
    pld__number_shortest(value, 15, text, PLD__NUMBER_SIZE);
    shorten_exponent(text);
}

pld_status pld__number_parse_positive(const char *text, double *value, pld_error *error) {
    const char *allowed = "a number > 0";
    double number = 0;
    pld_status status = pld__number_parse(text, &number, error);
    if (status == PLD_OK && !(number > 0)) {
        return pld__error_argument(error, text, allowed, "'%s' is not above 0", text);
    }
    if (status == PLD_OK) {
        *value = number;
    } else if (status == PLD_ERROR_ARGUMENT && error != NULL) {
        snprintf(error->allowed, sizeof error->allowed, "%s", allowed);
    }
    return status;
}
