/* Batches in which a record may be drawn several times: J times, J = n_k with probability w_k, never with w_0. In units of sigma
 * A_k and B_k are the densities, over that of N(0), around value n_k s and other n_k s, s = 1/sigma, and L_k = A_k/B_k; L_k > 1
 * where y > c n_k s, c = (value + other)/2.
 *
 * Theorem (T142). Let J(y) be labels with sum_i w_i (A_i - L_k B_i)_+ <= w_0 (L_k - 1) at y for every k in J(y). The outcomes
 * (w_0 + sum_J w_k A_k, w_0 + sum_J w_k B_k) of all y, and (w_k A_k, w_k B_k) of k not in J(y) beside them, have at least the D
 * of such batches at all x >= 1. Their loss rises along y on each stretch of one J.
 *
 * Which J is taken is a choice: label k is joined on one stretch, on which the condition is shown piece by piece, from what grows
 * along y at the two ends of a piece. Label 1 needs no showing from c n_1 s to c(n_1 + n_2/2) s, where no other L_k is larger and
 * L_1 >= 1. Behind a gap between
 * stretches no label is joined. */
#include "pair/redrawn.h"

#include "base/base.h"
#include "base/normal.h"

#include <math.h>

enum { JOINED_MOST = 16, CORE_MOST = 24, LOOKS = 400 };

/* Lighter ones are gathered, left out, or not joined. */
static const long double LIGHT = 1e-18L, NOTHING = 1e-20L, LEAST_NEVER = 1e-6L;

/* Beyond this from a mean is less than 1e-781, which is counted as this much. */
static const double FAR = 60;
static const long double BEYOND = 1e-700L;

/* --- labels --------------------------------------------------------------------------------------------------------- */

pld__redrawn pld__redrawn_of(uint64_t draws, const long double *weight, double step) {
    pld__redrawn made = {.never = weight[0], .rho = ((double)draws + 2) * 8 * 0x1p-64, .step = step};
    uint64_t first = 1, last = draws, from = 1;
    long double rest = 0;
    while (first < draws && weight[first] < LIGHT)
        first++;
    while (last > first && weight[last] < LIGHT)
        last--;
    for (uint64_t j = 1; j <= draws; j++)
        rest += weight[j];
    uint64_t gap = (last - first + CORE_MOST) / CORE_MOST, to = first + gap - 1;
    while (from <= draws && rest >= NOTHING && made.count < PLD__REDRAWN_MOST) {
        long double sum = 0;
        bool end = to >= draws || made.count + 1 == PLD__REDRAWN_MOST;
        to = end ? draws : to;
        rest = 0;
        for (uint64_t j = from; j <= draws; j++)
            *(j <= to ? &sum : &rest) += weight[j];
        made.joined += from <= last;
        made.times[made.count] = to;
        made.weight[made.count++] = sum;
        from = to + 1;
        gap = to < last ? gap : 3 * gap;
        to += gap;
    }
    made.rest = from <= draws ? rest : 0;
    made.joined = made.never < LEAST_NEVER ? 0 : made.joined < JOINED_MOST ? made.joined : JOINED_MOST;
    return made;
}

/* --- where labels are joined ---------------------------------------------------------------------------------------- */

typedef struct {
    const pld__redrawn *drawn;
    size_t joined;                                /* labels that are joined anywhere: the first of them */
    double value, other;                          /* moves, in units of sigma */
    double middle;                                /* L_k is 1 at n_k of this */
    double join[JOINED_MOST], leave[JOINED_MOST]; /* the stretch on which label k is joined */
} stretches;

/* log A, log B of a label at y. */
static long double log_ratio(double move, uint64_t times, long double y) {
    long double mean = (long double)move * (long double)times;
    return mean * (y - mean / 2);
}

/* The condition for label k on all of [low, high]: A, B and L_k grow along y. Logs are good to 2^-60 of terms below 2^32, and so
 * differences to 1e-9. */
static bool may_join(const stretches *of, size_t k, double low, double high) {
    const pld__redrawn *drawn = of->drawn;
    const long double slack = 1e-9L;
    long double own = log_ratio(of->value, drawn->times[k], low) - log_ratio(of->other, drawn->times[k], low), others = 0;
    for (size_t i = 0; i < drawn->count; i++) {
        long double a = log_ratio(of->value, drawn->times[i], high) - own, b = log_ratio(of->other, drawn->times[i], low);
        if (i != k && a > b - slack)
            others += drawn->weight[i] * expl(a) * (slack - expm1l(fminl(b - a, 0)));
    }
    return others <= drawn->never * -expm1l(slack - own) * (1 - slack);
}

/* How far towards `limit` the condition holds, as far as pieces show it. */
static double walk(const stretches *of, size_t k, double from, double limit) {
    double at = from, stride = (limit - from) / 64, least = 1e-6 * fabs(limit - from);
    for (int i = 0; i < LOOKS && at != limit && fabs(stride) > least; i++) {
        double next = fabs(stride) < fabs(limit - at) ? at + stride : limit;
        bool holds = may_join(of, k, fmin(at, next), fmax(at, next));
        at = holds ? next : at;
        stride *= holds ? 1.5 : 0.5;
    }
    return at;
}

/* The stretch of label k, from the middle of where L_k is the largest. */
static bool find_stretch(stretches *of, size_t k) {
    const pld__redrawn *drawn = of->drawn;
    double one = of->middle * (double)drawn->times[k], anchor = 2 * one;
    double limit = of->value * (double)drawn->times[drawn->joined - 1] + FAR;
    if (k == 0)
        anchor = drawn->count > 1 ? of->middle * ((double)drawn->times[0] + (double)drawn->times[1] / 2) : anchor;
    else if (!may_join(of, k, anchor, anchor))
        return false;
    of->join[k] = k == 0 ? one : walk(of, k, anchor, one);
    of->leave[k] = k + 1 == drawn->count ? INFINITY : walk(of, k, anchor, fmax(limit, anchor));
    return true;
}

/* All stretches. Less is joined than may be, so that labels that are joined at one place follow each other, and no place between
 * them is left out. */
static void find_stretches(stretches *of) {
    while (of->joined < of->drawn->joined && find_stretch(of, of->joined)) {
        size_t k = of->joined;
        of->join[k] = k > 0 ? fmax(of->join[k], of->join[k - 1]) : of->join[k];
        if (k > 0 && !(of->join[k] < of->leave[k - 1]))
            break;
        of->joined++;
    }
    for (size_t k = of->joined; k-- > 1;)
        of->leave[k - 1] = fmin(of->leave[k - 1], of->leave[k]);
    for (size_t k = 1; k < of->joined; k++)
        if (!(of->join[k] < of->leave[k - 1]))
            of->joined = k;
}

/* --- pieces --------------------------------------------------------------------------------------------------------- */

typedef struct {
    pld__pieces *pieces;
    const stretches *of;
    bool exchanged;
    long double *dropped;
} adding;

/* Labels `low` to `high` - 1, with never being drawn or alone, from one place to another, if there is anything. */
static pld_status add_stretch(const adding *to, size_t low, size_t high, bool alone, double from, double until) {
    const stretches *of = to->of;
    const pld__redrawn *drawn = of->drawn;
    long double weight[JOINED_MOST + 1] = {drawn->never}, sum = alone ? 0 : drawn->never;
    double p_mean[JOINED_MOST + 1] = {0}, q_mean[JOINED_MOST + 1] = {0};
    size_t count = alone ? 0 : 1, sides = 0;
    if (!(from < until))
        return PLD_OK;
    if (from >= of->value * (double)drawn->times[high - 1] + FAR) {
        to->pieces->left_out += BEYOND;
        return PLD_OK;
    }
    for (size_t k = low; k < high; k++, count++) {
        weight[count] = drawn->weight[k];
        p_mean[count] = of->value * (double)drawn->times[k];
        q_mean[count] = of->other * (double)drawn->times[k];
        sum += weight[count];
    }
    bool one = of->other == 0; /* Q is N(0) */
    pld_status status =
        pld__pieces_add_sides(to->pieces, count, weight, p_mean, one ? 1 : count, weight, q_mean, to->dropped, &sides);
    if (status == PLD_OK)
        to->pieces->piece[to->pieces->count++] = (pld__piece){.sides = sides,
                                                              .weight = sum,
                                                              .rho = drawn->rho,
                                                              .from = from,
                                                              .to = until,
                                                              .exchanged = to->exchanged,
                                                              .rises_all = one};
    return status;
}

/* What is joined, from edge to edge; *end is where nothing is joined any more. */
static pld_status add_joined(const adding *to, double *end) {
    const stretches *of = to->of;
    size_t low = 0, high = 1;
    pld_status status = PLD_OK;
    *end = of->join[0];
    while (low < high && status == PLD_OK) {
        double from = *end, joins = high < of->joined ? of->join[high] : INFINITY;
        *end = fmin(joins, of->leave[low]);
        status = add_stretch(to, low, high, false, from, *end);
        high += joins == *end && high < of->joined;
        low += of->leave[low] == *end;
    }
    return status;
}

/* Every label by itself, where its loss is > 0 and it is not joined. */
static pld_status add_alone(const adding *to) {
    const stretches *of = to->of;
    pld_status status = PLD_OK;
    for (size_t k = 0; k < of->drawn->count && status == PLD_OK; k++) {
        bool joined = k < of->joined;
        status = add_stretch(to, k, k + 1, true, of->middle * (double)of->drawn->times[k], joined ? of->join[k] : INFINITY);
        if (status == PLD_OK && joined)
            status = add_stretch(to, k, k + 1, true, of->leave[k], INFINITY);
    }
    return status;
}

pld_status pld__pieces_add_redrawn(pld__pieces *pieces, const pld__redrawn *drawn, int value, int other, bool exchanged,
                                   long double *dropped) {
    stretches of = {
        .drawn = drawn, .value = value * drawn->step, .other = other * drawn->step, .middle = (value + other) * drawn->step / 2};
    long double lost = 0;
    const adding to = {pieces, &of, exchanged, &lost};
    double begin = 0, end = 0;
    find_stretches(&of);
    bool joined = of.joined > 0;
    pld_status status = joined ? add_joined(&to, &end) : PLD_OK;
    if (status == PLD_OK)
        status = add_alone(&to);
    begin = joined ? of.join[0] : 0;
    pieces->still += drawn->never * (erfl((long double)begin / sqrtl(2)) / 2 + pld__normal_tail(end));
    pieces->left_out += drawn->rest;
    *dropped += lost;
    return status;
}
