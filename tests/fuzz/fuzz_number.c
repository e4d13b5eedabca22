/* Any text as a number and as a list of them: the ways to read it agree with each other. */
#include "support.h"

#include "base/base.h"
#include "base/list.h"
#include "base/number.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool are_close(long double one, long double other, long double absolute, long double relative) {
    return fabsl(one - other) <= absolute + relative * fabsl(other);
}

static void check_whole(const char *text, bool is_number, double number) {
    pld_error error = {.message = ""};
    uint64_t whole = 0;
    pld_status status = pld__number_parse_whole(text, &whole, &error);
    if (status != PLD_OK) {
        fuzz_check_failure(status, &error);
        return;
    }
    FUZZ_CHECK(is_number && whole <= UINT64_C(1) << 63, "%s is %llu", text, (unsigned long long)whole);
    FUZZ_CHECK(are_close((long double)whole, number, 0, 0x1p-51L), "%s is %llu and %.17g", text, (unsigned long long)whole,
               number);
}

static void check_ratio(const char *text, bool is_number, double number) {
    pld_error error = {.message = ""};
    uint64_t numerator = 0, denominator = 0;
    pld_status status = pld__number_parse_ratio(text, &numerator, &denominator, &error);
    if (status != PLD_OK) {
        fuzz_check_failure(status, &error);
        return;
    }
    FUZZ_CHECK(denominator > 0, "%s divides by zero", text);
    FUZZ_CHECK(!is_number || are_close((long double)numerator / (long double)denominator, number, 0, 0x1p-51L),
               "%s is %llu/%llu and %.17g", text, (unsigned long long)numerator, (unsigned long long)denominator, number);
    while (numerator > 0) {
        uint64_t rest = denominator % numerator;
        denominator = numerator;
        numerator = rest;
    }
    FUZZ_CHECK(denominator == 1, "%s is not in lowest terms", text);
}

static void check_log(const char *text, bool is_number, double number) {
    pld_error error = {.message = ""};
    double log_value = 0;
    pld_status status = pld__number_parse_log(text, &log_value, &error);
    if (status != PLD_OK) {
        fuzz_check_failure(status, &error);
        FUZZ_CHECK(!is_number || number < 0, "%s is %g and has no log", text, number);
        return;
    }
    FUZZ_CHECK(!isnan(log_value) && log_value < INFINITY, "log(%s) = %g", text, log_value);
    FUZZ_CHECK(!is_number || (number >= 0 && (number == 0) == (log_value == -INFINITY)), "%s is %g, log %g", text, number,
               log_value);
    FUZZ_CHECK(!is_number || number == 0 || are_close(log_value, logl(number), 0x1p-51L, 0x1p-51L), "log(%s) = %.17g, not %.17Lg",
               text, log_value, logl(number));
}

static void check_print(double number) {
    pld__number_text printed = pld__number_format(number);
    double back = 0;
    FUZZ_CHECK(pld__number_parse(printed.text, &back, NULL) == PLD_OK && back == number, "%.17g is printed as %s", number,
               printed.text);
}

static void check_number(const char *text) {
    pld_error error = {.message = ""};
    double number = 0;
    pld_status status = pld__number_parse(text, &number, &error);
    if (status == PLD_OK) {
        FUZZ_CHECK(isfinite(number) && (number == 0 || isnormal(number)) && !(number == 0 && signbit(number)), "%s is %g", text,
                   number);
        check_print(number);
    } else {
        fuzz_check_failure(status, &error);
    }
    check_whole(text, status == PLD_OK, number);
    check_ratio(text, status == PLD_OK, number);
    check_log(text, status == PLD_OK, number);
}

static void check_list(const char *text) {
    pld_error error = {.message = ""};
    double *numbers = NULL;
    uint64_t *wholes = NULL;
    size_t count = 0, whole_count = 0;
    pld_status status = pld__list_parse(text, &numbers, &count, &error);
    if (status != PLD_OK) {
        fuzz_check_failure(status, &error);
    }
    FUZZ_CHECK(status != PLD_OK || (count >= 1 && count <= PLD__LIST_MOST), "%s has %zu numbers", text, count);
    for (size_t i = 0; i < count; i++) {
        FUZZ_CHECK(isfinite(numbers[i]) && !fuzz_is_unset(numbers[i]), "%s: number %zu is %g", text, i, numbers[i]);
    }
    status = pld__list_parse_whole(text, &wholes, &whole_count, &error);
    if (status != PLD_OK) {
        fuzz_check_failure(status, &error);
    }
    FUZZ_CHECK(status != PLD_OK || (whole_count >= 1 && whole_count <= PLD__LIST_MOST), "%s has %zu whole numbers", text,
               whole_count);
    for (size_t i = 0; i < whole_count; i++) {
        FUZZ_CHECK(wholes[i] <= UINT64_C(1) << 63, "%s: number %zu", text, i);
    }
    pld__free(numbers);
    pld__free(wholes);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    char *text = fuzz_text(bytes, size);
    check_number(text);
    check_list(text);
    free(text);
    return 0;
}
