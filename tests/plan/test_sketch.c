/* Very many mechanisms are planned for in groups: the answers must not show it. */
#include "support/dice.h"
#include "support/suite.h"

#include <math.h>
#include <pld/pld.h>
#include <stdio.h>

enum { MANY = 150 };

typedef struct {
    pld_mechanism *mechanisms[MANY];
    pld_step steps[MANY];
} list;

/* sigma from `first` to `last`, each `count` times. */
static list make_list(double q, double first, double last, uint64_t count) {
    list made;
    for (size_t i = 0; i < MANY; i++) {
        double sigma = first + (last - first) * (double)i / (MANY - 1);
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(q, sigma, 1, 0, 1, &made.mechanisms[i], NULL), PLD_OK);
        made.steps[i] = (pld_step){made.mechanisms[i], count};
    }
    return made;
}

static void list_free(list *made) {
    for (size_t i = 0; i < MANY; i++)
        pld_mechanism_free(made->mechanisms[i]);
}

static pld_bracket ask(const pld_step *steps, size_t count, double tolerance) {
    pld_options options = pld_options_default();
    options.tolerance = tolerance;
    pld_result result = {.tolerance = 0};
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(steps, count, log(1e-6), &options, &result, NULL), PLD_OK);
    CHECK(result.tolerance_met, "width %g of %g", result.bracket.upper - result.bracket.lower, tolerance);
    return result.bracket;
}

/* Noise between two bounds costs privacy between theirs, and the order of the steps does not matter. */
static void test_between(void) {
    list made = make_list(0.01, 1.5, 0.9, 20);
    pld_step least = {made.mechanisms[0], 20 * MANY}, most = {made.mechanisms[MANY - 1], 20 * MANY}, reversed[MANY];
    for (size_t i = 0; i < MANY; i++)
        reversed[i] = made.steps[MANY - 1 - i];
    pld_bracket all = ask(made.steps, MANY, 1e-3), again = ask(reversed, MANY, 1e-3);
    pld_bracket low = ask(&least, 1, 1e-3), high = ask(&most, 1, 1e-3);
    CHECK(low.lower <= all.upper && all.lower <= high.upper, "[%g, %g] is not between [%g, %g] and [%g, %g]", all.lower,
          all.upper, low.lower, low.upper, high.lower, high.upper);
    CHECK(all.lower <= again.upper && again.lower <= all.upper, "[%g, %g] and [%g, %g]", all.lower, all.upper, again.lower,
          again.upper);
    list_free(&made);
}

/* Equal mechanisms in as many places as you like are one mechanism with a count. */
static void test_equal(void) {
    list made = make_list(0.02, 1.2, 1.2, 7);
    pld_step one = {made.mechanisms[0], 7 * MANY};
    pld_bracket all = ask(made.steps, MANY, 1e-4), single = ask(&one, 1, 1e-6);
    CHECK(all.lower <= single.upper && single.lower <= all.upper, "[%.9g, %.9g] and [%.9g, %.9g]", all.lower, all.upper,
          single.lower, single.upper);
    list_free(&made);
}

/* Groups of mechanisms that are nothing like each other. */
static void test_mixed(void) {
    dice from = dice_create(271);
    list made;
    for (size_t i = 0; i < MANY; i++) {
        double sigma = dice_logarithmic(&from, 2, 40);
        pld_status status = i % 3 == 0   ? pld_mechanism_create_gaussian(20 * sigma, 1, &made.mechanisms[i], NULL)
                            : i % 3 == 1 ? pld_mechanism_create_laplace(10 * sigma, 1, &made.mechanisms[i], NULL)
                                         : pld_mechanism_create_poisson_gaussian(dice_logarithmic(&from, 1e-3, 0.1), sigma, 1, 0,
                                                                                 1, &made.mechanisms[i], NULL);
        CU_ASSERT_EQUAL_FATAL(status, PLD_OK);
        made.steps[i] = (pld_step){made.mechanisms[i], 1 + dice_below(&from, 5)};
    }
    pld_bracket rough = ask(made.steps, MANY, 1e-2), fine = ask(made.steps, MANY, 1e-3);
    CHECK(rough.lower <= fine.upper && fine.lower <= rough.upper, "[%g, %g] and [%g, %g]", rough.lower, rough.upper, fine.lower,
          fine.upper);
    /* Fewer steps cost less. */
    pld_bracket half = ask(made.steps, MANY / 2, 1e-2);
    CHECK(half.lower <= fine.upper, "half of the steps cost %g, all %g", half.lower, fine.upper);
    list_free(&made);
}

int main(void) {
    CU_TestInfo tests[] = {{"between", test_between}, {"equal", test_equal}, {"mixed", test_mixed}, CU_TEST_INFO_NULL};
    return suite_run("plan/sketch", tests);
}
