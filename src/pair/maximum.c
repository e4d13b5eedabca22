/* Theorem (T107). Pr[max <= c] = Phi(c - m) Phi(c)^(t-1), whichever of the t numbers is around m. The cell of the maximum is a
 * function of the numbers, so D of the cells is at most theirs, in both directions, and keeps being so composed (T1).
 *
 * Rounding. log Pr[max <= c] = log Phi(c - m) + (t-1) log Phi(c) is a sum of two negative numbers, each good to 2^-58 of itself
 * (tails are good to a few units of 2^-64 times 1 + x^2, and |x| <= 64 here). Means that are off by 2 u of their size move a tail
 * by as much times its slope, below 64 of its size. A cell has F_2 (1 - e^(log F_1 - log F_2)) or S_1 - S_2, S = 1 - F by expm1,
 * which loses the quotient of the larger number and the difference. */
#include "pair/maximum.h"

#include "base/base.h"
#include "base/normal.h"

#include <math.h>

enum { CELLS = 3000 };

static const long double UNIT = 0x1p-58L, LEAST_LOG = -200;
static const double FARTHEST = 16;

/* log Phi(x). */
static long double log_below(long double x) {
    return x > 0 ? log1pl(-pld__normal_tail(x)) : logl(pld__normal_tail(-x));
}

static long double log_largest_below(uint64_t t, long double mean, long double c) {
    return log_below(c - mean) + (t > 1 ? (long double)(t - 1) * log_below(c) : 0);
}

/* The mass between two edges, of which the logs of what is below are given, and its relative error. */
static long double mass_between(long double first, long double last, double *error) {
    long double below = expl(last), mass, size;
    if (last < -0.7L) {
        mass = -below * expm1l(first - last);
        size = below * (1 + fabsl(last));
    } else {
        long double above_first = -expm1l(first), above_last = -expm1l(last);
        mass = above_first - above_last;
        size = above_first;
    }
    *error = mass > 0 ? (double)(8 * UNIT * size / mass) : INFINITY;
    return mass;
}

/* Where almost nothing is below, of both. */
static double lowest_edge(uint64_t t, double high) {
    double low = -20, end = high;
    for (int i = 0; i < 100; i++) {
        double middle = low + (end - low) / 2;
        *(log_largest_below(t, high, middle) < LEAST_LOG ? &low : &end) = middle;
    }
    return end;
}

pld_status pld__maximum_mechanism(uint64_t t, double high, double low, const char *resolved, const char *note,
                                  pld_mechanism **mechanism) {
    pld__outcome *outcomes = pld__allocate(CELLS, sizeof *outcomes);
    double start = lowest_edge(t, high), end = fmax(high, 8) + FARTHEST, rho = 0, means = 256 * PLD__U * (1 + high);
    long double p_first = -INFINITY, q_first = -INFINITY;
    size_t count = 0;
    if (!outcomes)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < CELLS; i++) {
        long double edge = start + (long double)(end - start) * (long double)i / (CELLS - 2);
        long double p_last = i + 1 < CELLS ? log_largest_below(t, high, edge) : 0,
                    q_last = i + 1 < CELLS ? log_largest_below(t, low, edge) : 0;
        double p_error, q_error;
        long double p = mass_between(p_first, p_last, &p_error), q = mass_between(q_first, q_last, &q_error);
        bool known = p_error < 1e-9 && q_error < 1e-9;
        if (!known && i + 1 < CELLS) /* too little to tell: it goes to the next cell */
            continue;
        outcomes[count++] = (pld__outcome){p, q, pld__outcome_loss(p, q)};
        rho = fmax(rho, fmax(p_error, q_error));
        p_first = p_last;
        q_first = q_last;
    }
    pld_status status = PLD_ERROR_ARGUMENT;
    if (rho < 1e-8)
        status = pld__sparse_mechanism_of(count, outcomes, rho + means, 3 * (rho + means), 0, resolved, note, mechanism);
    pld__free(outcomes);
    return status;
}
