/* Tests of src/baseline/strong.c. */
#include "baseline/support.h"

/* Published as 9.34; at four times as many steps as 24.22, where this computation gives 24.205. */
static void test_published(void) {
    double found = ASK("strong", log(1e-5), "poisson-gaussian:q=0.01,sigma=4@10000").epsilon;
    CHECK(fabs(found - 9.34) < 5e-3, "%.17g", found);
    CHECK_NEAR(found, 9.339065243825393, 1e-12);
    CHECK_NEAR(ASK("strong", log(1e-5), "poisson-gaussian:q=0.01,sigma=4@40000").epsilon, 24.205145050290646, 1e-12);
}

static void test_refusals(void) {
    CU_ASSERT(!ASK("strong", -INFINITY, "poisson-gaussian:q=0.01,sigma=4").applicable);
    CU_ASSERT(!ASK("strong", -11, "poisson-gaussian:q=0.01,sigma=4,k=3").applicable);
    CHECK_NEAR(ASK("strong", -11, "poisson-gaussian:q=0.01,sigma=4@3", "poisson-gaussian:q=0.01,sigma=4@5").epsilon,
               ASK("strong", -11, "poisson-gaussian:q=0.01,sigma=4@8").epsilon, 1e-13);
}

int main(void) {
    static CU_TestInfo tests[] = {{"published", test_published}, {"refusals", test_refusals}, CU_TEST_INFO_NULL};
    return suite_run("strong", tests);
}
