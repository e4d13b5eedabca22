#include "kernel/laplace_ends.h"

#include "kernel/laplace.h"
#include "kernel/point.h"

static const long double U = PLD__KERNEL_U;
static const long double LOG_TWO = 0.693147180559945309417L;

enum { ORDER = PLD__LAPLACE_ORDER, ENDS = PLD__LAPLACE_ENDS };

/* All D_k at odds v: nothing cancels, and each is good to what v is, k times, and 8 k units. */
static void fill_terms(long double v, long double *term) {
    long double d[ORDER + 1] = {1};
    for (int k = 0; k <= ORDER; k++) {
        term[k] = 0;
        for (int j = k; j >= 0; j--)
            term[k] = term[k] * v + d[j];
        for (int j = k < ORDER ? k : ORDER - 1; j >= 0; j--) {
            d[j + 1] += (j + 1.5L) * d[j];
            d[j] *= j;
        }
    }
}

void pld__laplace_ends_fill(const pld__kernel_laplace *laplace, pld__laplace_ends *ends) {
    long double r = laplace->ratio, rate = laplace->rate;
    *ends = (pld__laplace_ends){.mixture_first = laplace->mixture_first || rate == 1, .units = 64 * (1 + r - logl(rate)) * U};
    for (int i = 0; i < ENDS; i++) {
        long double x = i == 0 ? -r : r, v = (1 - rate) / rate * expl(-x);
        ends->loss[i] = pld__kernel_laplace_loss(laplace, x);
        ends->mass[i] = -LOG_TWO - (i == 0 ? 0 : r);
        ends->front[i] = logl(rate) / 2 - r / 2 - 2 * LOG_TWO + 1.5L * log1pl(v);
        fill_terms(v, ends->term[i]);
    }
}

long double pld__laplace_ends_power(const pld__laplace_ends *ends, long double theta) {
    return ends->mixture_first ? 1 + theta : -theta;
}

/* --- moments -------------------------------------------------------------------------------------------------------- */

/* Where moments are asked about: 1 + y is raised to power + i turn, and everything is relative to e^top. */
typedef struct {
    const pld__laplace_ends *ends;
    long double power, turn, top;
} place;

static place place_of(const pld__laplace_ends *ends, long double theta, long double t) {
    place at = {.ends = ends, .power = pld__laplace_ends_power(ends, theta), .turn = ends->mixture_first ? t : -t};
    at.top = fmaxl(ends->mass[0] + at.power * ends->loss[0], ends->mass[1] + at.power * ends->loss[1]);
    return at;
}

/* A part of a moment and how far it may be off. */
typedef struct {
    pld__point value;
    long double error;
} part;

/* e^(log_size - top + i turn l) at an end, whose exponent and angle are good to the units of its parts. */
static part turned(const place *at, int i, long double log_size, long double power) {
    long double loss = at->ends->loss[i], size = expl(log_size + power * loss - at->top), angle = at->turn * loss;
    long double off = ((fabsl(power) + fabsl(at->turn)) * fabsl(loss) * 2 + 1) * at->ends->units +
                      8 * U * (fabsl(log_size) + fabsl(at->top) + 4);
    long double grown = off < 0.5L ? off * (1 + off) : expm1l(off); /* e^x - 1 <= x + x^2 there */
    return (part){{size * cosl(angle), size * sinl(angle)}, size * grown * (1 + 1e-12L)};
}

static part outcomes_at(const place *at) {
    part low = turned(at, 0, at->ends->mass[0], at->power), high = turned(at, 1, at->ends->mass[1], at->power);
    return (part){{low.value.real + high.value.real, low.value.imaginary + high.value.imaginary},
                  low.error + high.error + 2 * U * (pld__point_size(low.value) + pld__point_size(high.value))};
}

/* The order at which least is left out, or less than can be told: the second side of (T130), from above, for fronts of these
 * sizes. */
static int choose_order(const place *at, const long double *front, long double inverse, long double *left) {
    int best = 0;
    long double power = 2 * (1 + 1e-9L) / fabsl(at->turn);
    *left = INFINITY;
    for (int n = 0; n <= ORDER && !(*left < 1e-22L); n++, power *= inverse) {
        long double one = power * (front[0] * at->ends->term[0][n] + front[1] * at->ends->term[1][n]);
        if (!(one < *left))
            break;
        *left = one;
        best = n;
    }
    return best;
}

/* The sum of D_k z^-k-1, k < n, with inverse = 1/z, good to (n + 2) times `units` of the sum of the absolute values. */
static part sum_of_terms(const long double *term, pld__point inverse, int n, long double units) {
    pld__point sum = {0, 0};
    long double most = 0, size = pld__point_size(inverse);
    for (int k = n - 1; k >= 0; k--) {
        sum.real += term[k];
        sum = pld__point_times(sum, inverse);
        most = (most + term[k]) * size;
    }
    return (part){sum, most * units * (n + 2) * (1 + 1e-9L)};
}

/* By both ends. */
static part between_at(const place *at) {
    long double real = at->power - 0.5L, square = real * real + at->turn * at->turn, left, sizes[ENDS];
    part front[ENDS], total = {{0, 0}, 0};
    for (int i = 0; i < ENDS; i++) {
        front[i] = turned(at, i, at->ends->front[i], real);
        sizes[i] = pld__point_size(front[i].value) + front[i].error;
    }
    int n = choose_order(at, sizes, 1 / sqrtl(square), &left);
    for (int i = 0; i < ENDS && n > 0; i++) {
        part series = sum_of_terms(at->ends->term[i], (pld__point){real / square, -at->turn / square}, n, at->ends->units);
        pld__point one = pld__point_times(series.value, front[i].value);
        long double sign = i == 0 ? -1 : 1, size = pld__point_size(series.value);
        total.value.real += sign * one.real;
        total.value.imaginary += sign * one.imaginary;
        total.error += (series.error * sizes[i] + size * front[i].error) * (1 + 1e-9L) + 16 * U * size * sizes[i];
    }
    total.error += left;
    return total;
}

static pld__kernel_log log_of(const place *at, const part *found) {
    pld__kernel_moment moment = {found->value.real - 1, found->value.imaginary,
                                 found->error + 4 * U * (1 + pld__point_size(found->value))};
    pld__kernel_log log = pld__kernel_log_of(&moment);
    log.real += at->top;
    log.upper += at->top + 4 * U * (fabsl(at->top) + fabsl(log.upper));
    log.error += 4 * U * (fabsl(at->top) + fabsl(log.real));
    return log;
}

pld__kernel_log pld__laplace_ends_log(const pld__laplace_ends *ends, long double theta, long double t) {
    place at = place_of(ends, theta, t);
    part outcomes = outcomes_at(&at), between = between_at(&at);
    part all = {{outcomes.value.real + between.value.real, outcomes.value.imaginary + between.value.imaginary},
                outcomes.error + between.error};
    return log_of(&at, &all);
}

pld__kernel_log pld__laplace_ends_log_outcomes(const pld__laplace_ends *ends, long double theta, long double t) {
    place at = place_of(ends, theta, t);
    part outcomes = outcomes_at(&at);
    return log_of(&at, &outcomes);
}

long double pld__laplace_ends_log_between(const pld__laplace_ends *ends, long double theta, long double t) {
    place at = place_of(ends, theta, t);
    long double logs[ENDS], sizes = 64;
    for (int i = 0; i < ENDS; i++) {
        logs[i] = ends->front[i] + (at.power - 0.5L) * ends->loss[i];
        sizes += fabsl(ends->front[i]) + (fabsl(at.power) + 1) * fabsl(ends->loss[i]);
    }
    long double high = fmaxl(logs[0], logs[1]), low = fminl(logs[0], logs[1]);
    return LOG_TWO - logl(t) + high + log1pl(expl(low - high)) + ends->units * (sizes + fabsl(logl(t)));
}

double pld__laplace_ends_from(const pld__laplace_ends *ends, double theta, double wanted) {
    for (double t = fmax(theta, 1); t < 1e15; t *= 1.1) {
        place at = place_of(ends, theta, t);
        long double real = at.power - 0.5L, front[ENDS], left;
        for (int i = 0; i < ENDS; i++)
            front[i] = expl(ends->front[i] + real * ends->loss[i] - at.top);
        (void)choose_order(&at, front, 1 / hypotl(real, t), &left);
        if (left <= wanted)
            return t;
    }
    return INFINITY;
}
