/* Spread ("connect the dots", Doroshenko et al. 2022): the tightest upper law on a lattice.
 *
 * Claim. A set of outcomes with masses (p, q) whose loss lies in [l0, l1], l1 = l0 + h, is dominated by beta at l1 and p - beta at l0,
 * beta = (p - q e^l0)/(1 - e^-h).
 * Proof. These two outcomes have P-mass p and Q-mass beta e^-l1 + (p - beta) e^-l0 = e^-l0 (p - beta (1 - e^-h)) = q, so their D equals
 * the true D at x <= e^l0 and at x >= e^l1 (where it is p - xq and 0), and is linear between, while the true D is convex. A larger beta
 * only moves P up. Hypotheses: every cell lies within its bucket up to kappa, which the cells bound has paid for; beta is rounded up
 * (8 u p covers exp, product and difference) and clamped to [0, p].
 *
 * Beyond the last node the excess p - q e^l goes to infinity, the rest to the node; below the first node all P moves up to it. */
#include "base/base.h"
#include "bound/cells.h"
#include "buckets/law.h"

#include <math.h>

/* Tail masses are good to 1e-15 relative (pair.h). */
static const long double TAIL_ERROR = 1e-14L;

/* A bucket seen in a direction: add exchanges the masses. */
static pld__cell_bound bucket_mass(const pld__cells *cells, size_t bucket, bool exchanged)
{
    double p = 0, q = 0;
    for (size_t k = cells->start[bucket]; k < cells->start[bucket + 1]; k++) {
        p += cells->p[k];
        q += cells->q[k];
    }
    /* A sum of n positive terms is good to n u; n is 4 except beside hard edges and in tails. */
    double terms = (double)(cells->start[bucket + 1] - cells->start[bucket]) * PLD__U;
    double rho = cells->rho[bucket] + terms, kappa = cells->kappa[bucket] + 2 * terms;
    return exchanged ? pld__bound_cell_upper(q, p, rho, kappa) : pld__bound_cell_upper(p, q, rho, kappa);
}

static void spread_buckets(const pld__cells *cells, bool exchanged, pld__law *law)
{
    double inverse = -1 / expm1(-cells->width);
    for (size_t i = 0; i < cells->buckets; i++) {
        pld__cell_bound mass = bucket_mass(cells, i, exchanged);
        size_t low = exchanged ? cells->buckets - 1 - i : i;
        double beta = (mass.p - mass.q * exp(pld__law_loss(law, low)) + 8 * PLD__U * mass.p) * inverse;
        beta = fmin(fmax(beta, 0), mass.p);
        law->mass[low] += mass.p - beta;
        law->mass[low + 1] += beta;
    }
}

pld_status pld__law_spread(const pld__cells *cells, pld_direction direction, pld__law **created)
{
    bool exchanged = direction == PLD_ADD;
    pld__law *law = pld__allocate(1, sizeof *law);
    double *mass = pld__allocate(cells->buckets + 1, sizeof *mass);
    if (!law || !mass) {
        pld__free(law);
        pld__free(mass);
        return PLD_ERROR_MEMORY;
    }
    *law = (pld__law){.width = cells->width, .first = cells->first, .count = cells->buckets + 1, .mass = mass};
    if (exchanged)
        law->first = -(cells->first + (int64_t)cells->buckets);
    for (size_t i = 0; i < law->count; i++)
        mass[i] = 0;
    spread_buckets(cells, exchanged, law);
    long double left = exchanged ? cells->above.q : cells->below.p;
    long double right_p = exchanged ? cells->below.q : cells->above.p, right_q = exchanged ? cells->below.p : cells->above.q;
    law->mass[0] += (double)(left * (1 + TAIL_ERROR));
    right_p *= 1 + TAIL_ERROR;
    long double kept = right_q * (1 - TAIL_ERROR) * expl((long double)pld__law_loss(law, law->count - 1));
    kept = fminl(kept, right_p);
    law->mass[law->count - 1] += (double)kept;
    law->infinity = (right_p - kept) * (1 + TAIL_ERROR) + cells->dropped;
    *created = law;
    return PLD_OK;
}
