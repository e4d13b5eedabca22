/* Pairs between two laws (T114): what planning and single steps ask of them is answered by two coarse ones. */
#include "pair/enclosure.h"

#include "base/base.h"
#include "pair/sparse.h"

#include <math.h>

/* The laws that planning looks at: of steps and tilts that suit most questions, and as far out as numbers go. */
static const pld__aim COARSE = {.resolution = 0.03, .log_negligible = -650, .theta = {10, 30}};

typedef struct {
    const pld__enclosed_source *kind;
    void *source;
    pld__enclosure coarse;
} enclosed;

void pld__enclosure_free(pld__enclosure *enclosure) {
    pld_mechanism_free(enclosure->upper);
    pld_mechanism_free(enclosure->lower);
    *enclosure = (pld__enclosure){NULL, NULL};
}

static void enclosed_free(void *object) {
    enclosed *pair = object;
    pld__enclosure_free(&pair->coarse);
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

static double enclosed_reach_above(const void *object, double log_mass) {
    return pld__enclosure_reach(&((const enclosed *)object)->coarse, PLD_REMOVE, log_mass);
}

static double enclosed_reach_below(const void *object, double log_mass) {
    return pld__enclosure_reach(&((const enclosed *)object)->coarse, PLD_ADD, log_mass);
}

static pld_status enclosed_sketch_points(const void *object, double range, unsigned refinement, pld__sketch_point **points,
                                         size_t *count) {
    const pld_mechanism *law = ((const enclosed *)object)->coarse.lower;
    return law->operations->sketch_points(law->pair, range, refinement, points, count);
}

/* Of one step: the curves of the two laws. */
static pld__log_bounds enclosed_hockey(const void *object, pld_direction direction, double epsilon, double supremum_upper) {
    const enclosed *pair = object;
    const pld__sparse *low = pld__sparse_of(pair->coarse.lower), *high = pld__sparse_of(pair->coarse.upper);
    (void)supremum_upper;
    long double lower = pld__mechanism_log_delta(pair->coarse.lower, direction, epsilon + 2 * low->kappa);
    long double upper = pld__mechanism_log_delta(pair->coarse.upper, direction, fmax(epsilon - 2 * high->kappa, 0));
    lower -= 4 * (long double)low->rho + 1e-13L + 1e-15L * fabsl(lower);
    upper += 4 * (long double)high->rho + 1e-13L;
    return (pld__log_bounds){lower > -INFINITY ? lower : -INFINITY, upper <= 0 ? upper : 0};
}

/* Of the lower law, for planning: nothing is certified by it. */
static double complex enclosed_log_moment(const void *object, double complex s) {
    const pld_mechanism *law = ((const enclosed *)object)->coarse.lower;
    return law->operations->log_moment(law->pair, s);
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
    if (!pair) {
        kind->free(source);
        return PLD_ERROR_MEMORY;
    }
    *pair = (enclosed){.kind = kind, .source = source};
    pld_status status = kind->enclose(source, &COARSE, &pair->coarse);
    if (status != PLD_OK) {
        enclosed_free(pair);
        return status;
    }
    pld_mechanism made = *prototype;
    made.operations = &ENCLOSED_OPERATIONS;
    made.pair = pair;
    return pld__mechanism_create(&made, resolved, note, mechanism);
}
