/* Composition of discrete pairs outcome by outcome (T39): masses multiply, losses add, outcomes of equal loss are gathered. Exact
 * but for rounding, and short where the losses have common multiples (randomized response after T steps has T + 1 of them). */
#include "pair/sparse.h"

#include "base/base.h"
#include "base/budget.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <stdio.h>

/* The most outcomes of a composition, and the most products on the way to it. */
enum { MOST_OUTCOMES = 1 << 12 };
static const double MOST_PRODUCTS = 4e5;

/* More than this lost on the way is more than any question would bear: losses so large need logarithms. */
static const long double MOST_LOST = 1e-4500L;

/* Losses closer than this, relative to the largest, are one: they are sums of the same parts in another order. */
static const long double SAME = 1e-16L;

/* Outcomes that both have, what was lost to underflow, and how good masses are and losses that were taken as one. */
typedef struct {
    pld__outcome *outcomes;
    size_t count;
    long double lost;
    double rho, kappa;
} list;

static long double largest_loss(const list *one) {
    return one->count ? fmaxl(fabsl(one->outcomes[0].loss), fabsl(one->outcomes[one->count - 1].loss)) : 0;
}

/* false if there are too many outcomes, or if too much of them is lost; PLD_ERROR_MEMORY is told apart by `status`. */
static bool multiply(const list *a, const list *b, list *made, pld_status *status) {
    double products = (double)a->count * (double)b->count;
    /* Sorting takes as much again. Where that is more memory than there may be, it is too many. */
    if (products > MOST_PRODUCTS || !pld__budget_allows(2 * products * (double)sizeof(pld__outcome)))
        return false;
    pld__outcome *all = pld__allocate(products > 0 ? (size_t)products : 1, sizeof *all);
    if (!all) {
        *status = PLD_ERROR_MEMORY;
        return false;
    }
    size_t count = 0;
    *made = (list){.lost = a->lost + b->lost, .rho = a->rho + b->rho + 0x1p-62, .kappa = a->kappa + b->kappa};
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++) {
            const pld__outcome *x = &a->outcomes[i], *y = &b->outcomes[j];
            pld__outcome both = {x->p * y->p, x->q * y->q, x->loss + y->loss};
            if (both.p > 1e-4900L && both.q > 1e-4900L)
                all[count++] = both;
            else
                made->lost += fmaxl(both.p, both.q) + 1e-4900L;
        }
    long double same = SAME * (largest_loss(a) + largest_loss(b));
    size_t most, kept = pld__outcomes_gather(all, count, same, 0, &most);
    made->outcomes = all;
    made->count = kept;
    made->rho += (double)most * 0x1p-63;
    made->kappa += (double)(same + 0x1p-62L * (largest_loss(a) + largest_loss(b)));
    if (kept > MOST_OUTCOMES || made->lost > a->lost + b->lost + MOST_LOST) {
        pld__free(all);
        return false;
    }
    return true;
}

static bool copy(const list *from, list *made, pld_status *status) {
    *made = *from;
    made->outcomes = pld__allocate(from->count ? from->count : 1, sizeof *made->outcomes);
    if (!made->outcomes) {
        *status = PLD_ERROR_MEMORY;
        return false;
    }
    for (size_t i = 0; i < from->count; i++)
        made->outcomes[i] = from->outcomes[i];
    return true;
}

/* product *= factor. */
static bool multiply_into(list *product, const list *factor, pld_status *status) {
    list next;
    if (!multiply(product, factor, &next, status))
        return false;
    pld__free(product->outcomes);
    *product = next;
    return true;
}

/* product *= base^exponent, from the top bit down. */
static bool multiply_power(list *product, const list *base, uint64_t exponent, pld_status *status) {
    list power;
    if (!copy(base, &power, status))
        return false;
    bool good = true;
    for (int bit = 62 - __builtin_clzll(exponent); bit >= 0 && good; bit--) {
        good = multiply_into(&power, &power, status);
        if (good && (exponent >> bit & 1))
            good = multiply_into(&power, base, status);
    }
    good = good && multiply_into(product, &power, status);
    pld__free(power.outcomes);
    return good;
}

static bool list_of(const pld_mechanism *mechanism, list *made, pld_status *status) {
    const pld__sparse *pair = pld__sparse_of(mechanism);
    *status = pld__sparse_fill(mechanism);
    if (*status != PLD_OK)
        return false;
    *made = (list){.count = pair->count, .lost = mechanism->dropped, .rho = pair->rho, .kappa = pair->kappa};
    made->outcomes = pld__allocate(pair->count ? pair->count : 1, sizeof *made->outcomes);
    if (!made->outcomes) {
        *status = PLD_ERROR_MEMORY;
        return false;
    }
    for (size_t i = 0; i < pair->count; i++)
        made->outcomes[i] = (pld__outcome){pair->p[i], pair->q[i], pair->loss[i]};
    return true;
}

static pld_status finish(const list *product, pld_mechanism **mechanism) {
    return pld__sparse_mechanism(product->count, product->outcomes, product->rho, product->kappa, product->lost, "", NULL,
                                 mechanism);
}

/* Mass at infinity of the composition, from those of the steps: 1 - prod (1 - m)^T. */
static long double composed_infinity(const pld_mechanism *const *mechanisms, const uint64_t *counts, size_t count,
                                     int direction) {
    long double log_finite = 0;
    for (size_t m = 0; m < count; m++)
        log_finite += (long double)counts[m] * log1pl(-mechanisms[m]->infinity[direction]);
    return -expm1l(log_finite);
}

pld_status pld__sparse_compose(const pld_mechanism *const *mechanisms, const uint64_t *counts, size_t count,
                               pld_mechanism **mechanism) {
    *mechanism = NULL;
    pld_status status = PLD_OK;
    pld__outcome one = {1, 1, 0};
    list unit = {.outcomes = &one, .count = 1}, product;
    bool good = copy(&unit, &product, &status);
    for (size_t m = 0; m < count && good; m++) {
        list base;
        if ((status = pld__sparse_fill(mechanisms[m])) != PLD_OK)
            break;
        double outcomes = (double)pld__sparse_of(mechanisms[m])->count;
        if (counts[m] > 1 && outcomes * outcomes > MOST_PRODUCTS) { /* of the first two */
            good = false;
            break;
        }
        good = list_of(mechanisms[m], &base, &status);
        if (good) {
            good = multiply_power(&product, &base, counts[m], &status);
            pld__free(base.outcomes);
        }
    }
    if (good && status == PLD_OK) {
        status = finish(&product, mechanism);
        for (int d = 0; d < PLD_DIRECTIONS && status == PLD_OK; d++) {
            (*mechanism)->infinity[d] = composed_infinity(mechanisms, counts, count, d);
            if ((*mechanism)->infinity[d] == 0)
                continue;
            (*mechanism)->trivial = false;
            *(d == PLD_REMOVE ? &(*mechanism)->loss_supremum : &(*mechanism)->loss_infimum) =
                d == PLD_REMOVE ? INFINITY : -INFINITY;
        }
    }
    pld__free(product.outcomes);
    return status;
}

pld_status pld__sparse_repeat(const pld_mechanism *mechanism, uint64_t times, pld_mechanism **repeated, pld_error *error) {
    pld_mechanism *made = NULL;
    pld_status status = pld__sparse_compose(&mechanism, &times, 1, &made);
    if (status != PLD_OK)
        return status;
    if (!made)
        return pld__error_argument(error, mechanism->resolved, "a smaller sensitivity, or @count for further steps",
                                   "'%s' has too many outcomes when a record gives %" PRIu64 " answers", mechanism->resolved,
                                   times);
    /* What is repeated may be several answers already, and says so at its end. */
    const char *before = strstr(mechanism->resolved, ",sensitivity=");
    size_t length = before ? (size_t)(before - mechanism->resolved) : strlen(mechanism->resolved), size = length + 40;
    uint64_t answers = times * mechanism->traits.whole_sensitivity;
    char *text = pld__allocate(size, 1);
    status = PLD_ERROR_MEMORY;
    if (text) {
        snprintf(text, size, "%.*s,sensitivity=%" PRIu64, (int)length, mechanism->resolved, answers);
        status = pld__mechanism_relabel(made, text, mechanism->note);
        pld__free(text);
    }
    if (status != PLD_OK) {
        pld_mechanism_free(made);
        return status;
    }
    made->traits = mechanism->traits;
    made->traits.epsilon *= (double)times;
    made->traits.whole_sensitivity = answers;
    *repeated = made;
    return PLD_OK;
}
