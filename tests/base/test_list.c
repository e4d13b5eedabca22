/* Tests of src/base/list.c. */
#include "base/list.h"
#include "base/base.h"
#include "support/suite.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 20 };

static void test_numbers(void) {
    static const struct {
        const char *text;
        size_t count;
        double values[MOST];
    } cases[] = {
        {"1", 1, {1}},
        {"1,2,5", 3, {1, 2, 5}},
        {"5,2,-1e3", 3, {5, 2, -1e3}},
        {"256/60000,.5", 2, {256.0 / 60000.0, 0.5}},
        {"1..16384:x2", 15, {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384}},
        {"100..1000:+100", 10, {100, 200, 300, 400, 500, 600, 700, 800, 900, 1000}},
        {"0.8..2:+0.1", 13, {0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2}},
        {"-0.3..0.3:+0.1", 7, {-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3}},
        {"1..10:+4", 3, {1, 5, 9}},
        {"1..10:x3", 3, {1, 3, 9}},
        {"3..3:+1", 1, {3}},
        {"1e-9..1e-5:x10", 5, {1e-9, 1e-8, 1e-7, 1e-6, 1e-5}},
        {"1e-30..1e-28:x10", 3, {1e-30, 1e-29, 1e-28}},
        {"1e15..1e17:x10", 3, {1e15, 1e16, 1e17}},
        {"1/3..1:+1/3", 3, {1.0 / 3.0, 0.666666666666667, 1}},
        {"7,1..4:x2,9", 5, {7, 1, 2, 4, 9}},
        {"1e308..1.7976931348623157e308:x1.79769313486232", 2, {1e308, 1.7976931348623157e308}}, /* no end is gone beyond */
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        double *values = NULL;
        size_t count = 0;
        pld_error error = {.message = ""};
        pld_status status = pld__list_parse(cases[i].text, &values, &count, &error);
        if (CHECK(status == PLD_OK && count == cases[i].count, "%s: %s, %zu values", cases[i].text, error.message, count)) {
            for (size_t j = 0; j < count; j++) {
                CHECK(values[j] == cases[i].values[j], "%s: value %zu is %.17g", cases[i].text, j, values[j]);
            }
        }
        pld__free(values);
    }
}

static void test_whole(void) {
    static const struct {
        const char *text;
        size_t count;
        uint64_t values[MOST];
    } cases[] = {
        {"0", 1, {0}},
        {"1,2,5", 3, {1, 2, 5}},
        {"1..16:x2", 5, {1, 2, 4, 8, 16}},
        {"1..11:+1", 11, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
        {"1e6,1.5e3", 2, {1000000, 1500}},
        {"9223372036854775807,9223372036854775808", 2, {UINT64_C(9223372036854775807), UINT64_C(9223372036854775808)}},
        {"9223372036854775806..9223372036854775808:+1",
         3,
         {UINT64_C(9223372036854775806), UINT64_C(9223372036854775807), UINT64_C(9223372036854775808)}},
        {"4611686018427387904..9223372036854775808:x2", 2, {UINT64_C(4611686018427387904), UINT64_C(9223372036854775808)}},
        {"1..9223372036854775808:x10000000000", 2, {1, UINT64_C(10000000000)}},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint64_t *values = NULL;
        size_t count = 0;
        pld_error error = {.message = ""};
        pld_status status = pld__list_parse_whole(cases[i].text, &values, &count, &error);
        if (CHECK(status == PLD_OK && count == cases[i].count, "%s: %s, %zu values", cases[i].text, error.message, count)) {
            CHECK(memcmp(values, cases[i].values, count * sizeof *values) == 0, "%s: wrong values", cases[i].text);
        }
        pld__free(values);
    }
}

static void test_refused(void) {
    static const struct {
        const char *text, *word;
        bool whole_only;
    } cases[] = {
        {"", "", false},
        {",", "", false},
        {"1,,2", "", false},
        {"1,2,", "", false},
        {"1,x,3", "x", false},
        {"1 ,2", "1 ", false},
        {"1..5", "1..5", false},
        {"1..5:", "1..5:", false},
        {"1..5:2", "1..5:2", false},
        {"1..5:*2", "1..5:*2", false},
        {"1..5:+", "", false},
        {"..5:+1", "", false},
        {"1..:+1", "", false},
        {"1..5:+0", "1..5:+0", false},
        {"1..5:x1", "1..5:x1", false},
        {"0..5:x2", "0..5:x2", false},
        {"5..1:+1", "5..1:+1", false},
        {"nan", "nan", false},
        {"1..inf:x2", "inf", false},
        {"0..1e9:+1", "0..1e9:+1", false},
        {"1,1.5", "1.5", true},
        {"-1", "-1", true},
        {"1..10:x1.5", "1.5", true},
        {"1..2:+0.5", "0.5", true},
        {"1e19", "1e19", true},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        for (int whole = 0; whole < 2; whole++) {
            double *numbers = NULL;
            uint64_t *wholes = NULL;
            size_t count = 77;
            pld_error error = {.message = ""};
            if (cases[i].whole_only && !whole) {
                continue;
            }
            pld_status status = whole ? pld__list_parse_whole(cases[i].text, &wholes, &count, &error)
                                      : pld__list_parse(cases[i].text, &numbers, &count, &error);
            CHECK(status == PLD_ERROR_ARGUMENT, "'%s' is taken", cases[i].text);
            CHECK(numbers == NULL && wholes == NULL && count == 77, "'%s': outputs are touched", cases[i].text);
            CHECK(strcmp(error.word, cases[i].word) == 0, "'%s': '%s' is blamed", cases[i].text, error.word);
            CHECK(error.message[0] != '\0' && error.allowed[0] != '\0', "'%s': nothing is said", cases[i].text);
        }
    }
}

static void test_no_error_wanted(void) {
    double *values = NULL;
    size_t count = 0;
    CU_ASSERT_EQUAL(pld__list_parse("1..5", &values, &count, NULL), PLD_ERROR_ARGUMENT);
}

int main(void) {
    CU_TestInfo tests[] = {{"lists of numbers", test_numbers},
                           {"lists of whole numbers", test_whole},
                           {"lists that are refused", test_refused},
                           {"without an error", test_no_error_wanted},
                           CU_TEST_INFO_NULL};
    return suite_run("list", tests);
}
