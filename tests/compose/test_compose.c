/* Tests of src/compose/compose.c and composed.c: the FFT against a direct convolution in long double. */
#include "base/base.h"
#include "bound/hockey.h"
#include "bound/roundoff.h"
#include "compose/compose.h"
#include "compose/fft.h"
#include "support/dice.h"
#include "support/direct.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FACTORS = 3, MOST_NODES = 40 };

/* --- laws ----------------------------------------------------------------------------------------------------------- */

static pld__law *random_law(dice *from, double width, double theta, bool upper) {
    size_t count = 2 + dice_below(from, MOST_NODES - 1);
    int64_t first = (int64_t)dice_below(from, 60) - 40;
    pld__law *law = pld__law_create(width, first, count, false, theta);
    law->offset = width / 16 * (double)dice_below(from, 16);
    double spread = dice_logarithmic(from, 0.5, 20), centre = dice_uniform(from, 0, (double)count), scale = -INFINITY;
    bool bell = dice_chance(from, 0.5);
    double logs[MOST_NODES];
    for (size_t i = 0; i < count; i++) {
        double away = ((double)i - centre) / spread;
        logs[i] = bell ? -away * away / 2 : log(dice_logarithmic(from, 1e-20, 1));
        scale = fmax(scale, logs[i]);
    }
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += exp(logs[i] - scale);
    }
    double infinity = dice_chance(from, 0.5) ? 0 : dice_logarithmic(from, 1e-15, 1e-2);
    double mass = dice_chance(from, 0.5) ? 1 - infinity : dice_uniform(from, 0.9, 1 - infinity), top = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        logs[i] += log(mass / sum) - scale + theta * pld__law_loss(law, i);
        top = fmax(top, logs[i]);
    }
    long double total = 0;
    for (size_t i = 0; i < count; i++) {
        law->weight[i] = dice_chance(from, 0.05) && count > 4 ? 0 : exp(logs[i] - top);
        total += law->weight[i];
    }
    if (!(total > 0)) {
        law->weight[0] = (double)(total = 1);
    }
    for (size_t i = 0; i < count; i++) {
        law->weight[i] = (double)(law->weight[i] / total);
    }
    law->log_moment = top + logl(total);
    law->infinity = infinity;
    law->finite = 0;
    for (size_t i = 0; i < count; i++) {
        law->finite += law->weight[i] * expl(law->log_moment - (long double)theta * pld__law_loss(law, i));
    }
    law->finite *= upper ? 1 + 1e-15L : 1 - 1e-15L;
    return law;
}

/* --- cases ---------------------------------------------------------------------------------------------------------- */

typedef struct {
    pld__law *laws[MOST_FACTORS];
    pld__factor factors[MOST_FACTORS];
    size_t factor_count;
    double expected; /* where queries start to search: anything */
    direct truth;
} problem;

static const uint64_t POWERS[] = {1, 2, 3, 7, 64};

static problem random_problem(dice *from, size_t factor_count, bool upper, double theta_times_width) {
    problem made = {.factor_count = factor_count, .expected = dice_logarithmic(from, 1e-3, 1e2)};
    double width = ldexp(dice_chance(from, 0.5) ? 1 : 1.375, -(int)dice_below(from, 14)), theta = theta_times_width / width;
    for (size_t m = 0; m < factor_count; m++) {
        made.laws[m] = random_law(from, width, theta, upper);
        made.factors[m] =
            (pld__factor){made.laws[m], POWERS[dice_below(from, factor_count > 1 ? 4 : COUNT_OF(POWERS))], SIZE_MAX};
    }
    made.truth = direct_compose(made.factors, factor_count);
    return made;
}

static void problem_free(problem *made) {
    for (size_t m = 0; m < made->factor_count; m++) {
        pld__law_free(made->laws[m]);
    }
    direct_free(&made->truth);
}

/* A window that holds everything, with Chernoff exponents that show it. */
static pld__compose_plan wide_plan(const problem *given, bool upper) {
    const direct *truth = &given->truth;
    /* From 0 or below: an upper bound only holds from the start of its window on. */
    long double lowest = fminl(direct_loss(truth, 0), 0) - 2.5L * truth->width;
    return (pld__compose_plan){.lowest = (double)lowest,
                               .length =
                                   pld__fft_length((size_t)((direct_loss(truth, truth->count - 1) - lowest) / truth->width) + 6),
                               .lambda_right = 60 / truth->width,
                               .lambda_left = 60 / truth->width,
                               .expected = given->expected,
                               .upper = upper};
}

static double random_epsilon(dice *from, const direct *truth) {
    long double low = direct_loss(truth, 0), high = direct_loss(truth, truth->count - 1), at = dice_uniform(from, -0.2, 1.2);
    long double epsilon = low + at * (high - low);
    if (dice_chance(from, 0.3)) { /* on a node */
        epsilon = direct_loss(truth, dice_below(from, truth->count));
    }
    return dice_chance(from, 0.05) ? 0 : fmax((double)epsilon, 0);
}

/* The composed weights of the window, in order. */
static long double *window_of(const pld__composed *composed) {
    long double *window = calloc(composed->count, sizeof *window);
    for (size_t j = 0; j < composed->count; j++) {
        window[j] = composed->weight[(composed->start + j) % composed->count];
    }
    return window;
}

/* The l2 distance between the computed window and the exact circular convolution. */
static long double distance(const pld__composed *composed, const direct *truth) {
    long double *window_weights = window_of(composed), *wrapped = calloc(composed->count, sizeof *wrapped), sum = 0;
    int64_t window = (int64_t)roundl((composed->first_loss - truth->base) / truth->width), length = (int64_t)composed->count;
    for (size_t i = 0; i < truth->count; i++) {
        int64_t at = (truth->first + (int64_t)i - window) % length;
        wrapped[at < 0 ? at + length : at] += truth->weight[i];
    }
    for (size_t j = 0; j < composed->count; j++) {
        sum += powl(window_weights[j] - wrapped[j], 2);
    }
    free(window_weights);
    free(wrapped);
    return sqrtl(sum);
}

static long double mass_of(const pld__composed *composed) {
    long double sum = 0, *window = window_of(composed);
    for (size_t j = 0; j < composed->count; j++) {
        sum += window[j];
    }
    free(window);
    return sum;
}

/* The bound on the weights alone: roundoff without the norm of g. */
static long double weight_bound(const pld__composed *composed) {
    return composed->roundoff / pld__bound_hockey_norm(composed->theta, composed->width);
}

/* G of the theorem from the exact spectrum of a law, and the bound that belongs to it. */
static long double exact_bound(const pld__factor *factor, size_t length) {
    const pld__law *law = factor->law;
    long double turn = 2 * acosl(-1) / (long double)length, sum = 0;
    for (size_t k = 0; k < length; k++) {
        long double real = 0, imaginary = 0;
        for (size_t i = 0; i < law->count; i++) {
            long double angle = turn * (long double)(k * i % length);
            real += law->weight[i] * cosl(angle);
            imaginary += law->weight[i] * sinl(angle);
        }
        sum += powl(hypotl(real, imaginary), 2 * ((long double)factor->power - 1)) / (long double)length;
    }
    return pld__bound_convolution(length, (double)factor->power, (double)sqrtl(sum), 0);
}

/* Weights within the proven bound, and the bound not too far from what happens. */
static void test_weights(void) {
    dice from = dice_create(61);
    long double loosest[COUNT_OF(POWERS)] = {0}, tightest = INFINITY;
    for (size_t i = 0; i < suite_cases(300); i++) {
        size_t factor_count = dice_chance(&from, 0.5) ? 1 : 2 + dice_below(&from, MOST_FACTORS - 1);
        problem given = random_problem(&from, factor_count, true, dice_logarithmic(&from, 1e-3, 1));
        pld__compose_plan plan = wide_plan(&given, true);
        pld__composed *composed = NULL;
        CU_ASSERT_EQUAL_FATAL(pld__compose(given.factors, factor_count, &plan, &composed), PLD_OK);
        long double error = distance(composed, &given.truth), bound = weight_bound(composed);
        bool single = factor_count == 1 && given.factors[0].power == 1;
        CHECK(error <= (single ? 1e-19L : bound), "%zu factors: error %Lg, bound %Lg", factor_count, error, bound);
        if (factor_count == 1 && !single && composed->count < 300) {
            long double expected = exact_bound(&given.factors[0], composed->count);
            CHECK(bound >= expected * (1 - 1e-9L) && bound <= 1.1L * expected + 1e-25L, "bound %Lg, by the theorem %Lg", bound,
                  expected);
        }
        CHECK(fabsl(mass_of(composed) - 1) <= bound * sqrtl((long double)composed->count) + 2e-14L, "mass is 1 + %Lg",
              mass_of(composed) - 1);
        if (factor_count == 1 && !single && error > 0) {
            for (size_t t = 0; t < COUNT_OF(POWERS); t++)
                if (POWERS[t] == given.factors[0].power) {
                    loosest[t] = fmaxl(loosest[t], bound / error);
                }
            tightest = fminl(tightest, bound / error);
        }
        pld__composed_free(composed);
        problem_free(&given);
    }
    printf("[bound over error: least %.0Lf, most", tightest);
    for (size_t t = 1; t < COUNT_OF(POWERS); t++) {
        /* 7 log2 n instead of about 0.3 sqrt(log2 n), errors that add up instead of cancelling, and all frequencies at their
         * worst */
        CHECK(loosest[t] <= 20000, "T = %d: the bound is %Lg times the error", (int)POWERS[t], loosest[t]);
        printf(" %.0Lf", loosest[t]);
    }
    printf("] ");
}

/* Both sides hold and are close when the window is wide and the tilt reasonable. */
static void test_tight(void) {
    dice from = dice_create(62);
    long double widest = 0;
    for (size_t i = 0; i < suite_cases(300); i++) {
        size_t factor_count = 1 + dice_below(&from, MOST_FACTORS);
        for (int side = 0; side < 2; side++) {
            problem given = random_problem(&from, factor_count, side == 1, dice_logarithmic(&from, 1e-2, 1));
            pld__compose_plan plan = wide_plan(&given, side == 1);
            pld__composed *composed = NULL;
            CU_ASSERT_EQUAL_FATAL(pld__compose(given.factors, factor_count, &plan, &composed), PLD_OK);
            const direct *truth = &given.truth;
            for (int j = 0; j < 20; j++) {
                double epsilon = random_epsilon(&from, truth);
                long double exact = direct_delta(truth, epsilon), bound = pld__composed_delta(composed, epsilon).delta;
                long double scale = expl(truth->log_scale - truth->theta * (long double)epsilon);
                CHECK(side == 1 ? bound >= exact * (1 - 1e-16L) : bound <= exact * (1 + 1e-16L),
                      "side %d, epsilon %g: %.18Lg and %.18Lg", side, epsilon, bound, exact);
                /* What the theorems add is proportional to the tilted scale: 7 u log2 n (sum T + 1) times the norm of g. */
                long double allowed =
                    1e-13L * scale * pld__bound_hockey_norm(truth->theta, truth->width) * 64 + 1e-12L * exact + 1e-24L;
                widest = fmaxl(widest, fabsl(bound - exact) / allowed);
                CHECK(fabsl(bound - exact) <= allowed, "side %d, epsilon %g: %Lg off, %Lg allowed", side, epsilon, bound - exact,
                      allowed);
            }
            pld__composed_free(composed);
            problem_free(&given);
        }
    }
    printf("[at most %.2Lf of what is allowed] ", widest);
}

/* Windows too short or none, tilts and exponents absurd: still bounds. `below`: at epsilons below the window, or from its start
 * on. */
static void check_any_plan(bool below) {
    dice from = dice_create(63);
    size_t useful = 0, all = 0;
    for (size_t i = 0; i < suite_cases(1500); i++) {
        size_t factor_count = dice_chance(&from, 0.6) ? 1 : 2 + dice_below(&from, MOST_FACTORS - 1);
        bool upper = dice_chance(&from, 0.5), absurd = dice_chance(&from, 0.4);
        problem given = random_problem(&from, factor_count, upper,
                                       absurd ? dice_logarithmic(&from, 1e-9, 10) : dice_logarithmic(&from, 1e-3, 1));
        const direct *truth = &given.truth;
        double range = (double)truth->count * truth->width;
        pld__compose_plan plan = {
            .lowest = (double)direct_loss(truth, 0) + dice_uniform(&from, -0.5, 0.9) * range,
            .length = pld__fft_length(2 + (size_t)(dice_logarithmic(&from, 0.02, 1.2) * (double)truth->count)),
            .lambda_right = absurd ? dice_logarithmic(&from, 1e-9, 1e6) : dice_logarithmic(&from, 0.1, 100) / range,
            .lambda_left = absurd ? dice_logarithmic(&from, 1e-9, 1e6) : dice_logarithmic(&from, 0.1, 100) / range,
            .expected = given.expected,
            .upper = upper,
        };
        plan.length = i % 100 == 99 ? 0 : plan.length;
        pld__composed *composed = NULL;
        CU_ASSERT_EQUAL_FATAL(pld__compose(given.factors, factor_count, &plan, &composed), PLD_OK);
        for (int j = 0; j < 10; j++) {
            double epsilon = random_epsilon(&from, truth);
            if (below != (epsilon < composed->first_loss)) {
                continue;
            }
            long double exact = direct_delta(truth, epsilon), bound = pld__composed_delta(composed, epsilon).delta;
            /* The direct sums are good to a few 1e-18. */
            CHECK(upper ? bound >= fminl(exact, 1) * (1 - 1e-16L) : bound <= exact * (1 + 1e-16L),
                  "upper %d, epsilon %g, length %zu of %zu, theta %g, lambda %g %g: %.18Lg and %.18Lg", upper, epsilon,
                  composed->count, truth->count, truth->theta, plan.lambda_right, plan.lambda_left, bound, exact);
            all++;
            useful += upper ? bound < 2 * exact : bound > exact / 2;
        }
        pld__composed_free(composed);
        problem_free(&given);
    }
    /* Else nothing was tested. */
    CHECK(useful > all / 20, "only %zu of %zu bounds are within a factor 2", useful, all);
    printf("[%zu of %zu within a factor 2] ", useful, all);
}

static void test_any_plan(void) {
    check_any_plan(false);
}

static void test_below_the_window(void) {
    check_any_plan(true);
}

/* 2 and 3 together are 5, in one composition and one after the other. */
static void test_two_then_three(void) {
    dice from = dice_create(64);
    for (size_t i = 0; i < suite_cases(100); i++) {
        problem given = random_problem(&from, 1, true, dice_logarithmic(&from, 1e-2, 1));
        pld__factor five[] = {{given.laws[0], 5, SIZE_MAX}},
                    parts[] = {{given.laws[0], 2, SIZE_MAX}, {given.laws[0], 3, SIZE_MAX}};
        direct_free(&given.truth);
        given.truth = direct_compose(five, 1);
        pld__compose_plan plan = wide_plan(&given, true);
        pld__composed *whole = NULL, *together = NULL, *two = NULL, *after = NULL;
        CU_ASSERT_EQUAL_FATAL(pld__compose(five, 1, &plan, &whole), PLD_OK);
        CU_ASSERT_EQUAL_FATAL(pld__compose(parts, 2, &plan, &together), PLD_OK);
        CU_ASSERT_EQUAL_FATAL(pld__compose(parts, 1, &plan, &two), PLD_OK);
        CU_ASSERT_TRUE(distance(together, &given.truth) <= weight_bound(together));
        /* The composed pair as a law again, on the lattice it came from. */
        pld__law *pair = pld__law_create(two->width, 0, two->count, false, two->theta);
        pair->offset = 0;
        pair->first = (int64_t)roundl((two->first_loss - 2 * given.laws[0]->offset) / two->width);
        pair->log_moment = two->log_scale;
        long double *window = window_of(two);
        for (size_t j = 0; j < two->count; j++) {
            pair->weight[j] = fmax((double)window[j], 0);
        }
        free(window);
        /* its labels lack the two offsets, so its weights hold e^(theta * 2 offset) and the moment gives it back */
        pld__factor later[] = {{pair, 1, SIZE_MAX}, {given.laws[0], 3, SIZE_MAX}};
        CU_ASSERT_EQUAL_FATAL(pld__compose(later, 2, &plan, &after), PLD_OK);
        direct shifted = given.truth;
        shifted.base = 3 * (long double)given.laws[0]->offset;
        CHECK(distance(after, &shifted) <= weight_bound(after) + 2 * weight_bound(two), "after: %Lg", distance(after, &shifted));
        for (int j = 0; j < 5; j++) {
            double epsilon = random_epsilon(&from, &given.truth);
            long double one = pld__composed_delta(whole, epsilon).delta, other = pld__composed_delta(together, epsilon).delta;
            long double error =
                expl(whole->log_scale - whole->theta * (long double)epsilon) * 2 * (whole->roundoff + together->roundoff);
            CHECK(fabsl(one - other) <= error + 1e-14L * one, "epsilon %g: %Lg and %Lg", epsilon, one, other);
        }
        pld__composed_free(whole);
        pld__composed_free(together);
        pld__composed_free(two);
        pld__composed_free(after);
        pld__law_free(pair);
        problem_free(&given);
    }
}

/* The upper bound never rises with epsilon; what pld__composed_epsilon answers is what pld__composed_delta says there. */
static void test_reading(void) {
    dice from = dice_create(65);
    for (size_t i = 0; i < suite_cases(600); i++) {
        size_t factor_count = 1 + dice_below(&from, MOST_FACTORS);
        bool upper = dice_chance(&from, 0.5), cut = dice_chance(&from, 0.3);
        problem given = random_problem(&from, factor_count, upper, dice_logarithmic(&from, 1e-3, 1));
        const direct *truth = &given.truth;
        pld__compose_plan plan = wide_plan(&given, upper);
        if (cut) { /* at or below 0 still */
            plan.lowest = fmin(plan.lowest + 0.3 * (double)truth->count * truth->width, -truth->width);
            plan.length = pld__fft_length(plan.length * 2 / 3);
            plan.lambda_left = plan.lambda_right = 20 / ((double)truth->count * truth->width);
        }
        pld__composed *composed = NULL;
        CU_ASSERT_EQUAL_FATAL(pld__compose(given.factors, factor_count, &plan, &composed), PLD_OK);
        long double last = INFINITY, high = fmaxl(direct_loss(truth, truth->count - 1), truth->width);
        for (int j = -2; j <= 45; j++) {
            double epsilon = (double)(high * j / 40);
            pld__delta_parts parts = pld__composed_delta(composed, epsilon);
            long double bound = fminl(parts.delta, 1); /* below the window 1 is all that is known */
            CHECK(!upper || bound <= last * (1 + 1e-15L), "epsilon %g: delta rises from %.18Lg to %.18Lg", epsilon, last, bound);
            CU_ASSERT_TRUE(parts.tail >= 0 && parts.wraparound >= 0 && parts.roundoff >= 0);
            last = bound;
        }
        for (int j = 0; j < 10; j++) {
            /* Targets spread like the curve itself. */
            long double target = direct_delta(truth, random_epsilon(&from, truth)) * (long double)dice_uniform(&from, 0.9, 1.1);
            pld__delta_parts parts = {0};
            double epsilon = pld__composed_epsilon(composed, target, &parts);
            CHECK(epsilon >= 0, "epsilon %g", epsilon);
            if (upper && isfinite(epsilon)) {
                CHECK(pld__composed_delta(composed, epsilon).delta <= target, "epsilon %g: %.18Lg above %.18Lg", epsilon,
                      pld__composed_delta(composed, epsilon).delta, target);
                CHECK(direct_delta(truth, epsilon) <= target * (1 + 1e-16L), "upper epsilon %g is too small", epsilon);
                double below = epsilon * (1 - 1e-12);
                CHECK(epsilon == 0 || epsilon < composed->first_loss + 1e-9L ||
                          pld__composed_delta(composed, below).delta > target * (1 - 1e-9L),
                      "upper epsilon %g is not the smallest", epsilon);
            }
            if (!upper && epsilon > 0) {
                CHECK(isinf(epsilon) ? composed->infinity > target : pld__composed_delta(composed, epsilon).delta > target,
                      "epsilon %g: %.18Lg not above %.18Lg", epsilon, pld__composed_delta(composed, epsilon).delta, target);
                CHECK(isinf(epsilon) || direct_delta(truth, epsilon) >= target * (1 - 1e-16L), "lower epsilon %g is too large",
                      epsilon);
            }
        }
        pld__composed_free(composed);
        problem_free(&given);
    }
}

/* Answers at the ends: nothing to protect, nothing that helps. */
static void test_ends(void) {
    dice from = dice_create(66);
    for (size_t i = 0; i < suite_cases(100); i++) {
        problem given = random_problem(&from, 1, true, 0.1);
        given.laws[0]->infinity = 0.01;
        given.factors[0].power = 3;
        direct_free(&given.truth);
        given.truth = direct_compose(given.factors, 1);
        long double most = direct_delta(&given.truth, 0);
        for (int side = 0; side < 2; side++) {
            pld__delta_parts parts;
            pld__compose_plan plan = wide_plan(&given, side == 1);
            pld__composed *composed = NULL;
            CU_ASSERT_EQUAL_FATAL(pld__compose(given.factors, 1, &plan, &composed), PLD_OK);
            double none = pld__composed_epsilon(composed, most * 1.001L, &parts);
            CHECK(none == 0, "side %d: delta(0) = %Lg, yet epsilon is %g", side, most, none);
            CU_ASSERT_EQUAL(pld__composed_epsilon(composed, given.truth.infinity * 0.999L, &parts), INFINITY);
            pld__composed_free(composed);
        }
        problem_free(&given);
    }
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"weights against direct convolution", test_weights},
        {"both sides, tight", test_tight},
        {"both sides, any plan", test_any_plan},
        {"both sides, below the window", test_below_the_window},
        {"two then three", test_two_then_three},
        {"reading epsilon and delta", test_reading},
        {"ends", test_ends},
        CU_TEST_INFO_NULL,
    };
    return suite_run("compose", tests);
}
