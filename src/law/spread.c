/* Spread ("connect the dots", Doroshenko et al. 2022): the tightest upper law on a lattice.
 *
 * Claim (T4). A set of outcomes with masses (p, q) whose loss lies in [l0, l1], l1 = l0 + h, is dominated by beta at l1 and p -
 * beta at l0, beta = (p - q e^l0)/(1 - e^-h). Proof. These two outcomes have P-mass p and Q-mass beta e^-l1 + (p - beta) e^-l0 =
 * e^-l0 (p - beta (1 - e^-h)) = q, so their D equals the true D at x <= e^l0 and at x >= e^l1 (where it is p - xq and 0), and is
 * linear between, while the true D is convex. A larger beta only moves P up (T2). Hypotheses: every cell lies within its bucket
 * up to kappa, which the cells bound (T3) has paid for by making p/q larger (T5); beta is rounded up (8 u p covers products and
 * difference). A beta below 0 is 0, which moves P up.
 *
 * A beta above p says that p/q, as large as it may be, exceeds e^l1: mass at a hard edge, or an atom, on the node itself. Up to
 * the rounding of the edges (T5) the claim then holds for the nodes l1 and l2 behind it, if p/q <= e^l2. Where there is no such
 * node p stays at l1, and *all* losses of the law are declared to be up to s = log(p/q) - l1 larger than their labels
 * (label_error): p at l1 + s dominates (p, q), and moving the rest up as well keeps an upper law. Nothing is ever left out: a
 * bucket that has no q goes to infinity.
 *
 * Beyond the last node the excess p - q e^l goes to infinity, the rest to the node; below the first node all P moves up to it.
 * The rounding of the tilt, (parts of its exponent) u, is paid by making P larger, like rho. */
#include "base/base.h"
#include "bound/cells.h"
#include "law/law.h"

#include <math.h>

/* The masses of a bucket relative to the lower edge of its *direction*: P-mass p e^exponent, and q = Q-mass e^(low - exponent),
 * so that p - q is what beta needs. For add the roles are exchanged: the lower edge is minus the upper one, and q e^-h stands for
 * ... the Q-mass of add, which is the P-mass of remove. */
typedef struct {
    double p, q, exponent; /* exponent without the tilt */
    double rho;            /* the masses may be larger than the true ones by a factor 1 + 4 rho */
} bucket_mass;

static bucket_mass mass_of(const pld__cells *cells, size_t bucket, bool exchanged, double tilt_error) {
    double p = 0, q = 0, low = pld__cells_low(cells, bucket), unit = cells->unit[bucket];
    for (size_t k = cells->start[bucket]; k < cells->start[bucket + 1]; k++) {
        p += cells->p[k];
        q += cells->q[k];
    }
    /* A sum of n positive terms is good to n u; n is 4 except beside hard edges. */
    double terms = (double)(cells->start[bucket + 1] - cells->start[bucket]) * PLD__U;
    double rho = cells->rho[bucket] + terms + tilt_error, kappa = cells->kappa[bucket] + 2 * terms;
    /* remove: P-mass p e^unit, Q-mass q e^(unit - low). add: P-mass q e^(unit - low), Q-mass p e^unit = p e^-h e^(unit - low)
     * e^(low + h). */
    double other = exchanged ? p * exp(-pld__cells_step(cells, bucket)) : q;
    pld__cell_bound bound = pld__bound_cell_upper(exchanged ? q : p, other, rho, kappa);
    return (bucket_mass){bound.p, bound.q, exchanged ? unit - low : unit, rho};
}

/* Adds P-mass e^log_mass at a node. */
static void add_mass(pld__law *law, size_t node, long double log_mass, double scale) {
    if (log_mass > -INFINITY)
        law->weight[node] += (double)expl(log_mass + law->theta * pld__law_exact_loss(law, node) - scale);
}

/* A bucket whose p/q exceeds e^loss of `node`, the one at its upper end, `above` being log(p/q) less that loss. */
static void spread_beyond(const bucket_mass *mass, double above, size_t node, double factor, pld__law *law) {
    double gap = node + 1 < law->count ? pld__law_loss(law, node + 1) - pld__law_loss(law, node) : 0;
    above = fmax(above, 0); /* less only by rounding */
    if (above < gap) {
        /* p - q e^l1 = p (1 - e^-above). */
        double beta = fmin(mass->p * (expm1(-above) / expm1(-gap)) * (1 + 16 * PLD__U), mass->p);
        law->weight[node] += (mass->p - beta) * factor;
        law->weight[node + 1] += beta * factor * exp(law->theta * gap) * (1 + 4 * PLD__U * (law->theta * gap + 1));
        return;
    }
    law->weight[node] += mass->p * factor;
    law->label_error = fmax(law->label_error, above);
}

static void spread_buckets(const pld__cells *cells, bool exchanged, double scale, pld__law *law) {
    double theta = law->theta, step = 0, inverse = 0, climb = 0;
    for (size_t b = 0; b < cells->buckets; b++) {
        if (pld__cells_step(cells, b) != step) {
            step = pld__cells_step(cells, b);
            inverse = -1 / expm1(-step);
            climb = exp(theta * step);
        }
        size_t low = exchanged ? cells->buckets - 1 - b : b;
        double tilt = theta * pld__law_loss(law, low);
        double parts = theta * pld__law_size(law, low) + fabs(cells->unit[b]) + fabs(pld__cells_low(cells, b)) + fabs(scale) +
                       theta * step + 8;
        bucket_mass mass = mass_of(cells, b, exchanged, 2 * parts * PLD__U);
        double beta = fmax((mass.p - mass.q + 8 * PLD__U * mass.p) * inverse, 0);
        double factor = exp(mass.exponent + tilt - scale);
        law->finite = fmaxl(law->finite, 1 + 4 * (long double)mass.rho);
        if (mass.p > 0 && !(mass.q > 0)) {
            law->infinity += mass.p * expl((long double)mass.exponent) * (1 + 1e-15L) + 1e-4930L;
            law->is_open = true;
            continue;
        }
        if (!(beta <= mass.p)) {
            double above = log(mass.p / mass.q) - step;
            spread_beyond(&mass, above + 8 * PLD__U * (1 + step), low + 1, factor * climb, law);
            continue;
        }
        law->weight[low] += (mass.p - beta) * factor;
        law->weight[low + 1] += beta * factor * climb;
    }
}

pld_status pld__law_spread(const pld__cells *cells, pld_direction direction, double theta, pld__law **created) {
    bool exchanged = direction == PLD_ADD;
    int64_t first = exchanged ? -pld__cells_edge(cells, (int64_t)cells->buckets) : cells->first;
    pld__law *law = pld__law_create(cells->width, first, cells->buckets + 1, cells->edges, theta);
    if (!law)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; law->nodes && i < law->count; i++)
        law->nodes[i] = exchanged ? -cells->edges[cells->buckets - i] : cells->edges[i];
    law->offset = exchanged ? -cells->offset : cells->offset;
    double scale = pld__cells_scale(cells, direction, theta);
    law->log_moment = scale;
    spread_buckets(cells, exchanged, scale, law);
    long double left = exchanged ? cells->above.q : cells->below.p, tails = 0; /* what their masses may be off by */
    if (left > -INFINITY) {
        tails += expl(left) * pld__tail_error(exchanged ? cells->above : cells->below, cells->tail_slope);
        add_mass(law, 0, left + 4 * pld__tail_error(exchanged ? cells->above : cells->below, cells->tail_slope), scale);
    }
    long double right_p = exchanged ? cells->below.q : cells->above.p, right_q = exchanged ? cells->below.p : cells->above.q;
    if (right_p > -INFINITY) {
        size_t last = law->count - 1;
        long double error = 4 * pld__tail_error(exchanged ? cells->below : cells->above, cells->tail_slope);
        tails += expl(right_p) * error / 4;
        right_p += error;
        right_q -= error;
        /* Of e^right_p the part e^(right_q + loss) stays at the last node. */
        long double kept = fminl(right_q + pld__law_loss(law, last), right_p);
        add_mass(law, last, kept, scale);
        law->infinity += expl(right_p) * -expm1l(kept - right_p) * (1 + 1e-15L) + 1e-4930L;
    }
    /* At the top of a loss that ends there is no bucket above to pay for edges that are not quite where their labels say (T5 b).
     */
    if (right_p == -INFINITY && isfinite(cells->end_error[direction]))
        law->label_error = fmax(law->label_error, cells->kappa[exchanged ? 0 : cells->buckets - 1] + cells->end_error[direction]);
    law->finite += 8 * tails;
    law->infinity += cells->dropped + cells->infinity[direction];
    law->label_error += cells->loss_error;
    pld__law_normalise(law, true);
    *created = law;
    return PLD_OK;
}
