/* Tests of src/baseline/loss_clt.c. */
#include "baseline/support.h"

/* The loss of a Gaussian is normal. */
static void test_exact(void) {
    static const char *const specs[] = {"gaussian:sigma=2", "gaussian:sigma=20@1000", "gaussian:sigma=0.3@2",
                                        "gaussian:sigma=100@3"};
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        for (double log_delta = -2; log_delta > -200; log_delta *= 2.5) {
            CHECK_NEAR(ASK("loss-clt", log_delta, specs[i]).epsilon, ASK("gaussian-dp", log_delta, specs[i]).epsilon, 1e-7);
        }
    }
}

static void test_understates(void) {
    double found = ASK("loss-clt", -log(48000), "poisson-gaussian:q=0.2,sigma=3@50").epsilon;
    CHECK(found > 1.8 && found < 1.96, "%g", found);
    /* Many small steps: the limit is near. */
    CHECK_NEAR(ASK("loss-clt", log(1e-5), "poisson-gaussian:q=0.01,sigma=4@10000").epsilon, 0.94687, 6e-3);
    CU_ASSERT(!ASK("loss-clt", -INFINITY, "gaussian:sigma=2").applicable);
    CU_ASSERT_EQUAL(ASK("loss-clt", -3, "poisson-gaussian:q=0,sigma=2").epsilon, 0);
}

int main(void) {
    static CU_TestInfo tests[] = {{"exact", test_exact}, {"understates", test_understates}, CU_TEST_INFO_NULL};
    return suite_run("loss clt", tests);
}
