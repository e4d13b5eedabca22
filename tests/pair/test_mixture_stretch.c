/* Tests of src/pair/mixture_stretch.c: masses between two places against closed tails, against panels where these are good, and
 * against sums of their parts, near and far from all means. */
#include "base/normal.h"
#include "pair/mixture.h"

#include "support/dice.h"
#include "support/suite.h"

#include <math.h>

static pld__mixture_pair create(double weight, double p_mean, double q_mean) {
    const long double weights[] = {1 - (long double)weight, weight};
    const double p[] = {0, p_mean}, q[] = {0, q_mean};
    pld__mixture_pair pair = {.lowest_mean = 0, .highest_mean = fmax(p_mean, q_mean)};
    long double dropped = 0;
    CU_ASSERT_EQUAL_FATAL(pld__mixture_density_create(2, weights, p, &pair.p, &dropped), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld__mixture_density_create(2, weights, q, &pair.q, &dropped), PLD_OK);
    return pair;
}

static void destroy(pld__mixture_pair *pair) {
    pld__mixture_density_free(&pair->p);
    pld__mixture_density_free(&pair->q);
}

/* log of the mass of N(0, 1) from y to y + w at large y: Laplace's continued fraction of Mills' ratio, from its end. */
static long double far_log(long double y, long double w) {
    long double first = y, second = y + w;
    for (int k = 60; k > 0; k--) {
        first = y + k / first;
        second = y + w + k / second;
    }
    long double falls = -w * (y + w / 2) + logl(first) - logl(second);
    return -y * y / 2 - logl(sqrtl(2 * acosl(-1))) - logl(first) + log1pl(-expl(falls));
}

/* One bell alone, on either side. */
static void test_far(void) {
    dice from = dice_create(20141);
    for (size_t k = 0; k < suite_cases(2000); k++) {
        double y = dice_logarithmic(&from, 3, 3000), w = dice_logarithmic(&from, 0.01, 100) / y, mean = dice_uniform(&from, 0, 4);
        pld__mixture_pair pair = create(1e-12, 0, 0);
        double left = mean + y, right = left + w;
        long double exact = far_log(left, (long double)right - left);
        pld__log_mass found = pld__mixture_mass_between(&pair, left, right),
                      mirrored = pld__mixture_mass_between(&pair, -right, -left);
        long double allowed = 2e-13L + 2e-16L * fabsl(exact) + 40 * 0x1p-63L * left * left;
        CHECK(fabsl(found.p - exact) < allowed && fabsl(mirrored.q - exact) < allowed, "from %g by %g: %.18Lg, not %.18Lg", left,
              w, found.p, exact);
        destroy(&pair);
    }
}

/* Panels of cells are another way, where there are few; parts make up the whole. */
static void test_near(void) {
    dice from = dice_create(20142);
    for (size_t k = 0; k < suite_cases(2000); k++) {
        pld__mixture_pair pair = create(dice_uniform(&from, 0.001, 0.999), dice_uniform(&from, 0, 5), dice_uniform(&from, 0, 5));
        double left = dice_uniform(&from, -9, 12), width = dice_logarithmic(&from, 1e-8, 8), p, q, unit;
        double right = left + width, middle = left + width * dice_uniform(&from, 0, 1);
        pld__accuracy accuracy = pld__mixture_masses(&pair, left, right, 1, 0, &p, &q, &unit);
        pld__log_mass whole = pld__mixture_mass_between(&pair, left, right);
        CHECK(fabsl(logl(p) + unit - whole.p) < 2 * accuracy.rho + 1e-13L, "%.17g to %.17g: P %.17Lg, %.17Lg by panels", left,
              right, whole.p, logl(p) + unit);
        CHECK(fabsl(logl(q) + unit - whole.q) < 2 * accuracy.rho + 1e-13L, "%.17g to %.17g: Q %.17Lg, %.17Lg by panels", left,
              right, whole.q, logl(q) + unit);
        if (middle > left && middle < right) {
            pld__log_mass first = pld__mixture_mass_between(&pair, left, middle),
                          last = pld__mixture_mass_between(&pair, middle, right);
            CHECK(fabsl(pld__log_add(first.p, last.p) - whole.p) < 1e-14L, "%g, %g, %g", left, middle, right);
        }
        destroy(&pair);
    }
}

static void test_nothing(void) {
    pld__mixture_pair pair = create(0.5, 1, 2);
    CU_ASSERT(pld__mixture_mass_between(&pair, 1, 1).p == -INFINITY && pld__mixture_mass_between(&pair, 2, 1).q == -INFINITY);
    destroy(&pair);
}

int main(void) {
    CU_TestInfo tests[] = {{"far", test_far}, {"near", test_near}, {"nothing", test_nothing}, CU_TEST_INFO_NULL};
    return suite_run("pair/mixture_stretch", tests);
}
