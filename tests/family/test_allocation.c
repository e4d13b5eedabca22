/* Tests of src/family/allocation.c: brackets that hold known values, one draw for several epochs, unfinished epochs, its row. */
#include "support/family.h"
#include "support/suite.h"

#include <math.h>
#include <pld/pld.h>
#include <stdlib.h>

static pld_bracket epsilon_of(const pld_mechanism *mechanism, uint64_t count, pld_adjacency adjacency, double log_delta,
                              double tolerance) {
    pld_step step = {mechanism, count};
    pld_options options = pld_options_default();
    options.adjacency = adjacency;
    options.tolerance = tolerance;
    pld_result result;
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, log_delta, &options, &result, NULL), PLD_OK);
    CHECK(result.tolerance_met, "%s: [%.9g, %.9g] is wider than %g", pld_mechanism_resolved(mechanism), result.bracket.lower,
          result.bracket.upper, tolerance);
    return result.bracket;
}

static pld_mechanism *create(uint64_t t, double sigma, uint64_t repeat, uint64_t steps) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_allocation(t, sigma, 1, repeat, steps, &mechanism, NULL), PLD_OK);
    return mechanism;
}

/* t = 2: one integral over the first ratio of a Black-Scholes form, mpmath with 40 digits; t = 3: two-dimensional Gauss panels; t
 * >= 10: the Laplace transform of a lognormal to the power t, inverted in 80 bits along two lines, or (t = 10, remove) with 30
 * digits along a hyperbola. */
static void test_known(void) {
    static const struct {
        uint64_t t;
        double sigma, log10_delta;
        bool add;
        double epsilon;
    } cases[] = {
        {2, 1, -5, false, 3.69738521254039}, {2, 1, -5, true, 3.07973258848575},    {3, 1, -5, false, 3.3050995682827},
        {3, 1, -5, true, 2.5084207729345},   {10, 1, -5, false, 2.188847998851585}, {10, 1, -5, true, 1.364872211619},
        {50, 2, -8, false, 0.3768871401497}, {50, 2, -8, true, 0.3611332161607},    {100, 1, -6, false, 0.8579859768591},
        {100, 1, -6, true, 0.4864250896294}, {1000, 1, -6, false, 0.1717286845064}, {1000, 1, -6, true, 0.1494309548131},
        {2, 1, -30, false, 11.050743783039},
    };
    bool all = getenv("PLD_TEST_LONG") != NULL;
    for (size_t i = 0; i < (SANITIZED ? 1 : COUNT_OF(cases)); i++) {
        if (!all && (cases[i].t == 3 || cases[i].t == 1000 || cases[i].log10_delta == -30)) /* kept for --long */
            continue;
        pld_mechanism *mechanism = create(cases[i].t, cases[i].sigma, 1, cases[i].t);
        pld_bracket found = epsilon_of(mechanism, 1, cases[i].add ? PLD_ADJACENCY_ADD : PLD_ADJACENCY_REMOVE,
                                       cases[i].log10_delta * log(10), all ? 1e-3 : 1e-2);
        CHECK(found.lower <= cases[i].epsilon + 1e-11 && cases[i].epsilon <= found.upper + 1e-11,
              "t=%d, %s: %.12g outside [%.12g, %.12g]", (int)cases[i].t, cases[i].add ? "add" : "remove", cases[i].epsilon,
              found.lower, found.upper);
        pld_mechanism_free(mechanism);
    }
}

static bool overlap(pld_bracket a, pld_bracket b) {
    return a.lower <= b.upper && b.lower <= a.upper;
}

/* One batch is the Gaussian mechanism; one draw for four epochs is half the noise; more batches spend less, more steps more. */
static void test_relations(void) {
    pld_mechanism *one = create(1, 2, 1, 1), *plain = NULL, *again = create(7, 2, 4, 7), *half = create(7, 1, 1, 7);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(2, 1, &plain, NULL), PLD_OK);
    for (int add = 0; add < 2; add++) {
        pld_adjacency adjacency = add ? PLD_ADJACENCY_ADD : PLD_ADJACENCY_REMOVE;
        CU_ASSERT(overlap(epsilon_of(one, 3, adjacency, -10, 1e-2), epsilon_of(plain, 3, adjacency, -10, 1e-2)));
        CU_ASSERT(overlap(epsilon_of(again, 2, adjacency, -10, 1e-2), epsilon_of(half, 2, adjacency, -10, 1e-2)));
        double last = 0;
        for (uint64_t steps = 1; steps <= (SANITIZED ? 1 : 7); steps += 3) {
            pld_mechanism *part = create(7, 1, 1, steps);
            pld_bracket found = epsilon_of(part, 2, adjacency, -10, 1e-2);
            CHECK(found.lower > last, "steps=%d: %g after %g", (int)steps, found.lower, last);
            last = found.upper - 2e-2;
            pld_mechanism_free(part);
        }
    }
    pld_mechanism_free(one);
    pld_mechanism_free(plain);
    pld_mechanism_free(again);
    pld_mechanism_free(half);
}

/* One step of t: M = (t - 1 + R)/t is Poisson sampling with q = 1/t, once. */
static void test_one_step(void) {
    pld_mechanism *part = create(20, 0.8, 1, 1), *sampled = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0.05, 0.8, 1, 0, 1, &sampled, NULL), PLD_OK);
    for (int add = 0; add < 2; add++) {
        pld_adjacency adjacency = add ? PLD_ADJACENCY_ADD : PLD_ADJACENCY_REMOVE;
        for (uint64_t count = 1; count < (SANITIZED ? 2 : 10); count *= 9)
            CU_ASSERT(overlap(epsilon_of(part, count, adjacency, -12, 1e-2), epsilon_of(sampled, count, adjacency, -12, 1e-2)));
    }
    pld_mechanism_free(part);
    pld_mechanism_free(sampled);
}

static void test_refused(void) {
    pld_mechanism *untouched = NULL;
    pld_error error;
    family_check_refused(pld_mechanism_create_allocation(0, 1, 1, 1, 1, &untouched, &error), untouched, &error, "t=");
    family_check_refused(pld_mechanism_create_allocation(5, 0, 1, 1, 5, &untouched, &error), untouched, &error, "sigma=");
    family_check_refused(pld_mechanism_create_allocation(5, 1e-7, 1, 1, 5, &untouched, &error), untouched, &error, "sigma=1e-07");
    family_check_refused(pld_mechanism_create_allocation(5, 1, -1, 1, 5, &untouched, &error), untouched, &error, "sensitivity=");
    family_check_refused(pld_mechanism_create_allocation(5, 1, 1, 0, 5, &untouched, &error), untouched, &error, "repeat=");
    family_check_refused(pld_mechanism_create_allocation(5, 1, 1, 1, 6, &untouched, &error), untouched, &error, "steps=");
    family_check_refused(pld_mechanism_create_allocation(5, 1, 1, 2, 4, &untouched, &error), untouched, &error, "steps");
}

static const family_facts facts = {
    .family = &pld__family_allocation,
    .resolved = {{"allocation:t=5,sigma=2", "allocation:t=5,sigma=2,sensitivity=1,repeat=1,steps=5"},
                 {"allocation:t=5,sigma=2,steps=3", "allocation:t=5,sigma=2,sensitivity=1,repeat=1,steps=3"}},
    .standings = {{"allocation:t=5,sigma=1", PLD__STANDING_WORST_CASE}},
    .groups = {{"allocation:t=5,sigma=1", 2, NULL, "several records"}},
    .replaced = {{"allocation:t=5,sigma=1", NULL, "no exact pair"}},
    .monotone = {{"allocation:sigma=1,", "t", {1, 2, 3, 7, 9}},
                 {"allocation:t=4,", "sigma", {0.7, 0.8, 1, 2, 9}},
                 {"allocation:t=4,sigma=1,", "sensitivity", {0.3, 0.6, 1, 1.1, 2}},
                 {"allocation:t=4,sigma=2,", "repeat", {1, 2, 3, 4, 5}}},
    .words = {{"allocation:t=1,sigma=2@3", WORST, {"one of t = 1 batches", "3 epochs"}, {"Poisson sampling is assumed"}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {FAMILY_TESTS,
                           {"known values", test_known},
                           {"relations", test_relations},
                           {"one step", test_one_step},
                           {"refused", test_refused},
                           CU_TEST_INFO_NULL};
    return suite_run("family/allocation", tests);
}
