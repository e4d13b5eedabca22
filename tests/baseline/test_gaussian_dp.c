/* Tests of src/baseline/gaussian_dp.c. */
#include "baseline/support.h"

/* From tests/reference/epsilon.csv: 1000 steps of sigma = 20 at delta = 1e-6. */
static void test_reference(void) {
    CHECK_NEAR(ASK("gaussian-dp", log(1e-6), "gaussian:sigma=20@1000").epsilon, 8.3062250499547281912, 1e-12);
    CHECK_NEAR(ASK("gaussian-dp", log(1e-6), "gaussian:sigma=20@400", "gaussian:sigma=10@150").epsilon, 8.3062250499547281912,
               1e-12);
}

static void test_curve(void) {
    double epsilon = ASK("gaussian-dp", log(1e-3), "gaussian:sigma=2@9").epsilon, mu = 1.5;
    double delta = 0.5 * erfc((epsilon / mu - mu / 2) / sqrt(2)) - exp(epsilon) * 0.5 * erfc((epsilon / mu + mu / 2) / sqrt(2));
    CHECK_NEAR(delta, 1e-3, 1e-11);
    CU_ASSERT(!ASK("gaussian-dp", log(1e-3), "gaussian:sigma=2", "poisson-gaussian:q=0.5,sigma=2").applicable);
    CU_ASSERT(isinf(ASK("gaussian-dp", -INFINITY, "gaussian:sigma=2").epsilon));
}

int main(void) {
    static CU_TestInfo tests[] = {{"reference", test_reference}, {"curve", test_curve}, CU_TEST_INFO_NULL};
    return suite_run("gaussian dp", tests);
}
