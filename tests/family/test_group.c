/* Tests of src/family/group.c: what no family is asked. Which pairs are known is in the tests of the families. */
#include "pair/pair.h"

#include "support/specs.h"
#include "support/suite.h"

#include <string.h>

static void expect_refusal(const pld_mechanism *mechanism, uint64_t k, const char *message) {
    pld_mechanism *group = NULL;
    pld_error error = {.message = ""};
    CU_ASSERT_EQUAL(pld_mechanism_create_group(mechanism, k, &group, &error), PLD_ERROR_ARGUMENT);
    CHECK(group == NULL && strstr(error.message, message) != NULL, "'%s' is not in '%s'", message, error.message);
}

static void test_refused(void) {
    double p[] = {0.6, 0.4}, q[] = {0.5, 0.5};
    pld_mechanism *array = NULL, *plain = spec_mechanism("gaussian:sigma=1", NULL), *replaced = NULL,
                  *few = spec_mechanism("hypergeometric-gaussian:N=3,B=2,k=1,sigma=1", NULL);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_array(2, p, q, false, 1, "mine", &array, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_replaced(plain, &replaced, NULL), PLD_OK);
    expect_refusal(array, 2, "given as it is");
    expect_refusal(replaced, 2, "replaced");
    expect_refusal(plain, 0, "k=0");
    expect_refusal(plain, 100001, "k=100001");
    expect_refusal(few, 4, "k=4"); /* of 3 records */
    pld_mechanism_free(array);
    pld_mechanism_free(replaced);
    pld_mechanism_free(plain);
    pld_mechanism_free(few);
}

int main(void) {
    CU_TestInfo tests[] = {{"refused", test_refused}, CU_TEST_INFO_NULL};
    return suite_run("family/group", tests);
}
