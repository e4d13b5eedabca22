/* Theorem (T143). The cell of y is a function of y, so D of the cells is at most that of the mixtures, in both directions, and
 * keeps being so composed (T2 b, T1), whatever the loss does along the line.
 *
 * Rounding. Masses of cells are as good as T140 says: 2^-52 and 2^-55 (1 + y^2), |y| < 2^12 where there is any mass; means that
 * are off by 2 u of their size d move the log of a mass by at most d (|y| + 2). Every cell has at least 1e-26 of each mixture, so
 * that what components below 1e-45 have, all of them together, is less than 1e-14 of it. */
#include "pair/line_cells.h"

#include "base/base.h"
#include "pair/mixture.h"

#include <math.h>

/* Fewer cells where each costs more. */
enum { MOST_CELLS = 8000, FEWEST_CELLS = 1000, EFFORT = 400000 };

static const long double LIGHT = 1e-45L, LEAST_LOG = -60; /* 1e-26 */
static const double REACH = 12, FARTHEST = 4096;

/* From edge to edge over all means; cells with too little go to the next one. */
static pld_status cut(const pld__mixture_pair *pair, double rho, const char *resolved, const char *note,
                      pld_mechanism **mechanism) {
    size_t affordable = EFFORT / pair->p.count, most = affordable < MOST_CELLS ? affordable : MOST_CELLS,
           cells = most > FEWEST_CELLS ? most : FEWEST_CELLS, count = 0;
    pld__outcome *outcomes = pld__allocate(cells, sizeof *outcomes);
    double low = pair->lowest_mean - REACH, high = pair->highest_mean + REACH, first = -INFINITY;
    double off = rho + 1e-13 + 4 * PLD__U * high * (high + 2);
    if (!outcomes)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < cells; i++) {
        double last = low + (high - low) * (double)i / (double)(cells - 2);
        bool end = i + 1 == cells;
        pld__log_mass mass = end                  ? pld__mixture_mass_above(pair, first)
                             : first == -INFINITY ? pld__mixture_mass_below(pair, last)
                                                  : pld__mixture_mass_between(pair, first, last);
        if (!end && (mass.p < LEAST_LOG || mass.q < LEAST_LOG))
            continue;
        long double p = expl(mass.p), q = expl(mass.q);
        outcomes[count++] = (pld__outcome){p, q, pld__outcome_loss(p, q)};
        first = last;
    }
    if (count > 1 && (outcomes[count - 1].p < expl(LEAST_LOG) || outcomes[count - 1].q < expl(LEAST_LOG))) {
        pld__outcome end = outcomes[--count], *to = &outcomes[count - 1];
        *to = (pld__outcome){to->p + end.p, to->q + end.q, pld__outcome_loss(to->p + end.p, to->q + end.q)};
    }
    pld_status status = high <= FARTHEST ? pld__sparse_mechanism_of(count, outcomes, off, 3 * off, 0, resolved, note, mechanism)
                                         : PLD_ERROR_ARGUMENT;
    pld__free(outcomes);
    return status;
}

pld_status pld__line_cells_mechanism(size_t count, const long double *weight, const double *p_mean, const double *q_mean,
                                     double rho, const char *resolved, const char *note, pld_mechanism **mechanism) {
    long double *kept = pld__allocate(count, sizeof *kept), dropped = 0;
    double *p = pld__allocate(count, sizeof *p), *q = pld__allocate(count, sizeof *q);
    size_t used = 0;
    pld__mixture_pair pair = {0};
    pld_status status = kept && p && q ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == PLD_OK; i++)
        if (weight[i] >= LIGHT) {
            kept[used] = weight[i];
            p[used] = p_mean[i];
            q[used++] = q_mean[i];
        }
    if (status == PLD_OK)
        status = pld__mixture_density_create(used, kept, p, &pair.p, &dropped);
    if (status == PLD_OK)
        status = pld__mixture_density_create(used, kept, q, &pair.q, &dropped);
    if (status == PLD_OK) {
        pair.lowest_mean = fmin(p[0], q[0]);
        pair.highest_mean = fmax(p[used - 1], q[used - 1]);
        status = cut(&pair, rho, resolved, note, mechanism);
    }
    pld__mixture_density_free(&pair.p);
    pld__mixture_density_free(&pair.q);
    pld__free(kept);
    pld__free(p);
    pld__free(q);
    return status;
}
