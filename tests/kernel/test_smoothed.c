/* Tests of smoothed kernels (T132) and of outcomes that are turned by products (T133): never beyond a truth that was added up
 * outcome by outcome, or beyond what exact kernels say, whatever the plan; and not far from it. */
#include "kernel/atoms_walk.h"
#include "kernel/laplace_few.h"
#include "pair/sparse.h"
#include "plan/kernel_plan.h"

#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

/* --- truth ---------------------------------------------------------------------------------------------------------- */

enum { MOST_STEPS = 8 };

/* delta of the outcomes of all steps from the k-th on, after a loss and a mass. */
static long double add_up(const pld__kernel_atoms *const *atoms, size_t count, long double mass, long double loss,
                          long double epsilon) {
    if (count == 0)
        return loss > epsilon ? mass * -expm1l(epsilon - loss) : 0;
    long double sum = 0;
    for (size_t i = 0; i < atoms[0]->count; i++)
        sum += add_up(atoms + 1, count - 1, mass * atoms[0]->mass[i], loss + pld__kernel_atoms_loss(atoms[0], i), epsilon);
    return sum;
}

static long double truth_of(const pld__kernel_steps *steps, long double epsilon) {
    const pld__kernel_atoms *each[MOST_STEPS];
    size_t count = 0;
    for (size_t m = 0; m < steps->atom_count; m++)
        for (size_t i = 0; i < (size_t)steps->atoms[m].times && count < MOST_STEPS; i++)
            each[count++] = &steps->atoms[m];
    return add_up(each, count, 1, 0, epsilon);
}

/* --- plans ---------------------------------------------------------------------------------------------------------- */

static bool make_plan(const pld__kernel_steps *steps, double log_delta, double width, pld__kernel_plan *plan) {
    const pld__question question = {.log_delta = log_delta};
    const pld__kernel_aim aim = {.effort = 1e7, .finer = 1, .smooth = width};
    bool possible = false;
    CU_ASSERT_EQUAL_FATAL(pld__kernel_plan_aimed(steps, &question, &aim, plan, &possible), PLD_OK);
    return possible;
}

static void spoil(dice *from, pld__kernel_plan *plan) {
    int power = 0;
    double scaled;
    switch (dice_below(from, 6)) {
    case 0:
        plan->theta *= dice_logarithmic(from, 0.5, 2);
        plan->lambda = plan->theta * 1.3;
        break;
    case 1:
        scaled = frexp(plan->spacing * dice_logarithmic(from, 0.7, 8), &power);
        plan->spacing = ldexp(floor(ldexp(scaled, 20)), power - 20);
        break;
    case 2:
        plan->frequencies = 1 + (size_t)((double)plan->frequencies * dice_uniform(from, 0.02, 1));
        break;
    case 3:
        plan->variance = fmin(plan->variance * dice_logarithmic(from, 0.01, 1e4), 0.25);
        break;
    default: /* as it is */
        break;
    }
}

/* Outcomes of steps that have no lattice in common, few enough to be added up. */
static size_t draw_steps(dice *from, pld_direction direction, pld_mechanism *mechanisms[3], pld__kernel_steps *steps) {
    size_t kinds = 2 + dice_below(from, 2);
    CU_ASSERT_EQUAL_FATAL(pld__kernel_steps_create(kinds, steps), PLD_OK);
    for (size_t k = 0; k < kinds; k++) {
        char spec[120];
        snprintf(spec, sizeof spec, "poisson:q=%.17g,of=randomized-response,epsilon=%.17g", dice_uniform(from, 0.05, 1),
                 dice_logarithmic(from, 0.2, 3));
        mechanisms[k] = spec_mechanism(spec, NULL);
        CU_ASSERT_TRUE(pld__kernel_steps_add(steps, mechanisms[k], direction, 1 + dice_below(from, kinds == 2 ? 4 : 2)));
    }
    return kinds;
}

static void test_truth(void) {
    dice from = dice_create(1320);
    size_t asked = 0, close = 0;
    for (size_t i = 0; i < suite_cases(120); i++) {
        pld_mechanism *mechanisms[3];
        pld__kernel_steps steps;
        pld__kernel_plan plan;
        pld_direction direction = dice_chance(&from, 0.5) ? PLD_REMOVE : PLD_ADD;
        size_t kinds = draw_steps(&from, direction, mechanisms, &steps);
        bool possible = make_plan(&steps, -dice_uniform(&from, 1, 12), dice_logarithmic(&from, 1e-6, 1e-2), &plan);
        for (int trial = 0; trial < 4 && possible; trial++) {
            pld__kernel_sum sum;
            CU_ASSERT_EQUAL_FATAL(pld__kernel_sum_create(&steps, &plan, NULL, &sum), PLD_OK);
            for (int step = -3; step <= 3; step++) {
                double epsilon = fmax(plan.guess * (1 + 0.1 * step), 0);
                pld__log_bounds found = pld__kernel_log_delta(&sum, epsilon).log_delta;
                long double truth = logl(truth_of(&steps, epsilon));
                CHECK(found.lower <= truth + 1e-16L && truth - 1e-16L <= found.upper,
                      "case %zu, trial %d, at %g, v = %g: [%.19Lg, %.19Lg] without %.19Lg", i, trial, epsilon, plan.variance,
                      found.lower, found.upper, truth);
                asked++;
                close += found.upper - found.lower < 0.5L;
            }
            pld__kernel_sum_free(&sum);
            spoil(&from, &plan);
        }
        pld__kernel_plan_free(&plan);
        pld__kernel_steps_free(&steps);
        for (size_t k = 0; k < kinds; k++)
            pld_mechanism_free(mechanisms[k]);
    }
    CHECK(close > asked / 4, "only %zu of %zu are close", close, asked);
}

/* --- Laplace steps -------------------------------------------------------------------------------------------------- */

/* Equal steps, smoothed and by T57 or T131, which know nothing of each other. */
static void test_laplace(void) {
    dice from = dice_create(57132);
    size_t compared = 0;
    for (size_t i = 0; i < suite_volume(120); i++) {
        char spec[120];
        double rate = dice_uniform(&from, 0.02, 0.7), scale = dice_logarithmic(&from, 0.3, 5),
               log_delta = -dice_uniform(&from, 2, 25);
        bool sampled = dice_chance(&from, 0.4);
        snprintf(spec, sizeof spec, "%sb=%.17g", sampled ? "poisson-laplace:" : "laplace:", scale);
        if (sampled)
            snprintf(spec, sizeof spec, "poisson-laplace:q=%.17g,b=%.17g", rate, scale);
        pld_mechanism *mechanism = spec_mechanism(spec, NULL);
        pld__kernel_steps steps;
        pld__kernel_plan exact, smoothed;
        bool possible = false;
        pld__question question = {.log_delta = log_delta};
        CU_ASSERT_EQUAL_FATAL(pld__kernel_steps_create(1, &steps), PLD_OK);
        CU_ASSERT_TRUE(
            pld__kernel_steps_add(&steps, mechanism, dice_chance(&from, 0.5) ? PLD_REMOVE : PLD_ADD, 2 + dice_below(&from, 20)));
        CU_ASSERT_EQUAL_FATAL(pld__kernel_plan_make(&steps, &question, 4e6, 1, &exact, &possible), PLD_OK);
        if (make_plan(&steps, log_delta, dice_logarithmic(&from, 1e-4, 1e-2), &smoothed) && possible) {
            pld__kernel_sum one, other;
            CU_ASSERT_EQUAL_FATAL(pld__kernel_sum_create(&steps, &exact, NULL, &one), PLD_OK);
            CU_ASSERT_EQUAL_FATAL(pld__kernel_sum_create(&steps, &smoothed, NULL, &other), PLD_OK);
            for (int step = -2; step <= 2; step++) {
                double epsilon = fmax(smoothed.guess * (1 + 0.01 * step), 0);
                pld__log_bounds a = pld__kernel_log_delta(&one, epsilon).log_delta,
                                b = pld__kernel_log_delta(&other, epsilon).log_delta;
                CHECK(a.lower <= b.upper && b.lower <= a.upper, "%s at %g: [%.19Lg, %.19Lg], smoothed [%.19Lg, %.19Lg]", spec,
                      epsilon, a.lower, a.upper, b.lower, b.upper);
                compared += a.upper - a.lower < 1e-9L && b.upper - b.lower < 0.1L;
            }
            pld__kernel_sum_free(&one);
            pld__kernel_sum_free(&other);
        }
        pld__kernel_plan_free(&exact);
        pld__kernel_plan_free(&smoothed);
        pld__kernel_steps_free(&steps);
        pld_mechanism_free(mechanism);
    }
    CHECK(compared > suite_volume(120) / 2, "only %zu could be compared", compared);
}

/* --- turned outcomes ------------------------------------------------------------------------------------------------ */

/* By products in double, against each frequency by itself in long double: within what is claimed, which is not much more than
 * rounding. */
static void test_walk(void) {
    static const char *const specs[] = {"poisson:q=0.05,of=discrete-gaussian,sigma=3", "poisson:q=0.4,of=discrete-laplace,b=2",
                                        "discrete-gaussian:sigma=0.3", "poisson:q=0.3,of=randomized-response,epsilon=2"};
    dice from = dice_create(133);
    long double worst = 0;
    for (size_t i = 0; i < suite_cases(60); i++) {
        pld_mechanism *mechanism = spec_mechanism(specs[i % COUNT_OF(specs)], NULL);
        pld__kernel_atoms atoms;
        pld__kernel_tilted_atoms tilted;
        pld__atoms_walk walk;
        CU_ASSERT_TRUE_FATAL(pld__kernel_atoms_fill(mechanism, i % 2 ? PLD_REMOVE : PLD_ADD, 1, &atoms));
        CU_ASSERT_EQUAL_FATAL(pld__kernel_atoms_tilt(&atoms, dice_logarithmic(&from, 0.1, 60), &tilted), PLD_OK);
        double spacing = dice_logarithmic(&from, 1e-6, 20);
        CU_ASSERT_EQUAL_FATAL(pld__atoms_walk_create(&tilted, spacing, &walk), PLD_OK);
        for (int k = 0; k < 150; k++) {
            pld__kernel_log fast = pld__atoms_walk_next(&walk), slow = pld__kernel_atoms_log(&tilted, (long double)k * spacing);
            long double turns = remainderl(fast.imaginary - slow.imaginary, 2 * 3.14159265358979323846L);
            long double away = hypotl(fast.real - slow.real, turns), size = expl(slow.real - tilted.log_upper);
            CHECK(away <= fast.error + slow.error + 1e-17L, "%s, %d times %g: %Lg away, %Lg claimed", specs[i % COUNT_OF(specs)],
                  k, spacing, away, fast.error);
            CHECK(!((fast.error - slow.error) * size > 1e-11L), "%s, %d times %g: %Lg claimed of %Lg", specs[i % COUNT_OF(specs)],
                  k, spacing, fast.error, size);
            worst = fmaxl(worst, away / fast.error);
        }
        pld__atoms_walk_free(&walk);
        pld__kernel_tilted_atoms_free(&tilted);
        pld_mechanism_free(mechanism);
    }
    CHECK(worst > 1e-5L, "what is claimed is %Lg times what is seen", 1 / worst);
}

int main(void) {
    CU_TestInfo tests[] = {
        {"outcomes added up", test_truth}, {"laplace steps", test_laplace}, {"turned outcomes", test_walk}, CU_TEST_INFO_NULL};
    return suite_run("kernel/smoothed", tests);
}
