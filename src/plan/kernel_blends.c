#include "plan/kernel_blends.h"

#include "base/base.h"
#include "plan/tuning.h"

#include <math.h>
#include <stdlib.h>

/* A factor that may be taken with others, by what must be equal and then by the square of its mean. */
typedef struct {
    long double weight, square;
    size_t factor;
    bool first; /* is P the sampled side? */
} candidate;

static int compare(const void *left, const void *right) {
    const candidate *a = left, *b = right;
    if (a->first != b->first)
        return a->first ? -1 : 1;
    if (a->weight != b->weight)
        return a->weight < b->weight ? -1 : 1;
    if (a->square != b->square)
        return a->square < b->square ? -1 : 1;
    return (a->factor > b->factor) - (a->factor < b->factor);
}

static size_t find_candidates(const pld__kernel_steps *steps, const pld__kernel_plan *plan, candidate *found) {
    size_t count = 0;
    for (size_t m = 0; m < steps->count; m++) {
        const pld__kernel_factor *factor = &steps->factors[m];
        bool first = factor->p.count == 2;
        if (pld__kernel_blend_takes(factor) && plan->grids[m].cut.at == INFINITY)
            found[count++] = (candidate){(first ? &factor->p : &factor->q)->moved, pld__kernel_blend_square(factor), m, first};
    }
    qsort(found, count, sizeof *found, compare);
    return count;
}

/* How many from the first on are alike and not too far apart. */
static size_t run_length(const pld__kernel_steps *steps, const candidate *from, size_t left) {
    size_t length = 1;
    while (length < left && from[length].square <= BLEND_WIDEST * from[0].square &&
           pld__kernel_blend_alike(&steps->factors[from[0].factor], &steps->factors[from[length].factor]))
        length++;
    return length;
}

/* Nodes at which what is left is small, if a disc of some reach shows it. */
static size_t nodes_for(double low, double high, double share, double finer) {
    double ratio = BLEND_REACH * (high + low) / (high - low), rho = ratio + sqrt(ratio * ratio - 1);
    return 2 + (size_t)ceil(-log(share * BLEND_SHARE) / log(rho) / finer);
}

/* Closest and farthest of all nodes, and the contour of the one in the middle. */
static void set_grid(const pld__kernel_plan *plan, const candidate *from, size_t length, pld__kernel_blend *blend) {
    double step = INFINITY, low = 0, high = 0;
    for (size_t i = 0; i < length; i++) {
        const pld__kernel_grid *grid = &plan->grids[from[i].factor];
        step = fmin(step, grid->step);
        low = fmin(low, (double)grid->first * grid->step);
        high = fmax(high, (double)grid->last * grid->step);
    }
    const candidate *middle = &from[length / 2];
    blend->turn = plan->grids[middle->factor].shift * sqrt((double)middle->square);
    blend->grid = (pld__kernel_grid){
        .step = step, .first = (int64_t)floor(low / step), .last = (int64_t)ceil(high / step), .cut = {INFINITY, 1}};
}

pld_status pld__kernel_blends_make(const pld__kernel_steps *steps, const pld__kernel_aim *aim, pld__kernel_plan *plan) {
    candidate *found = pld__allocate(steps->count + 1, sizeof *found);
    plan->place = pld__allocate(steps->count + 1, sizeof *plan->place);
    plan->blends = pld__allocate(steps->count / BLEND_FEWEST + 1, sizeof *plan->blends);
    bool room = found && plan->place && plan->blends;
    size_t count = room ? find_candidates(steps, plan, found) : 0, length;
    for (size_t m = 0; m < steps->count && room; m++)
        plan->place[m] = SIZE_MAX;
    for (size_t at = 0; at < count; at += length) {
        length = run_length(steps, &found[at], count - at);
        pld__kernel_blend *blend = &plan->blends[plan->blend_count];
        double low = (double)found[at].square, high = fmax((double)found[at + length - 1].square, low * BLEND_NARROWEST);
        size_t nodes = nodes_for(low, high, aim->share, aim->finer);
        if (length < BLEND_FEWEST || 2 * nodes > length || nodes > PLD__KERNEL_BLEND_NODES)
            continue;
        *blend = (pld__kernel_blend){.low = low * (1 - 1e-12), .high = high * (1 + 1e-12), .nodes = nodes};
        set_grid(plan, &found[at], length, blend);
        for (size_t i = 0; i < length; i++)
            plan->place[found[at + i].factor] = plan->blend_count;
        plan->blend_count++;
    }
    pld__free(found);
    return room ? PLD_OK : PLD_ERROR_MEMORY;
}
