/* What an attacker can do, against its truth.
 *
 * On a line where the loss does not fall the best test of any level is a half line (Neyman and Pearson). With Q(x > a) <= rate <=
 * Q(x > b) the true-positive rate at `rate` is therefore between P(x > a) and P(x > b). The best guess with a prior is right with
 * probability integral max(prior p, (1 - prior) q) = 1 - prior + prior delta_remove(log((1 - prior)/prior)). */
#include "soundness/draw.h"
#include "soundness/line.h"
#include "soundness/relations.h"
#include "soundness/truth.h"

#include <math.h>
#include <stdio.h>

enum { PRECISION = 384, HALVINGS = 340, FAR = 40 }; /* 2^40 units of noise: nothing is left */

static bool drawn(dice *from, question *to) {
    question resolved;
    *to = dice_chance(from, 0.7) ? draw_single(from) : draw_gaussians(from);
    draw_adjacency(from, to);
    to->megabytes = 16;
    if (!question_resolved(to, &resolved))
        return false;
    truth_kind kind = truth_find(&resolved, PLD_REMOVE);
    return kind == TRUTH_LINE || kind == TRUTH_GAUSSIANS;
}

static outcome tell(const char *what, const char *command, const pld_bracket *bracket, const char *which, const arb_t truth) {
    char *digits = arb_get_str(truth, 20, 0);
    report_failure(what);
    printf("  %s\n    %s in [%.17g, %.17g]\n    truth: %s\n", command, which, bracket->lower, bracket->upper, digits);
    flint_free(digits);
    return CASE_FAILED;
}

/* Refused input is none of ours; anything else that is no answer is a failure. */
static outcome no_answer(pld_status status, const char *command) {
    if (status == PLD_ERROR_ARGUMENT || status == PLD_ERROR_MEMORY)
        return CASE_REFUSED;
    report_failure(pld_status_message(status));
    printf("  %s\n", command);
    return CASE_FAILED;
}

static outcome compare(const pld_bracket *bracket, const arb_t truth, const char *command, const char *which) {
    arb_t lower, upper;
    outcome got = CASE_HOLDS;
    arb_init(lower), arb_init(upper);
    arb_set_d(lower, bracket->lower);
    arb_set_d(upper, bracket->upper);
    if (arb_gt(truth, upper))
        got = tell("the upper end is below the truth", command, bracket, which, truth);
    else if (arb_lt(truth, lower))
        got = tell("the lower end is above the truth", command, bracket, which, truth);
    arb_clear(lower), arb_clear(upper);
    return got;
}

/* The pair that the truth of a question is about, in one direction. */
static void pair_create(line *made, const question *resolved, pld_direction direction) {
    if (truth_find(resolved, direction) == TRUTH_GAUSSIANS)
        line_create_gaussians(made, resolved, direction, PRECISION);
    else
        line_create(made, &resolved->steps[0], direction, PRECISION);
}

static void true_positive(arb_t truth, const question *resolved, pld_direction direction, double rate) {
    line pair;
    arb_t x, p, q, level;
    arf_t low, high, middle;
    arb_init(x), arb_init(p), arb_init(q), arb_init(level);
    arf_init(low), arf_init(high), arf_init(middle);
    pair_create(&pair, resolved, direction);
    arb_set_d(level, rate);
    arf_set_si_2exp_si(low, -1, FAR);
    arf_set_si_2exp_si(high, 1, FAR);
    for (int i = 0; i < HALVINGS; i++) { /* Q(x > low) >= rate, Q(x > high) <= rate, certainly */
        arf_add(middle, low, high, PRECISION, ARF_RND_NEAR);
        arf_mul_2exp_si(middle, middle, -1);
        arb_set_arf(x, middle);
        line_above(p, q, &pair, x, PRECISION);
        if (arb_ge(q, level))
            arf_set(low, middle);
        else if (arb_le(q, level))
            arf_set(high, middle);
        else
            break;
    }
    arb_set_arf(x, high);
    line_above(truth, q, &pair, x, PRECISION);
    arb_set_arf(x, low);
    line_above(p, q, &pair, x, PRECISION);
    arb_union(truth, truth, p, PRECISION);
    line_clear(&pair);
    arb_clear(x), arb_clear(p), arb_clear(q), arb_clear(level);
    arf_clear(low), arf_clear(high), arf_clear(middle);
}

static outcome check_rate(const question *of, double rate) {
    char command[COMMAND_SIZE];
    inquiry made;
    pld_attack attack;
    question resolved;
    arb_t truth, larger;
    pld_error error = {.message = ""};
    question_tradeoff_text(of, "fpr", rate, command);
    report_asking(command);
    pld_status status = inquiry_create(of, &made, &error);
    if (status == PLD_OK)
        status = pld_query_attack(made.steps, of->step_count, rate, &made.options, &attack, &error);
    inquiry_clear(&made);
    if (status != PLD_OK)
        return no_answer(status, command);
    outcome got = CASE_HOLDS;
    arb_init(truth), arb_init(larger);
    for (int d = 0; d < PLD_DIRECTIONS && question_resolved(of, &resolved) && got == CASE_HOLDS; d++) {
        if (!attack.directions[d].asked)
            continue;
        true_positive(truth, &resolved, (pld_direction)d, rate);
        arb_max(larger, larger, truth, PRECISION);
        got = compare(&attack.directions[d].true_positive, truth, command, d == PLD_ADD ? "tpr, add," : "tpr, remove,");
        arb_sub_si(truth, truth, 1, PRECISION);
        arb_neg(truth, truth);
        if (got == CASE_HOLDS)
            got = compare(&attack.directions[d].false_negative, truth, command, d == PLD_ADD ? "fnr, add," : "fnr, remove,");
    }
    if (got == CASE_HOLDS)
        got = compare(&attack.true_positive, larger, command, "tpr");
    arb_clear(truth), arb_clear(larger);
    return got;
}

static outcome check_prior(const question *of, double prior) {
    char command[COMMAND_SIZE];
    inquiry made;
    pld_posterior posterior;
    question resolved;
    arb_t truth, epsilon, share;
    pld_error error = {.message = ""};
    question_tradeoff_text(of, "prior", prior, command);
    report_asking(command);
    pld_status status = inquiry_create(of, &made, &error);
    if (status == PLD_OK)
        status = pld_query_posterior(made.steps, of->step_count, prior, &made.options, &posterior, &error);
    inquiry_clear(&made);
    if (status != PLD_OK)
        return no_answer(status, command);
    if (!question_resolved(of, &resolved))
        return CASE_REFUSED;
    arb_init(truth), arb_init(epsilon), arb_init(share);
    arb_set_d(share, prior);
    arb_sub_si(truth, share, 1, PRECISION);
    arb_neg(truth, truth); /* 1 - prior */
    arb_div(epsilon, truth, share, PRECISION);
    arb_log(epsilon, epsilon, PRECISION);
    line pair;
    arb_t delta;
    arb_init(delta);
    pair_create(&pair, &resolved, PLD_REMOVE);
    line_delta(delta, &pair, epsilon, PRECISION);
    line_clear(&pair);
    arb_addmul(truth, share, delta, PRECISION);
    arb_clear(delta);
    outcome got = compare(&posterior.accuracy, truth, command, "accuracy");
    arb_clear(truth), arb_clear(epsilon), arb_clear(share);
    return got;
}

outcome attack_check(dice *from) {
    question of;
    if (!drawn(from, &of))
        return CASE_REFUSED;
    if (dice_chance(from, 0.6))
        return check_rate(&of, dice_chance(from, 0.5) ? dice_uniform(from, 1e-3, 0.999) : dice_logarithmic(from, 1e-150, 1e-3));
    double prior = dice_chance(from, 0.3)   ? 0.5
                   : dice_chance(from, 0.3) ? dice_logarithmic(from, 1e-9, 0.1)
                   : dice_chance(from, 0.3) ? 1 - dice_logarithmic(from, 1e-9, 0.1)
                                            : dice_uniform(from, 0.01, 0.99);
    return check_prior(&of, prior);
}
