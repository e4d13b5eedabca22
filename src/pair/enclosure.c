/* Pairs between two laws (T114): what planning and single steps ask of them is answered by two coarse ones. */
#include "pair/enclosure.h"

#include "base/base.h"
#include "pair/sparse.h"

#include <math.h>
#include <pthread.h>

/* The laws that planning looks at: of steps and tilts that suit most questions, and as far out as numbers go. */
static const pld__aim COARSE = {.resolution = 0.03, .log_negligible = -650, .theta = {10, 30}};

/* Made when they are first asked for: most pairs are only spoken of. */
typedef struct {
    pthread_mutex_t lock;
    bool tried;
    pld_status status;
    pld__enclosure laws;
} coarse_laws;

typedef struct {
    const pld__enclosed_source *kind;
    void *source;
    coarse_laws *coarse;
} enclosed;

void pld__enclosure_free(pld__enclosure *enclosure) {
    pld_mechanism_free(enclosure->upper);
    pld_mechanism_free(enclosure->lower);
    *enclosure = (pld__enclosure){NULL, NULL};
}

static coarse_laws *coarse_of(const void *object) {
    const enclosed *pair = object;
    coarse_laws *coarse = pair->coarse;
    pthread_mutex_lock(&coarse->lock);
    if (!coarse->tried)
        coarse->status = pair->kind->enclose(pair->source, &COARSE, &coarse->laws);
    coarse->tried = coarse->status != PLD_ERROR_MEMORY; /* of which there may be more another time */
    pthread_mutex_unlock(&coarse->lock);
    return coarse;
}

static void enclosed_free(void *object) {
    enclosed *pair = object;
    pld__enclosure_free(&pair->coarse->laws);
    pthread_mutex_destroy(&pair->coarse->lock);
    pld__free(pair->coarse);
    pair->kind->free(pair->source);
    pld__free(pair);
}

static pld_status enclosed_enclose(const void *object, const pld__aim *aim, pld__enclosure *made) {
    const enclosed *pair = object;
    return pair->kind->enclose(pair->source, aim, made);
}

double pld__enclosure_reach(const pld__enclosure *enclosure, pld_direction direction, double log_mass) {
    const pld__sparse *law = pld__sparse_of(enclosure->upper);
    bool above = direction == PLD_REMOVE;
    long double sum = 0, limit = expl(log_mass);
    size_t i = 0;
    for (; i < law->count; i++) {
        size_t at = above ? law->count - 1 - i : i;
        sum += above ? law->p[at] : law->q[at];
        if (sum > limit)
            break;
    }
    if (i == law->count)
        return 0;
    i = i > 0 ? i - 1 : 0; /* the last that may be left out is where it ends */
    double loss = (double)(above ? law->loss[law->count - 1 - i] : -law->loss[i]);
    return fmax(loss, 0);
}

/* Without laws there is no plan either: see sketch_points. */
static double coarse_reach(const void *object, pld_direction direction, double log_mass) {
    const coarse_laws *coarse = coarse_of(object);
    return coarse->status == PLD_OK ? pld__enclosure_reach(&coarse->laws, direction, log_mass) : 0;
}

static double enclosed_reach_above(const void *object, double log_mass) {
    return coarse_reach(object, PLD_REMOVE, log_mass);
}

static double enclosed_reach_below(const void *object, double log_mass) {
    return coarse_reach(object, PLD_ADD, log_mass);
}

static pld_status enclosed_sketch_points(const void *object, double range, unsigned refinement, pld__sketch_point **points,
                                         size_t *count) {
    const coarse_laws *coarse = coarse_of(object);
    if (coarse->status != PLD_OK)
        return coarse->status;
    const pld_mechanism *law = coarse->laws.lower;
    return law->operations->sketch_points(law->pair, range, refinement, points, count);
}

/* Of one step: the curves of the two laws. */
static pld__log_bounds enclosed_hockey(const void *object, pld_direction direction, double epsilon, double supremum_upper) {
    const coarse_laws *coarse = coarse_of(object);
    (void)supremum_upper;
    if (coarse->status != PLD_OK)
        return (pld__log_bounds){-INFINITY, 0};
    const pld__sparse *low = pld__sparse_of(coarse->laws.lower), *high = pld__sparse_of(coarse->laws.upper);
    long double lower = pld__mechanism_log_delta(coarse->laws.lower, direction, epsilon + 2 * low->kappa);
    long double upper = pld__mechanism_log_delta(coarse->laws.upper, direction, fmax(epsilon - 2 * high->kappa, 0));
    lower -= 4 * (long double)low->rho + 1e-13L + 1e-15L * fabsl(lower);
    upper += 4 * (long double)high->rho + 1e-13L;
    return (pld__log_bounds){lower > -INFINITY ? lower : -INFINITY, upper <= 0 ? upper : 0};
}

/* Of the lower law, for planning: nothing is certified by it. */
static double complex enclosed_log_moment(const void *object, double complex s) {
    const coarse_laws *coarse = coarse_of(object);
    const pld_mechanism *law = coarse->laws.lower;
    return coarse->status == PLD_OK ? law->operations->log_moment(law->pair, s) : (double complex)NAN;
}

static const pld__pair_operations ENCLOSED_OPERATIONS = {
    .enclose = enclosed_enclose,
    .reach_above = enclosed_reach_above,
    .reach_below = enclosed_reach_below,
    .sketch_points = enclosed_sketch_points,
    .hockey = enclosed_hockey,
    .log_moment = enclosed_log_moment,
    .free = enclosed_free,
};

pld_status pld__enclosed_mechanism(const pld__enclosed_source *kind, void *source, const pld_mechanism *prototype,
                                   const char *resolved, const char *note, pld_mechanism **mechanism) {
    enclosed *pair = pld__allocate(1, sizeof *pair);
    coarse_laws *coarse = pld__allocate(1, sizeof *coarse);
    if (!pair || !coarse) {
        pld__free(pair);
        pld__free(coarse);
        kind->free(source);
        return PLD_ERROR_MEMORY;
    }
    *coarse = (coarse_laws){.lock = PTHREAD_MUTEX_INITIALIZER};
    *pair = (enclosed){.kind = kind, .source = source, .coarse = coarse};
    pld_mechanism made = *prototype;
    made.operations = &ENCLOSED_OPERATIONS;
    made.pair = pair;
    return pld__mechanism_create(&made, resolved, note, mechanism);
}
