/* Asking for more never gives less: for smaller and smaller tolerances the bracket gets no wider, whatever the mechanism, and no
 * question takes for ever. PLD_TEST_LONG goes on to 1e-12. */
#include <pld/query.h>

#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { MOST = 2 };

static const char *const compositions[][MOST] = {
    {"gaussian:sigma=3@10"},
    {"poisson-gaussian:q=0.01,sigma=1@1000"},
    {"poisson-gaussian:q=0.001,sigma=0.6@3"},
    {"poisson-gaussian:q=0.2,sigma=3,removed=2,added=1@50"},
    {"hypergeometric-gaussian:N=1000,B=10,k=2,sigma=2@100"},
    {"mixture-gaussian:sigma=4,pw=0.5:0.5,pm=0:1,qw=0.75:0.25,qm=0:-1@20"},
    {"laplace:b=3@10"},
    {"poisson-laplace:q=0.1,b=2@10"},
    {"randomized-response:epsilon=0.3@30"},
    {"discrete-gaussian:sigma=4@20"},
    {"discrete-laplace:b=4@12"},
    {"approx-dp:epsilon=0.2,delta=1e-7@9"},
    {"noisy-vote:b=8@5"},
    {"poisson:q=0.1,of=discrete-gaussian,sigma=3@10"},
    {"laplace:b=5@4", "poisson-gaussian:q=0.1,sigma=2@20"},
    {"randomized-response:epsilon=0.3@3", "discrete-gaussian:sigma=4@5"},
};

static double width_at(const pld_step *steps, size_t count, bool for_delta, double tolerance) {
    pld_options options = pld_options_default();
    pld_result result;
    options.relative_tolerance = tolerance;
    pld_status status = for_delta ? pld_query_delta(steps, count, 0.5, &options, &result, NULL)
                                  : pld_query_epsilon(steps, count, log(1e-5), &options, &result, NULL);
    CU_ASSERT_EQUAL_FATAL(status, PLD_OK);
    return pld_bracket_width(&result.bracket, result.unit);
}

static void check(const char *const specs[MOST], bool for_delta, double least) {
    pld_mechanism *mechanisms[MOST] = {NULL};
    pld_step steps[MOST];
    size_t count = 0;
    for (; count < MOST && specs[count]; count++) {
        mechanisms[count] = spec_mechanism(specs[count], &steps[count].count);
        steps[count].mechanism = mechanisms[count];
    }
    double before = INFINITY;
    for (double tolerance = 1e-3; tolerance > least; tolerance /= 10) {
        clock_t started = clock();
        double width = width_at(steps, count, for_delta, tolerance), seconds = (double)(clock() - started) / CLOCKS_PER_SEC;
        /* Ends of kernels are rounded to fewer bits where few are asked for, and to all where many are: not always inward. */
        CHECK(width <= before * (1 + 1e-6) + 4e-15, "%s%s, %s: %g wide for %g, %g for ten times that", specs[0],
              count > 1 ? " and more" : "", for_delta ? "delta" : "epsilon", width, tolerance, before);
        CHECK(seconds < 20 || SANITIZED, "%s: %g seconds for %g", specs[0], seconds, tolerance);
        before = width;
    }
    for (size_t m = 0; m < count; m++)
        pld_mechanism_free(mechanisms[m]);
}

static double least_tolerance(void) {
    return getenv("PLD_TEST_LONG") ? 0.5e-12 : 0.5e-5;
}

static void test_epsilon(void) {
    for (size_t i = 0; i < suite_cases(COUNT_OF(compositions)); i++)
        check(compositions[i], false, least_tolerance());
}

static void test_delta(void) {
    for (size_t i = 0; i < suite_cases(COUNT_OF(compositions)); i++)
        check(compositions[i], true, least_tolerance());
}

int main(void) {
    CU_TestInfo tests[] = {{"epsilon", test_epsilon}, {"delta", test_delta}, CU_TEST_INFO_NULL};
    return suite_run("query/more", tests);
}
