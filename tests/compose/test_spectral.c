/* Tests of src/compose/spectral.c, and of laws on lists of nodes: against a direct convolution in long double. */
#include "compose/compose.h"
#include "support/dice.h"
#include "support/direct.h"
#include "support/suite.h"

#include <math.h>

enum { MOST_FACTORS = 2, MOST_NODES = 160 };

/* A bell on neighbouring nodes, and on either side nodes ever farther apart with ever less mass. */
static pld__law *random_law(dice *from, double width, double theta, bool upper) {
    int64_t nodes[MOST_NODES], half = 10 + (int64_t)dice_below(from, 30);
    int outside = (int)dice_below(from, 12);
    size_t count = 0;
    for (int side = -outside; side <= outside; side++) {
        int64_t away = half + 2 * (side < 0 ? -side : side) * (side < 0 ? -side : side);
        if (side != 0) {
            nodes[count++] = side < 0 ? -away : away;
            continue;
        }
        for (int64_t node = -half; node <= half; node++) {
            nodes[count++] = node;
        }
    }
    int64_t shift = (int64_t)dice_below(from, 60) - 40;
    pld__law *law = pld__law_create(width, 0, count, true, theta);
    law->offset = width / 16 * (double)dice_below(from, 16);
    double spread = dice_uniform(from, 0.3, 1) * (double)half, logs[MOST_NODES], top = -INFINITY, sum = 0;
    for (size_t i = 0; i < count; i++) {
        law->nodes[i] = nodes[i] + shift;
        double away = (double)nodes[i] / spread;
        logs[i] = -(fabs(away) < 4 ? away * away / 2 : 4 * fabs(away) - 8) + dice_uniform(from, -0.01, 0.01);
        sum += exp(logs[i]);
    }
    double infinity = dice_chance(from, 0.5) ? 0 : dice_logarithmic(from, 1e-15, 1e-4), mass = 1 - infinity;
    for (size_t i = 0; i < count; i++) {
        logs[i] += log(mass / sum) + theta * pld__law_loss(law, i);
        top = fmax(top, logs[i]);
    }
    long double total = 0;
    for (size_t i = 0; i < count; i++) {
        law->weight[i] = exp(logs[i] - top);
        total += law->weight[i];
    }
    law->log_moment = top + logl(total);
    law->finite = 0;
    for (size_t i = 0; i < count; i++) {
        law->weight[i] = (double)(law->weight[i] / total);
        law->finite += law->weight[i] * expl(law->log_moment - (long double)theta * pld__law_loss(law, i));
    }
    law->finite *= upper ? 1 + 1e-15L : 1 - 1e-15L;
    law->infinity = infinity;
    return law;
}

typedef struct {
    pld__law *laws[MOST_FACTORS];
    pld__factor factors[MOST_FACTORS];
    size_t factor_count;
    direct truth;
} problem;

static problem random_problem(dice *from, bool upper, uint64_t least, uint64_t most) {
    problem made = {.factor_count = 1 + dice_below(from, most > 1 ? MOST_FACTORS : 1)};
    double width = ldexp(1, -3 - (int)dice_below(from, 10)), theta = dice_logarithmic(from, 1e-3, 0.1) / width;
    for (size_t m = 0; m < made.factor_count; m++) {
        made.laws[m] = random_law(from, width, theta, upper);
        made.factors[m] = (pld__factor){made.laws[m], least + dice_below(from, most - least + 1)};
    }
    made.truth = direct_compose(made.factors, made.factor_count);
    return made;
}

static void problem_free(problem *made) {
    for (size_t m = 0; m < made->factor_count; m++) {
        pld__law_free(made->laws[m]);
    }
    direct_free(&made->truth);
}

static double random_epsilon(dice *from, const direct *truth) {
    long double low = direct_loss(truth, 0), high = direct_loss(truth, truth->count - 1);
    return fmax((double)(low + (long double)dice_uniform(from, -0.1, 1.1) * (high - low)), 0);
}

/* Bounds from both sides at random epsilons, and answers that are what they say. */
static void check_readings(dice *from, const pld__composed *composed, const direct *truth, long double *widest) {
    bool upper = composed->upper;
    for (int j = 0; j < 20; j++) {
        double epsilon = random_epsilon(from, truth);
        long double exact = direct_delta(truth, epsilon), bound = pld__composed_delta(composed, epsilon).delta;
        CHECK(upper ? bound >= exact * (1 - 1e-16L) : bound <= exact * (1 + 1e-16L),
              "upper %d, epsilon %g, theta %g: %.18Lg and %.18Lg", upper, epsilon, truth->theta, bound, exact);
        long double scale = expl(truth->log_scale - truth->theta * (long double)epsilon);
        *widest = fmaxl(*widest, fabsl(bound - exact) / (scale + exact));
        long double target = exact * (long double)dice_uniform(from, 0.9, 1.1);
        pld__delta_parts parts = {0};
        double answer = pld__composed_epsilon(composed, target, &parts);
        bool valid =
            answer >= 0 && (upper ? isinf(answer) || direct_delta(truth, answer) <= target * (1 + 1e-16L)
                                  : answer == 0 || (isinf(answer) ? truth->infinity >= target * (1 - 1e-16L)
                                                                  : direct_delta(truth, answer) >= target * (1 - 1e-16L)));
        CHECK(valid, "upper %d, delta %Lg: epsilon %g has delta %Lg", upper, target, answer, direct_delta(truth, answer));
    }
}

static pld__compose_plan plan_for(dice *from, const problem *given, bool upper, bool cut) {
    const direct *truth = &given->truth;
    double range = (double)truth->count * truth->width;
    long double lowest = fminl(direct_loss(truth, 0), 0) - 3 * truth->width, highest = direct_loss(truth, truth->count - 1);
    size_t length = (size_t)((highest - lowest) / truth->width) + 6 + dice_below(from, 500);
    return (pld__compose_plan){.lowest = (double)lowest,
                               .length = cut ? length * 2 / 3 : length,
                               .lambda_right = cut ? dice_logarithmic(from, 1, 100) / range : 60 / truth->width,
                               .lambda_left = cut ? dice_logarithmic(from, 1, 100) / range : 60 / truth->width,
                               .expected = random_epsilon(from, truth),
                               .spectral = true,
                               .log_negligible =
                                   dice_chance(from, 0.3) ? dice_uniform(from, -10, -0.5) : dice_uniform(from, -70, -30),
                               .upper = upper};
}

static void check_spectral(uint64_t seed, bool cut) {
    dice from = dice_create(seed);
    size_t certified = 0, cases = suite_cases(40);
    long double widest = 0;
    for (size_t i = 0; i < cases; i++) {
        bool upper = dice_chance(&from, 0.5);
        problem given = random_problem(&from, upper, 8, 32);
        pld__compose_plan plan = plan_for(&from, &given, upper, cut);
        pld__composed *composed = NULL;
        CU_ASSERT_EQUAL_FATAL(pld__compose(given.factors, given.factor_count, &plan, &composed), PLD_OK);
        if (composed) { /* NULL when the other frequencies are not proven to be negligible */
            certified++;
            long double width = 0;
            check_readings(&from, composed, &given.truth, &width);
            /* With frequencies that do matter left out the bounds are wide, and must be. */
            widest = fmaxl(widest, plan.log_negligible < -30 ? width : 0);
        }
        pld__composed_free(composed);
        problem_free(&given);
    }
    CHECK(certified > cases / 3, "only %zu of %zu certified", certified, cases);
    CHECK(cut || widest < 1e-6L, "bounds are %Lg wide", widest);
    printf("[%zu of %zu certified, bounds within %.1Le of the tilted scale] ", certified, cases, widest);
}

static void test_spectral(void) {
    check_spectral(101, false);
}

static void test_cut(void) {
    check_spectral(102, true);
}

/* One step is the law itself, on its own nodes. */
static void test_single(void) {
    dice from = dice_create(103);
    for (size_t i = 0; i < suite_cases(200); i++) {
        bool upper = dice_chance(&from, 0.5);
        problem given = random_problem(&from, upper, 1, 1);
        pld__compose_plan plan = plan_for(&from, &given, upper, false);
        plan.spectral = dice_chance(&from, 0.5);
        pld__composed *composed = NULL;
        CU_ASSERT_EQUAL_FATAL(pld__compose(given.factors, 1, &plan, &composed), PLD_OK);
        long double widest = 0;
        if (composed) {
            check_readings(&from, composed, &given.truth, &widest);
        }
        pld__composed_free(composed);
        problem_free(&given);
    }
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"low frequencies", test_spectral},
        {"low frequencies, short windows", test_cut},
        {"one step on a list of nodes", test_single},
        CU_TEST_INFO_NULL,
    };
    return suite_run("spectral", tests);
}
