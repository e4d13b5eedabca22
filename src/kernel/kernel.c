#include "kernel/kernel.h"

#include "base/base.h"
#include "base/work.h"
#include "bound/sandwich.h"
#include "kernel/laplace.h"
#include "kernel/laplace_few.h"

#include <math.h>

static const long double U = PLD__KERNEL_U;
static const long double PI_LOW = 3.14159265358979323L, HALF_TURN = 3.14159265358979323846264338327950288L;

void pld__kernel_plan_free(pld__kernel_plan *plan) {
    pld__free(plan->grids);
    pld__free(plan->blends);
    pld__free(plan->place);
    *plan = (pld__kernel_plan){0};
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
           plan->spacing < 1e300 && has_bits(plan->spacing, 24) && plan->frequencies >= 1 && plan->frequencies <= 1 << 24 &&
           plan->stride >= 1 && plan->stride <= 64;
}

/* What is known of log M of the composition at one frequency: parts add, as do their errors. */
typedef struct {
    pld__kernel_log log;
    long double size, upper_size; /* of the parts: partial sums are below */
} composed;

static void add_part(const pld__kernel_log *one, long double count, composed *all) {
    long double size = fabsl(one->real) + fabsl(one->imaginary);
    all->log.real += count * one->real;
    all->log.imaginary += count * one->imaginary;
    all->log.upper += count * one->upper + 4 * U * count * fabsl(one->upper);
    all->log.error += count * (one->error + 4 * U * size);
    all->size += count * size;
    all->upper_size += count * fabsl(one->upper);
}

/* Of all plain steps: m^2 s (s+1)/2 = m^2 (theta (theta + 1) - t^2 + i t (2 theta + 1))/2. */
static composed plain_part(const pld__kernel_steps *steps, long double theta, long double t) {
    long double up = theta * (theta + 1), half = steps->plain / 2;
    composed all = {.log = {half * (up - t * t), half * t * (2 * theta + 1),
                            half * (up + t * t + t * (2 * theta + 1)) * (steps->plain_error + 8 * U), 0}};
    all.log.upper = all.log.real + all.log.error;
    all.size = fabsl(all.log.real) + fabsl(all.log.imaginary);
    all.upper_size = fabsl(all.log.upper);
    return all;
}

/* What epsilon does not change beside the terms: logs of bounds of the composed |M| from the last frequency on, and of
 * M(lambda). */
typedef struct {
    long double behind, behind_size, lambda;
} bounds;

static bounds plain_bounds(const pld__kernel_steps *steps, const pld__kernel_axis *axis) {
    long double t = (long double)axis->last * axis->spacing, theta = axis->theta, up = theta * (theta + 1),
                half = steps->plain / 2;
    long double behind = half * (up - t * t) + half * (up + t * t) * (steps->plain_error + 8 * U);
    return (bounds){behind, fabsl(behind),
                    half * axis->lambda * ((long double)axis->lambda + 1) * (1 + steps->plain_error + 8 * U)};
}

static void add_bounds(long double behind, long double lambda, long double count, bounds *all) {
    all->behind += count * behind + 4 * U * count * fabsl(behind);
    all->behind_size += count * fabsl(behind);
    all->lambda += count * lambda;
}

static bool is_same(const pld__kernel_axis *a, const pld__kernel_axis *b) {
    return a->theta == b->theta && a->lambda == b->lambda && a->spacing == b->spacing && a->last == b->last &&
           a->stride == b->stride;
}

/* (T120); *known is false if nothing is known of the row. */
static void add_row(const pld__kernel_row *row, const pld__kernel_axis *axis, long double count, pld__kernel_sum *sum,
                    composed *totals, bounds *beside, bool *known) {
    *known = row->known && is_same(&row->axis, axis);
    for (size_t k = 0; k <= axis->last && *known; k++)
        add_part(&row->log[k], count, &totals[k]);
    add_bounds(row->log_behind, row->log_lambda, count, beside);
    sum->lost += count * row->lost * (1 + 1e-12L); /* >= 1 - (1 - lost)^count */
}

static bool is_blended(const pld__kernel_plan *plan, size_t m) {
    return plan->place && plan->place[m] < plan->blend_count;
}

static pld_status add_factors(const pld__kernel_steps *steps, const pld__kernel_plan *plan, const pld__kernel_axis *axis,
                              const pld__kernel_row *rows, pld__kernel_sum *sum, composed *totals, bounds *beside, bool *known) {
    for (size_t m = 0; m < steps->count && *known; m++) {
        const pld__kernel_factor *factor = &steps->factors[m];
        pld__kernel_row own = {0};
        if (is_blended(plan, m))
            continue;
        pld_status status = rows ? PLD_OK : pld__kernel_row_create(factor, &plan->grids[m], axis, &own);
        if (status != PLD_OK)
            return status;
        add_row(rows ? &rows[m] : &own, axis, factor->count, sum, totals, beside, known);
        pld__kernel_row_free(&own);
    }
    return PLD_OK;
}

/* (T118), all factors of a blend as one. */
static pld_status add_blends(const pld__kernel_steps *steps, const pld__kernel_plan *plan, const pld__kernel_axis *axis,
                             pld__kernel_sum *sum, composed *totals, bounds *beside, bool *known) {
    pld__kernel_blended *blended = pld__allocate(plan->blend_count + 1, sizeof *blended);
    pld_status status = blended ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t b = 0; b < plan->blend_count && blended; b++)
        pld__kernel_blended_start(&plan->blends[b], &blended[b]);
    for (size_t m = 0; m < steps->count && blended; m++)
        if (is_blended(plan, m))
            pld__kernel_blended_add(&blended[plan->place[m]], &steps->factors[m]);
    for (size_t b = 0; b < plan->blend_count && status == PLD_OK && *known; b++) {
        pld__kernel_row row;
        if (blended[b].members == 0 && blended[b].sound)
            continue;
        status = pld__kernel_blended_row(&blended[b], axis, &row);
        if (status == PLD_OK) {
            add_row(&row, axis, 1, sum, totals, beside, known);
            pld__kernel_row_free(&row);
        }
    }
    pld__free(blended);
    return status;
}

/* Discrete steps have no decay but their M(theta). */
static pld_status add_atoms(const pld__kernel_steps *steps, const pld__kernel_axis *axis, composed *totals, bounds *beside) {
    for (size_t m = 0; m < steps->atom_count; m++) {
        const pld__kernel_atoms *atoms = &steps->atoms[m];
        pld__kernel_tilted_atoms tilted, far;
        pld_status status = pld__kernel_atoms_tilt(atoms, axis->lambda, &far);
        if (status != PLD_OK)
            return status;
        long double lambda = far.log_upper + 4 * U * fabsl(far.log_upper);
        pld__kernel_tilted_atoms_free(&far);
        status = pld__kernel_atoms_tilt(atoms, axis->theta, &tilted);
        if (status != PLD_OK)
            return status;
        for (size_t k = 0; k <= axis->last && status == PLD_OK; k++) {
            status = pld__work_on((double)atoms->count);
            pld__kernel_log one = pld__kernel_atoms_log(&tilted, (long double)k * axis->spacing);
            add_part(&one, atoms->times, &totals[k]);
        }
        add_bounds(tilted.log_upper, lambda, atoms->times, beside);
        pld__kernel_tilted_atoms_free(&tilted);
        if (status != PLD_OK)
            return status;
    }
    return PLD_OK;
}

/* Term k from log M(s_k). An error e of the log changes a term by at most its absolute value times e^e - 1; where e is large,
 * nothing is taken for the term, and a bound of its absolute value for its error. */
static void set_term(pld__kernel_sum *sum, size_t k, const pld__kernel_log *log, long double t) {
    long double theta = sum->theta, square = (theta * theta + t * t) * ((theta + 1) * (theta + 1) + t * t);
    bool known = log->error < 0.5L && isfinite(log->real);
    long double level = known ? log->real : log->upper, size = (k == 0 ? 1 : 2) * expl(level - sum->scale);
    /* 1/(s (s+1)) = conj(s (s+1))/|s (s+1)|^2 */
    long double real = size * ((theta * (theta + 1) - t * t) / square), imaginary = -size * (t * (2 * theta + 1) / square);
    long double angle = known ? log->imaginary : 0, cosine = cosl(angle), sine = sinl(angle);
    sum->real[k] = known ? real * cosine - imaginary * sine : 0;
    sum->imaginary[k] = known ? real * sine + imaginary * cosine : 0;
    long double absolute = size / sqrtl(square) * (1 + 1e-12L),
                rounding = U * (4 * (fabsl(level) + fabsl(sum->scale)) + 6 * fabsl(angle) + 40);
    sum->size += absolute;
    sum->known += absolute * (known ? expm1l(log->error + rounding) : 1 + 2 * rounding) * (1 + 1e-12L);
    sum->turned += absolute * fabsl(angle);
    sum->turning += absolute * 2 * t;
}

/* All logs of the composition, at once; *known is false if nothing is known of some. */
static pld_status add_up(const pld__kernel_steps *steps, const pld__kernel_plan *plan, const pld__kernel_row *rows,
                         pld__kernel_sum *sum, composed *totals, bounds *beside, bool *known) {
    const pld__kernel_axis axis = pld__kernel_plan_axis(plan);
    size_t parts = steps->count + steps->atom_count + 1;
    for (size_t k = 0; k < sum->count; k++)
        totals[k] = plain_part(steps, sum->theta, (long double)k * sum->spacing);
    *beside = plain_bounds(steps, &axis);
    pld_status status = add_factors(steps, plan, &axis, rows, sum, totals, beside, known);
    if (status == PLD_OK && *known && plan->blend_count > 0)
        status = add_blends(steps, plan, &axis, sum, totals, beside, known);
    if (status == PLD_OK && *known)
        status = add_atoms(steps, &axis, totals, beside);
    for (size_t k = 0; k < sum->count; k++) {
        totals[k].log.error += (long double)parts * 2 * U * totals[k].size;
        totals[k].log.upper += (long double)parts * 2 * U * totals[k].upper_size;
    }
    beside->behind += (long double)parts * 2 * U * beside->behind_size;
    beside->lambda =
        isnan(beside->lambda) ? INFINITY : beside->lambda + (16 + 2 * (long double)parts) * U * fabsl(beside->lambda);
    return status;
}

/* One Laplace step, the two parts of (T57) apart: from its row. */
static void add_few(const pld__kernel_row *row, const pld__kernel_sum *sum, composed *totals, bounds *beside) {
    const pld__kernel_factor *few = sum->few;
    pld__laplace_ends own, *ends = NULL;
    if (!pld__kernel_is_closed(few)) {
        pld__laplace_ends_fill(&few->laplace, &own);
        ends = &own;
    }
    for (size_t k = 0; k < sum->count; k++)
        totals[k].log =
            pld__kernel_few_log(few, ends, sum->theta, (long double)k * sum->spacing, &row->log[k], row->log[0].upper);
    *beside = (bounds){.behind = pld__kernel_few_log_behind(few, ends, sum->theta, (long double)row->axis.last * sum->spacing),
                       .lambda = few->count * row->log_lambda};
    beside->lambda += 16 * U * fabsl(beside->lambda);
}

static pld_status add_up_few(const pld__kernel_plan *plan, const pld__kernel_row *rows, const pld__kernel_sum *sum,
                             composed *totals, bounds *beside, bool *known) {
    const pld__kernel_axis axis = pld__kernel_plan_axis(plan);
    pld__kernel_row own = {0};
    pld_status status = rows ? PLD_OK : pld__kernel_row_create(sum->few, &plan->grids[0], &axis, &own);
    if (status != PLD_OK)
        return status;
    const pld__kernel_row *row = rows ? &rows[0] : &own;
    *known = row->known && is_same(&row->axis, &axis);
    if (*known)
        add_few(row, sum, totals, beside);
    pld__kernel_row_free(&own);
    return PLD_OK;
}

static void fill_sum(const pld__kernel_plan *plan, const composed *totals, const bounds *beside, pld__kernel_sum *sum) {
    sum->scale = totals[0].log.real;
    for (size_t k = 0; k < sum->count; k++) {
        const pld__kernel_log *log = &totals[k].log;
        if (!(log->upper < INFINITY) || (k == 0 && !(log->error < 1))) /* nothing is known of it */
            return;
        set_term(sum, k, log, (long double)k * sum->spacing);
    }
    long double last = (long double)plan->frequencies * sum->spacing, behind = beside->behind;
    sum->dropped = expl(behind - sum->scale + U * 8 * (fabsl(behind) + fabsl(sum->scale) + 1)) / (PI_LOW * last) * (1 + 1e-12L);
    sum->log_alias =
        pld__bound_log_alias_above(beside->lambda, 0, plan->theta, plan->lambda, (double)(sum->period * (1 - 1e-15L)));
    sum->usable = sum->known < INFINITY && sum->dropped < INFINITY && sum->size < INFINITY && sum->lost >= 0 &&
                  sum->lost < INFINITY && !isnan(sum->log_alias);
}

pld_status pld__kernel_sum_create(const pld__kernel_steps *steps, const pld__kernel_plan *plan, const pld__kernel_row *rows,
                                  pld__kernel_sum *sum) {
    *sum = (pld__kernel_sum){.theta = plan->theta, .lambda = plan->lambda, .spacing = plan->spacing};
    bool alone = steps->count == 1 && steps->atom_count == 0 && steps->plain == 0 && pld__kernel_few_takes(&steps->factors[0]);
    if (plan->few && !alone)
        return PLD_OK;
    sum->few = plan->few ? &steps->factors[0] : NULL;
    sum->usable = sum->few && plan->frequencies == 0;
    if (sum->usable || !is_valid(plan))
        return PLD_OK;
    sum->period = 2 * HALF_TURN / sum->spacing;
    sum->count = plan->frequencies + 1;
    sum->real = pld__allocate(sum->count * 2, sizeof *sum->real);
    composed *totals = pld__allocate(sum->count, sizeof *totals);
    pld_status status = sum->real && totals ? PLD_OK : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        bounds beside;
        bool known = true;
        sum->imaginary = sum->real + sum->count;
        pld__kernel_steps_infinite(steps, &sum->sure, &sum->lost);
        if (sum->few)
            status = add_up_few(plan, rows, sum, totals, &beside, &known);
        else
            status = add_up(steps, plan, rows, sum, totals, &beside, &known);
        if (status == PLD_OK && known)
            fill_sum(plan, totals, &beside, sum);
    }
    pld__free(totals);
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

/* Turns e^(-i t_k epsilon) are made anew every so often, and by products in between: one is good to 4 u beside the rounding of
 * its angle, which is u of t_k epsilon in all, and a product adds sqrt(5) u (Brent, Percival, Zimmermann 2007): 8 u a step. */
enum { TURNS = 16, TURN_UNITS = 8 * TURNS };

/* The real part of the sum of all terms times their turns. */
static long double turned_sum(const pld__kernel_sum *sum, double epsilon) {
    long double once = sum->spacing * (long double)epsilon, turn_cosine = cosl(once), turn_sine = sinl(once), all = 0;
    for (size_t start = 0; start < sum->count; start += TURNS) {
        long double angle = (long double)start * sum->spacing * (long double)epsilon, cosine = cosl(angle), sine = sinl(angle);
        for (size_t k = start; k < sum->count && k < start + TURNS; k++) {
            all += sum->real[k] * cosine + sum->imaginary[k] * sine;
            long double next = cosine * turn_cosine - sine * turn_sine;
            sine = sine * turn_cosine + cosine * turn_sine;
            cosine = next;
        }
    }
    return all;
}

/* The sum alone. */
static pld__kernel_bounds log_delta_of_sum(const pld__kernel_sum *sum, double epsilon) {
    pld__kernel_bounds found = {.log_delta = {-INFINITY, 0}, .value = -INFINITY};
    if (!sum->usable || sum->count == 0)
        return found;
    long double total = turned_sum(sum, epsilon), turned = sum->turned + sum->turning * fabsl((long double)epsilon);
    /* In units of e^(scale - theta epsilon)/W. Angles are off by u of their parts, turns by what they say, products and the sum
     * by a few u of each term. */
    long double rounded = U * (4 * turned + (long double)(sum->count + 16 + TURN_UNITS) * sum->size);
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
