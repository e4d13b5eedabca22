/* Tests of src/query/coupling.c: an upper bound of delta(0) from single steps. */
#include "certify/coupling.h"

#include "support/oracle.h"
#include "support/suite.h"

#include <math.h>

/* Above the truth for a Gaussian composed, and the truth itself for one step. */
static void test_gaussian(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(3, 1, &mechanism, NULL), PLD_OK);
    for (uint64_t count = 1; count <= 1000; count *= 10) {
        pld_step step = {mechanism, count};
        double truth = (double)oracle_gaussian_log_delta(sqrtl((long double)count) / 3, 0);
        double bound = pld__coupling_log_upper(&step, 1, PLD_REMOVE);
        CHECK(bound >= truth && bound <= 0, "%g, but it is %g", bound, truth);
        CHECK(count > 1 || bound <= truth + 1e-10, "%.17g for %.17g", bound, truth);
    }
    pld_mechanism_free(mechanism);
}

/* Without noise a record drawn shows: delta(0) is 1 - (1 - q)^T, and any larger delta needs no epsilon, at once. */
static void test_little_noise(void) {
    static const double sigmas[] = {0.02, 1e-4, 1e-6};
    const double q = 0.001, drawn = -expm1(1000 * log1p(-q));
    for (size_t i = 0; i < COUNT_OF(sigmas); i++) {
        pld_mechanism *mechanism = NULL;
        pld_options options = pld_options_default();
        pld_result result;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(q, sigmas[i], 1, 0, 1, &mechanism, NULL), PLD_OK);
        pld_step step = {mechanism, 1000};
        double bound = exp(pld__coupling_log_upper(&step, 1, PLD_ADD));
        CHECK(bound >= drawn && bound < drawn + 1e-8, "%.17g for %.17g", bound, drawn);
        CU_ASSERT_EQUAL(pld_query_epsilon(&step, 1, log(drawn * 1.001), &options, &result, NULL), PLD_OK);
        CHECK(result.bracket.upper == 0 && result.method == PLD_METHOD_NONE, "%g", result.bracket.upper);
        pld_mechanism_free(mechanism);
    }
}

int main(void) {
    CU_TestInfo tests[] = {{"gaussian", test_gaussian}, {"little noise", test_little_noise}, CU_TEST_INFO_NULL};
    return suite_run("certify/coupling", tests);
}
