/* Claim (T111). The outcome is (label, y); its density ratio at (i, y) is that of pair i at y, whatever the weight. So masses of
 * a set of losses are the weighted sums of those of the pairs, and D, moments and tails likewise. The line x of this pair is the
 * loss itself; each pair finds its own positions there, as well as it promises to.
 *
 * Rounding: with all p_i, q_i good to rho and weights to `error`, sums are good to rho + error and 8 u, and the ratio of two sums
 * to kappa of the pairs and twice that. */
#include "pair/labelled.h"

#include "base/base.h"
#include "base/complex.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

typedef struct {
    size_t count;
    pld_mechanism *pairs[PLD__MOST_LABELS];
    double log_weight[PLD__MOST_LABELS];
    double error; /* of the weights, relative, and of their logs */
    double infimum, supremum;
} labelled;

static void labelled_free(void *object) {
    labelled *pair = object;
    for (size_t i = 0; i < pair->count; i++)
        pld_mechanism_free(pair->pairs[i]);
    pld__free(pair);
}

static double position_of(const pld_mechanism *one, double loss) {
    double x = loss;
    if (isfinite(loss))
        one->operations->positions(one->pair, &loss, 1, &x);
    return x;
}

static void labelled_positions(const void *object, const double *loss, size_t count, double *x) {
    const labelled *pair = object;
    for (size_t i = 0; i < count; i++)
        x[i] = loss[i] <= pair->infimum ? -INFINITY : loss[i] >= pair->supremum ? INFINITY : loss[i];
}

static double labelled_position_error(const void *object, double x) {
    const labelled *pair = object;
    double most = 0;
    for (size_t i = 0; i < pair->count; i++)
        if (pair->pairs[i]->operations->position_error)
            most = fmax(most, pair->pairs[i]->operations->position_error(pair->pairs[i]->pair, position_of(pair->pairs[i], x)));
    return most;
}

/* Both masses below 1e-30. */
static const double LOG_OUTSIDE = -70;

static double labelled_reach_above(const void *object, double log_mass) {
    const labelled *pair = object;
    double most = 0;
    for (size_t i = 0; i < pair->count; i++)
        most = fmax(most, pair->pairs[i]->operations->reach_above(pair->pairs[i]->pair, log_mass));
    return most;
}

static double labelled_reach_below(const void *object, double log_mass) {
    const labelled *pair = object;
    double most = 0;
    for (size_t i = 0; i < pair->count; i++)
        most = fmax(most, pair->pairs[i]->operations->reach_below(pair->pairs[i]->pair, log_mass));
    return most;
}

static void labelled_bulk(const void *object, double *low, double *high) {
    *low = -labelled_reach_below(object, LOG_OUTSIDE);
    *high = labelled_reach_above(object, LOG_OUTSIDE);
}

/* --- masses --------------------------------------------------------------------------------------------------------- */

/* Both masses of a pair beyond a position of its own, to an infinite end; all of it where the other end is infinite as well. */
static pld__log_mass tail_between(const pld_mechanism *one, double left, double right, pld__accuracy *accuracy) {
    if (!isfinite(left) && !isfinite(right)) {
        *accuracy = (pld__accuracy){(double)one->dropped, 2 * (double)one->dropped};
        return (pld__log_mass){0, 0};
    }
    pld__log_mass mass =
        isfinite(right) ? one->operations->mass_below(one->pair, right) : one->operations->mass_above(one->pair, left);
    double error = pld__tail_error(mass, one->tail_slope);
    *accuracy = (pld__accuracy){2 * error, 4 * error};
    return mass;
}

enum { MOST_CUTS = 1024 };

/* Cell k of the label is the k-th part of the pair's own interval: a set of outcomes whose losses are between the ends, which is
 * all that a cell has to be. Where the interval has no end all of it is in the first cell. */
static pld__accuracy cut_one(const pld_mechanism *one, double left, double right, size_t cuts, double reference, double *p,
                             double *q, double *unit) {
    pld__accuracy accuracy = {0, 0};
    double from = position_of(one, left), to = position_of(one, right);
    for (size_t k = 0; k < cuts; k++)
        p[k] = q[k] = 0;
    *unit = -INFINITY;
    if (from == to)
        return accuracy;
    if (isfinite(from) && isfinite(to))
        return one->operations->masses(one->pair, from, to, cuts, reference, p, q, unit);
    pld__log_mass mass = tail_between(one, from, to, &accuracy);
    *unit = mass.p > -INFINITY ? (double)mass.p : (double)mass.q + reference;
    p[0] = (double)expl(mass.p - *unit);
    q[0] = (double)expl(mass.q + reference - *unit);
    accuracy.kappa += 8 * PLD__U * (1 + fabs(*unit) + fabs(reference));
    return accuracy;
}

static pld__accuracy labelled_masses(const void *object, double left, double right, size_t cuts, double reference, double *p,
                                     double *q, double *unit) {
    const labelled *pair = object;
    double one_p[MOST_CUTS], one_q[MOST_CUTS], rounding = 0;
    size_t used = cuts < MOST_CUTS ? cuts : MOST_CUTS; /* the cells behind stay empty */
    pld__accuracy worst = {0, 0};
    *unit = -INFINITY;
    for (size_t k = 0; k < cuts; k++)
        p[k] = q[k] = 0;
    for (size_t i = 0; i < pair->count; i++) {
        double one_unit;
        pld__accuracy good = cut_one(pair->pairs[i], left, right, used, reference, one_p, one_q, &one_unit);
        double log_scale = one_unit + pair->log_weight[i], larger = fmax(*unit, log_scale);
        if (!(one_unit > -INFINITY))
            continue;
        double kept = *unit > -INFINITY ? exp(*unit - larger) : 0, added = exp(log_scale - larger);
        for (size_t k = 0; k < used; k++) {
            p[k] = kept * p[k] + added * one_p[k];
            q[k] = kept * q[k] + added * one_q[k];
        }
        rounding += 4 * PLD__U * (2 + fabs(one_unit) + fabs(pair->log_weight[i]) + fabs(larger));
        worst = (pld__accuracy){fmax(worst.rho, good.rho), fmax(worst.kappa, good.kappa)};
        *unit = larger;
    }
    *unit = *unit > -INFINITY ? *unit : 0;
    double rho = worst.rho + pair->error + rounding + 8 * PLD__U;
    return (pld__accuracy){rho, worst.kappa + 2 * rho};
}

/* Both masses beyond a loss. */
static pld__log_mass beyond(const labelled *pair, double loss, bool below) {
    pld__log_mass sum = {-INFINITY, -INFINITY};
    for (size_t i = 0; i < pair->count; i++) {
        const pld_mechanism *one = pair->pairs[i];
        double x = position_of(one, loss), none = below ? -INFINITY : INFINITY;
        pld__log_mass mass = {0, 0};
        if (x == none)
            continue;
        if (isfinite(x))
            mass = below ? one->operations->mass_below(one->pair, x) : one->operations->mass_above(one->pair, x);
        sum.p = pld__log_add(sum.p, mass.p + pair->log_weight[i]);
        sum.q = pld__log_add(sum.q, mass.q + pair->log_weight[i]);
    }
    return sum;
}

static pld__log_mass labelled_below(const void *object, double x) {
    return beyond(object, x, true);
}

static pld__log_mass labelled_above(const void *object, double x) {
    return beyond(object, x, false);
}

/* --- curves and moments --------------------------------------------------------------------------------------------- */

static pld__log_bounds labelled_hockey(const void *object, pld_direction direction, double epsilon, double supremum_upper) {
    const labelled *pair = object;
    pld__log_bounds sum = {-INFINITY, -INFINITY};
    (void)supremum_upper;
    for (size_t i = 0; i < pair->count; i++) {
        const pld_mechanism *one = pair->pairs[i];
        double end = pld__mechanism_supremum_upper(one, direction);
        pld__log_bounds found = {-INFINITY, 0};
        if (epsilon >= end)
            found.upper = -INFINITY;
        else if (one->operations->hockey)
            found = one->operations->hockey(one->pair, direction, epsilon, end);
        sum.lower = pld__log_add(sum.lower, pair->log_weight[i] + found.lower);
        sum.upper = pld__log_add(sum.upper, pair->log_weight[i] + found.upper);
    }
    long double off = pair->error + 1e-17L;
    return (pld__log_bounds){sum.lower - off - 1e-17L * fabsl(sum.lower),
                             sum.upper > -INFINITY ? fminl(sum.upper + off + 1e-17L * fabsl(sum.upper), 0) : -INFINITY};
}

static double labelled_log_moment_upper(const void *object, pld_direction direction, double lambda) {
    const labelled *pair = object;
    long double sum = -INFINITY;
    for (size_t i = 0; i < pair->count; i++) {
        const pld_mechanism *one = pair->pairs[i];
        double one_upper = lambda * fmax(pld__mechanism_supremum_upper(one, direction), 0);
        if (one->operations->log_moment_upper)
            one_upper = fmin(one_upper, one->operations->log_moment_upper(one->pair, direction, lambda));
        sum = pld__log_add(sum, pair->log_weight[i] + (long double)one_upper);
    }
    return sum < INFINITY ? (double)(sum + pair->error + 1e-15L * (1 + fabsl(sum))) : INFINITY;
}

/* Scaled by the largest. */
static double complex labelled_log_moment(const void *object, double complex s) {
    const labelled *pair = object;
    double complex sum = 0, found[PLD__MOST_LABELS];
    double largest = -INFINITY;
    for (size_t i = 0; i < pair->count; i++) {
        found[i] = pair->pairs[i]->operations->log_moment(pair->pairs[i]->pair, s) + pair->log_weight[i];
        largest = fmax(largest, creal(found[i]));
    }
    if (!isfinite(largest))
        return largest;
    for (size_t i = 0; i < pair->count; i++)
        sum += cexp(found[i] - largest);
    return largest + clog(sum);
}

static int by_loss(const void *first, const void *second) {
    const pld__sketch_point *a = first, *b = second;
    if (a->loss != b->loss)
        return a->loss < b->loss ? -1 : 1;
    return (a->log_p > b->log_p) - (a->log_p < b->log_p);
}

/* The points of all, each with its weight, in one list. */
static pld_status labelled_sketch_points(const void *object, double reach, unsigned refinement, pld__sketch_point **points,
                                         size_t *count) {
    const labelled *pair = object;
    pld__sketch_point *parts[PLD__MOST_LABELS] = {NULL}, *all = NULL;
    size_t counts[PLD__MOST_LABELS] = {0}, total = 0, filled = 0;
    pld_status status = PLD_OK;
    for (size_t i = 0; i < pair->count && status == PLD_OK; i++) {
        const pld_mechanism *one = pair->pairs[i];
        status = one->operations->sketch_points(one->pair, reach, refinement, &parts[i], &counts[i]);
        total += status == PLD_OK ? counts[i] : 0;
    }
    if (status == PLD_OK && !(all = pld__allocate(total ? total : 1, sizeof *all)))
        status = PLD_ERROR_MEMORY;
    for (size_t i = 0; i < pair->count; i++) {
        for (size_t k = 0; k < counts[i] && status == PLD_OK; k++) {
            all[filled] = parts[i][k];
            all[filled].log_p += pair->log_weight[i];
            all[filled++].log_q += pair->log_weight[i];
        }
        pld__free(parts[i]);
    }
    if (status != PLD_OK)
        return status;
    qsort(all, total, sizeof *all, by_loss);
    *points = all;
    *count = total;
    return PLD_OK;
}

/* --- the mechanism -------------------------------------------------------------------------------------------------- */

static const pld__pair_operations LABELLED_OPERATIONS = {
    .positions = labelled_positions,
    .position_error = labelled_position_error,
    .bulk = labelled_bulk,
    .masses = labelled_masses,
    .mass_below = labelled_below,
    .mass_above = labelled_above,
    .reach_above = labelled_reach_above,
    .reach_below = labelled_reach_below,
    .sketch_points = labelled_sketch_points,
    .hockey = labelled_hockey,
    .log_moment_upper = labelled_log_moment_upper,
    .log_moment = labelled_log_moment,
    .free = labelled_free,
};

/* The ends of the loss, what is left out and what may be claimed: those of all pairs together. */
static void gather_ends(const labelled *pair, const double *weights, pld_mechanism *made) {
    made->loss_infimum = INFINITY;
    made->loss_supremum = -INFINITY;
    made->trivial = true;
    for (size_t i = 0; i < pair->count; i++) {
        const pld_mechanism *one = pair->pairs[i];
        made->loss_infimum = fmin(made->loss_infimum, one->loss_infimum);
        made->loss_supremum = fmax(made->loss_supremum, one->loss_supremum);
        made->infimum_error = fmax(made->infimum_error, one->infimum_error);
        made->supremum_error = fmax(made->supremum_error, one->supremum_error);
        made->tail_slope = fmax(made->tail_slope, one->tail_slope);
        made->dropped += weights[i] * one->dropped;
        made->trivial &= one->trivial;
        for (int d = 0; d < PLD_DIRECTIONS; d++)
            made->no_lower[d] |= one->no_lower[d];
    }
    made->tail_slope += pair->error / 8;
}

static bool fits(size_t count, const pld_mechanism *const *pairs, const double *weights) {
    bool good = count > 0 && count <= PLD__MOST_LABELS;
    for (size_t i = 0; good && i < count; i++)
        good = weights[i] > 0 && weights[i] <= 1 && !pairs[i]->sparse && !pairs[i]->has_end_atoms && !pairs[i]->trivial;
    return good;
}

pld_status pld__labelled_mechanism(size_t count, const pld_mechanism *const *pairs, const double *weights, double error,
                                   const char *resolved, const char *note, pld_mechanism **mechanism) {
    if (!fits(count, pairs, weights))
        return PLD_ERROR_ARGUMENT;
    labelled *pair = pld__allocate(1, sizeof *pair);
    if (!pair)
        return PLD_ERROR_MEMORY;
    *pair = (labelled){.count = count, .error = error + 4 * PLD__U};
    for (size_t i = 0; i < count; i++) {
        pair->pairs[i] = pld__mechanism_share(pairs[i]);
        pair->log_weight[i] = log(weights[i]);
        pair->error = fmax(pair->error, error + 2 * PLD__U * fabs(pair->log_weight[i]));
    }
    pld_mechanism made = {.operations = &LABELLED_OPERATIONS, .pair = pair};
    gather_ends(pair, weights, &made);
    pair->infimum = made.loss_infimum;
    pair->supremum = made.loss_supremum;
    return pld__mechanism_create(&made, resolved, note, mechanism);
}
