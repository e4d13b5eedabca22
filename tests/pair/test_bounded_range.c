/* Tests of the pair of bounded range in src/pair/laplace_pair.c: delta and masses against closed forms, moments against sums, and
 * that it dominates random laws of its range. */
#include "pair/laplace.h"

#include "support/dice.h"
#include "support/suite.h"

#include <math.h>

static pld_mechanism *create(double epsilon, double rate) {
    pld_mechanism *made = NULL;
    CU_ASSERT_EQUAL_FATAL(pld__bounded_range_mechanism(epsilon, rate, "bounded range", NULL, &made), PLD_OK);
    return made;
}

/* (e^(r/2) - sqrt x)^2/(e^r - 1). */
static long double plain_delta(long double range, long double epsilon) {
    long double root = expm1l((epsilon - range) / 2);
    return epsilon >= range ? 0 : epsilon <= -range ? -expm1l(epsilon) : root * root / -expm1l(-range);
}

static void test_delta(void) {
    dice from = dice_create(170);
    for (size_t i = 0; i < suite_cases(300); i++) {
        double range = dice_logarithmic(&from, 1e-4, 40), rate = dice_chance(&from, 0.5) ? 1 : dice_logarithmic(&from, 1e-3, 1);
        pld_mechanism *mechanism = create(range, rate);
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            double epsilon = dice_uniform(&from, 0, 1) * pld_mechanism_loss_supremum(mechanism, (pld_direction)d);
            long double x = d == PLD_REMOVE ? log1pl(expm1l(epsilon) / rate) : logl((expl(-epsilon) - (1 - rate)) / rate);
            long double truth =
                d == PLD_REMOVE ? rate * plain_delta(range, x) : rate * expl(epsilon + x) * plain_delta(range, -x);
            double found = pld_mechanism_delta(mechanism, (pld_direction)d, epsilon);
            CHECK(fabsl(found - truth) <= 1e-11L * truth + 1e-14L, "range %g rate %g %d epsilon %g: %.17g, not %.17Lg", range,
                  rate, d, epsilon, found, truth);
        }
        pld_mechanism_free(mechanism);
    }
}

/* Masses of cells add up to 1 on both sides, have the loss they stand at, and make the moment. */
static void test_masses(void) {
    enum { CUTS = 4000 };
    static double p[CUTS], q[CUTS];
    dice from = dice_create(171);
    for (size_t i = 0; i < suite_cases(60); i++) {
        double range = dice_logarithmic(&from, 1e-3, 8), lambda = dice_logarithmic(&from, 0.1, 10), unit = 0, low, high;
        pld_mechanism *mechanism = create(range, 1);
        mechanism->operations->bulk(mechanism->pair, &low, &high);
        pld__accuracy accuracy = mechanism->operations->masses(mechanism->pair, low, high, CUTS, 0, p, q, &unit);
        long double sum_p = 0, sum_q = 0, moment = 0;
        for (size_t j = 0; j < CUTS; j++) {
            long double from_loss = low + (high - low) * (long double)j / CUTS, to = low + (high - low) * (j + 1.0L) / CUTS;
            long double loss = logl(p[j]) - logl(q[j]);
            sum_p += p[j];
            sum_q += q[j];
            moment += p[j] * expl(lambda * loss);
            CHECK(loss >= from_loss - 1e-12L && loss <= to + 1e-12L, "range %g cell %zu: loss %Lg", range, j, loss);
        }
        CHECK(fabsl(sum_p * expl(unit) - 1) < 1e-12L && fabsl(sum_q * expl(unit) - 1) < 1e-12L, "range %g: %Lg %Lg", range, sum_p,
              sum_q);
        CHECK(accuracy.rho < 1e-13, "rho %g", accuracy.rho);
        double upper = mechanism->operations->log_moment_upper(mechanism->pair, PLD_ADD, lambda);
        long double closed = logl(sinhl((lambda + 0.5L) * range) / ((2 * (long double)lambda + 1) * sinhl(range / 2.0L)));
        CHECK(upper >= closed && upper <= closed + 1e-12L * (1 + closed), "range %g lambda %g: %.17g, not %.17Lg", range, lambda,
              upper, closed);
        CHECK(fabsl(logl(moment) - closed) < 1e-4L * (1 + closed), "range %g lambda %g: sum %Lg, not %Lg", range, lambda,
              logl(moment), closed);
        pld_mechanism_free(mechanism);
    }
}

/* The moment of Laplace noise, which this file shares, is that of the density and of its two ends. */
static void test_laplace_moment(void) {
    dice from = dice_create(172);
    for (size_t i = 0; i < suite_cases(60); i++) {
        double a = dice_logarithmic(&from, 1e-3, 20), lambda = dice_logarithmic(&from, 0.01, 30);
        pld_mechanism *mechanism = NULL;
        double real, imaginary;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_laplace(1 / a, 1, &mechanism, NULL), PLD_OK);
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_log_moment(mechanism, PLD_REMOVE, lambda, 0, &real, &imaginary), PLD_OK);
        double upper = mechanism->operations->log_moment_upper(mechanism->pair, PLD_REMOVE, lambda);
        CHECK(upper >= real - 1e-9 * (1 + real) && upper <= real + 1e-8 * (1 + real), "a %g lambda %g: %.17g, sum %.17g", a,
              lambda, upper, real);
        pld_mechanism_free(mechanism);
    }
}

/* Random laws whose losses are within the range are nowhere above it, and the two-outcome law of the worst t meets it. */
static void test_dominates(void) {
    dice from = dice_create(173);
    for (size_t i = 0; i < suite_cases(400); i++) {
        double range = dice_logarithmic(&from, 0.01, 6), ratio[5], mass[5], mean = 0, sum = 0;
        pld_mechanism *mechanism = create(range, 1);
        for (int j = 0; j < 5; j++) {
            ratio[j] = exp(range * dice_uniform(&from, 0, 1));
            mass[j] = dice_uniform(&from, 0, 1);
            sum += mass[j];
            mean += mass[j] * ratio[j];
        }
        double x = exp(dice_uniform(&from, -1, 1) * range), delta = 0, epsilon = log(x);
        for (int j = 0; j < 5; j++)
            delta += mass[j] / sum * fmax(ratio[j] * sum / mean - x, 0);
        double bound = epsilon >= 0 ? pld_mechanism_delta(mechanism, PLD_REMOVE, epsilon)
                                    : 1 - x + x * pld_mechanism_delta(mechanism, PLD_ADD, -epsilon);
        CHECK(delta <= bound + 1e-13, "range %g x %g: %.17g above %.17g", range, x, delta, bound);
        double t = (epsilon + range) / 2, w = (exp(-t) - exp(-range)) / -expm1(-range);
        CHECK(fabs(w * (exp(t) - x) - bound) < 1e-10, "range %g x %g: worst %.17g, bound %.17g", range, x, w * (exp(t) - x),
              bound);
        pld_mechanism_free(mechanism);
    }
}

int main(void) {
    CU_TestInfo tests[] = {{"delta", test_delta},
                           {"masses", test_masses},
                           {"Laplace moment", test_laplace_moment},
                           {"dominates", test_dominates},
                           CU_TEST_INFO_NULL};
    return suite_run("pair/bounded_range", tests);
}
