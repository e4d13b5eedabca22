/* Tests of src/family/exponential.c: its row; moments of a range; ends from below by laws that are attained and from above by
 * what random adaptive selections do. */
#include "certify/chernoff.h"

#include "support/dice.h"
#include "support/family.h"
#include "support/suite.h"

#include <math.h>

static pld_mechanism *create(double epsilon) {
    pld_mechanism *made = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_exponential(epsilon, 1, &made, NULL), PLD_OK);
    return made;
}

/* The moment is not below that of any two-outcome law, and that of the best of many. */
static void test_moments(void) {
    dice from = dice_create(1710);
    for (size_t i = 0; i < suite_cases(200); i++) {
        double epsilon = dice_logarithmic(&from, 1e-3, 20), lambda = dice_logarithmic(&from, 1e-2, 100);
        pld_mechanism *mechanism = create(epsilon);
        double upper = mechanism->moment_upper(mechanism, i % 2 ? PLD_ADD : PLD_REMOVE, lambda), best = 0;
        for (int j = 1; j < 2000; j++) {
            long double t = epsilon * j / 2000.0L, w = (expl(-t) - expl(-epsilon)) / -expm1l(-epsilon), a = 1 + lambda;
            best = fmax(best, (double)(a * t + logl(w + (1 - w) * expl(-a * epsilon))));
        }
        CHECK(upper >= best && upper <= best * (1 + 1e-4) + 1e-12, "epsilon %g lambda %g: %.17g, best %.17g", epsilon, lambda,
              upper, best);
        CHECK(upper <= mechanism->operations->log_moment_upper(mechanism->pair, PLD_REMOVE, lambda), "epsilon %g lambda %g: pair",
              epsilon, lambda);
        pld_mechanism_free(mechanism);
    }
}

/* What is attained is of the range, has mass 1 and the losses of its share. */
static void test_attained(void) {
    pld_mechanism *mechanism = create(1.5), *law = NULL;
    for (double share = 0.01; share < 1; share += 0.07) {
        CU_ASSERT_EQUAL_FATAL(mechanism->attain(mechanism, share, &law), PLD_OK);
        CU_ASSERT(law->loss_supremum - law->loss_infimum <= 1.5);
        CU_ASSERT_DOUBLE_EQUAL(law->loss_supremum, share * 1.5, 1e-14);
        for (double epsilon = 0; epsilon < 1.5; epsilon += 0.1)
            CU_ASSERT(pld_mechanism_delta(law, PLD_ADD, epsilon) <= pld_mechanism_delta(mechanism, PLD_ADD, epsilon) + 1e-15);
        pld_mechanism_free(law);
    }
    CU_ASSERT_EQUAL(mechanism->attain(mechanism, 0, &law), PLD_ERROR_ARGUMENT);
    pld_mechanism_free(mechanism);
}

/* delta of three adaptive selections, each of its own t, chosen after the losses before. */
static double adaptive_delta(dice *from, double range, int steps, double loss, double q, double epsilon) {
    if (steps == 0)
        return q * fmax(exp(loss) - exp(epsilon), 0);
    double t = range * dice_uniform(from, 0, 1), w = (exp(-t) - exp(-range)) / -expm1(-range);
    return adaptive_delta(from, range, steps - 1, loss + t, q * w, epsilon) +
           adaptive_delta(from, range, steps - 1, loss + t - range, q * (1 - w), epsilon);
}

/* Neither bound is below what adaptive selections do, nor is the lower end above the upper one; one step is exact. */
static void test_ends(void) {
    dice from = dice_create(1720);
    pld_options options = pld_options_default();
    for (size_t i = 0; i < suite_cases(60); i++) {
        double range = dice_logarithmic(&from, 0.1, 3);
        int count = 1 + (int)dice_below(&from, 4);
        options.relative_tolerance = count > 1 ? 1e-3 : 1e-9;
        double epsilon = range * count * dice_uniform(&from, 0, 0.9);
        pld_mechanism *mechanism = create(range);
        const pld_step step = {mechanism, (uint64_t)count};
        pld_result result;
        CU_ASSERT_EQUAL_FATAL(pld_query_delta(&step, 1, epsilon, &options, &result, NULL), PLD_OK);
        CHECK(result.bracket.lower <= result.bracket.upper, "range %g@%d: %g above %g", range, count, result.bracket.lower,
              result.bracket.upper);
        CHECK(count > 1 || result.bracket.upper - result.bracket.lower < 1e-8, "range %g: one step %g wide", range,
              result.bracket.upper - result.bracket.lower);
        for (int trial = 0; trial < 200; trial++) {
            double delta = adaptive_delta(&from, range, count, 0, 1, epsilon);
            CHECK(log(delta) <= result.bracket.upper + 1e-12, "range %g@%d epsilon %g: adaptive %.17g above %.17g", range, count,
                  epsilon, log(delta), result.bracket.upper);
        }
        CHECK(log(adaptive_delta(&from, range, count, 0, 1, epsilon)) <= pld__moments_log_delta_upper(&step, 1, PLD_ADD, epsilon),
              "range %g@%d: moments", range, count);
        pld_mechanism_free(mechanism);
    }
}

/* Values of the best nonadaptive selections, of the pair and of moments, from sums in 40 digits and a search over real orders. */
static void test_values(void) {
    static const struct {
        double range;
        uint64_t count;
        double delta, lower, upper;
    } values[] = {{1, 1, 1e-5, 0.994965266608812, 0.994965266608812},
                  {1, 10, 1e-5, 7.10496782881753, 7.244710944},
                  {0.1, 100, 1e-6, 2.24602621245618, 2.400198790}};
    pld_options options = pld_options_default();
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        pld_mechanism *mechanism = create(values[i].range);
        const pld_step step = {mechanism, values[i].count};
        pld_result result;
        CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, logl(values[i].delta), &options, &result, NULL), PLD_OK);
        CHECK(result.theory_gap && result.tolerance_met && isnan(result.bracket.estimate), "gap of %zu", i);
        CHECK(result.bracket.lower <= values[i].lower * (1 + 1e-13) && result.bracket.lower >= values[i].lower * (1 - 1e-8),
              "lower of %zu: %.17g", i, result.bracket.lower);
        CHECK(result.bracket.upper >= values[i].upper * (1 - 1e-9) && result.bracket.upper <= values[i].upper * (1 + 1e-8),
              "upper of %zu: %.17g", i, result.bracket.upper);
        for (int d = 0; d < PLD_DIRECTIONS; d++)
            CHECK(result.directions[d].bracket.lower > 0.999999 * values[i].lower, "direction %d of %zu", d, i);
        pld_mechanism_free(mechanism);
    }
}

static void test_refused(void) {
    pld_mechanism *untouched = NULL;
    pld_error error;
    family_check_refused(pld_mechanism_create_exponential(0, 1, &untouched, &error), untouched, &error, "epsilon=0");
    family_check_refused(pld_mechanism_create_exponential(2e4, 1, &untouched, &error), untouched, &error, "epsilon=");
    CU_ASSERT(!pld__family_find("gaussian-noisy-max", &error) && error.allowed[0] && error.message[0]);
    CU_ASSERT(!pld__family_find("sparse-vector", &error) && error.allowed[0] && error.message[0]);
}

static const family_facts facts = {
    .family = &pld__family_exponential,
    .resolved = {{"exponential:epsilon=1/4", "exponential:epsilon=0.25"}},
    .standings = {{"exponential:epsilon=1", PLD__STANDING_WORST_CASE},
                  {"poisson:q=0.1,of=exponential,epsilon=1", PLD__STANDING_WORST_CASE}},
    .groups = {{"exponential:epsilon=0.5", 4, "exponential:epsilon=2", NULL},
               {"poisson:q=0.1,of=exponential,epsilon=1", 2, NULL, "drawn at once"}},
    .replaced = {{"exponential:epsilon=0.5", "exponential:epsilon=1", NULL},
                 {"poisson:q=0.1,of=exponential,epsilon=1", NULL, "sampling"}},
    .monotone = {{"exponential:", "epsilon", {0.1, 0.11, 0.7, 1, 9}}},
    .words =
        {{"exponential:epsilon=0.1@4", WORST, {"range of epsilon_0 =", "The two ends come from different laws"}, {"Poisson"}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {FAMILY_TESTS,        {"moments", test_moments}, {"attained", test_attained},
                           {"ends", test_ends}, {"values", test_values},   {"refused", test_refused},
                           CU_TEST_INFO_NULL};
    return suite_run("family/exponential", tests);
}
