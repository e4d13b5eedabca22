#include "kernel/lattice.h"

#include "base/base.h"
#include "base/work.h"
#include "bound/sandwich.h"

#include <math.h>

static const long double U = PLD__KERNEL_U;
static const long double PI_LOW = 3.14159265358979323L, TURN = 6.28318530717958647692528676655900577L;

/* Frequencies that are kept at most, and points further out than this have no whole number. */
enum { MOST_FREQUENCIES = 1 << 24 };
static const int64_t MOST_POINTS = (int64_t)1 << 38; /* times a frequency it is below 2^63 */
static const long double FARTHEST = 0x1p60L;

void pld__lattice_sum_free(pld__lattice_sum *sum) {
    pld__free(sum->real);
    *sum = (pld__lattice_sum){0};
}

static bool is_valid(const pld__lattice_plan *plan) {
    return plan->theta > 0 && plan->lambda > plan->theta && plan->lambda < 1e9 && plan->count >= 1 &&
           plan->count <= MOST_POINTS && plan->frequencies >= 1 && plan->frequencies <= MOST_FREQUENCIES;
}

/* log M(s_j) e^(-i t_j offset) of all steps together. */
static pld__kernel_log composed_log(const pld__kernel_steps *steps, const pld__kernel_tilted_atoms *tilted, int64_t j,
                                    const pld__kernel_turns *turns) {
    pld__kernel_log total = {0};
    long double size = 0, upper_size = 0; /* partial sums are below */
    for (size_t m = 0; m < steps->atom_count; m++) {
        pld__kernel_log one = pld__kernel_atoms_log_turned(&tilted[m], j, turns);
        long double times = steps->atoms[m].times;
        total.real += times * one.real;
        total.imaginary += times * one.imaginary;
        total.upper += times * one.upper + 4 * U * times * fabsl(one.upper);
        total.error += times * (one.error + 4 * U * (fabsl(one.real) + fabsl(one.imaginary)));
        size += times * (fabsl(one.real) + fabsl(one.imaginary));
        upper_size += times * fabsl(one.upper);
    }
    total.error += (long double)(steps->atom_count + 1) * 2 * U * size;
    total.upper += (long double)(steps->atom_count + 1) * 2 * U * upper_size;
    return total;
}

/* Term j: e^(log M - scale) times (1 - e^-h)/((1 - z)(1 - e^-h z)), each factor of which has a real part that is a sum of
 * positive numbers and is good to a few units. Where log M is not known, nothing is taken, and a bound of the term for its error.
 */
static void set_term(pld__lattice_sum *sum, size_t j, const pld__kernel_log *log, const pld__kernel_turns *turns) {
    long double h = sum->lattice.spacing, theta = sum->theta, versine, sine;
    pld__kernel_turn(turns, (int64_t)j, &versine, &sine);
    long double small = expl(-theta * h), smaller = expl(-(theta + 1) * h);
    long double a = -expm1l(-theta * h) + small * versine, b = small * sine;
    long double c = -expm1l(-(theta + 1) * h) + smaller * versine, d = smaller * sine;
    /* 1/((a + ib)(c + id)) = (a - ib)(c - id)/(|a + ib|^2 |c + id|^2) */
    long double lift = -expm1l(-h) / ((a * a + b * b) * (c * c + d * d));
    bool known = log->error < 0.5L && isfinite(log->real), once = j == 0 || 2 * (int64_t)j == sum->count;
    long double level = known ? log->real : log->upper, size = (once ? 1 : 2) * expl(level - sum->scale);
    sum->real[j] = known ? size * lift * (a * c - b * d) : 0;
    sum->imaginary[j] = known ? -size * lift * (a * d + b * c) : 0;
    sum->angle[j] = known ? log->imaginary : 0;
    /* 1 - z and its like are off by theta h units of e^(-theta h), which is less than itself. */
    long double absolute = size * lift * hypotl(a, b) * hypotl(c, d);
    long double rounding = U * (4 * (fabsl(level) + fabsl(sum->scale)) + 6 * fabsl(sum->angle[j]) + 100);
    sum->known += absolute * (known ? expm1l(log->error + rounding) : 1 + 2 * rounding) * (1 + 1e-12L);
    sum->size += absolute * (1 + 1e-12L);
    sum->turned += absolute * fabsl(sum->angle[j]) * (1 + 1e-12L);
}

/* log of a bound of |M| from the last frequency on to pi/h. */
static long double log_largest_behind(const pld__kernel_steps *steps, const pld__kernel_tilted_atoms *tilted, int64_t j,
                                      int64_t count) {
    long double total = 0, size = 0;
    for (size_t m = 0; m < steps->atom_count; m++) {
        long double one = pld__kernel_atoms_log_decay(&tilted[m], j, count);
        total += steps->atoms[m].times * (one + 4 * U * fabsl(one));
        size += steps->atoms[m].times * fabsl(one);
    }
    return total + 4 * U * size * (long double)(steps->atom_count + 1);
}

static pld_status fill_terms(const pld__kernel_steps *steps, const pld__kernel_tilted_atoms *tilted,
                             const pld__lattice_plan *plan, const pld__kernel_turns *turns, pld__lattice_sum *sum) {
    int64_t all = plan->count / 2, last = plan->frequencies < all ? plan->frequencies : all;
    sum->terms = (size_t)last + 1;
    sum->real = pld__allocate(sum->terms * 3, sizeof *sum->real);
    if (!sum->real)
        return PLD_ERROR_MEMORY;
    sum->imaginary = sum->real + sum->terms;
    sum->angle = sum->real + 2 * sum->terms;
    double outcomes = 0;
    for (size_t m = 0; m < steps->atom_count; m++)
        outcomes += (double)steps->atoms[m].count;
    for (size_t j = 0; j < sum->terms; j++) {
        pld_status status = pld__work_on(outcomes);
        if (status != PLD_OK)
            return status;
        pld__kernel_log log = composed_log(steps, tilted, (int64_t)j, turns);
        if (j == 0)
            sum->scale = log.real;
        if (!(log.upper < INFINITY) || (j == 0 && !(log.error < 1))) /* nothing is known of it */
            return PLD_OK;
        set_term(sum, j, &log, turns);
    }
    if (last < all) {
        long double behind = log_largest_behind(steps, tilted, last, plan->count), h = sum->lattice.spacing;
        long double angle = TURN / 2 * ((long double)last / (long double)plan->count);
        sum->dropped =
            expl(behind - sum->scale + plan->theta * h + 8 * U * (fabsl(behind) + fabsl(sum->scale) + plan->theta * h + 1)) *
            sinhl(h / 2) / (PI_LOW * tanl(angle)) * (1 + 1e-12L);
    }
    sum->usable = sum->known < INFINITY && sum->dropped < INFINITY && sum->size < INFINITY && sum->lost >= 0;
    return PLD_OK;
}

/* An upper bound of log M(lambda). */
static pld_status log_moment_upper(const pld__kernel_steps *steps, double lambda, long double *total) {
    *total = 0;
    for (size_t m = 0; m < steps->atom_count; m++) {
        pld__kernel_tilted_atoms tilted;
        pld_status status = pld__kernel_atoms_tilt(&steps->atoms[m], lambda, &tilted);
        if (status != PLD_OK)
            return status;
        *total += steps->atoms[m].times * (tilted.log_upper + 4 * U * fabsl(tilted.log_upper));
        pld__kernel_tilted_atoms_free(&tilted);
    }
    *total += 16 * U * fabsl(*total);
    return PLD_OK;
}

pld_status pld__lattice_sum_create(const pld__kernel_steps *steps, const pld__kernel_lattice *lattice,
                                   const pld__lattice_plan *plan, pld__lattice_sum *sum) {
    *sum = (pld__lattice_sum){.lattice = *lattice, .theta = plan->theta, .lambda = plan->lambda, .count = plan->count};
    if (!is_valid(plan) || !lattice->found)
        return PLD_OK;
    pld__kernel_steps_infinite(steps, &sum->sure, &sum->lost);
    pld__kernel_tilted_atoms *tilted = pld__allocate(steps->atom_count, sizeof *tilted);
    pld__kernel_turns turns = {0};
    long double moment = INFINITY;
    size_t made = 0;
    pld_status status = tilted ? pld__kernel_turns_create(plan->count, plan->listed, &turns) : PLD_ERROR_MEMORY;
    for (; made < steps->atom_count && status == PLD_OK; made++)
        status = pld__kernel_atoms_tilt(&steps->atoms[made], plan->theta, &tilted[made]);
    if (status == PLD_OK)
        status = log_moment_upper(steps, plan->lambda, &moment);
    if (status == PLD_OK)
        status = fill_terms(steps, tilted, plan, &turns, sum);
    /* The period as a double, from below. */
    double period = (double)((long double)plan->count * lattice->spacing * (1 - 1e-15L));
    sum->log_alias = pld__bound_log_alias_above(moment, 0, plan->theta, plan->lambda, period * (1 - 1e-15));
    for (size_t m = 0; m < made; m++)
        pld__kernel_tilted_atoms_free(&tilted[m]);
    pld__kernel_turns_free(&turns);
    pld__free(tilted);
    return status;
}

/* --- delta ---------------------------------------------------------------------------------------------------------- */

static const pld__kernel_bounds NOTHING = {.log_delta = {-INFINITY, 0}, .value = -INFINITY};

pld__kernel_bounds pld__lattice_at(const pld__lattice_sum *sum, int64_t n) {
    pld__kernel_bounds found = NOTHING;
    if (!sum->usable)
        return found;
    int64_t next = (n + 1) % sum->count;
    next += next < 0 ? sum->count : 0;
    long double total = 0, count = (long double)sum->count;
    for (size_t j = 0; j < sum->terms; j++) {
        int64_t turn = next * (int64_t)j % sum->count;
        turn -= 2 * turn > sum->count ? sum->count : 0;
        long double angle = sum->angle[j] - TURN * ((long double)turn / count);
        total += sum->real[j] * cosl(angle) - sum->imaginary[j] * sinl(angle);
    }
    /* In units of e^(scale - theta l_(n+1))/N. Angles are off by u of their parts, products and the sum by a few u of each term.
     */
    long double rounded = U * (4 * sum->turned + ((long double)sum->terms + 48) * sum->size);
    long double at = pld__lattice_loss(sum, n), epsilon = at + sum->lattice.spacing, away = sum->theta * epsilon;
    long double reference = sum->scale - away;
    /* theta times a loss, which is off by units of its parts */
    long double parts = fabsl(sum->lattice.offset) + fabsl((long double)n * sum->lattice.spacing) + sum->lattice.spacing;
    long double reference_error = U * (4 * fabsl(sum->scale) + 16 * sum->theta * parts + 4 * fabsl(reference) + 64) +
                                  sum->theta * sum->lattice.offset_error;
    long double value = total / count, error = (sum->known + rounded) / count * (1 + 1e-12L) + sum->dropped * (1 + 1e-12L);
    long double high = value + error, upper = 0, lower = -INFINITY;
    if (high > 0)
        upper = reference + logl(high) + 2 * reference_error + 4 * U * fabsl(logl(high));
    long double turn = sum->theta * count * sum->lattice.spacing * (1 - 1e-15L); /* 1/(e^turn - 1), the first part of (T16) */
    long double below = expl(-turn - logl(-expm1l(-turn)) - reference + 1e-12L + reference_error);
    /* From delta(l_n) on, where (T16) has epsilon. */
    bool none = (long double)n + count >= sum->lattice.last;
    long double above = none ? 0
                             : expl(sum->log_alias - sum->lambda * at - reference + 1e-12L + reference_error +
                                    16 * U * sum->lambda * parts + sum->lambda * sum->lattice.offset_error);
    long double low = value - error - (below + above) * (1 + 1e-9L);
    if (low > 0)
        lower = reference + logl(low) - 2 * reference_error - 4 * U * fabsl(logl(low));
    if (isnan(high) || isnan(low) || isnan(upper) || isnan(lower))
        return NOTHING;
    found.value = pld__kernel_log_with_mass(value > 0 ? reference + logl(value) : -INFINITY, sum->sure, 0);
    found.log_delta.upper = fminl(pld__kernel_log_with_mass(upper, sum->lost, 1), 0);
    found.log_delta.lower = pld__kernel_log_with_mass(lower, sum->sure, -1);
    if (!isfinite(found.value))
        return found;
    long double whole = expl(found.value - reference);
    found.terms = (double)(sum->known / count / whole);
    found.dropped = (double)(sum->dropped / whole);
    found.rounded = (double)(rounded / count / whole);
    found.lost = sum->lost > sum->sure ? (double)expl(logl(sum->lost - sum->sure) - found.value) : 0;
    found.aliases = (double)((below + above) / whole);
    return found;
}

long double pld__lattice_blur(const pld__lattice_sum *sum, double epsilon) {
    long double away = fabsl((long double)epsilon) + fabsl(sum->lattice.offset) + sum->lattice.spacing;
    return (sum->lattice.error + 64 * U * away) * (1 + 1e-9L);
}

bool pld__lattice_point_below(const pld__lattice_sum *sum, long double epsilon, int64_t *n) {
    long double steps = floorl((epsilon - sum->lattice.offset) / sum->lattice.spacing);
    if (!(fabsl(steps) < FARTHEST))
        return false;
    *n = (int64_t)steps;
    return true;
}

/* log of (1 - part) e^a + part e^b, a >= b wherever it matters; a computed part is good to units of 1, which `blur` covers. */
static long double log_between(long double a, long double b, long double part) {
    long double high = fmaxl(a, b);
    if (high == -INFINITY)
        return high;
    long double sum = (1 - part) * expl(a - high) + part * expl(b - high);
    return sum > 0 ? high + logl(sum) : -INFINITY;
}

/* The bounds of both neighbours, between them. */
static pld__kernel_bounds bounds_near(const pld__lattice_sum *sum, long double epsilon) {
    int64_t n;
    if (!sum->usable || !pld__lattice_point_below(sum, epsilon, &n))
        return NOTHING;
    pld__kernel_bounds left = pld__lattice_at(sum, n), right = pld__lattice_at(sum, n + 1);
    long double h = sum->lattice.spacing, x = fminl(fmaxl(epsilon - pld__lattice_loss(sum, n), 0), h);
    long double part = fminl(expl(x - h) * (expm1l(-x) / expm1l(-h)), 1); /* (e^x - 1)/(e^h - 1) */
    pld__kernel_bounds found = left;
    found.value = log_between(left.value, right.value, part);
    found.log_delta.lower = log_between(left.log_delta.lower, right.log_delta.lower, part);
    found.log_delta.upper = log_between(left.log_delta.upper, right.log_delta.upper, part);
    long double slack = 16 * U * (1 + fabsl(found.log_delta.lower));
    found.log_delta.lower -= found.log_delta.lower > -INFINITY ? slack : 0;
    found.log_delta.upper = fminl(found.log_delta.upper + 16 * U * (1 + fabsl(found.log_delta.upper)), 0);
    return found;
}

pld__kernel_bounds pld__lattice_log_delta(const pld__lattice_sum *sum, double epsilon) {
    if (!sum->usable)
        return NOTHING;
    long double blur = pld__lattice_blur(sum, epsilon);
    pld__kernel_bounds found = bounds_near(sum, (long double)epsilon - blur);
    found.log_delta.lower = bounds_near(sum, (long double)epsilon + blur).log_delta.lower;
    return found;
}
