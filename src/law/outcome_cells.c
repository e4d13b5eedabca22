/* Outcomes of discrete pairs as cells, each a cell by itself in the bucket that its loss lies in: on the grid of another pair, or
 * on a lattice of their own. */
#include "base/base.h"
#include "law/cells_fill.h"
#include "pair/sparse.h"

#include <math.h>

/* Where ratios within a bucket have too few bits left: nothing is known of such a bucket (T3). */
static const double WIDEST_RATIO = 600;

/* Masses of the outcomes from .. to - 1, as logs. */
static pld__log_mass log_mass_of(const pld__sparse *pair, size_t from, size_t to) {
    long double p = 0, q = 0;
    for (size_t i = from; i < to; i++) {
        p += pair->p[i];
        q += pair->q[i];
    }
    return (pld__log_mass){p > 0 ? logl(p) : -INFINITY, q > 0 ? logl(q) : -INFINITY};
}

/* Room for the buckets, and for so many cells in them. */
static pld_status allocate(size_t count, pld__cells *cells) {
    pld_status status = pld__cells_allocate_buckets(cells);
    cells->p = pld__allocate(count ? count : 1, sizeof(double));
    cells->q = pld__allocate(count ? count : 1, sizeof(double));
    return status == PLD_OK && cells->p && cells->q ? PLD_OK : PLD_ERROR_MEMORY;
}

/* --- laws on a given grid ------------------------------------------------------------------------------------------- */

/* Claim (T114). Each outcome of a law is a cell by itself, in the bucket that its loss lies in: spreading the buckets of an upper
 * law gives an upper law (T4), merging those of a lower law a lower one (T6), and both orders are transitive. Masses and losses
 * are off by rho and kappa of the law, which its cells pay for (T3); which bucket an outcome is put into is decided by its loss
 * as computed. What that is off by cannot be left to the bucket above, which may be empty: all losses of the upper law are
 * declared to be up to so much larger (T2 d). */
static void fill_bucket(const pld__sparse *pair, size_t bucket, size_t from, size_t to, pld__cells *cells) {
    double low = pld__cells_low(cells, bucket);
    pld__log_mass sum = log_mass_of(pair, from, to);
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
    if (to > from && pair->loss[to - 1] - low > WIDEST_RATIO) /* too few bits are left: nothing is known */
        cells->rho[bucket] = 1;
}

pld_status pld__cells_fill_outcomes(const pld_mechanism *law, pld__cells *cells) {
    const pld__sparse *pair = pld__sparse_of(law);
    pld_status status = pld__sparse_fill(law);
    if (status == PLD_OK)
        status = allocate(pair->count, cells);
    if (status != PLD_OK)
        return status;
    size_t i = 0;
    while (i < pair->count && pair->loss[i] < pld__cells_low(cells, 0))
        i++;
    cells->below = log_mass_of(pair, 0, i);
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
    cells->above = log_mass_of(pair, i, pair->count);
    cells->tail_slope = (pair->rho + pair->kappa) / 8;
    cells->dropped = law->dropped;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        cells->infinity[d] = law->infinity[d] * (1 + 4 * (long double)pair->rho);
    return PLD_OK;
}

/* --- steps on a lattice --------------------------------------------------------------------------------------------- */

/* Theorem (T95). Outcomes with masses within 1 +- rho and losses within kappa are cells, each in the bucket that its loss is in:
 * P-mass p, Q-mass p e^-loss. Then p is within 1 +- rho, q within rho + kappa and the ratio within kappa of the truth (T3), and
 * no outcome is farther than kappa from its bucket. So merging them is a lower law (T6) whatever the buckets are. Spreading them
 * is an upper law once all losses are declared up to kappa larger (T5 b): it cannot be left to the bucket above, which may be
 * empty. */
static const long double SMALL_MASS = 1e-100L; /* gets a unit of its own */

/* Of the bucket's unit: a lower law does without such outcomes (T2), and to an upper one the rounding of the sum is more. */
static const long double NEGLIGIBLE_SHARE = 1e-280L;

/* Outcomes first .. last - 1 are in buckets. */
typedef struct {
    const pld__sparse *pair;
    size_t first, last;
} range;

/* Those between two losses, or all if there are none. */
static range within(const pld__sparse *pair, double lowest, double highest) {
    range kept = {pair, 0, pair->count};
    while (kept.first < kept.last && pair->loss[kept.first] < lowest)
        kept.first++;
    while (kept.last > kept.first && pair->loss[kept.last - 1] > highest)
        kept.last--;
    return kept.first < kept.last ? kept : (range){pair, 0, pair->count};
}

/* The lower edge of a loss, in widths from the offset. */
static long double edge_at(const pld__cells *cells, long double loss) {
    return floorl((loss - cells->offset) / cells->width);
}

/* Buckets from the first outcome kept to the last one; what else is in these is kept too, so that tails are outside of them.
 * False if they are beyond whole numbers. */
static bool set_lattice(double width, range *kept, pld__cells *cells) {
    const pld__sparse *pair = kept->pair;
    cells->offset = pair->count > 0 ? (double)pair->loss[0] : 0;
    cells->width = width;
    long double low = pair->count > 0 ? edge_at(cells, pair->loss[kept->first]) : 0;
    long double high = pair->count > 0 ? edge_at(cells, pair->loss[kept->last - 1]) : 0;
    if (!(fabsl(low) < 0x1p60L && fabsl(high) < 0x1p60L))
        return false;
    while (kept->first > 0 && edge_at(cells, pair->loss[kept->first - 1]) >= low)
        kept->first--;
    while (kept->last < pair->count && edge_at(cells, pair->loss[kept->last]) <= high)
        kept->last++;
    cells->first = (int64_t)low;
    cells->buckets = (size_t)(high - low) + 1;
    cells->count = kept->last - kept->first;
    return true;
}

/* Outcomes from .. to - 1 are those of the bucket; its unit is the largest of them where that is small. An empty one has that of
 * the bucket before, so that a group may wait in it. */
static void fill_step(const range *kept, size_t bucket, size_t from, size_t to, pld__cells *cells) {
    const pld__sparse *pair = kept->pair;
    double low = pld__cells_low(cells, bucket), parts = 1 + fabs(low) + fabs(cells->offset) + cells->width;
    long double largest = 0;
    for (size_t i = from; i < to; i++)
        largest = fmaxl(largest, pair->p[i]);
    cells->unit[bucket] = from == to && bucket > 0 ? cells->unit[bucket - 1] : largest < SMALL_MASS ? (double)logl(largest) : 0;
    /* The lower edge and its distance from the loss round by a few u of their parts, as edges do (T5). */
    cells->kappa[bucket] = pair->kappa + 32 * PLD__U * parts;
    cells->rho[bucket] = 2 * pair->rho + 2 * cells->kappa[bucket] + 32 * PLD__U * (1 + fabs(cells->unit[bucket]) * 0x1p-10);
    for (size_t i = from; i < to; i++) {
        long double above = pair->loss[i] - low, p = pair->p[i] * expl(-(long double)cells->unit[bucket]);
        bool counts = p > NEGLIGIBLE_SHARE;
        cells->p[i - kept->first] = counts ? (double)p : 0;
        cells->q[i - kept->first] = counts ? (double)(p * expl(-above)) : 0;
        if (above > WIDEST_RATIO)
            cells->rho[bucket] = 1;
    }
}

static void fill_lattice(const range *kept, pld__cells *cells) {
    size_t next = kept->first;
    for (size_t b = 0; b < cells->buckets; b++) {
        size_t from = next;
        while (next < kept->last && (int64_t)edge_at(cells, kept->pair->loss[next]) - cells->first <= (int64_t)b)
            next++;
        cells->start[b] = from - kept->first;
        fill_step(kept, b, from, next, cells);
    }
    cells->start[cells->buckets] = cells->count;
}

pld_status pld__cells_of_outcomes(const pld_mechanism *mechanism, double width, double lowest, double highest,
                                  pld__cells **created) {
    const pld__sparse *pair = pld__sparse_of(mechanism);
    pld_status filled = pld__sparse_fill(mechanism);
    if (filled != PLD_OK)
        return filled;
    range kept = within(pair, lowest, highest);
    pld__cells *cells = pld__allocate(1, sizeof *cells);
    if (!cells)
        return PLD_ERROR_MEMORY;
    double end = pair->count > 0 ? 4 * PLD__U * (double)fmaxl(fabsl(pair->loss[0]), fabsl(pair->loss[pair->count - 1])) : 0;
    *cells = (pld__cells){.end_error = {end, end},
                          .tail_slope = pair->rho + pair->kappa, /* tails are as good as outcomes, and better */
                          .dropped = mechanism->dropped,
                          .hard_edge = true,
                          .has_end_atoms = true};
    pld_status status = set_lattice(width, &kept, cells) ? allocate(cells->count, cells) : PLD_ERROR_MEMORY;
    if (status != PLD_OK) {
        pld__cells_free(cells);
        return status;
    }
    fill_lattice(&kept, cells);
    cells->below = log_mass_of(pair, 0, kept.first);
    cells->above = log_mass_of(pair, kept.last, pair->count);
    *created = cells;
    return PLD_OK;
}
