/* Claim (T113). One epoch in which a record takes part in one of t steps, each with the same chance and none known beforehand, is
 * dominated in both directions by the pair with M = (1/t) sum of R_i under Q, and the constant gradient attains it. Powers of the
 * law of R by doubling: sums of independent ratios keep upper and lower laws what they are (T112). */
#include "pair/allocation.h"

#include "base/base.h"
#include "pair/ratio_nodes.h"

#include <math.h>

typedef struct {
    pld_mechanism *base;
    uint64_t total, steps;
} allocation;

static void allocation_free(void *object) {
    allocation *source = object;
    pld_mechanism_free(source->base);
    pld__free(source);
}

/* One of the two laws on its way. */
typedef struct {
    const allocation *source;
    const pld__aim *aim;
    bool upper;
    pld__ratio_purpose purpose; /* of the whole sum */
} making;

static pld__ratio_purpose purpose_of(const making *of, double terms) {
    pld__ratio_purpose purpose = of->purpose;
    purpose.terms = terms;
    return purpose;
}

/* Of laws that share a resolution there are as many as there are sums, and the summand. */
static making start(const allocation *source, const pld__aim *aim) {
    making of = {.source = source, .aim = aim};
    of.purpose = (pld__ratio_purpose){.terms = (double)source->steps,
                                      .total = (double)source->steps,
                                      .rest = (double)(source->total - source->steps),
                                      .theta = {aim->theta[0], aim->theta[1]},
                                      .typical = {1, 1},
                                      .resolution = aim->resolution,
                                      .log_negligible = aim->log_negligible};
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        for (int part = 0; part < PLD__RATIO_TILTS; part++)
            of.purpose.log_scale[d][part] = -INFINITY;
    for (uint64_t rest = source->steps; rest > 0; rest >>= 1)
        of.purpose.stages += 1 + (double)(rest & 1);
    return of;
}

/* --- one summand ---------------------------------------------------------------------------------------------------- */

enum { FIRST_CUTS = 480 };
static const double FARTHEST_LOSS = 640; /* whose exponential is a number, with room for sums */

/* At losses equally far apart, as wide as they matter. */
static pld_status first_law(const making *of, pld__ratio_law *law) {
    const pld_mechanism *base = of->source->base;
    double losses[FIRST_CUTS + 1], log_mass = fmax(of->aim->log_negligible, -680) - 4;
    double low = -fmin(base->operations->reach_below(base->pair, log_mass), FARTHEST_LOSS);
    double high = fmin(base->operations->reach_above(base->pair, log_mass), FARTHEST_LOSS);
    for (int i = 0; i <= FIRST_CUTS; i++)
        losses[i] = low + (high - low) * i / FIRST_CUTS;
    return pld__ratio_create(base, losses, FIRST_CUTS + 1, true, law);
}

static pld_status one_summand(const making *of, pld__ratio_law *law) {
    pld__ratio_law first = {0};
    double *nodes = NULL;
    size_t count = 0, kept = 0;
    pld__ratio_purpose purpose = purpose_of(of, 1);
    pld_status status = first_law(of, &first);
    if (status == PLD_OK)
        status = pld__ratio_nodes(&first, NULL, &purpose, &nodes, &count);
    for (size_t i = 0; i < count && status == PLD_OK; i++)
        if (nodes[i] > 0)
            nodes[kept++] = log(nodes[i]);
    if (status == PLD_OK)
        status = pld__ratio_create(of->source->base, nodes, kept, of->upper, law);
    pld__free(nodes);
    pld__ratio_free(&first);
    return status;
}

/* --- all of them ---------------------------------------------------------------------------------------------------- */

/* In place of the sum so far, it and another: twice itself if there is none. */
static pld_status add(const making *of, pld__ratio_law *sum, const pld__ratio_law *other, double terms) {
    pld__ratio_law next = {0};
    double *nodes = NULL;
    size_t count = 0;
    pld__ratio_purpose purpose = purpose_of(of, terms);
    pld_status status = pld__ratio_nodes(sum, other ? other : sum, &purpose, &nodes, &count);
    if (status == PLD_OK)
        status = pld__ratio_add(sum, other ? other : sum, nodes, count, of->upper, &next);
    pld__free(nodes);
    if (status != PLD_OK)
        return status;
    pld__ratio_free(sum);
    *sum = next;
    return PLD_OK;
}

static int bits_of(uint64_t number) {
    int bits = 0;
    for (; number > 0; number >>= 1)
        bits++;
    return bits;
}

/* By doubling: the digits of the number of steps, from the first. */
static pld_status sum_of_steps(const making *of, pld__ratio_law *sum) {
    pld__ratio_law one = {0};
    uint64_t steps = of->source->steps, terms = 1;
    pld_status status = one_summand(of, &one);
    if (status == PLD_OK)
        status = one_summand(of, sum);
    for (int bit = bits_of(steps) - 2; bit >= 0 && status == PLD_OK; bit--) {
        terms *= 2;
        status = add(of, sum, NULL, (double)terms);
        if (status == PLD_OK && (steps >> bit & 1))
            status = add(of, sum, &one, (double)++terms);
    }
    pld__ratio_free(&one);
    return status;
}

static pld_status make_side(const making *of, pld_mechanism **law) {
    pld__ratio_law sum = {0};
    pld_status status = sum_of_steps(of, &sum);
    if (status == PLD_OK)
        status = pld__ratio_mechanism(&sum, (double)(of->source->total - of->source->steps), (double)of->source->total, of->upper,
                                      law);
    pld__ratio_free(&sum);
    return status;
}

static const double QUICK = 0.1;

/* A quick law of the sum shows where the nodes of the others should be. */
static pld_status look_ahead(making *of) {
    making quick = *of;
    quick.purpose.resolution = fmax(QUICK, quick.purpose.resolution);
    pld__ratio_law sum = {0};
    pld_status status = sum_of_steps(&quick, &sum);
    if (status == PLD_OK)
        pld__ratio_purpose_from(&sum, &of->purpose);
    pld__ratio_free(&sum);
    return status;
}

static pld_status allocation_enclose(const void *object, const pld__aim *aim, pld__enclosure *made) {
    making of = start(object, aim);
    *made = (pld__enclosure){NULL, NULL};
    pld_status status = look_ahead(&of);
    of.upper = true;
    if (status == PLD_OK)
        status = make_side(&of, &made->upper);
    of.upper = false;
    if (status == PLD_OK)
        status = make_side(&of, &made->lower);
    if (status != PLD_OK)
        pld__enclosure_free(made);
    return status;
}

pld_status pld__allocation_mechanism(const pld_mechanism *base, uint64_t total, uint64_t steps, const pld__traits *traits,
                                     const char *resolved, const char *note, pld_mechanism **mechanism) {
    static const pld__enclosed_source kind = {allocation_enclose, allocation_free};
    allocation *source = pld__allocate(1, sizeof *source);
    if (!source)
        return PLD_ERROR_MEMORY;
    *source = (allocation){pld__mechanism_share(base), total, steps};
    long double idle = (long double)(total - steps) / (long double)total;
    pld_mechanism prototype = {
        .traits = *traits, .loss_infimum = steps < total ? (double)logl(idle) : -INFINITY, .loss_supremum = INFINITY};
    return pld__enclosed_mechanism(&kind, source, &prototype, resolved, note, mechanism);
}
