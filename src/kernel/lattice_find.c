/* The common lattice of discrete steps. */
#include "kernel/lattice.h"

#include "base/base.h"

#include <math.h>

static const long double U = PLD__KERNEL_U;

/* Differences are multiples of the spacing to this much of the largest loss; a spacing below this much of the range is none. */
static const long double SAME = 1e-12L, SMALLEST = 1e-8L;

/* gcd of two lengths, which are known to `tolerance`; 0: none. */
static long double common_length(long double a, long double b, long double tolerance) {
    for (int i = 0; i < 60; i++) {
        if (b <= tolerance)
            return a;
        long double rest = fabsl(a - roundl(a / b) * b);
        a = b;
        b = rest;
    }
    return 0;
}

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Is k a^2 = l b^2, exactly? Squares of doubles are sums of two, and products of those with numbers of 11 bits are long doubles.
 */
static bool squares_match(double a, uint64_t k, double b, uint64_t l) {
    double a_high = a * a, b_high = b * b;
    long double a_low = (long double)fma(a, a, -a_high) * (long double)k,
                b_low = (long double)fma(b, b, -b_high) * (long double)l;
    long double left = (long double)a_high * (long double)k, right = (long double)b_high * (long double)l;
    if (k >= 2048 || l >= 2048 || !(left < 2 * right && right < 2 * left))
        return false;
    long double apart = left - right, low = b_low - a_low, back = low - b_low; /* the first is exact, as they are that near */
    long double lost = (b_low - (low - back)) + (-a_low - back);               /* what the second has lost */
    return apart == low && lost == 0;
}

/* Whole numbers k, l with k x = l, as small as possible; false if there are none below 2048. */
static bool as_fraction(long double x, uint64_t *k, uint64_t *l) {
    for (*k = 1; *k < 2048; ++*k) {
        long double product = x * (long double)*k, whole = roundl(product);
        if (whole >= 1 && whole < 2048 && fabsl(product - whole) < 1e-15L * whole) {
            *l = (uint64_t)whole;
            return true;
        }
    }
    return false;
}

/* Losses of a bell are D/sigma^2 apart. A spacing of which all of these are exact multiples, at most 2^20 of them; 0: there are
 * no bells; -1: they have none. */
static long double bell_spacing(const pld__kernel_steps *steps) {
    const pld__kernel_atoms *first = NULL;
    uint64_t parts = 1; /* the spacing is the first one's over this */
    for (size_t m = 0; m < steps->atom_count; m++) {
        const pld__kernel_atoms *atoms = &steps->atoms[m];
        uint64_t k, l;
        if (atoms->sigma == 0)
            continue;
        first = first ? first : atoms;
        long double ratio = first->sigma / atoms->sigma;
        if (!as_fraction(atoms->shift / first->shift * ratio * ratio, &k, &l))
            return -1;
        uint64_t own = (uint64_t)atoms->shift * k, firsts = (uint64_t)first->shift * l, common = common_divisor(own, firsts);
        if (!squares_match((double)first->sigma, own / common, (double)atoms->sigma, firsts / common))
            return -1;
        parts *= k / common_divisor(k, parts);
        if (parts > 1 << 20)
            return -1;
    }
    return first ? first->shift / first->sigma / first->sigma / (long double)parts : 0;
}

static long double range_of(const pld__kernel_atoms *atoms) {
    return atoms->count > 0 ? fabsl(atoms->loss[atoms->count - 1] - atoms->loss[0]) : 0;
}

/* The spacing of everything, and of the widest list to all its digits; 0: none. */
static long double find_spacing(const pld__kernel_steps *steps) {
    long double bells = bell_spacing(steps), spacing = fmaxl(bells, 0), widest = 0, tolerance = 0;
    const pld__kernel_atoms *wide = NULL;
    for (size_t m = 0; m < steps->atom_count; m++) {
        const pld__kernel_atoms *atoms = &steps->atoms[m];
        long double range = range_of(atoms);
        wide = range > widest ? atoms : wide;
        widest = fmaxl(range, widest);
    }
    if (bells < 0)
        return 0;
    tolerance = SAME * fmaxl(widest, spacing);
    for (size_t m = 0; m < steps->atom_count; m++) {
        const pld__kernel_atoms *atoms = &steps->atoms[m];
        for (size_t i = 1; i < atoms->count; i++) {
            spacing = common_length(atoms->loss[i] - atoms->loss[0], spacing, tolerance);
            if (!(spacing > SMALLEST * widest))
                return 0;
        }
    }
    if (spacing == 0) /* one loss in each list */
        return 1;
    if (bells > 0)
        return bells / roundl(bells / spacing);
    return widest > 0 ? widest / roundl(widest / spacing) : spacing;
}

/* Lays outcomes on it. How far losses are from the lattice is added to kappa; that of bells may be off by four units. */
static pld_status lay(pld__kernel_atoms *atoms, long double spacing) {
    pld__free(atoms->index);
    atoms->index = pld__allocate(atoms->count, sizeof *atoms->index);
    if (!atoms->index)
        return PLD_ERROR_MEMORY;
    atoms->base = atoms->sign * atoms->loss[0];
    atoms->spacing = spacing;
    long double furthest = 0, largest = 0;
    for (size_t i = 0; i < atoms->count; i++) {
        long double loss = atoms->sign * atoms->loss[i], steps = roundl((loss - atoms->base) / spacing);
        atoms->index[i] = (int64_t)steps;
        furthest = fmaxl(furthest, fabsl(loss - atoms->base - steps * spacing));
        largest = fmaxl(largest, fabsl(loss));
    }
    atoms->kappa += furthest * (1 + 4 * U) + 16 * U * (largest + fabsl(atoms->base));
    return PLD_OK;
}

pld_status pld__kernel_lattice_find(pld__kernel_steps *steps, pld__kernel_lattice *lattice) {
    *lattice = (pld__kernel_lattice){0};
    long double spacing = steps->count == 0 && steps->plain == 0 && steps->atom_count > 0 ? find_spacing(steps) : 0;
    if (!(spacing > 1e-300L && spacing < 1e6L))
        return PLD_OK;
    lattice->spacing = spacing;
    long double size = 0;
    for (size_t m = 0; m < steps->atom_count; m++) {
        pld__kernel_atoms *atoms = &steps->atoms[m];
        if (atoms->sigma > 0) {
            long double half = atoms->shift / atoms->sigma, base = -half * half / 2,
                        stride = roundl(half / atoms->sigma / spacing);
            if (!(stride < 1e9L))
                return PLD_OK;
            atoms->stride = (int64_t)stride;
            lattice->offset += atoms->times * base;
            lattice->last = INFINITY;
            size += atoms->times * fabsl(base);
            continue;
        }
        pld_status status = lay(atoms, spacing);
        if (status != PLD_OK)
            return status;
        lattice->offset += atoms->times * atoms->base;
        lattice->error += atoms->times * atoms->kappa * (1 + 1e-12L);
        lattice->last += atoms->times * (long double)atoms->index[atoms->sign > 0 ? atoms->count - 1 : 0];
        size += atoms->times * fabsl(atoms->base);
    }
    lattice->error += (long double)(steps->atom_count + 8) * 2 * U * size;
    lattice->found = lattice->error < INFINITY && fabsl(lattice->offset) < 1e15L * spacing && lattice->last >= -1e15L;
    return PLD_OK;
}
