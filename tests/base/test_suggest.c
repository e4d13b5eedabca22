/* Tests of src/base/suggest.c. */
#include "base/suggest.h"

#include <CUnit/Basic.h>
#include <stdbool.h>
#include <string.h>

/* The name nearest to a word among a few, "" if none is near. */
static const char *nearest(const char *word) {
    static const char *const names[] = {"gaussian", "poisson-gaussian", "sigma", "q", "k", "N", "tolerance", "delta"};
    pld__suggestion suggestion = pld__suggestion_start(word);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        pld__suggestion_consider(&suggestion, names[i]);
    }
    return suggestion.best ? suggestion.best : "";
}

static void test_near(void) {
    CU_ASSERT_STRING_EQUAL(nearest("gausian"), "gaussian");   /* one left out */
    CU_ASSERT_STRING_EQUAL(nearest("gaussiann"), "gaussian"); /* one put in */
    CU_ASSERT_STRING_EQUAL(nearest("gaussien"), "gaussian");  /* one changed */
    CU_ASSERT_STRING_EQUAL(nearest("gasusian"), "gaussian");  /* two swapped */
    CU_ASSERT_STRING_EQUAL(nearest("Gaussian"), "gaussian");
    CU_ASSERT_STRING_EQUAL(nearest("poisson"), "poisson-gaussian"); /* a beginning */
    CU_ASSERT_STRING_EQUAL(nearest("sgima"), "sigma");
    CU_ASSERT_STRING_EQUAL(nearest("n"), "N");
    CU_ASSERT_STRING_EQUAL(nearest("tol"), "tolerance");
}

static void test_far(void) {
    CU_ASSERT_STRING_EQUAL(nearest("x"), "");
    CU_ASSERT_STRING_EQUAL(nearest(""), "");
    CU_ASSERT_STRING_EQUAL(nearest("laplace"), "");
    CU_ASSERT_STRING_EQUAL(nearest("a-word-much-longer-than-any-name-that-there-is-in-the-list"), "");
}

static void test_text(void) {
    char text[64];
    pld__suggestion suggestion = pld__suggestion_start("sigm");
    pld__suggestion_text(&suggestion, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "");
    pld__suggestion_consider(&suggestion, "sigma");
    pld__suggestion_text(&suggestion, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, "; did you mean 'sigma'?");
}

int main(void) {
    static CU_TestInfo tests[] = {{"near", test_near}, {"far", test_far}, {"text", test_text}, CU_TEST_INFO_NULL};
    CU_SuiteInfo suites[] = {{"suggest", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};
    if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS) {
        return 1;
    }
    CU_basic_run_tests();
    bool good = CU_get_number_of_tests_run() > 0 && CU_get_number_of_failures() == 0;
    CU_cleanup_registry();
    return good ? 0 : 1;
}
