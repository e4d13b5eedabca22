#include "kernel/moment.h"

#include "base/normal.h"

#include <math.h>

static const long double U = PLD__KERNEL_U;
static const long double INVERSE_ROOT_TURN = 0.398942280401432677939946059934381868L; /* 1/sqrt(2 pi) */

/* What a sum carries along: its value, what its terms may be off by, and their absolute values. */
typedef struct {
    long double real, imaginary, error, size;
} running;

/* --- one node ---------------------------------------------------------------------------------------------------------------- */

/* e^w - 1 - w for |w| <= 1/2: w^2 (1/2 + w/6 + ..), 17 terms of which leave less than 2^-70 of it. */
static void exponential_rest(long double re, long double im, long double *real, long double *imaginary) {
    static const long double inverse[] = {1.0L / 2,  1.0L / 3,  1.0L / 4,  1.0L / 5,  1.0L / 6,  1.0L / 7,
                                          1.0L / 8,  1.0L / 9,  1.0L / 10, 1.0L / 11, 1.0L / 12, 1.0L / 13,
                                          1.0L / 14, 1.0L / 15, 1.0L / 16, 1.0L / 17, 1.0L / 18};
    long double size = re * re + im * im, a = 1, b = 0;
    int last = size < 1e-6L ? 6 : size < 1e-2L ? 11 : 16;
    for (int j = last; j >= 1; j--) { /* 1 + w/(j+2) (1 + w/(j+3) (..)) */
        long double next = 1 + (re * a - im * b) * inverse[j];
        b = (re * b + im * a) * inverse[j];
        a = next;
    }
    long double square_re = (re - im) * (re + im) / 2, square_im = re * im;
    *real = square_re * a - square_im * b;
    *imaginary = square_re * b + square_im * a;
}

/* How far log r_p + s L may be off: its real part (1 + theta) log r_p - theta log r_q and t times the loss. */
static long double exponent_error(const pld__kernel_node *node, long double theta, long double t) {
    long double logs = (1 + theta) * fabsl(node->p.log) + theta * fabsl(node->q.log);
    return (1 + theta) * node->p.log_error + theta * node->q.log_error + 5 * U * logs + t * node->loss_error + 2 * U * t * fabsl(node->loss);
}

static void add_second_order(const pld__kernel_node *node, long double theta, long double t, long double re, long double im,
                             running *sum) {
    long double real, imaginary, size = re * re + im * im, off = exponent_error(node, theta, t);
    exponential_rest(re, im, &real, &imaginary);
    real += (1 + theta) * node->p.rest - theta * node->q.rest;
    imaginary += t * (node->p.rest - node->q.rest);
    long double p = 1 + theta + t, q = theta + t;
    long double parts = size + p * node->p.y * node->p.y + q * node->q.y * node->q.y;
    /* |(e^w - 1 - w)'| = |e^w - 1| <= 2 |w|; sqrt(size) <= 1/2. */
    long double error = 2 * sqrtl(size) * off + p * node->p.rest_error + q * node->q.rest_error +
                        parts * U * (40 + 4 * fabsl(node->log_bell)) + off * off;
    sum->real += node->bell * real;
    sum->imaginary += node->bell * imaginary;
    sum->error += node->bell * error;
    sum->size += node->bell * parts * 2;
}

static void add_direct(const pld__kernel_node *node, long double theta, long double t, long double re, long double im, running *sum) {
    long double mass = expl(node->log_bell + re), off = exponent_error(node, theta, t);
    long double first = 1 + (1 + theta) * node->p.y - theta * node->q.y, slope = t * (node->p.y - node->q.y);
    long double p = 1 + theta + t, q = theta + t, parts = 1 + p * fabsl(node->p.y) + q * fabsl(node->q.y);
    long double unit = U * (16 + 5 * fabsl(node->log_bell) + 3 * fabsl(re));
    sum->real += mass * cosl(im) - node->bell * first;
    sum->imaginary += mass * sinl(im) - node->bell * slope;
    sum->error += off <= 0.5L ? mass * (2 * off + unit) : INFINITY; /* e^off - 1 <= 2 off */
    sum->error += node->bell * (p * node->p.y_error + q * node->q.y_error + parts * unit);
    sum->size += mass + node->bell * parts;
}

static void add_node(const pld__kernel_node *node, long double theta, long double t, running *sum) {
    long double re = (1 + theta) * node->p.log - theta * node->q.log, im = t * node->loss;
    if (node->p.small && node->q.small && re * re + im * im <= 0.25L)
        add_second_order(node, theta, t, re, im, sum);
    else
        add_direct(node, theta, t, re, im, sum);
}

/* --- what lies beyond ---------------------------------------------------------------------------------------------------------- */

/* g r_p^(1+theta) r_q^-theta at a node, from above. */
static long double tilted_density_upper(const pld__kernel_node *node, long double theta) {
    long double re = (1 + theta) * node->p.log - theta * node->q.log;
    return expl(node->log_bell + re + exponent_error(node, theta, 0) + 1e-15L + 8 * U * (fabsl(node->log_bell) + fabsl(re)));
}

/* (T75) at the upper end (sign > 0) or the lower one. */
static long double range_at(const pld__kernel_factor *factor, const pld__kernel_nodes *nodes, long double theta, int sign) {
    const pld__kernel_node *end = &nodes->all[sign > 0 ? nodes->count - 1 : 0];
    long double extreme = sign > 0 ? factor->ends.p_high : factor->ends.p_low;
    long double centre = (1 + theta) * extreme - theta * pld__kernel_posterior_mean(&factor->q, end->x, -sign);
    long double distance = sign * (end->x - centre) - 1e-17L * ((1 + theta) * fabsl(extreme) + fabsl(centre) + fabsl(end->x));
    if (!(distance > 0))
        return INFINITY;
    return nodes->step * INVERSE_ROOT_TURN * tilted_density_upper(end, theta) / expm1l(nodes->step * distance) * (1 + 1e-15L);
}

/* Of a bell around 0 or any mean, what the nodes leave out at one end: it falls from the end on, so the sum is less than the integral. */
static long double bell_range_at(const pld__kernel_factor *factor, const pld__kernel_nodes *nodes, int sign) {
    const pld__mean_ends *ends = &factor->ends;
    long double farthest = sign > 0 ? fmaxl(fmaxl(ends->p_high, ends->q_high), 0) : -fminl(fminl(ends->p_low, ends->q_low), 0);
    long double away = sign * nodes->all[sign > 0 ? nodes->count - 1 : 0].x - farthest;
    return away > 0 ? pld__normal_tail(away * (1 - 1e-15L)) * (1 + 1e-9L) : INFINITY;
}

/* --- the sums ------------------------------------------------------------------------------------------------------------------ */

/* The errors of (T74) that are not those of f itself: aliases and ends of g and of each g r. */
static long double bell_errors(const pld__kernel_tilted *tilted, long double t) {
    const pld__kernel_factor *factor = tilted->factor;
    long double parts = 1 + 2 * (1 + tilted->theta + t) * factor->p.moved + 2 * (tilted->theta + t) * factor->q.moved;
    return (tilted->bell_error + tilted->bell_range) * parts * (1 + 1e-12L);
}

/* The sum with its rounding and what it leaves out, without the trapezoidal error of f. */
static pld__kernel_moment sum_nodes(const pld__kernel_tilted *tilted, long double t) {
    const pld__kernel_nodes *nodes = tilted->nodes;
    running sum = {0};
    for (size_t n = 0; n < nodes->count; n++)
        add_node(&nodes->all[n], tilted->theta, t, &sum);
    long double scale = nodes->step * INVERSE_ROOT_TURN;
    long double error = sum.error + U * (long double)(nodes->count + 8) * sum.size;
    return (pld__kernel_moment){sum.real * scale, sum.imaginary * scale,
                                error * scale * (1 + 1e-9L) + tilted->range + bell_errors(tilted, t)};
}

void pld__kernel_tilt(const pld__kernel_factor *factor, const pld__kernel_nodes *nodes, double theta, pld__kernel_tilted *tilted) {
    *tilted = (pld__kernel_tilted){.factor = factor, .nodes = nodes, .theta = theta, .moment_upper = INFINITY};
    if (!nodes->sound || nodes->count < 2 || !(theta > 0))
        return;
    tilted->range = range_at(factor, nodes, theta, 1) + range_at(factor, nodes, theta, -1);
    tilted->bell_range = bell_range_at(factor, nodes, 1) + bell_range_at(factor, nodes, -1);
    tilted->bell_error = pld__bound_bell_trapezoid(nodes->step);
    long double quadrature = pld__bound_trapezoid(&factor->ends, theta, 0, nodes->step);
    pld__kernel_moment real = sum_nodes(tilted, 0);
    if (!(quadrature < 0.5L && real.error < INFINITY))
        return;
    /* |M - M_h| <= M quadrature. */
    tilted->moment_upper = (1 + real.real + real.error) / (1 - quadrature) * (1 + 1e-17L);
    tilted->moment_lower = (1 + real.real - real.error) / (1 + quadrature) * (1 - 1e-17L);
}

pld__kernel_moment pld__kernel_moment_at(const pld__kernel_tilted *tilted, long double t) {
    if (!(tilted->moment_upper < INFINITY))
        return (pld__kernel_moment){0, 0, INFINITY};
    pld__kernel_moment found = sum_nodes(tilted, t);
    found.error += tilted->moment_upper * pld__bound_trapezoid(&tilted->factor->ends, tilted->theta, t, tilted->nodes->step);
    return isnan(found.error) || isnan(found.real) || isnan(found.imaginary) ? (pld__kernel_moment){0, 0, INFINITY} : found;
}

/* |log(1 + S + e) - log(1 + S)| <= -log(1 - |e|/|1 + S|). Near 1 the log's modulus is log1p of |1 + S|^2 - 1 = a (2 + a) + b^2, which is off by a few u of
 * |a| + b^2, and elsewhere a few u. */
pld__kernel_log pld__kernel_log_of(const pld__kernel_moment *moment) {
    long double a = moment->real, b = moment->imaginary, size = hypotl(1 + a, b), near = fabsl(a) + fabsl(b);
    pld__kernel_log found = {.imaginary = atan2l(b, 1 + a), .error = INFINITY};
    found.real = near < 0.5L ? log1pl(a * (2 + a) + b * b) / 2 : logl(size);
    long double relative = moment->error / size * (1 + 1e-15L);
    if (relative < 0.5L)
        found.error = -log1pl(-relative) * (1 + 1e-15L) + 16 * U * (near < 0.5L ? near : 1 + fabsl(found.real) + fabsl(found.imaginary));
    return found;
}

/* --- decay --------------------------------------------------------------------------------------------------------------------- */

/* |c| and arg c of a list at a node (T70), sums of positive multiples of unit vectors at angles shift * mean. */
static void turned(const pld__kernel_list *list, long double x, long double shift, long double *log_size, long double *angle,
                   long double *error) {
    long double real = 0, imaginary = 0, sum = 0, off = 0, top = -INFINITY;
    /* Angles are measured from the lowest mean, so that all are in [0, pi). */
    long double base = list->mean[0];
    for (size_t j = 0; j < list->count; j++)
        top = fmaxl(top, list->mean[j] * (x - list->mean[j] / 2));
    for (size_t j = 0; j < list->count; j++) {
        long double mean = list->mean[j], z = mean * (x - mean / 2), turn = shift * (mean - base);
        long double term = list->weight[j] * expl(z - top);
        real += term * cosl(turn);
        imaginary += term * sinl(turn);
        sum += term;
        off += term * (3 * U * (fabsl(z) + fabsl(top)) + 2 * list->error[j] * (fabsl(x) + fabsl(mean) + 1 + shift) +
                       2 * list->error[0] * shift + list->weight_error + U * (4 * fabsl(turn) + 16 + (long double)list->count));
    }
    long double size = hypotl(real, imaginary);
    if (!(4 * off <= size))
        off = INFINITY;
    *log_size = logl(size / sum);
    *angle = atan2l(imaginary, real) + shift * base;
    /* The resultant is off by `off`, absolute, so its log and its angle by off/size, and the log of the sum by off/sum. */
    *error = 4 * off / size + 8 * U * (1 + fabsl(*log_size) + fabsl(*angle) + shift * fabsl(base)) + shift * list->error[0];
}

long double pld__kernel_log_decay(const pld__kernel_tilted *tilted, long double t, double shift) {
    const pld__kernel_factor *factor = tilted->factor;
    const pld__kernel_nodes *nodes = tilted->nodes;
    long double theta = tilted->theta, sum = 0, a = shift;
    if (!(tilted->moment_upper < INFINITY) || !(shift > 0) || !pld__bound_cone(&factor->ends, a) || factor->ends.p_low < factor->ends.q_high)
        return INFINITY;
    for (size_t n = 0; n < nodes->count; n++) {
        const pld__kernel_node *node = &nodes->all[n];
        long double p_log, p_angle, p_error, q_log, q_angle, q_error;
        turned(&factor->p, node->x, a, &p_log, &p_angle, &p_error);
        turned(&factor->q, node->x, a, &q_log, &q_angle, &q_error);
        long double angle = p_angle - q_angle, re = (1 + theta) * (node->p.log + p_log) - theta * (node->q.log + q_log);
        long double exponent = node->log_bell + re - t * fmaxl(angle, 0);
        long double error = exponent_error(node, theta, 0) + (1 + theta + t) * p_error + (theta + t) * q_error +
                            U * (8 * fabsl(node->log_bell) + 8 * (1 + theta) * (fabsl(node->p.log) + fabsl(p_log)) +
                                 8 * theta * (fabsl(node->q.log) + fabsl(q_log)) + 4 * t * fabsl(angle) + 16);
        sum += expl(exponent + error);
    }
    long double cosine = theta > 0 ? -theta * logl(cosl(a * (factor->ends.q_high - factor->ends.q_low) / 2)) : 0;
    long double beyond = tilted->range * expl(cosine * (1 + 1e-15L) + 1e-15L);
    long double quadrature = tilted->moment_upper * pld__bound_decay_trapezoid(&factor->ends, theta, t, nodes->step, a);
    long double lifted = (sum * nodes->step * INVERSE_ROOT_TURN * (1 + U * (long double)(nodes->count + 16)) + beyond) * expl(a * a / 2 * (1 + 4 * U));
    long double total = log1pl((lifted - 1 + quadrature) + 16 * U);
    return isnan(total) ? INFINITY : total + 16 * U;
}
