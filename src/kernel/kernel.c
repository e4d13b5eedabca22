#include "kernel/kernel.h"

#include "base/base.h"
#include "base/work.h"
#include "bound/sandwich.h"
#include "kernel/atoms_walk.h"
#include "kernel/laplace.h"
#include "kernel/laplace_few.h"

#include <float.h>
#include <math.h>

static const long double U = PLD__KERNEL_U;
static const long double PI_LOW = 3.14159265358979323L, HALF_TURN = 3.14159265358979323846264338327950288L;

/* What an outcome costs of what it costs in long double. */
static const double WALK_WORK = 0.1;

void pld__kernel_plan_free(pld__kernel_plan *plan) {
    pld__free(plan->grids);
    pld__free(plan->blends);
    pld__free(plan->place);
    *plan = (pld__kernel_plan){0};
}

/* --- the sum -------------------------------------------------------------------------------------------------------- */

void pld__kernel_sum_free(pld__kernel_sum *sum) {
    pld__free(sum->terms.real);
    pld__free(sum->below.real);
    *sum = (pld__kernel_sum){0};
}

/* Does it have at most so many bits, so that small multiples are exact? */
static bool has_bits(double number, int bits) {
    int power;
    double scaled = ldexp(frexp(number, &power), bits);
    return scaled == floor(scaled);
}

static bool is_valid(const pld__kernel_plan *plan) {
    return plan->theta > 0 && plan->lambda > plan->theta && plan->lambda < 1e14 && plan->spacing > 1e-300 &&
           plan->spacing < 1e300 && has_bits(plan->spacing, 24) && plan->frequencies >= 1 && plan->frequencies <= 1 << 24 &&
           plan->stride >= 1 && plan->stride <= 64 && plan->variance >= 0 && plan->variance <= 0.25;
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

/* Of all plain steps, and of what smooths: m^2 s (s+1)/2 = m^2 (theta (theta + 1) - t^2 + i t (2 theta + 1))/2. */
static composed plain_part(const pld__kernel_steps *steps, long double variance, long double theta, long double t) {
    long double up = theta * (theta + 1), half = (steps->plain + variance) / 2;
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

/* The moments of discrete steps; of smoothed sums, which need few digits, in double (T133). */
static pld_status add_tilted(const pld__kernel_tilted_atoms *tilted, const pld__kernel_axis *axis, bool smoothed,
                             composed *totals) {
    const pld__kernel_atoms *atoms = tilted->atoms;
    pld__atoms_walk walk = {0};
    bool walks = smoothed && atoms->sigma == 0;
    pld_status status = walks ? pld__atoms_walk_create(tilted, axis->spacing, &walk) : PLD_OK;
    for (size_t k = 0; k <= axis->last && status == PLD_OK; k++) {
        status = pld__work_on((double)atoms->count * (walks ? WALK_WORK : 1));
        pld__kernel_log one = walks ? pld__atoms_walk_next(&walk) : pld__kernel_atoms_log(tilted, (long double)k * axis->spacing);
        add_part(&one, atoms->times, &totals[k]);
    }
    pld__atoms_walk_free(&walk);
    return status;
}

/* Discrete steps have no decay but their M(theta). */
static pld_status add_atoms(const pld__kernel_steps *steps, const pld__kernel_axis *axis, bool smoothed, composed *totals,
                            bounds *beside) {
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
        status = add_tilted(&tilted, axis, smoothed, totals);
        add_bounds(tilted.log_upper, lambda, atoms->times, beside);
        pld__kernel_tilted_atoms_free(&tilted);
        if (status != PLD_OK)
            return status;
    }
    return PLD_OK;
}

/* A term and how large it is at most; an error e of its log changes it by at most that times e^e - 1. */
typedef struct {
    long double real, imaginary, absolute, error;
} term;

static void put_term(pld__kernel_terms *terms, size_t k, const term *one, long double angle, long double t) {
    terms->real[k] = one->real;
    terms->imaginary[k] = one->imaginary;
    terms->size += one->absolute;
    terms->known += one->error;
    terms->turned += one->absolute * fabsl(angle);
    terms->turning += one->absolute * 2 * t;
}

/* 1 - B s (s+1) times a term (T132). Its parts may cancel: their rounding is relative to what they are. */
static term less_bump(const pld__kernel_sum *sum, const term *of, long double t) {
    long double theta = sum->theta, bump = pld__bound_sandwich(sum->variance), up = bump * (theta * (theta + 1) - t * t);
    long double turn = bump * t * (2 * theta + 1), parts = (1 + fabsl(up) + fabsl(turn)) * (1 + 1e-12L);
    return (term){of->real * (1 - up) + of->imaginary * turn, of->imaginary * (1 - up) - of->real * turn, of->absolute * parts,
                  (of->error + 32 * U * of->absolute) * parts};
}

/* Term k from log M(s_k). Where its error is large, nothing is taken for the term, and a bound of its absolute value for its
 * error. */
static void set_term(pld__kernel_sum *sum, size_t k, const pld__kernel_log *log, long double t) {
    long double theta = sum->theta, square = (theta * theta + t * t) * ((theta + 1) * (theta + 1) + t * t);
    bool known = log->error < 0.5L && isfinite(log->real);
    long double level = known ? log->real : log->upper, size = (k == 0 ? 1 : 2) * expl(level - sum->scale);
    /* 1/(s (s+1)) = conj(s (s+1))/|s (s+1)|^2 */
    long double real = size * ((theta * (theta + 1) - t * t) / square), imaginary = -size * (t * (2 * theta + 1) / square);
    long double angle = known ? log->imaginary : 0, cosine = cosl(angle), sine = sinl(angle);
    long double absolute = size / sqrtl(square) * (1 + 1e-12L),
                rounding = U * (4 * (fabsl(level) + fabsl(sum->scale)) + 6 * fabsl(angle) + 40);
    term one = {known ? real * cosine - imaginary * sine : 0, known ? real * sine + imaginary * cosine : 0, absolute,
                absolute * (known ? expm1l(log->error + rounding) : 1 + 2 * rounding) * (1 + 1e-12L)};
    put_term(&sum->terms, k, &one, angle, t);
    if (sum->variance > 0) {
        term lower = less_bump(sum, &one, t);
        put_term(&sum->below, k, &lower, angle, t);
    }
}

/* All logs of the composition, at once; *known is false if nothing is known of some. */
static pld_status add_up(const pld__kernel_steps *steps, const pld__kernel_plan *plan, const pld__kernel_row *rows,
                         pld__kernel_sum *sum, composed *totals, bounds *beside, bool *known) {
    const pld__kernel_axis axis = pld__kernel_plan_axis(plan);
    size_t parts = steps->count + steps->atom_count + 1;
    for (size_t k = 0; k < sum->count; k++)
        totals[k] = plain_part(steps, sum->variance, sum->theta, (long double)k * sum->spacing);
    *beside = plain_bounds(steps, &axis);
    pld_status status = add_factors(steps, plan, &axis, rows, sum, totals, beside, known);
    if (status == PLD_OK && *known && plan->blend_count > 0)
        status = add_blends(steps, plan, &axis, sum, totals, beside, known);
    if (status == PLD_OK && *known)
        status = add_atoms(steps, &axis, sum->variance > 0, totals, beside);
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

/* (T77), or (T17), in units of e^scale; `behind` does not know of what smooths. */
static long double dropped_behind(const pld__kernel_sum *sum, long double behind, double last) {
    long double level = expl(behind - sum->scale + U * 8 * (fabsl(behind) + fabsl(sum->scale) + 1)) * (1 + 1e-12L);
    if (sum->variance == 0)
        return level / (PI_LOW * last);
    return level * (pld__bound_dropped(sum->theta, sum->variance, -INFINITY, 0, last, last) + DBL_MIN);
}

static void fill_sum(const pld__kernel_plan *plan, const composed *totals, const bounds *beside, pld__kernel_sum *sum) {
    sum->scale = totals[0].log.real;
    for (size_t k = 0; k < sum->count; k++) {
        const pld__kernel_log *log = &totals[k].log;
        if (!(log->upper < INFINITY) || (k == 0 && !(log->error < 1))) /* nothing is known of it */
            return;
        set_term(sum, k, log, (long double)k * sum->spacing);
    }
    sum->dropped = dropped_behind(sum, beside->behind, (double)plan->frequencies * plan->spacing);
    sum->log_alias = pld__bound_log_alias_above(beside->lambda, plan->variance, plan->theta, plan->lambda,
                                                (double)(sum->period * (1 - 1e-15L)));
    sum->usable = sum->terms.known < INFINITY && sum->below.known < INFINITY && sum->dropped < INFINITY &&
                  sum->terms.size < INFINITY && sum->below.size < INFINITY && sum->lost >= 0 && sum->lost < INFINITY &&
                  !isnan(sum->log_alias);
}

static bool make_terms(size_t count, pld__kernel_terms *terms) {
    terms->real = pld__allocate(count * 2, sizeof *terms->real);
    terms->imaginary = terms->real ? terms->real + count : NULL;
    return terms->real;
}

pld_status pld__kernel_sum_create(const pld__kernel_steps *steps, const pld__kernel_plan *plan, const pld__kernel_row *rows,
                                  pld__kernel_sum *sum) {
    *sum = (pld__kernel_sum){.theta = plan->theta, .lambda = plan->lambda, .variance = plan->variance, .spacing = plan->spacing};
    bool alone = steps->count == 1 && steps->atom_count == 0 && steps->plain == 0 && pld__kernel_few_takes(&steps->factors[0]);
    if (plan->few && (!alone || plan->variance > 0))
        return PLD_OK;
    sum->few = plan->few ? &steps->factors[0] : NULL;
    sum->usable = sum->few && plan->frequencies == 0;
    if (sum->usable || !is_valid(plan))
        return PLD_OK;
    sum->period = 2 * HALF_TURN / sum->spacing;
    sum->count = plan->frequencies + 1;
    bool room = make_terms(sum->count, &sum->terms) && (sum->variance == 0 || make_terms(sum->count, &sum->below));
    composed *totals = room ? pld__allocate(sum->count, sizeof *totals) : NULL;
    pld_status status = totals ? PLD_OK : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        bounds beside;
        bool known = true;
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
