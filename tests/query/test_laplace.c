/* Laplace noise, any number of steps: the bracket contains integrals, and what arrays say that bracket it. */
#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <inttypes.h>
#include <math.h>
#include <pld/pld.h>
#include <stdio.h>
#include <stdlib.h>

static const uint64_t STEPS[] = {1, 2, 7, 1000};

typedef struct {
    long double scale, rate; /* 1/b, q */
} laplace_pair;

static long double laplace_loss(const laplace_pair *pair, long double x) {
    return log1pl(pair->rate * expm1l(pair->scale * (2 * fminl(fmaxl(x, 0), 1) - 1)));
}

/* Q-mass between two points, -INFINITY and INFINITY allowed, of Lap(centre, 1/scale) on a line where the other centre is at
 * distance 1. */
static long double laplace_below(const laplace_pair *pair, long double centre, long double x) {
    long double away = pair->scale * (x - centre);
    return away < 0 ? expl(away) / 2 : 1 - expl(-away) / 2;
}

/* Cells of equal width in x as outcomes. A lower array has one outcome for each cell, which is a post-processing; an upper one
 * puts its masses on the two losses at its ends, so that both sums are kept. */
static pld_mechanism *laplace_array(const laplace_pair *pair, size_t cells, bool upper) {
    size_t count = 2 * cells + 2;
    double *p = calloc(2 * count, sizeof *p), *q = p + count;
    CU_ASSERT_FATAL(p != NULL);
    for (size_t i = 0; i < cells + 2; i++) { /* 0 and cells + 1: the two ends, which have one loss each */
        long double low = i == 0 ? -INFINITY : (long double)(i - 1) / (long double)cells;
        long double high = i == cells + 1 ? INFINITY : (long double)i / (long double)cells;
        long double plain = laplace_below(pair, 1, high) - (i == 0 ? 0 : laplace_below(pair, 1, low));
        long double base = (i == cells + 1 ? 1 : laplace_below(pair, 0, high)) - (i == 0 ? 0 : laplace_below(pair, 0, low));
        if (i == cells + 1)
            plain = 1 - laplace_below(pair, 1, low);
        long double mixed = pair->rate * plain + (1 - pair->rate) * base;
        if (!upper || i == 0 || i == cells + 1) {
            p[i] = (double)mixed;
            q[i] = (double)base;
            continue;
        }
        long double r0 = expl(laplace_loss(pair, low)), r1 = expl(laplace_loss(pair, high));
        long double q1 = (mixed - r0 * base) / (r1 - r0), q0 = base - q1;
        p[i] = (double)(r0 * q0);
        q[i] = (double)q0;
        p[cells + 1 + i] = (double)(r1 * q1);
        q[cells + 1 + i] = (double)q1;
    }
    pld_mechanism *mechanism = NULL;
    pld_error error = {.message = ""};
    pld_status status = pld_mechanism_create_array(count, p, q, true, 1, "array", &mechanism, &error);
    CHECK(status == PLD_OK, "%s", error.message);
    CU_ASSERT_FATAL(status == PLD_OK);
    free(p);
    return mechanism;
}

/* The truth is between the two arrays, and they are close. */
static void test_laplace_between_arrays(void) {
    dice from = dice_create(45);
    for (size_t i = 0; i < suite_volume(16); i++) {
        double rate = i % 2 ? 1 : dice_uniform(&from, 0.05, 0.95), b = dice_logarithmic(&from, 0.5, 20);
        laplace_pair pair = {1 / (long double)b, rate};
        char spec[96];
        snprintf(spec, sizeof spec, "poisson:q=%.17g,of=laplace,b=%.17g", rate, b);
        pld_mechanism *mechanism = NULL, *low = laplace_array(&pair, 200, false), *high = laplace_array(&pair, 200, true);
        uint64_t count = 0;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_parse(spec, &mechanism, &count, NULL), PLD_OK);
        for (size_t j = 0; j < COUNT_OF(STEPS); j++) {
            double log_delta = log(dice_logarithmic(&from, 1e-9, 0.1));
            pld_result asked = step_epsilon(mechanism, STEPS[j], log_delta), below = step_epsilon(low, STEPS[j], log_delta),
                       above = step_epsilon(high, STEPS[j], log_delta);
            for (int d = 0; d < PLD_DIRECTIONS; d++) {
                const pld_bracket *one = &asked.directions[d].bracket;
                double slack = 1e-11 * (double)STEPS[j] * (1 + one->upper); /* arrays are rounded to doubles */
                CHECK(below.directions[d].bracket.lower <= one->upper + slack &&
                          one->lower <= above.directions[d].bracket.upper + slack,
                      "%s@%" PRIu64 " %d, log delta %g: [%.12g, %.12g] but arrays say %.12g to %.12g", spec, STEPS[j], d,
                      log_delta, one->lower, one->upper, below.directions[d].bracket.lower, above.directions[d].bracket.upper);
                double between = above.directions[d].bracket.upper - below.directions[d].bracket.lower;
                CHECK(!(one->upper > 0.05) || between < 0.02 * one->upper + 2e-3, "%s@%" PRIu64 ": arrays are %g apart", spec,
                      STEPS[j], between);
            }
        }
        pld_mechanism_free(mechanism);
        pld_mechanism_free(low);
        pld_mechanism_free(high);
    }
}

/* One step without sampling: delta(epsilon) = 1 - e^((epsilon - 1/b)/2). Two: the integral of that over the first step's loss. */
static long double laplace_single(long double a, long double epsilon) {
    return epsilon >= a ? 0 : epsilon <= -a ? -expm1l(epsilon) : -expm1l((epsilon - a) / 2);
}

static long double laplace_double(long double a, long double epsilon) {
    enum { PANELS = 4000 };
    /* Ends of the loss: P-mass 1/2 at a, e^-a/2 at -a; between them the density is that of x with loss a (2x - 1). */
    long double sum = laplace_single(a, epsilon - a) / 2 + expl(-a) / 2 * laplace_single(a, epsilon + a);
    long double cuts[] = {0, fminl(fmaxl((1 + (epsilon - a) / a) / 2, 0), 1), fminl(fmaxl((1 + (epsilon + a) / a) / 2, 0), 1), 1};
    for (int part = 0; part < 3; part++) {
        long double from = cuts[part], width = (cuts[part + 1] - from) / PANELS;
        for (int i = 0; i <= PANELS && width > 0; i++) {
            long double x = from + width * i, weight = (i == 0 || i == PANELS ? 1 : i % 2 ? 4 : 2) * width / 3;
            sum += weight * a / 2 * expl(-a * (1 - x)) * laplace_single(a, epsilon - a * (2 * x - 1));
        }
    }
    return sum;
}

static void test_laplace_integrals(void) {
    dice from = dice_create(46);
    for (size_t i = 0; i < suite_cases(30); i++) {
        double b = dice_logarithmic(&from, 0.3, 30), log_delta = log(dice_logarithmic(&from, 1e-8, 0.2));
        uint64_t steps = 1 + i % 2;
        pld_mechanism *mechanism = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_laplace(b, 1, &mechanism, NULL), PLD_OK);
        pld_result result = step_epsilon(mechanism, steps, log_delta);
        long double delta = expl((long double)log_delta), a = 1 / (long double)b;
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            const pld_bracket *one = &result.directions[d].bracket;
            long double low = steps == 1 ? laplace_single(a, one->lower) : laplace_double(a, one->lower);
            long double high = steps == 1 ? laplace_single(a, one->upper) : laplace_double(a, one->upper);
            CHECK((one->lower == 0 || low >= delta * (1 - 1e-9L)) && high <= delta * (1 + 1e-9L),
                  "laplace:b=%.17g@%" PRIu64 ", log delta %.17g: [%.17g, %.17g] has %.12Lg and %.12Lg of delta", b, steps,
                  log_delta, one->lower, one->upper, low / delta, high / delta);
        }
        pld_mechanism_free(mechanism);
    }
}

int main(void) {
    CU_TestInfo tests[] = {
        {"between arrays", test_laplace_between_arrays}, {"by integrals", test_laplace_integrals}, CU_TEST_INFO_NULL};
    return suite_run("query/laplace", tests);
}
