#include "law/cells.h"

#include "base/base.h"
#include "base/workers.h"
#include "law/cells_fill.h"

#include <math.h>
#include <string.h>

/* Cells are also no wider than this fraction of the bulk, so that the stretch beside a hard edge, where the loss is nearly flat
 * and a bucket is wide in x, is resolved in x. */
static const double BULK_FRACTION = 1.0 / 256;

/* Buckets filled by one thread at a time. Positions start anew in each chunk, so results do not depend on the threads. */
enum { CHUNK = 2048 };

void pld__cells_free(pld__cells *cells) {
    if (!cells)
        return;
    pld__free(cells->edges);
    pld__free(cells->start);
    pld__free(cells->p);
    pld__free(cells->q);
    pld__free(cells->unit);
    pld__free(cells->rho);
    pld__free(cells->kappa);
    pld__free(cells);
}

int64_t pld__cells_edge(const pld__cells *cells, int64_t bucket) {
    const int64_t *edges = cells->edges;
    int64_t last = (int64_t)cells->buckets;
    if (!edges)
        return cells->first + bucket;
    if (bucket < 0)
        return edges[0] + bucket * (edges[1] - edges[0]);
    if (bucket > last)
        return edges[last] + (bucket - last) * (edges[last] - edges[last - 1]);
    return edges[bucket];
}

double pld__cells_low(const pld__cells *cells, size_t bucket) {
    return cells->offset + (double)pld__cells_edge(cells, (int64_t)bucket) * cells->width;
}

double pld__cells_step(const pld__cells *cells, size_t bucket) {
    return cells->edges ? (double)(cells->edges[bucket + 1] - cells->edges[bucket]) * cells->width : cells->width;
}

/* A hard edge belongs on a node: the bulk beside it is often narrower than a bucket, and would be spread to both sides. */
double pld__cells_offset(const pld_mechanism *mechanism) {
    if (isfinite(mechanism->loss_infimum))
        return mechanism->loss_infimum;
    return isfinite(mechanism->loss_supremum) ? mechanism->loss_supremum : 0;
}

static double bucket_count(double width, double lowest, double highest) {
    return fmax(ceil(highest / width) - floor(lowest / width), 1);
}

double pld__cells_memory(double width, double lowest, double highest) {
    double buckets = bucket_count(width, lowest, highest) + 3, extra = 4 / BULK_FRACTION + 64;
    return (double)sizeof(double) * (5 * buckets + 2 * (PLD__CELLS_PER_BUCKET * buckets + extra));
}

typedef struct {
    const pld_mechanism *mechanism;
    double low, high, longest; /* bulk in x, longest cell */
} cutter;

/* A bucket in x: at most a tail cell to an infinite end, equal cuts between two finite ends, and another tail cell. */
typedef struct {
    double from, to;
    bool left_tail, right_tail;
    size_t cuts; /* 0: the tail cell is all there is */
} division;

static division divide(const cutter *cut, double left, double right) {
    if (left == right) /* both ends beyond the support, or no room between them */
        return (division){.from = left, .to = left, .left_tail = left == -INFINITY, .right_tail = left == INFINITY};
    division parts = {.from = isfinite(left) ? left : fmin(cut->low, right),
                      .to = isfinite(right) ? right : fmax(cut->high, left)};
    parts.left_tail = !isfinite(left);
    parts.right_tail = !isfinite(right);
    if (parts.to > parts.from) {
        double cuts = fmax(PLD__CELLS_PER_BUCKET, ceil((parts.to - parts.from) / cut->longest));
        parts.cuts = (size_t)fmin(cuts, 4 / BULK_FRACTION);
    }
    return parts;
}

static size_t cells_in(const division *parts) {
    return parts->cuts + parts->left_tail + parts->right_tail;
}

/* Tail cells: both for rho and for kappa. */
static void fill_tail(pld__cells *cells, size_t bucket, size_t cell, pld__log_mass mass) {
    double low = pld__cells_low(cells, bucket);
    cells->p[cell] = (double)expl(mass.p - cells->unit[bucket]);
    cells->q[cell] = (double)expl(mass.q - cells->unit[bucket] + low);
    double error = 2 * pld__tail_error(mass, cells->tail_slope);
    cells->rho[bucket] = fmax(cells->rho[bucket], error);
    cells->kappa[bucket] = fmax(cells->kappa[bucket], 2 * error + 4 * PLD__U * fabs(low));
}

/* The label of an edge, offset + edge * width, is computed with two roundings and its position is found to 4 u (1 + |loss|): both
 * ends of a bucket are off by that much, which is paid for as a wrong ratio (T5). Nothing is assumed of the digits of offset or
 * width. */
double pld__cells_label_slack(const pld__cells *cells, size_t bucket) {
    double sum = 0;
    for (size_t end = bucket; end <= bucket + 1; end++) {
        double from_offset = (double)pld__cells_edge(cells, (int64_t)end) * cells->width;
        sum = fmax(sum, 4 + 5 * fabs(cells->offset + from_offset) + fabs(from_offset));
    }
    return 1.01 * PLD__U * sum;
}

static void fill_bucket(const cutter *cut, const double *x, size_t bucket, pld__cells *cells) {
    const pld__pair_operations *operations = cut->mechanism->operations;
    const void *pair = cut->mechanism->pair;
    division parts = divide(cut, x[0], x[1]);
    size_t cell = cells->start[bucket], first_cut = cell + parts.left_tail;
    cells->unit[bucket] = cells->rho[bucket] = cells->kappa[bucket] = 0;
    if (parts.cuts > 0) {
        pld__accuracy accuracy = operations->masses(pair, parts.from, parts.to, parts.cuts, pld__cells_low(cells, bucket),
                                                    cells->p + first_cut, cells->q + first_cut, &cells->unit[bucket]);
        cells->rho[bucket] = accuracy.rho;
        cells->kappa[bucket] = accuracy.kappa;
    }
    /* A bucket that is all tail takes the tail's size as its unit. */
    if (parts.cuts == 0 && (parts.left_tail || parts.right_tail)) {
        pld__log_mass tail = parts.left_tail ? operations->mass_below(pair, parts.from) : operations->mass_above(pair, parts.to);
        cells->unit[bucket] = tail.p < -500 && tail.p > -INFINITY ? (double)tail.p : 0;
    }
    if (parts.left_tail)
        fill_tail(cells, bucket, cell, operations->mass_below(pair, parts.from));
    if (parts.right_tail)
        fill_tail(cells, bucket, first_cut + parts.cuts, operations->mass_above(pair, parts.to));
    cells->kappa[bucket] += pld__cells_label_slack(cells, bucket);
}

pld_status pld__cells_allocate_buckets(pld__cells *cells) {
    cells->start = pld__allocate(cells->buckets + 1, sizeof *cells->start);
    cells->unit = pld__allocate(cells->buckets, sizeof(double));
    cells->rho = pld__allocate(cells->buckets, sizeof(double));
    cells->kappa = pld__allocate(cells->buckets, sizeof(double));
    return cells->start && cells->unit && cells->rho && cells->kappa ? PLD_OK : PLD_ERROR_MEMORY;
}

static pld_status allocate_cells(const cutter *cut, const double *x, pld__cells *cells) {
    for (size_t b = 0; b < cells->buckets; b++) {
        division parts = divide(cut, x[b], x[b + 1]);
        cells->start[b] = cells->count;
        cells->count += cells_in(&parts);
    }
    cells->start[cells->buckets] = cells->count;
    cells->p = pld__allocate(cells->count, sizeof(double));
    cells->q = pld__allocate(cells->count, sizeof(double));
    return cells->p && cells->q ? PLD_OK : PLD_ERROR_MEMORY;
}

/* What the threads that fill cells work on. */
typedef struct {
    const cutter *cut;
    pld__cells *cells;
    double *x; /* of the edges */
} filling;

/* Of edges. */
static void find_positions(void *context, size_t chunk) {
    const filling *work = context;
    const pld_mechanism *mechanism = work->cut->mechanism;
    double loss[CHUNK];
    size_t from = chunk * CHUNK, to = from + CHUNK, edges = work->cells->buckets + 1;
    to = to < edges ? to : edges;
    for (size_t b = from; b < to; b++)
        loss[b - from] = pld__cells_low(work->cells, b);
    if (to > from)
        mechanism->operations->positions(mechanism->pair, loss, to - from, work->x + from);
}

static void fill_buckets(void *context, size_t chunk) {
    const filling *work = context;
    size_t end = (chunk + 1) * CHUNK < work->cells->buckets ? (chunk + 1) * CHUNK : work->cells->buckets;
    for (size_t b = chunk * CHUNK; b < end; b++)
        fill_bucket(work->cut, work->x + b, b, work->cells);
}

/* Fills cells whose lattice is set. */
static pld_status fill_cells(const pld_mechanism *mechanism, unsigned threads, pld__cells *cells) {
    const pld__pair_operations *operations = mechanism->operations;
    size_t buckets = cells->buckets;
    int workers = threads > 0 ? pld__workers(threads, buckets) : 1;
    double *x = pld__allocate(buckets + 1, sizeof *x);
    pld_status status = x ? pld__cells_allocate_buckets(cells) : PLD_ERROR_MEMORY;
    if (status != PLD_OK)
        goto cleanup;
    cutter cut = {.mechanism = mechanism};
    operations->bulk(mechanism->pair, &cut.low, &cut.high);
    cut.longest = (cut.high - cut.low) * BULK_FRACTION;
    filling work = {.cut = &cut, .cells = cells, .x = x};
    pld__parallel(workers, buckets / CHUNK + 1, find_positions, &work);
    status = allocate_cells(&cut, x, cells);
    if (status != PLD_OK)
        goto cleanup;
    pld__parallel(workers, buckets / CHUNK + 1, fill_buckets, &work);
    if (isfinite(x[0]))
        cells->below = operations->mass_below(mechanism->pair, x[0]);
    if (isfinite(x[buckets]))
        cells->above = operations->mass_above(mechanism->pair, x[buckets]);
cleanup:
    pld__free(x);
    return status;
}

static double end_error(const pld_mechanism *mechanism, pld_direction direction) {
    return isfinite(pld_mechanism_loss_supremum(mechanism, direction)) ? pld__mechanism_supremum_error(mechanism, direction)
                                                                       : INFINITY;
}

static pld__cells *create_empty(const pld_mechanism *mechanism, double width, size_t buckets) {
    pld__cells *cells = pld__allocate(1, sizeof *cells);
    if (cells)
        *cells = (pld__cells){.width = width,
                              .offset = pld__cells_offset(mechanism),
                              .buckets = buckets,
                              .below = {-INFINITY, -INFINITY},
                              .above = {-INFINITY, -INFINITY},
                              .end_error = {end_error(mechanism, PLD_REMOVE), end_error(mechanism, PLD_ADD)},
                              .tail_slope = mechanism->tail_slope,
                              .dropped = mechanism->dropped,
                              .has_end_atoms = mechanism->has_end_atoms,
                              .hard_edge = pld__mechanism_hard_edge(mechanism),
                              .heavy_above = !isfinite(mechanism->loss_infimum) && isfinite(mechanism->loss_supremum)};
    return cells;
}

/* Fills cells whose lattice is set from a mechanism, or from a law in its place; frees them on failure. */
static pld_status fill_or_free(const pld_mechanism *law, const pld_mechanism *mechanism, unsigned threads, pld__cells *cells,
                               pld__cells **created) {
    if (!cells)
        return PLD_ERROR_MEMORY;
    pld_status status = law ? pld__cells_fill_outcomes(law, cells) : fill_cells(mechanism, threads, cells);
    if (status == PLD_OK)
        *created = cells;
    else
        pld__cells_free(cells);
    return status;
}

/* Equal buckets. */
static pld__cells *create_equal(const pld_mechanism *mechanism, double width, double lowest, double highest) {
    double offset = pld__cells_offset(mechanism);
    lowest = fmax(lowest, mechanism->loss_infimum) - offset;
    highest = fmin(highest, mechanism->loss_supremum) - offset;
    pld__cells *cells = create_empty(mechanism, width, (size_t)bucket_count(width, lowest, highest));
    if (cells)
        cells->first = (int64_t)fmax(floor(lowest / width), -0x1p60); /* whole numbers end somewhere */
    return cells;
}

/* Buckets of a list. */
static pld__cells *create_listed(const pld_mechanism *mechanism, double width, const int64_t *edges, size_t edge_count) {
    pld__cells *cells = create_empty(mechanism, width, edge_count - 1);
    if (!cells)
        return NULL;
    cells->first = edges[0];
    cells->edges = pld__allocate(edge_count, sizeof *edges);
    if (!cells->edges) {
        pld__cells_free(cells);
        return NULL;
    }
    memcpy(cells->edges, edges, edge_count * sizeof *edges);
    return cells;
}

pld_status pld__cells_create(const pld_mechanism *mechanism, double width, double lowest, double highest, unsigned threads,
                             pld__cells **created) {
    return fill_or_free(NULL, mechanism, threads, create_equal(mechanism, width, lowest, highest), created);
}

pld_status pld__cells_create_on(const pld_mechanism *mechanism, double width, const int64_t *edges, size_t edge_count,
                                unsigned threads, pld__cells **created) {
    return fill_or_free(NULL, mechanism, threads, create_listed(mechanism, width, edges, edge_count), created);
}

pld_status pld__cells_create_from(const pld_mechanism *law, const pld_mechanism *mechanism, double width, double lowest,
                                  double highest, pld__cells **created) {
    return fill_or_free(law, mechanism, 1, create_equal(mechanism, width, lowest, highest), created);
}

pld_status pld__cells_create_from_on(const pld_mechanism *law, const pld_mechanism *mechanism, double width, const int64_t *edges,
                                     size_t edge_count, pld__cells **created) {
    return fill_or_free(law, mechanism, 1, create_listed(mechanism, width, edges, edge_count), created);
}

/* log of a bucket's tilted mass in a direction, at its lower edge; -INFINITY if it has none. */
static double log_tilted(const pld__cells *cells, pld_direction direction, double theta, size_t bucket) {
    const double *mass = direction == PLD_REMOVE ? cells->p : cells->q;
    double low = pld__cells_low(cells, bucket), sum = 0;
    for (size_t k = cells->start[bucket]; k < cells->start[bucket + 1]; k++)
        sum += mass[k];
    double exponent = direction == PLD_REMOVE ? theta * low : -(theta + 1) * low;
    return sum > 0 ? log(sum) + cells->unit[bucket] + exponent : -INFINITY;
}

/* Every so manieth bucket is a sample of about `samples`; where most are empty it must be every one. */
static size_t sample_step(const pld__cells *cells, size_t samples) {
    return cells->count < cells->buckets ? 1 : cells->buckets / samples + 1;
}

double pld__cells_scale(const pld__cells *cells, pld_direction direction, double theta) {
    double largest = -INFINITY;
    size_t step = sample_step(cells, 1024);
    for (size_t b = 0; b < cells->buckets; b += step)
        largest = fmax(largest, log_tilted(cells, direction, theta, b));
    /* A hard edge may be at the last one. */
    largest = fmax(largest, log_tilted(cells, direction, theta, cells->buckets - 1));
    return largest == -INFINITY ? 0 : largest;
}

double pld__cells_slack(const pld__cells *cells, pld_direction direction, double theta) {
    double total = 0, slack = 0, scale = pld__cells_scale(cells, direction, theta);
    /* A sample is enough: this is reported, not relied on. */
    size_t step = sample_step(cells, 4096);
    for (size_t b = 0; b < cells->buckets; b += step) {
        double share = exp(log_tilted(cells, direction, theta, b) - scale);
        total += share;
        slack += share * 2 * (cells->kappa[b] + cells->rho[b] / theta);
    }
    return total > 0 ? slack / total : 0;
}
