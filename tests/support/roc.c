#include "support/roc.h"

#include <math.h>
#include <stdlib.h>

long double roc_normal_tail(long double z) {
    return 0.5L * erfcl(z * sqrtl(0.5L));
}

/* Where a decreasing function falls to a. */
static long double solve_falling(long double (*function)(const void *context, long double x), const void *context, long double a,
                                 long double low, long double high) {
    for (int i = 0; i < 200; i++) {
        long double middle = (low + high) / 2;
        if (function(context, middle) > a)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

static long double normal_above(const void *unused, long double z) {
    (void)unused;
    return roc_normal_tail(z);
}

static long double mixture_above(const void *mixture, long double x) {
    return oracle_tail(mixture, x);
}

long double roc_normal_quantile(long double a) {
    return solve_falling(normal_above, NULL, a, -100, 100);
}

long double roc_gaussian(long double mu, long double a) {
    return roc_normal_tail(roc_normal_quantile(a) - mu);
}

long double roc_mixture(const oracle_pair *pair, long double a) {
    return oracle_tail(&pair->p, solve_falling(mixture_above, &pair->q, a, -3000, 3000));
}

typedef struct {
    long double p, q;
} outcome;

/* The largest p/q first. */
static int compare_outcomes(const void *left, const void *right) {
    const outcome *one = left, *other = right;
    long double first = one->p * other->q, second = other->p * one->q;
    return first > second ? -1 : first < second;
}

long double roc_discrete(const discrete_pair *pair, unsigned steps, long double a) {
    size_t count = 1;
    for (unsigned step = 0; step < steps; step++)
        count *= pair->count;
    outcome *all = malloc(count * sizeof *all);
    if (!all)
        return NAN;
    size_t kept = 0; /* what neither has compares with nothing */
    for (size_t i = 0; i < count; i++) {
        outcome one = {1, 1};
        size_t rest = i;
        for (unsigned step = 0; step < steps; step++, rest /= pair->count) {
            one.p *= pair->p[rest % pair->count];
            one.q *= pair->q[rest % pair->count];
        }
        all[kept] = one;
        kept += one.p > 0 || one.q > 0;
    }
    qsort(all, kept, sizeof *all, compare_outcomes);
    long double power = 0;
    for (size_t i = 0; i < kept; i++) {
        long double share = all[i].q > a ? a / all[i].q : 1;
        power += share * all[i].p;
        a -= share * all[i].q;
        if (share < 1)
            break;
    }
    free(all);
    return power;
}
