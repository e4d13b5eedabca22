/* Tests of src/pair/laplace_pair.c: masses, positions, delta and moments against closed forms and quadrature in long double. */
#include "pair/pair.h"

#include "base/budget.h"
#include "base/complex.h"
#include "support/dice.h"
#include "support/suite.h"

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

/* shift/b - x, for an x of either sign, to a unit of long double of itself. */
static long double distance(const subject *of, long double x) {
    long double a = (long double)of->shift / of->b;
    return (a - x) - fmal(a, of->b, -of->shift) / of->b;
}

/* Cells between: p and q within rho, their ratio within kappa, and positions where the loss is; also where losses are far above
 * 709 and rates far below 1e-16. Positions are plain losses. */
static void test_masses(void) {
    dice from = dice_create(62);
    for (size_t i = 0; i < suite_cases(600); i++) {
        subject of = dice_chance(&from, 0.5) ? random_subject(&from)
                                             : create(dice_logarithmic(&from, 1e-6, 1e6), dice_logarithmic(&from, 1e-3, 1e3),
                                                      dice_chance(&from, 0.3) ? 1 - dice_logarithmic(&from, 1e-16, 1)
                                                                              : dice_logarithmic(&from, 1e-20, 1));
        const pld__pair_operations *operations = of.mechanism->operations;
        double lowest, highest, p[4], q[4], unit = 0;
        operations->bulk(of.mechanism->pair, &lowest, &highest);
        double left = dice_uniform(&from, lowest, 0.99 * highest),
               right = left + (highest - left) * dice_logarithmic(&from, 1e-5, 1);
        long double loss_there = logl(of.rate) + left > 60 ? logl(of.rate) + left : log1pl(of.rate * expm1l(left));
        if (loss_there < -0.5L)
            loss_there = logl((1 - (long double)of.rate) + of.rate * expl(left));
        double reference = (double)loss_there;
        pld__accuracy accuracy = operations->masses(of.mechanism->pair, left, right, 4, reference, p, q, &unit);
        double size = 1 + of.shift / of.b + fabs(reference);
        if (accuracy.rho == 1) { /* too wide for doubles, and said to be */
            CHECK((right - left) * 2 > 700, "from %g to %g nothing is known", left, right);
            pld_mechanism_free(of.mechanism);
            continue;
        }
        CHECK(accuracy.rho < 1e-14 * size && accuracy.kappa < 2e-14 * size, "rho %g kappa %g", accuracy.rho, accuracy.kappa);
        for (int j = 0; j < 4; j++) {
            double low = left + (right - left) * (j / 4.0), high = j == 3 ? right : left + (right - left) * ((j + 1) / 4.0);
            /* A narrow interval of an exponential, without cancellation. */
            long double width = logl(-expm1l(-((long double)high - low) / 2) / 2), base = width - distance(&of, -low) / 2,
                        shifted = width - distance(&of, high) / 2, top = fmaxl(base, shifted);
            long double mixed = top + logl(of.rate * expl(shifted - top) + (1 - (long double)of.rate) * expl(base - top));
            if (p[j] == 0 || q[j] == 0)
                continue;
            long double off_p = logl(p[j]) + unit - mixed, off_q = logl(q[j]) + unit - reference - base;
            CHECK(fabsl(off_p) <= accuracy.rho && fabsl(off_q) <= accuracy.rho, "b %g rate %g: off by %Lg and %Lg, not %g", of.b,
                  of.rate, off_p, off_q, accuracy.rho);
            CHECK(fabsl(off_p - off_q) <= accuracy.kappa, "ratio off by %Lg, not %g", off_p - off_q, accuracy.kappa);
        }
        double x = 0;
        operations->positions(of.mechanism->pair, &reference, 1, &x);
        if (isfinite(x)) {
            double slope = (double)(1 / (1 + (1 - (long double)of.rate) / of.rate * expl(-left)));
            /* Where the loss is flat, many positions have it. */
            CHECK(fabs(x - left) * slope <= accuracy.kappa, "b %g rate %g: position of %g is %.17g, not %.17g", of.b, of.rate,
                  reference, x, left);
        }
        pld_mechanism_free(of.mechanism);
    }
}

/* E e^(sL): two ends, and Simpson's rule between. */
static void test_log_moment(void) {
    dice from = dice_create(63);
    for (size_t i = 0; i < suite_cases(60); i++) {
        subject of = create(dice_logarithmic(&from, 0.3, 30), 1, dice_chance(&from, 0.4) ? 1 : dice_uniform(&from, 0.01, 1));
        double real = dice_uniform(&from, -2, 10), imaginary = dice_chance(&from, 0.3) ? 0 : dice_uniform(&from, -30, 30);
        long double complex s = pld__complex_long(real, imaginary), sum = 0;
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
        long double complex ratio = cexpl(pld__complex_long(found[0], found[1])) / sum;
        CHECK(cabsl(ratio - 1) <= 1e-11L, "b %g rate %g s = %g + %g i: off by %Lg", of.b, of.rate, real, imaginary,
              cabsl(ratio - 1));
        pld_mechanism_free(of.mechanism);
    }
}

/* A moment has no way to say that memory was missing: it is the same without. */
static void test_no_memory(void) {
    dice from = dice_create(64);
    for (size_t i = 0; i < 40; i++) {
        subject of = random_subject(&from);
        double real = dice_uniform(&from, -2, 10), imaginary = dice_uniform(&from, -30, 30), with[2], without[2];
        pld__budget nothing;
        CU_ASSERT_EQUAL(pld_mechanism_log_moment(of.mechanism, PLD_REMOVE, real, imaginary, &with[0], &with[1]), PLD_OK);
        pld__budget_open(&nothing, 0);
        CU_ASSERT_EQUAL(pld_mechanism_log_moment(of.mechanism, PLD_REMOVE, real, imaginary, &without[0], &without[1]), PLD_OK);
        pld__budget_close(&nothing);
        CHECK(with[0] == without[0] && with[1] == without[1], "b %g s = %g + %g i: %.17g, %.17g without memory", of.b, real,
              imaginary, with[0], without[0]);
        pld_mechanism_free(of.mechanism);
    }
}

/* Ends of the loss, far above what e^x of a double bears and for rates far below its digits: good to 2 units. Reference: 60-digit
 * arithmetic (mpmath). */
static void test_ends(void) {
    const struct {
        double rate, b, shift, supremum, infimum;
    } known[] = {
        {0.5, 0.0009765625, 1, 1023.306852819440054690582767878541823, -0.6931471805599453094172321214581766},
        {0.0015, 1, 1000, 993.4977098291260273507407, -0.001501126126267145682153487},
        {1e-20, 1, 1, 1.718281828459045141103388e-20, -6.321205588285576437367294e-21},
        {1, 1e-75, 1e75, 1e150, -1e150},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        subject of = create(known[i].b, known[i].shift, known[i].rate);
        const pld_mechanism *mechanism = of.mechanism;
        CHECK(fabs(mechanism->loss_supremum / known[i].supremum - 1) <= 4e-16 &&
                  fabs(mechanism->loss_infimum / known[i].infimum - 1) <= 4e-16,
              "rate %g, b %g: %.17g and %.17g", of.rate, of.b, mechanism->loss_supremum, mechanism->loss_infimum);
        pld_mechanism_free(of.mechanism);
    }
}

/* delta where differences of masses have no digits, and at losses above 709; the same reference. */
static void test_small_delta(void) {
    subject of = create(1, 1, 1e-20);
    /* rate (1 - e^(-1/2)) in both directions at epsilon = 0 */
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        double found = pld_mechanism_delta(of.mechanism, (pld_direction)d, 0);
        CHECK(fabs(found / 3.934693402873665548157e-21 - 1) <= 1e-15, "%d: %.17g", d, found);
    }
    pld_mechanism_free(of.mechanism);
    of = create(0.0009765625, 1, 0.5);
    double found = pld_mechanism_delta(of.mechanism, PLD_REMOVE, 1020);
    CHECK(fabs(found / 0.40430350348958907604 - 1) <= 1e-13, "%.17g", found);
    pld_mechanism_free(of.mechanism);
}

int main(void) {
    CU_TestInfo tests[] = {{"delta", test_delta}, {"masses", test_masses},           {"moments", test_log_moment},
                           {"ends", test_ends},   {"small delta", test_small_delta}, {"no memory", test_no_memory},
                           CU_TEST_INFO_NULL};
    return suite_run("pair/laplace", tests);
}
