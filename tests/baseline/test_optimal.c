/* Tests of src/baseline/optimal.c. */
#include "baseline/guarantee.h"

#include "baseline/support.h"

#include <string.h>

/* delta_i of theorem 3.3, at epsilon (T - 2i): sum over l < i of C(T, l) (e^((T - l) e) - e^((T - 2i + l) e)) / (1 + e^e)^T. */
static double published_delta(int steps, double epsilon, int i) {
    double sum = 0, choose = 1;
    for (int l = 0; l < i; l++) {
        sum += choose * (exp((steps - l) * epsilon) - exp((steps - 2 * i + l) * epsilon));
        choose = choose * (steps - l) / (l + 1);
    }
    return sum / pow(1 + exp(epsilon), steps);
}

/* The theorem's points at many splits: interpolated between them the method may do better, never worse. */
static void test_published(void) {
    asked made = ask_specs((const char *const[]){"poisson-gaussian:q=0.05,sigma=2", NULL});
    double delta = 1e-4, best = INFINITY, tightest = INFINITY;
    int steps = 30;
    for (double x = -6; x < 6; x += 0.05) {
        double step = pld__guarantee_epsilon(made.mechanisms[0], log(delta) + pld__log_other_share(x) - log(steps));
        double slack = delta * exp(pld__log_share(x));
        for (int i = 0; i <= steps / 2 && published_delta(steps, step, i) <= slack; i++) {
            best = fmin(best, (steps - 2 * i) * step);
            tightest = fmin(tightest, (steps - 2 * i - 2) * step);
        }
    }
    double found = ASK("optimal", log(delta), "poisson-gaussian:q=0.05,sigma=2@30").epsilon;
    CHECK(found <= best * (1 + 1e-6) && found >= tightest, "%.17g is not between %.17g and %.17g", found, tightest, best);
    asked_free(&made);
}

/* Below what needs less knowledge, above the truth. */
static void test_order(void) {
    static const char *const specs[] = {"gaussian:sigma=100@1000", "poisson-gaussian:q=0.01,sigma=4@10000", "gaussian:sigma=2@3",
                                        "poisson-gaussian:q=1e-4,sigma=2@1000000"};
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        double optimal = ASK("optimal", log(1e-6), specs[i]).epsilon;
        CHECK(optimal <= ASK("advanced", log(1e-6), specs[i]).epsilon * (1 + 1e-6), "%s", specs[i]);
        CHECK(optimal <= ASK("naive", log(1e-6), specs[i]).epsilon * (1 + 1e-4), "%s", specs[i]);
        CHECK(optimal >= ASK("rdp", log(1e-6), specs[i]).epsilon * 0.5, "%s", specs[i]);
    }
}

static void test_refusals(void) {
    CU_ASSERT(ASK("optimal", -11, "gaussian:sigma=3@5", "gaussian:sigma=3@6").applicable);
    pld_baseline_answer answer = ASK("optimal", -11, "gaussian:sigma=3@5", "gaussian:sigma=4@6");
    CU_ASSERT(!answer.applicable && strstr(answer.reason, "black boxes") != NULL);
    CU_ASSERT(!ASK("optimal", -2000, "gaussian:sigma=300@5", "gaussian:sigma=400@6").applicable);
    CU_ASSERT(!ASK("optimal", -11, "gaussian:sigma=3@1e12").applicable);
    CU_ASSERT(!ASK("optimal", -INFINITY, "gaussian:sigma=3").applicable);
    CHECK_NEAR(ASK("optimal", -11, "gaussian:sigma=3@5", "gaussian:sigma=3@6").epsilon,
               ASK("optimal", -11, "gaussian:sigma=3@11").epsilon, 1e-12);
}

/* Steps that hardly differ are composed like equal ones; others lie between the truth and basic composition. */
static void test_different(void) {
    double equal = ASK("optimal", log(1e-5), "gaussian:sigma=100@90").epsilon;
    double nearly = ASK("optimal", log(1e-5), "gaussian:sigma=100@45", "gaussian:sigma=100.001@45").epsilon;
    CHECK(nearly >= equal * (1 - 1e-4) && nearly <= 1.02 * equal, "%.17g beside %.17g", nearly, equal);
    double found = ASK("optimal", log(1e-5), "poisson-gaussian:q=0.01,sigma=4@300", "gaussian:sigma=50@7").epsilon;
    CHECK(found <= ASK("naive", log(1e-5), "poisson-gaussian:q=0.01,sigma=4@300", "gaussian:sigma=50@7").epsilon &&
              found >= ASK("rdp", log(1e-5), "poisson-gaussian:q=0.01,sigma=4@300", "gaussian:sigma=50@7").epsilon * 0.9,
          "%.17g", found);
}

/* Of purely private steps nothing of delta is given away: it is what the worst of them compose to. */
static void test_pure(void) {
    static const char *const lists[][3] = {{"randomized-response:epsilon=0.1@100", NULL, NULL},
                                           {"randomized-response:epsilon=0.1@50", "randomized-response:epsilon=0.2@50", NULL}};
    for (size_t i = 0; i < COUNT_OF(lists); i++) {
        asked made = ask_specs(lists[i]);
        pld_options options = pld_options_default();
        pld_result result;
        CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(made.steps, made.count, log(1e-6), &options, &result, NULL), PLD_OK);
        double found = ask_with("optimal", log(1e-6), PLD_ADJACENCY_ADD_REMOVE, lists[i]).epsilon;
        CHECK(found >= result.bracket.lower && found <= result.bracket.upper + 2e-3 * (i == 0 ? 1e-3 : 1),
              "%s: %.10g, worst %.10g", lists[i][0], found, result.bracket.upper);
        asked_free(&made);
    }
    /* Beside others, they get none of it. */
    double beside = ASK("optimal", log(1e-6), "randomized-response:epsilon=0.1@400", "gaussian:sigma=100@2").epsilon;
    double alone = ASK("optimal", log(1e-6), "randomized-response:epsilon=0.1@400").epsilon;
    CHECK(beside > alone && beside < alone + 0.3, "%.10g beside %.10g", beside, alone);
}

int main(void) {
    static CU_TestInfo tests[] = {{"published", test_published},       {"order", test_order},     {"refusals", test_refusals},
                                  {"different steps", test_different}, {"pure steps", test_pure}, CU_TEST_INFO_NULL};
    return suite_run("optimal", tests);
}
