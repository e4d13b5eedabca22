/* Theorem (T3). Let the true cells be (p_i, q_i) and the computed ones (p^_i, q^_i) with p_i, q_i within a factor 1 +- rho_i of
 * them and p_i/q_i within e^(+-kappa_i) of p^_i/q^_i. Then
 *
 *     P = p^_i (1 + 2 rho_i),  Q = q^_i (1 + 2 rho_i) (1 - 2 kappa_i)      is above:  (p_i - x q_i)_+ <= (P - x Q)_+ for all x >=
 * 0, P = p^_i (1 - 2 rho_i),  Q = q^_i (1 - 2 rho_i) (1 + 2 kappa_i)      is below.
 *
 * Proof. Above: P >= p_i, and P/Q >= e^kappa p^_i/q^_i >= p_i/q_i because (1 - 2 kappa) <= e^-kappa for kappa <= 1/2; so
 * (p_i - x q_i)_+ = p_i (1 - x q_i/p_i)_+ <= P (1 - x Q/P)_+. Below in the same way, with (1 + 2 kappa) >= e^kappa. The factors 2
 * leave room for the rounding of these products, since rho, kappa >= 32 u. Sums over cells keep the order, and D1 <= D2 in every
 * factor is kept by products (T1), so each step may be widened by itself.
 *
 * Widening each cell by its own error, instead of shifting epsilon by T max kappa, costs only the average over the tilted law. */
#ifndef PLD_BOUND_CELLS_H
#define PLD_BOUND_CELLS_H

#include <math.h>

typedef struct pld__cell_bound {
    double p, q;
} pld__cell_bound;

/* Hypothesis: 0 <= rho, kappa <= 1/4; otherwise nothing is known of p (upper) or nothing is left (lower). */
static inline pld__cell_bound pld__bound_cell_upper(double p, double q, double rho, double kappa) {
    if (!(rho <= 0.25 && kappa <= 0.25))
        return (pld__cell_bound){p > 0 ? INFINITY : 0, 0};
    double factor = 1 + 2 * rho;
    return (pld__cell_bound){p * factor, q * factor * (1 - 2 * kappa)};
}

static inline pld__cell_bound pld__bound_cell_lower(double p, double q, double rho, double kappa) {
    if (!(rho <= 0.25 && kappa <= 0.25))
        return (pld__cell_bound){0, 0};
    double factor = 1 - 2 * rho;
    return (pld__cell_bound){p * factor, q * factor * (1 + 2 * kappa)};
}

#endif
