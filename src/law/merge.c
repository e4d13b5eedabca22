/* Merge: a lower law on a lattice.
 *
 * Claim (T6). Gathering outcomes into one is a post-processing, so D can only fall; splitting an outcome (p, q) into (s p, s q)
 * and the rest changes no D. So a law of gathered groups, each with P/Q exactly e^node, is a lower law; moving P down or dropping
 * it keeps it one (T2).
 *
 * The walk goes through the cells from the heavy end, where a hard edge makes the first group exact, to the thin tail, where what
 * is left over is moved down: the other way the leftover would be bulk. With A/B the ratio that rises along the walk (A = P, B =
 * Q upward in the loss; A = Q, B = P downward) a group waits below the next node until a cell lifts it there. The same walk makes
 * the remove law (upward: A is its P-mass) and the add law (upward: B is its P-mass, at minus the node); only what moves down
 * differs.
 *
 * Rounding: a group of n cells misses A/B = e^node by at most (n + 12) u; 2 n u for the n cells of each bucket is added to its
 * kappa (32 u and more) before the cells bound (T3) pays for it. Crossing into another bucket rounds a few times more, paid for
 * there. The rounding of the tilt is paid by making P smaller, like rho. */
#include "base/base.h"
#include "bound/cells.h"
#include "law/law.h"

#include <math.h>

enum { HEAD = 1024, HEAD_WITHOUT_EDGE = 16384 };

/* Where the masses fall steeply, what comes may never lift a waiting group to its node, and the group would take all of a rare
 * far mode with it. After so many buckets it is moved down instead, as one that grows too large relative to a bucket is. */
enum { PATIENCE = 3 };
static const double LARGEST_GROUP = 1e200;

typedef struct {
    const pld__cells *cells;
    pld__law *law;
    bool backward; /* from the top of the loss down */
    bool direct;   /* A is the law's P-mass */
    size_t limit;  /* buckets to walk through, from the heavy end */
    double phase;  /* nodes lie this far above the edges of the buckets, along the walk */
    double scale;
    int64_t node;        /* aimed at: the one above the start of bucket number `node` of the walk */
    double level;        /* e^(node - start of the current bucket) */
    int64_t step;        /* number of the current bucket along the walk */
    int64_t reference;   /* its start along the walk, in lattice steps */
    double width;        /* its width */
    double shrink;       /* e^-width */
    double unit;         /* log of what the law's P-mass of a group must be multiplied with */
    double a, b;         /* the group, relative to the current bucket like its cells */
    bool started, ended; /* ended: no node is left */
} walker;

static int64_t last_node(const walker *walk) {
    return (int64_t)walk->limit + 1;
}

/* Lattice steps from the origin to a node, along the walk and without the phase. */
static int64_t along(const walker *walk, int64_t node) {
    return walk->backward ? -pld__cells_edge(walk->cells, (int64_t)walk->cells->buckets - node)
                          : pld__cells_edge(walk->cells, node);
}

/* The law has the nodes -1 .. limit + 1, in the order of their loss: the one that is not direct has them negated. */
static size_t law_index(const walker *walk, int64_t node) {
    return (size_t)(walk->direct ? node + 1 : last_node(walk) - node);
}

static double level_at(const walker *walk, int64_t node) {
    return exp(walk->phase + (double)(along(walk, node) - walk->reference) * walk->cells->width);
}

/* Puts the law's share of a group at a node: P-mass relative to the bucket. */
static void emit(walker *walk, int64_t node, double a, double b) {
    size_t index = law_index(walk, node);
    double mass = walk->direct ? a : b;
    double loss = pld__law_loss(walk->law, index), exponent = walk->unit + walk->law->theta * loss - walk->scale;
    /* The rounding of the exponent, of exp and of the later normalisation. */
    double parts = fabs(walk->unit) + fabs(walk->scale) + walk->law->theta * pld__law_size(walk->law, index) + 8;
    walk->law->weight[index] += mass * (1 - 4 * parts * PLD__U) * exp(exponent);
}

/* The first node at or above a cell's ratio. */
static void aim_above(walker *walk, double a, double b) {
    if (walk->node < walk->step - 1 && level_at(walk, walk->step - 1) * b < a)
        walk->node = walk->step - 1;
    while (walk->node <= last_node(walk) && (walk->level = level_at(walk, walk->node)) * b < a)
        walk->node++;
    walk->ended = walk->node > last_node(walk);
}

static inline void gather(walker *walk, double a, double b) {
    if (!walk->started) {
        walk->started = true;
        aim_above(walk, a, b);
    }
    while (!walk->ended) {
        double excess = a - walk->level * b;
        if (!(excess > 0))
            break;
        double missing = walk->level * walk->b - walk->a;
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

/* What is left moves down: to the node below for the direct law, to the node above along the walk for the other. False if there
 * is none. */
static bool finish(walker *walk) {
    if (!walk->direct) {
        if (walk->ended || !walk->started)
            return false;
        emit(walk, walk->node, walk->a, walk->b);
        return true;
    }
    int64_t node = walk->ended ? last_node(walk) : walk->node;
    while (node >= -1 && level_at(walk, node) * walk->b > walk->a)
        node--;
    if (node >= -1)
        emit(walk, node, walk->a, walk->b);
    return node >= -1;
}

static size_t bucket_of(const walker *walk, int64_t step) {
    return walk->backward ? walk->cells->buckets - 1 - (size_t)step : (size_t)step;
}

/* Enters a bucket: the group changes its units, see cells.h for what the bucket's are. Walking down, A is q and B is p e^-width.
 */
static void enter(walker *walk, int64_t step) {
    const pld__cells *cells = walk->cells;
    size_t bucket = bucket_of(walk, step);
    double low = pld__cells_low(cells, bucket), unit = cells->unit[bucket], width = pld__cells_step(cells, bucket);
    double old_width = walk->width, old_shrink = walk->shrink;
    walk->step = step;
    walk->reference = along(walk, step);
    if (width != old_width) {
        walk->width = width;
        walk->shrink = exp(-width);
    }
    bool waiting = walk->started && !walk->ended;
    bool stuck = waiting && walk->node + PATIENCE <= step;
    /* Mass at the end of the loss hardly exceeds its node: a group that waits there would take it down with it. */
    stuck |= waiting && cells->has_end_atoms && step + 1 == (int64_t)cells->buckets;
    bool large = walk->a > LARGEST_GROUP || walk->b > LARGEST_GROUP;
    if (stuck || large) {
        walk->step--;
        walk->reference = along(walk, walk->step);
        if (finish(walk) || large)
            walk->a = walk->b = 0;
        walk->step = step;
        walk->reference = along(walk, step);
    }
    if (step > 0 && (walk->a > 0 || walk->b > 0)) {
        double previous = cells->unit[bucket_of(walk, step - 1)], change = previous == unit ? 1 : exp(previous - unit);
        walk->a *= walk->backward ? change * walk->shrink : change;
        walk->b *= walk->backward ? change * (walk->shrink / old_shrink) : change / old_shrink;
        /* Each crossing rounds a few times: made up for on the side that is not the law's P-mass. */
        if (walk->direct)
            walk->b *= 1 + 16 * PLD__U;
        else
            walk->a *= 1 + 16 * PLD__U;
    }
    if (walk->started && !walk->ended)
        walk->level = level_at(walk, walk->node);
    /* remove: P-mass is p e^unit; add: P-mass is q e^(unit - low). */
    bool remove = walk->direct != walk->backward;
    walk->unit = remove ? unit + (walk->backward ? width : 0) : unit - low;
}

static void gather_cell(walker *walk, double p, double q, double rho, double kappa) {
    /* The law's P is rounded down, the other side up. */
    bool remove = walk->direct != walk->backward;
    pld__cell_bound bound = remove ? pld__bound_cell_lower(p, q, rho, kappa) : pld__bound_cell_lower(q, p, rho, kappa);
    double lower_p = remove ? bound.p : bound.q, lower_q = remove ? bound.q : bound.p;
    if (walk->backward)
        gather(walk, lower_q, lower_p * walk->shrink);
    else
        gather(walk, lower_p, lower_q);
}

/* A tail seen from the bucket just entered: logs of its masses. */
static void gather_tail(walker *walk, pld__log_mass mass) {
    size_t bucket = bucket_of(walk, walk->step);
    double unit = walk->cells->unit[bucket], low = pld__cells_low(walk->cells, bucket);
    if (mass.p == -INFINITY && mass.q == -INFINITY)
        return;
    long double error = 4 * pld__tail_error(mass, walk->cells->tail_slope);
    bool remove = walk->direct != walk->backward;
    double p = (double)expl(mass.p - unit + (remove ? -error : error)),
           q = (double)expl(mass.q - unit + low + (remove ? error : -error));
    if (walk->backward)
        gather(walk, q, p * walk->shrink);
    else
        gather(walk, p, q);
}

static void gather_bucket(walker *walk) {
    const pld__cells *cells = walk->cells;
    size_t bucket = bucket_of(walk, walk->step), first = cells->start[bucket], count = cells->start[bucket + 1] - first;
    double rho = cells->rho[bucket], kappa = cells->kappa[bucket] + 2 * (double)count * PLD__U;
    for (size_t k = 0; k < count; k++) {
        size_t cell = first + (walk->backward ? count - 1 - k : k);
        if (cells->p[cell] > 0 || cells->q[cell] > 0)
            gather_cell(walk, cells->p[cell], cells->q[cell], rho, kappa);
    }
}

/* The tails before the first and behind the last bucket of the walk. */
static pld__log_mass tail_before(const walker *walk) {
    return walk->backward ? walk->cells->above : walk->cells->below;
}

static pld__log_mass tail_behind(const walker *walk) {
    return walk->backward ? walk->cells->below : walk->cells->above;
}

/* Walks through `limit` buckets; if these are all, with the last tail and the leftover. */
static void walk_through(walker *walk) {
    for (int64_t step = 0; step < (int64_t)walk->limit; step++) {
        enter(walk, step);
        if (step == 0)
            gather_tail(walk, tail_before(walk));
        gather_bucket(walk);
    }
    if (walk->limit == walk->cells->buckets) {
        gather_tail(walk, tail_behind(walk));
        (void)finish(walk);
    }
}

static walker walker_of(const pld__cells *cells, pld_direction direction, double phase, double scale, size_t limit,
                        pld__law *law) {
    walker walk = {
        .cells = cells, .law = law, .backward = cells->heavy_above, .limit = limit, .phase = phase, .scale = scale, .node = -1};
    walk.direct = (direction == PLD_REMOVE) != walk.backward;
    /* Along the walk nodes are at (+-offset of the cells) + phase + lattice steps; the law that is not direct has them negated.
     */
    double start = (walk.backward ? -cells->offset : cells->offset) + phase;
    law->offset = walk.direct ? start : -start;
    law->label_error = PLD__U * fabs(start); /* of that sum */
    return walk;
}

/* How much tilted mass a phase keeps over the first buckets, the open group counted where it is. */
static double rank(const pld__cells *cells, pld_direction direction, double phase, double scale, size_t head, pld__law *law) {
    walker walk = walker_of(cells, direction, phase, scale, head, law);
    for (size_t i = 0; i < law->count; i++)
        law->weight[i] = 0;
    walk_through(&walk);
    double sum = 0;
    for (size_t i = 0; i < law->count; i++)
        sum += law->weight[i];
    if (head < cells->buckets && walk.a > 0 && walk.b > 0) {
        double position = log(walk.a / walk.b) + (double)walk.reference * law->width;
        position += walk.backward ? -cells->offset : cells->offset;
        double loss = walk.direct ? position : -position;
        sum += (walk.direct ? walk.a : walk.b) * exp(walk.unit + law->theta * loss - scale);
    }
    return sum;
}

/* A law with the nodes of a walk through the first `limit` buckets. */
static pld__law *create_law(const pld__cells *cells, pld_direction direction, double theta, size_t limit) {
    walker walk = {.cells = cells, .backward = cells->heavy_above, .limit = limit};
    walk.direct = (direction == PLD_REMOVE) != walk.backward;
    int64_t first = walk.direct ? along(&walk, -1) : -along(&walk, last_node(&walk));
    pld__law *law = pld__law_create(cells->width, first, limit + 3, cells->edges, theta);
    for (int64_t node = -1; law && law->nodes && node <= last_node(&walk); node++)
        law->nodes[law_index(&walk, node)] = walk.direct ? along(&walk, node) : -along(&walk, node);
    return law;
}

/* The phase at which everything in the first bucket makes one group by itself. When the bulk is narrower than a bucket no other
 * phase will do: nodes below it cannot be reached, and lifting it to one above takes mass from the far tail. */
static double bulk_phase(const pld__cells *cells, pld_direction direction, pld__law *law) {
    walker walk = walker_of(cells, direction, 0, 0, 1, law);
    walk.started = walk.ended = true; /* gathers without ever reaching a node */
    enter(&walk, 0);
    gather_tail(&walk, tail_before(&walk));
    gather_bucket(&walk);
    if (!(walk.a > 0 && walk.b > 0))
        return 0;
    /* A little above, as rounding must not put a cell of the bulk above its node. Where the bulk is on the edge itself, and below
     * it for all that is certain, nothing but far losses could lift it there: the node before the first is then put just below
     * it. */
    double ratio = log(walk.a / walk.b), phase = ratio + 8 * PLD__U;
    phase = phase > 0 ? phase : walk.width + ratio - 64 * PLD__U;
    return phase > 0 && phase < walk.width ? phase : 0;
}

/* The phase that keeps most over the head. The pattern of groups is set beside the hard edge and persists, so the head decides.
 */
static pld_status best_phase(const pld__cells *cells, pld_direction direction, double theta, unsigned phases, double scale,
                             double *best) {
    /* Without a hard edge the walk starts in a thin tail, and the head has to reach the bulk. */
    size_t head = cells->hard_edge ? HEAD : HEAD_WITHOUT_EDGE;
    head = cells->buckets < head ? cells->buckets : head;
    pld__law *law = create_law(cells, direction, theta, head);
    if (!law)
        return PLD_ERROR_MEMORY;
    double most = -INFINITY;
    for (unsigned i = 0; i <= phases; i++) {
        double first_width = pld__cells_step(cells, cells->heavy_above ? cells->buckets - 1 : 0);
        double phase = i < phases ? first_width * (double)i / (double)phases : bulk_phase(cells, direction, law);
        double kept = rank(cells, direction, phase, scale, head, law);
        if (kept > most) {
            most = kept;
            *best = phase;
        }
    }
    pld__law_free(law);
    return PLD_OK;
}

pld_status pld__law_merge(const pld__cells *cells, pld_direction direction, double theta, unsigned phases, pld__law **created) {
    double scale = pld__cells_scale(cells, direction, theta);
    double phase = 0;
    pld_status status = phases > 1 ? best_phase(cells, direction, theta, phases, scale, &phase) : PLD_OK;
    if (status != PLD_OK)
        return status;
    pld__law *law = create_law(cells, direction, theta, cells->buckets);
    if (!law)
        return PLD_ERROR_MEMORY;
    walker walk = walker_of(cells, direction, phase, scale, cells->buckets, law);
    walk_through(&walk);
    law->log_moment = scale;
    pld__law_normalise(law, false);
    pld__law_trim(law);
    *created = law;
    return PLD_OK;
}
