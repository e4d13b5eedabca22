/* Tests of src/baseline/renyi_bracket.c: the truth (the 60-digit reference) lies inside, and the bracket is narrow. */
#include <pld/baseline.h>

#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool near_enough(double found, double truth) {
    return fabs(found / truth - 1) <= 1e-10;
}

static pld_bracket bracket_of(const char *spec, pld_direction direction, double order) {
    pld_mechanism *mechanism = NULL;
    uint64_t count = 0;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_parse(spec, &mechanism, &count, NULL), PLD_OK);
    pld_step step = {mechanism, count};
    pld_options options = pld_options_default();
    pld_bracket bracket = {0};
    CU_ASSERT_EQUAL(pld_renyi_bracket(&step, 1, direction, order, &options, &bracket, NULL), PLD_OK);
    pld_mechanism_free(mechanism);
    return bracket;
}

/* Some rows, in turn remove and add. Buckets hold what orders below 100 need; a law's moment is good to about 1e-12, absolutely.
 */
static void test_reference(void) {
    FILE *file = fopen(PLD_TESTS_DIR "/reference/renyi.csv", "r");
    CU_ASSERT_FATAL(file != NULL);
    char line[512];
    size_t rows = 0;
    while (fgets(line, sizeof line, file)) {
        char *spec = strtok(line, ";"), *order_text = strtok(NULL, ";"), *remove = strtok(NULL, ";"), *add = strtok(NULL, ";");
        if (add == NULL || strcmp(order_text, "order") == 0 || ++rows % (SANITIZED ? 29 : 7))
            continue;
        pld_direction direction = rows % 2 ? PLD_ADD : PLD_REMOVE;
        double order = strtod(order_text, NULL), truth = strtod(rows % 2 ? add : remove, NULL);
        pld_bracket bracket = bracket_of(spec, direction, order);
        CHECK(bracket.lower <= truth && truth <= bracket.upper, "%s order %g %s: %.17g is not in [%.17g, %.17g]", spec, order,
              pld_direction_name(direction), truth, bracket.lower, bracket.upper);
        CHECK(near_enough(bracket.estimate, truth), "%s order %g: %.17g", spec, order, bracket.estimate);
        CHECK(order >= 100 || bracket.upper - bracket.lower <= 0.01 * truth + 2e-6, "%s order %g %s: width %.2g", spec, order,
              pld_direction_name(direction), bracket.upper - bracket.lower);
    }
    fclose(file);
}

/* Infinity, no loss at all, and composition. */
static void test_corners(void) {
    pld_bracket bracket = bracket_of("poisson-gaussian:q=0.01,sigma=1@7", PLD_ADD, INFINITY);
    CHECK(bracket.lower <= -7 * log1p(-0.01) && -7 * log1p(-0.01) <= bracket.upper && bracket.upper - bracket.lower < 1e-13,
          "[%.17g, %.17g]", bracket.lower, bracket.upper);
    bracket = bracket_of("poisson-gaussian:q=0.01,sigma=1", PLD_REMOVE, INFINITY);
    CU_ASSERT(isinf(bracket.lower) && isinf(bracket.upper));
    bracket = bracket_of("poisson-gaussian:q=0,sigma=1", PLD_REMOVE, 3);
    CU_ASSERT(bracket.lower == 0 && bracket.estimate == 0 && bracket.upper == 0);
    /* Losses so large that a bucket's accuracy fails: mpmath says 2 K(1/2) = 99999999999999.425 and K(2)/2 = 99999999999999.745.
     */
    bracket = bracket_of("laplace:b=1e-14", PLD_REMOVE, 1.5);
    CHECK(bracket.lower <= 99999999999999.425 && 99999999999999.425 <= bracket.upper, "[%.17g, %.17g]", bracket.lower,
          bracket.upper);
    bracket = bracket_of("laplace:b=1e-14", PLD_REMOVE, 3);
    CHECK(bracket.lower <= 99999999999999.745 && 99999999999999.745 <= bracket.upper, "[%.17g, %.17g]", bracket.lower,
          bracket.upper);
    bracket = bracket_of("gaussian:sigma=4@100", PLD_REMOVE, 3);
    CU_ASSERT(bracket.lower <= 300 / 32.0 && 300 / 32.0 <= bracket.upper && bracket.upper - bracket.lower < 0.01 * 300 / 32);
}

/* Discrete pairs and Laplace noise: closed forms. */
static void test_discrete(void) {
    static const double orders[] = {0.3, 0.99, 1.01, 2, 17.5, 200};
    for (size_t i = 0; i < COUNT_OF(orders); i++) {
        double a = orders[i];
        long double p = 1 / (1 + expl(-0.5L)), b = a;
        double response = (double)(logl(powl(p, b) * powl(1 - p, 1 - b) + powl(1 - p, b) * powl(p, 1 - b)) / (b - 1));
        double laplace = log(a / (2 * a - 1) * exp((a - 1) / 2) + (a - 1) / (2 * a - 1) * exp(-a / 2)) / (a - 1);
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            pld_bracket bracket = bracket_of("randomized-response:epsilon=0.5", d ? PLD_ADD : PLD_REMOVE, a);
            CHECK(bracket.lower <= response && response <= bracket.upper && bracket.upper - bracket.lower <= 1e-9,
                  "order %g: %.17g and [%.17g, %.17g]", a, response, bracket.lower, bracket.upper);
            bracket = bracket_of("laplace:b=2", d ? PLD_ADD : PLD_REMOVE, a);
            CHECK(bracket.lower <= laplace && laplace <= bracket.upper &&
                      bracket.upper - bracket.lower <= (a < 1 ? 2e-2 : 2e-3) * laplace,
                  "order %g: %.17g and [%.17g, %.17g]", a, laplace, bracket.lower, bracket.upper);
            CHECK(near_enough(bracket.estimate, laplace), "order %g: %.17g", a, bracket.estimate);
        }
    }
    /* Mass that only one side has: no order above 1 is finite, those below are. */
    pld_bracket bracket = bracket_of("approx-dp:epsilon=0.5,delta=1e-6", PLD_REMOVE, 2);
    CU_ASSERT(isinf(bracket.lower) && isinf(bracket.upper));
    bracket = bracket_of("approx-dp:epsilon=0.5,delta=1e-6", PLD_REMOVE, 1);
    CU_ASSERT(isinf(bracket.lower) && isinf(bracket.estimate) && isinf(bracket.upper));
    bracket = bracket_of("approx-dp:epsilon=0.5,delta=1e-6", PLD_REMOVE, 0.5);
    CU_ASSERT(bracket.lower > 0.05 && bracket.lower <= bracket.upper && bracket.upper < 0.07);
    /* The whole orders of the discrete Gaussian are those of the continuous one. */
    bracket = bracket_of("discrete-gaussian:sigma=3", PLD_ADD, 4);
    CHECK(near_enough(bracket.estimate, 4 / 18.0) && bracket.lower <= 4 / 18.0 && bracket.upper >= 4 / 18.0, "%.17g",
          bracket.estimate);
}

/* A width that is asked for is reached. */
static void test_tolerance(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0.1, 1, 1, 0, 1, &mechanism, NULL), PLD_OK);
    pld_step step = {mechanism, 10};
    pld_options options = pld_options_default();
    options.tolerance = 1e-5;
    pld_bracket bracket;
    pld_error error = {.message = ""};
    CU_ASSERT_EQUAL(pld_renyi_bracket(&step, 1, PLD_REMOVE, 4, &options, &bracket, NULL), PLD_OK);
    CHECK(bracket.upper - bracket.lower <= 1e-5, "%g", bracket.upper - bracket.lower);
    CU_ASSERT_EQUAL(pld_renyi_bracket(&step, 1, PLD_REMOVE, -1, &options, &bracket, &error), PLD_ERROR_ARGUMENT);
    pld_mechanism_free(mechanism);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"reference", test_reference}, {"corners", test_corners}, {"discrete and laplace", test_discrete},
        {"tolerance", test_tolerance}, CU_TEST_INFO_NULL,
    };
    return suite_run("renyi bracket", tests);
}
