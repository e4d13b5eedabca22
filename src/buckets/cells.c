#include "buckets/cells.h"

#include "base/base.h"

#include <math.h>

/* Cells are also no wider than this fraction of the bulk, so that the stretch beside a hard edge, where the loss is nearly flat and a
 * bucket is wide in x, is resolved in x. */
static const double BULK_FRACTION = 1.0 / 256;

void pld__cells_free(pld__cells *cells)
{
    if (!cells)
        return;
    pld__free(cells->start);
    pld__free(cells->p);
    pld__free(cells->q);
    pld__free(cells->rho);
    pld__free(cells->kappa);
    pld__free(cells);
}

static double bucket_count(double width, double lowest, double highest) { return ceil(highest / width) - floor(lowest / width); }

/* At most this many cells come from BULK_FRACTION, over all buckets. */
static const double EXTRA_CELLS = 2 / BULK_FRACTION + 16;

double pld__cells_memory(double width, double lowest, double highest)
{
    double buckets = bucket_count(width, lowest, highest) + 2;
    return buckets * 4 * sizeof(double) + 3 * sizeof(double) * (PLD__CELLS_PER_BUCKET * buckets + EXTRA_CELLS);
}

typedef struct {
    const pld_mechanism *mechanism;
    double low, high, longest; /* bulk in x, longest cell */
} cutter;

/* Ends of the part of a bucket that is cut into cells; what lies outside of the bulk is one cell by its tail mass. */
static size_t cuts_of(const cutter *cut, double left, double right)
{
    double from = fmax(left, cut->low), to = fmin(right, cut->high);
    if (!(to > from))
        return 1;
    size_t cuts = (size_t)ceil((to - from) / cut->longest);
    cuts = cuts < PLD__CELLS_PER_BUCKET ? PLD__CELLS_PER_BUCKET : cuts;
    return cuts + (left < from) + (right > to);
}

static void fill_tail(double low, double high, const pld_mechanism *mechanism, double *p, double *q)
{
    /* One end is infinite or outside of the bulk. Differences of tails are taken on the side where both are small. */
    const pld__pair_operations *operations = mechanism->operations;
    double middle_low, middle_high;
    operations->bulk(mechanism->pair, &middle_low, &middle_high);
    bool left = high <= (middle_low + middle_high) / 2;
    pld__mass large = left ? operations->mass_below(mechanism->pair, high) : operations->mass_above(mechanism->pair, low);
    double far = left ? low : high;
    pld__mass small = {0, 0};
    if (isfinite(far))
        small = left ? operations->mass_below(mechanism->pair, far) : operations->mass_above(mechanism->pair, far);
    *p = (double)fmaxl(large.p - small.p, 0);
    *q = (double)fmaxl(large.q - small.q, 0);
}

/* Fills the cells of one bucket; `edge` is scratch for their ends. Returns how many. */
static size_t fill_bucket(const cutter *cut, double left, double right, double *edge, double *p, double *q)
{
    double from = fmax(left, cut->low), to = fmin(right, cut->high);
    size_t filled = 0;
    if (!(to > from)) {
        fill_tail(left, right, cut->mechanism, p, q);
        return 1;
    }
    if (left < from)
        fill_tail(left, from, cut->mechanism, &p[filled], &q[filled]), filled++;
    size_t cuts = cuts_of(cut, from, to);
    edge[0] = from;
    for (size_t i = 1; i < cuts; i++)
        edge[i] = from + (to - from) * ((double)i / (double)cuts);
    edge[cuts] = to;
    cut->mechanism->operations->masses(cut->mechanism->pair, edge, cuts, p + filled, q + filled);
    filled += cuts;
    if (right > to)
        fill_tail(to, right, cut->mechanism, &p[filled], &q[filled]), filled++;
    return filled;
}

static void set_accuracy(const cutter *cut, const double *x, pld__cells *cells)
{
    pld__accuracy left = cut->mechanism->operations->accuracy(cut->mechanism->pair, x[0]);
    for (size_t i = 0; i < cells->buckets; i++) {
        pld__accuracy right = cut->mechanism->operations->accuracy(cut->mechanism->pair, x[i + 1]);
        cells->rho[i] = fmax(left.rho, right.rho);
        cells->kappa[i] = fmax(left.kappa, right.kappa);
        left = right;
    }
}

pld_status pld__cells_create(const pld_mechanism *mechanism, double width, double lowest, double highest, pld__cells **created)
{
    const pld__pair_operations *operations = mechanism->operations;
    lowest = fmax(lowest, mechanism->loss_infimum);
    highest = fmin(highest, mechanism->loss_supremum);
    size_t buckets = (size_t)fmax(bucket_count(width, lowest, highest), 1);
    pld_status status = PLD_ERROR_MEMORY;
    double *x = pld__allocate(buckets + 1, sizeof *x), *edge = NULL;
    pld__cells *cells = pld__allocate(1, sizeof *cells);
    if (!x || !cells)
        goto cleanup;
    *cells = (pld__cells){.width = width, .first = (int64_t)floor(lowest / width), .buckets = buckets, .dropped = mechanism->dropped};
    cells->heavy_above = !isfinite(mechanism->loss_infimum) && isfinite(mechanism->loss_supremum);
    cells->start = pld__allocate(buckets + 1, sizeof *cells->start);
    cells->rho = pld__allocate(buckets, sizeof(double));
    cells->kappa = pld__allocate(buckets, sizeof(double));
    if (!cells->start || !cells->rho || !cells->kappa)
        goto cleanup;
    operations->positions(mechanism->pair, (double)cells->first * width, width, buckets + 1, x);
    cutter cut = {.mechanism = mechanism};
    operations->bulk(mechanism->pair, &cut.low, &cut.high);
    cut.longest = (cut.high - cut.low) * BULK_FRACTION;
    size_t most = 0;
    for (size_t i = 0; i < buckets; i++) {
        size_t cuts = cuts_of(&cut, x[i], x[i + 1]);
        cells->start[i] = cells->count;
        cells->count += cuts;
        most = cuts > most ? cuts : most;
    }
    cells->start[buckets] = cells->count;
    cells->p = pld__allocate(cells->count, sizeof(double));
    cells->q = pld__allocate(cells->count, sizeof(double));
    edge = pld__allocate(most + 1, sizeof *edge);
    if (!cells->p || !cells->q || !edge)
        goto cleanup;
    for (size_t i = 0; i < buckets; i++)
        fill_bucket(&cut, x[i], x[i + 1], edge, cells->p + cells->start[i], cells->q + cells->start[i]);
    set_accuracy(&cut, x, cells);
    if (isfinite(x[0]))
        cells->below = operations->mass_below(mechanism->pair, x[0]);
    if (isfinite(x[buckets]))
        cells->above = operations->mass_above(mechanism->pair, x[buckets]);
    *created = cells;
    cells = NULL;
    status = PLD_OK;
cleanup:
    pld__cells_free(cells);
    pld__free(edge);
    pld__free(x);
    return status;
}

double pld__cells_slack(const pld__cells *cells, pld_direction direction, double theta)
{
    long double total = 0, slack = 0;
    int sign = direction == PLD_REMOVE ? 1 : -1;
    const double *mass = direction == PLD_REMOVE ? cells->p : cells->q;
    double shift = -INFINITY;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < cells->buckets; i++) {
            double bucket = 0;
            for (size_t k = cells->start[i]; k < cells->start[i + 1]; k++)
                bucket += mass[k];
            if (!(bucket > 0))
                continue;
            double exponent = sign * theta * (double)(cells->first + (int64_t)i) * cells->width + log(bucket);
            if (pass == 0) {
                shift = fmax(shift, exponent);
                continue;
            }
            double share = exp(exponent - shift);
            total += share;
            slack += share * (cells->kappa[i] + cells->rho[i] / theta);
        }
    return total > 0 ? (double)(slack / total) : 0;
}
