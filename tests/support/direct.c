#include "support/direct.h"

#include <math.h>
#include <stdlib.h>

static void multiply(direct *into, const pld__law *law) {
    int64_t first = pld__law_node(law, 0);
    size_t count = into->count + (size_t)(pld__law_node(law, law->count - 1) - first);
    long double *next = calloc(count, sizeof *next);
    for (size_t j = 0; j < law->count; j++) {
        long double weight = law->weight[j], *to = next + (pld__law_node(law, j) - first);
        for (size_t i = 0; i < into->count; i++) {
            to[i] += into->weight[i] * weight;
        }
    }
    free(into->weight);
    into->weight = next;
    into->count = count;
    into->first += first;
}

/* The atom at infinity after one more step: prod (F + p) - prod F, kept as a sum of positive terms. */
static void add_infinity(const pld__law *law, long double *infinity, long double *finite) {
    *infinity = *infinity * (law->finite + law->infinity) + *finite * law->infinity;
    *finite *= law->finite;
}

direct direct_compose(const pld__factor *factors, size_t factor_count) {
    direct made = {
        .theta = factors[0].law->theta, .width = factors[0].law->width, .count = 1, .weight = calloc(1, sizeof(long double))};
    made.weight[0] = 1;
    long double finite = 1;
    for (size_t m = 0; m < factor_count; m++) {
        const pld__law *law = factors[m].law;
        for (uint64_t step = 0; step < factors[m].power; step++) {
            multiply(&made, law);
            add_infinity(law, &made.infinity, &finite);
        }
        made.base += (long double)factors[m].power * law->offset;
        made.log_scale += (long double)factors[m].power * law->log_moment;
    }
    return made;
}

void direct_free(direct *law) {
    free(law->weight);
}

long double direct_loss(const direct *law, size_t index) {
    return law->base + (long double)(law->first + (int64_t)index) * law->width;
}

long double direct_delta(const direct *law, long double epsilon) {
    long double sum = 0;
    for (size_t i = law->count; i-- > 0;) {
        long double y = direct_loss(law, i) - epsilon;
        if (!(y > 0)) {
            break;
        }
        long double exponent = law->log_scale - law->theta * (epsilon + y), weight = law->weight[i];
        /* With logs where the scale overflows. */
        long double mass = weight > 0 && exponent > 11000 ? expl(logl(weight) + exponent)
                           : weight > 0                   ? weight * expl(exponent)
                                                          : 0;
        sum += mass * -expm1l(-y);
    }
    return law->infinity + sum;
}

static long double binomial(uint64_t n, uint64_t k) {
    long double product = 1;
    for (uint64_t i = 1; i <= k; i++) {
        product *= (long double)(n - k + i) / (long double)i;
    }
    return product;
}

/* One factor: all numbers of steps at the second and the third node, the others at the first. */
static scatter scatter_power(const pld__factor *factor) {
    const pld__law *law = factor->law;
    uint64_t power = factor->power, second_most = law->count > 1 ? power : 0;
    size_t room = (size_t)((power + 1) * (law->count > 2 ? power + 2 : 2) / 2);
    scatter made = {.theta = law->theta, .log_scale = (long double)power * law->log_moment};
    made.loss = calloc(room, sizeof *made.loss);
    made.weight = calloc(room, sizeof *made.weight);
    for (uint64_t second = 0; second <= second_most; second++) {
        for (uint64_t third = 0; third <= (law->count > 2 ? power - second : 0); third++) {
            uint64_t taken[] = {power - second - third, second, third};
            long double weight = binomial(power, second) * binomial(power - second, third), loss = 0;
            for (size_t i = 0; i < law->count; i++) {
                weight *= powl(law->weight[i], (long double)taken[i]);
                loss += (long double)taken[i] * (law->losses ? law->losses[i] : pld__law_loss(law, i));
            }
            made.loss[made.count] = loss;
            made.weight[made.count++] = weight;
        }
    }
    return made;
}

scatter scatter_compose(const pld__factor *factors, size_t factor_count) {
    scatter made = scatter_power(&factors[0]);
    long double finite = 1;
    for (size_t m = 0; m < factor_count; m++) {
        for (uint64_t step = 0; step < factors[m].power; step++) {
            add_infinity(factors[m].law, &made.infinity, &finite);
        }
        if (m == 0) {
            continue;
        }
        scatter more = scatter_power(&factors[m]), both = made;
        both.count = made.count * more.count;
        both.loss = calloc(both.count, sizeof *both.loss);
        both.weight = calloc(both.count, sizeof *both.weight);
        for (size_t i = 0; i < both.count; i++) {
            both.loss[i] = made.loss[i % made.count] + more.loss[i / made.count];
            both.weight[i] = made.weight[i % made.count] * more.weight[i / made.count];
        }
        both.log_scale += more.log_scale;
        scatter_free(&made);
        scatter_free(&more);
        made = both;
    }
    return made;
}

void scatter_free(scatter *law) {
    free(law->loss);
    free(law->weight);
}

long double scatter_delta(const scatter *law, long double epsilon) {
    long double sum = 0;
    for (size_t i = 0; i < law->count; i++) {
        long double y = law->loss[i] - epsilon;
        sum += y > 0 ? law->weight[i] * expl(law->log_scale - law->theta * law->loss[i]) * -expm1l(-y) : 0;
    }
    return law->infinity + sum;
}
