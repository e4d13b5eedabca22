/* Tests of src/baseline/renyi.c (and through it of src/pair/mixture_real_moment.c): against 60-digit quadrature and binomial sums
 * (tests/reference/renyi.csv), closed forms, and properties. */
#include "baseline/renyi.h"

#include "support/dice.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 271828 };

static pld_mechanism *parse(const char *spec) {
    pld_mechanism *mechanism = NULL;
    uint64_t count = 0;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_parse(spec, &mechanism, &count, NULL), PLD_OK);
    return mechanism;
}

static void check_row(const char *spec, double order, const double truth[PLD_DIRECTIONS], double *worst) {
    pld_mechanism *mechanism = parse(spec);
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        double found = pld__renyi_step(mechanism, d ? PLD_ADD : PLD_REMOVE, order), error = fabs(found - truth[d]) / truth[d];
        CHECK(error <= 1e-10, "%s order %g %s: %.17g instead of %.17g, off by %.2g", spec, order, d ? "add" : "remove", found,
              truth[d], error);
        *worst = fmax(*worst, error);
    }
    pld_mechanism_free(mechanism);
}

static void test_reference(void) {
    FILE *file = fopen(PLD_TESTS_DIR "/reference/renyi.csv", "r");
    CU_ASSERT_FATAL(file != NULL);
    char line[512];
    size_t rows = 0;
    double worst = 0;
    while (fgets(line, sizeof line, file)) {
        char *spec = strtok(line, ";"), *order = strtok(NULL, ";"), *remove = strtok(NULL, ";"), *add = strtok(NULL, ";");
        if (add == NULL || strcmp(order, "order") == 0)
            continue;
        check_row(spec, strtod(order, NULL), (double[]){strtod(remove, NULL), strtod(add, NULL)}, &worst);
        rows++;
    }
    fclose(file);
    printf("\n    %zu rows, worst relative error %.2g ", rows, worst);
    CU_ASSERT(rows >= 300);
}

/* The binomials of a fractional order change signs behind it; with absolute values the sum would be 0.83328. */
static void test_fractional_sign(void) {
    pld_mechanism *mechanism = parse("poisson-gaussian:q=0.3,sigma=0.7");
    CHECK(fabs(pld__renyi_step(mechanism, PLD_REMOVE, 2.5) - 0.83272) < 5e-6, "%.17g",
          pld__renyi_step(mechanism, PLD_REMOVE, 2.5));
    pld_mechanism_free(mechanism);
}

/* D_a = a/(2 sigma^2), and the largest loss at infinity. */
static void test_gaussian(void) {
    dice state = dice_create(SEED);
    for (size_t i = 0; i < suite_cases(200); i++) {
        double sigma = dice_logarithmic(&state, 0.05, 1000), order = 1 + dice_logarithmic(&state, 1e-6, 1e4);
        pld_mechanism *mechanism = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(sigma, 1, &mechanism, NULL), PLD_OK);
        double found = pld__renyi_step(mechanism, i % 2 ? PLD_ADD : PLD_REMOVE, order), truth = order / (2 * sigma * sigma);
        CHECK(fabs(found / truth - 1) <= 1e-10, "sigma %.17g order %.17g: %.17g instead of %.17g", sigma, order, found, truth);
        CU_ASSERT(fabs(pld__renyi_step(mechanism, PLD_ADD, 1) * 2 * sigma * sigma - 1) <= 1e-10);
        CU_ASSERT(isinf(pld__renyi_step(mechanism, PLD_REMOVE, INFINITY)));
        pld_mechanism_free(mechanism);
    }
}

/* Divergences rise with the order, and the loss moments agree with order 1. */
static void test_monotone(void) {
    static const char *const specs[] = {"poisson-gaussian:q=0.01,sigma=1", "poisson-gaussian:q=0.2,sigma=0.5,k=7",
                                        "hypergeometric-gaussian:N=60000,B=256,k=10,sigma=1",
                                        "poisson-gaussian:q=0.1,sigma=2,removed=2,added=3",
                                        "mixture-gaussian:sigma=1,pw=0.5:0.5,pm=1:3,qw=0.9:0.1,qm=-1:0"};
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        pld_mechanism *mechanism = parse(specs[i]);
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            pld_direction direction = d ? PLD_ADD : PLD_REMOVE;
            double before = 0;
            for (double order = 0.25; order < 300; order *= 1.25) {
                double found = pld__renyi_step(mechanism, direction, order);
                CHECK(found >= before * (1 - 1e-12), "%s %d: D falls from %.17g to %.17g at order %g", specs[i], d, before, found,
                      order);
                before = found;
            }
            CU_ASSERT(before <= pld__renyi_step(mechanism, direction, INFINITY));
            double near = pld__renyi_step(mechanism, direction, 1 + 1e-7), one = pld__renyi_step(mechanism, direction, 1);
            CHECK(fabs(near / one - 1) <= 1e-4, "%s: %.17g at 1, %.17g beside it", specs[i], one, near);
        }
        pld_mechanism_free(mechanism);
    }
}

static void test_composed(void) {
    pld_mechanism *first = parse("poisson-gaussian:q=0.01,sigma=1"), *second = parse("gaussian:sigma=3");
    pld_step steps[] = {{first, 1000}, {second, 5}};
    double both = 0, one = 0, two = 0;
    CU_ASSERT_EQUAL(pld_renyi_divergence(steps, 2, PLD_REMOVE, 4.5, &both, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_renyi_divergence(steps, 1, PLD_REMOVE, 4.5, &one, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_renyi_divergence(steps + 1, 1, PLD_REMOVE, 4.5, &two, NULL), PLD_OK);
    CU_ASSERT(fabs(both - one - two) <= 1e-14 * both && fabs(two - 5 * 4.5 / 18) <= 1e-12);
    pld__baseline_question question = {steps, 2, -10, PLD_ADJACENCY_REMOVE};
    CU_ASSERT_EQUAL(pld__renyi_largest(&question, 4.5), both);
    question.adjacency = PLD_ADJACENCY_ADD_REMOVE;
    CU_ASSERT(pld__renyi_largest(&question, 4.5) >= both);
    pld_mechanism_free(first);
    pld_mechanism_free(second);
}

static void test_arguments(void) {
    pld_mechanism *mechanism = parse("gaussian:sigma=1");
    pld_mechanism *trivial = parse("poisson-gaussian:q=0,sigma=1");
    pld_step steps[] = {{mechanism, 1}, {trivial, 1}};
    pld_error error = {.message = ""};
    double value = 7;
    CU_ASSERT_EQUAL(pld_renyi_divergence(steps, 1, PLD_REMOVE, 0, &value, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_renyi_divergence(steps, 1, PLD_REMOVE, -2, &value, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_renyi_divergence(steps, 1, PLD_REMOVE, NAN, &value, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT(value == 7 && strstr(error.message, "order") != NULL);
    CU_ASSERT(pld__renyi_step(trivial, PLD_ADD, 3) == 0 && pld__renyi_step(trivial, PLD_ADD, 1) == 0);
    CU_ASSERT(pld__renyi_step(trivial, PLD_ADD, INFINITY) == 0);
    pld_mechanism_free(mechanism);
    pld_mechanism_free(trivial);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"60-digit reference", test_reference},
        {"signs of fractional orders", test_fractional_sign},
        {"gaussian", test_gaussian},
        {"monotone", test_monotone},
        {"composed", test_composed},
        {"arguments", test_arguments},
        CU_TEST_INFO_NULL,
    };
    return suite_run("renyi", tests);
}
