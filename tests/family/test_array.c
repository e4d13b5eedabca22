/* Tests of src/family/array.c: sums, deficits, sampling. */
#include "pair/sparse_support.h"

#include "family/family.h"
#include "support/dice.h"
#include "support/statements.h"
#include <pld/query.h>
#include <string.h>

static pld_status create(size_t count, const double *p, const double *q, bool normalise, double rate, pld_mechanism **mechanism,
                         pld_error *error) {
    return pld_mechanism_create_array(count, p, q, normalise, rate, "array:file=x", mechanism, error);
}

/* Any order, zeros on either side. */
static void test_pair(void) {
    const double p[] = {0.25, 0, 0.5, 0.25}, q[] = {0.5, 0.125, 0.375, 0};
    for (int sampled = 0; sampled < 2; sampled++) {
        pld_mechanism *mechanism = NULL;
        discrete_pair pair = {.count = 4};
        for (int i = 0; i < 4; i++) {
            pair.p[i] = p[i];
            pair.q[i] = q[i];
        }
        double rate = sampled ? 0.3 : 1;
        discrete_sample(&pair, rate);
        CU_ASSERT_EQUAL_FATAL(create(4, p, q, false, rate, &mechanism, NULL), PLD_OK);
        check_shape("array", mechanism);
        check_single("array", mechanism, &pair, 0);
        CU_ASSERT(mechanism->dropped == 0 && pld_mechanism_note(mechanism) != NULL);
        CU_ASSERT_STRING_EQUAL(pld_mechanism_resolved(mechanism), "array:file=x");
        CU_ASSERT(mechanism->infinity[PLD_REMOVE] == (long double)rate * 0.25L);
        pld_mechanism_free(mechanism);
    }
}

/* A deficit within 1e-9 is left out of the lower law and at infinity in the upper one; more is an error with both sums in it. */
static void test_sums(void) {
    const double p[] = {0.5, 0.5}, close[] = {0.25, 0.75 - 5e-10}, above[] = {0.25, 0.75 + 5e-10}, far[] = {0.25, 0.5},
                 none[] = {0, 0};
    pld_mechanism *mechanism = NULL;
    pld_error error = {.message = ""};
    CU_ASSERT_EQUAL_FATAL(create(2, p, close, false, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT_DOUBLE_EQUAL((double)mechanism->dropped, 5e-10, 1e-15);
    CU_ASSERT(mechanism->loss_supremum == INFINITY);
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL_FATAL(create(2, p, above, false, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT(pld__sparse_of(mechanism)->rho >= 5e-10 && mechanism->dropped == 0);
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL(create(2, p, far, false, 1, &mechanism, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT(strstr(error.message, "P sums to 1 ") != NULL && strstr(error.message, "Q to 0.75") != NULL);
    CU_ASSERT_EQUAL(create(2, p, none, true, 1, &mechanism, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(create(0, p, p, false, 1, &mechanism, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL_FATAL(create(2, p, far, true, 1, &mechanism, NULL), PLD_OK);
    discrete_pair pair = {.count = 2, .p = {0.5L, 0.5L}, .q = {1 / 3.0L, 2 / 3.0L}};
    check_single("normalised", mechanism, &pair, 0);
    pld_mechanism_free(mechanism);
}

static void test_refusals(void) {
    const double good[] = {0.5, 0.5}, negative[] = {1.5, -0.5}, nan[] = {NAN, 0.5}, infinite[] = {INFINITY, 0};
    pld_mechanism *mechanism = NULL;
    pld_error error = {.message = ""};
    CU_ASSERT_EQUAL(create(2, negative, good, false, 1, &mechanism, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_STRING_EQUAL(error.message, "'P[1]=-0.5' is not a probability");
    CU_ASSERT_EQUAL(create(2, good, nan, false, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(create(2, infinite, good, true, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(create(2, good, good, false, -0.1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
}

/* Deficits widen the bracket on the side where that is safe. */
static void test_bracket(void) {
    const double p[] = {0.6, 0.4}, q[] = {0.4, 0.6 - 1e-10};
    pld_mechanism *mechanism = NULL;
    pld_options options = pld_options_default();
    pld_result result;
    CU_ASSERT_EQUAL_FATAL(create(2, p, q, false, 1, &mechanism, NULL), PLD_OK);
    pld_step step = {mechanism, 5};
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, -INFINITY, &options, &result, NULL), PLD_OK);
    CHECK(isinf(result.bracket.upper) && fabs(result.bracket.lower - 5 * log(1.5)) < 1e-8, "[%.12g, %.12g]", result.bracket.lower,
          result.bracket.upper);
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, log(1e-4), &options, &result, NULL), PLD_OK);
    CHECK(result.tolerance_met && result.bracket.upper < 5 * log(1.5), "[%.12g, %.12g]", result.bracket.lower,
          result.bracket.upper);
    pld_mechanism_free(mechanism);
}

/* A loss of 0 and a little that only one distribution has: at epsilon 0 that little is all, in one direction, and no estimate may
 * say that it is nothing. */
static void test_beside_nothing(void) {
    for (double rare = 1e-10; rare > 1e-300; rare *= 1e-15) {
        const double p[] = {1, rare}, q[] = {1, 0};
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            pld_mechanism *mechanism = NULL;
            pld_options options = pld_options_default();
            pld_result result;
            CU_ASSERT_EQUAL_FATAL(create(2, d == 0 ? p : q, d == 0 ? q : p, false, 1, &mechanism, NULL), PLD_OK);
            pld_step step = {mechanism, 1};
            CU_ASSERT_EQUAL_FATAL(pld_query_delta(&step, 1, 0, &options, &result, NULL), PLD_OK);
            double lower = result.bracket.lower, upper = result.bracket.upper;
            CHECK(lower <= log(rare) && lower > log(rare) - 1e-3 && upper >= log(rare), "[%.17g, %.17g] of %.17g", lower, upper,
                  log(rare));
            pld_mechanism_free(mechanism);
        }
    }
}

/* --- curves --------------------------------------------------------------------------------------------------------- */

static long double delta_of(size_t count, const double *p, const double *q, long double x) {
    long double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += fmaxl(p[i] - x * q[i], 0);
    return sum;
}

/* Random pairs: what is made of points of the larger of their two curves is above both, also when it is composed, and keeps to
 * the points (T161). */
static void test_curve(void) {
    enum { OUTCOMES = 4, NODES = 12 };
    dice from = dice_create(161);
    for (size_t round = 0; round < suite_cases(100); round++) {
        double p[OUTCOMES], q[OUTCOMES], squares[2][OUTCOMES * OUTCOMES], sums[2] = {0, 0}, epsilon[NODES], delta[NODES];
        for (int i = 0; i < OUTCOMES; i++) {
            sums[0] += p[i] = dice_logarithmic(&from, 1e-3, 1);
            sums[1] += q[i] = dice_logarithmic(&from, 1e-3, 1);
        }
        for (int i = 0; i < OUTCOMES; i++) {
            p[i] /= sums[0];
            q[i] /= sums[1];
        }
        for (int i = 0; i < OUTCOMES * OUTCOMES; i++) {
            squares[0][i] = p[i / OUTCOMES] * p[i % OUTCOMES];
            squares[1][i] = q[i / OUTCOMES] * q[i % OUTCOMES];
        }
        size_t count = 1 + (size_t)dice_uniform(&from, 0, NODES - 1);
        double at = dice_chance(&from, 0.5) ? 0 : dice_uniform(&from, 0, 2);
        for (size_t i = 0; i < count; i++, at += dice_logarithmic(&from, 1e-2, 1)) {
            long double x = expl(at), larger = fmaxl(delta_of(OUTCOMES, p, q, x), delta_of(OUTCOMES, q, p, x));
            epsilon[i] = at;
            delta[i] = fmin((double)(larger * (1 + 1e-15L)), 1);
        }
        pld_mechanism *mechanism = NULL;
        pld_options options = pld_options_default();
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_curve(count, epsilon, delta, true, "curve", &mechanism, NULL), PLD_OK);
        for (int order = 0; order < 2; order++)
            for (int k = 0; k < 20; k++) {
                double asked = dice_uniform(&from, 0, at + 1);
                double one = pld_mechanism_delta(mechanism, order ? PLD_ADD : PLD_REMOVE, asked);
                long double truth = order ? delta_of(OUTCOMES, q, p, expl(asked)) : delta_of(OUTCOMES, p, q, expl(asked));
                CHECK(one >= truth * (1 - 1e-12L) - 1e-15L, "D(e^%g) is %.17Lg, the curve's %.17g", asked, truth, one);
            }
        for (size_t i = 0; i < count; i++) {
            double remove = pld_mechanism_delta(mechanism, PLD_REMOVE, epsilon[i]),
                   add = pld_mechanism_delta(mechanism, PLD_ADD, epsilon[i]);
            CHECK(remove <= delta[i] * (1 + 1e-12) + 1e-15 && add <= delta[i] * (1 + 1e-12) + 1e-15, "above its own points");
            CHECK(fabs(remove - add) <= 1e-12 * delta[i] + 1e-15, "the two orders differ: %.17g and %.17g", remove, add);
        }
        pld_step step = {mechanism, 2};
        pld_result result;
        CU_ASSERT_EQUAL_FATAL(pld_query_delta(&step, 1, 0.5, &options, &result, NULL), PLD_OK);
        long double truth = fmaxl(delta_of(OUTCOMES * OUTCOMES, squares[0], squares[1], expl(0.5L)),
                                  delta_of(OUTCOMES * OUTCOMES, squares[1], squares[0], expl(0.5L)));
        CHECK(pld_bracket_delta(&result.bracket).upper >= truth * (1 - 1e-12L), "two steps: %.17Lg of the pair, at most %.17g",
              truth, pld_bracket_delta(&result.bracket).upper);
        pld_mechanism_free(mechanism);
    }
}

/* One point is the guarantee of approximate differential privacy: the answer of that family, for one step and for many. */
static void test_curve_of_one_point(void) {
    const double epsilon[] = {1}, delta[] = {1e-6};
    pld_mechanism *curve = NULL, *known = NULL;
    pld_options options = pld_options_default();
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_curve(1, epsilon, delta, true, "curve", &curve, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_approx_dp(1, 1e-6, 1, &known, NULL), PLD_OK);
    for (uint64_t count = 1; count <= 100; count *= 10) {
        pld_step steps[] = {{curve, count}, {known, count}};
        pld_result results[2];
        for (int i = 0; i < 2; i++)
            CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&steps[i], 1, log(1e-3), &options, &results[i], NULL), PLD_OK);
        CHECK(fmax(results[0].bracket.lower, results[1].bracket.lower) <=
                  fmin(results[0].bracket.upper, results[1].bracket.upper),
              "%d steps: [%.12g, %.12g] and [%.12g, %.12g]", (int)count, results[0].bracket.lower, results[0].bracket.upper,
              results[1].bracket.lower, results[1].bracket.upper);
    }
    pld_mechanism_free(curve);
    pld_mechanism_free(known);
}

static void test_curve_refusals(void) {
    const double rising[] = {0.5, 1}, equal[] = {1, 1}, negative[] = {-1, 1}, good[] = {0.5, 0.1}, large[] = {1.5, 0.1},
                 none[] = {NAN, 0.1}, impossible[] = {0.1, 0.05};
    pld_mechanism *mechanism = NULL;
    pld_error error = {.message = ""};
    CU_ASSERT_EQUAL(pld_mechanism_create_curve(0, rising, good, true, "c", &mechanism, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_curve(2, equal, good, true, "c", &mechanism, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_curve(2, negative, good, true, "c", &mechanism, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "both orders"));
    CU_ASSERT_EQUAL(pld_mechanism_create_curve(2, negative, impossible, false, "c", &mechanism, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_curve(2, rising, large, true, "c", &mechanism, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_curve(2, rising, none, true, "c", &mechanism, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_curve(2, none, good, true, "c", &mechanism, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_PTR_NULL(mechanism);
    /* Deltas that rise say no more than those before them. */
    const double risen[] = {0.1, 0.5};
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_curve(2, rising, risen, true, "c", &mechanism, NULL), PLD_OK);
    CHECK(pld_mechanism_delta(mechanism, PLD_REMOVE, 1) <= 0.1, "a curve that rises");
    CU_ASSERT_EQUAL(pld__traits_standing(&mechanism->traits), PLD__STANDING_GIVEN);
    pld_mechanism_free(mechanism);
}

/* A pair and nothing else: what it bounds is not known, nor that of more records, nor that of a replaced one. */
static void test_row(void) {
    const double p[] = {0.6, 0.4}, q[] = {0.4, 0.6};
    pld_mechanism *mechanism = NULL, *other = NULL;
    pld_error error = {.message = ""};
    CU_ASSERT_EQUAL_FATAL(create(2, p, q, false, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT_PTR_EQUAL(mechanism->traits.family, &pld__family_array);
    CU_ASSERT_PTR_EQUAL(pld__family_find("array", NULL), &pld__family_array);
    CU_ASSERT_EQUAL(pld__traits_standing(&mechanism->traits), PLD__STANDING_GIVEN);
    CU_ASSERT_EQUAL(pld_mechanism_create_group(mechanism, 2, &other, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "given as it is"));
    CU_ASSERT_EQUAL(pld_mechanism_create_replaced(mechanism, &other, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "given as it is"));
    for (size_t i = 0; i < pld__family_array.key_count; i++)
        CU_ASSERT(!pld__family_array.keys[i].range && pld__family_array.keys[i].monotone == PLD__MONOTONE_UNKNOWN);
    pld_mechanism_free(mechanism);
}

static void test_statement(void) {
    static const statement_words words = {
        "array:file=masses.csv",
        "of the pair itself is certified",
        {"rovided that the pair that was given dominates what it stands for", "those that the pair was made for"},
        {UNCONDITIONAL, WORST, ADDED, REPLACED}};
    statement_check(&words);
}

int main(void) {
    CU_TestInfo tests[] = {{"pair", test_pair},
                           {"row", test_row},
                           {"statement", test_statement},
                           {"sums", test_sums},
                           {"refusals", test_refusals},
                           {"bracket", test_bracket},
                           {"beside nothing", test_beside_nothing},
                           {"curve", test_curve},
                           {"one point", test_curve_of_one_point},
                           {"curves that are none", test_curve_refusals},
                           CU_TEST_INFO_NULL};
    return suite_run("family/array", tests);
}
