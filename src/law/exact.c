/* Discrete pairs need no buckets: each outcome is a node, at its own loss. Masses are off by a factor 1 +- rho, which makes P
 * larger or smaller (bound/cells.h), and losses by kappa, which the label error hands on (T38): after T steps epsilon moves by T
 * kappa at most. */
#include "base/base.h"
#include "law/law.h"
#include "pair/sparse.h"

#include <math.h>

/* The lattice that outcomes are nodes of: every so manieth one. */
typedef struct {
    double width; /* 0: none */
    int64_t every;
} lattice;

/* The distance from one outcome to the next. */
static long double step_of(const lattice *on) {
    return (long double)on->every * on->width;
}

/* What the law calls the loss of outcome i, without rounding: weights belong to this, not to what it stands for. */
static long double label(const lattice *on, const double *losses, size_t i) {
    return on->width > 0 ? losses[0] + (long double)i * step_of(on) : losses[i];
}

/* The distance of neighbouring outcomes; 0 if they have none in common. */
static double spacing_of(const pld__sparse *pair) {
    return pair->count == 2 ? (double)(pair->loss[1] - pair->loss[0]) : pair->spacing;
}

/* Of this width, if outcomes are on it as well as they are on their own. */
static lattice lattice_on(const pld__sparse *pair, double width) {
    double spacing = spacing_of(pair), every = round(spacing / width);
    if (pair->count < 2)
        return (lattice){width, 1};
    bool good = every >= 1 && every < 0x1p32 && fabs(every * width - spacing) <= 4 * PLD__U * spacing;
    return good ? (lattice){width, (int64_t)every} : (lattice){0, 1};
}

bool pld__law_is_exact_on(const pld_mechanism *mechanism, double width) {
    return pld__sparse_fill(mechanism) == PLD_OK && lattice_on(pld__sparse_of(mechanism), width).width > 0;
}

/* Of lists that are there. */
static pld_status exact(const pld_mechanism *mechanism, const lattice *on, pld_direction direction, double theta, bool upper,
                        pld__law **created) {
    const pld__sparse *pair = pld__sparse_of(mechanism);
    bool exchanged = direction == PLD_ADD;
    size_t count = pair->count ? pair->count : 1;
    pld__law *law = pld__law_create(1, 0, count, on->every > 1, theta);
    double *losses = pld__allocate(count, sizeof *losses); /* given up for a lattice where they are on one */
    if (!law || !losses) {
        pld__law_free(law);
        pld__free(losses);
        return PLD_ERROR_MEMORY;
    }
    law->losses = losses;
    losses[0] = 0;
    double largest = 0, sign = upper ? 1 : -1;
    long double scale = -INFINITY, sum = 0;
    for (size_t i = 0; i < pair->count; i++) {
        size_t from = exchanged ? pair->count - 1 - i : i;
        losses[i] = (double)(exchanged ? -pair->loss[from] : pair->loss[from]);
        largest = fmax(largest, fabs(losses[i]));
        scale = fmaxl(scale, logl(exchanged ? pair->q[from] : pair->p[from]) + theta * label(on, losses, i));
    }
    for (size_t i = 0; i < pair->count; i++) {
        size_t from = exchanged ? pair->count - 1 - i : i;
        long double mass = exchanged ? pair->q[from] : pair->p[from], exponent = theta * label(on, losses, i) - scale;
        /* The exponent and its parts are long doubles. */
        long double slack =
            2 * (long double)pair->rho + 8 * PLD__U + 0x1p-61L * (fabsl(theta * label(on, losses, i)) + fabsl(scale));
        law->weight[i] = (double)(mass * expl(exponent) * (upper ? 1 + slack : fmaxl(1 - slack, 0)));
        sum += mass;
    }
    law->log_moment = pair->count ? scale : 0;
    law->infinity = mechanism->infinity[direction] * (1 + sign * 4 * (long double)pair->rho) + (upper ? mechanism->dropped : 0);
    law->finite = sum * (1 + sign * (4 * (long double)pair->rho + 1e-17L));
    law->label_error = (on->width > 0 ? 2 : 1) * pair->kappa + 4 * PLD__U * largest;
    if (on->width > 0) {
        /* Steps may be off by 4 u of the spacing and the spacing by u: after all of them by 8 u of the range, at most 16 u of the
         * largest loss. */
        law->label_error += on->width == pair->spacing ? 0 : 24 * PLD__U * largest;
        law->width = on->width;
        law->offset = losses[0];
        law->losses = NULL;
        pld__free(losses);
    }
    for (size_t i = 0; i < count && law->nodes; i++)
        law->nodes[i] = (int64_t)i * on->every;
    long double infinity = law->infinity;
    pld__law_normalise(law, upper);
    if (pair->count == 0) /* nothing finite: what there is is at infinity */
        law->infinity = infinity;
    *created = law;
    return PLD_OK;
}

pld_status pld__law_exact(const pld_mechanism *mechanism, pld_direction direction, double theta, bool upper, pld__law **created) {
    pld_status status = pld__sparse_fill(mechanism);
    if (status != PLD_OK)
        return status;
    lattice own = {pld__sparse_of(mechanism)->spacing, 1};
    return exact(mechanism, &own, direction, theta, upper, created);
}

pld_status pld__law_exact_on(const pld_mechanism *mechanism, double width, pld_direction direction, double theta, bool upper,
                             pld__law **created) {
    pld_status status = pld__sparse_fill(mechanism);
    if (status != PLD_OK)
        return status;
    lattice on = lattice_on(pld__sparse_of(mechanism), width);
    return exact(mechanism, &on, direction, theta, upper, created);
}
