/* Tests of src/baseline/group.c. */
#include "baseline/support.h"

/* q = 1 - Hyp(0; N, k, B) = 1 - prod (N - B - i)/(N - i), noise sigma/k. */
static void test_hypergeometric(void) {
    double miss = 1;
    for (int i = 0; i < 3; i++) {
        miss *= (60000.0 - 256 - i) / (60000 - i);
    }
    char spec[96];
    snprintf(spec, sizeof spec, "poisson-gaussian:q=%.17g,sigma=%.17g@100", 1 - miss, 4.0 / 3);
    const char *group = "hypergeometric-gaussian:N=60000,B=256,k=3,sigma=4@100";
    CHECK_NEAR(ASK("group-rdp", log(1e-5), group).epsilon, ASK("rdp", log(1e-5), spec).epsilon, 1e-9);
    CHECK_NEAR(ASK("group-rdp-tensorflow", log(1e-5), group).epsilon, ASK("rdp-tensorflow-classic", log(1e-5), spec).epsilon,
               1e-9);
    CU_ASSERT(ASK("group-rdp", log(1e-5), group).epsilon > ASK("rdp", log(1e-5), group).epsilon);
}

static void test_poisson(void) {
    char spec[96];
    snprintf(spec, sizeof spec, "poisson-gaussian:q=%.17g,sigma=1@100", -expm1(4 * log1p(-0.01)));
    CHECK_NEAR(ASK("group-rdp", -11, "poisson-gaussian:q=0.01,sigma=4,k=4@100").epsilon, ASK("rdp", -11, spec).epsilon, 1e-9);
    /* A group of one is no group, twice the shift is half the noise. */
    CHECK_NEAR(ASK("group-rdp", -11, "poisson-gaussian:q=0.01,sigma=2@9").epsilon,
               ASK("rdp", -11, "poisson-gaussian:q=0.01,sigma=2@9").epsilon, 1e-9);
    CHECK_NEAR(ASK("group-rdp", -11, "hypergeometric-gaussian:N=100,B=1,k=1,sigma=4,shift=2@9").epsilon,
               ASK("rdp", -11, "poisson-gaussian:q=0.01,sigma=2@9").epsilon, 1e-9);
}

static void test_refusals(void) {
    CU_ASSERT(!ASK("group-rdp", -11, "gaussian:sigma=1").applicable);
    CU_ASSERT(!ASK("group-rdp", -11, "poisson-gaussian:q=0.01,sigma=4,removed=2,added=1").applicable);
    CU_ASSERT(
        ASK("group-rdp", -11, "poisson-gaussian:q=0.01,sigma=4,k=2", "hypergeometric-gaussian:N=99,B=3,k=2,sigma=4").applicable);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"hypergeometric", test_hypergeometric}, {"poisson", test_poisson}, {"refusals", test_refusals}, CU_TEST_INFO_NULL};
    return suite_run("group", tests);
}
