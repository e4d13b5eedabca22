#include "soundness/judge.h"

#include <math.h>
#include <stdio.h>

/* Bits. */
static const slong precisions[] = {128, 256, 640, 1600, 4000};

/* Truth of a question that is known by one method in one direction, or by two in both. */
typedef struct {
    question resolved;
    bool asked[PLD_DIRECTIONS];
    truth_kind kind[PLD_DIRECTIONS];
} known;

static slong last_precision(const known *truth) {
    slong last = 4000;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        truth_kind kind = truth->asked[d] ? truth->kind[d] : TRUTH_LINE;
        slong most = kind == TRUTH_LINE || kind == TRUTH_GAUSSIANS ? 4000
                     : kind == TRUTH_LOW_NOISE                     ? 640
                     : kind == TRUTH_CELLS                         ? 1600
                                                                   : 1600;
        last = most < last ? most : last;
    }
    return last;
}

static void known_delta(arb_t delta, const known *truth, const arb_t epsilon, slong precision) {
    arb_t one;
    bool first = true;
    arb_init(one);
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        if (!truth->asked[d])
            continue;
        truth_delta(one, &truth->resolved, (pld_direction)d, truth->kind[d], epsilon, precision);
        if (first)
            arb_set(delta, one);
        else
            arb_max(delta, delta, one, precision);
        first = false;
    }
    arb_clear(one);
}

static void known_supremum(arb_t supremum, const known *truth, slong precision) {
    arb_t one;
    arb_init(one);
    arb_zero(supremum); /* no epsilon is below 0 */
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        if (!truth->asked[d])
            continue;
        truth_supremum(one, &truth->resolved, (pld_direction)d, precision);
        if (arf_is_pos_inf(arb_midref(one)) || arf_is_pos_inf(arb_midref(supremum)))
            arb_pos_inf(supremum);
        else
            arb_max(supremum, supremum, one, precision);
    }
    arb_clear(one);
}

/* Compares a bracket of numbers with an enclosure of what is between them. */
static verdict compare(const arb_t truth, const arb_t lower, const arb_t upper) {
    if (arb_gt(truth, upper))
        return UPPER_LOW;
    if (arb_lt(truth, lower))
        return LOWER_HIGH;
    return arb_le(truth, upper) && arb_ge(truth, lower) ? HOLDS : OPEN;
}

static void describe(char *text, const char *format, const arb_t truth) {
    char *digits = arb_get_str(truth, 20, 0);
    snprintf(text, TRUTH_TEXT_SIZE, format, digits);
    flint_free(digits);
}

/* --- delta ---------------------------------------------------------------------------------------------------------- */

static verdict judge_delta(const known *truth, const pld_bracket *bracket, slong precision, char *text) {
    arb_t delta, epsilon, lower, upper;
    arb_init(delta), arb_init(epsilon), arb_init(lower), arb_init(upper);
    arb_set_d(epsilon, truth->resolved.epsilon);
    known_delta(delta, truth, epsilon, precision);
    arb_set_d(lower, bracket->lower); /* log delta; e^-infinity is 0 */
    arb_exp(lower, lower, precision);
    arb_set_d(upper, bracket->upper);
    arb_exp(upper, upper, precision);
    verdict judged = compare(delta, lower, upper);
    if (judged == OPEN && (bracket->upper >= 0 || arb_le(delta, upper)) && (bracket->lower == -INFINITY || arb_ge(delta, lower)))
        judged = HOLDS; /* an end at 0 or 1 holds whatever delta is */
    describe(text, "delta is %s", delta);
    arb_clear(delta), arb_clear(epsilon), arb_clear(lower), arb_clear(upper);
    return judged;
}

/* --- epsilon -------------------------------------------------------------------------------------------------------- */

/* The truth is the supremum itself. */
static verdict judge_pure(const known *truth, const pld_bracket *bracket, slong precision, char *text) {
    arb_t supremum, lower, upper;
    arb_init(supremum), arb_init(lower), arb_init(upper);
    known_supremum(supremum, truth, precision);
    arb_set_d(lower, bracket->lower);
    arb_set_d(upper, bracket->upper);
    verdict judged = compare(supremum, lower, upper);
    if (arf_is_pos_inf(arb_midref(supremum)))
        judged = bracket->upper < INFINITY ? UPPER_LOW : HOLDS;
    describe(text, "epsilon is %s", supremum);
    arb_clear(supremum), arb_clear(lower), arb_clear(upper);
    return judged;
}

/* delta(epsilon) is continuous, and falls strictly where it is above 0. For a target above 0 the truth, the smallest epsilon >= 0
 * with delta(epsilon) <= target, is at most U if and only if delta(U) <= target; and it is below L > 0 if and only if delta(L) <
 * target. */
static verdict judge_epsilon(const known *truth, const pld_bracket *bracket, slong precision, char *text) {
    arb_t delta, epsilon, target;
    verdict judged = HOLDS;
    arb_init(delta), arb_init(epsilon), arb_init(target);
    arb_set_d(target, truth->resolved.log_delta);
    arb_exp(target, target, precision);
    if (bracket->upper < INFINITY) {
        arb_set_d(epsilon, bracket->upper);
        known_delta(delta, truth, epsilon, precision);
        judged = arb_gt(delta, target) ? UPPER_LOW : arb_le(delta, target) ? HOLDS : OPEN;
        if (judged == UPPER_LOW)
            describe(text, "delta at the upper end is %s", delta);
    }
    if (judged != UPPER_LOW && bracket->lower > 0) {
        /* Above every finite epsilon: then also above this one. */
        arb_set_d(epsilon, bracket->lower < INFINITY ? bracket->lower : 1e15);
        known_delta(delta, truth, epsilon, precision);
        if (arb_lt(delta, target)) {
            judged = LOWER_HIGH;
            describe(text, "delta at the lower end is %s", delta);
        } else if (!arb_ge(delta, target)) {
            judged = OPEN;
        }
    }
    arb_clear(delta), arb_clear(epsilon), arb_clear(target);
    return judged;
}

/* --- brackets ------------------------------------------------------------------------------------------------------- */

verdict judge_bracket(const question *of, bool both, pld_direction direction, const pld_bracket *bracket, char *text) {
    known truth;
    bool pure = !of->for_delta && of->log_delta == -INFINITY;
    text[0] = '\0';
    if (!question_resolved(of, &truth.resolved))
        return UNKNOWN;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        truth.asked[d] = both ? question_asks(of, (pld_direction)d) : d == (int)direction;
        truth.kind[d] = truth_find(&truth.resolved, (pld_direction)d);
        if (truth.asked[d] && truth.kind[d] == TRUTH_NONE && !pure)
            return UNKNOWN;
    }
    verdict judged = OPEN;
    bool again = false; /* a miss is told with more digits than it took to see it */
    for (size_t i = 0; i < sizeof precisions / sizeof *precisions && (judged == OPEN || again); i++) {
        if (precisions[i] > last_precision(&truth))
            break;
        judged = of->for_delta ? judge_delta(&truth, bracket, precisions[i], text)
                 : pure        ? judge_pure(&truth, bracket, precisions[i], text)
                               : judge_epsilon(&truth, bracket, precisions[i], text);
        again = !again && i < 2 && (judged == UPPER_LOW || judged == LOWER_HIGH);
    }
    return judged;
}

verdict judge_result(const question *of, const pld_result *result, char *text, const char **which) {
    verdict whole = judge_bracket(of, true, PLD_REMOVE, &result->bracket, text);
    *which = "";
    if (whole == UPPER_LOW || whole == LOWER_HIGH)
        return whole;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        if (!result->directions[d].asked)
            continue;
        verdict one = judge_bracket(of, false, (pld_direction)d, &result->directions[d].bracket, text);
        if (one == UPPER_LOW || one == LOWER_HIGH) {
            *which = pld_direction_name((pld_direction)d);
            return one;
        }
        whole = whole == UNKNOWN ? one : whole;
    }
    return whole;
}
