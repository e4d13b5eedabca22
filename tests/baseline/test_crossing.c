/* Tests of src/baseline/crossing.c. */
#include "baseline/crossing.h"

#include "support/suite.h"

#include <math.h>

static double step_down(const void *context, double x) {
    return x < *(const double *)context ? 1 : 0;
}

static void test_steps(void) {
    for (double edge = 1e-12; edge < 1e12; edge *= 3.3) {
        double found = pld__crossing(step_down, &edge, 0.5, 0, 2e12, 1e-12);
        CHECK(found >= edge && found <= edge * (1 + 2e-12), "%.17g instead of %.17g", found, edge);
    }
}

static void test_corners(void) {
    double edge = 5;
    CU_ASSERT_EQUAL(pld__crossing(step_down, &edge, 0.5, 0, 3, 1e-9), 3);
    CU_ASSERT(pld__crossing(step_down, &edge, 0.5, 4.9, 6, 0) >= 5); /* ends, though no width is small enough */
    CU_ASSERT(pld__crossing(step_down, &edge, 2, 0, 1, 1e-9) < 1e-300);
}

int main(void) {
    static CU_TestInfo tests[] = {{"steps", test_steps}, {"corners", test_corners}, CU_TEST_INFO_NULL};
    return suite_run("crossing", tests);
}
