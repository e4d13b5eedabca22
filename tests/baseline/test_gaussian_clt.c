/* Tests of src/baseline/gaussian_clt.c. */
#include "baseline/support.h"

/* The tight value is 1.9608: it understates. */
static void test_understates(void) {
    double found = ASK("gaussian-clt", -log(48000), "poisson-gaussian:q=0.2,sigma=3@50").epsilon;
    CHECK(fabs(found - 1.838) < 5e-4, "%.17g", found);
}

/* mu = q sqrt(T (e^(1/sigma^2) - 1)), that of a plain Gaussian. */
static void test_formula(void) {
    double mu = 0.01 * sqrt(5000 * expm1(1 / 4.0));
    char spec[64];
    snprintf(spec, sizeof spec, "gaussian:sigma=%.17g", 1 / mu);
    CHECK_NEAR(ASK("gaussian-clt", -11, "poisson-gaussian:q=0.01,sigma=2@5000").epsilon, ASK("gaussian-dp", -11, spec).epsilon,
               1e-12);
    CHECK_NEAR(ASK("gaussian-clt", -11, "gaussian:sigma=2@7").epsilon, ASK("gaussian-dp", -11, "gaussian:sigma=2@7").epsilon,
               1e-12);
    CU_ASSERT(!ASK("gaussian-clt", -11, "poisson-gaussian:q=0.01,sigma=2,k=2").applicable);
}

int main(void) {
    static CU_TestInfo tests[] = {{"understates", test_understates}, {"formula", test_formula}, CU_TEST_INFO_NULL};
    return suite_run("gaussian clt", tests);
}
