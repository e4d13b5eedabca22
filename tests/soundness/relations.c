#include "soundness/relations.h"

#include "soundness/draw.h"

#include <math.h>
#include <stdio.h>

/* --- two answers ---------------------------------------------------------------------------------------------------- */

/* Two questions with their answers, and what is said if they contradict each other. */
typedef struct {
    question questions[2];
    pld_result results[2];
} two;

static outcome ask_both(two *of) {
    for (int i = 0; i < 2; i++) {
        outcome got = report_ask(&of->questions[i], &of->results[i]);
        if (got != CASE_HOLDS)
            return got;
    }
    return CASE_HOLDS;
}

static outcome conclude(const two *of, bool holds, const char *what) {
    if (holds)
        return CASE_HOLDS;
    report_failure(what);
    report_line(&of->questions[0], &of->results[0]);
    report_line(&of->questions[1], &of->results[1]);
    return CASE_FAILED;
}

/* Both are about one number. */
static outcome same(two *of, const char *what) {
    outcome got = ask_both(of);
    const pld_bracket *a = &of->results[0].bracket, *b = &of->results[1].bracket;
    return got != CASE_HOLDS ? got : conclude(of, a->lower <= b->upper && b->lower <= a->upper, what);
}

/* The first number is at most the second. */
static outcome ordered(two *of, const char *what) {
    outcome got = ask_both(of);
    return got != CASE_HOLDS ? got : conclude(of, of->results[0].bracket.lower <= of->results[1].bracket.upper, what);
}

/* --- relations ------------------------------------------------------------------------------------------------------ */

static outcome tolerances(dice *from, two *of) {
    of->questions[1].relative_tolerance = dice_logarithmic(from, 1e-9, 0.1);
    return same(of, "brackets of two tolerances do not overlap");
}

/* The library takes the parts one by one; the program would join them again. */
static outcome splitting(dice *from, two *of) {
    question *parts = &of->questions[1];
    step *whole = &parts->steps[0];
    if (whole->count < 2)
        return CASE_REFUSED;
    uint64_t part = 1 + dice_below(from, whole->count - 1);
    parts->steps[parts->step_count] = *whole;
    parts->steps[parts->step_count++].count = part;
    whole->count -= part;
    return same(of, "a composition and the same one split (as separate steps of one query) do not overlap");
}

static outcome scaling(dice *from, two *of) {
    int power = (int)dice_below(from, 41) - 20;
    for (unsigned i = 0; i < of->questions[1].step_count; i++) {
        step *scaled = &of->questions[1].steps[i];
        if (scaled->family > POISSON_LAPLACE)
            continue;
        scaled->scale = ldexp(scaled->scale, power);
        scaled->sensitivity = ldexp(scaled->sensitivity, power);
    }
    return same(of, "noise and sensitivity scaled by one power of two: brackets do not overlap");
}

/* -Q versus -P: what was added is removed now. */
static outcome mirroring(dice *from, two *of) {
    for (unsigned i = 0; i < of->questions[0].step_count; i++) {
        step *plain = &of->questions[0].steps[i], *mirrored = &of->questions[1].steps[i];
        uint64_t count = plain->count < 200 ? plain->count : 200;
        *plain = draw_step(from, MIXTURE_GAUSSIAN, DRAW_MODERATE);
        plain->count = count;
        *mirrored = *plain;
        mirrored->p_count = plain->q_count;
        mirrored->q_count = plain->p_count;
        for (unsigned j = 0; j < COMPONENTS_MOST; j++) {
            mirrored->p_weight[j] = plain->q_weight[j];
            mirrored->q_weight[j] = plain->p_weight[j];
            mirrored->p_mean[j] = 0 - plain->q_mean[j]; /* no negative 0 */
            mirrored->q_mean[j] = 0 - plain->p_mean[j];
        }
    }
    of->questions[0].adjacency = dice_chance(from, 0.5) ? PLD_ADJACENCY_ADD : PLD_ADJACENCY_REMOVE;
    of->questions[1].adjacency = of->questions[0].adjacency == PLD_ADJACENCY_ADD ? PLD_ADJACENCY_REMOVE : PLD_ADJACENCY_ADD;
    return same(of, "a pair and its mirror image in the other direction do not overlap");
}

static outcome more_steps(dice *from, two *of) {
    uint64_t *count = &of->questions[1].steps[dice_below(from, of->questions[1].step_count)].count;
    *count += 1 + dice_below(from, *count);
    return ordered(of, "more steps spend less");
}

static outcome one_more(dice *from, two *of) {
    question *longer = &of->questions[1];
    longer->steps[longer->step_count] = draw_step(from, (family)dice_below(from, FAMILIES), DRAW_MODERATE);
    question resolved;
    if (!question_resolved(longer, &resolved))
        return CASE_REFUSED;
    longer->step_count++;
    if (!question_resolved(longer, &resolved))
        return CASE_REFUSED;
    return ordered(of, "another step spends less");
}

static outcome larger_target(dice *from, two *of) {
    question *first = &of->questions[0], *second = &of->questions[1];
    if (first->for_delta) { /* a larger epsilon has the smaller delta */
        question_set_epsilon(first, second->epsilon * (1 + dice_logarithmic(from, 1e-9, 1)));
        return ordered(of, "delta rises with epsilon");
    }
    draw_delta(from, first, false);
    if (first->log_delta < second->log_delta) {
        question larger = *second;
        *second = *first;
        *first = larger;
    }
    return ordered(of, "epsilon rises with delta");
}

/* delta at the upper end of epsilon is at most the target, at a lower end above 0 at least. */
static outcome duality(dice *from, two *of) {
    question *asked = &of->questions[0], *back = &of->questions[1];
    if (asked->for_delta)
        draw_delta(from, asked, false);
    outcome got = report_ask(asked, &of->results[0]);
    if (got != CASE_HOLDS)
        return got;
    const pld_bracket *epsilon = &of->results[0].bracket;
    bool upper = dice_chance(from, 0.5);
    if (!upper && !(epsilon->lower > 0))
        return CASE_REFUSED;
    if (!isfinite(upper ? epsilon->upper : epsilon->lower))
        return CASE_REFUSED;
    question_set_epsilon(back, upper ? epsilon->upper : epsilon->lower);
    got = report_ask(back, &of->results[1]);
    if (got != CASE_HOLDS)
        return got;
    const pld_bracket *delta = &of->results[1].bracket;
    return upper ? conclude(of, delta->lower <= asked->log_delta, "delta at the upper end of epsilon is above the target")
                 : conclude(of, delta->upper >= asked->log_delta, "delta at the lower end of epsilon is below the target");
}

/* Asked for both, the answer is that of the larger direction. */
static outcome directions(dice *from, two *of) {
    (void)from;
    pld_result whole;
    question asked = of->questions[0];
    asked.adjacency = PLD_ADJACENCY_ADD_REMOVE;
    outcome got = report_ask(&asked, &whole);
    of->questions[0].adjacency = PLD_ADJACENCY_ADD;
    of->questions[1].adjacency = PLD_ADJACENCY_REMOVE;
    if (got == CASE_HOLDS)
        got = ask_both(of);
    if (got != CASE_HOLDS)
        return got;
    double lower = fmax(of->results[0].bracket.lower, of->results[1].bracket.lower);
    double upper = fmax(of->results[0].bracket.upper, of->results[1].bracket.upper);
    got = conclude(of, lower <= whole.bracket.upper && whole.bracket.lower <= upper,
                   "add-remove is not the larger of add and remove");
    if (got != CASE_HOLDS)
        report_line(&asked, &whole);
    return got;
}

/* poisson:of=gaussian is poisson-gaussian, and so on. */
static outcome wrapping(dice *from, two *of) {
    for (unsigned i = 0; i < of->questions[0].step_count; i++) {
        step *plain = &of->questions[0].steps[i];
        uint64_t count = plain->count;
        *plain = draw_step(from, dice_chance(from, 0.5) ? POISSON_GAUSSIAN : POISSON_LAPLACE, DRAW_MODERATE);
        plain->count = count;
        plain->removed = 1;
        plain->added = 0;
        plain->wrapped = false;
        of->questions[1].steps[i] = *plain;
        of->questions[1].steps[i].wrapped = true;
    }
    of->questions[0].adjacency = of->questions[1].adjacency = PLD_ADJACENCY_ADD_REMOVE;
    return same(of, "a sampled family and the sampling of its family do not overlap");
}

outcome relations_check(dice *from) {
    static outcome (*const relations[])(dice *, two *) = {tolerances, splitting,     scaling, mirroring,  more_steps,
                                                          one_more,   larger_target, duality, directions, wrapping};
    enum { COUNT = sizeof relations / sizeof *relations };
    size_t which = dice_below(from, COUNT + 1);
    if (which == COUNT)
        return relations_calibrate(from);
    two drawn;
    drawn.questions[0] = dice_chance(from, 0.25) ? draw_low_noise(from) : draw_many(from);
    draw_adjacency(from, &drawn.questions[0]);
    draw_target(from, &drawn.questions[0]);
    drawn.questions[1] = drawn.questions[0];
    return relations[which](from, &drawn);
}
