/* Tests of src/base/lines.c. */
#include "base/lines.h"

#include "support/suite.h"

#include <string.h>

static void test_next(void) {
    const char *text = "first\n\nthird", *none = NULL, *ended = "one\n";
    char line[PLD__LINE_SIZE] = "";
    CU_ASSERT_TRUE(pld__line_next(&text, line) && strcmp(line, "first") == 0);
    CU_ASSERT_TRUE(pld__line_next(&text, line) && strcmp(line, "") == 0);
    CU_ASSERT_TRUE(pld__line_next(&text, line) && strcmp(line, "third") == 0);
    CU_ASSERT_FALSE(pld__line_next(&text, line));
    CU_ASSERT_FALSE(pld__line_next(&none, line));
    CU_ASSERT_TRUE(pld__line_next(&ended, line) && strcmp(line, "one") == 0);
    CU_ASSERT_FALSE(pld__line_next(&ended, line));
}

static void test_cut(void) {
    char text[2 * PLD__LINE_SIZE], line[PLD__LINE_SIZE];
    const char *rest = text;
    memset(text, 'x', sizeof text);
    memcpy(text + sizeof text - 3, "\ny", 3);
    CU_ASSERT_TRUE(pld__line_next(&rest, line));
    CU_ASSERT_EQUAL(strlen(line), PLD__LINE_SIZE - 1);
    CU_ASSERT_TRUE(pld__line_next(&rest, line) && strcmp(line, "y") == 0);
}

static void test_have(void) {
    CU_ASSERT_TRUE(pld__lines_have("first\nsecond", "second"));
    CU_ASSERT_TRUE(pld__lines_have("first\nsecond\n", "first"));
    CU_ASSERT_FALSE(pld__lines_have("first\nsecond", "sec"));
    CU_ASSERT_FALSE(pld__lines_have("first\nsecond", "irst"));
    CU_ASSERT_FALSE(pld__lines_have(NULL, "first"));
    CU_ASSERT_FALSE(pld__lines_have("", ""));
}

int main(void) {
    CU_TestInfo tests[] = {{"next line", test_next}, {"long lines", test_cut}, {"search", test_have}, CU_TEST_INFO_NULL};
    return suite_run("base/lines", tests);
}
