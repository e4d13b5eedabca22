/* Tests of src/base/normal.c. */
#include "base/normal.h"

#include "support/dice.h"
#include "support/suite.h"

#include <math.h>

/* erfcl goes on to 149 or so, and must agree with the series that takes over at 140. */
static void test_far(void) {
    dice from = dice_create(17);
    for (size_t i = 0; i < 2000; i++) {
        double x = dice_uniform(&from, 100, 148);
        long double direct = logl(erfcl(x * sqrtl(0.5L))) - logl(2), error = fabsl(pld__normal_log_tail(x) - direct);
        CHECK(error <= 2e-16L * fabsl(direct) + 1e-14L, "x = %.17g is off by %Lg", x, error);
    }
}

/* Mills' ratio between its two classical bounds, as far as doubles go. */
static void test_beyond(void) {
    for (double x = 141; x < 1e150; x *= 3) {
        long double square = (long double)x * x, log_density = -square / 2 - 0.918938533204672741780329736405617640L,
                    found = pld__normal_log_tail(x), slack = 2e-16L * square;
        CHECK(found <= log_density - logl(x) + slack && found >= log_density + logl(x / (square + 1)) - slack, "x = %g", x);
    }
}

int main(void) {
    CU_TestInfo tests[] = {{"far tails", test_far}, {"beyond erfc", test_beyond}, CU_TEST_INFO_NULL};
    return suite_run("normal", tests);
}
