/* Tests of src/baseline/amplification.c and sampled.c. */
#include "baseline/guarantee.h"
#include "baseline/sampled.h"

#include "baseline/support.h"

/* log(1 + q (e^epsilon - 1)) at q delta, one step and many. */
static void test_formula(void) {
    double unsampled = NAN;
    CU_ASSERT_EQUAL(pld__guarantee_gaussian(0.5, log(1e-6 / 20 / 0.1), &unsampled), PLD_OK);
    CHECK_NEAR(ASK("amplified-naive", log(1e-6), "poisson-gaussian:q=0.1,sigma=2@20").epsilon, 20 * log1p(0.1 * expm1(unsampled)),
               1e-12);
}

/* For one Gaussian step the theorem is exact. */
static void test_exact(void) {
    static const char *const specs[] = {"poisson-gaussian:q=0.01,sigma=0.1", "poisson-gaussian:q=0.3,sigma=1@9",
                                        "gaussian:sigma=4@9", "poisson-gaussian:q=1e-5,sigma=0.02"};
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        CHECK_NEAR(ASK("amplified-naive", -14, specs[i]).epsilon, ASK("naive", -14, specs[i]).epsilon, 1e-9);
        CHECK_NEAR(ASK("amplified-advanced", -14, specs[i]).epsilon, ASK("advanced", -14, specs[i]).epsilon, 1e-9);
    }
}

static void test_refusals(void) {
    CU_ASSERT(!ASK("amplified-naive", -14, "poisson-gaussian:q=0.1,sigma=1,k=2").applicable);
    CU_ASSERT(!ASK("amplified-advanced", -14, "hypergeometric-gaussian:N=100,B=5,k=1,sigma=1").applicable);
    CU_ASSERT(!ASK("amplified-naive", -INFINITY, "poisson-gaussian:q=0.1,sigma=1").applicable);
    CU_ASSERT(ASK("amplified-naive", -14, "poisson-gaussian:q=0.1,sigma=1,removed=0,added=1").applicable);
    CU_ASSERT_EQUAL(ASK("amplified-naive", -14, "poisson-gaussian:q=0,sigma=1").epsilon, 0);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"formula", test_formula}, {"exact", test_exact}, {"refusals", test_refusals}, CU_TEST_INFO_NULL};
    return suite_run("amplification", tests);
}
