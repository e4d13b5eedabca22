#include "kernel/kernel.h"

#include "base/base.h"
#include "bound/sandwich.h"
#include "kernel/laplace.h"
#include "kernel/laplace_few.h"

#include <math.h>

static const long double U = PLD__KERNEL_U;
static const long double PI_LOW = 3.14159265358979323L, HALF_TURN = 3.14159265358979323846264338327950288L;

/* --- steps ---------------------------------------------------------------------------------------------------------- */

void pld__kernel_steps_free(pld__kernel_steps *steps) {
    for (size_t m = 0; m < steps->atom_count; m++)
        pld__free(steps->atoms[m].index);
    pld__free(steps->atoms);
    pld__free(steps->factors);
    *steps = (pld__kernel_steps){0};
}

pld_status pld__kernel_steps_create(size_t most, pld__kernel_steps *steps) {
    most = most < PLD__KERNEL_FACTORS ? most : PLD__KERNEL_FACTORS;
    *steps = (pld__kernel_steps){.room = most, .plain_error = 12 * U};
    steps->factors = pld__allocate(most + 1, sizeof *steps->factors);
    steps->atoms = pld__allocate(most + 1, sizeof *steps->atoms);
    return steps->factors && steps->atoms ? PLD_OK : PLD_ERROR_MEMORY;
}

/* Plain Gaussian steps merge (T45): their moment is e^(m^2 s (s+1)/2), m^2 the sum of the squares. */
bool pld__kernel_steps_add(pld__kernel_steps *steps, const pld_mechanism *mechanism, pld_direction direction, uint64_t count) {
    if (mechanism->trivial)
        return true;
    if (mechanism->sparse) {
        bool taken = steps->atom_count < steps->room &&
                     pld__kernel_atoms_fill(mechanism, direction, count, &steps->atoms[steps->atom_count]);
        steps->atom_count += taken;
        return taken;
    }
    if (!pld__kernel_takes(mechanism))
        return false;
    long double mean = pld__kernel_plain_mean(mechanism);
    if (mean > 0) {
        steps->plain += (long double)count * mean * mean;
        steps->plain_error += U;
    } else if (steps->count == steps->room) {
        return false;
    } else {
        pld__kernel_factor_fill(mechanism, direction, count, &steps->factors[steps->count++]);
    }
    return true;
}

void pld__kernel_steps_infinite(const pld__kernel_steps *steps, long double *sure, long double *lost) {
    long double low = 0, high = 0, dropped = 0, slack = 1e-17L * (long double)(steps->atom_count + 1);
    for (size_t m = 0; m < steps->atom_count; m++) {
        const pld__kernel_atoms *atoms = &steps->atoms[m];
        low += atoms->times * log1pl(-atoms->infinite_low);
        high += atoms->times * log1pl(-fminl(atoms->infinite_high, 1));
        dropped += atoms->times * atoms->dropped;
    }
    *sure = fmaxl(-expm1l(low) * (1 - slack), 0);
    *lost = (-expm1l(high) + dropped) * (1 + slack);
}

/* --- the sum -------------------------------------------------------------------------------------------------------- */

void pld__kernel_sum_free(pld__kernel_sum *sum) {
    pld__free(sum->real);
    *sum = (pld__kernel_sum){0};
}

/* Does it have at most so many bits, so that small multiples are exact? */
static bool has_bits(double number, int bits) {
    int power;
    double scaled = ldexp(frexp(number, &power), bits);
    return scaled == floor(scaled);
}

static bool is_valid(const pld__kernel_plan *plan) {
    return plan->theta > 0 && plan->lambda > plan->theta && plan->lambda < 1e6 && plan->spacing > 1e-300 &&
           plan->spacing < 1e300 && has_bits(plan->spacing, 24) && plan->frequencies >= 1 && plan->frequencies <= 1 << 24;
}

/* log M(theta + it) of one factor. */
static pld__kernel_log factor_log(const pld__kernel_factor *factor, pld__kernel_walk *walk, long double theta, long double t) {
    if (pld__kernel_is_closed(factor))
        return pld__kernel_laplace_log(&factor->laplace, theta, t);
    pld__kernel_moment moment = pld__kernel_walk_next(walk);
    return pld__kernel_log_of(&moment);
}

/* log M(theta + it) of all steps together: parts add, as do their errors. */
static pld__kernel_log composed_log(const pld__kernel_steps *steps, pld__kernel_walk *walks,
                                    const pld__kernel_tilted_atoms *discrete, long double theta, long double t) {
    /* m^2 s (s+1)/2 = m^2 (theta (theta + 1) - t^2 + i t (2 theta + 1))/2 */
    long double up = theta * (theta + 1), half = steps->plain / 2;
    pld__kernel_log total = {half * (up - t * t), half * t * (2 * theta + 1),
                             half * (up + t * t + t * (2 * theta + 1)) * (steps->plain_error + 8 * U), 0};
    total.upper = total.real + total.error;
    long double size = fabsl(total.real) + fabsl(total.imaginary), upper_size = fabsl(total.upper); /* partial sums are below */
    for (size_t m = 0; m < steps->count + steps->atom_count; m++) {
        bool outcomes = m >= steps->count;
        pld__kernel_log one = outcomes ? pld__kernel_atoms_log(&discrete[m - steps->count], t)
                                       : factor_log(&steps->factors[m], &walks[m], theta, t);
        long double count = outcomes ? steps->atoms[m - steps->count].times : steps->factors[m].count;
        total.real += count * one.real;
        total.imaginary += count * one.imaginary;
        total.upper += count * one.upper + 4 * U * count * fabsl(one.upper);
        total.error += count * (one.error + 4 * U * (fabsl(one.real) + fabsl(one.imaginary)));
        size += count * (fabsl(one.real) + fabsl(one.imaginary));
        upper_size += count * fabsl(one.upper);
    }
    total.error += (long double)(steps->count + steps->atom_count + 1) * 2 * U * size;
    total.upper += (long double)(steps->count + steps->atom_count + 1) * 2 * U * upper_size;
    return total;
}

/* log of a bound of |M| of one factor from t on, never above that of M(theta) (|M(s)| <= M(theta)). */
static long double factor_log_behind(const pld__kernel_factor *factor, const pld__kernel_tilted *tilted, double theta,
                                     double shift, long double t) {
    if (pld__kernel_is_closed(factor)) {
        pld__kernel_log all = pld__kernel_laplace_log(&factor->laplace, theta, 0);
        return pld__kernel_laplace_log_behind(&factor->laplace, theta, t, all.real + all.error);
    }
    long double all = log1pl(tilted->excess_upper);
    return fminl(pld__kernel_log_decay(tilted, t, shift), all + 16 * U * fabsl(all));
}

/* log of a bound of the composed |M| from the last frequency on; a factor that shows no decay has its M(theta). */
static long double log_largest_behind(const pld__kernel_steps *steps, const pld__kernel_tilted *tilted,
                                      const pld__kernel_tilted_atoms *discrete, const pld__kernel_plan *plan, long double t) {
    long double up = (long double)plan->theta * ((long double)plan->theta + 1), half = steps->plain / 2;
    long double total = half * (up - t * t) + half * (up + t * t) * (steps->plain_error + 8 * U), size = fabsl(total);
    for (size_t m = 0; m < steps->count; m++) {
        long double one = factor_log_behind(&steps->factors[m], &tilted[m], plan->theta, plan->grids[m].shift, t);
        long double count = steps->factors[m].count;
        total += count * one + 4 * U * count * fabsl(one);
        size += count * fabsl(one);
    }
    for (size_t m = 0; m < steps->atom_count; m++) {
        total += steps->atoms[m].times * (discrete[m].log_upper + 4 * U * fabsl(discrete[m].log_upper));
        size += steps->atoms[m].times * fabsl(discrete[m].log_upper);
    }
    return total + (long double)(steps->count + steps->atom_count + 1) * 2 * U * size;
}

pld_status pld__kernel_steps_log_upper(const pld__kernel_steps *steps, const pld__kernel_nodes *nodes, double lambda,
                                       long double *log_upper) {
    long double total = steps->plain / 2 * lambda * ((long double)lambda + 1) * (1 + steps->plain_error + 8 * U);
    for (size_t m = 0; m < steps->count; m++) {
        pld__kernel_tilted tilted;
        if (pld__kernel_is_closed(&steps->factors[m])) {
            pld__kernel_log one = pld__kernel_laplace_log(&steps->factors[m].laplace, lambda, 0);
            total += steps->factors[m].count * (one.real + one.error);
            continue;
        }
        pld__kernel_tilt(&steps->factors[m], &nodes[m], lambda, &tilted);
        total += tilted.moment_upper < INFINITY ? 0 : INFINITY;
        long double one = log1pl(tilted.excess_upper); /* good to 8 u, as it is a log1p */
        total += steps->factors[m].count * (one + 16 * U * fabsl(one));
    }
    for (size_t m = 0; m < steps->atom_count; m++) {
        pld__kernel_tilted_atoms tilted;
        pld_status status = pld__kernel_atoms_tilt(&steps->atoms[m], lambda, &tilted);
        if (status != PLD_OK)
            return status;
        total += steps->atoms[m].times * (tilted.log_upper + 4 * U * fabsl(tilted.log_upper));
        pld__kernel_tilted_atoms_free(&tilted);
    }
    *log_upper = isnan(total) ? INFINITY : total + 16 * U * fabsl(total);
    return PLD_OK;
}

/* Term k from log M(s_k). An error e of the log changes a term by at most its absolute value times e^e - 1; where e is large,
 * nothing is taken for the term, and a bound of its absolute value for its error. */
static void set_term(pld__kernel_sum *sum, size_t k, const pld__kernel_log *log, long double t) {
    long double theta = sum->theta, square = (theta * theta + t * t) * ((theta + 1) * (theta + 1) + t * t);
    bool known = log->error < 0.5L && isfinite(log->real);
    long double level = known ? log->real : log->upper, size = (k == 0 ? 1 : 2) * expl(level - sum->scale);
    /* 1/(s (s+1)) = conj(s (s+1))/|s (s+1)|^2 */
    sum->real[k] = known ? size * ((theta * (theta + 1) - t * t) / square) : 0;
    sum->imaginary[k] = known ? -size * (t * (2 * theta + 1) / square) : 0;
    sum->angle[k] = known ? log->imaginary : 0;
    long double absolute = size / sqrtl(square),
                rounding = U * (4 * (fabsl(level) + fabsl(sum->scale)) + 6 * fabsl(sum->angle[k]) + 40);
    sum->error[k] = absolute * (known ? expm1l(log->error + rounding) : 1 + 2 * rounding) * (1 + 1e-12L);
    sum->size += absolute * (1 + 1e-12L);
    sum->known += sum->error[k] * (1 + 1e-12L);
}

static pld_status fill_sum(const pld__kernel_steps *steps, const pld__kernel_plan *plan, const pld__kernel_nodes *nodes,
                           const pld__kernel_tilted *tilted, const pld__kernel_tilted_atoms *discrete, pld__kernel_walk *walks,
                           pld__kernel_sum *sum) {
    long double moment;
    pld_status status = pld__kernel_steps_log_upper(steps, nodes, plan->lambda, &moment);
    if (status != PLD_OK)
        return status;
    sum->count = plan->frequencies + 1;
    long double *room = pld__allocate(sum->count * 4, sizeof *room);
    if (!room)
        return PLD_ERROR_MEMORY;
    sum->real = room;
    sum->imaginary = room + sum->count;
    sum->angle = room + 2 * sum->count;
    sum->error = room + 3 * sum->count;
    for (size_t k = 0; k < sum->count; k++) {
        long double t = (long double)k * sum->spacing;
        pld__kernel_log log =
            sum->few ? pld__kernel_few_log(sum->few, sum->theta, t) : composed_log(steps, walks, discrete, sum->theta, t);
        if (k == 0)
            sum->scale = log.real;
        if (!(log.upper < INFINITY) || (k == 0 && !(log.error < 1))) /* nothing is known of it */
            return PLD_OK;
        set_term(sum, k, &log, t);
    }
    long double last = (long double)plan->frequencies * sum->spacing;
    long double behind = sum->few ? pld__kernel_few_log_behind(sum->few, sum->theta, last)
                                  : log_largest_behind(steps, tilted, discrete, plan, last);
    sum->dropped = expl(behind - sum->scale + U * 8 * (fabsl(behind) + fabsl(sum->scale) + 1)) / (PI_LOW * last) * (1 + 1e-12L);
    sum->log_alias = pld__bound_log_alias_above(moment, 0, plan->theta, plan->lambda, (double)(sum->period * (1 - 1e-15L)));
    sum->usable = sum->known < INFINITY && sum->dropped < INFINITY && sum->size < INFINITY && sum->lost >= 0 &&
                  sum->lost < INFINITY && !isnan(sum->log_alias);
    return PLD_OK;
}

/* From so many frequencies on phasors are turned by products, and made anew every so often. */
enum { MANY = 150, STRIDE = 16 };

/* What the moment of a factor is a sum over; nothing if it is a closed form. */
static pld_status make_nodes(const pld__kernel_factor *factor, const pld__kernel_grid *grid, pld__kernel_nodes *nodes) {
    *nodes = (pld__kernel_nodes){0};
    if (pld__kernel_is_closed(factor))
        return PLD_OK;
    if (factor->laplace.ratio > 0)
        return pld__kernel_laplace_nodes(&factor->laplace, &grid->panels, nodes);
    return pld__kernel_nodes_create(factor, grid->step, grid->first, grid->last, grid->cut, nodes);
}

pld_status pld__kernel_sum_create(const pld__kernel_steps *steps, const pld__kernel_plan *plan, pld__kernel_sum *sum) {
    *sum = (pld__kernel_sum){.theta = plan->theta, .lambda = plan->lambda, .spacing = plan->spacing};
    bool alone = steps->count == 1 && steps->atom_count == 0 && steps->plain == 0 && pld__kernel_few_takes(&steps->factors[0]);
    if (plan->few && !alone)
        return PLD_OK;
    sum->few = plan->few ? &steps->factors[0] : NULL;
    sum->usable = sum->few && plan->frequencies == 0;
    if (sum->usable || !is_valid(plan))
        return PLD_OK;
    sum->period = 2 * HALF_TURN / sum->spacing;
    pld__kernel_nodes *nodes = pld__allocate(steps->count + 1, sizeof *nodes);
    pld__kernel_tilted *tilted = pld__allocate(steps->count + 1, sizeof *tilted);
    pld__kernel_walk *walks = pld__allocate(steps->count + 1, sizeof *walks);
    pld__kernel_tilted_atoms *discrete = pld__allocate(steps->atom_count + 1, sizeof *discrete);
    pld_status status = nodes && tilted && walks && discrete ? PLD_OK : PLD_ERROR_MEMORY;
    pld__kernel_steps_infinite(steps, &sum->sure, &sum->lost);
    long double last = (long double)plan->frequencies * sum->spacing;
    size_t made = 0, stride = plan->frequencies > MANY ? STRIDE : 1;
    for (; made < steps->count && status == PLD_OK; made++) {
        const pld__kernel_grid *grid = &plan->grids[made];
        walks[made] = (pld__kernel_walk){0};
        status = make_nodes(&steps->factors[made], grid, &nodes[made]);
        if (status != PLD_OK)
            continue;
        nodes[made].farthest = last;
        pld__kernel_tilt(&steps->factors[made], &nodes[made], plan->theta, &tilted[made]);
        sum->lost += steps->factors[made].count * nodes[made].lost * (1 + 1e-12L); /* >= 1 - (1 - lost)^count */
        status = pld__kernel_walk_create(&tilted[made], sum->spacing, stride, &walks[made]);
    }
    size_t laid = 0;
    for (; laid < steps->atom_count && status == PLD_OK; laid++)
        status = pld__kernel_atoms_tilt(&steps->atoms[laid], plan->theta, &discrete[laid]);
    if (status == PLD_OK)
        status = fill_sum(steps, plan, nodes, tilted, discrete, walks, sum);
    for (size_t m = 0; m < laid; m++)
        pld__kernel_tilted_atoms_free(&discrete[m]);
    for (size_t m = 0; m < made; m++) {
        pld__kernel_nodes_free(&nodes[m]);
        pld__kernel_walk_free(&walks[m]);
    }
    pld__free(nodes);
    pld__free(tilted);
    pld__free(walks);
    pld__free(discrete);
    return status;
}

/* --- delta ---------------------------------------------------------------------------------------------------------- */

long double pld__kernel_log_with_mass(long double x, long double mass, int sign) {
    if (!(mass > 0))
        return x;
    long double log_mass = logl(mass), high = fmaxl(x, log_mass), low = fminl(x, log_mass);
    long double both = high + (low > -INFINITY ? log1pl(expl(low - high)) : 0);
    return both + sign * U * 16 * (fabsl(both) + fabsl(high) + 1);
}

/* The sum alone. */
static pld__kernel_bounds log_delta_of_sum(const pld__kernel_sum *sum, double epsilon) {
    pld__kernel_bounds found = {.log_delta = {-INFINITY, 0}, .value = -INFINITY};
    if (!sum->usable || sum->count == 0)
        return found;
    long double total = 0, turned = 0;
    for (size_t k = 0; k < sum->count; k++) {
        long double t = (long double)k * sum->spacing, angle = sum->angle[k] - t * epsilon;
        total += sum->real[k] * cosl(angle) - sum->imaginary[k] * sinl(angle);
        turned += sqrtl(sum->real[k] * sum->real[k] + sum->imaginary[k] * sum->imaginary[k]) *
                  (fabsl(sum->angle[k]) + 2 * t * fabsl((long double)epsilon));
    }
    /* In units of e^(scale - theta epsilon)/W. Angles are off by u of their parts, products and the sum by a few u of each term.
     */
    long double rounded = U * (4 * turned + (long double)(sum->count + 16) * sum->size);
    long double reference = sum->scale - sum->theta * (long double)epsilon, period = sum->period;
    long double reference_error = 4 * U * (fabsl(sum->scale) + fabsl(sum->theta * (long double)epsilon) + fabsl(reference) + 16);
    long double value = total / period, dropped = sum->dropped * (1 + 1e-12L);
    long double error = (sum->known + rounded) / period * (1 + 1e-12L) + dropped;
    long double high = value + error;
    found.value = value > 0 ? pld__kernel_log_with_mass(reference + logl(value), sum->sure, 0) : -INFINITY;
    if (high > 0)
        found.log_delta.upper = fminl(
            pld__kernel_log_with_mass(reference + logl(high) + 2 * reference_error + 4 * U * fabsl(logl(high)), sum->lost, 1), 0);
    /* Aliases, in the same units. */
    long double turn = sum->theta * period * (1 - 1e-15L); /* 1/(e^turn - 1), the first part of (T16) */
    long double below = expl(-turn - logl(-expm1l(-turn)) - reference + 1e-12L + reference_error);
    long double above = expl(sum->log_alias - sum->lambda * (long double)epsilon - reference + 1e-12L + reference_error +
                             4 * U * fabsl(sum->lambda * (long double)epsilon));
    long double low = value - error - (below + above) * (1 + 1e-9L);
    if (low > 0)
        found.log_delta.lower = reference + logl(low) - 2 * reference_error - 4 * U * fabsl(logl(low));
    found.log_delta.lower = pld__kernel_log_with_mass(found.log_delta.lower, sum->sure, -1);
    if (isnan(high) || isnan(low) || isnan(found.log_delta.lower) || isnan(found.log_delta.upper))
        return (pld__kernel_bounds){.log_delta = {-INFINITY, 0}, .value = -INFINITY};
    found.terms = (double)(sum->known / period / value);
    found.dropped = (double)(dropped / value);
    found.rounded = (double)(rounded / period / value);
    found.lost = sum->lost > sum->sure ? (double)(expl(logl(sum->lost - sum->sure) - reference) / value) : 0;
    found.aliases = (double)((below + above) / value);
    return found;
}

/* log(e^x + y), y >= 0. */
static long double log_with(long double x, long double y) {
    return y > 0 ? fmaxl(x, logl(y)) + log1pl(expl(-fabsl(x - logl(y)))) : x;
}

pld__kernel_bounds pld__kernel_log_delta(const pld__kernel_sum *sum, double epsilon) {
    pld__kernel_bounds found = log_delta_of_sum(sum, epsilon);
    if (!sum->few || !sum->usable)
        return found;
    pld__kernel_part part = pld__kernel_few_delta(sum->few, epsilon);
    long double rest = logl(pld__kernel_few_rest_upper(sum->few, epsilon)); /* a bound without any sum */
    found.log_delta.upper = fminl(found.log_delta.upper, rest + 8 * U * fabsl(rest));
    long double value = log_with(found.value, part.lower), share = expl(fminl(found.value - value, 0));
    long double lower = log_with(found.log_delta.lower, part.lower), upper = log_with(found.log_delta.upper, part.upper);
    double of_all = (double)share;
    return (pld__kernel_bounds){.log_delta = {lower - 32 * U * (1 + fabsl(lower)), fminl(upper + 32 * U * (1 + fabsl(upper)), 0)},
                                .value = value,
                                .terms = found.terms * of_all,
                                .dropped = found.dropped * of_all,
                                .aliases = found.aliases * of_all,
                                .rounded = found.rounded * of_all + (double)((part.upper - part.lower) / expl(value)),
                                .lost = sum->count == 0 ? (double)expl(rest - value) : 0};
}
