/* Tests of src/composition/spec_vary.c. */
#include "composition/spec_vary.h"
#include "base/number.h"
#include <stdlib.h>
#include <string.h>

#include "support/suite.h"

static void test_with(void) {
    static const struct {
        const char *spec, *key, *value, *expected;
    } cases[] = {
        {"gaussian:sigma=1", "sigma", "2", "gaussian:sigma=2"},
        {"gaussian:sigma=1@16384", "sigma", "0.8", "gaussian:sigma=0.8@16384"},
        {"poisson-gaussian:q=256/60000,sigma=1@5", "q", "0.01", "poisson-gaussian:q=0.01,sigma=1@5"},
        {"poisson-gaussian:q=256/60000,sigma=1@5", "k", "3", "poisson-gaussian:q=256/60000,sigma=1,k=3@5"},
        {"hypergeometric-gaussian:N=9,B=2,k=1,sigma=1", "k", "10", "hypergeometric-gaussian:N=9,B=2,k=10,sigma=1"},
        {"gaussian", "sigma", "2", "gaussian:sigma=2"},
        {"gaussian:", "sigma", "2", "gaussian:sigma=2"},
        {"gaussian@3", "sigma", "2", "gaussian:sigma=2@3"},
        {"x:ksigma=1,sigma=2", "sigma", "3", "x:ksigma=1,sigma=3"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *made = pld__spec_with(cases[i].spec, cases[i].key, cases[i].value);
        CHECK(made != NULL && strcmp(made, cases[i].expected) == 0, "%s: %s", cases[i].spec, made ? made : "nothing");
        free(made);
    }
}

static void test_has_key(void) {
    bool has = false;
    CU_ASSERT_EQUAL(pld__spec_has_key("gaussian:sigma=1@3", "sigma", &has, NULL), PLD_OK);
    CU_ASSERT_TRUE(has);
    CU_ASSERT_EQUAL(pld__spec_has_key("gaussian", "k", &has, NULL), PLD_OK);
    CU_ASSERT_FALSE(has);
    CU_ASSERT_EQUAL(pld__spec_has_key("gauss:sigma=1", "sigma", &has, NULL), PLD_ERROR_ARGUMENT);
}

static void test_number_text(void) {
    static const struct {
        double value;
        const char *text;
    } cases[] = {{1, "1"},
                 {0.8, "0.8"},
                 {1e-5, "1e-5"},
                 {1e-10, "1e-10"},
                 {16384, "16384"},
                 {1e100, "1e+100"},
                 {1.0 / 3, "0.3333333333333333"},
                 {0.1 + 0.2, "0.30000000000000004"},
                 {-2.5, "-2.5"},
                 {0, "0"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[PLD__NUMBER_SIZE];
        pld__number_write(cases[i].value, text);
        CHECK(strcmp(text, cases[i].text) == 0 && strtod(text, NULL) == cases[i].value, "%s instead of %s", text, cases[i].text);
    }
}

int main(void) {
    CU_TestInfo tests[] = {
        {"a key set", test_with}, {"has a key", test_has_key}, {"numbers as text", test_number_text}, CU_TEST_INFO_NULL};
    return suite_run("spec_vary", tests);
}
