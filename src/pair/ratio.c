/* Claim (T112). (a) Spread: between two nodes a convex f lies below its chord, and beyond the last one below f there plus its
 * slope; so masses moved to the ends of their interval, with the same mean, make an upper law, and masses rounded up keep it one,
 * as f >= 0. (b) Merge: values of an interval taken to their mean make a lower law (Jensen); masses left out keep it one. (c)
 * Sums: given the second summand, f(. + v) is again convex, >= 0, monotone and of the same slope, so the order is kept summand by
 * summand. (d) Values that are off by a factor e^(+-kappa) are those of a law that f, being monotone, sees as one scaled by
 * e^kappa or e^-kappa: kappas of summands do not add up, their larger one does.
 *
 * Rounding. A sum of two values is off by u: kappa. Per interval k, M_k is the sum of m and W_k that of m (v - node_k), both of
 * at most n terms one after the other, all >= 0: each good to (n + 4) u. So W/width and its complement are good to 2 (n + 10) u
 * of M, which is added to both. Products of masses that underflow are off by 5e-324 each: an upper law gets them back at its
 * first node and in its excess, as f(v) <= f(first) + s v; a lower one forgets intervals of less than 1e-280. */
#include "pair/ratio.h"

#include "base/base.h"
#include "pair/sparse.h"

#include <math.h>

static const double LOST_PRODUCT = 1e-322, FORGOTTEN = 1e-280, UNDERFLOWN = 1e-307;

void pld__ratio_free(pld__ratio_law *law) {
    pld__free(law->value);
    pld__free(law->mass);
    *law = (pld__ratio_law){0};
}

/* An empty law with room for `count` values. */
static pld_status allocate(size_t count, pld__ratio_law *law) {
    *law = (pld__ratio_law){.value = pld__allocate(count, sizeof(double)), .mass = pld__allocate(count, sizeof(double))};
    if (law->value && law->mass)
        return PLD_OK;
    pld__ratio_free(law);
    return PLD_ERROR_MEMORY;
}

static void append(pld__ratio_law *law, double value, double mass) {
    law->value[law->count] = value;
    law->mass[law->count++] = mass;
}

/* --- the ratio of a pair -------------------------------------------------------------------------------------------- */

/* Masses of one cell relative to its lower end: p = P-mass e^-scale, q = Q-mass e^(loss - scale). */
typedef struct {
    double p, q, scale;
    pld__accuracy accuracy;
} cell;

static cell cell_of(const pld_mechanism *mechanism, const double *x, const double *losses) {
    cell one = {0};
    if (isfinite(x[0]) && isfinite(x[1]) && x[0] < x[1])
        one.accuracy = mechanism->operations->masses(mechanism->pair, x[0], x[1], 1, losses[0], &one.p, &one.q, &one.scale);
    /* Ends of a cell are where their labels say to 4 u (1 + |loss|), and exponentials round. */
    one.accuracy.kappa += 16 * PLD__U * (1 + fabs(losses[0]) + fabs(losses[1]));
    return one;
}

/* Of the Q-mass of a cell, what goes to its upper end: (P - r0 Q)/(r1 - r0) = (p - q)/(e^(l1 - l0) - 1). */
static void spread_cell(const cell *one, const double *losses, double *mass, double *kappa) {
    double step = losses[1] - losses[0], climb = expm1(step), factor = exp(one->scale - losses[0]);
    double high = fmin(fmax((one->p - one->q) / climb, 0), one->q), low = one->q - high;
    double error = 16 * one->accuracy.kappa * (1 + 1 / climb) + 2 * one->accuracy.rho + 16 * PLD__U * (1 + fabs(one->scale));
    if (!(one->accuracy.rho <= 0.1 && one->accuracy.kappa <= 0.1))
        error = INFINITY; /* nothing is known */
    if (one->p > 0 || one->q > 0) {
        mass[0] += (low + error * one->q) * (1 + error) * factor;
        mass[1] += (high + error * one->q) * (1 + error) * factor;
        *kappa = fmax(*kappa, one->accuracy.kappa);
    }
}

static pld_status create_upper(const pld_mechanism *mechanism, const double *x, const double *losses, size_t count,
                               pld__ratio_law *law) {
    pld_status status = allocate(count + 1, law);
    if (status != PLD_OK)
        return status;
    append(law, 0, 0);
    for (size_t i = 0; i < count; i++)
        append(law, exp(losses[i]), 0);
    for (size_t i = 0; i + 1 < count; i++) {
        cell one = cell_of(mechanism, x + i, losses + i);
        spread_cell(&one, losses + i, law->mass + 1 + i, &law->kappa);
    }
    /* Below the first loss between it and 0, beyond the last one there and in the excess. */
    pld__log_mass below = mechanism->operations->mass_below(mechanism->pair, x[0]);
    pld__log_mass above = mechanism->operations->mass_above(mechanism->pair, x[count - 1]);
    double below_error = 8 * pld__tail_error(below, mechanism->tail_slope);
    double above_error = 8 * pld__tail_error(above, mechanism->tail_slope), dropped = (double)mechanism->dropped;
    law->mass[0] = (double)expl(below.q) * (1 + below_error) + UNDERFLOWN + dropped;
    law->mass[1] += (double)expl(below.p - losses[0]) * (1 + below_error) + UNDERFLOWN;
    law->mass[count] += (double)expl(above.q) * (1 + above_error) + UNDERFLOWN;
    law->excess = (double)expl(above.p) * (1 + above_error) + UNDERFLOWN + dropped;
    return PLD_OK;
}

static pld_status create_lower(const pld_mechanism *mechanism, const double *x, const double *losses, size_t count,
                               pld__ratio_law *law) {
    pld_status status = allocate(count, law);
    for (size_t i = 0; i + 1 < count && status == PLD_OK; i++) {
        cell one = cell_of(mechanism, x + i, losses + i);
        double mass = one.q * exp(one.scale - losses[i]);
        if (!(one.p > 0 && one.q > 0 && mass > FORGOTTEN && one.accuracy.rho <= 0.1 && one.accuracy.kappa <= 0.1))
            continue;
        append(law, exp(losses[i]) * (one.p / one.q), mass);
        law->kappa = fmax(law->kappa, 2 * one.accuracy.kappa + 8 * PLD__U);
        law->rho = fmax(law->rho, 2 * one.accuracy.rho + 8 * PLD__U * (2 + fabs(one.scale) + fabs(losses[i])));
    }
    return status;
}

pld_status pld__ratio_create(const pld_mechanism *mechanism, const double *losses, size_t count, bool upper,
                             pld__ratio_law *law) {
    double *x = pld__allocate(count, sizeof *x);
    if (!x)
        return PLD_ERROR_MEMORY;
    mechanism->operations->positions(mechanism->pair, losses, count, x);
    /* Losses that no finite place has belong to the tails. */
    size_t from = 0, to = count;
    while (from < to && !isfinite(x[from]))
        from++;
    while (to > from && !isfinite(x[to - 1]))
        to--;
    pld_status status = to - from < 2 ? PLD_ERROR_ARGUMENT
                        : upper       ? create_upper(mechanism, x + from, losses + from, to - from, law)
                                      : create_lower(mechanism, x + from, losses + from, to - from, law);
    pld__free(x);
    return status;
}

/* --- sums ----------------------------------------------------------------------------------------------------------- */

/* Sums of masses, and of masses times the way above the lower end, for every interval of the nodes; the last has no end. */
typedef struct {
    const double *nodes;
    size_t count;
    double *mass, *way;
} intervals;

/* One value of the first law and all of the second from `from` on, weighted by `weight`. */
static void add_row(const intervals *into, double value, double weight, const pld__ratio_law *b, size_t from) {
    const double *nodes = into->nodes;
    size_t k = 0, last = into->count - 1, high = into->count;
    double first = value + b->value[from];
    while (high - k > 1) { /* where the first sum belongs */
        size_t middle = k + (high - k) / 2;
        *(nodes[middle] <= first ? &k : &high) = middle;
    }
    double mass = 0, way = 0, low = nodes[k], end = k < last ? nodes[k + 1] : INFINITY;
    for (size_t j = from; j < b->count; j++) {
        double sum = value + b->value[j];
        if (sum >= end) {
            into->mass[k] += weight * mass;
            into->way[k] += weight * way;
            mass = way = 0;
            while (sum >= end)
                end = ++k < last ? nodes[k + 1] : INFINITY;
            low = nodes[k];
        }
        mass += b->mass[j];
        way += b->mass[j] * (sum - low);
    }
    into->mass[k] += weight * mass;
    into->way[k] += weight * way;
}

/* Twice the same law: every two values once. */
static void add_rows(const intervals *into, const pld__ratio_law *a, const pld__ratio_law *b) {
    bool same = a == b;
    for (size_t i = 0; i < a->count; i++) {
        if (!(a->mass[i] > 0))
            continue;
        if (!same) {
            add_row(into, a->value[i], a->mass[i], b, 0);
            continue;
        }
        pld__ratio_law itself = {.count = 1, .value = &a->value[i], .mass = &a->mass[i]};
        add_row(into, a->value[i], a->mass[i], &itself, 0);
        if (i + 1 < a->count)
            add_row(into, a->value[i], 2 * a->mass[i], b, i + 1);
    }
}

static void spread_intervals(const intervals *from, double rounding, pld__ratio_law *sum) {
    for (size_t k = 0; k < from->count; k++)
        append(sum, from->nodes[k], 0);
    for (size_t k = 0; k < from->count; k++) {
        bool last = k + 1 == from->count;
        double mass = from->mass[k] * (1 + rounding), share = last ? 0 : from->way[k] / (from->nodes[k + 1] - from->nodes[k]);
        double low = fmax(mass - share, 0);
        sum->mass[k] += low + rounding * mass;
        if (last)
            sum->excess += from->way[k] * (1 + 2 * rounding);
        else
            sum->mass[k + 1] += share * (1 + rounding) + rounding * mass;
    }
    for (size_t k = 0; k < from->count; k++)
        sum->mass[k] *= 1 + 4 * PLD__U;
}

static void merge_intervals(const intervals *from, pld__ratio_law *sum) {
    for (size_t k = 0; k < from->count; k++)
        if (from->mass[k] > FORGOTTEN)
            append(sum, from->nodes[k] + from->way[k] / from->mass[k], from->mass[k]);
}

static double total_mass(const pld__ratio_law *law) {
    long double sum = 0;
    for (size_t i = 0; i < law->count; i++)
        sum += law->mass[i];
    return (double)sum;
}

pld_status pld__ratio_add(const pld__ratio_law *a, const pld__ratio_law *b, const double *nodes, size_t count, bool upper,
                          pld__ratio_law *sum) {
    intervals into = {nodes, count, pld__allocate(count, sizeof(double)), pld__allocate(count, sizeof(double))};
    pld_status status = into.mass && into.way ? allocate(count, sum) : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        double pairs = (double)a->count * (double)b->count, rounding = 2 * (double)(a->count + b->count + 16) * PLD__U;
        for (size_t k = 0; k < count; k++)
            into.mass[k] = into.way[k] = 0;
        add_rows(&into, a, b);
        sum->kappa = fmax(a->kappa, b->kappa) + (upper ? 2 * PLD__U : 8 * PLD__U + 2 * rounding);
        if (upper) {
            double largest = a->value[a->count - 1] + b->value[b->count - 1], lost = fmax(pairs, 100) * LOST_PRODUCT;
            sum->excess = (a->excess * total_mass(b) + b->excess * total_mass(a)) * (1 + 8 * PLD__U) + 2 * lost * largest;
            spread_intervals(&into, rounding, sum);
            sum->mass[0] += lost;
        } else {
            sum->rho = a->rho + b->rho + rounding;
            merge_intervals(&into, sum);
        }
    }
    pld__free(into.mass);
    pld__free(into.way);
    return status;
}

/* --- outcomes ------------------------------------------------------------------------------------------------------- */

pld_status pld__ratio_mechanism(const pld__ratio_law *law, double added, double total, bool upper, pld_mechanism **mechanism) {
    pld__outcome *outcomes = pld__sparse_affordable(law->count + 1) ? pld__allocate(law->count + 1, sizeof *outcomes) : NULL;
    if (!outcomes)
        return PLD_ERROR_MEMORY;
    size_t made = 0;
    for (size_t i = 0; i < law->count; i++) {
        long double value = ((long double)added + law->value[i]) / total, mass = law->mass[i];
        if (mass > 0)
            outcomes[made++] = (pld__outcome){mass * value, mass, value > 0 ? logl(value) : 0};
    }
    if (upper && law->excess > 0)
        outcomes[made++] = (pld__outcome){.p = (long double)law->excess / total};
    /* A lower law whose values are moved by kappa, and whose masses are divided by e^rho: twice each covers the products. */
    double rho = 0x1p-60 + (upper ? law->kappa : 2 * (law->rho + law->kappa)), kappa = 0x1p-58 + law->kappa;
    pld_status status = pld__sparse_mechanism_of(made, outcomes, rho, kappa, 0, "enclosing law", NULL, mechanism);
    pld__free(outcomes);
    return status;
}
