/* Tests of src/base/decimal.c. */
#include "base/decimal.h"

#include "support/suite.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *fixed(double value, int decimals, pld__rounding rounding) {
    static char text[PLD__DECIMAL_SIZE];
    pld__decimal_fixed(value, decimals, rounding, text);
    return text;
}

static const char *scientific(double value, int digits, pld__rounding rounding) {
    static char text[PLD__DECIMAL_SIZE];
    pld__decimal_scientific(value, digits, rounding, text);
    return text;
}

static const char *significant(double value, int digits, pld__rounding rounding) {
    static char text[PLD__DECIMAL_SIZE];
    pld__decimal_significant(value, digits, rounding, text);
    return text;
}

static const char *exponential(double log_value, int digits, pld__rounding rounding) {
    static char text[PLD__DECIMAL_SIZE];
    pld__decimal_exponential(log_value, digits, rounding, text);
    return text;
}

static void test_fixed(void) {
    CU_ASSERT_STRING_EQUAL(fixed(3.0696978, 4, PLD__ROUND_DOWN), "3.0696");
    CU_ASSERT_STRING_EQUAL(fixed(3.0696978, 4, PLD__ROUND_NEAREST), "3.0697");
    CU_ASSERT_STRING_EQUAL(fixed(3.0696478, 4, PLD__ROUND_UP), "3.0697");
    CU_ASSERT_STRING_EQUAL(fixed(9.99999, 2, PLD__ROUND_UP), "10.00");
    CU_ASSERT_STRING_EQUAL(fixed(0.5, 4, PLD__ROUND_UP), "0.5000"); /* exact: nothing to round */
    CU_ASSERT_STRING_EQUAL(fixed(0.5, 4, PLD__ROUND_DOWN), "0.5000");
    CU_ASSERT_STRING_EQUAL(fixed(0.1, 4, PLD__ROUND_UP), "0.1001");   /* the double 0.1 is above 1/10 */
    CU_ASSERT_STRING_EQUAL(fixed(0.3, 4, PLD__ROUND_DOWN), "0.2999"); /* the double 0.3 is below 3/10 */
    CU_ASSERT_STRING_EQUAL(fixed(-0.25, 1, PLD__ROUND_DOWN), "-0.3");
    CU_ASSERT_STRING_EQUAL(fixed(-0.25, 1, PLD__ROUND_UP), "-0.2");
    CU_ASSERT_STRING_EQUAL(fixed(2.5, 0, PLD__ROUND_UP), "3");
    CU_ASSERT_STRING_EQUAL(fixed(2.5, 0, PLD__ROUND_DOWN), "2");
    CU_ASSERT_STRING_EQUAL(fixed(DBL_TRUE_MIN, 3, PLD__ROUND_UP), "0.001");
    CU_ASSERT_STRING_EQUAL(fixed(0, 3, PLD__ROUND_UP), "0.000");
    CU_ASSERT_STRING_EQUAL(fixed(INFINITY, 3, PLD__ROUND_UP), "infinite");
}

static void test_scientific(void) {
    CU_ASSERT_STRING_EQUAL(scientific(1.2345e-5, 3, PLD__ROUND_DOWN), "1.23e-05");
    CU_ASSERT_STRING_EQUAL(scientific(1.2345e-5, 3, PLD__ROUND_UP), "1.24e-05");
    CU_ASSERT_STRING_EQUAL(scientific(9.9999e-5, 3, PLD__ROUND_UP), "1.00e-04");
    CU_ASSERT_STRING_EQUAL(scientific(9.5, 1, PLD__ROUND_UP), "1e+01");
    CU_ASSERT_STRING_EQUAL(scientific(DBL_TRUE_MIN, 2, PLD__ROUND_UP), "5.0e-324");
    CU_ASSERT_STRING_EQUAL(scientific(DBL_TRUE_MIN, 2, PLD__ROUND_DOWN), "4.9e-324");
    CU_ASSERT_STRING_EQUAL(scientific(DBL_MAX, 3, PLD__ROUND_UP), "1.80e+308");
    CU_ASSERT_STRING_EQUAL(scientific(0, 3, PLD__ROUND_UP), "0");
    CU_ASSERT_STRING_EQUAL(fixed(1e300, 4, PLD__ROUND_DOWN), "1.0000000000000000e+300");
    CU_ASSERT_STRING_EQUAL(fixed(1e300, 4, PLD__ROUND_UP), "1.0000000000000001e+300");
}

static void test_exponential(void) {
    /* Just beside log(1e-400) = -921.03403719761827361. */
    CU_ASSERT_STRING_EQUAL(exponential(-921.0340371976, 4, PLD__ROUND_DOWN), "1.000e-400");
    CU_ASSERT_STRING_EQUAL(exponential(-921.0340371976, 4, PLD__ROUND_UP), "1.001e-400");
    CU_ASSERT_STRING_EQUAL(exponential(-921.0340371977, 4, PLD__ROUND_DOWN), "9.999e-401");
    CU_ASSERT_STRING_EQUAL(exponential(-921.0340371977, 4, PLD__ROUND_UP), "1.000e-400");
    CU_ASSERT_STRING_EQUAL(exponential(-921.0340371977, 4, PLD__ROUND_NEAREST), "1.000e-400");
    CU_ASSERT_STRING_EQUAL(exponential(-2302585092.99404568, 3, PLD__ROUND_NEAREST), "1.00e-1000000000");
    CU_ASSERT_STRING_EQUAL(exponential(-1e300, 4, PLD__ROUND_NEAREST), "10^-4.343e+299");
    CU_ASSERT_STRING_EQUAL(exponential(-1e300, 4, PLD__ROUND_DOWN), "10^-4.343e+299");
    CU_ASSERT_STRING_EQUAL(exponential(-1e300, 4, PLD__ROUND_UP), "10^-4.342e+299");
    CU_ASSERT_STRING_EQUAL(exponential(DBL_MAX, 4, PLD__ROUND_UP), "10^7.808e+307");
    CU_ASSERT_STRING_EQUAL(exponential(-DBL_MAX, 4, PLD__ROUND_DOWN), "10^-7.808e+307");
    CU_ASSERT_STRING_EQUAL(exponential(0x1p50, 3, PLD__ROUND_DOWN), "7.71e+488972116717136");
    CU_ASSERT_STRING_EQUAL(exponential(-INFINITY, 3, PLD__ROUND_UP), "0");
    CU_ASSERT_STRING_EQUAL(exponential(-0.6931471805599453, 2, PLD__ROUND_NEAREST), "5.0e-01");
}

/* A probability stays one in print. */
static void test_at_most_one(void) {
    static const double logs[] = {0, -0x1p-1074, -1e-300, -1e-20, -1e-17, -1e-16, -1e-12, -1e-5};
    for (size_t i = 0; i < sizeof logs / sizeof logs[0]; i++) {
        CU_ASSERT_STRING_EQUAL(exponential(logs[i], 4, PLD__ROUND_UP), "1.000e+00");
    }
    CU_ASSERT_STRING_EQUAL(exponential(0, 4, PLD__ROUND_DOWN), "1.000e+00"); /* exact */
    CU_ASSERT_STRING_EQUAL(exponential(-1e-20, 4, PLD__ROUND_DOWN), "9.999e-01");
    CU_ASSERT_STRING_EQUAL(exponential(1e-20, 4, PLD__ROUND_UP), "1.001e+00"); /* but what is above 1 stays above */
}

static void test_significant(void) {
    CU_ASSERT_STRING_EQUAL(significant(1.46221226, 5, PLD__ROUND_UP), "1.4623");
    CU_ASSERT_STRING_EQUAL(significant(1.46221226, 5, PLD__ROUND_DOWN), "1.4622");
    CU_ASSERT_STRING_EQUAL(significant(1.5, 10, PLD__ROUND_UP), "1.5");
    CU_ASSERT_STRING_EQUAL(significant(9.9996, 4, PLD__ROUND_UP), "10");
    CU_ASSERT_STRING_EQUAL(significant(123456, 3, PLD__ROUND_UP), "1.24e+05");
    CU_ASSERT_STRING_EQUAL(significant(1200, 10, PLD__ROUND_DOWN), "1200");
    CU_ASSERT_STRING_EQUAL(significant(2.5e-9, 10, PLD__ROUND_NEAREST), "2.5e-09");
    CU_ASSERT_STRING_EQUAL(significant(0, 4, PLD__ROUND_UP), "0");
    CU_ASSERT_STRING_EQUAL(significant(INFINITY, 4, PLD__ROUND_UP), "infinite");
    CU_ASSERT_STRING_EQUAL(significant(NAN, 4, PLD__ROUND_UP), "-");
    CU_ASSERT_STRING_EQUAL(fixed(NAN, 4, PLD__ROUND_NEAREST), "-");
}

/* A positive decimal as digits behind a point that is far to the left: texts of it compare as the numbers do, digit by digit,
 * without any rounding. Digits stand from 10^399 down to 10^-1200. */
enum { FIRST_PLACE = 399, PLACES = 1600 };

static void spell(const char *text, char digits[PLACES + 1]) {
    const char *letter = strchr(text, 'e'), *end = letter ? letter : text + strlen(text);
    long exponent = letter ? strtol(letter + 1, NULL, 10) : 0;
    size_t before = strcspn(text, ".e");
    long place = FIRST_PLACE - (exponent + (long)before - 1);
    memset(digits, '0', PLACES);
    digits[PLACES] = '\0';
    for (const char *at = text; at < end; at++) {
        if (*at != '.') {
            if (place >= 0 && place < PLACES) {
                digits[place] = *at;
            } else {
                CU_ASSERT_EQUAL(*at, '0');
            }
            place++;
        }
    }
}

/* Compares two decimals exactly. */
static int compare(const char *one, const char *other) {
    static char first[PLACES + 1], second[PLACES + 1];
    spell(one, first);
    spell(other, second);
    return strcmp(first, second);
}

/* From both sides: the printed end is on its side as a real number, and the two are at most a unit of the last digit shown apart.
 */
static void test_exactly_outward(void) {
    unsigned seed = 20250117;
    printf("[seed %u] ", seed);
    srand(seed);
    for (int i = 0; i < 4000; i++) {
        static const char *(*const ways[])(double, int, pld__rounding) = {fixed, scientific, significant};
        int way = rand() % 3, digits = way == 0 ? rand() % 16 : 1 + rand() % 15, kind = rand() % 4;
        double value = ldexp(1 + rand() / (double)RAND_MAX, way == 0 ? rand() % 60 - 40 : rand() % 1900 - 950);
        if (kind == 0) { /* a decimal of few digits, or beside one: where rounding to nearest would hide */
            char text[64];
            snprintf(text, sizeof text, "%.*e", rand() % 10, way == 0 ? fmod(value, 1e6) : value);
            value = strtod(text, NULL);
        } else if (kind == 1) {
            value = nextafter(round(value * 1e4) / 1e4, rand() % 2 ? INFINITY : 0);
        }
        if (!(value > 0) || !isfinite(value)) {
            continue;
        }
        char exact[1500], below[PLD__DECIMAL_SIZE], above[PLD__DECIMAL_SIZE];
        snprintf(exact, sizeof exact, "%.1074e", value);
        snprintf(below, sizeof below, "%s", ways[way](value, digits, PLD__ROUND_DOWN));
        snprintf(above, sizeof above, "%s", ways[way](value, digits, PLD__ROUND_UP));
        CHECK(compare(below, exact) <= 0, "%s is above %.17g", below, value);
        CHECK(compare(above, exact) >= 0, "%s is below %.17g", above, value);
        long double unit = way == 0 ? powl(10, -digits) : powl(10, floorl(log10l((long double)value) + 1e-12L) + 1 - digits);
        long double apart = strtold(above, NULL) - strtold(below, NULL);
        CHECK(apart <= unit * 1.0001L + (long double)value * 0x1p-60L, "%s and %s are far apart", below, above);
    }
}

/* Printed bounds read back in long double are on the right side, and less than a unit away. */
static void test_sides(void) {
    unsigned seed = 20240612;
    printf("[seed %u] ", seed);
    srand(seed);
    for (int i = 0; i < 5000; i++) {
        double value = ldexp(1 + rand() / (double)RAND_MAX, rand() % 40 - 20);
        int decimals = rand() % 12;
        long double below = strtold(fixed(value, decimals, PLD__ROUND_DOWN), NULL);
        long double above = strtold(fixed(value, decimals, PLD__ROUND_UP), NULL);
        CU_ASSERT_TRUE(below <= (long double)value && (long double)value <= above);
        CU_ASSERT_TRUE(above - below <= powl(10, -decimals) + (long double)value * 0x1p-60L);
        double log_value = log(value);
        below = strtold(exponential(log_value, 8, PLD__ROUND_DOWN), NULL);
        above = strtold(exponential(log_value, 8, PLD__ROUND_UP), NULL);
        CU_ASSERT_TRUE(below <= expl((long double)log_value) && expl((long double)log_value) <= above);
        CU_ASSERT_TRUE(above / below - 1 <= 2.1e-7L);
    }
}

static void test_doubles(void) {
    for (double x = -745; x < 0; x += 0.37) {
        long double exact = expl((long double)x);
        CU_ASSERT_TRUE((long double)pld__exp_rounded(x, PLD__ROUND_DOWN) < exact);
        CU_ASSERT_TRUE((long double)pld__exp_rounded(x, PLD__ROUND_UP) > exact);
        long double common = (long double)x / 2.302585092994045684017991454684364208L;
        CU_ASSERT_TRUE((long double)pld__log10_rounded(x, PLD__ROUND_DOWN) < common);
        CU_ASSERT_TRUE((long double)pld__log10_rounded(x, PLD__ROUND_UP) > common);
    }
    CU_ASSERT_EQUAL(pld__exp_rounded(-1000, PLD__ROUND_DOWN), 0);
    CU_ASSERT_EQUAL(pld__exp_rounded(-1000, PLD__ROUND_NEAREST), 0);
    CU_ASSERT_TRUE(pld__exp_rounded(-1000, PLD__ROUND_UP) > 0); /* 0 would be no upper bound */
    CU_ASSERT_EQUAL(pld__exp_rounded(-INFINITY, PLD__ROUND_UP), 0);
    CU_ASSERT_EQUAL(pld__log10_rounded(-INFINITY, PLD__ROUND_UP), -INFINITY);
    /* Where the slack is all there is, and where a quotient is none. */
    CU_ASSERT_EQUAL(pld__exp_rounded(0x1p52 - 4, PLD__ROUND_DOWN), DBL_MAX);
    CU_ASSERT_EQUAL(pld__exp_rounded(DBL_MAX, PLD__ROUND_DOWN), DBL_MAX);
    CU_ASSERT_TRUE(pld__exp_rounded(709.7827128933841, PLD__ROUND_DOWN) < DBL_MAX);
    CU_ASSERT_TRUE(pld__log10_rounded(DBL_TRUE_MIN, PLD__ROUND_UP) > 0);
    CU_ASSERT_TRUE(pld__log10_rounded(-DBL_TRUE_MIN, PLD__ROUND_DOWN) < 0);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"fixed", test_fixed},
        {"scientific", test_scientific},
        {"exponential", test_exponential},
        {"sides", test_sides},
        {"doubles", test_doubles},
        {"at most one", test_at_most_one},
        {"significant", test_significant},
        {"exactly outward", test_exactly_outward},
        CU_TEST_INFO_NULL,
    };
    return suite_run("base/decimal", tests);
}
