/* Claim (T114). Each outcome of a law is a cell by itself, in the bucket that its loss lies in: spreading the buckets of an upper
 * law gives an upper law (T4), merging those of a lower law a lower one (T6), and both orders are transitive. Masses and losses
 * are off by rho and kappa of the law, which its cells pay for (T3); which bucket an outcome is put into is decided by its loss
 * as computed. What that is off by cannot be left to the bucket above, which may be empty: all losses of the upper law are
 * declared to be up to so much larger (T2 d). */
#include "base/base.h"
#include "law/cells_fill.h"

#include <math.h>

pld__log_mass pld__outcomes_log_mass(const pld__sparse *pair, size_t from, size_t to) {
    long double p = 0, q = 0;
    for (size_t i = from; i < to; i++) {
        p += pair->p[i];
        q += pair->q[i];
    }
    return (pld__log_mass){p > 0 ? logl(p) : -INFINITY, q > 0 ? logl(q) : -INFINITY};
}

static void fill_bucket(const pld__sparse *pair, size_t bucket, size_t from, size_t to, pld__cells *cells) {
    double low = pld__cells_low(cells, bucket);
    pld__log_mass sum = pld__outcomes_log_mass(pair, from, to);
    long double unit = sum.p < -500 && sum.p > -INFINITY ? sum.p : 0;
    cells->unit[bucket] = (double)unit;
    for (size_t i = from; i < to; i++) {
        size_t cell = cells->start[bucket] + (i - from);
        /* p e^(low - loss) in place of q: their ratio is what counts. */
        cells->p[cell] = (double)(pair->p[i] * expl(-(long double)cells->unit[bucket]));
        cells->q[cell] = (double)(pair->p[i] * expl(low - pair->loss[i] - (long double)cells->unit[bucket]));
    }
    cells->rho[bucket] = 2 * pair->rho + 2 * pair->kappa + 32 * PLD__U * (1 + fabs(cells->unit[bucket]) * 0x1p-10);
    cells->kappa[bucket] = pair->kappa + 32 * PLD__U + pld__cells_label_slack(cells, bucket);
    cells->loss_error = fmax(cells->loss_error, 2 * cells->kappa[bucket]);
    if (to > from && pair->loss[to - 1] - low > PLD__WIDEST_RATIO) /* too few bits are left: nothing is known */
        cells->rho[bucket] = 1;
}

pld_status pld__cells_fill_outcomes(const pld_mechanism *law, pld__cells *cells) {
    const pld__sparse *pair = pld__sparse_of(law);
    pld_status status = pld__cells_allocate_buckets(cells);
    size_t capacity = pair->count ? pair->count : 1, i = 0;
    cells->p = pld__allocate(capacity, sizeof(double));
    cells->q = pld__allocate(capacity, sizeof(double));
    if (status != PLD_OK || !cells->p || !cells->q)
        return PLD_ERROR_MEMORY;
    while (i < pair->count && pair->loss[i] < pld__cells_low(cells, 0))
        i++;
    cells->below = pld__outcomes_log_mass(pair, 0, i);
    for (size_t b = 0; b < cells->buckets; b++) {
        size_t from = i;
        long double end = cells->offset + (long double)pld__cells_edge(cells, (int64_t)b + 1) * cells->width;
        while (i < pair->count && pair->loss[i] < end)
            i++;
        cells->start[b] = cells->count;
        cells->count += i - from;
        fill_bucket(pair, b, from, i, cells);
    }
    cells->start[cells->buckets] = cells->count;
    cells->above = pld__outcomes_log_mass(pair, i, pair->count);
    cells->tail_slope = (pair->rho + pair->kappa) / 8;
    cells->dropped = law->dropped;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        cells->infinity[d] = law->infinity[d] * (1 + 4 * (long double)pair->rho);
    return PLD_OK;
}
