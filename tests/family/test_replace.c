/* Tests of src/family/replace.c: which pairs are known, and that queries take no others. */
#include "pair/pair.h"

#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <pld/query.h>
#include <string.h>

/* The same curve as another spec. */
static void test_known(void) {
    static const char *const known[][2] = {
        {"gaussian:sigma=3", "gaussian:sigma=1.5"},
        {"gaussian:sigma=3,sensitivity=2", "gaussian:sigma=0.75"},
        {"laplace:b=3,sensitivity=2", "laplace:b=0.75"},
        {"poisson-gaussian:q=0.1,sigma=2", "poisson-gaussian:q=0.1,sigma=2,removed=1,added=1"},
        {"poisson-gaussian:q=0.1,sigma=2,removed=0,added=1", "poisson-gaussian:q=0.1,sigma=2,removed=1,added=1"},
        {"dp-sgd:N=10,batch=1,epochs=2,sigma=2", "poisson-gaussian:q=0.1,sigma=2,removed=1,added=1"},
        {"poisson:q=0.1,of=gaussian,sigma=2,sensitivity=2", "poisson-gaussian:q=0.1,sigma=1,removed=1,added=1"},
        {"discrete-gaussian:sigma=3,sensitivity=2", "discrete-gaussian:sigma=3,sensitivity=4"},
        {"discrete-laplace:b=3,sensitivity=3", "discrete-laplace:b=3,sensitivity=6"},
        {"randomized-response:epsilon=1,k=5", "randomized-response:epsilon=1,k=5"},
        {"approx-dp:epsilon=1,delta=0.01", "approx-dp:epsilon=1,delta=0.01"},
        {"noisy-vote:b=4", "approx-dp:epsilon=0.5"}};
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        pld_mechanism *given = spec_mechanism(known[i][0], NULL), *other = spec_mechanism(known[i][1], NULL), *replaced = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_replaced(given, &replaced, NULL), PLD_OK);
        CU_ASSERT(replaced->replaced && !given->replaced);
        for (double epsilon = 0; epsilon < 2; epsilon += 0.23)
            for (int d = 0; d < PLD_DIRECTIONS; d++) {
                double found = pld_mechanism_delta(replaced, (pld_direction)d, epsilon),
                       truth = pld_mechanism_delta(other, (pld_direction)d, epsilon);
                CHECK(fabs(found - truth) <= 1e-14, "%s %d, epsilon %g: %.17g, not %.17g", known[i][0], d, epsilon, found, truth);
            }
        pld_mechanism_free(replaced);
        pld_mechanism_free(other);
        pld_mechanism_free(given);
    }
}

static void test_unknown(void) {
    static const char *const unknown[][2] = {{"poisson-gaussian:q=0.1,sigma=2,k=2", "groups"},
                                             {"poisson-gaussian:q=0.1,sigma=2,removed=1,added=1", "groups"},
                                             {"poisson-laplace:q=0.1,b=2", "sampling"},
                                             {"poisson:q=0.1,of=discrete-gaussian,sigma=2", "sampling"},
                                             {"poisson:q=0.1,of=discrete-laplace,b=2", "sampling"},
                                             {"poisson:q=0.1,of=approx-dp,epsilon=2", "sampling"},
                                             {"poisson:q=0.1,of=noisy-vote,b=2", "sampling"},
                                             {"poisson:q=0.1,of=randomized-response,epsilon=2", "sampling"},
                                             {"hypergeometric-gaussian:N=10,B=2,k=1,sigma=1", "there or not"},
                                             {"mixture-gaussian:sigma=1,pw=1,pm=1,qw=1,qm=0", "given as it is"}};
    for (size_t i = 0; i < COUNT_OF(unknown); i++) {
        pld_mechanism *given = spec_mechanism(unknown[i][0], NULL), *replaced = NULL;
        pld_error error = {.message = ""};
        CU_ASSERT_EQUAL(pld_mechanism_create_replaced(given, &replaced, &error), PLD_ERROR_ARGUMENT);
        CHECK(replaced == NULL && strstr(error.message, unknown[i][1]) != NULL, "%s: %s", unknown[i][0], error.message);
        pld_mechanism_free(given);
    }
}

/* A pair of another adjacency is refused where a wrong answer would be too small. */
static void test_queries(void) {
    pld_mechanism *given = spec_mechanism("gaussian:sigma=2", NULL), *replaced = NULL;
    pld_options options = pld_options_default();
    pld_result result;
    options.adjacency = PLD_ADJACENCY_REPLACE;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_replaced(given, &replaced, NULL), PLD_OK);
    pld_step steps[] = {{replaced, 1}, {given, 1}};
    pld_curve_point point = {1, log(1e-5)};
    CU_ASSERT_EQUAL(pld_query_epsilon(steps, 2, log(1e-5), &options, &result, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_query_delta(steps, 2, 1, &options, &result, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_query_curve(steps, 2, &point, 1, &options, NULL, NULL, &result, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_query_epsilon(steps, 1, log(1e-5), &options, &result, NULL), PLD_OK);
    CU_ASSERT(result.directions[PLD_REMOVE].asked && result.directions[PLD_ADD].asked);
    pld_mechanism_free(replaced);
    pld_mechanism_free(given);
}

int main(void) {
    CU_TestInfo tests[] = {
        {"known pairs", test_known}, {"unknown pairs", test_unknown}, {"queries", test_queries}, CU_TEST_INFO_NULL};
    return suite_run("mechanism/replace", tests);
}
