/* Tests of src/store/series.c and builder.c: sizes, what counts as the same, and that a builder copies. */
#include "store/builder.h"
#include "store/series.h"
#include "support/suite.h"

#include <string.h>

static pld__builder *sample(double value, const char *note, const char *time) {
    double x[] = {1, 2, 3}, y[] = {4, 5, value}, one = 7;
    pld__builder *builder = pld__builder_create("s");
    pld__builder_axis(builder, &(pld_axis){.name = "x", .units = "1", .long_name = "x", .count = 3, .values = x});
    pld__builder_axis(builder, &(pld_axis){.name = "one", .units = "1", .long_name = "one", .count = 1, .values = &one});
    pld__builder_column(builder, &(pld_column){.name = "y", .units = "1", .long_name = "y", .values = y});
    pld__builder_text(builder, "note", note);
    pld__builder_text(builder, "created_utc", time);
    memset(x, 0, sizeof x); /* the builder has its own */
    memset(y, 0, sizeof y);
    return builder;
}

static void test_builder(void) {
    pld__builder *builder = sample(6, "n", "t");
    pld_series series;
    CU_ASSERT_EQUAL_FATAL(pld__builder_finish(builder, &series), PLD_OK);
    CU_ASSERT_EQUAL(pld_series_size(&series), 3);
    CU_ASSERT_EQUAL(pld_series_column(&series, "y")->values[2], 6);
    CU_ASSERT_EQUAL(series.axes[0].values[1], 2);
    CU_ASSERT_STRING_EQUAL(pld_series_attribute(&series, "note")->text, "n");
    CU_ASSERT_PTR_NULL(pld_series_attribute(&series, "other"));
    CU_ASSERT_TRUE(pld__axis_is_dimension(&series, 0) && !pld__axis_is_dimension(&series, 1));
    CU_ASSERT_EQUAL(pld__series_check(&series, NULL), PLD_OK);
    pld__builder_free(builder);
    pld__builder_free(NULL);
    CU_ASSERT_EQUAL(pld__builder_finish(NULL, &series), PLD_ERROR_MEMORY);
}

static void test_same(void) {
    static const struct {
        double value;
        const char *note, *time;
        bool same;
    } cases[] = {
        {6, "n", "t", true}, {6, "n", "another time", true}, {6.0000000000000009, "n", "t", false}, {6, "m", "t", false}};
    pld__builder *first = sample(6, "n", "t");
    pld_series a, b;
    CU_ASSERT_EQUAL_FATAL(pld__builder_finish(first, &a), PLD_OK);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld__builder *second = sample(cases[i].value, cases[i].note, cases[i].time);
        CU_ASSERT_EQUAL_FATAL(pld__builder_finish(second, &b), PLD_OK);
        CHECK(pld_series_same(&a, &b) == cases[i].same && pld_series_same(&b, &a) == cases[i].same, "case %zu", i);
        pld__builder_text(second, "more", "");
        CU_ASSERT_EQUAL_FATAL(pld__builder_finish(second, &b), PLD_OK);
        CHECK(!pld_series_same(&a, &b) && !pld_series_same(&b, &a), "case %zu: one attribute more", i);
        pld__builder_free(second);
    }
    pld__builder_free(first);
}

/* One point: the first axis is a dimension all the same. */
static void test_single_point(void) {
    double one = 1;
    pld_axis axes[] = {{.name = "a", .units = "1", .long_name = "a", .count = 1, .values = &one},
                       {.name = "b", .units = "1", .long_name = "b", .count = 1, .values = &one}};
    pld_series series = {"s", axes, 2, NULL, 0, NULL, 0};
    CU_ASSERT_TRUE(pld__axis_is_dimension(&series, 0) && !pld__axis_is_dimension(&series, 1));
}

int main(void) {
    CU_TestInfo tests[] = {
        {"builder", test_builder}, {"the same", test_same}, {"single point", test_single_point}, CU_TEST_INFO_NULL};
    return suite_run("series", tests);
}
