/* Tests of src/compose/fourier.c and of what composed.c reads off Fourier sums: against compositions in long double. */
#include "base/base.h"
#include "bound/sandwich.h"
#include "compose/compose.h"
#include "support/dice.h"
#include "support/problem.h"
#include "support/suite.h"

#include <complex.h>
#include <math.h>

enum { MOST_SUMS = 6 };

/* --- plans ---------------------------------------------------------------------------------------------------------- */

/* Waves 0 .. count - 1 that are all right for losses around the tilted mean. */
static pld__compose_plan good_plan(const problem *given, double variance, size_t count, pld__fourier_plan *fourier) {
    double theta = given->laws[0]->theta;
    for (size_t j = 0; j < count; j++) {
        double extra = 6 / (given->deviation + sqrt(variance));
        fourier[j] = (pld__fourier_plan){.jumps = (unsigned)j,
                                         .theta = theta,
                                         .lambda = theta + extra,
                                         .period = 45 / theta + 45 / extra + 20 * (given->deviation + sqrt(variance)),
                                         .work = 6e8,
                                         .log_negligible = -40};
    }
    return (pld__compose_plan){.upper = given->upper,
                               .expected = fmax(given->mean, 0),
                               .fourier = fourier,
                               .fourier_count = count,
                               .variance = variance};
}

/* Anything goes. */
static void spoil_plan(dice *from, pld__compose_plan *plan, pld__fourier_plan *fourier) {
    for (size_t j = 0; j < plan->fourier_count; j++) {
        pld__fourier_plan *one = &fourier[j];
        one->theta *= dice_chance(from, 0.5) ? 1 : dice_logarithmic(from, 0.2, 5);
        one->lambda = one->theta * (1 + dice_logarithmic(from, 1e-2, 10));
        one->period *= dice_chance(from, 0.5) ? 1 : dice_logarithmic(from, 1e-3, 10);
        one->log_negligible = dice_chance(from, 0.5) ? dice_uniform(from, -60, -20) : dice_uniform(from, -20, 2);
        one->bounded = dice_chance(from, 0.2);
    }
    plan->expected = plan->expected * dice_logarithmic(from, 0.01, 100) + dice_uniform(from, 0, 1);
}

static double random_epsilon(dice *from, const problem *given) {
    return fmax(given->mean + dice_uniform(from, -4, 6) * given->deviation, 0);
}

/* Both sides hold at random epsilons, and answers are what they say. The truth is good to 1e-15. */
static void check_readings(dice *from, const problem *given, const pld__composed *composed) {
    double label = composed->label_error;
    for (int j = 0; j < 8; j++) {
        double epsilon = random_epsilon(from, given);
        long double exact = problem_truth(given, epsilon);
        pld__delta_parts parts = pld__composed_delta(composed, epsilon + (given->upper ? -label : label));
        CHECK(given->upper ? parts.delta >= fminl(exact, 1) * (1 - 1e-15L) : parts.delta <= exact * (1 + 1e-15L),
              "upper %d, %zu factors, power %d, %zu fourier, epsilon %g: bound %.18Lg, truth %.18Lg", given->upper,
              given->factor_count, (int)given->factors[0].power, composed->fourier_count, epsilon, parts.delta, exact);
        CU_ASSERT_TRUE(parts.tail >= 0 && parts.wraparound >= 0 && parts.roundoff >= 0);
        long double target = exact * (long double)dice_uniform(from, 0.8, 1.2);
        double answer = pld__composed_epsilon(composed, target, &parts);
        bool valid = answer >= 0;
        if (given->upper) {
            valid &= isinf(answer) || problem_truth(given, answer + label) <= target * (1 + 1e-15L);
            valid &= isinf(answer) || pld__composed_delta(composed, answer).delta <= target;
        } else {
            valid &= answer == 0 ||
                     (isinf(answer) ? given->scattered ? given->brute.infinity >= target : given->lattice.infinity >= target
                                    : problem_truth(given, answer - label) >= target * (1 - 1e-15L));
        }
        CHECK(valid, "upper %d, delta %Lg: epsilon %.17g has delta %.18Lg", given->upper, target, answer,
              problem_truth(given, answer));
    }
}

static void check_plans(uint64_t seed, size_t cases, bool jumps, bool spoiled) {
    dice from = dice_create(seed);
    size_t certified = 0, useful = 0, all = 0;
    for (size_t i = 0; i < cases; i++) {
        problem given = problem_random(&from, jumps);
        pld__fourier_plan fourier[MOST_SUMS];
        double relative = dice_logarithmic(&from, 0.02, 1); /* m, in deviations */
        double variance = fmin(relative * relative * given.deviation * given.deviation, 0.25);
        pld__compose_plan plan = good_plan(&given, variance, jumps ? 1 + dice_below(&from, MOST_SUMS) : 1, fourier);
        if (spoiled) {
            spoil_plan(&from, &plan, fourier);
        }
        pld__composed *composed = NULL;
        CU_ASSERT_EQUAL_FATAL(pld__compose(given.factors, given.factor_count, &plan, &composed), PLD_OK);
        bool waved = composed && composed->fourier;
        certified += waved;
        if (waved) {
            check_readings(&from, &given, composed);
            double epsilon = fmax(given.mean, 0);
            long double exact = problem_truth(&given, epsilon), bound = pld__composed_delta(composed, epsilon).delta;
            all++;
            useful += given.upper ? bound < 2 * exact : bound > exact / 2;
        }
        pld__composed_free(composed);
        problem_free(&given);
    }
    CHECK(certified >= cases / 2, "only %zu of %zu certified", certified, cases);
    CHECK(useful >= all / (spoiled ? 20 : jumps ? 5 : 2), "only %zu of %zu within a factor 2", useful, all);
    printf("[%zu of %zu certified, %zu within a factor 2] ", certified, cases, useful);
}

static void test_no_jumps(void) {
    check_plans(241, suite_volume(80), false, false);
}

static void test_jumps(void) {
    check_plans(242, suite_volume(80), true, false);
}

static void test_any_plan(void) {
    check_plans(243, suite_volume(100), false, true);
    check_plans(244, suite_volume(100), true, true);
}

/* --- the frequencies ------------------------------------------------------------------------------------------------ */

/* All frequencies of a power of one law in long double: together they are off by less than the Fourier sum says. Most transforms
 * are tiny. */
static void test_frequencies(void) {
    dice from = dice_create(250);
    long double tightest = 0;
    for (size_t i = 0; i < suite_cases(60); i++) {
        bool upper = dice_chance(&from, 0.5);
        double width = dice_logarithmic(&from, 1e-3, 0.1), theta = dice_logarithmic(&from, 0.01, 0.3) / width;
        pld__law *law = law_on_lattice(&from, width, theta, 30, upper);
        pld__factor factor = {law, 1 + dice_below(&from, 4), SIZE_MAX};
        double variance = fmin(width * width * dice_logarithmic(&from, 0.01, 10), 0.25);
        pld__fourier_plan plan = {.theta = theta, .lambda = 2 * theta, .period = 60 / theta, .work = 6e8, .log_negligible = -60};
        pld__fourier fourier;
        bool certified = false;
        CU_ASSERT_EQUAL_FATAL(pld__fourier_create(&factor, 1, &plan, variance, upper, &fourier, &certified), PLD_OK);
        pld__law *part = NULL; /* the very weights that it has */
        CU_ASSERT_EQUAL_FATAL(pld__law_part(law, 0, law->count, theta, upper, &part), PLD_OK);
        long double error = 0, centre = fourier.base / (long double)factor.power;
        for (size_t k = 0; certified && k < fourier.count; k++) {
            long double t = 2 * acosl(-1) * (long double)k / plan.period, bump = upper ? 0 : pld__bound_sandwich(variance);
            long double complex sum = 0, s = theta + I * t, power = 1;
            for (size_t n = 0; n < part->count; n++) {
                sum += part->weight[n] * cexpl(I * t * (law_exact_loss(part, n) - centre));
            }
            for (uint64_t step = 0; step < factor.power; step++) {
                power *= sum;
            }
            long double complex kernel = cexpl(variance * s * (s + 1) / 2) * (1 / (s * (s + 1)) - bump);
            long double complex exact = (k == 0 ? 1 : 2) / (long double)plan.period * kernel * power;
            error += cabsl(exact - (fourier.term[2 * k] + I * (long double)fourier.term[2 * k + 1]));
        }
        CHECK(!certified || error <= fourier.error, "power %d: off by %Lg, at most %g claimed", (int)factor.power, error,
              fourier.error);
        tightest = certified ? fmaxl(tightest, error / fourier.error) : tightest;
        pld__fourier_free(&fourier);
        pld__law_free(part);
        pld__law_free(law);
    }
    CHECK(tightest > 1e-3L, "only %Lg of the error claimed", tightest);
    printf("[up to %.3Lf of the error claimed] ", tightest);
}

/* --- how wide ------------------------------------------------------------------------------------------------------- */

static long double bound_at(const problem *given, double variance, bool upper, double epsilon) {
    pld__fourier_plan fourier[1];
    pld__compose_plan plan = good_plan(given, variance, 1, fourier);
    plan.upper = upper;
    pld__composed *composed = NULL;
    CU_ASSERT_EQUAL_FATAL(pld__compose(given->factors, given->factor_count, &plan, &composed), PLD_OK);
    long double bound = composed ? pld__composed_delta(composed, epsilon).delta : NAN;
    pld__composed_free(composed);
    return bound;
}

/* What is between both sides is what the theorem says: the mean of h_v - h and of b, and hardly more; it falls with the variance.
 */
static void test_width(void) {
    dice from = dice_create(245);
    size_t seen = 0;
    long double loosest = 0;
    for (size_t i = 0; i < suite_cases(50); i++) {
        problem given = problem_random(&from, false);
        double epsilon = given.mean, variance = fmin(pow(given.deviation * dice_logarithmic(&from, 0.1, 1), 2), 0.25);
        long double last = INFINITY;
        for (int halving = 0; halving < 3 && epsilon > 0; halving++, variance /= 4) {
            long double high = bound_at(&given, variance, true, epsilon), low = bound_at(&given, variance, false, epsilon);
            if (isnan(high) || isnan(low)) {
                break;
            }
            /* sum of masses times b(y) <= B/v m phi(0) e^(v/8) times the mass within reach, in all at most 1; both sides. */
            long double exact = problem_truth(&given, epsilon), scale = 0;
            size_t atoms = given.scattered ? given.brute.count : given.lattice.count;
            for (size_t a = 0; a < atoms; a++) {
                long double loss = given.scattered ? given.brute.loss[a] : direct_loss(&given.lattice, a);
                long double weight = given.scattered ? given.brute.weight[a] : given.lattice.weight[a];
                long double z = (loss - epsilon) / sqrtl(variance),
                            log_scale = given.scattered ? given.brute.log_scale : given.lattice.log_scale;
                long double mass = weight * expl(log_scale - (long double)given.laws[0]->theta * loss);
                scale += mass * pld__bound_sandwich(variance) / sqrtl(variance) * expl(-z * z / 2 - (loss - epsilon) / 2) /
                         sqrtl(2 * acosl(-1));
            }
            long double noise = 1e-9L * exact + 1e-12L, infinities = 0;
            CHECK(high >= exact * (1 - 1e-15L) && low <= exact * (1 + 1e-15L), "epsilon %g: %Lg is not from %Lg to %Lg", epsilon,
                  exact, low, high);
            CHECK(high - low <= 2.2L * scale + noise + infinities, "variance %g, epsilon %g: width %Lg, smoothing %Lg", variance,
                  epsilon, high - low, scale);
            CHECK(high - low <= last + noise, "variance %g: width grows from %Lg to %Lg", variance, last, high - low);
            loosest = scale > 1e3L * noise ? fmaxl(loosest, (high - low) / scale) : loosest;
            last = high - low;
            seen++;
        }
        problem_free(&given);
    }
    CHECK(seen > suite_cases(50) / 2, "only %zu seen", seen);
    printf("[widths up to %.2Lf of the mean of b] ", loosest);
}

/* --- rest and corners ----------------------------------------------------------------------------------------------- */

/* The mass with more jumps than given, by adding up the others in long double. */
static void test_rest(void) {
    dice from = dice_create(246);
    long double loosest = 0;
    for (size_t i = 0; i < suite_cases(1000); i++) {
        size_t factor_count = 1 + dice_below(&from, PROBLEM_FACTORS);
        pld__factor factors[PROBLEM_FACTORS];
        pld__law *laws[PROBLEM_FACTORS];
        enum { MOST = 40 };
        long double jumps[MOST + 1] = {1}; /* masses of 0, 1, .. jumps */
        for (size_t m = 0; m < factor_count; m++) {
            laws[m] = law_on_lattice(&from, 0.1, dice_logarithmic(&from, 0.1, 1000), 20, true);
            factors[m] = (pld__factor){laws[m], 1 + dice_below(&from, 300), dice_below(&from, laws[m]->count + 1)};
            long double below = 0, above = 0;
            for (size_t k = 0; k < laws[m]->count; k++) {
                long double weight = laws[m]->weight[k],
                            scale = laws[m]->log_moment - laws[m]->theta * law_exact_loss(laws[m], k);
                long double mass = weight > 0 ? expl(logl(weight) + scale) : 0;
                *(k < factors[m].jump ? &below : &above) += mass;
            }
            for (uint64_t step = 0; step < factors[m].power; step++) {
                for (int j = MOST; j >= 0; j--) { /* the last entry holds all that is beyond */
                    jumps[j] = jumps[j] * (j == MOST ? below + above : below) + (j > 0 ? jumps[j - 1] * above : 0);
                }
            }
        }
        unsigned most = (unsigned)dice_below(&from, 25);
        long double truth = 0, bound = pld__fourier_rest(factors, factor_count, most);
        for (int j = MOST; j > (int)most; j--) {
            truth += jumps[j];
        }
        CHECK(bound >= truth * (1 - 1e-12L), "more than %u jumps: %Lg below %Lg", most, bound, truth);
        bool none = true, steep = false;
        uint64_t steps = 0;
        for (size_t m = 0; m < factor_count; m++) {
            none &= factors[m].jump >= laws[m]->count;
            steps += factors[m].power;
            steep |= laws[m]->theta > 20; /* weights may be lost */
            pld__law_free(laws[m]);
        }
        CU_ASSERT_TRUE(!none || bound == 0);
        CHECK(steep || bound <= 1.0001L, "more than %u jumps: %Lg", most, bound);
        /* The exponent is the best one for rare jumps. */
        loosest = truth > 1e-300L && !steep && steps > 20 * (most + 1) ? fmaxl(loosest, bound / truth) : loosest;
    }
    CHECK(loosest < 1000, "the bound is %Lg times the mass", loosest);
    printf("[at most %.1Lf times the mass] ", loosest);
}

/* Plans that nothing can be said of are refused; fourier that cannot be are 0. */
static void test_corners(void) {
    dice from = dice_create(247);
    pld__law *law = law_on_lattice(&from, 0.01, 5, 30, true);
    pld__factor factor = {law, 3, law->count - 2};
    pld__fourier_plan good = {.theta = 5, .lambda = 20, .period = 30, .work = 6e8, .log_negligible = -30}, plan;
    pld__fourier fourier;
    bool certified = false;
    const double bad[] = {0, -1, NAN, INFINITY};
    for (int i = 0; i < 4; i++) {
        plan = good;
        plan.period = bad[i];
        CU_ASSERT_EQUAL_FATAL(pld__fourier_create(&factor, 1, &plan, 1e-3, true, &fourier, &certified), PLD_OK);
        CU_ASSERT_FALSE(certified);
        plan = good;
        plan.theta = bad[i];
        CU_ASSERT_EQUAL_FATAL(pld__fourier_create(&factor, 1, &plan, 1e-3, true, &fourier, &certified), PLD_OK);
        CU_ASSERT_FALSE(certified);
        CU_ASSERT_EQUAL_FATAL(pld__fourier_create(&factor, 1, &good, bad[i], true, &fourier, &certified), PLD_OK);
        CU_ASSERT_FALSE(certified);
    }
    plan = good;
    plan.jumps = PLD__MOST_JUMPS + 1;
    CU_ASSERT_EQUAL_FATAL(pld__fourier_create(&factor, 1, &plan, 1e-3, true, &fourier, &certified), PLD_OK);
    CU_ASSERT_FALSE(certified);
    for (unsigned jumps = 0; jumps < 6; jumps++) {
        for (int kind = 0; kind < 4; kind++) {
            plan = good;
            plan.jumps = jumps;
            plan.bounded = kind / 2;
            CU_ASSERT_EQUAL_FATAL(pld__fourier_create(&factor, 1, &plan, 1e-3, kind % 2, &fourier, &certified), PLD_OK);
            CU_ASSERT_TRUE(certified);
            long double bound = pld__fourier_delta_at(&fourier, 0.1).bound;
            CHECK(jumps <= 3 || bound < 1e-290L, "%u jumps of 3 steps: %Lg", jumps, bound);
            CHECK(jumps > 3 || kind % 2 == 0 || bound > 0, "%u jumps of 3 steps: %Lg", jumps, bound);
            CHECK(kind != 2 || bound == 0, "bounded from below: %Lg", bound);
            pld__fourier_free(&fourier);
        }
    }
    /* All nodes are jumps: three of three steps, no more and no less. */
    factor.jump = 0;
    for (unsigned jumps = 0; jumps < 6; jumps++) {
        for (int bounded = 0; bounded < 2; bounded++) {
            plan = good;
            plan.jumps = jumps;
            plan.bounded = bounded;
            CU_ASSERT_EQUAL_FATAL(pld__fourier_create(&factor, 1, &plan, 1e-3, true, &fourier, &certified), PLD_OK);
            long double bound = pld__fourier_delta_at(&fourier, 0.1).bound;
            CHECK(certified && (jumps == 3) == (bound > 1e-290L), "%u jumps of 3 steps that all jump: %Lg", jumps, bound);
            pld__fourier_free(&fourier);
        }
    }
    pld__law_free(law);
}

/* Far from its tilt a sum is noise times a huge scale: no answer from there must be believed. */
static void test_far(void) {
    dice from = dice_create(248);
    for (size_t i = 0; i < suite_cases(20); i++) {
        pld__law *law = law_on_lattice(&from, 1, 30, 30, true);
        pld__factor factor = {law, 200, SIZE_MAX};
        pld__fourier_plan good = {.theta = 30, .lambda = 40, .period = 8, .work = 6e8, .log_negligible = -30};
        pld__compose_plan plan = {.upper = true, .fourier = &good, .fourier_count = 1, .variance = 0.1, .expected = 0};
        pld__composed *composed = NULL;
        CU_ASSERT_EQUAL_FATAL(pld__compose(&factor, 1, &plan, &composed), PLD_OK);
        if (composed) {
            direct truth = direct_compose(&factor, 1);
            for (double epsilon = 0; epsilon < 6000; epsilon += 97) {
                long double bound = pld__composed_delta(composed, epsilon).delta, exact = direct_delta(&truth, epsilon);
                CHECK(bound >= exact * (1 - 1e-15L), "epsilon %g: %Lg below %Lg", epsilon, bound, exact);
            }
            pld__delta_parts parts;
            double answer = pld__composed_epsilon(composed, 1e-10L, &parts);
            CHECK(isinf(answer) || direct_delta(&truth, answer) <= 1e-10L, "epsilon %g has delta %Lg", answer,
                  direct_delta(&truth, answer));
            direct_free(&truth);
        }
        pld__composed_free(composed);
        pld__law_free(law);
    }
}

/* Waves left out are in the rest, those given twice would be counted twice only from above. */
static void test_missing_waves(void) {
    dice from = dice_create(249);
    for (size_t i = 0; i < suite_cases(100); i++) {
        problem given = problem_random(&from, true);
        pld__fourier_plan fourier[MOST_SUMS];
        pld__compose_plan plan = good_plan(&given, fmin(0.1 * given.deviation * given.deviation, 0.25), 3, fourier);
        fourier[dice_below(&from, 2)].jumps = 2;
        plan.upper = false;
        pld__composed *composed = NULL;
        pld_status status = pld__compose(given.factors, given.factor_count, &plan, &composed);
        bool single = given.factor_count == 1 && given.factors[0].power == 1; /* needs no Fourier sums */
        CHECK(single || status == PLD_ERROR_ARGUMENT || !composed, "a lower bound that counts jumps twice");
        pld__composed_free(composed);
        composed = NULL;
        plan.upper = true;
        CU_ASSERT_EQUAL_FATAL(pld__compose(given.factors, given.factor_count, &plan, &composed), PLD_OK);
        for (int j = 0; composed && composed->fourier && j < 5; j++) {
            double epsilon = random_epsilon(&from, &given);
            long double exact = problem_truth(&given, epsilon), bound = pld__composed_delta(composed, epsilon).delta;
            CHECK(bound >= fminl(exact, 1) * (1 - 1e-15L), "epsilon %g: %Lg below %Lg", epsilon, bound, exact);
        }
        pld__composed_free(composed);
        problem_free(&given);
    }
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"without jumps", test_no_jumps},
        {"with jumps", test_jumps},
        {"any plan", test_any_plan},
        {"frequencies", test_frequencies},
        {"how wide", test_width},
        {"more jumps", test_rest},
        {"corners", test_corners},
        {"far from the tilt", test_far},
        {"fourier left out", test_missing_waves},
        CU_TEST_INFO_NULL,
    };
    return suite_run("fourier", tests);
}
