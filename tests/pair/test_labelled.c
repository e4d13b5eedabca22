/* Tests of src/pair/labelled.c: curves of labelled pairs are sums of curves, one step and composed, in both directions. */
#include "pair/labelled.h"

#include "support/dice.h"
#include "support/oracle.h"
#include "support/suite.h"

#include <math.h>
#include <pld/pld.h>

/* Poisson sampling with one of two rates and noises. */
typedef struct {
    double q[2], sigma[2], weight[2];
    pld_mechanism *mechanism;
    oracle_pair truth[PLD_DIRECTIONS][2];
} subject;

static subject create(double first_q, double first_sigma, double second_q, double second_sigma, double weight) {
    subject made = {.q = {first_q, second_q}, .sigma = {first_sigma, second_sigma}, .weight = {1 - weight, weight}};
    pld_mechanism *pairs[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++) {
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(made.q[i], made.sigma[i], 1, 0, 1, &pairs[i], NULL), PLD_OK);
        made.truth[PLD_REMOVE][i] = oracle_poisson(made.q[i], made.sigma[i], 1, 0);
        made.truth[PLD_ADD][i] = oracle_swapped(&made.truth[PLD_REMOVE][i]);
    }
    const pld_mechanism *given[] = {pairs[0], pairs[1]};
    CU_ASSERT_EQUAL_FATAL(pld__labelled_mechanism(2, given, made.weight, 0, "labelled", NULL, &made.mechanism), PLD_OK);
    for (int i = 0; i < 2; i++)
        pld_mechanism_free(pairs[i]);
    return made;
}

static long double single_truth(const subject *of, pld_direction direction, double epsilon) {
    long double sum = 0;
    for (int i = 0; i < 2; i++)
        sum += of->weight[i] * oracle_delta_single(&of->truth[direction][i], epsilon);
    return sum;
}

static pld_options options_of(pld_direction direction, double relative) {
    pld_options options = pld_options_default();
    options.adjacency = direction == PLD_REMOVE ? PLD_ADJACENCY_REMOVE : PLD_ADJACENCY_ADD;
    options.relative_tolerance = relative;
    return options;
}

static void check_single(const subject *of, pld_direction direction, double epsilon) {
    pld_step step = {of->mechanism, 1};
    pld_options options = options_of(direction, 1e-3);
    pld_result result;
    CU_ASSERT_EQUAL_FATAL(pld_query_delta(&step, 1, epsilon, &options, &result, NULL), PLD_OK);
    long double truth = single_truth(of, direction, epsilon), slack = 4e-19L;
    CHECK(expl(result.bracket.lower) <= truth + slack && truth <= expl(result.bracket.upper) + slack,
          "delta(%g) = %.17Lg outside [%.17g, %.17g], direction %d", epsilon, truth, exp(result.bracket.lower),
          exp(result.bracket.upper), (int)direction);
    if (truth > 1e-12L) {
        CHECK(result.bracket.upper - result.bracket.lower <= 1e-3, "width %g", result.bracket.upper - result.bracket.lower);
    }
}

static void test_single(void) {
    dice from = dice_create(110);
    for (size_t i = 0; i < suite_cases(60); i++) {
        subject of =
            create(dice_logarithmic(&from, 1e-3, 0.9), dice_logarithmic(&from, 0.3, 5), dice_logarithmic(&from, 1e-3, 0.9),
                   dice_logarithmic(&from, 0.3, 5), dice_logarithmic(&from, 1e-6, 0.9));
        for (int d = 0; d < PLD_DIRECTIONS; d++)
            check_single(&of, d == PLD_REMOVE ? PLD_REMOVE : PLD_ADD, dice_logarithmic(&from, 1e-3, 3));
        pld_mechanism_free(of.mechanism);
    }
}

/* Two steps: every two labels by themselves. */
static long double double_truth(const subject *of, pld_direction direction, double epsilon) {
    long double sum = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            const oracle_pair *pairs[] = {&of->truth[direction][i], &of->truth[direction][j]};
            sum += (long double)of->weight[i] * of->weight[j] * oracle_delta(pairs, 2, epsilon, 1e-14L);
        }
    return sum;
}

static void test_two_steps(void) {
    static const double cases[][5] = {{0.01, 1, 0.2, 0.7, 0.1}, {0.3, 2, 0.5, 1, 0.5}, {0.05, 0.8, 0.9, 3, 1e-3}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        subject of = create(cases[i][0], cases[i][1], cases[i][2], cases[i][3], cases[i][4]);
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            pld_direction direction = d == PLD_REMOVE ? PLD_REMOVE : PLD_ADD;
            pld_options options = options_of(direction, 1e-4);
            pld_step step = {of.mechanism, 2};
            pld_result result;
            CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, log(1e-4), &options, &result, NULL), PLD_OK);
            CU_ASSERT(result.tolerance_met);
            CHECK(double_truth(&of, direction, result.bracket.upper) <= 1e-4L * (1 + 1e-9L), "upper end %.12g",
                  result.bracket.upper);
            if (result.bracket.lower > 0) {
                CHECK(double_truth(&of, direction, result.bracket.lower) >= 1e-4L * (1 - 1e-9L), "lower end %.12g",
                      result.bracket.lower);
            }
        }
        pld_mechanism_free(of.mechanism);
    }
}

/* A label that tells nothing: many steps of it are many steps of the pair. */
static void test_same(void) {
    subject of = create(0.02, 1, 0.02, 1, 0.25);
    pld_mechanism *plain = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0.02, 1, 1, 0, 1, &plain, NULL), PLD_OK);
    pld_options options = pld_options_default();
    options.relative_tolerance = 1e-4;
    pld_result labelled, known;
    pld_step step = {of.mechanism, 500}, other = {plain, 500};
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, log(1e-6), &options, &labelled, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&other, 1, log(1e-6), &options, &known, NULL), PLD_OK);
    CU_ASSERT(labelled.tolerance_met && labelled.bracket.lower <= known.bracket.upper &&
              known.bracket.lower <= labelled.bracket.upper);
    pld_mechanism_free(of.mechanism);
    pld_mechanism_free(plain);
}

static void test_refused(void) {
    pld_mechanism *vote = NULL, *made = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_randomized_response(1, 2, 1, &vote, NULL), PLD_OK);
    const pld_mechanism *pairs[] = {vote};
    const double one = 1, none = 0;
    CU_ASSERT_EQUAL(pld__labelled_mechanism(1, pairs, &one, 0, "", NULL, &made), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld__labelled_mechanism(0, pairs, &one, 0, "", NULL, &made), PLD_ERROR_ARGUMENT);
    pld_mechanism_free(vote);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(1, 1, &vote, NULL), PLD_OK);
    pairs[0] = vote;
    CU_ASSERT_EQUAL(pld__labelled_mechanism(1, pairs, &none, 0, "", NULL, &made), PLD_ERROR_ARGUMENT);
    CU_ASSERT_PTR_NULL(made);
    pld_mechanism_free(vote);
}

int main(void) {
    CU_TestInfo tests[] = {
        {"one step", test_single},
        {"two steps", test_two_steps},
        {"the same behind all labels", test_same},
        {"refused", test_refused},
        CU_TEST_INFO_NULL,
    };
    return suite_run("labelled", tests);
}
