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

direct direct_compose(const pld__factor *factors, size_t factor_count) {
    direct made = {
        .theta = factors[0].law->theta, .width = factors[0].law->width, .count = 1, .weight = calloc(1, sizeof(long double))};
    made.weight[0] = 1;
    long double finite = 1;
    for (size_t m = 0; m < factor_count; m++) {
        const pld__law *law = factors[m].law;
        for (uint64_t step = 0; step < factors[m].power; step++) {
            multiply(&made, law);
            /* prod (F + p) - prod F, kept as a sum of positive terms */
            made.infinity = made.infinity * (law->finite + law->infinity) + finite * law->infinity;
            finite *= law->finite;
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
        sum += law->weight[i] * expl(law->log_scale - law->theta * (epsilon + y)) * -expm1l(-y);
    }
    return law->infinity + sum;
}
