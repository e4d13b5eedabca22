/* Tests of src/baseline/advanced.c. */
#include "baseline/guarantee.h"

#include "baseline/support.h"

/* The theorem at many splits: the method is as good as the best of them, and one of them. */
static void test_splits(void) {
    asked made = ask_specs((const char *const[]){"poisson-gaussian:q=0.01,sigma=4", NULL});
    double best = INFINITY, delta = 1e-5, steps = 10000;
    for (double f = 0.001; f < 1; f += 0.001) {
        double step = pld__guarantee_epsilon(made.mechanisms[0], log((1 - f) * delta / steps));
        best = fmin(best, sqrt(2 * steps * log(1 / (f * delta))) * step + steps * step * expm1(step));
    }
    CHECK_NEAR(ASK("advanced", log(delta), "poisson-gaussian:q=0.01,sigma=4@10000").epsilon, best, 1e-4);
    asked_free(&made);
}

/* Lists of steps: splitting a count changes nothing. */
static void test_lists(void) {
    double whole = ASK("advanced", -11, "gaussian:sigma=30@50").epsilon;
    CHECK_NEAR(ASK("advanced", -11, "gaussian:sigma=30@20", "gaussian:sigma=30@30").epsilon, whole, 1e-12);
    CU_ASSERT(ASK("advanced", -11, "gaussian:sigma=30@50", "gaussian:sigma=100").epsilon > whole);
}

/* Purely private steps need nothing of delta. */
static void test_pure(void) {
    double squares = 100 * 0.01 + 30 * 0.04, drift = 100 * 0.1 * expm1(0.1) + 30 * 0.2 * expm1(0.2);
    CHECK_NEAR(ASK("advanced", -11, "randomized-response:epsilon=0.1@100", "randomized-response:epsilon=0.2@30").epsilon,
               sqrt(22 * squares) + drift, 1e-12);
    double beside = ASK("advanced", -11, "randomized-response:epsilon=0.1@100", "gaussian:sigma=100").epsilon;
    asked made = ask_specs((const char *const[]){"gaussian:sigma=100", NULL});
    double best = INFINITY;
    for (double f = 0.001; f < 1; f += 0.001) {
        double step = pld__guarantee_epsilon(made.mechanisms[0], log(1 - f) - 11);
        best = fmin(best, sqrt(2 * (11 - log(f)) * (1 + step * step)) + 10 * expm1(0.1) + step * expm1(step));
    }
    CHECK(beside <= best * (1 + 1e-4) && beside >= best * (1 - 1e-3), "%.10g, best %.10g", beside, best);
    asked_free(&made);
}

static void test_zero(void) {
    CU_ASSERT(!ASK("advanced", -INFINITY, "gaussian:sigma=30@50").applicable);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"splits", test_splits}, {"lists", test_lists}, {"pure", test_pure}, {"zero", test_zero}, CU_TEST_INFO_NULL};
    return suite_run("advanced", tests);
}
