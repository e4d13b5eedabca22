/* Tests of src/store/json.c: numbers are as short as reads back as the same double, and nothing else changes. */
#include "store/json.h"

#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void test_numbers_are_short_and_read_back(void) {
    static const struct {
        double value;
        const char *text;
    } numbers[] = {{1e-5, "[1e-5]"}, {0.1, "[0.1]"}, {3, "[3.0]"}, {-2.5e300, "[-2.5e300]"}, {1e22, "[1e22]"}, {0, "[0.0]"}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        json_t *list = json_array();
        CU_ASSERT_FATAL(list != NULL && json_array_append_new(list, pld__json_number(numbers[i].value)) == 0);
        char *text = pld__json_dump(list, JSON_COMPACT | JSON_REAL_PRECISION(17));
        CU_ASSERT_FATAL(text != NULL);
        CHECK(strcmp(text, numbers[i].text) == 0, "%s instead of %s", text, numbers[i].text);
        free(text);
        json_decref(list);
    }
    for (double value = 1.1e-300; value < 1e300; value *= -1234.5678901234567) {
        json_t *list = json_array(), *again = NULL;
        CU_ASSERT_FATAL(list != NULL && json_array_append_new(list, pld__json_number(value)) == 0);
        char *text = pld__json_dump(list, JSON_COMPACT | JSON_REAL_PRECISION(17));
        again = json_loads(text, 0, NULL);
        CHECK(json_real_value(json_array_get(again, 0)) == value, "%s", text);
        free(text);
        json_decref(again);
        json_decref(list);
    }
}

static void test_words_and_strings_stay(void) {
    static const char given[] = "{\"a\":\"1.0000000000000001e-5, \\\"2.50\\\" \\\\\",\"e\":true,\"1.00\":[false,null,12,-7]}";
    json_t *object = json_loads(given, 0, NULL);
    char *text = pld__json_dump(object, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(17));
    CU_ASSERT_FATAL(text != NULL);
    CHECK(strcmp(text, given) == 0, "%s", text);
    free(text);
    json_decref(object);
}

int main(void) {
    CU_TestInfo tests[] = {
        {"numbers are short and read back", test_numbers_are_short_and_read_back},
        {"words and strings stay", test_words_and_strings_stay},
        CU_TEST_INFO_NULL,
    };
    return suite_run("store/json", tests);
}
