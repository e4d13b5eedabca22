/* Tests of src/baseline/gaussian_formula.c. */
#include "baseline/support.h"

#include <string.h>

static void test_formula(void) {
    CHECK_NEAR(ASK("gaussian-formula", log(1e-5), "gaussian:sigma=10").epsilon, sqrt(2 * log(1.25e5)) / 10, 1e-14);
    CHECK_NEAR(ASK("gaussian-formula", log(1e-5), "gaussian:sigma=30@4", "gaussian:sigma=30").epsilon,
               sqrt(2 * log(1.25e5) * 5) / 30, 1e-14);
    /* delta = 1e-400 is no double. */
    CHECK_NEAR(ASK("gaussian-formula", -400 * log(10), "gaussian:sigma=100").epsilon, sqrt(2 * (log(1.25) + 400 * log(10))) / 100,
               1e-14);
}

static void test_refusals(void) {
    pld_baseline_answer answer = ASK("gaussian-formula", log(1e-5), "gaussian:sigma=4");
    CU_ASSERT(!answer.applicable && strstr(answer.reason, "1.21") != NULL);
    CU_ASSERT(!ASK("gaussian-formula", log(1e-5), "poisson-gaussian:q=1,sigma=10").applicable);
    CU_ASSERT(!ASK("gaussian-formula", -INFINITY, "gaussian:sigma=10").applicable);
}

int main(void) {
    static CU_TestInfo tests[] = {{"formula", test_formula}, {"refusals", test_refusals}, CU_TEST_INFO_NULL};
    return suite_run("gaussian formula", tests);
}
