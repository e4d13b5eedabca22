/* Any double in print: what is rounded down is not above it and what is rounded up is not below it, as real numbers. The truths
 * are exact fractions, and balls of enough digits where there is an exponential.
 *
 * The input is a text: digits, a blank, and a number as strtod reads it (hexadecimal, infinite and nan too); or nine bytes. */
#include "support.h"

#include "base/decimal.h"
#include <arb.h>
#include <flint/fmpq.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRECISION = 1400 }; /* bits: of the largest exponents, and 300 behind them */

/* +-digits * 10^exponent, exactly; the text is one that has been printed. */
static void read_decimal(const char *text, fmpz_t digits, long *exponent) {
    char plain[PLD__DECIMAL_SIZE];
    size_t length = 0;
    bool behind_point = false;
    *exponent = 0;
    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text == '.') {
            behind_point = true;
        } else {
            plain[length++] = *text;
            *exponent -= behind_point;
        }
    }
    plain[length] = '\0';
    FUZZ_CHECK(fmpz_set_str(digits, plain, 10) == 0, "'%s' is no decimal", plain);
    char *end = NULL;
    *exponent += *text == 'e' ? strtol(text + 1, &end, 10) : 0;
    FUZZ_CHECK(end == NULL || *end == '\0', "'%s' behind a decimal", end);
}

static void decimal_to_fraction(const char *text, fmpq_t value) {
    long exponent = 0;
    fmpz_t digits, power;
    fmpz_init(digits);
    fmpz_init(power);
    read_decimal(text, digits, &exponent);
    FUZZ_CHECK(labs(exponent) < 2000, "%s has an exponent of no double", text);
    fmpz_set_ui(power, 10);
    fmpz_pow_ui(power, power, (ulong)labs(exponent));
    fmpq_set_fmpz(value, digits);
    if (exponent < 0) {
        fmpq_div_fmpz(value, value, power);
    } else {
        fmpq_mul_fmpz(value, value, power);
    }
    fmpz_clear(power);
    fmpz_clear(digits);
}

static void double_to_fraction(double number, fmpq_t value) {
    arf_t exact;
    arf_init(exact);
    arf_set_d(exact, number);
    arf_get_fmpq(value, exact);
    arf_clear(exact);
}

static void check_side(int side, pld__rounding rounding, double value, const char *text) {
    FUZZ_CHECK(rounding != PLD__ROUND_DOWN || side <= 0, "%.17g rounded down is %s", value, text);
    FUZZ_CHECK(rounding != PLD__ROUND_UP || side >= 0, "%.17g rounded up is %s", value, text);
}

static void check_print(double value, pld__rounding rounding, const char *text) {
    FUZZ_CHECK(memchr(text, '\0', PLD__DECIMAL_SIZE) != NULL, "%.17g is longer than it may be", value);
    if (!isfinite(value)) {
        const char *expected = isnan(value) ? "-" : value > 0 ? "infinite" : "-infinite";
        FUZZ_CHECK(strcmp(text, expected) == 0, "%g is %s", value, text);
        return;
    }
    fmpq_t printed, exact;
    fmpq_init(printed);
    fmpq_init(exact);
    decimal_to_fraction(text, printed);
    double_to_fraction(value, exact);
    check_side(fmpq_cmp(printed, exact), rounding, value, text);
    fmpq_clear(exact);
    fmpq_clear(printed);
}

/* Compares the log of what is printed with `log_value`; logs are compared, so that the exponents may be anything. */
static void check_exponential(double log_value, pld__rounding rounding, const char *text) {
    FUZZ_CHECK(memchr(text, '\0', PLD__DECIMAL_SIZE) != NULL, "e^%.17g is longer than it may be", log_value);
    if (isnan(log_value) || log_value == INFINITY || log_value == -INFINITY) {
        FUZZ_CHECK(strcmp(text, isnan(log_value) ? "-" : log_value > 0 ? "infinite" : "0") == 0, "e^%g is %s", log_value, text);
        return;
    }
    fmpz_t digits;
    fmpq_t power;
    arb_t printed, ten;
    long exponent = 0;
    fmpz_init(digits);
    fmpq_init(power);
    arb_init(printed);
    arb_init(ten);
    arb_const_log10(ten, PRECISION);
    if (strncmp(text, "10^", 3) == 0) {
        decimal_to_fraction(text + 3, power);
        arb_mul_fmpz(printed, ten, fmpq_numref(power), PRECISION);
        arb_div_fmpz(printed, printed, fmpq_denref(power), PRECISION);
    } else {
        read_decimal(text, digits, &exponent);
        FUZZ_CHECK(fmpz_sgn(digits) > 0, "e^%.17g is %s", log_value, text);
        FUZZ_CHECK(log_value > 0 || strcmp(text, "1") == 0 || exponent < 0 || fmpz_is_one(digits), "e^%.17g is %s", log_value,
                   text);
        arb_log_fmpz(printed, digits, PRECISION);
        arb_addmul_si(printed, ten, exponent, PRECISION);
    }
    arf_t truth;
    arf_init(truth);
    arf_set_d(truth, log_value);
    arb_sub_arf(printed, printed, truth, PRECISION);
    check_side(arb_is_positive(printed) ? 1 : arb_is_negative(printed) ? -1 : 0, rounding, log_value, text);
    arf_clear(truth);
    arb_clear(ten);
    arb_clear(printed);
    fmpq_clear(power);
    fmpz_clear(digits);
}

/* The same as doubles. */
static void check_doubles(double log_value, pld__rounding rounding) {
    double power = pld__exp_rounded(log_value, rounding), common = pld__log10_rounded(log_value, rounding);
    if (isnan(log_value)) {
        return;
    }
    FUZZ_CHECK(!isnan(power) && !isnan(common), "e^%.17g is %g, its log10 %g", log_value, power, common);
    FUZZ_CHECK(power >= 0, "e^%.17g is %g", log_value, power);
    if (!isfinite(log_value)) {
        return;
    }
    arb_t left, right;
    arf_t exact;
    arb_init(left);
    arb_init(right);
    arf_init(exact);
    if (isfinite(power) && fabs(log_value) < 1e9) {
        arf_set_d(exact, log_value);
        arb_set_arf(right, exact);
        arb_exp(right, right, PRECISION);
        arf_set_d(exact, power);
        arb_sub_arf(left, right, exact, PRECISION);
        check_side(arb_is_positive(left)   ? -1
                   : arb_is_negative(left) ? 1
                                           : 0,
                   rounding, log_value, "a double of its exponential");
    }
    FUZZ_CHECK(isfinite(power) || rounding != PLD__ROUND_DOWN, "e^%.17g is at least infinite", log_value);
    arf_set_d(exact, common);
    arb_const_log10(right, PRECISION);
    arb_mul_arf(left, right, exact, PRECISION);
    arf_set_d(exact, log_value);
    arb_sub_arf(left, left, exact, PRECISION);
    check_side(arb_is_positive(left) ? 1 : arb_is_negative(left) ? -1 : 0, rounding, log_value, "a double of its log10");
    arf_clear(exact);
    arb_clear(right);
    arb_clear(left);
}

static void check_value(double value, unsigned digits, pld__rounding rounding) {
    char text[PLD__DECIMAL_SIZE];
    pld__decimal_fixed(value, (int)(digits % 31), rounding, text);
    check_print(value, rounding, text);
    pld__decimal_scientific(value, 1 + (int)(digits % 30), rounding, text);
    check_print(value, rounding, text);
    pld__decimal_significant(value, 1 + (int)(digits % 15), rounding, text);
    check_print(value, rounding, text);
    pld__decimal_exponential(value, 1 + (int)(digits % 30), rounding, text);
    check_exponential(value, rounding, text);
    check_doubles(value, rounding);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static const pld__rounding roundings[] = {PLD__ROUND_DOWN, PLD__ROUND_NEAREST, PLD__ROUND_UP};
    char *text = fuzz_text(bytes, size), *end = NULL;
    unsigned digits = (unsigned)strtoul(text, &end, 10);
    double value = 0;
    if (end == text && size == sizeof value + 1) {
        digits = bytes[0];
        memcpy(&value, bytes + 1, sizeof value);
    } else {
        value = strtod(end, NULL);
    }
    for (size_t i = 0; i < sizeof roundings / sizeof roundings[0]; i++) {
        check_value(value, digits, roundings[i]);
        check_value(-value, digits, roundings[i]);
    }
    free(text);
    return 0;
}
