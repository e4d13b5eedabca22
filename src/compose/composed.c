/* Reading delta and epsilon off a composed tilted law (T7).
 *
 * With y_j = loss_j - epsilon, delta = infinity + e^(log_scale - theta epsilon) sum over y_j > 0 of c_j e^(-theta y_j) (1 -
 * e^-y_j). The suffix sums S_j = sum_{i >= j} c_i e^(-theta (i - j) h),    R_j = sum_{i >= j} c_i e^(-theta (i - j) h) (1 -
 * e^(-(i - j) h)) follow from S_j = c_j + e^(-theta h) S_(j+1), R_j = e^(-theta h) (e^-h R_(j+1) + (1 - e^-h) S_(j+1)), positive
 * terms only; at y = loss_j - epsilon the sum is e^(-theta y) ((1 - e^-y) S_j + e^-y R_j). Long double: after n steps they are
 * off by 4 n 2^-64. */
#include "compose/compose.h"

#include "base/base.h"
#include "base/root.h"
#include "bound/exponential.h"

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

/* From the tilted sums at epsilon (and an absolute error of the first) to the bound; the factor in front rounds too (T13). */
static pld__delta_parts parts_from(const pld__composed *composed, long double hockey, long double slope, long double sum_error,
                                   long double epsilon) {
    long double scale = expl(composed->log_scale - composed->theta * epsilon);
    long double relative = pld__bound_exponential(composed->log_scale, composed->log_scale_error, composed->theta * epsilon);
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

/* Every Fourier sum has its own tilt; their bounds add up. */
static pld__delta_parts fourier_parts(const pld__composed *composed, double epsilon) {
    pld__delta_parts parts = {.delta = composed->infinity, .tail = composed->upper ? composed->infinity : 0};
    for (size_t i = 0; i < composed->fourier_count; i++) {
        pld__fourier_delta one = pld__fourier_delta_at(&composed->fourier[i], epsilon);
        parts.delta += one.bound;
        parts.slope += one.slope;
        parts.wraparound += one.aliases;
        parts.roundoff += one.roundoff;
    }
    return parts;
}

/* Without suffix sums: by Fourier sums or the list. */
static pld__delta_parts direct_parts(const pld__composed *composed, double epsilon) {
    if (below_window(composed, epsilon))
        return (pld__delta_parts){.delta = INFINITY};
    return composed->losses ? listed_parts(composed, epsilon) : fourier_parts(composed, epsilon);
}

pld__delta_parts pld__composed_delta(const pld__composed *composed, double epsilon) {
    if (composed->fourier || composed->losses || below_window(composed, epsilon))
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

typedef struct {
    const pld__composed *composed;
    suffix sums;
    long double node_loss, delta;
} between;

static bool is_above_between(const void *context, double epsilon) {
    const between *at = context;
    return above(at->composed, parts_at(at->composed, at->sums, at->node_loss, epsilon).delta, at->delta);
}

/* Below one node, where the bound falls with epsilon. */
static double solve_between(const pld__composed *composed, suffix sums, long double node_loss, double low, double high,
                            long double delta, pld__delta_parts *parts) {
    const between at = {composed, sums, node_loss, delta};
    pld__halve(is_above_between, &at, 0, &low, &high);
    double answer = composed->upper ? high : low;
    *parts = parts_at(composed, sums, node_loss, answer);
    return answer;
}

/* Is the bound at this node above delta? `scale` is e^(log_scale - theta loss) good to 1e-9: exact values are only computed close
 * by. */
static bool exceeds(const pld__composed *composed, suffix sums, long double loss, long double scale, long double delta) {
    /* At the node y = 0, so only R counts; the error terms are at most roundoff and half of R on top (T13). */
    long double rough = scale * (sums.r + composed->roundoff + 1e-3L * sums.r) + composed->infinity + composed->lost;
    return !(rough <= delta * 0.5L) && above(composed, parts_at(composed, sums, loss, loss).delta, delta);
}

/* The bound at an epsilon against delta. */
typedef struct {
    double epsilon;
    double excess; /* log of the bound less log delta, limited where it says nothing */
    bool above;
} probe;

static probe probe_at(const pld__composed *composed, double epsilon, long double delta) {
    long double bound = direct_parts(composed, epsilon).delta;
    bool is_above = above(composed, bound, delta);
    double excess = bound > 0 && isfinite(bound) ? (double)(logl(bound) - logl(delta)) : NAN;
    return (probe){epsilon, isfinite(excess) ? excess : is_above ? 1e3 : -1e3, is_above};
}

/* Steps away from where the answer is expected, which keeps away from where a tilted sum is amplified noise. False if there is no
 * answer up to `top` or none above 0; *found is then the last place looked at. */
static bool enclose(const pld__composed *composed, long double delta, double top, probe *low, probe *high, probe *found) {
    double step = 1e-2 / composed->theta;
    *found = *low = *high = probe_at(composed, fmin(fmax(composed->expected, 0), top), delta);
    bool upward = found->above;
    while (found->above == upward) {
        *(upward ? low : high) = *found;
        if (found->epsilon == (upward ? top : 0))
            return false;
        *found = probe_at(composed, upward ? fmin(found->epsilon + step, top) : fmax(found->epsilon - step, 0), delta);
        step *= 2;
    }
    *(upward ? high : low) = *found;
    return true;
}

/* Regula falsi, and the middle now and then, until one end is as good as the root. */
static void close_in(const pld__composed *composed, long double delta, probe *low, probe *high) {
    pld__false_position root = {low->epsilon, high->epsilon, low->excess, high->excess, 0};
    for (int iteration = 0; iteration < 80 && root.high - root.low > 4e-16 * root.high; iteration++) {
        double middle = iteration % 8 == 7 ? NAN : pld__false_position_next(&root);
        if (!(middle > root.low && middle < root.high))
            middle = root.low + (root.high - root.low) / 2;
        if (!(middle > root.low && middle < root.high))
            break;
        probe at = probe_at(composed, middle, delta);
        *(at.above ? low : high) = at;
        pld__false_position_move(&root, middle, at.excess, at.above);
        if (fabs(at.excess) < 1e-15)
            break;
    }
    /* The other end, just beside it. */
    bool at_low = fabs(low->excess) < fabs(high->excess);
    probe *near = at_low ? low : high, *far = at_low ? high : low;
    double sign = at_low ? 1 : -1, step = fmax(4e-16 * near->epsilon, 1e-17);
    while (step < fabs(far->epsilon - near->epsilon)) {
        probe at = probe_at(composed, near->epsilon + sign * step, delta);
        if (at.above == far->above) {
            *far = at;
            break;
        }
        step *= 4;
    }
}

/* By Fourier sums or a list. Any epsilon whose bound passes is valid. */
static double search_epsilon(const pld__composed *composed, long double delta, pld__delta_parts *parts) {
    double top = composed->losses ? fmax(composed->losses[composed->count - 1], 0) : 1e300;
    probe low, high, found;
    *parts = direct_parts(composed, fmin(fmax(composed->expected, 0), top));
    if (above(composed, composed->infinity, delta)) /* at every epsilon */
        return INFINITY;
    if (!enclose(composed, delta, top, &low, &high, &found)) {
        *parts = direct_parts(composed, found.epsilon);
        return found.above && composed->upper ? INFINITY : found.epsilon;
    }
    close_in(composed, delta, &low, &high);
    double answer = composed->upper ? high.epsilon : low.epsilon;
    *parts = direct_parts(composed, answer);
    return answer;
}

double pld__composed_epsilon(const pld__composed *composed, long double delta, pld__delta_parts *parts) {
    if (composed->fourier || composed->losses)
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
