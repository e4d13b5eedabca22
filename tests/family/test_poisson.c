/* Tests of src/family/poisson.c: the wrapper samples the pair of another family, and none that is sampled already. */
#include "support/family.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* delta of (1 - q) Q + q P versus Q follows from that of P versus Q. */
static void test_curve(void) {
    static const char *const inner[] = {"gaussian,sigma=1",
                                        "laplace,b=1",
                                        "randomized-response,epsilon=1",
                                        "discrete-gaussian,sigma=1",
                                        "discrete-laplace,b=1",
                                        "approx-dp,epsilon=1,delta=0.01",
                                        "noisy-vote,b=1"};
    const double q = 0.3;
    for (size_t i = 0; i < COUNT_OF(inner); i++) {
        char spec[96], plain_spec[96];
        snprintf(spec, sizeof spec, "poisson:q=%g,of=%s", q, inner[i]);
        snprintf(plain_spec, sizeof plain_spec, "%s", inner[i]);
        *strchr(plain_spec, ',') = ':';
        pld_mechanism *sampled = spec_mechanism(spec, NULL), *plain = spec_mechanism(plain_spec, NULL);
        for (double loss = 0; loss < 3; loss += 0.17) {
            /* sup P'(A) - e^epsilon Q(A) with e^epsilon = 1 - q + q e^loss is q times that of P. */
            double epsilon = log1p(q * expm1(loss)), truth = q * pld_mechanism_delta(plain, PLD_REMOVE, loss);
            double found = pld_mechanism_delta(sampled, PLD_REMOVE, epsilon);
            CHECK(fabs(found - truth) <= 1e-13, "%s at %g: %.17g instead of %.17g", spec, epsilon, found, truth);
        }
        pld_mechanism_free(sampled);
        pld_mechanism_free(plain);
    }
}

static void test_refused(void) {
    static const char *const refused[][2] = {{"poisson:q=0.1,of=poisson-gaussian,q=0.1,sigma=1", "sampled already"},
                                             {"poisson:q=0.1,of=poisson-laplace,q=0.1,b=1", "sampled already"},
                                             {"poisson:q=0.1,of=dp-sgd,N=9,batch=1,steps=1,sigma=1", "sampled already"},
                                             {"poisson:q=0.1,of=poisson", "sampled already"},
                                             {"poisson:q=0.1,of=hypergeometric-gaussian,N=9,B=1,k=1,sigma=1", "drawn already"},
                                             {"poisson:q=0.1,of=mixture-gaussian,sigma=1", "nothing is known"},
                                             {"poisson:of=gaussian,sigma=1", "needs the key 'q'"},
                                             {"poisson:q=0.1,sigma=1", "needs the key 'of'"},
                                             {"poisson:q=1.1,of=laplace,b=1", "q=1.1"}};
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        pld_mechanism *mechanism = NULL;
        uint64_t count = 0;
        pld_error error = {.message = ""};
        CU_ASSERT_EQUAL(pld_mechanism_parse(refused[i][0], &mechanism, &count, &error), PLD_ERROR_ARGUMENT);
        CHECK(!mechanism && strstr(error.message, refused[i][1]), "%s: %s", refused[i][0], error.message);
    }
}

static const family_facts facts = {
    .family = &pld__family_poisson,
    .resolved = {{"poisson:q=1/4,of=gaussian,sigma=2", "poisson-gaussian:q=0.25,sigma=2,removed=1,added=0,sensitivity=1"},
                 {"poisson:q=1/4,of=laplace,b=2", "poisson-laplace:q=0.25,b=2,sensitivity=1"},
                 {"poisson:q=1/4,of=noisy-vote,b=2", "poisson:q=0.25,of=noisy-vote,b=2"}},
    .standings = {{"poisson:q=0.1,of=gaussian,sigma=2", PLD__STANDING_WORST_CASE}},
    .groups = {{"poisson:q=0.1,of=gaussian,sigma=2", 3, "poisson-gaussian:q=0.1,sigma=2,k=3", NULL}},
    .replaced = {{"poisson:q=0.1,of=gaussian,sigma=2,sensitivity=2", "poisson-gaussian:q=0.1,sigma=1,removed=1,added=1", NULL}},
    .monotone = {{"poisson:of=discrete-gaussian,sigma=0.4,", "q", {1e-6, 0.01, 0.3, 0.31, 1}},
                 {"poisson:of=randomized-response,epsilon=1,", "q", {1e-6, 0.01, 0.3, 0.31, 1}},
                 {"poisson:q=0.2,of=discrete-laplace,", "b", {0.2, 0.21, 0.5, 1, 30}},
                 {"poisson:q=0.2,of=discrete-gaussian,sigma=0.4,", "sensitivity", {1, 2, 3, 5, 20}}},
    .words = {{"poisson:q=0.1,of=gaussian,sigma=3@4", WORST, {POISSON, PUBLIC, TUNING}, {""}},
              {"poisson:q=0.1,of=laplace,b=3@4", WORST, {POISSON}, {""}},
              {"poisson:q=0.1,of=randomized-response,epsilon=1@4",
               WORST,
               {POISSON, "an answer that does not depend on it is randomized"},
               {""}},
              {"poisson:q=0.1,of=discrete-gaussian,sigma=3@4", WORST, {POISSON, "one whole number"}, {"results"}},
              {"poisson:q=0.1,of=discrete-laplace,b=3@4", WORST, {POISSON, "one whole number"}, {"results"}},
              {"poisson:q=0.1,of=approx-dp,epsilon=0.1@4", NOTHING_BELOW, {POISSON}, {WORST}},
              {"poisson:q=0.1,of=noisy-vote,b=20@4", NOTHING_BELOW, {POISSON}, {WORST}},
              {"poisson:q=0.1,of=array,file=masses.csv",
               "of the pair itself is certified",
               {POISSON, "rovided that the pair that was given dominates"},
               {UNCONDITIONAL, WORST, ADDED}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {FAMILY_TESTS, {"curve", test_curve}, {"refused", test_refused}, CU_TEST_INFO_NULL};
    return suite_run("family/poisson", tests);
}
