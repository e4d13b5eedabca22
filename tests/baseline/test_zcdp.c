/* Tests of src/baseline/zcdp.c. */
#include "baseline/concentrated.h"

#include "baseline/support.h"

static void test_gaussian(void) {
    double rho = 10 / (2 * 9.0) + 3 / (2 * 25.0);
    CHECK_NEAR(ASK("zcdp", -12, "gaussian:sigma=3@10", "gaussian:sigma=5@3").epsilon, rho + 2 * sqrt(rho * 12), 1e-13);
    CHECK_NEAR(ASK("zcdp", -12, "gaussian:sigma=3,sensitivity=2").epsilon, 2 / 9.0 + 2 * sqrt(24 / 9.0), 1e-13);
    CU_ASSERT(isinf(ASK("zcdp", -INFINITY, "gaussian:sigma=3").epsilon));
}

/* A loss within +-epsilon, here by hand: two mixtures of the same two means. */
static void test_pure(void) {
    pld_baseline_answer answer = ASK("zcdp", -12, "mixture-gaussian:sigma=1,pw=0.25:0.75,pm=0:1,qw=0.75:0.25,qm=0:1@4");
    double rho = 4 * log(3) * log(3) / 2;
    CHECK_NEAR(answer.epsilon, rho + 2 * sqrt(rho * 12), 1e-13);
}

/* The best of many orders, and never above the other conversion where delta is small. */
static void test_improved(void) {
    double rho = 10 / (2 * 9.0), best = INFINITY;
    pld_baseline_answer answer = ASK("zcdp-improved", -12, "gaussian:sigma=3@10");
    for (double order = 1.001; order < 200; order *= 1.0005)
        best = fmin(best, rho * order + log1p(-1 / order) + (12 - log(order)) / (order - 1));
    CHECK_NEAR(answer.epsilon, best, 1e-6);
    CU_ASSERT(answer.epsilon < ASK("zcdp", -12, "gaussian:sigma=3@10").epsilon - 0.3);
    CU_ASSERT(answer.epsilon > ASK("gaussian-dp", -12, "gaussian:sigma=3@10").epsilon);
    /* The exponential mechanism has rho = epsilon^2/8. */
    CHECK_NEAR(ASK("zcdp", -12, "exponential:epsilon=0.1@100").epsilon, 0.125 + 2 * sqrt(1.5), 1e-12);
    CU_ASSERT(!ASK("zcdp-improved", -12, "poisson-gaussian:q=0.1,sigma=3").applicable);
    CU_ASSERT(!ASK("zcdp-improved", -INFINITY, "gaussian:sigma=3").applicable);
}

static void test_refusals(void) {
    CU_ASSERT(!ASK("zcdp", -12, "poisson-gaussian:q=0.1,sigma=3").applicable);
    CU_ASSERT(!ASK("zcdp", -12, "gaussian:sigma=3", "poisson-gaussian:q=0.1,sigma=3").applicable);
    CU_ASSERT_EQUAL(ASK("zcdp", -12, "poisson-gaussian:q=0,sigma=3").epsilon, 0);
}

int main(void) {
    static CU_TestInfo tests[] = {{"gaussian", test_gaussian},
                                  {"pure", test_pure},
                                  {"improved", test_improved},
                                  {"refusals", test_refusals},
                                  CU_TEST_INFO_NULL};
    return suite_run("zcdp", tests);
}
