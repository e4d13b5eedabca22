/* Tests of src/base/number.c. */
#include "base/number.h"

#include <CUnit/Basic.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static bool mentions(const pld_error *error, const char *word) {
    return strcmp(error->word, word) == 0 && strstr(error->message, word) != NULL && error->allowed[0] != '\0';
}

static void test_numbers(void) {
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"0", 0},
        {"1", 1},
        {"+2", 2},
        {"-3", -3},
        {"0.1", 0.1},
        {".5", 0.5},
        {"5.", 5},
        {"1e3", 1000},
        {"1E+3", 1000},
        {"25e-1", 2.5},
        {"256/60000", 256.0 / 60000.0},
        {"1/4", 0.25},
        {"-1/4", -0.25},
        {"1/-4", -0.25},
        {"1e2/5e-1", 200},
        {"0/5", 0},
        {"0e99999999999999999999", 0},
        {"0.0000000000000000000000000000000001", 1e-34},
        {"1.7976931348623157e308", 1.7976931348623157e308},
        {"2.2250738585072014e-308", 2.2250738585072014e-308},
        {"123456789012345678901234567890", 123456789012345678901234567890.0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        double value = NAN;
        pld_error error = {.message = ""};
        CU_ASSERT_EQUAL(pld__number_parse(cases[i].text, &value, &error), PLD_OK);
        CU_ASSERT_EQUAL(value, cases[i].value);
        CU_ASSERT_FALSE(signbit(value) && value == 0);
    }
}

static void test_numbers_refused(void) {
    static const char *const cases[] = {
        "",
        " 1",
        "1 ",
        "1x",
        "x",
        "e5",
        "1e",
        "1e+",
        ".",
        "-",
        "+-1",
        "1..2",
        "1.2.3",
        "0x10",
        "nan",
        "NaN",
        "inf",
        "1/0",
        "1/",
        "/2",
        "1/2/3",
        "1//2",
        "1/0e5",
        "1,5",
        "1e999",
        "-1e999",
        "1e-999",
        "1e-310",
        "1/1e999",
        "1e-300/1e300",
        "1e300/1e-300",
        "infinity",
        "1e99999999999999999999",
        "1\n",
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        double value = 42;
        pld_error error = {.message = ""};
        CU_ASSERT_EQUAL(pld__number_parse(cases[i], &value, &error), PLD_ERROR_ARGUMENT);
        CU_ASSERT_EQUAL(value, 42); /* untouched */
        CU_ASSERT_TRUE(mentions(&error, cases[i]));
        CU_ASSERT_EQUAL(pld__number_parse(cases[i], &value, NULL), PLD_ERROR_ARGUMENT);
    }
}

/* Every double printed with 17 digits must come back. */
static void test_numbers_round_trip(void) {
    unsigned seed = 20240611;
    printf("[seed %u] ", seed);
    srand(seed);
    for (int i = 0; i < 2000; i++) {
        double value = ldexp(1 + rand() / (double)RAND_MAX, rand() % 2000 - 1000), back = 0;
        char text[64];
        snprintf(text, sizeof text, "%.17g", value);
        CU_ASSERT_EQUAL(pld__number_parse(text, &back, NULL), PLD_OK);
        CU_ASSERT_EQUAL(back, value);
    }
}

/* In a locale with a decimal comma the numbers are the same. Nothing to see where no such locale is installed. */
static void test_locale(void) {
    static const char *const commas[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "nl_NL.UTF-8"};
    bool found = false;
    for (size_t i = 0; i < COUNT_OF(commas) && !found; i++) {
        found = setlocale(LC_ALL, commas[i]) != NULL;
    }
    double value = 0;
    CU_ASSERT_EQUAL(pld__number_parse("0.25", &value, NULL), PLD_OK);
    CU_ASSERT_EQUAL(value, 0.25);
    CU_ASSERT_EQUAL(pld__number_parse("0,25", &value, NULL), PLD_ERROR_ARGUMENT);
    setlocale(LC_ALL, "C");
}

static void test_whole(void) {
    static const struct {
        const char *text;
        uint64_t value;
    } cases[] = {
        {"0", 0},
        {"-0", 0},
        {"1", 1},
        {"16384", 16384},
        {"1e6", 1000000},
        {"1.5e3", 1500},
        {"1500e-2", 15},
        {"6/2", 3},
        {"1e15", UINT64_C(1000000000000000)},
        {"2.000000000000000000000000000", 2},
        {"000000000000000000000000000007", 7},
        {"1e18", UINT64_C(1000000000000000000)},
        {"9007199254740993", UINT64_C(9007199254740993)},
        {"9223372036854775807", UINT64_C(9223372036854775807)},
        {"9223372036854775808", UINT64_C(1) << 63},
        {"0e999", 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint64_t value = 99;
        CU_ASSERT_EQUAL(pld__number_parse_whole(cases[i].text, &value, NULL), PLD_OK);
        CU_ASSERT_EQUAL(value, cases[i].value);
    }
}

static void test_whole_refused(void) {
    static const char *const cases[] = {
        "",
        "-1",
        "1.5",
        "1e-1",
        "1/2",
        "1/0",
        "1e19",
        "1e30",
        "9223372036854775809",
        "18446744073709551616",
        "1e999999999999999999",
        "1.5e0",
        "0x1",
        "1 000",
        "7/2",
        "1.00000000000000000000000000001",
        "x",
        "1.5/0.5",
        "10000000000000000000",
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint64_t value = 99;
        pld_error error = {.message = ""};
        CU_ASSERT_EQUAL(pld__number_parse_whole(cases[i], &value, &error), PLD_ERROR_ARGUMENT);
        CU_ASSERT_EQUAL(value, 99);
        CU_ASSERT_TRUE(mentions(&error, cases[i]));
    }
}

static void test_ratio(void) {
    static const struct {
        const char *text;
        uint64_t numerator, denominator;
    } cases[] = {
        {"0", 0, 1},
        {"-0", 0, 1},
        {"0/7", 0, 1},
        {"60", 60, 1},
        {"12.5", 25, 2},
        {"0.1", 1, 10},
        {"1/3", 1, 3},
        {"2/6", 1, 3},
        {"-1/-3", 1, 3},
        {"0.3/0.9", 1, 3},
        {"1e-3/1e-5", 100, 1},
        {"1.5e3", 1500, 1},
        {"1e-19", 1, UINT64_C(10000000000000000000)},
        {"1e19", UINT64_C(10000000000000000000), 1},
        {"3.1234567890123457", UINT64_C(31234567890123457), UINT64_C(10000000000000000)},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint64_t numerator = 77, denominator = 77;
        CU_ASSERT_EQUAL(pld__number_parse_ratio(cases[i].text, &numerator, &denominator, NULL), PLD_OK);
        CU_ASSERT_EQUAL(numerator, cases[i].numerator);
        CU_ASSERT_EQUAL(denominator, cases[i].denominator);
    }
}

static void test_ratio_refused(void) {
    static const char *const cases[] = {"-1",    "1/-3",   "1e20", "1e-20", "1/0", "x", "0.12345678901234567890123",
                                        "1e300", "1/1e30", ""};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint64_t numerator = 77, denominator = 78;
        pld_error error = {.message = ""};
        CU_ASSERT_EQUAL(pld__number_parse_ratio(cases[i], &numerator, &denominator, &error), PLD_ERROR_ARGUMENT);
        CU_ASSERT_STRING_EQUAL(error.word, cases[i]);
        CU_ASSERT_TRUE(numerator == 77 && denominator == 78);
    }
}

static void test_log(void) {
    static const struct {
        const char *text;
        double value; /* 20 digits by decimal arithmetic */
    } cases[] = {
        {"1", 0},
        {"1.000", 0},
        {"7/7", 0},
        {"1e-5", -11.512925464970228420},
        {"1e-400", -921.03403719761827361},
        {"1/48000", -10.778956289890027981},
        {"1e-300/1e300", -1381.5510557964274104},
        {"2.5e-1000000", -2302584.1767033138099},
        {"0.00001", -11.512925464970228420},
        {"1e5", 11.512925464970228420},
        {"-1/-2", -0.69314718055994530942},
        {"0.9999999999999999", -1.0000000000000000500e-16},
        {"5e-324", -744.42813221763670125},
        {"0.3333333333333333333333333333333333", -1.0986122886681096914},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        double value = NAN;
        CU_ASSERT_EQUAL(pld__number_parse_log(cases[i].text, &value, NULL), PLD_OK);
        CU_ASSERT_TRUE(fabs(value - cases[i].value) <= fabs(cases[i].value) * 0x1p-52 + 1e-17);
    }
    static const char *const zeros[] = {"0", "0.000", "0e-5", "0/7", "-0", "0e9999999999999999999999"};
    for (size_t i = 0; i < COUNT_OF(zeros); i++) {
        double value = NAN;
        CU_ASSERT_EQUAL(pld__number_parse_log(zeros[i], &value, NULL), PLD_OK);
        CU_ASSERT_EQUAL(value, -INFINITY);
    }
}

static void test_log_refused(void) {
    static const char *const cases[] = {"",
                                        "-1",
                                        "-1e-400",
                                        "x",
                                        "nan",
                                        "1e-",
                                        "0/0",
                                        "1/0",
                                        " 1e-5",
                                        "1e-5 ",
                                        "1e-99999999999999999999",
                                        "1/-2",
                                        "1/1e99999999999999999",
                                        "0x1p-3"};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        double value = 42;
        pld_error error = {.message = ""};
        CU_ASSERT_EQUAL(pld__number_parse_log(cases[i], &value, &error), PLD_ERROR_ARGUMENT);
        CU_ASSERT_EQUAL(value, 42);
        CU_ASSERT_TRUE(mentions(&error, cases[i]));
    }
}

static void test_null(void) {
    double value = 0;
    CU_ASSERT_EQUAL(pld__number_parse(NULL, &value, NULL), PLD_ERROR_ARGUMENT);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"numbers", test_numbers},
        {"numbers refused", test_numbers_refused},
        {"numbers round trip", test_numbers_round_trip},
        {"decimal comma", test_locale},
        {"whole numbers", test_whole},
        {"whole numbers refused", test_whole_refused},
        {"ratios", test_ratio},
        {"ratios refused", test_ratio_refused},
        {"logs", test_log},
        {"logs refused", test_log_refused},
        {"no text", test_null},
        CU_TEST_INFO_NULL,
    };
    CU_SuiteInfo suites[] = {{"number", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};
    if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS) {
        return 1;
    }
    CU_basic_run_tests();
    bool good = CU_get_number_of_tests_run() > 0 && CU_get_number_of_failures() == 0;
    CU_cleanup_registry();
    return good ? 0 : 1;
}
