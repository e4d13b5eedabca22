/* Merge: a lower law on a lattice.
 *
 * Claim. Gathering outcomes into one is a post-processing, so D can only fall; splitting an outcome (p, q) into (s p, s q) and the rest
 * changes no D. So a law of gathered groups, each with P/Q exactly e^node, is a lower law; moving P down or dropping it keeps it one.
 *
 * The walk goes through the cells from the heavy end, where a hard edge makes the first group exact, to the thin tail, where what is
 * left over is moved down: the other way the leftover would be bulk. With A/B the ratio that rises along the walk (A = P, B = Q upward in
 * the loss; A = Q, B = P downward) a group waits below the next node until a cell lifts it there. The same walk makes the remove law
 * (upward: A is its P-mass) and the add law (upward: B is its P-mass, at minus the node); only what moves down differs.
 *
 * Rounding: a group of n cells misses A/B = e^node by at most (n + 12) u, and crosses at most a few buckets; 2 n u for the n cells of each
 * bucket is added to its kappa (32 u and more) before the cells bound pays for it. The rounding of the tilt is paid by making P
 * smaller, like rho. */
#include "base/base.h"
#include "bound/cells.h"
#include "buckets/law.h"

#include <math.h>

enum { HEAD = 1024, CACHED = 4 };

typedef struct {
    const pld__cells *cells;
    bool backward;    /* from the top of the loss down */
    bool direct;      /* A is the law's P-mass */
    double phase;     /* nodes lie this far above the edges of the buckets, along the walk */
    double level[2 * CACHED + 1]; /* e^(phase + d width), d = -CACHED .. CACHED */
    double step;      /* e^width */
    double scale;
    pld__law *law;
    /* the group, in units of the current bucket: A is mass e^-exponent, B is mass e^(reference - exponent) */
    double a, b;
    int64_t node;      /* aimed at */
    int64_t reference; /* the current bucket starts at reference * width along the walk */
    double unit;       /* log of what A (direct) or B e^reference (not) must be multiplied with */
    double tilt_error;
    bool started, ended; /* ended: no node is left */
} walker;

/* Node indices along the walk that the law has. For a law that is not direct, node j is at minus the loss. */
static int64_t lowest_node(const walker *walk)
{
    const pld__law *law = walk->law;
    return walk->direct ? law->first : -(law->first + (int64_t)law->count - 1);
}

static int64_t highest_node(const walker *walk) { return lowest_node(walk) + (int64_t)walk->law->count - 1; }

static size_t law_index(const walker *walk, int64_t node)
{
    return (size_t)(walk->direct ? node - walk->law->first : highest_node(walk) - node);
}

static inline double level_at(const walker *walk, int64_t node)
{
    int64_t distance = node - walk->reference;
    if (distance >= -CACHED && distance <= CACHED)
        return walk->level[distance + CACHED];
    return exp(walk->phase + (double)distance * walk->cells->width);
}

/* Puts the law's share of a group at a node: P-mass relative to the bucket. */
static void emit(walker *walk, int64_t node, double a, double b)
{
    size_t index = law_index(walk, node);
    double mass = walk->direct ? a : b;
    double exponent = walk->unit + walk->law->theta * pld__law_loss(walk->law, index) - walk->scale;
    walk->law->weight[index] += mass * (1 - walk->tilt_error) * exp(exponent);
}

/* The first node at or above a cell's ratio. */
static void aim_above(walker *walk, double a, double b)
{
    int64_t last = highest_node(walk);
    if (walk->node < walk->reference - 1 && walk->reference - 1 <= last && level_at(walk, walk->reference - 1) * b < a)
        walk->node = walk->reference - 1;
    while (walk->node <= last && level_at(walk, walk->node) * b < a)
        walk->node++;
    walk->ended = walk->node > last;
}

static inline void gather(walker *walk, double a, double b)
{
    if (!walk->started) {
        walk->started = true;
        aim_above(walk, a, b);
    }
    while (!walk->ended) {
        double level = level_at(walk, walk->node), excess = a - level * b;
        if (!(excess > 0))
            break;
        double missing = level * walk->b - walk->a;
        if (missing >= excess)
            break;
        double share = missing > 0 ? missing / excess : 0;
        emit(walk, walk->node, walk->a + share * a, walk->b + share * b);
        a *= 1 - share;
        b *= 1 - share;
        walk->a = walk->b = 0;
        aim_above(walk, a, b);
    }
    walk->a += a;
    walk->b += b;
}

/* What is left moves down: to the node below for the direct law, to the node above along the walk for the other. */
static void finish(walker *walk)
{
    if (!walk->direct) {
        if (!walk->ended && walk->started)
            emit(walk, walk->node, walk->a, walk->b);
        return;
    }
    int64_t node = walk->ended ? highest_node(walk) : walk->node, lowest = lowest_node(walk);
    while (node >= lowest && level_at(walk, node) * walk->b > walk->a)
        node--;
    if (node >= lowest)
        emit(walk, node, walk->a, walk->b);
}

/* Enters a bucket: the group changes its units, see cells.h for what the bucket's are. */
static void enter(walker *walk, size_t bucket, bool first)
{
    const pld__cells *cells = walk->cells;
    double width = cells->width, low = pld__cells_low(cells, bucket), unit = cells->unit[bucket];
    walk->reference = cells->first + (int64_t)bucket;
    if (walk->backward)
        walk->reference = -walk->reference - 1;
    double previous = 0;
    if (!first)
        previous = cells->unit[walk->backward ? bucket + 1 : bucket - 1];
    if (!first && (walk->a > 0 || walk->b > 0)) {
        double change = previous == unit ? 1 : exp(previous - unit);
        walk->a *= walk->backward ? change / walk->step : change;
        walk->b *= walk->backward ? change : change * walk->step;
    }
    /* remove: P-mass is p e^unit, and B = p e^-width when walking down; add: P-mass is q e^(unit - low). */
    bool remove = walk->direct != walk->backward;
    walk->unit = remove ? unit + (walk->backward ? width : 0) : unit - low;
    double parts = fabs(walk->unit) + fabs(walk->scale) + walk->law->theta * (fabs(low) + 2 * width) + 8;
    walk->tilt_error = 4 * parts * PLD__U;
}

static void gather_cell(walker *walk, double p, double q, double rho, double kappa, double shrink)
{
    /* The law's P is rounded down, the other side up. */
    bool remove = walk->direct != walk->backward;
    pld__cell_bound bound = remove ? pld__bound_cell_lower(p, q, rho, kappa) : pld__bound_cell_lower(q, p, rho, kappa);
    double lower_p = remove ? bound.p : bound.q, lower_q = remove ? bound.q : bound.p;
    if (walk->backward)
        gather(walk, lower_q, lower_p * shrink);
    else
        gather(walk, lower_p, lower_q);
}

/* A tail seen from the bucket just entered: logs of its masses. */
static void gather_tail(walker *walk, size_t bucket, pld__log_mass mass)
{
    double unit = walk->cells->unit[bucket], low = pld__cells_low(walk->cells, bucket);
    if (mass.p == -INFINITY && mass.q == -INFINITY)
        return;
    long double error = 4e-13L + 4e-16L * fabsl(mass.p > -INFINITY ? mass.p : 0);
    bool remove = walk->direct != walk->backward;
    long double p = expl(mass.p - unit + (remove ? -error : error)), q = expl(mass.q - unit + low + (remove ? error : -error));
    if (walk->backward)
        gather(walk, (double)q, (double)(p * expl(-(long double)walk->cells->width)));
    else
        gather(walk, (double)p, (double)q);
}

/* Walks through the first `buckets` buckets of the walk; all of them if `whole`, with tails and leftover. */
static void walk_through(walker *walk, size_t buckets, bool whole)
{
    const pld__cells *cells = walk->cells;
    double shrink = exp(-cells->width);
    walk->node = lowest_node(walk);
    for (size_t step = 0; step < buckets; step++) {
        size_t bucket = walk->backward ? cells->buckets - 1 - step : step;
        enter(walk, bucket, step == 0);
        if (step == 0)
            gather_tail(walk, bucket, walk->backward ? cells->above : cells->below);
        size_t first = cells->start[bucket], count = cells->start[bucket + 1] - first;
        double rho = cells->rho[bucket], kappa = cells->kappa[bucket] + 2 * (double)count * PLD__U;
        for (size_t k = 0; k < count; k++) {
            size_t cell = first + (walk->backward ? count - 1 - k : k);
            if (cells->p[cell] > 0 || cells->q[cell] > 0)
                gather_cell(walk, cells->p[cell], cells->q[cell], rho, kappa, shrink);
        }
        if (whole && step + 1 == buckets) {
            gather_tail(walk, bucket, walk->backward ? cells->below : cells->above);
            finish(walk);
        }
    }
}

static walker walker_of(const pld__cells *cells, pld_direction direction, double phase, double scale, pld__law *law)
{
    walker walk = {.cells = cells, .backward = cells->heavy_above, .phase = phase, .scale = scale, .law = law};
    walk.direct = (direction == PLD_REMOVE) != walk.backward;
    /* Along the walk nodes are at (+-offset of the cells) + phase + j width; the law that is not direct has them negated. */
    double along = (walk.backward ? -cells->offset : cells->offset) + phase;
    law->offset = walk.direct ? along : -along;
    walk.step = exp(law->width);
    for (int distance = -CACHED; distance <= CACHED; distance++)
        walk.level[distance + CACHED] = exp(phase + distance * law->width);
    return walk;
}

/* How much tilted mass a phase keeps over the first buckets, the open group counted where it is. */
static double rank(const pld__cells *cells, pld_direction direction, double phase, double scale, size_t head, pld__law *law)
{
    walker walk = walker_of(cells, direction, phase, scale, law);
    for (size_t i = 0; i < law->count; i++)
        law->weight[i] = 0;
    walk_through(&walk, head, false);
    double sum = 0;
    for (size_t i = 0; i < law->count; i++)
        sum += law->weight[i];
    if (walk.a > 0 && walk.b > 0) {
        double along = log(walk.a / walk.b) + (double)walk.reference * law->width;
        along += walk.backward ? -cells->offset : cells->offset;
        double loss = walk.direct ? along : -along;
        sum += (walk.direct ? walk.a : walk.b) * exp(walk.unit + law->theta * loss - scale);
    }
    return sum;
}

static pld__law *create_law(const pld__cells *cells, pld_direction direction, double theta, size_t buckets)
{
    /* One node more than edges at each end, as phases lift all of them. `buckets` counts from the heavy end. */
    int64_t low = cells->first, high = cells->first + (int64_t)cells->buckets;
    if (cells->heavy_above)
        low = high - (int64_t)buckets;
    else
        high = low + (int64_t)buckets;
    return pld__law_create(cells->width, (direction == PLD_ADD ? -high : low) - 1, buckets + 3, theta);
}

/* The phase at which everything in the first bucket makes one group by itself. When the bulk is narrower than a bucket no other phase
 * will do: nodes below it cannot be reached, and lifting it to one above takes mass from the far tail. */
static double bulk_phase(const pld__cells *cells, pld_direction direction, pld__law *law)
{
    walker walk = walker_of(cells, direction, 0, 0, law);
    walk.started = walk.ended = true; /* gathers without ever reaching a node */
    size_t bucket = walk.backward ? cells->buckets - 1 : 0;
    enter(&walk, bucket, true);
    gather_tail(&walk, bucket, walk.backward ? cells->above : cells->below);
    for (size_t cell = cells->start[bucket]; cell < cells->start[bucket + 1]; cell++)
        gather_cell(&walk, cells->p[cell], cells->q[cell], cells->rho[bucket], cells->kappa[bucket], exp(-cells->width));
    double phase = walk.a > 0 && walk.b > 0 ? log(walk.a / walk.b) : 0;
    return phase > 0 && phase < cells->width ? phase : 0;
}

/* The phase that keeps most over the head. The pattern of groups is set beside the hard edge and persists, so the head decides. */
static pld_status best_phase(const pld__cells *cells, pld_direction direction, double theta, unsigned phases, double scale,
                             double *best)
{
    size_t head = cells->buckets < HEAD ? cells->buckets : HEAD;
    pld__law *law = create_law(cells, direction, theta, head);
    if (!law)
        return PLD_ERROR_MEMORY;
    double most = -INFINITY;
    for (unsigned i = 0; i <= phases; i++) {
        double phase = i < phases ? cells->width * (double)i / (double)phases : bulk_phase(cells, direction, law);
        double kept = rank(cells, direction, phase, scale, head, law);
        if (kept > most) {
            most = kept;
            *best = phase;
        }
    }
    pld__law_free(law);
    return PLD_OK;
}

pld_status pld__law_merge(const pld__cells *cells, pld_direction direction, double theta, unsigned phases, pld__law **created)
{
    double scale = pld__cells_scale(cells, direction, theta);
    double phase = 0;
    pld_status status = phases > 1 ? best_phase(cells, direction, theta, phases, scale, &phase) : PLD_OK;
    if (status != PLD_OK)
        return status;
    pld__law *law = create_law(cells, direction, theta, cells->buckets);
    if (!law)
        return PLD_ERROR_MEMORY;
    walker walk = walker_of(cells, direction, phase, scale, law);
    walk_through(&walk, cells->buckets, true);
    law->log_moment = scale;
    pld__law_normalise(law, false);
    *created = law;
    return PLD_OK;
}
