/* Tests of src/study: comparisons and claims, from C. */
#include <pld/pld.h>

#include "support/folder.h"
#include "support/suite.h"
#include <math.h>
#include <string.h>

static pld_composition *compose(const char *spec) {
    pld_composition *made = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_composition_create(PLD_ADJACENCY_ADD_REMOVE, &made), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_composition_add_spec(made, spec, NULL), PLD_OK);
    return made;
}

static pld_claims *claim_nothing(void) {
    pld_claims *made = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_claims_create(&made), PLD_OK);
    return made;
}

static void test_verdicts(void) {
    pld_composition *run = compose("gaussian:sigma=2@10"); /* epsilon = 7.5112759 at 1e-5 */
    pld_claims *claims = claim_nothing();
    CU_ASSERT_EQUAL(pld_claims_add(claims, "too little", 7.5, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_claims_add(claims, "enough", 7.6, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_claims_add(claims, "anything", INFINITY, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_claims_add(claims, "nothing", NAN, NULL), PLD_ERROR_ARGUMENT);
    const pld_comparison_question question = {
        .size = sizeof question, .composition = run, .delta = "1e-5", .methods = "rdp,gaussian-formula", .claims = claims};
    pld_options options = pld_options_default();
    pld_comparison *comparison = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_comparison_create(&question, &options, &comparison, NULL), PLD_OK);
    static const pld_verdict expected[] = {PLD_VERDICT_VALID, PLD_VERDICT_NOT_APPLICABLE, PLD_VERDICT_UNSOUND, PLD_VERDICT_VALID,
                                           PLD_VERDICT_VALID};
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        const pld_finding *finding = pld_comparison_finding(comparison, 0, i);
        CU_ASSERT_PTR_NOT_NULL_FATAL(finding);
        CHECK(i == 1 || finding->verdict == expected[i], "%s is %s", finding->name, pld_verdict_name(finding->verdict));
    }
    CU_ASSERT_PTR_NULL(pld_comparison_finding(comparison, 0, COUNT_OF(expected)));
    CU_ASSERT_PTR_NULL(pld_comparison_point_at(comparison, 1));
    CU_ASSERT_DOUBLE_EQUAL(pld_comparison_point_at(comparison, 0)->tight.bracket.upper, 7.5112759, 1e-6);
    char *json = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_json_comparison(comparison, &json), PLD_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(json, "\"verdict\": \"unsound\""));
    pld_text_free(json);
    CU_ASSERT_EQUAL(pld_comparison_write(comparison, "verdicts.h5", PLD_STORE_CREATE, "mine", NULL, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_comparison_write(comparison, "verdicts.h5", PLD_STORE_CREATE, "mine", NULL, NULL), PLD_ERROR_FILE);
    pld_comparison_free(comparison);
    pld_claims_free(claims);
    pld_composition_free(run);
}

/* Rows with mechanisms and deltas of their own need neither of the question. */
static void test_tables(void) {
    static const char good[] = "name,epsilon,compositions,delta,mechanism\n"
                               "a,7.6,10,1e-5,gaussian:sigma=2\n"
                               ",7.5,5,1e-5,gaussian:sigma=2@2\n";
    static const char bad[] = "name,epsilon\na,1\nb,-1\n";
    pld_claims *claims = claim_nothing();
    pld_error error = {.message = ""};
    CU_ASSERT_TRUE(folder_write("bad.csv", bad, strlen(bad)) && folder_write("good.csv", good, strlen(good)));
    CU_ASSERT_EQUAL(pld_claims_read(claims, "bad.csv", PLD_ADJACENCY_ADD_REMOVE, false, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "line 3"));
    CU_ASSERT_EQUAL(pld_claims_read(claims, "good.csv", PLD_ADJACENCY_ADD_REMOVE, false, &error), PLD_OK);
    const pld_comparison_question question = {.size = sizeof question, .methods = "none", .claims = claims};
    pld_options options = pld_options_default();
    pld_comparison *comparison = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_comparison_create(&question, &options, &comparison, &error), PLD_OK);
    CU_ASSERT_EQUAL(pld_comparison_point_at(comparison, 0)->compositions, 10);
    CU_ASSERT_EQUAL(pld_comparison_finding(comparison, 0, 0)->verdict, PLD_VERDICT_VALID);
    CU_ASSERT_EQUAL(pld_comparison_finding(comparison, 1, 0)->verdict, PLD_VERDICT_UNSOUND);
    CU_ASSERT_STRING_EQUAL(pld_comparison_finding(comparison, 1, 0)->name, "line 3");
    CU_ASSERT_PTR_NULL(pld_comparison_finding(comparison, 1, 1));
    pld_comparison_free(comparison);
    pld_claims_free(claims);
}

static void test_what_is_missing_is_said(void) {
    pld_composition *run = compose("gaussian:sigma=2");
    pld_options options = pld_options_default();
    pld_comparison *comparison = NULL;
    const pld_comparison_question cases[] = {{.composition = run, .delta = "1e-5"},
                                             {.size = sizeof cases[0], .composition = run},
                                             {.size = sizeof cases[0], .delta = "1e-5"},
                                             {.size = sizeof cases[0], .composition = run, .delta = "2"},
                                             {.size = sizeof cases[0], .composition = run, .delta = "1e-5", .methods = "magic"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld_error error = {.message = ""};
        CHECK(pld_comparison_create(&cases[i], &options, &comparison, &error) == PLD_ERROR_ARGUMENT, "case %zu is taken", i);
        CHECK(comparison == NULL && error.message[0] != '\0', "case %zu: '%s'", i, error.message);
    }
    pld_comparison_free(NULL);
    pld_claims_free(NULL);
    pld_composition_free(run);
}

int main(void) {
    CU_TestInfo tests[] = {{"verdicts", test_verdicts},
                           {"tables", test_tables},
                           {"what is missing is said", test_what_is_missing_is_said},
                           CU_TEST_INFO_NULL};
    if (!folder_enter()) {
        return 1;
    }
    int code = suite_run("study/comparison", tests);
    folder_leave();
    return code;
}
