/* Tests of src/baseline/moments.c. */
#include "baseline/support.h"

#include <string.h>

/* Abadi et al. 2016, section 5.1: 1.26. */
static void test_published(void) {
    pld_baseline_answer answer = ASK("moments", log(1e-5), "poisson-gaussian:q=0.01,sigma=4@10000");
    CHECK(fabs(answer.epsilon - 1.2586) < 5e-5 && answer.order == 19, "%.17g at %g", answer.epsilon, answer.order);
}

static void test_gaussian(void) {
    pld_baseline_answer answer = ASK("moments", log(1e-5), "gaussian:sigma=5@10");
    double rho = 10 / 50.0, best = INFINITY;
    for (int lambda = 1; lambda <= 32; lambda++) {
        best = fmin(best, rho * (lambda + 1) + log(1e5) / lambda);
    }
    CHECK_NEAR(answer.epsilon, best, 1e-11);
}

static void test_edges(void) {
    pld_baseline_answer answer = ASK("moments", log(1e-5), "gaussian:sigma=100");
    CU_ASSERT(answer.order == 32 && strstr(answer.reason, "edge") != NULL);
    answer = ASK("moments", log(1e-5), "gaussian:sigma=0.1");
    CU_ASSERT(answer.order == 1 && strstr(answer.reason, "edge") != NULL);
    answer = ASK("moments", -INFINITY, "gaussian:sigma=1");
    CU_ASSERT(isinf(answer.epsilon) && isnan(answer.order));
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"published", test_published}, {"gaussian", test_gaussian}, {"edges", test_edges}, CU_TEST_INFO_NULL};
    return suite_run("moments", tests);
}
