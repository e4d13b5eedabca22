/* Tests of src/baseline/naive.c. */
#include "baseline/guarantee.h"

#include "baseline/support.h"

/* T steps at delta/T each. */
static void test_sum(void) {
    asked made = ask_specs((const char *const[]){"poisson-gaussian:q=0.1,sigma=2", "gaussian:sigma=3", NULL});
    double share = log(1e-5 / 12);
    pld_baseline_answer answer = ASK("naive", log(1e-5), "poisson-gaussian:q=0.1,sigma=2@10", "gaussian:sigma=3@2");
    CHECK_NEAR(answer.epsilon,
               10 * pld__guarantee_epsilon(made.mechanisms[0], share) + 2 * pld__guarantee_epsilon(made.mechanisms[1], share),
               1e-13);
    asked_free(&made);
}

/* One step is exact, and so is delta = 0. */
static void test_exact(void) {
    double tight = NAN;
    CU_ASSERT_EQUAL(pld__guarantee_gaussian(1, -20, &tight), PLD_OK);
    CHECK_NEAR(ASK("naive", -20, "gaussian:sigma=1").epsilon, tight, 1e-12);
    CU_ASSERT(isinf(ASK("naive", -INFINITY, "gaussian:sigma=1").epsilon));
}

int main(void) {
    static CU_TestInfo tests[] = {{"sum", test_sum}, {"exact", test_exact}, CU_TEST_INFO_NULL};
    return suite_run("naive", tests);
}
