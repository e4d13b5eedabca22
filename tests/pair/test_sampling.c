/* Tests of src/pair/sampling.c. Reference values: 40-digit arithmetic (mpmath). */
#include "pair/sampling.h"

#include "support/dice.h"
#include "support/suite.h"

#include <math.h>

static bool close(long double found, long double truth, long double units) {
    return fabsl(found - truth) <= units * 0x1p-63L * fabsl(truth);
}

/* Rates far below 1e-16 and close to 1, losses far above 709, in one table. */
static void test_values(void) {
    const struct {
        double rate;
        long double plain, loss;
    } known[] = {
        {0.5, 1000, 999.306852819440054690582767878541823L},
        {0.5, 1e6L, 999999.306852819440054690582767878542L},
        {0.0009765625, 20000, 19993.06852819440054690582767878541823L},
        {0x1p-66, 1, 2.32870611419707712974185406474960852e-20L},
        {0x1p-66, -1, -8.56683103943341680868599892520635126e-21L},
        {0x1p-66, -1e300L, -1.35525271560688054251849955070322626e-20L},
        {1 - 0x1p-53, -1e4L, -36.7368005696771013991133024372833581L},
        {1 - 0x1p-53, -36, -35.608875324262495973511787313959837L},
        {1, -1e300L, -1e300L},
        {1, 1e-300L, 1e-300L},
        {0, 5, 0},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        long double found = pld__sampled_loss(known[i].rate, known[i].plain);
        CHECK(close(found, known[i].loss, 4), "rate %g, plain loss %Lg: %.25Lg", known[i].rate, known[i].plain, found);
    }
    CU_ASSERT(pld__plain_loss(0x1p-66, -0x1p-65L) == -INFINITY && pld__plain_loss(0.75, -2) == -INFINITY);
}

/* The sampled loss of the plain loss is what it was made from, and increases as the slope says. */
static void test_inverse(void) {
    dice from = dice_create(64);
    for (size_t i = 0; i < suite_cases(2000); i++) {
        double rate = dice_chance(&from, 0.3) ? 1 - dice_logarithmic(&from, 1e-16, 1) : dice_logarithmic(&from, 1e-300, 1);
        long double plain = dice_logarithmic(&from, 1e-6, 1e6) * (dice_chance(&from, 0.5) ? -1 : 1);
        long double loss = pld__sampled_loss(rate, plain), back = pld__plain_loss(rate, loss);
        if (isfinite(back))
            CHECK(close(pld__sampled_loss(rate, back), loss, 8 * (4 - 2 * logl(rate))), "rate %g, plain loss %Lg", rate, plain);
        else
            CHECK(plain < -30, "rate %g: no plain loss for that of %Lg", rate, plain);
        long double step = 1e-5L, slope = pld__sampled_slope(rate, plain);
        long double change = pld__sampled_loss(rate, plain + step) - pld__sampled_loss(rate, plain - step);
        CHECK(fabsl(change / (2 * step) - slope) <= 1e-8L * slope + 1e-13L * (1 + fabsl(plain)), "slope %Lg at rate %g, %Lg",
              slope, rate, plain);
    }
}

int main(void) {
    CU_TestInfo tests[] = {{"values", test_values}, {"inverse", test_inverse}, CU_TEST_INFO_NULL};
    return suite_run("mechanism/sampling", tests);
}
