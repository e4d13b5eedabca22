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
    CU_ASSERT_STRING_EQUAL(exponential(-INFINITY, 3, PLD__ROUND_UP), "0");
    CU_ASSERT_STRING_EQUAL(exponential(-0.6931471805599453, 2, PLD__ROUND_NEAREST), "5.0e-01");
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
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"fixed", test_fixed}, {"scientific", test_scientific}, {"exponential", test_exponential},
        {"sides", test_sides}, {"doubles", test_doubles},       CU_TEST_INFO_NULL,
    };
    return suite_run("base/decimal", tests);
}
