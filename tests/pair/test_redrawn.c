/* Tests of src/pair/redrawn.c: the pieces have masses of 1, a curve that is not below the formula of T142 and, where labels may
 * be joined, hardly above it; one draw is a batch of fixed size; what labels are gathered to. */
#include "pair/fixed_size.h"
#include "pair/redrawn.h"
#include "pair/weights.h"

#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_DRAWS = 400 };

/* The integral of T142 by the trapezoidal rule, from all weights. */
static double formula(size_t draws, const long double *weight, double sigma, double a, double b, double x) {
    double step = sigma / 400, sum = 0;
    for (double y = -9 * sigma; y < a * (double)draws + 9 * sigma; y += step) {
        double inner = -(double)weight[0] * (x - 1) * exp(-y * y / (2 * sigma * sigma));
        for (size_t j = 1; j <= draws; j++) {
            double p = (y - a * (double)j) / sigma, q = (y - b * (double)j) / sigma;
            inner += (double)weight[j] * fmax(exp(-p * p / 2) - x * exp(-q * q / 2), 0);
        }
        sum += fmax(inner, 0) * step / sigma;
    }
    return sum / sqrt(2 * acos(-1));
}

/* The relation of both masses of all cells to 1, and D at a few x of both orders. */
static void check(size_t records, size_t draws, double sigma, bool zeroed, double allowed) {
    static const double levels[] = {0.003, 0.2, 1, 2.5};
    long double weight[MOST_DRAWS + 1], dropped = 0;
    pld_mechanism *made = NULL;
    pld__pieces *pieces = pld__pieces_create();
    CU_ASSERT_FATAL(pieces != NULL && draws <= MOST_DRAWS);
    pld__weights_binomial_fraction(draws, 1, records, weight);
    const pld__redrawn drawn = pld__redrawn_of(draws, weight, 1 / sigma);
    int value = 2, other = zeroed, below = zeroed ? 1 : 2;
    CU_ASSERT_EQUAL_FATAL(pld__pieces_add_redrawn(pieces, &drawn, value, other, false, &dropped), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld__pieces_add_redrawn(pieces, &drawn, below, 0, true, &dropped), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld__pieces_mechanism(pieces, dropped, "redrawn", NULL, &made), PLD_OK);
    for (size_t i = 0; i < COUNT_OF(levels); i++) {
        double at = levels[i], x = exp(at);
        double up = formula(draws, weight, sigma, value, other, x), down = formula(draws, weight, sigma, below, 0, x);
        double remove = pld_mechanism_delta(made, PLD_REMOVE, at), add = pld_mechanism_delta(made, PLD_ADD, at);
        CHECK(remove >= up * (1 - 1e-4) - 1e-9 && remove <= up * (1 + allowed) + 1e-9, "%zu of %zu, sigma %g at %g: %.9g, %.9g",
              draws, records, sigma, at, remove, up);
        CHECK(add >= down * (1 - 1e-4) - 1e-9 && add <= down * (1 + allowed) + 1e-9, "%zu of %zu, sigma %g at -%g: %.9g, %.9g",
              draws, records, sigma, at, add, down);
        pld__log_mass above = made->operations->mass_above(made->pair, at), rest = made->operations->mass_below(made->pair, at);
        CHECK(fabsl(expl(above.p) + expl(rest.p) - 1) < 1e-12L && fabsl(expl(above.q) + expl(rest.q) - 1) < 1e-12L,
              "%zu of %zu, sigma %g: P %.17Lg, Q %.17Lg", draws, records, sigma, expl(above.p) + expl(rest.p),
              expl(above.q) + expl(rest.q));
    }
    pld_mechanism_free(made);
}

static void test_formula(void) {
    dice from = dice_create(20271);
    for (size_t k = 0; k < suite_cases(24); k++) {
        size_t draws = 1 + dice_below(&from, 8), records = 2 + dice_below(&from, k % 2 ? 3 : 300);
        check(records, draws, dice_logarithmic(&from, 0.5, 6), k / 2 % 2, 1e-3);
    }
}

/* So many draws that labels are gathered, or that a record is hardly ever not drawn: above all the same. */
static void test_gathered(void) {
    check(30, 60, 8, false, 1e-3);
    check(30, 60, 8, true, 1e-3);
    check(10, 300, 40, false, 1);
    check(10, 300, 40, true, 1);
}

/* One draw: the same law as that of a batch of one record. */
static void test_one_draw(void) {
    pld_mechanism *fixed = spec_mechanism("fixed-size:N=50,B=1,sigma=0.8", NULL),
                  *drawn = spec_mechanism("with-replacement:N=50,B=1,sigma=0.8", NULL);
    for (int zeroed = 0; zeroed < 2; zeroed++) {
        pld_mechanism *one = NULL, *other = NULL;
        CU_ASSERT_EQUAL_FATAL(
            zeroed ? pld_mechanism_create_zeroed(fixed, &one, NULL) : pld_mechanism_create_replaced(fixed, &one, NULL), PLD_OK);
        CU_ASSERT_EQUAL_FATAL(zeroed ? pld_mechanism_create_zeroed(drawn, &other, NULL)
                                     : pld_mechanism_create_replaced(drawn, &other, NULL),
                              PLD_OK);
        for (double at = 0; at < 3; at += 0.5)
            for (int d = 0; d < PLD_DIRECTIONS; d++) {
                double a = pld_mechanism_delta(one, (pld_direction)d, at), b = pld_mechanism_delta(other, (pld_direction)d, at);
                CHECK(fabs(a - b) <= 1e-12 * a, "at %g: %.17g and %.17g", at, a, b);
            }
        pld_mechanism_free(one);
        pld_mechanism_free(other);
    }
    pld_mechanism_free(fixed);
    pld_mechanism_free(drawn);
}

/* All weight is in some label, none has less than was drawn, and what is left out is nearly nothing. */
static void test_labels(void) {
    static const size_t draws[] = {1, 2, 7, 100, 5000, 100000};
    for (size_t i = 0; i < COUNT_OF(draws); i++)
        for (size_t records = 2; records < 2000000; records *= 1000) {
            long double *weight = malloc((draws[i] + 1) * sizeof *weight), sum = 0;
            CU_ASSERT_FATAL(weight != NULL);
            pld__weights_binomial_fraction(draws[i], 1, records, weight);
            pld__redrawn made = pld__redrawn_of(draws[i], weight, 1);
            size_t j = 1;
            for (size_t k = 0; k < made.count; k++) {
                long double own = 0;
                CU_ASSERT(k == 0 || made.times[k] > made.times[k - 1]);
                for (; j <= made.times[k]; j++)
                    own += weight[j];
                CHECK(fabsl(own - made.weight[k]) <= 1e-17L * own, "%zu of %zu: label %zu", draws[i], records, k);
                sum += own;
            }
            CHECK(made.rest < 1e-17L && fabsl(weight[0] + sum + made.rest - 1) < 1e-15L && made.joined <= made.count,
                  "%zu of %zu: %.17Lg left", draws[i], records, 1 - weight[0] - sum);
            free(weight);
        }
}

int main(void) {
    CU_TestInfo tests[] = {{"formula", test_formula},
                           {"gathered", test_gathered},
                           {"one draw", test_one_draw},
                           {"labels", test_labels},
                           CU_TEST_INFO_NULL};
    return suite_run("pair/redrawn", tests);
}
