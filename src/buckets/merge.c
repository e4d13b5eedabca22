/* Merge: a lower law on a lattice.
 *
 * Claim. Gathering outcomes into one is a post-processing, so D can only fall; splitting an outcome (p, q) into (s p, s q) and the rest
 * changes no D. So a law of gathered groups, each with P/Q exactly e^node, is a lower law; moving P down or dropping it keeps it one.
 *
 * The walk goes through the cells from the heavy end, where a hard edge makes the first group exact, to the thin tail, where what is
 * left over is moved down: the other way the leftover would be bulk. Walking up in x, the ratio P/Q rises for remove and falls for add.
 * Sums are in long double; what they and e^node leave of P/Q = e^node is far below kappa, which the cells bound has paid for. */
#include "base/base.h"
#include "bound/cells.h"
#include "buckets/law.h"

#include <math.h>

enum { FINEST_PHASES = 16 };

/* The nodes' e^loss for one phase: `table` holds e^(i width). */
typedef struct {
    const double *table;
    double factor; /* e^offset */
    size_t count;
} nodes;

static inline long double ratio_at(const nodes *node, size_t i) { return (long double)node->table[i] * node->factor; }

/* Cells in walking order, tails included as first and last cells. */
typedef struct {
    const pld__cells *cells;
    bool exchanged, backward;
} order;

static void tail_cell(const order *walk, bool above, long double *p, long double *q)
{
    pld__mass mass = above ? walk->cells->above : walk->cells->below;
    long double lower_p = (walk->exchanged ? mass.q : mass.p) * (1 - 1e-14L);
    long double upper_q = (walk->exchanged ? mass.p : mass.q) * (1 + 1e-14L);
    *p = lower_p;
    *q = upper_q;
}

typedef struct {
    pld__law *law;
    nodes node;
    long double p, q;   /* gathered */
    size_t at;          /* the node aimed at */
    bool started, ended; /* ended: no node is left, the rest goes to the last one or is dropped */
} gatherer;

static void start_rising(gatherer *g, long double p, long double q)
{
    while (g->at < g->node.count && ratio_at(&g->node, g->at) * q < p)
        g->at++;
    g->ended = g->at == g->node.count;
}

/* Ratio rising: the group waits below e^node until a cell lifts it there. */
static void gather_rising(gatherer *g, long double p, long double q)
{
    if (!g->started) {
        g->started = true;
        start_rising(g, p, q);
    }
    while (!g->ended && p > 0) {
        long double level = ratio_at(&g->node, g->at), excess = p - level * q, missing = level * g->q - g->p;
        if (excess <= 0 || missing >= excess)
            break;
        long double share = missing > 0 ? missing / excess : 0;
        g->law->mass[g->at] += (double)(g->p + share * p);
        p *= 1 - share;
        q *= 1 - share;
        g->p = g->q = 0;
        start_rising(g, p, q);
    }
    g->p += p;
    g->q += q;
}

static void finish_rising(gatherer *g)
{
    size_t low = g->ended ? g->node.count : g->at + 1;
    while (low > 0 && ratio_at(&g->node, low - 1) * g->q > g->p)
        low--;
    if (low > 0)
        g->law->mass[low - 1] += (double)g->p;
}

static void start_falling(gatherer *g, long double p, long double q)
{
    while (g->at > 0 && ratio_at(&g->node, g->at - 1) * q > p)
        g->at--;
    g->ended = g->at == 0;
}

/* Ratio falling: the group waits above e^node; `at` is one more than the node's index. */
static void gather_falling(gatherer *g, long double p, long double q)
{
    if (!g->started) {
        g->started = true;
        start_falling(g, p, q);
    }
    while (!g->ended && q > 0) {
        long double level = ratio_at(&g->node, g->at - 1), shortage = level * q - p, surplus = g->p - level * g->q;
        if (shortage <= 0 || surplus >= shortage)
            break;
        long double share = surplus > 0 ? surplus / shortage : 0;
        g->law->mass[g->at - 1] += (double)(g->p + share * p);
        p *= 1 - share;
        q *= 1 - share;
        g->p = g->q = 0;
        start_falling(g, p, q);
    }
    g->p += p;
    g->q += q;
}

static void finish_falling(gatherer *g)
{
    /* The group is at or above its node; below the lowest node it is dropped. */
    if (!g->ended)
        g->law->mass[g->at - 1] += (double)g->p;
}

static void merge_phase(const order *walk, const nodes *node, pld__law *law)
{
    const pld__cells *cells = walk->cells;
    bool rising = walk->exchanged == walk->backward;
    gatherer g = {.law = law, .node = *node, .at = rising ? 0 : node->count};
    for (size_t i = 0; i < law->count; i++)
        law->mass[i] = 0;
    long double p, q;
    for (int stage = 0; stage < 3; stage++) {
        if (stage != 1) {
            tail_cell(walk, (stage == 2) != walk->backward, &p, &q);
            if (p > 0 || q > 0)
                (rising ? gather_rising : gather_falling)(&g, p, q);
            continue;
        }
        for (size_t step = 0; step < cells->buckets; step++) {
            size_t bucket = walk->backward ? cells->buckets - 1 - step : step;
            double rho = cells->rho[bucket], kappa = cells->kappa[bucket];
            size_t first = cells->start[bucket], count = cells->start[bucket + 1] - first;
            for (size_t k = 0; k < count; k++) {
                size_t cell = first + (walk->backward ? count - 1 - k : k);
                double cell_p = walk->exchanged ? cells->q[cell] : cells->p[cell];
                double cell_q = walk->exchanged ? cells->p[cell] : cells->q[cell];
                pld__cell_bound bound = pld__bound_cell_lower(cell_p, cell_q, rho, kappa);
                if (rising)
                    gather_rising(&g, bound.p, bound.q);
                else
                    gather_falling(&g, bound.p, bound.q);
            }
        }
    }
    if (rising)
        finish_rising(&g);
    else
        finish_falling(&g);
}

/* The moment that ranks phases; it need not be accurate. */
static double rank(const pld__law *law, const double *tilt, double theta)
{
    double sum = 0;
    for (size_t i = 0; i < law->count; i++)
        sum += law->mass[i] * tilt[i];
    return log(sum) + theta * law->offset;
}

static pld__law *law_create(const pld__cells *cells, bool exchanged)
{
    pld__law *law = pld__allocate(1, sizeof *law);
    double *mass = pld__allocate(cells->buckets + 2, sizeof *mass);
    if (!law || !mass) {
        pld__free(law);
        pld__free(mass);
        return NULL;
    }
    *law = (pld__law){.width = cells->width, .count = cells->buckets + 2, .mass = mass};
    /* One node more at the low end: offsets lift all of them. */
    law->first = (exchanged ? -(cells->first + (int64_t)cells->buckets) : cells->first) - 1;
    return law;
}

pld_status pld__law_merge(const pld__cells *cells, pld_direction direction, double theta, unsigned phases, pld__law **created)
{
    bool exchanged = direction == PLD_ADD;
    pld_status status = PLD_ERROR_MEMORY;
    pld__law *law = law_create(cells, exchanged), *best = law_create(cells, exchanged);
    size_t count = cells->buckets + 2;
    double *table = pld__allocate(count, sizeof *table), *tilt = pld__allocate(count, sizeof *tilt);
    if (!law || !best || !table || !tilt)
        goto cleanup;
    for (size_t i = 0; i < count; i++) {
        table[i] = exp(pld__law_loss(law, i));
        tilt[i] = exp(fmin(theta * pld__law_loss(law, i), 690));
    }
    double best_rank = -INFINITY;
    order walk = {.cells = cells, .exchanged = exchanged, .backward = cells->heavy_above};
    for (unsigned phase = 0; phase < phases; phase++) {
        law->offset = law->width * (double)(phase * (FINEST_PHASES / phases)) / FINEST_PHASES;
        nodes node = {table, exp(law->offset), count};
        merge_phase(&walk, &node, law);
        double phase_rank = rank(law, tilt, theta);
        if (phase == 0 || phase_rank > best_rank) {
            pld__law *held = best;
            best = law;
            law = held;
            best_rank = phase_rank;
        }
    }
    *created = best;
    best = NULL;
    status = PLD_OK;
cleanup:
    pld__law_free(law);
    pld__law_free(best);
    pld__free(table);
    pld__free(tilt);
    return status;
}
