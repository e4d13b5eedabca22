#include "kernel/allotted.h"

#include "base/base.h"
#include "bound/counts.h"
#include "kernel/log_gamma.h"

#include <math.h>

static const long double U = PLD__KERNEL_U;
static const pld__kernel_log NOTHING = {0, 0, INFINITY, INFINITY};

long double pld__allotted_fall(const pld__kernel_allotment *allotment) {
    return allotment->used == allotment->batches
               ? allotment->mean * allotment->mean / (long double)allotment->batches * (1 - 1e-15L)
               : 0;
}

/* --- what nodes leave out ------------------------------------------------------------------------------------------- */

static long double log_least(const pld__kernel_allotment *allotment, long double power) {
    return pld__bound_counts_least(power, allotment->mean, (long double)allotment->used, (long double)allotment->batches);
}

long double pld__allotted_below(const pld__counts *counts, long double power, long double rest, long double step,
                                long double first) {
    pld__log_gamma gamma = pld__log_gamma_at(rest, 0);
    long double best = INFINITY, least = log_least(&counts->allotment, power);
    for (size_t k = 0; k <= counts->powers; k++)
        best = fminl(best, pld__bound_counts_below(rest, step, first, (long double)k - power, gamma.real - gamma.error,
                                                   counts->log_power[k] - least));
    return best;
}

long double pld__allotted_above(const pld__counts *counts, long double power, long double rest, long double step,
                                long double last) {
    static const long double CLOSER = 1.25L;
    const pld__kernel_allotment *allotment = &counts->allotment;
    pld__log_gamma gamma = pld__log_gamma_at(rest, 0);
    long double best = INFINITY, least = log_least(allotment, power), largest = expl(fminl(last, 12)) + rest + 16;
    for (long double q = 0.25L; q < largest; q *= CLOSER) {
        long double moment =
            pld__bound_counts_inverse(q, allotment->mean, (long double)allotment->used, (long double)allotment->batches);
        best = fminl(best, pld__bound_counts_above(rest, step, last, power + q, gamma.real - gamma.error, moment - least));
    }
    return best;
}

/* --- a tilt --------------------------------------------------------------------------------------------------------- */

void pld__allotted_tilt_free(pld__allotted_tilt *tilt) {
    pld__free(tilt->weight);
    *tilt = (pld__allotted_tilt){.known = INFINITY, .real = NOTHING};
}

static long double node_at(const pld__counts *counts, size_t i) {
    return ((long double)counts->grid.first + (long double)i) * (long double)counts->grid.step;
}

static void fill_weights(pld__allotted_tilt *tilt) {
    const pld__counts *counts = tilt->counts;
    size_t n = counts->grid.most;
    long double top = -INFINITY, sizes = 0;
    for (size_t i = 0; i < counts->nodes; i++) {
        long double log_mass = logl(counts->mass[i * (n + 1) + n]), turned = -tilt->power * node_at(counts, i);
        tilt->weight[i] = turned + log_mass;
        sizes = fmaxl(sizes, fabsl(turned) + fabsl(log_mass));
        top = fmaxl(top, tilt->weight[i]);
    }
    tilt->scale = top;
    tilt->sum = 0;
    for (size_t i = 0; i < counts->nodes; i++) {
        tilt->weight[i] = expl(tilt->weight[i] - top);
        tilt->sum += tilt->weight[i];
    }
    /* An exponent is good to 8 units of its parts, `top` among them, a weight to 4 more, and the sum to one for each node. */
    tilt->rounding = U * (8 + 16 * sizes + (long double)counts->nodes) * (1 + 1e-9L);
}

/* All that is in (T186) but E(w): (T182) at 0, (T183), (T185) and both ends (T184). */
static long double known_error(const pld__allotted_tilt *tilt, long double at_zero) {
    const pld__counts *counts = tilt->counts;
    const pld__counts_grid *grid = &counts->grid;
    long double bins = (long double)counts->allotment.used, step = grid->step;
    long double parts[] = {at_zero, pld__bound_counts_inner(tilt->rest, counts->allotment.mean * (1 + 1e-15L), bins, grid->inner),
                           counts->error + tilt->rest * counts->turn,
                           pld__allotted_below(counts, tilt->power, tilt->rest, step, node_at(counts, 0)),
                           pld__allotted_above(counts, tilt->power, tilt->rest, step, node_at(counts, counts->nodes - 1))};
    static const long double factors[] = {2.1L, 6, 2.1L, 1, 1};
    long double sum = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        sum += parts[i] < 0.01L ? factors[i] * parts[i] : INFINITY;
    return sum;
}

pld_status pld__allotted_tilt_create(const pld__counts *counts, double theta, pld__allotted_tilt *tilt) {
    bool inverse = counts->allotment.inverse;
    *tilt = (pld__allotted_tilt){
        .counts = counts, .power = inverse ? -(long double)theta : 1 + (long double)theta, .known = INFINITY, .real = NOTHING};
    tilt->rest = (long double)counts->grid.most - tilt->power;
    if (!(counts->sound && theta > 0 && tilt->rest > 0))
        return PLD_OK;
    tilt->weight = pld__allocate(counts->nodes, sizeof *tilt->weight);
    if (!tilt->weight)
        return PLD_ERROR_MEMORY;
    fill_weights(tilt);
    pld__log_gamma factorial = pld__log_gamma_at((long double)counts->grid.most + 1, 0);
    tilt->log_factor = factorial.real + logl((long double)counts->grid.step);
    tilt->factor_error = factorial.error + 8 * U * (fabsl(tilt->log_factor) + fabsl(factorial.real));
    tilt->known = known_error(tilt, pld__bound_counts_rule(tilt->rest, 0, counts->grid.step));
    tilt->real = pld__allotted_log(tilt, 0);
    return PLD_OK;
}

/* --- moments -------------------------------------------------------------------------------------------------------- */

/* The log of the modulus of M(theta + it), from above, by (T181) and |M(theta + it)| <= M(theta). */
static long double fallen(const pld__allotted_tilt *tilt, long double t) {
    long double upper = tilt->real.upper, fall = pld__allotted_fall(&tilt->counts->allotment) * t * t / 2;
    return upper - fall + 4 * U * (fabsl(upper) + fall);
}

pld__kernel_log pld__allotted_log(const pld__allotted_tilt *tilt, long double t) {
    const pld__counts *counts = tilt->counts;
    long double real = 0, imaginary = 0, farthest = 0;
    if (!(tilt->known < 0.05L))
        return NOTHING;
    for (size_t i = 0; i < counts->nodes; i++) {
        long double turn = t * node_at(counts, i);
        real += tilt->weight[i] * cosl(turn);
        imaginary -= tilt->weight[i] * sinl(turn);
        farthest = fmaxl(farthest, fabsl(turn));
    }
    pld__log_gamma gamma = pld__log_gamma_at(tilt->rest, t);
    long double rule = pld__bound_counts_rule(tilt->rest, t, counts->grid.step);
    /* X is at most the sum at t = 0 over 1 - its error, which is E(0) more than what is known. */
    long double rounded = tilt->rounding + U * (16 + 2 * farthest + (long double)counts->nodes),
                whole = tilt->sum * (1 + 2 * tilt->rounding) / (1 - 1.5L * tilt->known);
    long double size = hypotl(real, imaginary), off = whole * (rule + tilt->known + rounded) * (1 + 1e-9L), share = off / size;
    long double outside = tilt->log_factor + tilt->scale - gamma.real;
    long double units = tilt->factor_error + gamma.error +
                        16 * U * (fabsl(tilt->log_factor) + fabsl(tilt->scale) + fabsl(gamma.real) + fabsl(gamma.imaginary) + 8);
    long double top = logl(size + off);
    pld__kernel_log log = {outside + logl(size), atan2l(imaginary, real) + gamma.imaginary, INFINITY,
                           outside + top + units + 8 * U * fabsl(top)};
    if (share < 0.9L)
        log.error = units + (8 * U * fabsl(top) - log1pl(-share)) * (1 + 1e-9L);
    if (t > 0)
        log.upper = fminl(log.upper, fallen(tilt, t));
    if (counts->allotment.inverse)
        log.imaginary = -log.imaginary;
    return log;
}
