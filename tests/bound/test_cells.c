/* Tests of src/bound/cells.h: whatever the cell truly is, its widened copy is above or below. */
#include "bound/cells.h"
#include "support/dice.h"
#include "support/suite.h"

#include <math.h>

static long double excess(long double p, long double q, long double x) {
    return fmaxl(p - x * q, 0);
}

/* True masses as far from the computed ones as the accuracy allows: both within 1 +- rho, their ratio within e^(+-kappa). */
static void true_cell(dice *from, double p, double q, double rho, double kappa, long double *true_p, long double *true_q) {
    long double scale =
        1 + (long double)rho * (dice_chance(from, 0.5) ? (dice_chance(from, 0.5) ? 1 : -1) : dice_uniform(from, -1, 1));
    long double turn =
        (long double)kappa * (dice_chance(from, 0.5) ? (dice_chance(from, 0.5) ? 1 : -1) : dice_uniform(from, -1, 1));
    *true_p = p * scale;
    *true_q = q * fminl(fmaxl(scale * expl(-turn), 1 - (long double)rho), 1 + (long double)rho);
}

static void test_bounds(void) {
    dice from = dice_create(121);
    for (size_t i = 0; i < suite_cases(50000); i++) {
        double loss = dice_uniform(&from, -20, 20), p = dice_logarithmic(&from, 1e-200, 1), q = p * exp(-loss);
        double kappa = dice_logarithmic(&from, 32 * 0x1p-53, 0.25),
               rho = fmin(fmax(kappa, dice_logarithmic(&from, 32 * 0x1p-53, 0.25)), 0.25);
        if (dice_chance(&from, 0.2)) {
            q = 0;
        }
        pld__cell_bound upper = pld__bound_cell_upper(p, q, rho, kappa), lower = pld__bound_cell_lower(p, q, rho, kappa);
        long double true_p, true_q;
        true_cell(&from, p, q, rho, kappa, &true_p, &true_q);
        for (int j = 0; j < 5; j++) {
            /* Around the ratio, where the sign changes; and far away. */
            long double x = j == 0 ? 0 : expl(loss + (long double)(dice_uniform(&from, -3, 3) * (j < 3 ? kappa + 1e-15 : 1)));
            long double truth = excess(true_p, true_q, x);
            CHECK(excess(upper.p, upper.q, x) >= truth, "upper: p %g, loss %g, rho %g, kappa %g, x %Lg", p, loss, rho, kappa, x);
            CHECK(excess(lower.p, lower.q, x) <= truth, "lower: p %g, loss %g, rho %g, kappa %g, x %Lg", p, loss, rho, kappa, x);
        }
        /* No wider than twice what is asked, and a little. */
        CHECK(upper.p <= p * (1 + 2.001 * rho) && lower.p >= p * (1 - 2.001 * rho), "rho %g", rho);
        CHECK(upper.q >= q * (1 - 2.001 * kappa) && lower.q <= q * (1 + 2.001 * kappa), "kappa %g", kappa);
    }
}

/* Without its hypothesis: a cell that says nothing. */
static void test_refused(void) {
    static const double bad[] = {0.26, 1, 1e300, INFINITY, NAN};
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        for (int which = 0; which < 2; which++) {
            double rho = which == 0 ? bad[i] : 1e-10, kappa = which == 0 ? 1e-10 : bad[i];
            pld__cell_bound upper = pld__bound_cell_upper(0.1, 0.2, rho, kappa),
                            lower = pld__bound_cell_lower(0.1, 0.2, rho, kappa);
            CHECK(upper.p >= 0.1 && upper.q == 0, "upper of %g, %g", rho, kappa);
            CHECK(lower.p == 0, "lower of %g, %g", rho, kappa);
        }
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"bounds", test_bounds},
        {"without the hypothesis", test_refused},
        CU_TEST_INFO_NULL,
    };
    return suite_run("cells", tests);
}
