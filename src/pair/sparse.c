#include "pair/sparse.h"

#include "base/base.h"
#include "base/budget.h"
#include "base/complex.h"
#include "pair/sampling.h"

#include <math.h>
#include <pthread.h>
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

/* --- lists that are made later -------------------------------------------------------------------------------------- */

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static pld_status make_lists(pld__sparse *pair);

static pld_status fill_pair(const void *object) {
    pld__sparse *pair = (pld__sparse *)object; /* nothing that anybody has seen of it changes */
    if (!pair->list || __atomic_load_n(&pair->listed, __ATOMIC_ACQUIRE))
        return PLD_OK;
    pthread_mutex_lock(&list_lock);
    pld_status status = pair->listed ? PLD_OK : make_lists(pair);
    if (status == PLD_OK)
        __atomic_store_n(&pair->listed, true, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&list_lock);
    return status;
}

pld_status pld__sparse_fill(const pld_mechanism *mechanism) {
    return fill_pair(mechanism->pair);
}

/* --- operations ----------------------------------------------------------------------------------------------------- */

/* A total order: qsort keeps the order of what is equal, and with it the last bit of a sum, only where it has memory. */
static int by_loss(const void *a, const void *b) {
    const pld__outcome *x = a, *y = b;
    if (x->loss != y->loss)
        return x->loss < y->loss ? -1 : 1;
    return x->p != y->p ? (x->p < y->p ? -1 : 1) : (x->q > y->q) - (x->q < y->q);
}

/* With x the loss itself. */
static void sparse_positions(const void *object, const double *loss, size_t count, double *x) {
    const pld__sparse *pair = object;
    bool known = fill_pair(pair) == PLD_OK;
    for (size_t i = 0; i < count; i++)
        x[i] = !known                                         ? loss[i]
               : pair->count == 0 || loss[i] <= pair->loss[0] ? -INFINITY
               : loss[i] > pair->loss[pair->count - 1]        ? INFINITY
                                                              : loss[i];
}

static void sparse_bulk(const void *object, double *low, double *high) {
    const pld__sparse *pair = object;
    bool known = fill_pair(pair) == PLD_OK;
    *low = known && pair->count > 0 ? (double)pair->loss[0] : 0;
    *high = known && pair->count > 0 ? (double)pair->loss[pair->count - 1] : 0;
}

static pld__log_mass mass_where(const pld__sparse *pair, double x, int sign) {
    long double p = 0, q = 0;
    if (fill_pair(pair) != PLD_OK)
        return (pld__log_mass){0, 0};
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
    if (fill_pair(pair) != PLD_OK)
        return INFINITY;
    return pair->count > 0 ? fmax((double)pair->loss[pair->count - 1], 0) : 0;
}

static double sparse_reach_below(const void *object, double log_mass) {
    const pld__sparse *pair = object;
    (void)log_mass;
    if (fill_pair(pair) != PLD_OK)
        return INFINITY;
    return pair->count > 0 ? fmax((double)-pair->loss[0], 0) : 0;
}

static pld_status sparse_sketch_points(const void *object, double reach, unsigned refinement, pld__sketch_point **points,
                                       size_t *count) {
    const pld__sparse *pair = object;
    (void)reach;
    (void)refinement;
    pld_status status = fill_pair(pair);
    if (status != PLD_OK)
        return status;
    pld__sketch_point *made = pld__allocate(pair->count ? pair->count : 1, sizeof *made);
    if (!made)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < pair->count; i++)
        made[i] = (pld__sketch_point){(double)logl(pair->p[i]), (double)logl(pair->q[i]), (double)pair->loss[i]};
    *points = made;
    *count = pair->count;
    return PLD_OK;
}

/* log of the sum of p (1 - e^(epsilon - L)) over losses above epsilon, or of q (1 - e^(epsilon + L)) over those below -epsilon:
 * no mass is subtracted. */
static long double sparse_log_delta(const void *object, pld_direction direction, double epsilon) {
    const pld__sparse *pair = object;
    long double sum = 0, sign = direction == PLD_REMOVE ? 1 : -1;
    if (fill_pair(pair) != PLD_OK)
        return 0; /* delta = 1 is above whatever it is */
    for (size_t i = 0; i < pair->count; i++)
        if (sign * pair->loss[i] > epsilon)
            sum += (direction == PLD_REMOVE ? pair->p[i] : pair->q[i]) * -expm1l(epsilon - sign * pair->loss[i]);
    return logl(sum);
}

/* log of sum of p e^(sL): as log1p of sum of p (e^(sL) - 1) less the mass that P has elsewhere, where that is small. */
static double complex sparse_log_moment(const void *object, double complex s) {
    const pld__sparse *pair = object;
    long double mass = 0, largest = -INFINITY;
    if (fill_pair(pair) != PLD_OK)
        return INFINITY;
    for (size_t i = 0; i < pair->count; i++) {
        mass += pair->p[i];
        largest = fmaxl(largest, logl(pair->p[i]) + creal(s) * pair->loss[i]);
    }
    /* A sum that is 1 but for rounding is 1: small losses are told from less. */
    long double lacking = mass - 1, real = fabsl(lacking) <= 8 * (long double)pair->rho ? 0 : lacking, imaginary = 0;
    for (size_t i = 0; i < pair->count; i++) {
        long double phase = cimag(s) * pair->loss[i], half = sinl(phase / 2), grown = creal(s) * pair->loss[i];
        real += pair->p[i] * (expm1l(grown) * cosl(phase) - 2 * half * half);
        imaginary += pair->p[i] * expl(grown) * sinl(phase);
    }
    if (fabsl(real) < 0.5L && fabsl(imaginary) < 0.5L)
        return pld__complex((double)(0.5L * log1pl(real * (2 + real) + imaginary * imaginary)),
                            (double)atan2l(imaginary, 1 + real));
    real = imaginary = 0;
    for (size_t i = 0; i < pair->count; i++) {
        long double size = expl(logl(pair->p[i]) + creal(s) * pair->loss[i] - largest), phase = cimag(s) * pair->loss[i];
        real += size * cosl(phase);
        imaginary += size * sinl(phase);
    }
    return pld__complex((double)(largest + logl(hypotl(real, imaginary))), (double)atan2l(imaginary, real));
}

static const pld__pair_operations SPARSE_OPERATIONS = {
    .positions = sparse_positions,
    .bulk = sparse_bulk,
    .mass_below = sparse_mass_below,
    .mass_above = sparse_mass_above,
    .log_delta = sparse_log_delta,
    .reach_above = sparse_reach_above,
    .reach_below = sparse_reach_below,
    .sketch_points = sparse_sketch_points,
    .log_moment = sparse_log_moment,
    .free = sparse_free,
};

size_t pld__outcomes_gather(pld__outcome *outcomes, size_t count, long double absolute, long double relative, size_t *most) {
    size_t kept = 0, run = 0, longest = 0;
    bool sorted = true;
    for (size_t i = 1; i < count && sorted; i++)
        sorted = outcomes[i - 1].loss <= outcomes[i].loss;
    if (!sorted) /* which may take as much memory again */
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

/* The common distance of neighbouring losses, if there is one; kappa then covers how far they are from it (T38). */
static void find_spacing(pld__sparse *pair, double largest) {
    if (pair->count < 3)
        return;
    double spacing = (double)((pair->loss[pair->count - 1] - pair->loss[0]) / (long double)(pair->count - 1));
    long double furthest = 0;
    for (size_t i = 0; i < pair->count; i++) {
        long double away = fabsl(pair->loss[i] - pair->loss[0] - (long double)i * spacing);
        furthest = away > furthest ? away : furthest; /* fmaxl is a call */
    }
    /* A distance that is a double is off by u of itself, and the last loss by u of the range. */
    if (furthest > pair->kappa + 4 * PLD__U * largest)
        return;
    pair->spacing = spacing;
    pair->kappa = fmax(pair->kappa, (double)furthest * (1 + 4 * PLD__U));
}

static pld_status fill(pld__sparse *pair, const pld__outcome *outcomes, size_t count, double rho, double kappa,
                       long double largest) {
    pair->p = pld__allocate(count ? count : 1, sizeof *pair->p);
    pair->q = pld__allocate(count ? count : 1, sizeof *pair->q);
    pair->loss = pld__allocate(count ? count : 1, sizeof *pair->loss);
    if (!pair->p || !pair->q || !pair->loss)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        pair->p[i] = outcomes[i].p;
        pair->q[i] = outcomes[i].q;
        pair->loss[i] = outcomes[i].loss;
    }
    pair->count = count;
    /* Sums of at most `count` terms of one loss; what gathering calls the same. */
    pair->rho = rho + (double)(count + 4) * 0x1p-63;
    pair->kappa = kappa + (double)largest * (0x1p-60 + (double)SAME);
    find_spacing(pair, (double)largest);
    return PLD_OK;
}

/* As pld__sparse_mechanism_of does, but that rho and kappa are known already. */
static pld_status make_lists(pld__sparse *pair) {
    pld__outcome *outcomes;
    size_t count;
    pld_status status = pair->list(&pair->numbers, &outcomes, &count);
    if (status != PLD_OK)
        return status;
    pld__sparse made = {.rho = 0};
    size_t kept = pld__outcomes_gather(outcomes, count, 0, SAME, NULL);
    status = fill(&made, outcomes, kept, 0, pair->kappa, 0);
    pld__free(outcomes);
    if (status != PLD_OK) {
        pld__free(made.p);
        pld__free(made.q);
        pld__free(made.loss);
        return status;
    }
    pair->p = made.p;
    pair->q = made.q;
    pair->loss = made.loss;
    pair->count = made.count;
    pair->spacing = made.kappa <= pair->kappa ? made.spacing : 0;
    return PLD_OK;
}

long double pld__outcome_loss(long double p, long double q) {
    long double ratio = p / q;
    if (ratio > 0.5L && ratio < 2) /* the difference is exact */
        return log1pl((p - q) / q);
    return isnormal(ratio) ? logl(ratio) : logl(p) - logl(q);
}

/* Largest loss without sign of the outcomes that both have. */
static long double largest_of(const pld__outcome *outcomes, size_t count) {
    long double largest = 0;
    for (size_t i = 0; i < count; i++) {
        long double size = fabsl(outcomes[i].loss);
        largest = size > largest ? size : largest; /* fmaxl is a call */
    }
    return largest;
}

bool pld__sparse_affordable(size_t count) {
    /* The lists of a pair are as long as the outcomes; sorting, before they are made, takes no more. */
    return pld__budget_allows((double)count * (sizeof(pld__outcome) + 3 * sizeof(long double)));
}

pld_status pld__sparse_mechanism(size_t count, const pld__outcome *outcomes, double rho, double kappa, long double dropped,
                                 const char *resolved, const char *note, pld_mechanism **mechanism) {
    pld__outcome *own = pld__sparse_affordable(count) ? pld__allocate(count ? count : 1, sizeof *own) : NULL;
    if (!own)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++)
        own[i] = outcomes[i];
    pld_status status = pld__sparse_mechanism_of(count, own, rho, kappa, dropped, resolved, note, mechanism);
    pld__free(own);
    return status;
}

pld_status pld__sparse_mechanism_later(pld_status (*list)(const pld__traits *numbers, pld__outcome **outcomes, size_t *count),
                                       const pld__traits *numbers, double rho, double kappa, long double dropped,
                                       const char *resolved, const char *note, pld_mechanism **mechanism) {
    pld__sparse *pair = pld__allocate(1, sizeof *pair);
    if (!pair)
        return PLD_ERROR_MEMORY;
    *pair = (pld__sparse){.rho = rho, .kappa = kappa, .list = list, .numbers = *numbers};
    pld_mechanism made = {.operations = &SPARSE_OPERATIONS,
                          .pair = pair,
                          .sparse = true,
                          .loss_infimum = -INFINITY,
                          .loss_supremum = INFINITY,
                          .dropped = dropped};
    return pld__mechanism_create(&made, resolved, note, mechanism);
}

/* *sum + *rest is the sum of what was added, but for two units of it, however many. */
static void add_exactly(long double *sum, long double *rest, long double part) {
    long double next = *sum + part;
    *rest += fabsl(*sum) >= fabsl(part) ? (*sum - next) + part : (part - next) + *sum;
    *sum = next;
}

pld_status pld__sparse_mechanism_of(size_t count, pld__outcome *outcomes, double rho, double kappa, long double dropped,
                                    const char *resolved, const char *note, pld_mechanism **mechanism) {
    pld__sparse *pair = pld__allocate(1, sizeof *pair);
    if (!pair)
        return PLD_ERROR_MEMORY;
    *pair = (pld__sparse){0};
    size_t both = 0;
    long double p_only = 0, q_only = 0, p_rest = 0, q_rest = 0;
    for (size_t i = 0; i < count; i++) {
        if (outcomes[i].p > 0 && outcomes[i].q > 0)
            outcomes[both++] = outcomes[i];
        else if (outcomes[i].p > 0)
            add_exactly(&p_only, &p_rest, outcomes[i].p);
        else
            add_exactly(&q_only, &q_rest, outcomes[i].q);
    }
    p_only += p_rest;
    q_only += q_rest;
    long double largest = largest_of(outcomes, both);
    size_t kept = pld__outcomes_gather(outcomes, both, 0, SAME, NULL);
    pld_status status = fill(pair, outcomes, kept, rho, kappa, largest);
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

void pld__outcomes_sample(pld__outcome *outcomes, size_t count, double rate, double *kappa) {
    if (rate == 1)
        return;
    long double steepest = 0;
    for (size_t i = 0; i < count; i++) {
        pld__outcome *one = &outcomes[i];
        bool plain = one->p > 0 && one->q > 0;
        if (plain)
            steepest = fmaxl(steepest, pld__sampled_slope(rate, one->loss + *kappa));
        one->loss = plain ? pld__sampled_loss(rate, one->loss) : log1pl(-(long double)rate);
        one->p = (1 - (long double)rate) * one->q + rate * one->p;
    }
    /* The sampled loss moves by at most its slope, which increases, times what the plain one does. */
    *kappa *= (double)steepest * (1 + 4 * PLD__U);
}

static bool are_equal(const long double *a, const long double *b, size_t count) {
    size_t i = 0;
    while (i < count && a[i] == b[i])
        i++;
    return i == count;
}

bool pld__sparse_equal(const pld_mechanism *a, const pld_mechanism *b) {
    if (!a->sparse || !b->sparse)
        return false;
    const pld__sparse *first = a->pair, *second = b->pair;
    return first->count == second->count && are_equal(first->p, second->p, first->count) &&
           are_equal(first->q, second->q, first->count) && are_equal(first->loss, second->loss, first->count) &&
           are_equal(a->infinity, b->infinity, PLD_DIRECTIONS) && a->dropped == b->dropped && first->rho == second->rho &&
           first->kappa == second->kappa;
}

pld_status pld__sparse_copy(const pld_mechanism *mechanism, pld_mechanism **copy) {
    const pld__sparse *pair = pld__sparse_of(mechanism);
    pld_status filled = pld__sparse_fill(mechanism);
    if (filled != PLD_OK)
        return filled;
    size_t count = pair->count + 2;
    pld__outcome *outcomes = pld__sparse_affordable(count) ? pld__allocate(count, sizeof *outcomes) : NULL;
    if (!outcomes)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < pair->count; i++)
        outcomes[i] = (pld__outcome){pair->p[i], pair->q[i], pair->loss[i]};
    outcomes[count - 2] = (pld__outcome){.p = mechanism->infinity[PLD_REMOVE]};
    outcomes[count - 1] = (pld__outcome){.q = mechanism->infinity[PLD_ADD]};
    pld_status status = pld__sparse_mechanism_of(count, outcomes, pair->rho, pair->kappa, mechanism->dropped, mechanism->resolved,
                                                 mechanism->note, copy);
    if (status == PLD_OK)
        (*copy)->traits = mechanism->traits;
    pld__free(outcomes);
    return status;
}
