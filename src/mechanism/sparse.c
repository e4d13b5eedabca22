#include "mechanism/sparse.h"

#include "base/base.h"

#include <math.h>
#include <stdlib.h>

/* Losses closer than this, relative to their size, are taken as one and the same. */
static const long double SAME = 1e-17L;

static void sparse_free(void *object) {
    pld__sparse *pair = object;
    pld__free(pair->p);
    pld__free(pair->q);
    pld__free(pair->loss);
    pld__free(pair);
}

static int by_loss(const void *a, const void *b) {
    long double x = ((const pld__outcome *)a)->loss, y = ((const pld__outcome *)b)->loss;
    return (x > y) - (x < y);
}

/* With x the loss itself. */
static void sparse_positions(const void *object, const double *loss, size_t count, double *x) {
    const pld__sparse *pair = object;
    for (size_t i = 0; i < count; i++)
        x[i] = pair->count == 0 || loss[i] <= pair->loss[0] ? -INFINITY
               : loss[i] > pair->loss[pair->count - 1]      ? INFINITY
                                                            : loss[i];
}

static void sparse_bulk(const void *object, double *low, double *high) {
    const pld__sparse *pair = object;
    *low = pair->count > 0 ? (double)pair->loss[0] : 0;
    *high = pair->count > 0 ? (double)pair->loss[pair->count - 1] : 0;
}

static pld__log_mass mass_where(const pld__sparse *pair, double x, int sign) {
    long double p = 0, q = 0;
    for (size_t i = 0; i < pair->count; i++)
        if (sign * (pair->loss[i] - x) > 0) {
            p += pair->p[i];
            q += pair->q[i];
        }
    return (pld__log_mass){logl(p), logl(q)};
}

static pld__log_mass sparse_mass_below(const void *object, double x) {
    return mass_where(object, x, -1);
}

static pld__log_mass sparse_mass_above(const void *object, double x) {
    return mass_where(object, x, 1);
}

static double sparse_reach_above(const void *object, double log_mass) {
    const pld__sparse *pair = object;
    (void)log_mass;
    return pair->count > 0 ? fmax((double)pair->loss[pair->count - 1], 0) : 0;
}

static double sparse_reach_below(const void *object, double log_mass) {
    const pld__sparse *pair = object;
    (void)log_mass;
    return pair->count > 0 ? fmax((double)-pair->loss[0], 0) : 0;
}

static pld_status sparse_atoms(const void *object, double reach, unsigned refinement, pld__atom **atoms, size_t *count) {
    const pld__sparse *pair = object;
    (void)reach;
    (void)refinement;
    pld__atom *made = pld__allocate(pair->count ? pair->count : 1, sizeof *made);
    if (!made)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < pair->count; i++)
        made[i] = (pld__atom){(double)logl(pair->p[i]), (double)logl(pair->q[i]), (double)pair->loss[i]};
    *atoms = made;
    *count = pair->count;
    return PLD_OK;
}

/* log of sum of p e^(sL): as log1p of sum of p (e^(sL) - 1) less the mass that P has elsewhere, where that is small. */
static double complex sparse_log_moment(const void *object, double complex s) {
    const pld__sparse *pair = object;
    long double mass = 0, largest = -INFINITY;
    for (size_t i = 0; i < pair->count; i++) {
        mass += pair->p[i];
        largest = fmaxl(largest, logl(pair->p[i]) + creal(s) * pair->loss[i]);
    }
    long double real = mass - 1, imaginary = 0;
    for (size_t i = 0; i < pair->count; i++) {
        long double phase = cimag(s) * pair->loss[i], half = sinl(phase / 2), grown = creal(s) * pair->loss[i];
        real += pair->p[i] * (expm1l(grown) * cosl(phase) - 2 * half * half);
        imaginary += pair->p[i] * expl(grown) * sinl(phase);
    }
    if (fabsl(real) < 0.5L && fabsl(imaginary) < 0.5L)
        return CMPLX((double)(0.5L * log1pl(real * (2 + real) + imaginary * imaginary)), (double)atan2l(imaginary, 1 + real));
    real = imaginary = 0;
    for (size_t i = 0; i < pair->count; i++) {
        long double size = expl(logl(pair->p[i]) + creal(s) * pair->loss[i] - largest), phase = cimag(s) * pair->loss[i];
        real += size * cosl(phase);
        imaginary += size * sinl(phase);
    }
    return CMPLX((double)(largest + logl(hypotl(real, imaginary))), (double)atan2l(imaginary, real));
}

static const pld__pair_operations SPARSE_OPERATIONS = {
    .positions = sparse_positions,
    .bulk = sparse_bulk,
    .mass_below = sparse_mass_below,
    .mass_above = sparse_mass_above,
    .reach_above = sparse_reach_above,
    .reach_below = sparse_reach_below,
    .atoms = sparse_atoms,
    .log_moment = sparse_log_moment,
    .free = sparse_free,
};

size_t pld__outcomes_gather(pld__outcome *outcomes, size_t count, long double absolute, long double relative, size_t *most) {
    size_t kept = 0, run = 0, longest = 0;
    qsort(outcomes, count, sizeof *outcomes, by_loss);
    for (size_t i = 0; i < count; i++) {
        pld__outcome *last = kept > 0 ? &outcomes[kept - 1] : NULL;
        if (last && outcomes[i].loss - last->loss <= absolute + relative * fabsl(last->loss)) {
            last->p += outcomes[i].p;
            last->q += outcomes[i].q;
            run++;
        } else {
            outcomes[kept++] = outcomes[i];
            run = 1;
        }
        longest = run > longest ? run : longest;
    }
    if (most)
        *most = longest;
    return kept;
}

/* The common distance of neighbouring losses, if there is one. */
static double find_spacing(const pld__sparse *pair) {
    if (pair->count < 3)
        return 0;
    double spacing = (double)((pair->loss[pair->count - 1] - pair->loss[0]) / (long double)(pair->count - 1));
    for (size_t i = 0; i < pair->count; i++)
        if (fabsl(pair->loss[i] - pair->loss[0] - (long double)i * spacing) > pair->kappa)
            return 0;
    return spacing;
}

static pld_status fill(pld__sparse *pair, const pld__outcome *outcomes, size_t count, double rho) {
    long double largest = 0;
    pair->p = pld__allocate(count ? count : 1, sizeof *pair->p);
    pair->q = pld__allocate(count ? count : 1, sizeof *pair->q);
    pair->loss = pld__allocate(count ? count : 1, sizeof *pair->loss);
    if (!pair->p || !pair->q || !pair->loss)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        pair->p[i] = outcomes[i].p;
        pair->q[i] = outcomes[i].q;
        pair->loss[i] = outcomes[i].loss;
        largest = fmaxl(largest, fabsl(outcomes[i].loss));
    }
    pair->count = count;
    /* Sums of at most `count` terms of one loss; the ratio of two masses, its log, what gathering calls the same. */
    pair->rho = rho + (double)(count + 4) * 0x1p-63;
    pair->kappa = 2.5 * rho + (double)(1 + largest) * (0x1p-61 + (double)SAME * (double)(count + 1));
    pair->spacing = find_spacing(pair);
    return PLD_OK;
}

/* log p/q; the quotient of two small masses has more digits than the difference of their logs. */
static long double loss_of(long double p, long double q) {
    long double ratio = p / q;
    return isnormal(ratio) ? logl(ratio) : logl(p) - logl(q);
}

pld_status pld__sparse_mechanism(size_t count, const long double *p, const long double *q, double rho, long double dropped,
                                 const char *resolved, const char *note, pld_mechanism **mechanism) {
    pld__sparse *pair = pld__allocate(1, sizeof *pair);
    pld__outcome *outcomes = pld__allocate(count ? count : 1, sizeof *outcomes);
    if (!pair || !outcomes) {
        pld__free(pair);
        pld__free(outcomes);
        return PLD_ERROR_MEMORY;
    }
    *pair = (pld__sparse){0};
    size_t both = 0;
    long double p_only = 0, q_only = 0;
    for (size_t i = 0; i < count; i++) {
        if (p[i] > 0 && q[i] > 0)
            outcomes[both++] = (pld__outcome){p[i], q[i], loss_of(p[i], q[i])};
        else if (p[i] > 0)
            p_only += p[i];
        else
            q_only += q[i];
    }
    size_t kept = pld__outcomes_gather(outcomes, both, SAME, SAME, NULL);
    pld_status status = fill(pair, outcomes, kept, rho);
    pld__free(outcomes);
    if (status != PLD_OK) {
        sparse_free(pair);
        return status;
    }
    bool trivial = p_only == 0 && q_only == 0 && dropped == 0 && kept == 1 && fabsl(pair->loss[0]) <= pair->kappa;
    bool unbounded = kept == 0 || dropped > 0; /* nothing is known of the losses of what is left out */
    pld_mechanism made = {.operations = &SPARSE_OPERATIONS,
                          .pair = pair,
                          .sparse = true,
                          .loss_infimum = q_only > 0 || unbounded ? -INFINITY
                                          : trivial               ? 0
                                                                  : (double)pair->loss[0],
                          .loss_supremum = p_only > 0 || unbounded ? INFINITY
                                           : trivial               ? 0
                                                                   : (double)pair->loss[kept - 1],
                          .trivial = trivial,
                          .dropped = dropped,
                          .infinity = {p_only, q_only}};
    return pld__mechanism_create(&made, resolved, note, mechanism);
}

void pld__sparse_subsample(size_t count, long double *p, const long double *q, double rate) {
    for (size_t i = 0; i < count; i++)
        p[i] = (1 - (long double)rate) * q[i] + rate * p[i];
}

pld_status pld__sparse_copy(const pld_mechanism *mechanism, pld_mechanism **copy) {
    const pld__sparse *pair = pld__sparse_of(mechanism);
    size_t count = pair->count + 2;
    long double *p = pld__allocate(2 * count, sizeof *p), *q = p + count;
    if (!p)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < pair->count; i++) {
        p[i] = pair->p[i];
        q[i] = pair->q[i];
    }
    p[count - 2] = mechanism->infinity[PLD_REMOVE];
    q[count - 1] = mechanism->infinity[PLD_ADD];
    q[count - 2] = p[count - 1] = 0;
    pld_status status =
        pld__sparse_mechanism(count, p, q, pair->rho, mechanism->dropped, mechanism->resolved, mechanism->note, copy);
    if (status == PLD_OK)
        (*copy)->traits = mechanism->traits;
    pld__free(p);
    return status;
}
