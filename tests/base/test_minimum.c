/* Tests of src/base/minimum.c. */
#include "base/minimum.h"

#include "support/dice.h"
#include "support/suite.h"

#include <math.h>

typedef struct {
    double centre, wall; /* infinite beyond the wall */
    double farthest;
} bowl;

static double bowl_at(const void *context, double x) {
    bowl *of = (bowl *)context;
    of->farthest = fmax(of->farthest, x);
    return x > of->wall ? INFINITY : fabs(x - of->centre) < 1e-3 ? 0 : pow(fabs(x - of->centre), 1.5);
}

static void test_bowls(void) {
    dice state = dice_create(42);
    for (size_t i = 0; i < suite_cases(2000); i++) {
        double centre = dice_uniform(&state, -16, 14), where = NAN;
        bowl of = {centre, dice_chance(&state, 0.5) ? centre + dice_logarithmic(&state, 1e-3, 30) : INFINITY, -INFINITY};
        double least = pld__minimum(bowl_at, &of, -16, 14, 1e-4, &where);
        CHECK(fabs(where - centre) <= 2e-3 && least <= 1e-4, "centre %g: %g at %g", centre, least, where);
        CHECK(of.farthest <= fmax(1.25, 3 * centre + 4), "centre %g: looked at %g", centre, of.farthest);
    }
}

static double falling(const void *context, double x) {
    (void)context;
    return exp(-x);
}

static double rising(const void *context, double x) {
    (void)context;
    return exp(x);
}

static double flat(const void *context, double x) {
    (void)context, (void)x;
    return INFINITY;
}

static void test_edges(void) {
    double where = NAN;
    CU_ASSERT(fabs(pld__minimum(falling, NULL, -3, 5, 1e-4, &where) - exp(-5)) < 1e-5 && fabs(where - 5) < 1e-3);
    CU_ASSERT(fabs(pld__minimum(rising, NULL, -3, 5, 1e-4, &where) - exp(-3)) < 1e-4 && fabs(where + 3) < 1e-3);
    CU_ASSERT(isinf(pld__minimum(flat, NULL, -3, 5, 1e-4, &where)) && where >= -3 && where <= 5);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"bowls", test_bowls},
        {"edges", test_edges},
        CU_TEST_INFO_NULL,
    };
    return suite_run("minimum", tests);
}
