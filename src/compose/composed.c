/* Reading delta and epsilon off a composed tilted law.
 *
 * With y_j = loss_j - epsilon, delta = infinity + e^(log_scale - theta epsilon) sum over y_j > 0 of c_j e^(-theta y_j) (1 - e^-y_j). The suffix sums
 *     S_j = sum_{i >= j} c_i e^(-theta (i - j) h),    R_j = sum_{i >= j} c_i e^(-theta (i - j) h) (1 - e^(-(i - j) h))
 * follow from S_j = c_j + e^(-theta h) S_(j+1), R_j = e^(-theta h) (e^-h R_(j+1) + (1 - e^-h) S_(j+1)), positive terms only; at
 * y = loss_j - epsilon the sum is e^(-theta y) ((1 - e^-y) S_j + e^-y R_j). Long double: after n steps they are off by 4 n 2^-64. */
#include "compose/compose.h"

#include "base/base.h"
#include "compose/spectrum.h"

#include <math.h>

typedef struct {
    long double s, r;
} suffix;

typedef struct {
    const pld__composed *composed;
    long double decay, shrink, lift; /* e^(-theta h), e^-h, 1 - e^-h */
} reader;

static reader reader_of(const pld__composed *composed) {
    long double h = composed->width;
    return (reader){composed, expl(-composed->theta * h), expl(-h), -expm1l(-h)};
}

static inline long double loss_at(const pld__composed *composed, size_t j) {
    return composed->first_loss + (long double)j * composed->width;
}

static inline double weight_at(const pld__composed *composed, size_t j) {
    size_t at = composed->start + j;
    return composed->weight[at >= composed->count ? at - composed->count : at];
}

static inline suffix extend(const reader *read, suffix next, double weight) {
    return (suffix){weight + read->decay * next.s, read->decay * (read->shrink * next.r + read->lift * next.s)};
}

/* From the tilted sums at epsilon (and an absolute error of the first) to the bound. */
static pld__delta_parts parts_from(const pld__composed *composed, long double hockey, long double slope, long double sum_error,
                                   long double epsilon) {
    long double scale = expl(composed->log_scale - composed->theta * epsilon);
    /* Relative errors of scale and of the exponentials in the sum. */
    long double relative = 1e-18L * (fabsl(composed->log_scale) + fabsl(composed->theta * epsilon)) + 1e-17L;
    long double error = scale * (composed->roundoff + sum_error + relative * hockey);
    pld__delta_parts parts = {.roundoff = error, .slope = scale * fmaxl(slope, 0)};
    if (composed->upper) {
        parts.tail = composed->infinity;
        parts.wraparound = composed->lost;
        parts.delta = scale * hockey + error + composed->infinity + composed->lost;
    } else {
        parts.wraparound = scale * composed->wrapped;
        parts.delta = fmaxl(scale * hockey - error - parts.wraparound, 0) + composed->infinity;
    }
    return parts;
}

/* The bound at epsilon <= loss of the node whose suffix sums are given (and above the node before). */
static pld__delta_parts parts_at(const pld__composed *composed, suffix sums, long double node_loss, long double epsilon) {
    long double y = fmaxl(node_loss - epsilon, 0), drop = expl(-y), fall = expl(-composed->theta * y);
    long double hockey = fall * (-expm1l(-y) * sums.s + drop * sums.r);
    /* -d/d epsilon of the sum is e^(-theta y) e^-y (S - R): what exceeds epsilon, weighted by e^-y. */
    long double slope = fall * drop * (sums.s - sums.r);
    return parts_from(composed, hockey, slope, 0x1p-62L * (long double)composed->count * hockey, epsilon);
}

/* A single step on a list of nodes: term by term. */
static pld__delta_parts listed_parts(const pld__composed *composed, double epsilon) {
    long double hockey = 0, slope = 0;
    for (size_t i = composed->count; i-- > 0 && composed->losses[i] > epsilon;) {
        double y = composed->losses[i] - epsilon;
        long double tilted = (long double)composed->weight[i] * exp(-composed->theta * y);
        hockey += tilted * -expm1(-y);
        slope += tilted * exp(-y);
    }
    /* exp is good to an ulp, its argument to u (theta y + theta |loss|). */
    double ends = fmax(fabs(composed->losses[0]), fabs(composed->losses[composed->count - 1])) + fabs(epsilon);
    return parts_from(composed, hockey, slope, hockey * PLD__U * (16 + 4 * (composed->theta + 1) * ends), epsilon);
}

/* Below a window there may be mass that it does not show: nothing bounds delta from above there. */
static bool below_window(const pld__composed *composed, double epsilon) {
    return composed->upper && composed->open_below && epsilon < composed->first_loss - composed->width;
}

/* Without suffix sums: by the spectrum or the list. */
static pld__delta_parts direct_parts(const pld__composed *composed, double epsilon) {
    if (below_window(composed, epsilon))
        return (pld__delta_parts){.delta = INFINITY};
    if (composed->losses)
        return listed_parts(composed, epsilon);
    pld__spectral_sum sum = pld__spectrum_sum(composed, epsilon);
    return parts_from(composed, sum.hockey, sum.slope, sum.error, epsilon);
}

pld__delta_parts pld__composed_delta(const pld__composed *composed, double epsilon) {
    if (composed->spectrum || composed->losses || below_window(composed, epsilon))
        return direct_parts(composed, epsilon);
    reader read = reader_of(composed);
    suffix sums = {0, 0};
    size_t j = composed->count;
    while (j > 0 && loss_at(composed, j - 1) > epsilon) {
        j--;
        sums = extend(&read, sums, weight_at(composed, j));
    }
    /* Nothing above epsilon: the sum is empty whatever the node. */
    return parts_at(composed, sums, j < composed->count ? loss_at(composed, j) : (long double)epsilon, epsilon);
}

/* Is the bound above delta? Whatever is not a number counts against the side that would gain by it. */
static bool above(const pld__composed *composed, long double bound, long double delta) {
    return composed->upper ? !(bound <= delta) : bound > delta;
}

/* Halves [low, high] below one node, where the bound falls with epsilon. */
static double solve_between(const pld__composed *composed, suffix sums, long double node_loss, double low, double high,
                            long double delta, pld__delta_parts *parts) {
    for (int iteration = 0; iteration < 64; iteration++) {
        double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            break;
        if (above(composed, parts_at(composed, sums, node_loss, middle).delta, delta))
            low = middle;
        else
            high = middle;
    }
    double answer = composed->upper ? high : low;
    *parts = parts_at(composed, sums, node_loss, answer);
    return answer;
}

/* Is the bound at this node above delta? `scale` is e^(log_scale - theta loss) good to 1e-9: exact values are only computed close by. */
static bool exceeds(const pld__composed *composed, suffix sums, long double loss, long double scale, long double delta) {
    /* At the node y = 0, so only R counts; the error terms are at most roundoff + relative (S + R) on top. */
    long double rough = scale * (sums.r + composed->roundoff + 1e-3L * sums.r) + composed->infinity + composed->lost;
    return !(rough <= delta * 0.999L) && above(composed, parts_at(composed, sums, loss, loss).delta, delta);
}

/* By the spectrum or a list: steps away from where the answer is expected until it is enclosed, then halves. Any epsilon that passes is valid;
 * starting close by keeps away from where the tilted sum is amplified noise. */
static double search_epsilon(const pld__composed *composed, long double delta, pld__delta_parts *parts) {
    double top = composed->losses ? composed->losses[composed->count - 1]
                                  : (double)(composed->first_loss + (long double)composed->count * composed->width);
    top = fmax(top, 0);
    double start = fmin(fmax(composed->expected, 0), top), step = 1e-2 / composed->theta;
    bool is_above = above(composed, direct_parts(composed, start).delta, delta);
    double low = start, high = start;
    while (true) {
        double next = is_above ? high + step : low - step;
        step *= 2;
        next = fmin(fmax(next, 0), top);
        if (is_above)
            high = next;
        else
            low = next;
        if (above(composed, direct_parts(composed, next).delta, delta) != is_above)
            break;
        if (!is_above && next == 0) { /* good enough even there */
            *parts = direct_parts(composed, 0);
            return 0;
        }
        if (is_above && next == top) { /* too large even there */
            *parts = direct_parts(composed, top);
            return composed->upper ? INFINITY : top;
        }
        if (is_above)
            low = next;
        else
            high = next;
    }
    for (int iteration = 0; iteration < 60 && high - low > 4e-16 * high; iteration++) {
        double middle = low + (high - low) / 2;
        if (above(composed, direct_parts(composed, middle).delta, delta))
            low = middle;
        else
            high = middle;
    }
    double answer = composed->upper ? high : low;
    *parts = direct_parts(composed, answer);
    return answer;
}

double pld__composed_epsilon(const pld__composed *composed, long double delta, pld__delta_parts *parts) {
    if (composed->spectrum || composed->losses)
        return search_epsilon(composed, delta, parts);
    reader read = reader_of(composed);
    suffix sums = {0, 0};
    size_t j = composed->count - 1;
    long double node_loss = loss_at(composed, j), scale = expl(composed->log_scale - composed->theta * node_loss);
    sums = extend(&read, sums, weight_at(composed, j));
    *parts = parts_at(composed, sums, node_loss, node_loss);
    if (above(composed, composed->infinity, delta) || (composed->upper && above(composed, parts->delta, delta)))
        return INFINITY; /* the constant terms alone are too large: no answer in this window */
    /* Invariant: sums belong to node j, the bound at its loss is <= delta. Go down until it is not, or to 0. */
    while (node_loss > 0 && j > 0) {
        long double loss = loss_at(composed, j - 1);
        suffix next = extend(&read, sums, weight_at(composed, j - 1));
        /* Anew while it is close to underflow: from 0 it would never rise. */
        scale = scale > 1e-4000L ? scale / read.decay : expl(composed->log_scale - composed->theta * loss);
        if (loss <= 0) /* the sums of node j hold for all epsilon from the node below up to it */
            return above(composed, parts_at(composed, sums, node_loss, 0).delta, delta)
                       ? solve_between(composed, sums, node_loss, 0, (double)node_loss, delta, parts)
                       : (*parts = parts_at(composed, sums, node_loss, 0), 0.0);
        if (exceeds(composed, next, loss, scale, delta))
            return solve_between(composed, sums, node_loss, (double)loss, (double)node_loss, delta, parts);
        sums = next;
        node_loss = loss;
        j--;
    }
    /* The window ends: at or below 0, or above it with the lowest node still good enough. */
    double epsilon = fmax((double)node_loss, 0);
    *parts = parts_at(composed, sums, node_loss, node_loss);
    return composed->upper ? epsilon : 0;
}
