/* Tests of src/baseline/without_replacement.c. */
#include "baseline/without_replacement.h"

#include "baseline/support.h"
#include "support/specs.h"

#include <string.h>

/* The theorem, term by term, for a few orders. */
static void test_formula(void) {
    double gamma = 0.02, sigma = 5, unit = 2 / (sigma * sigma), e2 = 2 * unit;
    double second = gamma * gamma * fmin(4 * expm1(e2), 2 * exp(e2)), third = 2 * gamma * gamma * gamma * exp(2 * 3 * unit);
    CHECK_NEAR(pld__without_replacement_rdp(gamma, sigma, 2), log1p(second), 1e-12);
    CHECK_NEAR(pld__without_replacement_rdp(gamma, sigma, 3), log1p(3 * second + third) / 2, 1e-12);
    sigma = 0.5;
    unit = 2 / (sigma * sigma);
    e2 = 2 * unit;
    CHECK_NEAR(pld__without_replacement_rdp(gamma, sigma, 2), log1p(gamma * gamma * 2 * exp(e2)), 1e-12);
    /* Rises with the order, and stays finite where its terms do not fit into a double. */
    for (int order = 3; order <= 256; order++) {
        CU_ASSERT(pld__without_replacement_rdp(gamma, 0.1, order) > pld__without_replacement_rdp(gamma, 0.1, order - 1));
    }
    CU_ASSERT(isfinite(pld__without_replacement_rdp(gamma, 0.1, 256)));
}

static void test_adjacency(void) {
    const char *const specs[] = {"hypergeometric-gaussian:N=60000,B=256,k=1,sigma=4@1000", NULL};
    for (int adjacency = 0; adjacency < 3; adjacency++) {
        pld_baseline_answer answer = ask_with("without-replacement", -11, (pld_adjacency)adjacency, specs);
        CU_ASSERT(!answer.applicable && strstr(answer.reason, "replacing") != NULL);
    }
    /* Any other adjacency is one of replacement; against the formula at every order. */
    pld_baseline_answer answer = ask_with("without-replacement", -11, (pld_adjacency)3, specs);
    double best = INFINITY;
    for (int order = 2; order <= 256; order++) {
        best = fmin(best, 1000 * pld__without_replacement_rdp(256 / 60000.0, 4, order) + 11.0 / (order - 1));
    }
    CU_ASSERT(answer.applicable);
    CHECK_NEAR(answer.epsilon, best, 1e-13);
    CU_ASSERT(!ASK("without-replacement", -11, "poisson-gaussian:q=0.1,sigma=2").applicable);
    CU_ASSERT(!ASK("without-replacement", -11, "hypergeometric-gaussian:N=99,B=3,k=2,sigma=2").applicable);
}

/* What the command line makes of --adjacency replace is fixed-size, replaced. */
static void test_fixed_size(void) {
    uint64_t count = 0;
    pld_mechanism *plain = spec_mechanism("fixed-size:N=60000,B=256,sigma=4@1000", &count), *replaced = NULL;
    pld_baseline_answer answer;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_replaced(plain, &replaced, NULL), PLD_OK);
    const pld_step step = {replaced, count};
    const pld_baseline_method *method = pld_baseline_find("without-replacement", NULL);
    CU_ASSERT_EQUAL_FATAL(pld_baseline_evaluate(method, &step, 1, -11, PLD_ADJACENCY_REPLACE, &answer, NULL), PLD_OK);
    const char *const specs[] = {"hypergeometric-gaussian:N=60000,B=256,k=1,sigma=4@1000", NULL};
    CHECK_NEAR(answer.epsilon, ask_with("without-replacement", -11, PLD_ADJACENCY_REPLACE, specs).epsilon, 1e-12);
    pld_mechanism_free(plain);
    pld_mechanism_free(replaced);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"formula", test_formula}, {"adjacency", test_adjacency}, {"fixed size", test_fixed_size}, CU_TEST_INFO_NULL};
    return suite_run("without replacement", tests);
}
