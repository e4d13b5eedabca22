/* Tests of src/pair/curve.c: a law from points of a curve is above every pair below them, and no larger than their hull. */
#include "pair/curve.h"

#include "support/dice.h"
#include "support/oracle.h"
#include "support/suite.h"

#include <math.h>
#include <pld/pld.h>
#include <string.h>

static pld_mechanism *create(size_t count, pld__curve_node *nodes) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld__curve_mechanism(count, nodes, false, "curve", "curve", NULL, &mechanism, NULL), PLD_OK);
    return mechanism;
}

static pld_mechanism *create_both(size_t count, pld__curve_node *nodes) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld__curve_mechanism(count, nodes, true, "curve", "curve", NULL, &mechanism, NULL), PLD_OK);
    return mechanism;
}

/* D at any x, of remove, from the outcomes. */
static long double curve_at(const pld_mechanism *mechanism, long double x) {
    const pld__sparse *pair = pld__sparse_of(mechanism);
    long double sum = mechanism->infinity[PLD_REMOVE];
    for (size_t i = 0; i < pair->count; i++)
        sum += fmaxl(pair->p[i] - x * pair->q[i], 0);
    return sum;
}

/* D(e^epsilon) of either direction, by losses, as small ones are lost in masses. */
static long double delta_at(const pld_mechanism *mechanism, pld_direction direction, long double epsilon) {
    const pld__sparse *pair = pld__sparse_of(mechanism);
    const long double *mass = direction == PLD_REMOVE ? pair->p : pair->q;
    long double sum = mechanism->infinity[direction], sign = direction == PLD_REMOVE ? 1 : -1;
    for (size_t i = 0; i < pair->count; i++)
        sum += mass[i] * fmaxl(-expm1l(epsilon - sign * pair->loss[i]), 0);
    return sum;
}

/* Points of a Gaussian, some of them lifted: above its curve everywhere, at most the points, and masses of 1. */
static void test_above(void) {
    enum { MOST = 60 };
    dice from = dice_create(111);
    for (size_t i = 0; i < suite_cases(100); i++) {
        oracle_pair truth = oracle_gaussian(dice_logarithmic(&from, 0.3, 10));
        pld__curve_node nodes[MOST];
        size_t count = 1 + (size_t)dice_uniform(&from, 0, MOST - 1);
        double epsilon = dice_uniform(&from, -3, 1);
        for (size_t k = 0; k < count; k++, epsilon += dice_logarithmic(&from, 1e-3, 0.5)) {
            long double lift = dice_chance(&from, 0.3) ? dice_logarithmic(&from, 1e-6, 1) : 0;
            nodes[k] = (pld__curve_node){epsilon, fminl(oracle_delta_single(&truth, epsilon) * (1 + lift), 1)};
        }
        pld__curve_node given[MOST];
        memcpy(given, nodes, sizeof nodes);
        pld_mechanism *mechanism = create(count, nodes);
        const pld__sparse *pair = pld__sparse_of(mechanism);
        long double p = mechanism->infinity[PLD_REMOVE], q = mechanism->infinity[PLD_ADD];
        for (size_t k = 0; k < pair->count; k++) {
            p += pair->p[k];
            q += pair->q[k];
        }
        CHECK(fabsl(p - 1) < 1e-16L && fabsl(q - 1) < 1e-16L, "masses %.20Lg %.20Lg", p, q);
        for (size_t k = 0; k < count; k++)
            CHECK(curve_at(mechanism, expl(given[k].epsilon)) <= given[k].delta * (1 + 1e-15L) + 1e-18L, "above its own points");
        for (int k = 0; k < 200; k++) {
            double at = dice_uniform(&from, -6, epsilon + 2);
            long double lower = oracle_delta_single(&truth, at);
            CHECK(curve_at(mechanism, expl(at)) >= lower * (1 - 1e-15L) - 1e-18L, "D(e^%g) = %Lg of a Gaussian, %Lg of the law",
                  at, lower, curve_at(mechanism, expl(at)));
        }
        pld_mechanism_free(mechanism);
    }
}

/* A point above the chord of its neighbours, and one that rises, change nothing. */
static void test_hull(void) {
    pld__curve_node low[] = {{0, 0.3L}, {2, 0.01L}, {3, 0.001L}},
                    high[] = {{0, 0.3L}, {1, 0.29L}, {2, 0.01L}, {2.5, 0.02L}, {3, 0.001L}};
    pld_mechanism *one = create(3, low), *other = create(5, high);
    const pld__sparse *a = pld__sparse_of(one), *b = pld__sparse_of(other);
    CU_ASSERT_EQUAL_FATAL(a->count, b->count);
    for (size_t i = 0; i < a->count; i++)
        CU_ASSERT(a->p[i] == b->p[i] && a->q[i] == b->q[i] && a->loss[i] == b->loss[i]);
    pld_mechanism_free(one);
    pld_mechanism_free(other);
}

/* One point and its mirror image are the worst pair of a guarantee. */
static void test_guarantee(void) {
    double epsilon = 1.5, delta = 1e-3;
    pld__curve_node nodes[] = {{-epsilon, 1 - expl(-epsilon) * (1 - (long double)delta)}, {epsilon, delta}};
    pld_mechanism *made = create(2, nodes), *known = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_approx_dp(epsilon, delta, 1, &known, NULL), PLD_OK);
    for (double at = -3; at < 3; at += 0.01)
        CHECK(fabsl(curve_at(made, expl(at)) - curve_at(known, expl(at))) < 1e-17L, "at %g", at);
    pld_mechanism_free(made);
    pld_mechanism_free(known);
}

/* What holds in both orders is its own mirror image to all digits, however far the losses and small the deltas: at e^-epsilon all
 * that add knows is in what D exceeds 1 - x by. */
static void test_mirror(void) {
    enum { MOST = 12 };
    dice from = dice_create(1610);
    for (size_t i = 0; i < suite_cases(300); i++) {
        pld__curve_node nodes[MOST], given[MOST];
        size_t count = 1 + dice_below(&from, MOST);
        double epsilon = dice_chance(&from, 0.3) ? 0 : dice_logarithmic(&from, 1e-18, 50),
               delta = dice_logarithmic(&from, 1e-25, 1);
        for (size_t k = 0; k < count; k++) {
            nodes[k] = (pld__curve_node){epsilon, delta};
            epsilon += dice_logarithmic(&from, 1e-18, 100);
            delta *= dice_logarithmic(&from, 1e-10, 1);
        }
        for (size_t k = 1; k < count; k++)
            CU_ASSERT_FATAL(nodes[k].epsilon >= nodes[k - 1].epsilon);
        size_t kept = 1; /* steps that a double does not see are none */
        for (size_t k = 1; k < count; k++)
            if (nodes[k].epsilon > nodes[kept - 1].epsilon)
                nodes[kept++] = nodes[k];
        memcpy(given, nodes, sizeof nodes);
        pld_mechanism *mechanism = create_both(kept, nodes);
        const pld__sparse *pair = pld__sparse_of(mechanism);
        long double p = mechanism->infinity[PLD_REMOVE], q = mechanism->infinity[PLD_ADD];
        for (size_t k = 0; k < pair->count; k++) {
            p += pair->p[k];
            q += pair->q[k];
        }
        CHECK(fabsl(p - 1) < 1e-17L && fabsl(q - 1) < 1e-17L, "masses %.20Lg %.20Lg", p, q);
        for (size_t k = 0; k < kept; k++)
            CHECK(delta_at(mechanism, PLD_REMOVE, given[k].epsilon) <= given[k].delta * (1 + 1e-16L), "above its point at %g",
                  given[k].epsilon);
        for (int k = 0; k < 40; k++) {
            double at = dice_chance(&from, 0.3) ? given[dice_below(&from, (unsigned)kept)].epsilon
                                                : dice_logarithmic(&from, 1e-18, epsilon + 2);
            long double one = delta_at(mechanism, PLD_REMOVE, at), other = delta_at(mechanism, PLD_ADD, at);
            CHECK(fabsl(one - other) <= 1e-16L * one, "at %g %.20Lg, and %.20Lg the other way round", at, one, other);
        }
        pld_mechanism_free(mechanism);
    }
}

/* Of one order: the other one is as small as the deltas say, and points that are rounded to less than any pair has are that. */
static void test_other_direction(void) {
    for (double delta = 1e-3; delta > 1e-300; delta *= 1e-9) {
        pld__curve_node nodes[] = {{0, delta}};
        pld_mechanism *mechanism = create(1, nodes);
        long double other = delta_at(mechanism, PLD_ADD, 0);
        CHECK(fabsl(other - delta) <= 1e-16L * delta, "%Lg of %g", other, delta);
        pld_mechanism_free(mechanism);
    }
    for (double epsilon = -5; epsilon > -1000; epsilon *= 1.5) {
        pld__curve_node nodes[] = {{epsilon, -expm1(epsilon) * (1 - 9e-13)}, {0, 0.25}};
        pld_mechanism *mechanism = create(2, nodes);
        long double one = delta_at(mechanism, PLD_REMOVE, epsilon), mass = delta_at(mechanism, PLD_ADD, -2000);
        CHECK(one >= -expm1l(epsilon) * (1 - 1e-18L), "at %g: %.20Lg", epsilon, one);
        CHECK(fabsl(mass - 1) < 1e-17L && delta_at(mechanism, PLD_ADD, 0) >= 0.25 * (1 - 1e-16L), "Q-mass %.20Lg", mass);
        pld_mechanism_free(mechanism);
    }
}

/* Points of a dense list, composed: the bracket of the law lies above the truth, and not far. */
static void test_composed(void) {
    enum { COUNT = 2401 };
    static pld__curve_node nodes[COUNT];
    oracle_pair truth = oracle_gaussian(2);
    for (size_t k = 0; k < COUNT; k++)
        nodes[k] = (pld__curve_node){-3 + 0.0025 * (double)k, oracle_delta_single(&truth, -3 + 0.0025 * (double)k)};
    pld_mechanism *mechanism = create(COUNT, nodes);
    pld_step step = {mechanism, 4};
    pld_options options = pld_options_default();
    options.adjacency = PLD_ADJACENCY_REMOVE;
    options.tolerance = 1e-3;
    pld_result result;
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, log(1e-5), &options, &result, NULL), PLD_OK);
    CHECK(oracle_gaussian_log_delta(1, result.bracket.upper) <= log(1e-5), "upper end %.9g below the truth",
          result.bracket.upper);
    CHECK(oracle_gaussian_log_delta(1, result.bracket.upper - 2e-3) >= log(1e-5), "upper end %.9g is far", result.bracket.upper);
    pld_mechanism_free(mechanism);
}

static void test_join(void) {
    pld__curve_node one[] = {{0, 0.3L}, {1, 0.1L}}, other[] = {{0, 0.2L}, {1, 0.15L}};
    pld__curve_join(one, other, 2);
    CU_ASSERT(one[0].delta == 0.3L && one[1].delta == 0.15L);
}

static void test_refused(void) {
    pld_mechanism *untouched = NULL;
    pld_error error;
    pld__curve_node rising[] = {{1, 0.1L}, {1, 0.05L}}, large[] = {{0, 1.5L}}, low[] = {{-1, 0.5L}}, none[] = {{NAN, 0.5L}};
    pld__curve_node *all[] = {rising, large, low, none};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        CU_ASSERT_EQUAL(pld__curve_mechanism(i == 0 ? 2 : 1, all[i], false, "file", "file", NULL, &untouched, &error),
                        PLD_ERROR_ARGUMENT);
        CU_ASSERT_STRING_EQUAL(error.word, "file");
    }
    CU_ASSERT_EQUAL(pld__curve_mechanism(0, low, false, "file", "file", NULL, &untouched, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_PTR_NULL(untouched);
}

int main(void) {
    CU_TestInfo tests[] = {
        {"above every pair below the points", test_above},
        {"what is above the hull does not count", test_hull},
        {"a guarantee", test_guarantee},
        {"both orders", test_mirror},
        {"the other direction", test_other_direction},
        {"composed", test_composed},
        {"the larger of two curves", test_join},
        {"refused", test_refused},
        CU_TEST_INFO_NULL,
    };
    return suite_run("curve", tests);
}
