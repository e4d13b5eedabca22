#include "kernel/atoms_walk.h"

#include "base/base.h"

#include <math.h>

static const long double LONG_U = PLD__KERNEL_U;

/* Of all weights: what weights that are too small for a double have together. */
static const long double UNDERFLOWN = 1e-300L;

/* Products before phasors are made anew; sums go by blocks (T133). */
enum { STRIDE = 32, BLOCK = 64 };

void pld__atoms_walk_free(pld__atoms_walk *walk) {
    pld__free(walk->weight);
    *walk = (pld__atoms_walk){0};
}

/* e^(i angle) - 1, parts good to 2u of themselves but for the angle; its modulus from above. */
static long double turn_by(long double angle, double *real, double *imaginary) {
    long double half = sinl(angle / 2);
    *real = (double)(-2 * half * half);
    *imaginary = (double)sinl(angle);
    return 2 * fabsl(half) * (1 + 1e-12L);
}

pld_status pld__atoms_walk_create(const pld__kernel_tilted_atoms *tilted, long double spacing, pld__atoms_walk *walk) {
    size_t count = tilted->end - tilted->first;
    *walk = (pld__atoms_walk){.tilted = tilted, .spacing = spacing, .count = count};
    walk->weight = pld__allocate(5 * count + 1, sizeof *walk->weight);
    if (!walk->weight)
        return PLD_ERROR_MEMORY;
    walk->real = walk->weight + count;
    walk->imaginary = walk->real + count;
    walk->turn_real = walk->imaginary + count;
    walk->turn_imaginary = walk->turn_real + count;
    for (size_t i = 0; i < count; i++) {
        long double weight = tilted->weight[tilted->first + i], loss = pld__kernel_atoms_loss(tilted->atoms, tilted->first + i);
        long double turn = turn_by(spacing * loss, &walk->turn_real[i], &walk->turn_imaginary[i]);
        walk->turn_size += weight * turn;
        walk->turn_off += tilted->weight_error[tilted->first + i] * turn;
        walk->reach += weight * fabsl(loss);
        walk->whole += weight;
    }
    for (size_t i = 0; i < count; i++) /* they may be too large for a double */
        walk->weight[i] = (double)(tilted->weight[tilted->first + i] / walk->whole);
    return PLD_OK;
}

/* Phasors anew; S and the same of the weights' errors. */
static void restart(pld__atoms_walk *walk) {
    const pld__kernel_tilted_atoms *tilted = walk->tilted;
    long double t = (long double)walk->next * walk->spacing;
    walk->size = walk->off = 0;
    for (size_t i = 0; i < walk->count; i++) {
        size_t outcome = tilted->first + i;
        long double moved = turn_by(t * pld__kernel_atoms_loss(tilted->atoms, outcome), &walk->real[i], &walk->imaginary[i]);
        walk->size += tilted->weight[outcome] * moved;
        walk->off += tilted->weight_error[outcome] * moved;
    }
}

static void turn_all(pld__atoms_walk *walk) {
    for (size_t i = 0; i < walk->count; i++) {
        double a = walk->real[i], b = walk->imaginary[i], c = walk->turn_real[i], d = walk->turn_imaginary[i];
        walk->real[i] = a + c + (a * c - b * d);
        walk->imaginary[i] = b + d + (a * d + b * c);
    }
}

static void add_all(const pld__atoms_walk *walk, long double *real, long double *imaginary) {
    *real = *imaginary = 0;
    for (size_t start = 0; start < walk->count; start += BLOCK) {
        double a = 0, b = 0;
        for (size_t i = start; i < walk->count && i < start + BLOCK; i++) {
            a += walk->weight[i] * walk->real[i];
            b += walk->weight[i] * walk->imaginary[i];
        }
        *real += a;
        *imaginary += b;
    }
    *real *= walk->whole;
    *imaginary *= walk->whole;
}

pld__kernel_log pld__atoms_walk_next(pld__atoms_walk *walk) {
    const pld__kernel_tilted_atoms *tilted = walk->tilted;
    size_t j = walk->next % STRIDE;
    long double t = (long double)walk->next * walk->spacing, kappa = tilted->atoms->kappa, moved = (tilted->theta + t) * kappa;
    if (j == 0)
        restart(walk);
    else
        turn_all(walk);
    walk->next++;
    long double real, imaginary, steps = (long double)j, units = 16 * (steps + 1) + 2 * (80 + (long double)walk->count / BLOCK);
    add_all(walk, &real, &imaginary);
    long double error = tilted->error + 3 * tilted->beside + units * PLD__U * (walk->size + (steps + 4) * walk->turn_size) +
                        walk->off + steps * walk->turn_off + 4 * LONG_U * t * walk->reach +
                        walk->whole * (moved * (1 + moved + 1e-5L) + UNDERFLOWN);
    pld__kernel_moment moment = {tilted->excess + real, imaginary, error * (1 + 1e-9L)};
    moment.error += 2 * LONG_U * (fabsl(moment.real) + fabsl(tilted->excess));
    if (!(moment.error < INFINITY && moved < 0.1L))
        return (pld__kernel_log){.error = INFINITY, .upper = tilted->log_upper};
    return pld__kernel_log_of(&moment);
}
