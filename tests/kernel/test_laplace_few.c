/* Tests of src/kernel/laplace_few.c: its three parts against each other, and answers against the finite form of composed Laplace
 * steps in 400 digits. */
#include "kernel/laplace.h"
#include "kernel/laplace_few.h"

#include <pld/query.h>

#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>

static pld__kernel_factor factor_of(double b, double steps) {
    pld__kernel_factor factor = {.count = steps};
    factor.laplace = (pld__kernel_laplace){1 / (long double)b, 1, true};
    return factor;
}

/* mpmath, 400 digits: log delta of T steps at epsilon, by the terms of both signs that proofs in ball arithmetic use. */
static const struct {
    double b;
    unsigned steps;
    double epsilon;
    long double log_delta;
} TRUTHS[] = {
    {10.0, 2, 0.15, -4.382129514260750878749L},   {10.0, 2, 0.0, -2.997319310987104682012L},
    {1.0, 3, 1.5, -1.475283016279600105497L},     {0.1, 4, 25.0, -0.01696463167158493018634L},
    {3.0, 7, 0.4, -1.605510060583528924204L},     {3.0, 7, 2.33, -10.55165288579773258055L},
    {1.0, 20, 9.0, -1.393223638430694625766L},    {0.3, 12, 30.0, -1.045646464061174929282L},
    {20.0, 40, 0.6, -5.462352023321872993273L},   {5.0, 60, 3.0, -3.106746281739142430766L},
    {100.0, 50, 0.07, -5.077761273587088137778L}, {1.0, 30, 29.9999999, -36.91251035607067311889L},
};

static void test_answers(void) {
    for (size_t i = 0; i < COUNT_OF(TRUTHS); i++) {
        char spec[64];
        uint64_t count;
        snprintf(spec, sizeof spec, "laplace:b=%.17g@%u", TRUTHS[i].b, TRUTHS[i].steps);
        pld_mechanism *mechanism = spec_mechanism(spec, &count);
        pld_step step = {mechanism, count};
        pld_options options = pld_options_default();
        options.relative_tolerance = 1e-6;
        pld_result found;
        CU_ASSERT_EQUAL(pld_query_delta(&step, 1, TRUTHS[i].epsilon, &options, &found, NULL), PLD_OK);
        double slack = 1e-15 * (1 + fabs((double)TRUTHS[i].log_delta));
        CHECK(found.bracket.lower <= (double)TRUTHS[i].log_delta + slack &&
                  found.bracket.upper >= (double)TRUTHS[i].log_delta - slack,
              "%s at %g: [%.17g, %.17g], not %.20Lg", spec, TRUTHS[i].epsilon, found.bracket.lower, found.bracket.upper,
              TRUTHS[i].log_delta);
        CHECK(found.bracket.upper - found.bracket.lower < 1e-6, "%s at %g: %g wide", spec, TRUTHS[i].epsilon,
              found.bracket.upper - found.bracket.lower);
        CHECK(found.method == PLD_METHOD_QUADRATURE, "%s at %g: another method", spec, TRUTHS[i].epsilon);
        pld_mechanism_free(mechanism);
    }
}

/* The first two parts are not above the truth, the bound of the third not below what is left; both are met near the top. */
static void test_parts(void) {
    for (size_t i = 0; i < COUNT_OF(TRUTHS); i++) {
        pld__kernel_factor factor = factor_of(TRUTHS[i].b, TRUTHS[i].steps);
        long double truth = expl(TRUTHS[i].log_delta);
        pld__kernel_part part = pld__kernel_few_delta(&factor, TRUTHS[i].epsilon);
        CHECK(part.lower <= part.upper && part.upper - part.lower < 1e-8L * part.upper, "%zu: [%Lg, %Lg]", i, part.lower,
              part.upper);
        CHECK(part.lower <= truth * (1 + 1e-15L), "%zu: %Lg above %Lg", i, part.lower, truth);
        CHECK(part.upper + pld__kernel_few_rest_upper(&factor, TRUTHS[i].epsilon) >= truth * (1 - 1e-15L), "%zu: %Lg below %Lg",
              i, part.upper, truth);
    }
    /* Two steps: all three parts are closed forms. */
    dice from = dice_create(5757);
    for (size_t i = 0; i < suite_volume(2000); i++) {
        long double r = dice_logarithmic(&from, 0.01, 20), y = r * dice_logarithmic(&from, 1e-6, 2);
        double epsilon = (double)(2 * r - y);
        if (!(epsilon >= 0 && y <= 1.9L * r))
            continue;
        /* P that both are between and the sum above 2r - y: density e^(-d/2)/16 times d dd of the deficit d, hockey 1 - e^(d -
         * y). */
        long double rest = 0, cells = 2000, width = y / cells;
        for (int j = 0; j < (int)cells; j++) {
            long double d = (j + 0.5L) * width;
            rest += width * expl(-d / 2) / 16 * d * -expm1l(d - y);
        }
        pld__kernel_factor factor = factor_of(1, 2);
        factor.laplace.ratio = r;
        long double bound = pld__kernel_few_rest_upper(&factor, epsilon);
        CHECK(rest * (1 - 1e-5L) <= bound, "r %Lg, y %Lg: %Lg above %Lg", r, y, rest, bound);
        CHECK(y > 0.01L * r || y > 0.01L || bound < 7 * rest, "r %Lg, y %Lg: %Lg for %Lg", r, y, bound, rest);
    }
}

/* N by its definition, for few steps, and the bound of its decay. */
static void test_moments(void) {
    dice from = dice_create(5858);
    for (size_t i = 0; i < suite_volume(3000); i++) {
        double b = dice_logarithmic(&from, 0.1, 50), steps = 2 + (double)dice_below(&from, 40);
        double theta = dice_logarithmic(&from, 0.02, 10), t = dice_logarithmic(&from, 0.01, 1e4);
        pld__kernel_factor factor = factor_of(b, steps);
        long double complex s = theta + t * (long double complex)I, r = factor.laplace.ratio, w = 1 / (1 + 2 * s);
        long double complex high = cexpl(s * r) / 2, low = cexpl(-(1 + s) * r) / 2, A = high + low, C = w * (high - low);
        long double complex power = 1;
        for (int j = 0; j < (int)steps - 1; j++)
            power *= A;
        long double complex all = 1;
        for (int j = 0; j < (int)steps; j++)
            all *= A + C;
        long double complex truth = all - power * A - (long double)steps * power * C;
        long double whole = expl(steps * pld__kernel_laplace_log(&factor.laplace, theta, 0).real);
        pld__kernel_log one = pld__kernel_laplace_log(&factor.laplace, theta, t),
                        top = pld__kernel_laplace_log(&factor.laplace, theta, 0);
        pld__kernel_log found = pld__kernel_few_log(&factor, NULL, theta, t, &one, top.upper);
        if (found.error < 0.5L) {
            long double complex value =
                expl(found.real) * (cosl(found.imaginary) + sinl(found.imaginary) * (long double complex)I);
            CHECK(cabsl(value - truth) <=
                      2 * found.error * cabsl(value) + 1e-16L * whole * (1 + (long double)t * fabsl(creall(r))),
                  "b=%.17g T=%g theta %.17g t %.17g: off by %Lg of %Lg", b, steps, theta, t, cabsl(value - truth) / whole,
                  cabsl(truth) / whole);
        }
        CHECK(found.upper >= logl(cabsl(truth) - 1e-16L * whole) - 1e-15L || cabsl(truth) < 2e-16L * whole, "upper %Lg",
              found.upper);
        double before = t / dice_logarithmic(&from, 1, 10);
        CHECK(cabsl(truth) <= expl(pld__kernel_few_log_behind(&factor, NULL, theta, before)) + 1e-16L * whole,
              "b=%.17g T=%g theta %.17g t %.17g, from %.17g on", b, steps, theta, t, before);
    }
}

/* --- sampled steps -------------------------------------------------------------------------------------------------- */

/* mpmath, 22 digits: log delta of T sampled steps in one direction at epsilon, one step after the other by quadrature between
 * all kinks. */
static const struct {
    double q, b;
    unsigned steps;
    double epsilon;
    bool first;
    long double log_delta;
} SAMPLED[] = {
    {0.1, 1.0, 2, 0.1, true, -4.041042601537633043L},     {0.1, 1.0, 2, 0.1, false, -4.622066593977715747L},
    {0.5, 0.25, 2, 1.0, true, -0.6269830537012628493L},   {0.5, 0.25, 2, 1.0, false, -1.595561306274076789L},
    {0.01, 5.0, 2, 0.0015, true, -7.487760591436475966L}, {0.01, 5.0, 2, 0.0015, false, -7.428348537190131632L},
    {0.1, 1.0, 2, 0.12, true, -4.222438882896361399L},    {0.1, 1.0, 2, 0.12, false, -5.823337518166340865L},
    {0.001, 0.5, 2, 0.001, true, -7.092171995754580547L}, {0.001, 0.5, 2, 0.001, false, -7.898136514500083127L},
    {0.9, 3.0, 2, 0.3, true, -2.608305784184794188L},     {0.9, 3.0, 2, 0.3, false, -2.613354978600366446L},
    {0.3, 0.5, 2, 1.9, true, -4.630142397935525562L},     {0.02, 8.0, 2, 0.0049, true, -9.399838991703098767L},
};

static void test_sampled_answers(void) {
    for (size_t i = 0; i < COUNT_OF(SAMPLED); i++) {
        if (SAMPLED[i].b < 0.5 || SAMPLED[i].q < 0.01) /* buckets answer, and take their time */
            continue;
        char spec[80];
        uint64_t count;
        snprintf(spec, sizeof spec, "poisson-laplace:q=%.17g,b=%.17g@%u", SAMPLED[i].q, SAMPLED[i].b, SAMPLED[i].steps);
        pld_mechanism *mechanism = spec_mechanism(spec, &count);
        pld_step step = {mechanism, count};
        pld_options options = pld_options_default();
        options.relative_tolerance = 1e-6;
        options.adjacency = SAMPLED[i].first ? PLD_ADJACENCY_REMOVE : PLD_ADJACENCY_ADD;
        pld_result found;
        CU_ASSERT_EQUAL(pld_query_delta(&step, 1, SAMPLED[i].epsilon, &options, &found, NULL), PLD_OK);
        double truth = (double)SAMPLED[i].log_delta, slack = 1e-15 * (1 + fabs(truth));
        CHECK(found.bracket.lower <= truth + slack && found.bracket.upper >= truth - slack, "%s at %g: [%.17g, %.17g], not %.17g",
              spec, SAMPLED[i].epsilon, found.bracket.lower, found.bracket.upper, truth);
        CHECK(found.bracket.upper - found.bracket.lower < 1e-6, "%s at %g: %g wide", spec, SAMPLED[i].epsilon,
              found.bracket.upper - found.bracket.lower);
        CHECK(found.method == PLD_METHOD_QUADRATURE, "%s at %g: another method", spec, SAMPLED[i].epsilon);
        pld_mechanism_free(mechanism);
    }
}

static pld__kernel_factor sampled_of(double q, double b, double steps, bool first) {
    pld__kernel_factor factor = {.count = steps};
    factor.laplace = (pld__kernel_laplace){1 / (long double)b, q, first};
    return factor;
}

static void test_sampled_parts(void) {
    for (size_t i = 0; i < COUNT_OF(SAMPLED); i++) {
        pld__kernel_factor factor = sampled_of(SAMPLED[i].q, SAMPLED[i].b, SAMPLED[i].steps, SAMPLED[i].first);
        long double truth = expl(SAMPLED[i].log_delta), rest = pld__kernel_few_rest_upper(&factor, SAMPLED[i].epsilon);
        pld__kernel_part part = pld__kernel_few_delta(&factor, SAMPLED[i].epsilon);
        CHECK(part.lower <= part.upper && part.upper - part.lower < 1e-8L * part.upper, "%zu: [%Lg, %Lg]", i, part.lower,
              part.upper);
        CHECK(part.lower <= truth * (1 + 1e-14L), "%zu: %Lg above %Lg", i, part.lower, truth);
        CHECK(part.upper + rest >= truth * (1 - 1e-14L), "%zu: %Lg below %Lg", i, part.upper, truth);
    }
}

/* One step: no step between, or one, is all there is, and that is the hockey stick of the step itself, by quadrature. */
static void test_sampled_hockey(void) {
    dice from = dice_create(131);
    for (size_t i = 0; i < suite_volume(1500); i++) {
        double b = dice_logarithmic(&from, 0.05, 50), q = dice_logarithmic(&from, 1e-4, 1);
        bool first = dice_below(&from, 2) == 1;
        pld__kernel_factor factor = sampled_of(q, b, 1, first);
        pld__few_outcomes at = pld__kernel_few_outcomes(&factor.laplace);
        double epsilon = (double)(at.low + (at.high - at.low) * ((long double)dice_uniform(&from, -0.1, 1.1)));
        enum { CELLS = 4000 };
        long double r = factor.laplace.ratio, truth = 0, grown = expl(epsilon);
        for (int j = 0; j < CELLS; j++) { /* middle points: good to the square of the width */
            long double x = -r + 2 * r * (j + 0.5L) / CELLS, ratio = 1 + q * expm1l(x);
            truth += 2 * r / CELLS * expl(-(r + x) / 2) / 4 * fmaxl(first || q == 1 ? ratio - grown : 1 - grown * ratio, 0);
        }
        for (int end = -1; end <= 1; end += 2) {
            long double ratio = 1 + q * expm1l(end * r), mass = end < 0 ? 0.5L : expl(-r) / 2;
            truth += mass * fmaxl(first || q == 1 ? ratio - grown : 1 - grown * ratio, 0);
        }
        pld__kernel_part part = pld__kernel_few_delta(&factor, epsilon);
        long double slack = 1e-12L + 1e-5L * truth * (1 + r * r) + 1e-6L * q * r * r;
        CHECK(part.lower <= part.upper && part.lower <= truth + slack && part.upper >= truth - slack,
              "q=%.17g b=%.17g first %d at %.17g: [%Lg, %Lg], not %Lg", q, b, first, epsilon, part.lower, part.upper, truth);
    }
}

/* N by its definition from moments by ends, and the bound of its decay. */
static void test_sampled_moments(void) {
    dice from = dice_create(132);
    size_t told = 0;
    for (size_t i = 0; i < suite_volume(3000); i++) {
        double b = dice_logarithmic(&from, 0.3, 50), q = dice_logarithmic(&from, 0.003, 0.9),
               steps = 2 + (double)dice_below(&from, 30);
        double theta = dice_logarithmic(&from, 0.02, 30), t = (1 - q) / q * exp(1 / b) * dice_logarithmic(&from, 30, 3000);
        pld__kernel_factor factor = sampled_of(q, b, steps, dice_below(&from, 2) == 1);
        pld__laplace_ends ends;
        pld__laplace_ends_fill(&factor.laplace, &ends);
        pld__kernel_log one = pld__laplace_ends_log(&ends, theta, t), outcomes = pld__laplace_ends_log_outcomes(&ends, theta, t);
        pld__kernel_log tops = pld__laplace_ends_log_outcomes(&ends, theta, 0);
        long double top = tops.upper + 1; /* of M(theta): more than half of it is in the outcomes */
        long double complex A = cexpl(outcomes.real - top + I * outcomes.imaginary),
                            M = cexpl(one.real - top + I * one.imaginary);
        long double complex power = 1, all = 1;
        for (int j = 0; j < (int)steps - 1; j++)
            power *= A;
        for (int j = 0; j < (int)steps; j++)
            all *= M;
        long double complex truth = all - power * A - (long double)steps * power * (M - A);
        long double known = (one.error + outcomes.error) * steps + 1e-17L; /* relative to 1: |A| and |M| are below it */
        pld__kernel_log found = pld__kernel_few_log(&factor, &ends, theta, t, &one, top);
        if (found.error < 0.5L) {
            told++;
            long double complex value = cexpl(found.real - steps * top + I * found.imaginary);
            CHECK(cabsl(value - truth) <= 2 * found.error * cabsl(value) + known,
                  "b=%.17g q=%.17g T=%g theta %.17g t %.17g: off by %Lg of %Lg", b, q, steps, theta, t, cabsl(value - truth),
                  cabsl(truth));
        }
        double before = t / dice_logarithmic(&from, 1, 10);
        long double bound = expl(pld__kernel_few_log_behind(&factor, &ends, theta, before) - steps * top);
        CHECK(cabsl(truth) <= bound + 4 * known, "b=%.17g q=%.17g T=%g theta %.17g t %.17g, from %.17g on", b, q, steps, theta, t,
              before);
    }
    CHECK(told > 0, "none told");
}

int main(void) {
    CU_TestInfo tests[] = {{"answers", test_answers},
                           {"parts", test_parts},
                           {"moments", test_moments},
                           {"sampled answers", test_sampled_answers},
                           {"sampled parts", test_sampled_parts},
                           {"sampled hockey", test_sampled_hockey},
                           {"sampled moments", test_sampled_moments},
                           CU_TEST_INFO_NULL};
    return suite_run("kernel/laplace_few", tests);
}
