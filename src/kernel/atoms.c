#include "kernel/atoms.h"

#include "base/base.h"
#include "kernel/bell.h"
#include "pair/sparse.h"

#include <math.h>

static const long double U = PLD__KERNEL_U;
static const long double TURN = 6.28318530717958647692528676655900577L;

/* Of the moment: the weight of an outcome that makes no difference to any number of steps. */
static const long double NEGLIGIBLE = 1e-36L;

/* Sums are made of blocks, so that they round by units of the square root of their length. */
enum { BLOCK = 64 };

typedef struct {
    long double total, part;
    unsigned filled;
} block_sum;

static void add(block_sum *sum, long double term) {
    sum->part += term;
    if (++sum->filled == BLOCK) {
        sum->total += sum->part;
        sum->part = 0;
        sum->filled = 0;
    }
}

static long double total_of(const block_sum *sum) {
    return sum->total + sum->part;
}

/* How much such a sum of so many terms rounds, in terms of the sum of their sizes. */
static long double sum_error(size_t count) {
    return U * (long double)(BLOCK + count / BLOCK + 4);
}

bool pld__kernel_atoms_fill(const pld_mechanism *mechanism, pld_direction direction, uint64_t count, pld__kernel_atoms *atoms) {
    *atoms = (pld__kernel_atoms){.times = (long double)count, .sign = direction == PLD_REMOVE ? 1 : -1};
    const pld__traits *traits = &mechanism->traits;
    if (pld__bell_takes(mechanism)) {
        atoms->sigma = traits->scale;
        atoms->shift = (long double)traits->whole_sensitivity;
        return true;
    }
    if (!mechanism->sparse || pld__sparse_fill(mechanism) != PLD_OK)
        return false;
    const pld__sparse *pair = pld__sparse_of(mechanism);
    if (pair->count == 0 || !(pair->rho < 1e-6) || !(pair->kappa < INFINITY))
        return false;
    atoms->count = pair->count;
    atoms->mass = direction == PLD_REMOVE ? pair->p : pair->q;
    atoms->loss = pair->loss;
    atoms->rho = (long double)pair->rho * (1 + 1e-5L);
    atoms->kappa = pair->kappa;
    long double infinite = mechanism->infinity[direction];
    atoms->infinite_low = infinite * (1 - atoms->rho - 8 * U);
    atoms->infinite_high = infinite * (1 + atoms->rho + 8 * U);
    atoms->dropped = mechanism->dropped;
    atoms->missing = infinite;
    atoms->missing_error = infinite * (atoms->rho + 8 * U) + atoms->dropped;
    if (atoms->dropped > U) { /* how much the list lacks is seen from its sum */
        block_sum sum = {0};
        for (size_t i = 0; i < atoms->count; i++)
            add(&sum, atoms->mass[i]);
        atoms->missing = 1 - total_of(&sum);
        atoms->missing_error = 2 * atoms->rho + 2 * sum_error(atoms->count);
    }
    return true;
}

void pld__kernel_tilted_atoms_free(pld__kernel_tilted_atoms *tilted) {
    pld__free(tilted->weight);
    *tilted = (pld__kernel_tilted_atoms){0};
}

static void find_neighbours(pld__kernel_tilted_atoms *tilted, long double moment_upper) {
    const pld__kernel_atoms *atoms = tilted->atoms;
    long double sum = 0;
    for (size_t i = 0; i + 1 < atoms->count && atoms->index; i++) {
        size_t next = atoms->sign > 0 ? i + 1 : i, here = atoms->sign > 0 ? i : i + 1; /* losses increase with the index */
        if (atoms->index[next] - atoms->index[here] == 1)
            sum += fmaxl(tilted->weight[i] - tilted->weight_error[i], 0) / moment_upper *
                   (fmaxl(tilted->weight[i + 1] - tilted->weight_error[i + 1], 0) / moment_upper);
    }
    tilted->neighbours = sum * (1 - 1e-12L);
}

/* Ends of the list that weigh next to nothing. */
static void find_ends(pld__kernel_tilted_atoms *tilted, long double moment) {
    long double below = NEGLIGIBLE * moment;
    tilted->end = tilted->atoms->count;
    for (; tilted->first < tilted->end && tilted->weight[tilted->first] + tilted->weight_error[tilted->first] < below;
         tilted->first++)
        tilted->beside += tilted->weight[tilted->first] + tilted->weight_error[tilted->first];
    for (; tilted->end > tilted->first && tilted->weight[tilted->end - 1] + tilted->weight_error[tilted->end - 1] < below;
         tilted->end--)
        tilted->beside += tilted->weight[tilted->end - 1] + tilted->weight_error[tilted->end - 1];
    tilted->beside *= 1 + 1e-9L;
}

static void tilt_outcomes(pld__kernel_tilted_atoms *tilted) {
    const pld__kernel_atoms *atoms = tilted->atoms;
    long double theta = tilted->theta, size = 0, own = 0;
    block_sum excess = {0};
    for (size_t i = 0; i < atoms->count; i++) {
        /* A loss on the lattice is rounded three times, and its spacing may be off by four units (lattice.c). */
        long double loss = pld__kernel_atoms_loss(atoms, i), grown = theta * loss, mass = atoms->mass[i], part = expm1l(grown);
        long double exponent = U * (3 * fabsl(grown) + 8 * theta * (fabsl(atoms->index ? atoms->base : 0) + fabsl(loss)) + 4);
        tilted->weight[i] = mass * expl(grown);
        tilted->weight_error[i] = tilted->weight[i] * (atoms->rho + exponent) * (1 + 1e-12L);
        add(&excess, mass * part);
        size += mass * fabsl(part);
        own += mass * fabsl(part) * (atoms->rho + 4 * U) + tilted->weight[i] * exponent;
    }
    tilted->excess = total_of(&excess) - atoms->missing;
    tilted->error = (own + size * sum_error(atoms->count)) * (1 + 1e-12L) + atoms->missing_error +
                    2 * U * (fabsl(atoms->missing) + fabsl(tilted->excess));
    long double upper = 1 + tilted->excess + tilted->error * (1 + 1e-12L);
    bool known = upper > 0 && upper < INFINITY && tilted->excess + tilted->error > -1;
    tilted->log_upper = known ? log1pl(tilted->excess + tilted->error) : INFINITY;
    tilted->log_upper += 16 * U * fabsl(tilted->log_upper) + theta * atoms->kappa * (1 + 4 * U);
    tilted->end = atoms->count;
    if (known)
        find_ends(tilted, upper);
    if (known)
        find_neighbours(tilted, upper * (1 + 4 * U));
}

pld_status pld__kernel_atoms_tilt(const pld__kernel_atoms *atoms, double theta, pld__kernel_tilted_atoms *tilted) {
    *tilted = (pld__kernel_tilted_atoms){.atoms = atoms, .theta = theta};
    if (atoms->sigma > 0) {
        tilted->log_upper = pld__bell_log_upper(atoms->sigma, atoms->shift, theta);
        return PLD_OK;
    }
    tilted->weight = pld__allocate(2 * atoms->count, sizeof *tilted->weight);
    if (!tilted->weight)
        return PLD_ERROR_MEMORY;
    tilted->weight_error = tilted->weight + atoms->count;
    tilt_outcomes(tilted);
    return PLD_OK;
}

/* --- turns ---------------------------------------------------------------------------------------------------------- */

void pld__kernel_turns_free(pld__kernel_turns *turns) {
    pld__free(turns->versine);
    *turns = (pld__kernel_turns){0};
}

/* Of an angle of at most half a turn without sign, so that what rounding does to it is a few units of it. */
static void turn_at(int64_t r, int64_t count, long double *versine, long double *sine) {
    long double nearest = (long double)(2 * r > count ? r - count : r), half = sinl(TURN / 2 * (nearest / (long double)count));
    *versine = 2 * half * half;
    /* The sine of an angle near half a turn is that of what it lacks. */
    long double size = fabsl(nearest) * 4 > (long double)count
                           ? ((long double)count - 2 * fabsl(nearest)) / (2 * (long double)count)
                           : fabsl(nearest) / (long double)count;
    *sine = copysignl(sinl(TURN * size), nearest);
}

void pld__kernel_turn(const pld__kernel_turns *turns, int64_t r, long double *versine, long double *sine) {
    if (turns->versine) {
        *versine = turns->versine[r];
        *sine = turns->sine[r];
    } else {
        turn_at(r, turns->count, versine, sine);
    }
}

pld_status pld__kernel_turns_create(int64_t count, bool listed, pld__kernel_turns *turns) {
    *turns = (pld__kernel_turns){.count = count};
    if (!listed)
        return PLD_OK;
    turns->versine = pld__allocate(2 * (size_t)count, sizeof *turns->versine);
    if (!turns->versine)
        return PLD_ERROR_MEMORY;
    turns->sine = turns->versine + count;
    for (int64_t r = 0; r < count; r++)
        turn_at(r, count, &turns->versine[r], &turns->sine[r]);
    return PLD_OK;
}

/* --- moments -------------------------------------------------------------------------------------------------------- */

/* M(s) - 1 = M(theta) - 1 + sum of w_i (e^(i angle) - 1). `off` is what errors of the angles add; an outcome that is left out
 * adds up to twice its weight, and a tenth for its loss. */
static pld__kernel_log log_of(const pld__kernel_tilted_atoms *tilted, const block_sum *real, const block_sum *imaginary,
                              long double size, long double off) {
    long double error =
        tilted->error + 3 * tilted->beside + (size * (sum_error(tilted->atoms->count) + 8 * U) + off) * (1 + 1e-12L);
    pld__kernel_moment moment = {tilted->excess - total_of(real), total_of(imaginary), error};
    moment.error += 2 * U * (fabsl(moment.real) + fabsl(tilted->excess));
    if (!(moment.error < INFINITY))
        return (pld__kernel_log){.error = INFINITY, .upper = INFINITY};
    return pld__kernel_log_of(&moment);
}

pld__kernel_log pld__kernel_atoms_log(const pld__kernel_tilted_atoms *tilted, long double t) {
    const pld__kernel_atoms *atoms = tilted->atoms;
    if (atoms->sigma > 0)
        return pld__bell_log(atoms->sigma, atoms->shift, tilted->theta, t);
    block_sum real = {0}, imaginary = {0};
    long double size = 0, off = 0, reach = (tilted->theta + t) * atoms->kappa;
    for (size_t i = tilted->first; i < tilted->end; i++) {
        long double angle = t * pld__kernel_atoms_loss(atoms, i), half = sinl(angle / 2), sine = sinl(angle);
        long double weight = tilted->weight[i], versine = 2 * half * half, moved = versine + fabsl(sine);
        add(&real, weight * versine);
        add(&imaginary, weight * sine);
        size += weight * moved;
        off += tilted->weight_error[i] * moved + weight * (4 * U * fabsl(angle) + reach * (1 + reach + 1e-5L));
    }
    return reach < 0.1L ? log_of(tilted, &real, &imaginary, size, off)
                        : (pld__kernel_log){.error = INFINITY, .upper = tilted->log_upper};
}

pld__kernel_log pld__kernel_atoms_log_turned(const pld__kernel_tilted_atoms *tilted, int64_t j, const pld__kernel_turns *turns) {
    const pld__kernel_atoms *atoms = tilted->atoms;
    if (atoms->sigma > 0)
        return pld__bell_log_turned(atoms->sigma, atoms->shift, tilted->theta, j * atoms->stride, turns->count);
    block_sum real = {0}, imaginary = {0};
    long double size = 0, off = 0;
    for (size_t i = tilted->first; i < tilted->end; i++) {
        long double weight = tilted->weight[i], versine, sine;
        int64_t turn = j * (atoms->index[i] % turns->count) % turns->count;
        pld__kernel_turn(turns, turn < 0 ? turn + turns->count : turn, &versine, &sine);
        long double moved = versine + fabsl(sine);
        add(&real, weight * versine);
        add(&imaginary, weight * sine);
        size += weight * moved;
        off += tilted->weight_error[i] * moved;
    }
    return log_of(tilted, &real, &imaginary, size, off);
}

/* 1 - |phi|^2 = sum over pairs of p_i p_k 2 (1 - cos(t (L_i - L_k)))/2, counted in both orders: neighbours alone give 4 sin^2(t
 * spacing/2) sum of p_i p_(i+1), and the sine grows up to pi/spacing. */
long double pld__kernel_atoms_log_decay(const pld__kernel_tilted_atoms *tilted, int64_t j, int64_t count) {
    const pld__kernel_atoms *atoms = tilted->atoms;
    if (atoms->sigma > 0)
        return atoms->stride == 1 ? pld__bell_log_decay(atoms->sigma, atoms->shift, tilted->theta, j, count) : tilted->log_upper;
    long double half = sinl(TURN / 2 * ((long double)j / (long double)count)) * (1 - 8 * U);
    long double fallen = fminl(4 * half * half * tilted->neighbours, 1 - 1e-15L);
    return tilted->log_upper + log1pl(-fallen) / 2 * (1 - 1e-15L);
}
