/* Discrete pairs on a lattice, for transforms.
 *
 * Theorem (T95). Outcomes with masses within 1 +- rho and losses within kappa are cells, each in the bucket that its loss is in:
 * P-mass p, Q-mass p e^-loss. Then p is within 1 +- rho, q within rho + kappa and the ratio within kappa of the truth (T3), and
 * no outcome is farther than kappa from its bucket. So merging them is a lower law (T6) whatever the buckets are. Spreading them
 * is an upper law once all losses are declared up to kappa larger (T5 b): it cannot be left to the bucket above, which may be
 * empty. The outcomes that only one distribution has are at infinity, as in (T38). */
#include "base/base.h"
#include "law/cells_fill.h"
#include "law/law.h"

#include <math.h>

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

static pld_status allocate(pld__cells *cells) {
    size_t buckets = cells->buckets, count = cells->count ? cells->count : 1;
    cells->start = pld__allocate(buckets + 1, sizeof *cells->start);
    cells->unit = pld__allocate(buckets, sizeof(double));
    cells->rho = pld__allocate(buckets, sizeof(double));
    cells->kappa = pld__allocate(buckets, sizeof(double));
    cells->p = pld__allocate(count, sizeof(double));
    cells->q = pld__allocate(count, sizeof(double));
    return cells->start && cells->unit && cells->rho && cells->kappa && cells->p && cells->q ? PLD_OK : PLD_ERROR_MEMORY;
}

/* Outcomes from .. to - 1 are those of the bucket; its unit is the largest of them where that is small. An empty one has that of
 * the bucket before, so that a group may wait in it. */
static void fill_bucket(const range *kept, size_t bucket, size_t from, size_t to, pld__cells *cells) {
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
        if (above > PLD__WIDEST_RATIO)
            cells->rho[bucket] = 1;
    }
}

static void fill(const range *kept, pld__cells *cells) {
    size_t next = kept->first;
    for (size_t b = 0; b < cells->buckets; b++) {
        size_t from = next;
        while (next < kept->last && (int64_t)edge_at(cells, kept->pair->loss[next]) - cells->first <= (int64_t)b)
            next++;
        cells->start[b] = from - kept->first;
        fill_bucket(kept, b, from, next, cells);
    }
    cells->start[cells->buckets] = cells->count;
}

pld_status pld__cells_of_outcomes(const pld_mechanism *mechanism, double width, double lowest, double highest,
                                  pld__cells **created) {
    const pld__sparse *pair = pld__sparse_of(mechanism);
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
    pld_status status = set_lattice(width, &kept, cells) ? allocate(cells) : PLD_ERROR_MEMORY;
    if (status != PLD_OK) {
        pld__cells_free(cells);
        return status;
    }
    fill(&kept, cells);
    cells->below = pld__outcomes_log_mass(pair, 0, kept.first);
    cells->above = pld__outcomes_log_mass(pair, kept.last, pair->count);
    *created = cells;
    return PLD_OK;
}

/* The mass at infinity, and what is left for the rest. */
static void set_infinity(const pld_mechanism *mechanism, pld_direction direction, bool upper, pld__law *law) {
    const pld__sparse *pair = pld__sparse_of(mechanism);
    const long double *masses = direction == PLD_REMOVE ? pair->p : pair->q;
    long double sum = 0, slack = 4 * (long double)pair->rho + 1e-17L;
    for (size_t i = 0; i < pair->count; i++)
        sum += masses[i];
    law->infinity += mechanism->infinity[direction] * (upper ? 1 + slack : fmaxl(1 - slack, 0));
    if (!upper)
        law->finite = fmaxl(sum * (1 - slack), 0);
}

pld_status pld__law_outcomes(const pld_mechanism *mechanism, const pld__cells *cells, pld_direction direction, double theta,
                             unsigned phases, bool upper, pld__law **created) {
    pld__law *law = NULL;
    pld_status status =
        upper ? pld__law_spread(cells, direction, theta, &law) : pld__law_merge(cells, direction, theta, phases, &law);
    if (status != PLD_OK)
        return status;
    double off = 0;
    for (size_t b = 0; b < cells->buckets && upper; b++)
        off = fmax(off, cells->kappa[b]);
    law->label_error += off;
    set_infinity(mechanism, direction, upper, law);
    *created = law;
    return PLD_OK;
}
