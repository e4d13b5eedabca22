#include "kernel/kernel.h"

#include "base/base.h"
#include "kernel/laplace.h"

#include <math.h>

static const long double U = PLD__KERNEL_U;

void pld__kernel_steps_free(pld__kernel_steps *steps) {
    for (size_t m = 0; m < steps->atom_count; m++)
        pld__free(steps->atoms[m].index);
    pld__free(steps->atoms);
    pld__free(steps->factors);
    *steps = (pld__kernel_steps){0};
}

pld_status pld__kernel_steps_create(size_t most, pld__kernel_steps *steps) {
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

pld_status pld__kernel_steps_log_upper(const pld__kernel_steps *steps, const pld__kernel_nodes *nodes, double lambda,
                                       long double *log_upper) {
    long double total = steps->plain / 2 * lambda * ((long double)lambda + 1) * (1 + steps->plain_error + 8 * U);
    for (size_t m = 0; m < steps->count; m++) {
        pld__kernel_log closed = {0};
        pld__kernel_tilted tilted;
        if (pld__kernel_is_closed(&steps->factors[m]))
            closed = pld__kernel_laplace_log(&steps->factors[m].laplace, lambda, 0);
        else
            pld__kernel_tilt(&steps->factors[m], &nodes[m], lambda, &tilted);
        total += steps->factors[m].count *
                 (pld__kernel_is_closed(&steps->factors[m]) ? closed.real + closed.error : pld__kernel_tilted_log_upper(&tilted));
    }
    for (size_t m = 0; m < steps->atom_count; m++) {
        pld__kernel_tilted_atoms tilted;
        pld_status status = pld__kernel_atoms_tilt(&steps->atoms[m], lambda, &tilted);
        if (status != PLD_OK)
            return status;
        total += steps->atoms[m].times * (tilted.log_upper + 4 * U * fabsl(tilted.log_upper));
        pld__kernel_tilted_atoms_free(&tilted);
    }
    long double parts = (long double)(steps->count + steps->atom_count + 1);
    *log_upper = isnan(total) ? INFINITY : total + (16 + 2 * parts) * U * fabsl(total);
    return PLD_OK;
}
