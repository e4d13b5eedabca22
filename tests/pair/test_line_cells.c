/* Tests of src/pair/line_cells.c: never above the mixtures, and hardly below them. */
#include "pair/line_cells.h"

#include "support/dice.h"
#include "support/suite.h"

#include <math.h>
#include <pld/mechanism.h>

enum { MOST = 5 };

/* D of the mixtures by the trapezoidal rule. */
static double truth(size_t count, const long double *weight, const double *p, const double *q, double x) {
    double sum = 0, step = 1.0 / 512;
    for (double y = -10; y < fmax(p[count - 1], q[count - 1]) + 10; y += step) {
        double difference = 0;
        for (size_t i = 0; i < count; i++)
            difference += (double)weight[i] * (exp(-(y - p[i]) * (y - p[i]) / 2) - x * exp(-(y - q[i]) * (y - q[i]) / 2));
        sum += fmax(difference, 0) * step;
    }
    return sum / sqrt(2 * acos(-1));
}

static void test_below(void) {
    dice from = dice_create(20272);
    for (size_t k = 0; k < suite_cases(12); k++) {
        size_t count = 1 + dice_below(&from, MOST);
        long double weight[MOST], total = 0;
        double p[MOST], q[MOST], shift = dice_logarithmic(&from, 0.05, 4);
        pld_mechanism *made = NULL;
        for (size_t i = 0; i < count; i++) {
            total += weight[i] = dice_logarithmic(&from, 1e-6, 1);
            p[i] = (double)(i + 1) * 2 * shift;
            q[i] = (double)i * shift;
        }
        for (size_t i = 0; i < count; i++)
            weight[i] /= total;
        CU_ASSERT_EQUAL_FATAL(pld__line_cells_mechanism(count, weight, p, q, 1e-18, "cells", NULL, &made), PLD_OK);
        for (double epsilon = 0; epsilon < 3; epsilon += 0.4) {
            double remove = truth(count, weight, p, q, exp(epsilon)), add = truth(count, weight, q, p, exp(epsilon)),
                   own = pld_mechanism_delta(made, PLD_REMOVE, epsilon), other = pld_mechanism_delta(made, PLD_ADD, epsilon);
            CHECK(own <= remove * (1 + 1e-5) + 1e-10 && own >= remove * (1 - 1e-3) - 1e-10, "case %zu at %g: %.9g, truth %.9g", k,
                  epsilon, own, remove);
            CHECK(other <= add * (1 + 1e-5) + 1e-10 && other >= add * (1 - 1e-3) - 1e-10, "case %zu at -%g: %.9g, truth %.9g", k,
                  epsilon, other, add);
        }
        pld_mechanism_free(made);
    }
}

/* Means so far that nothing is known: refused. */
static void test_far(void) {
    const long double weight[] = {0.5L, 0.5L};
    const double p[] = {0, 1e4}, q[] = {0, 1};
    pld_mechanism *untouched = NULL;
    CU_ASSERT_EQUAL(pld__line_cells_mechanism(2, weight, p, q, 0, "cells", NULL, &untouched), PLD_ERROR_ARGUMENT);
    CU_ASSERT_PTR_NULL(untouched);
}

int main(void) {
    CU_TestInfo tests[] = {{"below", test_below}, {"far", test_far}, CU_TEST_INFO_NULL};
    return suite_run("pair/line_cells", tests);
}
