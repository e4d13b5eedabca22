/* Tests of src/mechanism/laplace.c and laplace_pair.c: masses, positions, delta and moments against closed forms and quadrature in long double. */
#include "mechanism/pair.h"

#include "support/dice.h"
#include "support/suite.h"

#include <complex.h>
#include <math.h>
#include <string.h>

typedef struct {
    double b, shift, rate;
    pld_mechanism *mechanism;
} subject;

static subject create(double b, double shift, double rate) {
    subject made = {b, shift, rate, NULL};
    pld_status status = rate == 1 ? pld_mechanism_create_laplace(b, shift, &made.mechanism, NULL)
                                  : pld_mechanism_create_poisson_laplace(rate, b, shift, &made.mechanism, NULL);
    CU_ASSERT_EQUAL_FATAL(status, PLD_OK);
    return made;
}

static subject random_subject(dice *from) {
    return create(dice_logarithmic(from, 0.05, 100), dice_logarithmic(from, 0.3, 3),
                  dice_chance(from, 0.4)   ? 1
                  : dice_chance(from, 0.2) ? 1 - dice_logarithmic(from, 1e-14, 1e-3)
                                           : dice_logarithmic(from, 1e-4, 1));
}

/* Of noise around 0 and `shift`, at y in units of the output. */
static long double base_below(const subject *of, long double centre, long double y) {
    long double away = (y - centre) / of->b;
    return away < 0 ? expl(away) / 2 : 1 - expl(-away) / 2;
}

static long double base_above(const subject *of, long double centre, long double y) {
    long double away = (y - centre) / of->b;
    return away > 0 ? expl(-away) / 2 : 1 - expl(away) / 2;
}

static long double loss_at(const subject *of, long double y) {
    long double plain = (fabsl(y) - fabsl(y - of->shift)) / of->b;
    return plain < -1 ? logl(1 - (long double)of->rate + of->rate * expl(plain)) : log1pl(of->rate * expm1l(plain));
}

/* delta(epsilon) from the threshold y with that loss. */
static long double true_delta(const subject *of, bool add, double epsilon) {
    long double a = (long double)of->shift / of->b, loss = add ? -epsilon : epsilon;
    long double plain =
        loss < -1 ? logl(fmaxl(expl(loss) - (1 - (long double)of->rate), 0) / of->rate) : log1pl(expm1l(loss) / of->rate);
    if (isnan(plain) || plain <= -a)
        return add ? 0 : -expm1l(epsilon);
    if (plain >= a)
        return add ? -expm1l(epsilon) : 0;
    long double y = (plain / a + 1) / 2 * of->shift;
    long double p = add ? of->rate * base_below(of, of->shift, y) + (1 - of->rate) * base_below(of, 0, y)
                        : of->rate * base_above(of, of->shift, y) + (1 - of->rate) * base_above(of, 0, y);
    long double q = add ? base_below(of, 0, y) : base_above(of, 0, y);
    return add ? q - expl(epsilon) * p : p - expl(epsilon) * q;
}

static void test_delta(void) {
    dice from = dice_create(61);
    for (size_t i = 0; i < suite_cases(300); i++) {
        subject of = random_subject(&from);
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            double supremum = pld_mechanism_loss_supremum(of.mechanism, (pld_direction)d);
            double epsilon = supremum * dice_uniform(&from, 0, 1.05);
            double found = pld_mechanism_delta(of.mechanism, (pld_direction)d, epsilon);
            long double truth = true_delta(&of, d == PLD_ADD, epsilon);
            /* e^epsilon q is a difference of large numbers. */
            CHECK(fabsl(found - truth) <= 1e-12L + 1e-18L * expl(epsilon) * (d == PLD_ADD ? 1 : 0),
                  "b %g shift %g rate %g %d, epsilon %.17g: %.17g, not %.17Lg", of.b, of.shift, of.rate, d, epsilon, found,
                  truth);
            CHECK(fabsl(supremum - (d == PLD_ADD ? -loss_at(&of, -1) : loss_at(&of, of.shift + 1))) <= 4e-14L * (1 + supremum),
                  "supremum %.17g", supremum);
        }
        pld_mechanism_free(of.mechanism);
    }
}

/* Cells between: p and q within rho, their ratio within kappa, and positions where the loss is. */
static void test_masses(void) {
    dice from = dice_create(62);
    for (size_t i = 0; i < suite_cases(300); i++) {
        subject of = random_subject(&from);
        const pld__pair_operations *operations = of.mechanism->operations;
        double ends[] = {dice_uniform(&from, 0, 0.99), 0}, p[4], q[4], unit = 0;
        ends[1] = ends[0] + (1 - ends[0]) * dice_logarithmic(&from, 1e-5, 1);
        double reference = (double)loss_at(&of, ends[0] * of.shift);
        pld__accuracy accuracy = operations->masses(of.mechanism->pair, ends[0], ends[1], 4, reference, p, q, &unit);
        CHECK(accuracy.rho < 1e-10 && accuracy.kappa < 1e-10, "rho %g kappa %g", accuracy.rho, accuracy.kappa);
        for (int j = 0; j < 4; j++) {
            long double low = of.shift * (ends[0] + (ends[1] - ends[0]) * (j / 4.0L)),
                        high = j == 3 ? of.shift * (long double)ends[1]
                                      : of.shift * (ends[0] + (ends[1] - ends[0]) * ((j + 1) / 4.0L));
            /* A narrow interval of an exponential, without cancellation. */
            long double width = -expm1l(-(high - low) / of.b) / 2, base = width * expl(-low / of.b),
                        shifted = width * expl((high - of.shift) / of.b), mixed = of.rate * shifted + (1 - of.rate) * base;
            long double found_p = p[j] * expl(unit), found_q = q[j] * expl(unit - (long double)reference);
            long double edges = 4e-16L * (fabsl(low) + fabsl(high)) / (high - low); /* of the cell, in double here */
            CHECK(fabsl(found_p / mixed - 1) <= accuracy.rho + edges && fabsl(found_q / base - 1) <= accuracy.rho + edges,
                  "b %g: off by %Lg and %Lg, not %g", of.b, found_p / mixed - 1, found_q / base - 1, accuracy.rho);
            CHECK(fabsl(logl(found_p / found_q) - logl(mixed / base)) <= accuracy.kappa + edges / 100 + 1e-17L, "ratio");
        }
        double loss = reference, x = 0;
        operations->positions(of.mechanism->pair, &loss, 1, &x);
        if (isfinite(x))
            CHECK(fabsl(loss_at(&of, x * of.shift) - loss) <= 1e-13L * (1 + fabsl(loss) + of.shift / of.b), "position of %g",
                  loss);
        pld_mechanism_free(of.mechanism);
    }
}

/* E e^(sL): two ends, and Simpson's rule between. */
static void test_log_moment(void) {
    dice from = dice_create(63);
    for (size_t i = 0; i < suite_cases(60); i++) {
        subject of = create(dice_logarithmic(&from, 0.3, 30), 1, dice_chance(&from, 0.4) ? 1 : dice_uniform(&from, 0.01, 1));
        double real = dice_uniform(&from, -2, 10), imaginary = dice_chance(&from, 0.3) ? 0 : dice_uniform(&from, -30, 30);
        long double complex s = CMPLXL(real, imaginary), sum = 0;
        enum { PANELS = 20000 };
        for (int end = 0; end < 2; end++) {
            long double q = end ? base_above(&of, 0, 1) : 0.5L,
                        p = of.rate * (end ? 0.5L : base_below(&of, 1, 0)) + (1 - of.rate) * q;
            sum += p * cexpl(s * loss_at(&of, end));
        }
        for (int j = 0; j <= PANELS; j++) {
            long double y = (long double)j / PANELS, weight = (j == 0 || j == PANELS ? 1 : j % 2 ? 4 : 2) / (3.0L * PANELS);
            long double p = (of.rate * expl((y - 1) / of.b) + (1 - of.rate) * expl(-y / of.b)) / (2 * of.b);
            sum += weight * p * cexpl(s * loss_at(&of, y));
        }
        double found[2];
        CU_ASSERT_EQUAL(pld_mechanism_log_moment(of.mechanism, PLD_REMOVE, real, imaginary, &found[0], &found[1]), PLD_OK);
        long double complex ratio = cexpl(CMPLXL(found[0], found[1])) / sum;
        CHECK(cabsl(ratio - 1) <= 1e-11L, "b %g rate %g s = %g + %g i: off by %Lg", of.b, of.rate, real, imaginary,
              cabsl(ratio - 1));
        pld_mechanism_free(of.mechanism);
    }
}

static void test_corners(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_laplace(0, 2, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT(mechanism->trivial && mechanism->loss_supremum == 0);
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_laplace(4, 2, &mechanism, NULL), PLD_OK);
    CU_ASSERT(mechanism->loss_supremum == 0.5 && mechanism->loss_infimum == -0.5 && mechanism->atoms);
    CU_ASSERT_STRING_EQUAL(pld_mechanism_resolved(mechanism), "laplace:b=4,sensitivity=2");
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL(pld_mechanism_create_laplace(0, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_laplace(1, -1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_poisson_laplace(1.1, 1, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
}

int main(void) {
    CU_TestInfo tests[] = {{"delta", test_delta},
                           {"masses", test_masses},
                           {"moments", test_log_moment},
                           {"corners", test_corners},
                           CU_TEST_INFO_NULL};
    return suite_run("mechanism/laplace", tests);
}
