/* Tests of src/baseline/pure_moments.c. */
#include "baseline/support.h"

#define PURE "mixture-gaussian:sigma=1,pw=0.45:0.55,pm=0:1,qw=0.55:0.45,qm=0:1"

/* Against every whole lambda; epsilon = log(11/9). */
static void test_lambda(void) {
    for (double log_delta = -1; log_delta > -500; log_delta *= 1.9) {
        double epsilon = log(11.0 / 9), best = INFINITY, where = 0;
        for (int lambda = 1; lambda < 500; lambda++) {
            double found = 20 * epsilon * epsilon * (lambda + 1) / 2 - log_delta / lambda;
            where = found < best ? lambda : where;
            best = fmin(best, found);
        }
        pld_baseline_answer answer = ASK("pure-moments", log_delta, PURE "@20");
        CHECK_NEAR(answer.epsilon, best, 1e-12);
        CU_ASSERT_EQUAL(answer.order, where);
        CHECK(answer.epsilon >= ASK("rdp-classic", log_delta, PURE "@20").epsilon, "log delta %g", log_delta);
    }
}

static void test_refusals(void) {
    CU_ASSERT(!ASK("pure-moments", -11, "gaussian:sigma=1").applicable);
    CU_ASSERT(!ASK("pure-moments", -11, PURE, "gaussian:sigma=1").applicable);
    CU_ASSERT(!ASK("pure-moments", -INFINITY, PURE).applicable);
    CU_ASSERT_EQUAL(ASK("pure-moments", -11, "poisson-gaussian:q=0,sigma=1").epsilon, 0);
}

int main(void) {
    static CU_TestInfo tests[] = {{"lambda", test_lambda}, {"refusals", test_refusals}, CU_TEST_INFO_NULL};
    return suite_run("pure moments", tests);
}
