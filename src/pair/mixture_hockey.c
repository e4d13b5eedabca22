/* delta(epsilon) of one step of a Gaussian mixture pair, from below and above, with digits that do not end where a loss is small.
 *
 * Let r be any mean, g the bell around it, T_m(c) the mass of N(m, 1) on the side A of a threshold c where the loss is larger,
 * and w, v the weights of P and Q, which sum to 1. Then
 *
 *     L(x) = log1p(sum_j w_j expm1(z_j)) - log1p(sum_i v_i expm1(z_i)),   z_m = (m - r)(x - (m + r)/2),
 *     F(c) := P(A) - e^epsilon Q(A) = sum_j w_j (T_j - T_r) - e^epsilon sum_i v_i (T_i - T_r) - expm1(epsilon) T_r,
 *
 * as p = g (1 + sum_j w_j expm1(z_j)). Components at r itself drop out, so that 1 - q is never formed.
 *
 * Theorem (T26). delta(epsilon) >= F(c) for every c. If L(c_low) <= epsilon <= L(c_high), c_low before c_high, then
 *     delta(epsilon) <= F(c_high) + (1 - e^-(L(c_high) - epsilon)) P(behind c_low);
 * and delta(epsilon) <= (1 - e^-(S - epsilon)) P(behind c_low) with S the supremum of the loss.
 * Proof. delta is the supremum of P(A) - e^epsilon Q(A) over all A, attained by {L > epsilon} = {behind c*}, c* between c_low and
 * c_high. What lies between c* and c_high has p - e^epsilon q = p (1 - e^(epsilon - L)) with L <= L(c_high); the last claim is
 * the same with c_high at the end.
 *
 * Rounding. A weight is good to (2 + n/256) u (weights.h), a mean to 2 u, libm's long double functions to at most 6 ulps
 * (README); how that moves z, L, T and F is added up beside them. Hypotheses: no component was left out, at most MOST_COMPONENTS
 * of them, and no exponent overflows a long double; where one fails nothing is said. */
#include "base/base.h"
#include "base/normal.h"
#include "pair/mixture.h"

#include <math.h>

enum { MOST_COMPONENTS = 64 };
static const long double OVERFLOW_EXPONENT = 11000, UNDERFLOWN = 1e-4850L, ROUNDING = 0x1p-62L;

/* A direction of the pair: what is compared to what, and on which side of a threshold the loss is larger. */
typedef struct {
    const pld__mixture_density *p, *q;
    double reference;
    int sign;
} view;

/* A number and how far it may be off. */
typedef struct {
    long double value, error;
} known;

static known weight_of(const pld__mixture_density *side, size_t i) {
    bool light = side->weight[i] < PLD__MIXTURE_LIGHT;
    long double value = light ? expl((long double)side->log_weight[i]) : side->weight[i];
    double relative = PLD__U * (2 + (double)side->count / 256 + (light ? fabs(side->log_weight[i]) : 0));
    return (known){value, relative * value};
}

/* log1p(sum_j w_j expm1(z_j)) at x. */
static known log_density_at(const view *at, const pld__mixture_density *side, double x) {
    long double sum = 0, sizes = 0, error = 0, r = at->reference;
    for (size_t i = 0; i < side->count; i++) {
        long double mean = side->mean[i], z = (mean - r) * (x - (mean + r) / 2);
        if (mean == r)
            continue;
        if (z > OVERFLOW_EXPONENT)
            return (known){0, INFINITY};
        long double wrong = 2 * PLD__U * (fabsl(mean * (x - mean)) + fabsl(r * (x - r))) +
                            ROUNDING * (fabsl(z) + fabsl(mean - r) * (fabsl(mean) + fabsl(r)));
        known weight = weight_of(side, i);
        long double term = expm1l(z);
        sum += weight.value * term;
        sizes += weight.value * fabsl(term);
        error += weight.error * fabsl(term) + 2 * weight.value * (wrong < 1 ? (term + 1) * expm1l(wrong) : expl(z + wrong));
    }
    error += ROUNDING * (long double)(side->count + 4) * sizes;
    if (!(error < (1 + sum) / 2))
        return (known){0, INFINITY};
    long double value = log1pl(sum);
    return (known){value, 2 * error / (1 + sum) + 4 * ROUNDING * fabsl(value)};
}

static known loss_at(const view *at, double x) {
    known p = log_density_at(at, at->p, x), q = log_density_at(at, at->q, x);
    long double value = p.value - q.value;
    return (known){value, p.error + q.error + ROUNDING * fabsl(value)};
}

/* The mass of N(mean, 1) behind x. Its log falls by at most max(y, 0) + 1 where y grows by 1, and e^r - 1 <= r (1 + r) for r <=
 * 1; if y is off by d, the mass also is off by no more than what is further out than |y| - d, on either side. */
static known tail_at(const view *at, double mean, double x) {
    long double y = at->sign * ((long double)x - mean), value = pld__normal_tail(y);
    long double off = 2 * PLD__U * fabs(mean), relative = ROUNDING * (4 + 2 * y * y) + off * (fmaxl(y, 0) + 1);
    long double near = relative <= 1 ? relative * (1 + relative) * value : 1;
    long double far = 2 * pld__normal_tail(fabsl(y) - off - ROUNDING * fabsl(y)) + 4 * ROUNDING * value;
    return (known){value, fminl(near, far) + UNDERFLOWN};
}

/* sum_j w_j (T_j - T_r) behind x. */
static known tail_difference(const view *at, const pld__mixture_density *side, double x) {
    known sum = {0, 0}, reference = tail_at(at, at->reference, x);
    for (size_t i = 0; i < side->count; i++) {
        if (side->mean[i] == at->reference)
            continue;
        known tail = tail_at(at, side->mean[i], x), weight = weight_of(side, i);
        long double difference = tail.value - reference.value;
        sum.value += weight.value * difference;
        sum.error += weight.error * fabsl(difference) + (weight.value + weight.error) * (tail.error + reference.error) +
                     ROUNDING * (long double)side->count * weight.value * fabsl(difference);
    }
    return sum;
}

/* F at a threshold. */
static known hockey_at(const view *at, double epsilon, double x) {
    known p = tail_difference(at, at->p, x), q = tail_difference(at, at->q, x), reference = tail_at(at, at->reference, x);
    long double factor = expl((long double)epsilon), excess = expm1l((long double)epsilon);
    long double sizes = fabsl(p.value) + factor * fabsl(q.value) + excess * reference.value;
    return (known){p.value - factor * q.value - excess * reference.value,
                   p.error + factor * q.error + excess * reference.error + 4 * ROUNDING * sizes};
}

/* P behind x, from above. */
static long double mass_upper(const view *at, double x) {
    known difference = tail_difference(at, at->p, x), reference = tail_at(at, at->reference, x);
    return fminl(difference.value + difference.error + reference.value + reference.error, 1);
}

/* Halves [*low, *high] (along the loss, beside a guess where that is right) until nothing is between, then moves each end away
 * until it is certain. False if the loss is not certain to reach epsilon before `end`. */
static bool enclose(const view *at, double epsilon, double start, double end, double guess, double *low, double *high) {
    double near = 1e-9 * (1 + fabs(guess)) * at->sign;
    bool good = isfinite(guess) && loss_at(at, guess - near).value <= epsilon && loss_at(at, guess + near).value > epsilon;
    *low = good ? guess - near : start;
    *high = good ? guess + near : end;
    for (double middle; middle = *low + (*high - *low) / 2, middle != *low && middle != *high;)
        *(loss_at(at, middle).value > epsilon ? high : low) = middle;
    double step = fmax(fabs(*low) * 0x1p-52, 0x1p-60);
    for (known loss; loss = loss_at(at, *low), *low != start && !(loss.value + loss.error <= epsilon); step *= 2)
        *low = at->sign > 0 ? fmax(*low - step, start) : fmin(*low + step, start);
    step = fmax(fabs(*high) * 0x1p-52, 0x1p-60);
    known loss;
    for (; loss = loss_at(at, *high), *high != end && !(loss.value - loss.error >= epsilon); step *= 2)
        *high = at->sign > 0 ? fmin(*high + step, end) : fmax(*high - step, end);
    return loss.value - loss.error >= epsilon;
}

/* Of the side compared to, the heaviest. */
static double reference_of(const pld__mixture_density *side) {
    size_t heaviest = 0;
    for (size_t i = 1; i < side->count; i++)
        heaviest = side->log_weight[i] > side->log_weight[heaviest] ? i : heaviest;
    return side->mean[heaviest];
}

pld__log_bounds pld__mixture_hockey(const void *object, pld_direction direction, double epsilon, double supremum_upper) {
    const pld__mixture_pair *pair = object;
    bool remove = direction == PLD_REMOVE;
    const pld__log_bounds nothing = {-INFINITY, 0};
    if (pair->p.count == 1 && pair->q.count == 1 && !pair->incomplete)
        return pld__gaussian_hockey(pair->p.mean[0], pair->q.mean[0], epsilon);
    if (pair->p.count + pair->q.count > MOST_COMPONENTS || !(epsilon >= 0 && epsilon < OVERFLOW_EXPONENT) || pair->incomplete)
        return nothing;
    view at = {remove ? &pair->p : &pair->q, remove ? &pair->q : &pair->p, 0, remove ? 1 : -1};
    at.reference = reference_of(at.q);
    double lowest = pair->lowest_mean - PLD__MIXTURE_REACH, highest = pair->highest_mean + PLD__MIXTURE_REACH, low, high;
    double loss_asked = remove ? epsilon : -epsilon, guess;
    pld__mixture_positions(pair, &loss_asked, 1, &guess);
    bool reached = enclose(&at, epsilon, remove ? lowest : highest, remove ? highest : lowest, guess, &low, &high);
    known found = hockey_at(&at, epsilon, high), loss = loss_at(&at, high);
    long double behind = mass_upper(&at, low), upper = 1;
    if (reached) /* an excess that is not certain to be 0 or more is 0 or more all the same */
        upper = found.value + found.error - expm1l(-fmaxl(loss.value + loss.error - epsilon, 0)) * behind * (1 + 4 * ROUNDING);
    if (isfinite(supremum_upper))
        upper = fminl(upper, -expm1l(-fmaxl((long double)supremum_upper - epsilon, 0)) * behind * (1 + 4 * ROUNDING));
    long double lower = found.value - found.error;
    /* Whatever is not a number says nothing. */
    return (pld__log_bounds){lower > 0 ? logl(lower) : -INFINITY, upper >= 0 && upper < 1 ? logl(upper + UNDERFLOWN) : 0};
}
