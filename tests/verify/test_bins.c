/* Tests of src/verify/loss_law.c and bins.c: laws of few losses against sums over all outcomes in balls, and compositions against
 * what is known of them in closed form. From below is below, from above is above, and both meet as bins get narrower. */
#include "verify/bins.h"

#include "verify/closed.h"

#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

enum { LOSSES = 6, PRECISION = 128 };

/* --- products of laws ----------------------------------------------------------------------------------------------- */

static pld__verify_law random_law(dice *from, bool infinite) {
    pld__verify_law made = {.count = 0};
    for (int i = 0; i < LOSSES; i++)
        CU_ASSERT_TRUE_FATAL(pld__verify_law_add(&made, dice_uniform(from, -1, 2), dice_logarithmic(from, 1e-6, 1) / LOSSES));
    if (infinite)
        made.infinite = 1e-3;
    CU_ASSERT_TRUE_FATAL(pld__verify_law_sort(&made, PLD__VERIFY_UPPER));
    return made;
}

/* sum of masses times (1 - e^(epsilon - loss))_+ over all couples, and what is at infinity, in balls. */
static void true_delta(const pld__verify_law *a, const pld__verify_law *b, double epsilon, pld__verify_end end, arb_t delta) {
    arb_t loss, mass, part, total;
    arb_init(loss);
    arb_init(mass);
    arb_init(part);
    arb_init(total);
    arb_zero(delta);
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++) {
            arb_set_d(loss, a->loss[i]);
            arb_set_d(part, b->loss[j]);
            arb_add(loss, loss, part, PRECISION);
            arb_set_d(part, epsilon);
            arb_sub(loss, part, loss, PRECISION);
            arb_set_d(mass, a->mass[i]);
            arb_set_d(part, b->mass[j]);
            arb_mul(mass, mass, part, PRECISION);
            arb_add(total, total, mass, PRECISION);
            if (!arb_is_negative(loss))
                continue;
            arb_expm1(loss, loss, PRECISION);
            arb_submul(delta, loss, mass, PRECISION);
        }
    double b_finite = 0, a_all = a->infinite;
    for (size_t j = 0; j < b->count; j++)
        b_finite += b->mass[j];
    for (size_t i = 0; i < a->count; i++)
        a_all += a->mass[i];
    double lost =
        end == PLD__VERIFY_UPPER ? a_all * b->infinite + a->infinite * b_finite : b->infinite + a->infinite * (1 - b->infinite);
    arb_set_d(part, lost);
    arb_add(delta, delta, part, PRECISION);
    arb_clear(loss);
    arb_clear(mass);
    arb_clear(part);
    arb_clear(total);
}

static double number(const arb_t value) {
    return arf_get_d(arb_midref(value), ARF_RND_NEAR);
}

/* delta of a product of two laws is right to rounding and on its side; that of one brought back to bins and multiplied by a third
 * is on its side, and the nearer the narrower the bins are. */
static void test_products(void) {
    dice from = dice_create(86);
    for (size_t c = 0; c < suite_cases(300); c++) {
        bool square = dice_chance(&from, 0.3);
        pld__verify_law a = random_law(&from, dice_chance(&from, 0.3)), other = random_law(&from, dice_chance(&from, 0.3)), one;
        const pld__verify_law *b = square ? &a : &other;
        double epsilon = dice_uniform(&from, -1, 3);
        CU_ASSERT_TRUE_FATAL(pld__verify_law_one(&one));
        for (int end = 0; end < PLD__VERIFY_ENDS; end++) {
            double got, gap[2], sign = end == PLD__VERIFY_UPPER ? 1 : -1;
            arb_t truth;
            arb_init(truth);
            true_delta(&a, b, epsilon, (pld__verify_end)end, truth);
            CU_ASSERT_TRUE_FATAL(pld__verify_law_delta(&a, b, epsilon, (pld__verify_end)end, 1e-290, &got));
            CHECK(sign * (got - number(truth)) >= -1e-16 * got && fabs(got - number(truth)) <= 1e-12 * (got + 1e-3),
                  "end %d: %.17g, and %.17g is true", end, got, number(truth));
            for (int finer = 0; finer < 2; finer++) {
                double places[400];
                size_t count = finer ? 400 : 40;
                for (size_t k = 0; k < count; k++)
                    places[k] = -2.5 + 7.0 * (double)k / (double)count;
                pld__verify_edges edges = {count, places};
                pld__verify_law product;
                CU_ASSERT_TRUE_FATAL(pld__verify_law_product(&a, b, &edges, (pld__verify_end)end, 1e-290, &product));
                CU_ASSERT_TRUE_FATAL(pld__verify_law_delta(&product, &one, epsilon, (pld__verify_end)end, 1e-290, &got));
                gap[finer] = sign * (got - number(truth));
                CHECK(gap[finer] >= -1e-14 * (fabs(got) + 1e-3), "end %d with %zu bins: %.17g, and %.17g is true", end, count,
                      got, number(truth));
                pld__verify_law_clear(&product);
            }
            CHECK(gap[1] <= gap[0] + 1e-12, "end %d: %g with more bins, %g with fewer", end, gap[1], gap[0]);
            arb_clear(truth);
        }
        pld__verify_law_clear(&a);
        pld__verify_law_clear(&other);
        pld__verify_law_clear(&one);
    }
}

/* Mass below what counts is not lost from above. */
static void test_light(void) {
    pld__verify_law a = {.count = 0}, one;
    double got;
    CU_ASSERT_TRUE_FATAL(pld__verify_law_one(&one));
    CU_ASSERT_TRUE_FATAL(pld__verify_law_add(&a, 3, 1e-200));
    CU_ASSERT_TRUE_FATAL(pld__verify_law_delta(&a, &a, 1, PLD__VERIFY_UPPER, 1e-250, &got));
    CU_ASSERT_TRUE(got >= 1e-250);
    CU_ASSERT_TRUE_FATAL(pld__verify_law_delta(&a, &a, 1, PLD__VERIFY_LOWER, 1e-250, &got));
    CU_ASSERT_TRUE(got == 0);
    pld__verify_law_clear(&a);
    pld__verify_law_clear(&one);
}

/* --- compositions --------------------------------------------------------------------------------------------------- */

/* Those that also have a closed form, or are counted through. */
static void test_compositions(void) {
    static const struct {
        const char *specs[2];
        double epsilon;
    } cases[] = {
        {{"poisson-gaussian:q=0.1,sigma=1"}, 0.7},
        {{"poisson-gaussian:q=0.3,sigma=0.6,removed=2,added=1"}, 1.5},
        {{"hypergeometric-gaussian:N=20,B=3,k=4,sigma=1.5"}, 0.3},
        {{"mixture-gaussian:sigma=1.5,pw=0.25:0.5:0.25,pm=0.5:1:3,qw=0.75:0.25,qm=0:0.25"}, 0.8},
        {{"laplace:b=1@5"}, 1.3},
        {{"laplace:b=2,sensitivity=3@8"}, 4},
        {{"randomized-response:epsilon=0.4,k=3@7"}, 0.9},
        {{"poisson:q=0.2,of=randomized-response,epsilon=1,k=4@9"}, 0.8},
        {{"poisson:q=0.3,of=approx-dp,epsilon=0.5,delta=1e-3@6"}, 0.4},
        {{"poisson:q=0.3,of=discrete-laplace,b=2,sensitivity=2@8"}, 0.5},
        {{"laplace:b=3@4", "randomized-response:epsilon=0.4@3"}, 1},
        {{"discrete-laplace:b=2@5", "poisson:q=0.3,of=noisy-vote,b=2@6"}, 1},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            pld_mechanism *mechanisms[2] = {NULL, NULL};
            pld_step steps[2];
            size_t count = cases[i].specs[1] ? 2 : 1;
            for (size_t j = 0; j < count; j++) {
                steps[j].count = 0;
                mechanisms[j] = spec_mechanism(cases[i].specs[j], &steps[j].count);
                steps[j].mechanism = mechanisms[j];
            }
            pld__exact_steps exact;
            const char *family = NULL;
            pld__verify_factors factors;
            pld__aim aims[2];
            pld__verify_bins bins;
            arb_t epsilon, truth, found;
            arb_init(epsilon);
            arb_init(truth);
            arb_init(found);
            arb_set_d(epsilon, cases[i].epsilon);
            CU_ASSERT_EQUAL_FATAL(pld__exact_steps_read(steps, count, &exact, &family), PLD_OK);
            CU_ASSERT_TRUE_FATAL(pld__verify_factors_init(&factors, &exact, (pld_direction)d, PRECISION));
            for (size_t j = 0; j < factors.count; j++)
                CU_ASSERT_TRUE_FATAL(pld__aim_init(&aims[j], &factors.factors[j]));
            CU_ASSERT_TRUE_FATAL(pld__closed_delta(&factors, epsilon, truth, PRECISION));
            CU_ASSERT_TRUE_FATAL(pld__verify_bins_init(&bins, &factors, aims, cases[i].epsilon, log(number(truth))));
            CU_ASSERT_TRUE_FATAL(pld__verify_bins_delta(&bins, cases[i].epsilon, found));
            CHECK(arb_contains(found, truth), "%s, direction %d: not in the first bracket", cases[i].specs[0], d);
            double first = mag_get_d(arb_radref(found));
            CU_ASSERT_TRUE_FATAL(pld__verify_bins_refine(&bins, &factors, aims, cases[i].epsilon, 1200));
            CU_ASSERT_TRUE_FATAL(pld__verify_bins_delta(&bins, cases[i].epsilon, found));
            CHECK(arb_contains(found, truth), "%s, direction %d: not in the bracket", cases[i].specs[0], d);
            CHECK(mag_get_d(arb_radref(found)) <= 0.02 * number(truth) + 1e-300 && mag_get_d(arb_radref(found)) <= first + 1e-12,
                  "%s, direction %d: width %g of %g", cases[i].specs[0], d, mag_get_d(arb_radref(found)), number(truth));
            pld__verify_bins_clear(&bins);
            for (size_t j = 0; j < factors.count; j++)
                pld__aim_clear(&aims[j]);
            pld__verify_factors_clear(&factors);
            pld__exact_steps_free(&exact);
            for (size_t j = 0; j < count; j++)
                pld_mechanism_free(mechanisms[j]);
            arb_clear(epsilon);
            arb_clear(truth);
            arb_clear(found);
        }
}

int main(void) {
    CU_TestInfo tests[] = {
        {"products", test_products}, {"light", test_light}, {"compositions", test_compositions}, CU_TEST_INFO_NULL};
    return suite_run("verify/bins", tests);
}
