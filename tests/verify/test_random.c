/* Random mechanisms of every family: what the engine answers is proven, and ends on the wrong side are refused, each for itself.
 */
#include "verify/verify.h"

#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

enum { SPEC_SIZE = 200 };

/* A family: how its specs are drawn, how closely it is answered, and how far beyond the bracket an end is wrong, both relative;
 * is it proven by laws on bins? */
typedef struct {
    const char *name;
    void (*draw)(dice *from, char first[SPEC_SIZE], char second[SPEC_SIZE]);
    double tolerance, wrong;
    bool bins;
} family;

static size_t steps(dice *from, double low, double high) {
    return (size_t)dice_logarithmic(from, low, high + 1);
}

static void draw_training(dice *from, char *first, char *second) {
    (void)second;
    snprintf(first, SPEC_SIZE, "dp-sgd:N=60000,batch=%zu,sigma=%.4g,steps=%zu", 30 + dice_below(from, 6000),
             dice_logarithmic(from, 0.75, 4), steps(from, 300, 1e5));
}

static void draw_groups(dice *from, char *first, char *second) {
    (void)second;
    snprintf(first, SPEC_SIZE, "poisson-gaussian:q=%.4g,sigma=%.4g,removed=%zu,added=%zu@%zu", dice_logarithmic(from, 0.01, 0.2),
             dice_logarithmic(from, 1, 4), 1 + dice_below(from, 3), dice_below(from, 3), steps(from, 200, 3000));
}

static void draw_batches(dice *from, char *first, char *second) {
    (void)second;
    snprintf(first, SPEC_SIZE, "hypergeometric-gaussian:N=1000,B=%zu,k=%zu,sigma=%.4g@%zu", 20 + dice_below(from, 100),
             1 + dice_below(from, 6), dice_logarithmic(from, 1.5, 6), steps(from, 100, 2000));
}

static void draw_few(dice *from, char *first, char *second) {
    (void)second;
    snprintf(first, SPEC_SIZE, "poisson-gaussian:q=%.4g,sigma=%.4g@%zu", dice_logarithmic(from, 5e-4, 0.02),
             dice_logarithmic(from, 0.7, 3), steps(from, 2, 12));
}

static void draw_laplace(dice *from, char *first, char *second) {
    (void)second;
    snprintf(first, SPEC_SIZE, "laplace:b=%.4g@%zu", dice_logarithmic(from, 0.5, 20), steps(from, 1, 200));
}

static void draw_sampled_laplace(dice *from, char *first, char *second) {
    (void)second;
    snprintf(first, SPEC_SIZE, "poisson-laplace:q=%.4g,b=%.4g@%zu", dice_logarithmic(from, 0.01, 0.5),
             dice_logarithmic(from, 0.5, 4), steps(from, 2, 20));
}

static void draw_sampled_discrete(dice *from, char *first, char *second) {
    (void)second;
    double q = dice_logarithmic(from, 0.01, 0.6);
    size_t count = steps(from, 1, 100);
    switch (dice_below(from, 4)) {
    case 0:
        snprintf(first, SPEC_SIZE, "poisson:q=%.4g,of=randomized-response,epsilon=%.4g,k=%zu@%zu", q,
                 dice_logarithmic(from, 0.1, 3), 2 + dice_below(from, 5), count);
        break;
    case 1:
        snprintf(first, SPEC_SIZE, "poisson:q=%.4g,of=approx-dp,epsilon=%.4g,delta=1e-9@%zu", q, dice_logarithmic(from, 0.1, 2),
                 count);
        break;
    case 2:
        snprintf(first, SPEC_SIZE, "poisson:q=%.4g,of=noisy-vote,b=%.4g@%zu", q, dice_logarithmic(from, 0.5, 9), count);
        break;
    default:
        snprintf(first, SPEC_SIZE, "poisson:q=%.4g,of=discrete-laplace,b=%.4g@%zu", q, dice_logarithmic(from, 0.5, 9), count);
    }
}

static void draw_sampled_gaussian(dice *from, char *first, char *second) {
    (void)second;
    snprintf(first, SPEC_SIZE, "poisson:q=%.4g,of=discrete-gaussian,sigma=%.4g@%zu", dice_logarithmic(from, 0.01, 0.5),
             dice_logarithmic(from, 0.7, 5), steps(from, 2, 12));
}

static void draw_kinds(dice *from, char *first, char *second) {
    snprintf(first, SPEC_SIZE, "randomized-response:epsilon=%.4g,k=%zu@%zu", dice_logarithmic(from, 0.1, 1),
             2 + dice_below(from, 4), steps(from, 1, 20));
    if (dice_chance(from, 0.5))
        snprintf(second, SPEC_SIZE, "discrete-laplace:b=%.4g,sensitivity=%zu@%zu", dice_logarithmic(from, 1, 9),
                 1 + dice_below(from, 3), steps(from, 1, 20));
    else
        snprintf(second, SPEC_SIZE, "poisson:q=%.4g,of=noisy-vote,b=%.4g@%zu", dice_uniform(from, 0.05, 0.9),
                 dice_logarithmic(from, 1, 9), steps(from, 1, 20));
}

static void draw_mixed(dice *from, char *first, char *second) {
    snprintf(first, SPEC_SIZE, "laplace:b=%.4g@%zu", dice_logarithmic(from, 1, 10), steps(from, 1, 20));
    snprintf(second, SPEC_SIZE, "randomized-response:epsilon=%.4g@%zu", dice_logarithmic(from, 0.1, 1), steps(from, 1, 8));
}

static const family families[] = {
    {"training", draw_training, 1e-13, 1e-12, false},
    {"groups", draw_groups, 1e-13, 1e-12, false},
    {"batches", draw_batches, 1e-13, 1e-12, false},
    {"few steps", draw_few, 1e-4, 2e-4, true},
    {"laplace", draw_laplace, 1e-4, 1e-12, false},
    {"sampled laplace", draw_sampled_laplace, 2e-4, 4e-4, true},
    {"sampled discrete", draw_sampled_discrete, 1e-6, 1e-12, false},
    {"sampled discrete gaussian", draw_sampled_gaussian, 2e-4, 4e-4, true},
    {"kinds", draw_kinds, 1e-6, 1e-12, false},
    {"mixed", draw_mixed, 1e-5, 1e-12, false},
};

/* --- asking --------------------------------------------------------------------------------------------------------- */

typedef struct {
    size_t count;
    pld_step steps[2];
    pld_mechanism *mechanisms[2];
    double delta;
} subject;

static pld__proof_ends judge(const subject *of, double lower, double upper) {
    pld__verification got;
    pld__asserted claim = {.given = of->delta,
                           .log10_given = NAN,
                           .asked = {true, true},
                           .whole = {lower, upper},
                           .directions = {{NAN, NAN}, {NAN, NAN}}};
    CU_ASSERT_EQUAL_FATAL(pld__verify(of->steps, of->count, &claim, &got), PLD_OK);
    CU_ASSERT_PTR_NULL(got.family);
    return got.whole;
}

static void check(const family *of, dice *from) {
    char specs[2][SPEC_SIZE] = {"", ""};
    subject made = {.count = 0, .delta = dice_chance(from, 0.5) ? 1e-5 : dice_logarithmic(from, 1e-9, 1e-4)};
    pld_options options = pld_options_default();
    pld_result result;
    of->draw(from, specs[0], specs[1]);
    for (; made.count < 2 && specs[made.count][0] != '\0'; made.count++) {
        uint64_t count = 0;
        made.mechanisms[made.count] = spec_mechanism(specs[made.count], &count);
        made.steps[made.count] = (pld_step){made.mechanisms[made.count], count};
    }
    options.tolerance = 0;
    options.relative_tolerance = of->tolerance;
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(made.steps, made.count, log(made.delta), &options, &result, NULL), PLD_OK);
    /* Where proofs are by laws on bins they are of the width that was asked, and the answer may be far narrower. */
    double slack = of->bins ? of->tolerance / 2 : 0;
    double lower = result.bracket.lower * (1 - slack), upper = result.bracket.upper * (1 + slack);
    pld__proof_ends honest = judge(&made, lower, upper);
    CHECK(honest.lower.verdict == PLD__PROOF_PROVEN && honest.upper.verdict == PLD__PROOF_PROVEN,
          "%s: %s %s at %g in [%.17g, %.17g]: %s and %s", of->name, specs[0], specs[1], made.delta, lower, upper,
          pld__proof_name(honest.lower.verdict), pld__proof_name(honest.upper.verdict));
    /* Both ends are proven: what is beyond them is wrong. */
    pld__proof high = judge(&made, upper * (1 + of->wrong), INFINITY).lower.verdict;
    CHECK(high == (upper > 0 ? PLD__PROOF_REFUTED : PLD__PROOF_PROVEN),
          "%s: %s %s at %g: a lower end %g above the upper one is %s", of->name, specs[0], specs[1], made.delta, of->wrong,
          pld__proof_name(high));
    if (lower > 0) {
        pld__proof low = judge(&made, 0, lower * (1 - of->wrong)).upper.verdict;
        CHECK(low == PLD__PROOF_REFUTED, "%s: %s %s at %g: an upper end %g below the lower one is %s", of->name, specs[0],
              specs[1], made.delta, of->wrong, pld__proof_name(low));
    }
    for (size_t i = 0; i < made.count; i++)
        pld_mechanism_free(made.mechanisms[i]);
}

static void test_families(void) {
    dice from = dice_create(8589);
    for (size_t i = 0; i < COUNT_OF(families); i++)
        for (size_t j = 0; j < suite_cases(5); j++)
            check(&families[i], &from);
}

int main(void) {
    CU_TestInfo tests[] = {{"families", test_families}, CU_TEST_INFO_NULL};
    return suite_run("verify/random", tests);
}
