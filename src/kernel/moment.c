#include "kernel/moment.h"

#include "base/base.h"
#include "base/normal.h"
#include "kernel/laplace.h"
#include "kernel/turned.h"

#include <math.h>

static const long double U = PLD__KERNEL_U;
static const long double INVERSE_ROOT_TURN = 0.398942280401432677939946059934381868L; /* 1/sqrt(2 pi) */

/* What a cut loses at a node counts as an error, not as a term, below this. */
static const long double NEGLIGIBLE = 1e-40L;

/* What a sum carries along: its value, what its terms may be off by, and their absolute values. */
typedef struct {
    long double real, imaginary, error, size;
} running;

/* --- one node ------------------------------------------------------------------------------------------------------- */

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

/* (1 + theta) log r_p - theta log r_q, the exponent at t = 0, and how far it may be off. */
static pld__kernel_weight weight_of(const pld__kernel_node *node, long double theta) {
    long double exponent = (1 + theta) * node->p.log - theta * node->q.log;
    long double logs = (1 + theta) * fabsl(node->p.log) + theta * fabsl(node->q.log);
    return (pld__kernel_weight){exponent, expl(node->log_bell + exponent + node->log_keep),
                                (1 + theta) * node->p.log_error + theta * node->q.log_error + 5 * U * logs};
}

/* And what t times the loss adds. */
static long double turn_error(const pld__kernel_node *node, long double t) {
    return t * (node->loss_error + 2 * U * fabsl(node->loss));
}

static void add_second_order(const pld__kernel_node *node, const pld__kernel_weight *weight, long double theta, long double t,
                             running *sum) {
    long double re = weight->exponent, im = t * node->loss, real, imaginary, size = re * re + im * im;
    long double off = weight->error + turn_error(node, t);
    exponential_rest(re, im, &real, &imaginary);
    real += (1 + theta) * node->p.rest - theta * node->q.rest;
    imaginary += t * (node->p.rest - node->q.rest);
    long double p = 1 + theta + t, q = theta + t;
    long double parts = size + p * node->p.y * node->p.y + q * node->q.y * node->q.y;
    /* |(e^w - 1 - w)'| = |e^w - 1| <= 2 |w|; sqrt(size) <= 1/2. */
    long double error = 2 * sqrtl(size) * off + p * node->p.rest_error + q * node->q.rest_error +
                        parts * U * (40 + 4 * fabsl(node->log_bell)) + off * off + 2 * node->lost; /* |e^w| <= 2 */
    sum->real += node->bell * real;
    sum->imaginary += node->bell * imaginary;
    sum->error += node->bell * error;
    sum->size += node->bell * parts * 2;
}

/* e^(itL), and how far it may be off beside what the loss is off by. */
typedef struct {
    long double cosine, sine, error;
} phasor;

static phasor phasor_at(const pld__kernel_node *node, long double t) {
    long double angle = t * node->loss;
    return (phasor){cosl(angle), sinl(angle), 4 * U};
}

static void add_direct(const pld__kernel_node *node, const pld__kernel_weight *weight, long double theta, long double t,
                       phasor turn, running *sum) {
    long double mass = weight->mass, off = weight->error + turn_error(node, t) + node->keep_error + turn.error;
    long double first = 1 + (1 + theta) * node->p.y - theta * node->q.y, slope = t * (node->p.y - node->q.y);
    long double p = 1 + theta + t, q = theta + t, parts = 1 + p * fabsl(node->p.y) + q * fabsl(node->q.y);
    long double unit = U * (16 + 5 * fabsl(node->log_bell) + 3 * fabsl(weight->exponent) + 3 * fabsl(node->log_keep));
    sum->real += mass * turn.cosine - node->bell * first;
    sum->imaginary += mass * turn.sine - node->bell * slope;
    sum->error += off <= 0.5L ? mass * (2 * off + unit) : INFINITY; /* e^off - 1 <= 2 off */
    sum->error += node->bell * (p * node->p.y_error + q * node->q.y_error + parts * unit);
    sum->size += mass + node->bell * parts;
}

/* Are both forms of U as good, or the second better? */
static bool is_second_order(const pld__kernel_node *node, const pld__kernel_weight *weight, long double t) {
    long double re = weight->exponent, im = t * node->loss;
    return node->p.small && node->q.small && node->lost < NEGLIGIBLE && re * re + im * im <= 0.25L;
}

static void add_node(const pld__kernel_node *node, const pld__kernel_weight *weight, long double theta, long double t,
                     phasor turn, running *sum) {
    if (is_second_order(node, weight, t))
        add_second_order(node, weight, theta, t, sum);
    else
        add_direct(node, weight, theta, t, turn, sum);
}

/* --- what lies beyond ----------------------------------------------------------------------------------------------- */

/* g r_p^(1+theta) r_q^-theta at a node, from above. */
static long double tilted_density_upper(const pld__kernel_node *node, long double theta) {
    pld__kernel_weight weight = weight_of(node, theta);
    return weight.mass * expl(node->keep_error + weight.error + 1e-15L +
                              8 * U * (fabsl(node->log_bell) + fabsl(weight.exponent) + fabsl(node->log_keep)));
}

/* (T75) at the upper end (sign > 0) or the lower one. */
static long double range_at(const pld__kernel_factor *factor, const pld__kernel_nodes *nodes, long double theta, int sign) {
    const pld__kernel_node *end = &nodes->all[sign > 0 ? nodes->count - 1 : 0];
    long double p_mean = pld__kernel_posterior_mean(&factor->p, end->x, sign),
                q_mean = pld__kernel_posterior_mean(&factor->q, end->x, -sign);
    long double distance =
        pld__bound_fall(&factor->ends, theta, end->x, sign, p_mean, q_mean, nodes->cut.at, nodes->cut.softness);
    if (!(distance > 0))
        return INFINITY;
    return nodes->step * INVERSE_ROOT_TURN * tilted_density_upper(end, theta) / expm1l(nodes->step * distance) * (1 + 1e-15L);
}

/* Of a bell around 0 and of each component, what the nodes leave out at one end: a bell falls from the end on, so the sum is less
 * than the integral. */
static void add_bell_range(const pld__kernel_nodes *nodes, const pld__kernel_list *list, int sign, long double *bells) {
    long double end = sign * nodes->all[sign > 0 ? nodes->count - 1 : 0].x;
    for (size_t j = 0; j <= list->count; j++) {
        bool own = j == list->count; /* the bell around 0, by which each component's is made a difference */
        long double mean = own ? 0 : sign * list->mean[j] + list->error[j], away = end - mean;
        if (!own && list->mean[j] == 0)
            continue;
        long double weight = own ? list->moved : list->weight[j] * (1 + list->weight_error);
        *bells += away > 0 ? weight * pld__normal_tail(away * (1 - 1e-15L)) * (1 + 1e-9L) : INFINITY;
    }
}

/* --- the sums ------------------------------------------------------------------------------------------------------- */

/* The errors of (T74) that are not those of f itself: aliases and ends of g and of each g r. */
static long double bell_errors(const pld__kernel_tilted *tilted, long double t) {
    const pld__kernel_factor *factor = tilted->factor;
    long double p = 1 + tilted->theta + t, q = tilted->theta + t;
    long double aliases = tilted->bell_error * (1 + 2 * p * factor->p.moved + 2 * q * factor->q.moved);
    return (aliases + tilted->bell_range + p * tilted->p_range + q * tilted->q_range) * (1 + 1e-12L);
}

/* The sum with its rounding and what it leaves out, without the trapezoidal error of f. */
static pld__kernel_moment finished(const pld__kernel_tilted *tilted, long double t, const running *sum) {
    const pld__kernel_nodes *nodes = tilted->nodes;
    long double scale = nodes->scale;
    long double error = sum->error + U * ((long double)(nodes->count + 8) + nodes->weight_units) * sum->size;
    return (pld__kernel_moment){sum->real * scale, sum->imaginary * scale,
                                error * scale * (1 + 1e-9L) + tilted->range + bell_errors(tilted, t)};
}

static pld__kernel_moment sum_nodes(const pld__kernel_tilted *tilted, long double t) {
    running sum = {0};
    for (size_t n = 0; n < tilted->nodes->count; n++) {
        const pld__kernel_node *node = &tilted->nodes->all[n];
        pld__kernel_weight weight = weight_of(node, tilted->theta);
        phasor turn = is_second_order(node, &weight, t) ? (phasor){0} : phasor_at(node, t);
        add_node(node, &weight, tilted->theta, t, turn, &sum);
    }
    return finished(tilted, t, &sum);
}

static bool is_laplace(const pld__kernel_tilted *tilted) {
    return tilted->factor->laplace.ratio > 0;
}

/* What the rule is off by: (T71), or (T55), which grows with t. */
static long double quadrature_error(const pld__kernel_tilted *tilted, long double t) {
    const pld__kernel_nodes *nodes = tilted->nodes;
    if (is_laplace(tilted))
        return t <= nodes->farthest ? tilted->worst
                                    : pld__kernel_laplace_quadrature(&tilted->factor->laplace, &nodes->panels, tilted->theta, t);
    return tilted->moment_upper * pld__bound_trapezoid(&tilted->factor->ends, nodes->kappa, tilted->theta, t, nodes->step);
}

static pld__kernel_moment with_error(pld__kernel_moment found, long double error) {
    found.error += error;
    return isnan(found.error) || isnan(found.real) || isnan(found.imaginary) ? (pld__kernel_moment){0, 0, INFINITY} : found;
}

void pld__kernel_tilt(const pld__kernel_factor *factor, const pld__kernel_nodes *nodes, double theta,
                      pld__kernel_tilted *tilted) {
    *tilted = (pld__kernel_tilted){.factor = factor, .nodes = nodes, .theta = theta, .moment_upper = INFINITY};
    if (!nodes->sound || nodes->count < 2 || !(theta > 0))
        return;
    if (is_laplace(tilted)) {
        pld__kernel_moment real = sum_nodes(tilted, 0);
        long double off = pld__kernel_laplace_quadrature(&factor->laplace, &nodes->panels, theta, 0);
        tilted->worst = pld__kernel_laplace_quadrature(&factor->laplace, &nodes->panels, theta, nodes->farthest);
        tilted->excess_upper = (real.real + real.error + off) * (1 + 1e-17L);
        tilted->moment_upper = (1 + tilted->excess_upper) * (1 + 1e-17L);
        return;
    }
    tilted->range = range_at(factor, nodes, theta, 1) + range_at(factor, nodes, theta, -1);
    for (int sign = -1; sign <= 1; sign += 2) {
        long double end = sign * nodes->all[sign > 0 ? nodes->count - 1 : 0].x;
        tilted->bell_range += end > 0 ? pld__normal_tail(end * (1 - 1e-15L)) * (1 + 1e-9L) : INFINITY;
        add_bell_range(nodes, &factor->p, sign, &tilted->p_range);
        add_bell_range(nodes, &factor->q, sign, &tilted->q_range);
    }
    tilted->bell_error = pld__bound_bell_trapezoid(nodes->step);
    long double quadrature = pld__bound_trapezoid(&factor->ends, nodes->kappa, theta, 0, nodes->step);
    pld__kernel_moment real = sum_nodes(tilted, 0);
    if (!(quadrature < 0.5L && real.error < INFINITY))
        return;
    /* |M - M_h| <= M quadrature, and 1/(1 - quadrature) <= 1 + 2 quadrature. */
    long double excess = real.real + real.error;
    tilted->excess_upper = excess + 2 * quadrature * (1 + excess) + 4 * U * fabsl(excess);
    tilted->moment_upper = (1 + tilted->excess_upper) * (1 + 1e-17L);
    tilted->excess = real.real;
    tilted->excess_error = real.error + quadrature * tilted->moment_upper * (1 + 1e-15L);
}

long double pld__kernel_tilted_log_upper(const pld__kernel_tilted *tilted) {
    long double one = log1pl(tilted->excess_upper); /* good to 8 u, as it is a log1p */
    return tilted->moment_upper < INFINITY ? one + 16 * U * fabsl(one) : INFINITY;
}

pld__kernel_moment pld__kernel_moment_at(const pld__kernel_tilted *tilted, long double t) {
    if (!(tilted->moment_upper < INFINITY))
        return (pld__kernel_moment){0, 0, INFINITY};
    return with_error(sum_nodes(tilted, t), quadrature_error(tilted, t));
}

/* --- one frequency after the other ---------------------------------------------------------------------------------- */

void pld__kernel_walk_free(pld__kernel_walk *walk) {
    pld__free(walk->weight);
    pld__free(walk->cosine);
    *walk = (pld__kernel_walk){0};
}

pld_status pld__kernel_walk_create(const pld__kernel_tilted *tilted, long double spacing, size_t stride, pld__kernel_walk *walk) {
    size_t count = tilted->nodes->count;
    long double *room = pld__allocate(4 * count + 1, sizeof *room);
    *walk = (pld__kernel_walk){.tilted = tilted, .spacing = spacing, .stride = stride, .cosine = room};
    walk->weight = pld__allocate(count + 1, sizeof *walk->weight);
    if (!room || !walk->weight) {
        pld__kernel_walk_free(walk);
        return PLD_ERROR_MEMORY;
    }
    walk->sine = room + count;
    walk->turn_cosine = room + 2 * count;
    walk->turn_sine = room + 3 * count;
    for (size_t n = 0; n < count; n++) {
        const pld__kernel_node *node = &tilted->nodes->all[n];
        phasor turn = stride > 1 ? phasor_at(node, spacing) : (phasor){1, 0, 0};
        walk->weight[n] = weight_of(node, tilted->theta);
        walk->turn_cosine[n] = turn.cosine;
        walk->turn_sine[n] = turn.sine;
    }
    return PLD_OK;
}

/* A turn is good to 4 u and what the loss is off by; a product adds sqrt(5) u (Brent, Percival, Zimmermann 2007): 8 u a step, the
 * phasor's modulus being 1 within that. */
static phasor walk_phasor(pld__kernel_walk *walk, size_t n, const pld__kernel_node *node, long double t) {
    size_t since = walk->next % walk->stride;
    if (since == 0) {
        phasor made = phasor_at(node, t);
        walk->cosine[n] = made.cosine;
        walk->sine[n] = made.sine;
        return made;
    }
    long double c = walk->cosine[n] * walk->turn_cosine[n] - walk->sine[n] * walk->turn_sine[n];
    long double s = walk->cosine[n] * walk->turn_sine[n] + walk->sine[n] * walk->turn_cosine[n];
    walk->cosine[n] = c;
    walk->sine[n] = s;
    return (phasor){c, s, (4 + 8 * (long double)since) * U};
}

/* Each term of (T71) grows with t, whatever the shift: what holds at the last of some frequencies holds at all of them. */
enum { BLOCK = 4 };

pld__kernel_moment pld__kernel_walk_next(pld__kernel_walk *walk) {
    const pld__kernel_tilted *tilted = walk->tilted;
    const pld__kernel_nodes *nodes = tilted->nodes;
    long double t = (long double)walk->next * walk->spacing;
    if (!(tilted->moment_upper < INFINITY))
        return (pld__kernel_moment){0, 0, INFINITY};
    running sum = {0};
    for (size_t n = 0; n < nodes->count; n++) {
        bool unused = walk->stride == 1 && is_second_order(&nodes->all[n], &walk->weight[n], t);
        phasor turn = unused ? (phasor){0} : walk_phasor(walk, n, &nodes->all[n], t);
        add_node(&nodes->all[n], &walk->weight[n], tilted->theta, t, turn, &sum);
    }
    size_t block = walk->stride < BLOCK || is_laplace(tilted) ? 1 : BLOCK;
    if (walk->next % block == 0)
        walk->quadrature = quadrature_error(tilted, t + (long double)(block - 1) * walk->spacing);
    walk->next++;
    return with_error(finished(tilted, t, &sum), walk->quadrature);
}

/* |log(1 + S + e) - log(1 + S)| <= -log(1 - |e|/|1 + S|). Near 1 the log's modulus is log1p of |1 + S|^2 - 1 = a (2 + a) + b^2,
 * which is off by a few u of |a| + b^2, and elsewhere a few u. */
pld__kernel_log pld__kernel_log_of(const pld__kernel_moment *moment) {
    long double a = moment->real, b = moment->imaginary, size = hypotl(1 + a, b), near = fabsl(a) + fabsl(b);
    pld__kernel_log found = {.imaginary = atan2l(b, 1 + a), .error = INFINITY};
    long double most = logl(size + moment->error);
    found.upper = most + 8 * U * (1 + fabsl(most));
    found.real = near < 0.5L ? log1pl(a * (2 + a) + b * b) / 2 : logl(size);
    long double relative = moment->error / size * (1 + 1e-15L);
    if (relative < 0.5L)
        found.error =
            -log1pl(-relative) * (1 + 1e-15L) + 16 * U * (near < 0.5L ? near : 1 + fabsl(found.real) + fabsl(found.imaginary));
    return found;
}

/* --- decay ---------------------------------------------------------------------------------------------------------- */

/* log(k/chi) of (T72) at a node, from above: k = chi + (a/v) e^(a^2/2v^2) phi((x - X)/v). */
static long double log_majorant(const pld__kernel_nodes *nodes, const pld__kernel_node *node, long double a) {
    if (nodes->cut.at == INFINITY)
        return 0;
    long double eta = a / nodes->cut.softness, z = (node->x - nodes->cut.at) / nodes->cut.softness;
    long double log_more = logl(eta) + eta * eta / 2 - z * z / 2 + logl(INVERSE_ROOT_TURN) - node->log_keep;
    return log1pl(expl(log_more + 16 * U * (1 + fabsl(log_more) + eta * eta + z * z) + 2 * node->keep_error)) * (1 + 16 * U);
}

/* I(t) = M(theta) + the integral of f (e^X - 1), X = a^2/2 + log(k/chi) + (1 + theta) log |c_p| - theta log |c_q| - t A: where X
 * is small, so is what rounding does to the difference. Sums: I is I_h but for J times the decay bound, M_h is M but for M times
 * the trapezoidal bound, and I_h - M_h is what is added up, but for the nodes left out of either. */
pld__kernel_decay pld__kernel_decay_at(const pld__kernel_tilted *tilted, long double t, double shift) {
    const pld__kernel_factor *factor = tilted->factor;
    const pld__kernel_nodes *nodes = tilted->nodes;
    const pld__kernel_decay nothing = {0, INFINITY};
    long double theta = tilted->theta, a = shift, lift = a * a / 2, sum = 0, off = 0, size = 0, whole = 0, beyond = 0;
    if (is_laplace(tilted) || !(tilted->moment_upper < INFINITY) || !(shift > 0) || !pld__bound_cone(&factor->ends, a) ||
        factor->ends.p_low < factor->ends.q_high)
        return nothing;
    if (nodes->cut.at < INFINITY && nodes->all[nodes->count - 1].x < nodes->cut.at) /* phi still rises there */
        return nothing;
    for (size_t n = 0; n < nodes->count; n++) {
        const pld__kernel_node *node = &nodes->all[n];
        pld__kernel_weight weight = weight_of(node, theta);
        pld__kernel_turned p = pld__kernel_turned_at(&factor->p, node->x, a), q = pld__kernel_turned_at(&factor->q, node->x, a);
        long double log_k = log_majorant(nodes, node, a), angle = fmaxl(p.angle - q.angle, 0);
        long double exponent = lift + log_k + (1 + theta) * p.log_size - theta * q.log_size - t * angle;
        long double parts =
            lift + log_k + (1 + theta) * fabsl(p.log_size) + theta * fabsl(q.log_size) + t * (fabsl(p.angle) + fabsl(q.angle));
        long double error = (1 + theta) * p.log_error + theta * q.log_error + t * (p.angle_error + q.angle_error) + 8 * U * parts;
        long double grown = expm1l(exponent), moved = (1 + grown) * expm1l(error) * (1 + 1e-15L),
                    relative = expm1l(weight.error + node->keep_error) +
                               8 * U * (4 + fabsl(node->log_bell) + fabsl(weight.exponent) + fabsl(node->log_keep));
        sum += weight.mass * grown;
        off += weight.mass * (moved + relative * (fabsl(grown) + moved));
        size += weight.mass * fabsl(grown);
        whole += tilted_density_upper(node, theta) * expl(log_k + 1e-12L);
        if (n == 0 || n == nodes->count - 1) /* phi falls as fast as chi is known to (T75) */
            beyond += tilted->range * expl(log_k + 1e-12L);
    }
    long double scale = nodes->scale, simple = pld__bound_trapezoid(&factor->ends, nodes->kappa, theta, 0, nodes->step);
    if (!(simple < 0.5L))
        return nothing;
    long double integral = (whole * scale + beyond) / (1 - simple) * (1 + 1e-9L); /* J */
    long double cosine = -theta * logl(cosl(a * (factor->ends.q_high - factor->ends.q_low) / 2));
    long double more = beyond * expl(lift + cosine + 1e-12L * (1 + cosine)) + tilted->range +
                       tilted->moment_upper * simple * (1 + 1e-12L) +
                       integral * pld__bound_decay_trapezoid(&factor->ends, nodes->kappa, theta, t, nodes->step, a);
    long double rounding = U * (long double)(nodes->count + 16) * size * scale;
    pld__kernel_decay found = {tilted->excess + sum * scale, tilted->excess_error + (off * scale + rounding) * (1 + 1e-9L) +
                                                                 more + 4 * U * (fabsl(tilted->excess) + size * scale)};
    return isnan(found.value) || isnan(found.error) ? nothing : found;
}

long double pld__kernel_log_decay(const pld__kernel_decay *decay) {
    long double excess = decay->value + decay->error, total = log1pl(excess);
    return isnan(total) ? INFINITY : total + 16 * U * (fabsl(excess) / (1 + excess) + fabsl(total));
}
