#include "verify/bins.h"

#include "base/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PRECISION = 128, LUMPS_MOST = 400, LUMPS_SIDE = 24 };

/* Widths of the first bins are about this times the distance to 0 or to epsilon, whichever is nearer, from a least one on. */
static const double FIRST_RATIO = 0.15, FIRST_LEAST = 1e-6;

static void clear_laws(pld__verify_bins *bins) {
    for (size_t i = 0; i < bins->mark_count; i++)
        pld__verify_law_clear(&bins->marks[i].law);
    bins->mark_count = 0;
    for (int end = 0; end < PLD__VERIFY_ENDS; end++)
        for (int part = 0; part < 2; part++)
            pld__verify_law_clear(&bins->parts[end][part]);
}

void pld__verify_bins_clear(pld__verify_bins *bins) {
    clear_laws(bins);
    pld__free(bins->edges.loss);
    *bins = (pld__verify_bins){.work = bins->work};
}

/* --- composing ------------------------------------------------------------------------------------------------------ */

/* Takes the place of `into`, which is cleared; false without memory, and then it is left empty. */
static bool multiply(pld__verify_bins *bins, pld__verify_end end, pld__verify_law *into, const pld__verify_law *by) {
    pld__verify_law made;
    bins->work += (double)into->count * (double)by->count * (into == by ? 0.5 : 1);
    bool fine = pld__verify_law_product(into, by, &bins->edges, end, bins->least, &made);
    pld__verify_law_clear(into);
    if (fine)
        *into = made;
    return fine;
}

/* Remembers a law from above that occurs `times` times in the composition, for better bins; without memory there is one less. */
static void mark(pld__verify_bins *bins, pld__verify_end end, const pld__verify_law *law, double times) {
    if (end == PLD__VERIFY_UPPER && bins->mark_count < PLD__VERIFY_MARKS &&
        pld__verify_law_copy(law, &bins->marks[bins->mark_count].law))
        bins->marks[bins->mark_count++].times = times;
}

/* law^times, times >= 1, into an empty one; `all` is how often the law occurs. */
static bool power_of(pld__verify_bins *bins, pld__verify_end end, const pld__verify_law *law, uint64_t times, double all,
                     pld__verify_law *made) {
    int bit = 63;
    uint64_t done = 1;
    while (bit > 0 && !(times >> bit & 1))
        bit--;
    bool fine = pld__verify_law_copy(law, made);
    mark(bins, end, law, all);
    while (fine && bit-- > 0) {
        done *= 2;
        fine = multiply(bins, end, made, made);
        if (fine)
            mark(bins, end, made, all / (double)done);
        if (fine && (times >> bit & 1)) {
            done++;
            fine = multiply(bins, end, made, law);
            if (fine)
                mark(bins, end, made, all / (double)done);
        }
    }
    return fine;
}

/* Both parts of one end: of a single kind of step two halves, otherwise the last kind and all others. */
static bool compose(pld__verify_bins *bins, pld__verify_end end, const pld__verify_factors *factors,
                    pld__verify_law (*leaves)[PLD__VERIFY_ENDS]) {
    pld__verify_law *first = &bins->parts[end][0], *second = &bins->parts[end][1];
    size_t last = factors->count - 1;
    uint64_t count = factors->factors[last].count;
    const pld__verify_law *leaf = &leaves[last][end];
    if (last > 0) {
        bool fine = power_of(bins, end, leaf, count, (double)count, second);
        for (size_t i = 0; fine && i < last; i++) {
            pld__verify_law power = {.count = 0};
            uint64_t times = factors->factors[i].count;
            fine = power_of(bins, end, &leaves[i][end], times, (double)times, i == 0 ? first : &power) &&
                   (i == 0 || multiply(bins, end, first, &power));
            pld__verify_law_clear(&power);
        }
        return fine;
    }
    if (count == 1)
        return pld__verify_law_copy(leaf, first) && pld__verify_law_one(second);
    return power_of(bins, end, leaf, count / 2, (double)count, first) && pld__verify_law_copy(first, second) &&
           (count % 2 == 0 || multiply(bins, end, second, leaf));
}

static bool make_laws(pld__verify_bins *bins, const pld__verify_factors *factors, const pld__aim *aims) {
    double reach = sqrt(2 * fmax(60 - log((double)bins->least), 60));
    pld__verify_cuts cuts = {&bins->edges, fmin(reach, 60)};
    pld__verify_law(*leaves)[PLD__VERIFY_ENDS] = pld__allocate(factors->count, sizeof *leaves);
    bool fine = leaves != NULL;
    if (leaves)
        memset(leaves, 0, factors->count * sizeof *leaves);
    for (size_t i = 0; fine && i < factors->count; i++)
        fine = pld__verify_leaf_make(&factors->factors[i], &aims[i], &cuts, PRECISION, leaves[i]);
    for (int end = 0; fine && end < PLD__VERIFY_ENDS; end++)
        fine = compose(bins, (pld__verify_end)end, factors, leaves);
    for (size_t i = 0; leaves && i < factors->count; i++)
        for (int end = 0; end < PLD__VERIFY_ENDS; end++)
            pld__verify_law_clear(&leaves[i][end]);
    pld__free(leaves);
    if (!fine)
        clear_laws(bins);
    return fine;
}

/* --- the first bins ------------------------------------------------------------------------------------------------- */

/* About the ends of the loss of a step. */
static void find_ends(const pld__verify_factor *factor, const pld__aim *aim, double *low, double *high) {
    double reach = 12;
    *low = *high = 0;
    if (factor->kind == PLD__FACTOR_MIXTURE) {
        *low = pld__aim_loss(aim, aim->p_least - reach);
        *high = pld__aim_loss(aim, aim->p_most + reach);
    } else if (factor->kind == PLD__FACTOR_LAPLACE) {
        double most = log1p(factor->rate * expm1(aim->ratio)), least = log1p(factor->rate * expm1(-aim->ratio));
        *low = factor->added ? -most : least;
        *high = factor->added ? -least : most;
    } else if (factor->kind == PLD__FACTOR_ATOMS)
        for (slong j = 0; j < factor->atom_count; j++) {
            *low = fmin(*low, aim->loss[j]);
            *high = fmax(*high, aim->loss[j]);
        }
}

/* Where losses at both ends of a step's come together after several steps: there may be much mass in one place. */
static void add_lumps(pld__verify_edges *edges, const pld__verify_factor *factor, const pld__aim *aim, double low, double high) {
    double ends[2];
    uint64_t most = factor->count, added = 0;
    find_ends(factor, aim, &ends[0], &ends[1]);
    bool both = most < LUMPS_SIDE; /* otherwise those of the upper end alone */
    if (factor->kind == PLD__FACTOR_MIXTURE && factor->mixture.p.count > 1)
        return; /* no end above */
    for (uint64_t i = 0; i <= most && i < LUMPS_MOST; i++)
        for (uint64_t j = 0; j <= (both ? most - i : 0) && added < LUMPS_MOST; j++) {
            double loss = (double)i * ends[1] + (double)j * ends[0];
            if (loss > low && loss < high) {
                edges->loss[edges->count++] = loss;
                added++;
            }
        }
}

static int by_size(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* In order, and none twice. */
static void order_edges(pld__verify_edges *edges) {
    size_t kept = 1;
    qsort(edges->loss, edges->count, sizeof *edges->loss, by_size);
    for (size_t k = 1; k < edges->count; k++)
        if (edges->loss[k] > edges->loss[kept - 1] + 1e-13 * fabs(edges->loss[k]))
            edges->loss[kept++] = edges->loss[k];
    edges->count = kept;
}

/* As wide as the composed loss may be, but no further above epsilon than delta can see. */
static bool make_first_edges(pld__verify_bins *bins, const pld__verify_factors *factors, const pld__aim *aims, double epsilon) {
    double low = -1e-3, high = epsilon + 1e-3, scale = 1e-9;
    for (size_t i = 0; i < factors->count; i++) {
        double least, most, count = (double)factors->factors[i].count;
        find_ends(&factors->factors[i], &aims[i], &least, &most);
        low += fmax(least * count, -1e4);
        high += fmin(most * count, 1e4);
        scale = fmax(scale, fmin(fabs(least), fabs(most)));
    }
    high = fmin(high, epsilon + 60 - low);
    double finest = FIRST_LEAST * fmin(fmax(scale, 1e-6), 1);
    for (int pass = 0; pass < 2; pass++) {
        size_t count = 0;
        for (double loss = low; loss < high; count++) {
            if (pass == 1)
                bins->edges.loss[count] = loss;
            loss += finest + FIRST_RATIO * fmin(fabs(loss), fabs(loss - epsilon));
        }
        bins->edges.count = count;
        if (pass == 0 && !(bins->edges.loss = pld__allocate(count + LUMPS_MOST * factors->count, sizeof *bins->edges.loss)))
            return false;
    }
    for (size_t i = 0; i < factors->count; i++)
        add_lumps(&bins->edges, &factors->factors[i], &aims[i], low, high);
    order_edges(&bins->edges);
    return true;
}

bool pld__verify_bins_init(pld__verify_bins *bins, const pld__verify_factors *factors, const pld__aim *aims, double epsilon,
                           double log_target) {
    *bins = (pld__verify_bins){.least = exp(fmax(log_target, -580) - 80)};
    return factors->count > 0 && make_first_edges(bins, factors, aims, epsilon) && make_laws(bins, factors, aims);
}

/* --- better bins ---------------------------------------------------------------------------------------------------- */

/* Mass of a law at losses in (low, high]. */
static double mass_in(const pld__verify_law *law, const double *sums, double low, double high) {
    size_t ends[2];
    const double at[2] = {low, high};
    for (int i = 0; i < 2; i++) {
        size_t left = 0, right = law->count;
        while (left < right) {
            size_t middle = left + (right - left) / 2;
            if ((double)law->loss[middle] > at[i])
                right = middle;
            else
                left = middle + 1;
        }
        ends[i] = left;
    }
    return sums[ends[1]] - sums[ends[0]];
}

static double *sums_of(const pld__verify_law *law) {
    double *sums = pld__allocate(law->count + 1, sizeof *sums);
    if (sums) {
        sums[0] = 0;
        for (size_t i = 0; i < law->count; i++)
            sums[i + 1] = sums[i] + (double)law->mass[i];
    }
    return sums;
}

/* Adds `times` p r to the weights of bins: p the mass of one law in the bin, r that of the other where both make epsilon. The
 * error of a bin of width h is about p h^2 times the density of the other, r/h. */
static bool add_weights(const pld__verify_bins *bins, const pld__verify_law *law, const pld__verify_law *other, double times,
                        double epsilon, double *weights) {
    double *law_sums = sums_of(law), *other_sums = sums_of(other);
    bool fine = law_sums && other_sums;
    for (size_t k = 0; fine && k + 1 < bins->edges.count; k++) {
        double low = (double)bins->edges.loss[k], high = (double)bins->edges.loss[k + 1], wider = (high - low) / 2;
        weights[k] +=
            times * mass_in(law, law_sums, low, high) * mass_in(other, other_sums, epsilon - high - wider, epsilon - low + wider);
    }
    pld__free(law_sums);
    pld__free(other_sums);
    return fine;
}

/* Bins are cut further, to about `count`: their numbers grow with (w h)^(1/3) of weights w, of a bin or of one beside it. */
static bool cut_bins(pld__verify_bins *bins, const double *weights, size_t count) {
    const pld__verify_edges *old = &bins->edges;
    size_t last = old->count - 1, made = 0, more = count > last ? count - last : 0;
    double *edges = pld__allocate(count + old->count + 2, sizeof *edges), total = 0, carried = 0;
    if (!edges)
        return false;
    for (int pass = 0; pass < 2; pass++)
        for (size_t k = 0; k < last; k++) {
            double around = fmax(weights[k], fmax(k > 0 ? weights[k - 1] : 0, weights[k + 1]) / 2);
            double width = old->loss[k + 1] - old->loss[k], share = cbrt(around * width);
            if (pass == 0) {
                total += share;
                continue;
            }
            carried += (double)more * ((total > 0 ? 0.85 * share / total : 0) + 0.15 / (double)last);
            size_t parts = 1 + (size_t)carried;
            carried -= floor(carried);
            for (size_t i = 0; i < parts; i++)
                edges[made++] = old->loss[k] + width * (double)i / (double)parts;
        }
    edges[made++] = old->loss[last];
    pld__free(bins->edges.loss);
    bins->edges = (pld__verify_edges){made, edges};
    return true;
}

/* Of every law on the way, the law of all steps standing for that of all others. */
static bool find_weights(const pld__verify_bins *bins, double epsilon, double *weights) {
    const pld__verify_law *first = &bins->parts[PLD__VERIFY_UPPER][0], *second = &bins->parts[PLD__VERIFY_UPPER][1];
    pld__verify_law whole;
    bool fine = pld__verify_law_product(first, second, &bins->edges, PLD__VERIFY_UPPER, bins->least, &whole);
    if (!fine)
        return false;
    fine = add_weights(bins, first, second, 1, epsilon, weights) && add_weights(bins, second, first, 1, epsilon, weights);
    for (size_t i = 0; fine && i < bins->mark_count; i++)
        fine = add_weights(bins, &bins->marks[i].law, &whole, bins->marks[i].times, epsilon, weights);
    pld__verify_law_clear(&whole);
    return fine;
}

double pld__verify_bins_work(const pld__verify_factors *factors, size_t count) {
    double products = 2;
    double components = 0;
    for (size_t i = 0; i < factors->count; i++) {
        const pld__verify_factor *factor = &factors->factors[i];
        for (uint64_t left = factor->count; left > 1; left /= 2)
            products += left % 2 == 0 ? 0.5 : 1.5;
        if (factor->kind == PLD__FACTOR_MIXTURE)
            components += (double)(factor->mixture.p.count + factor->mixture.q.count);
    }
    /* A tail of a component is some thousand couples. */
    return PLD__VERIFY_ENDS * products * (double)count * (double)count + 4000 * components * (double)count;
}

bool pld__verify_bins_refine(pld__verify_bins *bins, const pld__verify_factors *factors, const pld__aim *aims, double epsilon,
                             size_t count) {
    double *weights = pld__allocate(bins->edges.count, sizeof *weights);
    bool fine = weights != NULL;
    if (weights)
        memset(weights, 0, bins->edges.count * sizeof *weights);
    fine = fine && find_weights(bins, epsilon, weights) && cut_bins(bins, weights, count);
    pld__free(weights);
    clear_laws(bins);
    fine = fine && make_laws(bins, factors, aims);
    if (!fine)
        pld__verify_bins_clear(bins);
    return fine;
}

bool pld__verify_bins_delta(const pld__verify_bins *bins, double epsilon, arb_t delta) {
    double ends[PLD__VERIFY_ENDS];
    arb_t other;
    for (int end = 0; end < PLD__VERIFY_ENDS; end++)
        if (!pld__verify_law_delta(&bins->parts[end][0], &bins->parts[end][1], epsilon, (pld__verify_end)end, bins->least,
                                   &ends[end]))
            return false;
    arb_init(other);
    arb_set_d(delta, ends[PLD__VERIFY_LOWER]);
    arb_set_d(other, ends[PLD__VERIFY_UPPER]);
    arb_union(delta, delta, other, PRECISION);
    arb_clear(other);
    return true;
}
