/* Tests of src/bound/blend.c: moments at complex noise in long double, and polynomials through Chebyshev nodes. */
#include "bound/blend.h"

#include "support/dice.h"
#include "support/suite.h"

#include <complex.h>
#include <math.h>

static const long double TURN = 6.28318530717958647692528676655900577L;

typedef struct {
    long double rate, theta, t, turn;
    bool remove;
} step;

/* (T116): the density of y, and what is integrated against it: M - 1 without its two linear parts, or I. */
static long double complex moment_excess(const step *at, long double complex v) {
    long double width = 1 / 32.0L;
    long double complex s = at->theta + I * at->t, sum = 0;
    for (int n = -1600; n <= 2400; n++) {
        long double y = (long double)n * width, more = at->rate * expm1l(y), log_ratio = log1pl(more);
        long double complex power = at->remove ? 1 + s : -s, inner = cexpl(power * log_ratio) - 1 - power * more;
        sum += cexpl(-y * y / (2 * v) - y / 2 - v / 8) * inner;
    }
    return sum * width / csqrtl(TURN * v);
}

static long double complex decay(const step *at, long double complex v) {
    long double width = 1 / 32.0L;
    long double complex sum = 0;
    for (int n = -1600; n <= 2400; n++) {
        long double y = (long double)n * width;
        long double complex ratio = 1 + at->rate * (cexpl(y + I * at->turn) - 1);
        long double power = at->remove ? 1 + at->theta : -at->theta;
        sum += cexpl(-y * y / (2 * v) - y / 2 - v / 8) * expl(power * logl(cabsl(ratio)) - at->t * cargl(ratio));
    }
    return cexpl(at->turn * at->turn / (2 * v)) * sum * width / csqrtl(TURN * v);
}

static void test_disc(void) {
    dice from = dice_create(116);
    size_t near = 0, all = suite_cases(300);
    for (size_t i = 0; i < all; i++) {
        step at = {dice_logarithmic(&from, 1e-4, 0.5), dice_logarithmic(&from, 0.2, 6), dice_uniform(&from, 0, 15),
                   dice_uniform(&from, 0.05, 2), dice_chance(&from, 0.5)};
        long double centre = dice_logarithmic(&from, 0.05, 3), reach = dice_uniform(&from, 0.05, 0.7);
        long double away = dice_chance(&from, 0.5) ? 1 : dice_uniform(&from, 0, 1);
        long double angle = dice_chance(&from, 0.3) ? 0 : dice_uniform(&from, 0, 3.1);
        long double complex v = centre * (1 + reach * away * cexpl(I * angle));
        step real = at;
        real.t = 0;
        long double excess = creall(moment_excess(&real, centre * (1 + reach))) * (1 + 1e-12L);
        long double found = cabsl(moment_excess(&at, v)), bound = pld__bound_blend_moment(centre, reach, at.theta, at.t, excess);
        CHECK(found <= bound, "q %Lg, theta %Lg, t %Lg, remove %d, c %Lg, reach %Lg: |M - 1| %Lg, at most %Lg claimed", at.rate,
              at.theta, at.t, at.remove, centre, reach, found, bound);
        near += found > bound / 3;
        long double behind = cabsl(decay(&at, v)),
                    most = pld__bound_blend_decay(centre, reach, at.theta, at.turn, at.remove, excess);
        CHECK(behind <= most, "q %Lg, theta %Lg, t %Lg, remove %d, c %Lg, reach %Lg, b %Lg: |I| %Lg, at most %Lg claimed",
              at.rate, at.theta, at.t, at.remove, centre, reach, at.turn, behind, most);
    }
    CHECK(near > all / 100, "only %zu of %zu within 3 times their bound", near, all);
}

/* A pole just beyond the disc, as near as can be: 1/(1 - z/a), which is at most a/(a - 1) on the unit disc. */
static void test_polynomials(void) {
    dice from = dice_create(117);
    size_t near = 0, all = 0;
    for (size_t i = 0; i < suite_cases(200); i++) {
        enum { MOST = 40 };
        long double centre = dice_uniform(&from, 0.5, 2), reach = dice_uniform(&from, 0.1, 0.9), pole = 1.2L;
        long double half_width = centre * reach / dice_uniform(&from, 1.1, 8);
        int sign = dice_chance(&from, 0.5) ? 1 : -1;
        unsigned n = 1 + (unsigned)dice_below(&from, MOST);
        long double worst = 0, claimed = pole / (pole - 1) * pld__bound_blend_rest(centre, half_width, reach, n);
        for (int place = 0; place <= 60; place++) {
            long double x = (long double)place / 30 - 1, through = 0;
            for (unsigned j = 0; j < n; j++) {
                long double node = cosl(TURN / 4 * (2 * j + 1) / n), basis = 1;
                for (unsigned k = 0; k < n; k++)
                    basis *= k == j ? 1 : (x - cosl(TURN / 4 * (2 * k + 1) / n)) / (node - cosl(TURN / 4 * (2 * k + 1) / n));
                through += basis / (1 - sign * node * half_width / (reach * centre) / pole);
            }
            worst = fmaxl(worst, fabsl(through - 1 / (1 - sign * x * half_width / (reach * centre) / pole)));
        }
        CHECK(worst <= claimed + 1e-15L, "n %u, ratio %Lg: off by %Lg, at most %Lg claimed", n, reach * centre / half_width,
              worst, claimed);
        if (worst > 1e-13L && n <= 4) {
            all++;
            near += worst > claimed / 100;
        }
    }
    CHECK(all > 0 && near > all / 2, "%zu of %zu within 100 times their bound", near, all);
}

/* Where no hypothesis holds nothing is claimed. */
static void test_outside(void) {
    CU_ASSERT_TRUE(isinf(pld__bound_blend_moment(1, 1, 1, 1, 0.1L)));
    CU_ASSERT_TRUE(isinf(pld__bound_blend_moment(0, 0.5L, 1, 1, 0.1L)));
    CU_ASSERT_TRUE(isinf(pld__bound_blend_moment(1, 0.5L, 0, 1, 0.1L)));
    CU_ASSERT_TRUE(isinf(pld__bound_blend_moment(1, 0.5L, 1, 1, NAN)));
    CU_ASSERT_TRUE(isinf(pld__bound_blend_decay(1, 0.5L, 1, 3.2L, true, 0.1L)));
    CU_ASSERT_TRUE(isinf(pld__bound_blend_decay(1, 0.5L, 1, 1, true, INFINITY)));
    CU_ASSERT_TRUE(isinf(pld__bound_blend_log(1)));
    CU_ASSERT_TRUE(isinf(pld__bound_blend_log(NAN)));
    CU_ASSERT_TRUE(isinf(pld__bound_blend_rest(1, 0.5L, 0.5L, 8)));
    CU_ASSERT_TRUE(isinf(pld__bound_blend_rest(1, 0.1L, 0.5L, 0)));
}

int main(void) {
    CU_TestInfo tests[] = {{"disc", test_disc}, {"polynomials", test_polynomials}, {"outside", test_outside}, CU_TEST_INFO_NULL};
    return suite_run("bound/blend", tests);
}
