#include "soundness/selftest.h"

#include "soundness/few.h"
#include "soundness/judge.h"
#include "soundness/outcomes.h"

#include <math.h>
#include <stdio.h>

static unsigned checks, failures;

static void expect(bool good, const char *what, const question *of) {
    char text[COMMAND_SIZE] = "";
    checks++;
    if (good)
        return;
    failures++;
    if (of)
        question_text(of, text);
    printf("self-test: %s: %s\n", what, text);
}

/* --- the truth is what others computed ------------------------------------------------------------------------------ */

static step plain(family of, double scale, double rate, uint64_t count) {
    return (step){.family = of, .scale = scale, .rate = rate, .sensitivity = 1, .shift = 1, .removed = 1, .k = 2, .count = count};
}

static question ask_delta(step of, pld_adjacency adjacency, double epsilon) {
    question made = {.steps = {of}, .step_count = 1, .adjacency = adjacency};
    question_set_epsilon(&made, epsilon);
    return made;
}

static question ask_epsilon(step of, pld_adjacency adjacency, const char *delta) {
    question made = {.steps = {of}, .step_count = 1, .adjacency = adjacency};
    question_set_delta(&made, delta);
    return made;
}

/* `value` is right to about `digits` relative. */
static void known(question of, double value, double relative) {
    char text[TRUTH_TEXT_SIZE];
    double slack = of.for_delta ? relative : relative * value, at = of.for_delta ? log(value) : value;
    pld_bracket around = {at - slack, at, at + slack}, below = {0, 0, at - slack}, above = {at + slack, 0, INFINITY};
    below.lower = of.for_delta ? -INFINITY : 0;
    above.upper = of.for_delta ? 1 : INFINITY;
    expect(judge_bracket(&of, true, PLD_REMOVE, &around, text) == HOLDS, "a known value is outside", &of);
    expect(judge_bracket(&of, true, PLD_REMOVE, &below, text) == UPPER_LOW, "a bracket below the truth passes", &of);
    expect(judge_bracket(&of, true, PLD_REMOVE, &above, text) == LOWER_HIGH, "a bracket above the truth passes", &of);
}

/* By 50-digit arithmetic of another program (mpmath), rounded as written. */
static void known_values(void) {
    step far = plain(POISSON_LAPLACE, 1, 0.0015, 1), answer = plain(RANDOMIZED_RESPONSE, 1, 1, 1);
    far.sensitivity = 1000;
    known(ask_epsilon(plain(POISSON_LAPLACE, 0.001, 0.5, 1), PLD_ADJACENCY_REMOVE, "0.3"), 997.4743, 1e-6);
    known(ask_epsilon(far, PLD_ADJACENCY_ADD_REMOVE, "1e-3"), 991.3005, 1e-6);
    known(ask_epsilon(plain(POISSON_LAPLACE, 0.001, 0.5, 1), PLD_ADJACENCY_REMOVE, "0"), 999.3069, 1e-6);
    known(ask_epsilon(plain(POISSON_GAUSSIAN, 1, 1e-9, 1), PLD_ADJACENCY_ADD, "0"), -log1p(-1e-9), 1e-14);
    known(ask_delta(plain(POISSON_GAUSSIAN, 0.02, 1e-6, 1000000), PLD_ADJACENCY_ADD, 1.0000005000003234), 9.92e-15, 1e-3);
    known(ask_delta(plain(POISSON_GAUSSIAN, 1, 1e-18, 1), PLD_ADJACENCY_ADD, 0), 3.83e-19, 1e-3);
    known(ask_delta(plain(POISSON_GAUSSIAN, 0.02, 0.3, 1000), PLD_ADJACENCY_ADD, 356.67494393873216), 2.07195e-13, 1e-5);
    answer.epsilon = 1e-17;
    answer.count = 10000000000;
    known(ask_epsilon(answer, PLD_ADJACENCY_ADD_REMOVE, "0"), 1e-7, 1e-14);
}

/* --- a bracket shifted by 1e-9 is refused --------------------------------------------------------------------------- */

/* Both questions that a true point (epsilon, delta) answers. */
static void shifted(question of, double epsilon) {
    question resolved;
    arb_t delta, exact;
    arb_init(delta), arb_init(exact);
    question_set_epsilon(&of, epsilon);
    if (question_resolved(&of, &resolved)) {
        arb_set_d(exact, epsilon);
        truth_delta(delta, &resolved, PLD_REMOVE, truth_find(&resolved, PLD_REMOVE), exact, 1600);
        arb_log(delta, delta, 1600);
        double log_delta = arf_get_d(arb_midref(delta), ARF_RND_NEAR);
        of.adjacency = PLD_ADJACENCY_REMOVE;
        known(of, exp(log_delta), 1e-9);
        of.for_delta = false;
        of.log_delta = log_delta;
        snprintf(of.given, sizeof of.given, "%.17g", exp(log_delta));
        known(of, epsilon, 1e-9);
    }
    arb_clear(delta), arb_clear(exact);
}

static void shifted_everywhere(void) {
    step mixture = plain(MIXTURE_GAUSSIAN, 0.7, 1, 1), batch = plain(HYPERGEOMETRIC_GAUSSIAN, 1, 1, 1);
    step vote = plain(NOISY_VOTE, 2, 1, 30), answer = plain(RANDOMIZED_RESPONSE, 1, 1, 40), box = plain(APPROX_DP, 1, 1, 12);
    step group = plain(POISSON_GAUSSIAN, 0.8, 0.01, 1), geometric = plain(DISCRETE_LAPLACE, 3, 1, 5);
    mixture.p_count = mixture.q_count = 2;
    mixture.p_weight[0] = 0.9, mixture.p_weight[1] = 0.1, mixture.p_mean[1] = 1;
    mixture.q_weight[0] = 0.7, mixture.q_weight[1] = 0.3, mixture.q_mean[1] = -1;
    batch.population = 1000, batch.batch = 50, batch.k = 3;
    answer.epsilon = 0.3, answer.k = 5, box.epsilon = 0.2, box.delta = 1e-3;
    group.removed = 3, group.added = 2, geometric.sensitivity = 3;
    const step steps[] = {plain(GAUSSIAN, 2, 1, 7),
                          group,
                          batch,
                          mixture,
                          plain(LAPLACE, 2, 1, 1),
                          plain(POISSON_LAPLACE, 0.5, 0.1, 1),
                          answer,
                          plain(DISCRETE_GAUSSIAN, 1.5, 1, 3),
                          geometric,
                          box,
                          vote,
                          plain(POISSON_GAUSSIAN, 0.03, 0.01, 20)};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) /* the last with one step that shows, about half of the time */
        shifted((question){.steps = {steps[i]}, .step_count = 1, .adjacency = PLD_ADJACENCY_REMOVE},
                steps[i].scale == 0.03 ? 550 : 0.25);
}

/* --- two ways to one truth ------------------------------------------------------------------------------------------ */

static void agree(const arb_t a, const arb_t b, slong bits, const char *what) {
    expect(arb_overlaps(a, b) && arb_rel_accuracy_bits(a) > bits && arb_rel_accuracy_bits(b) > bits, what, NULL);
}

static void two_ways(void) {
    arb_t epsilon, a, b;
    arb_init(epsilon), arb_init(a), arb_init(b);
    arb_set_d(epsilon, 0.75);
    question of = {.steps = {plain(GAUSSIAN, 1.5, 1, 2)}, .step_count = 1};
    truth_delta(a, &of, PLD_ADD, TRUTH_GAUSSIANS, epsilon, 256);
    truth_delta(b, &of, PLD_ADD, TRUTH_CELLS, epsilon, 1600);
    agree(a, b, 14, "two Gaussian steps by cells are not one Gaussian");
    of.steps[0] = plain(DISCRETE_GAUSSIAN, 0.8, 1, 2);
    truth_delta(a, &of, PLD_REMOVE, TRUTH_OUTCOMES, epsilon, 128);
    truth_delta(b, &of, PLD_REMOVE, TRUTH_SUMS, epsilon, 256);
    agree(a, b, 60, "two discrete Gaussians counted through are not those by sums");
    of.steps[0] = plain(POISSON_GAUSSIAN, 0.03, 0.2, 2);
    arb_set_d(epsilon, 0.4);
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        truth_delta(a, &of, (pld_direction)d, TRUTH_LOW_NOISE, epsilon, 256);
        truth_delta(b, &of, (pld_direction)d, TRUTH_CELLS, epsilon, 1600);
        agree(a, b, 6, "little noise is not what cells say");
    }
    of.steps[0] = plain(POISSON_GAUSSIAN, 0.05, 0.2, 1);
    truth_delta(a, &of, PLD_REMOVE, TRUTH_LOW_NOISE, epsilon, 256);
    truth_delta(b, &of, PLD_REMOVE, TRUTH_LINE, epsilon, 256);
    agree(a, b, 40, "little noise is not what one step says");
    arb_clear(epsilon), arb_clear(a), arb_clear(b);
}

int self_test(void) {
    known_values();
    shifted_everywhere();
    two_ways();
    printf("soundness self-test: %u checks, %u failures\n", checks, failures);
    return failures > 0;
}
