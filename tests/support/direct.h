/* Composition of laws without transforms, in long double, that the fast ones are held against: on a lattice by O(n^2)
 * convolution, else by brute force. */
#ifndef TESTS_SUPPORT_DIRECT_H
#define TESTS_SUPPORT_DIRECT_H

#include "compose/compose.h"

/* Tilted weights on the whole lattice, and the atom at infinity. */
typedef struct direct {
    double theta, width;
    long double base, log_scale, infinity; /* base: sum of T * offset */
    int64_t first;                         /* lattice index of the first weight */
    size_t count;
    long double *weight;
} direct;

direct direct_compose(const pld__factor *factors, size_t factor_count);
void direct_free(direct *law);

long double direct_loss(const direct *law, size_t index);

/* Good to a few 1e-18, relative. */
long double direct_delta(const direct *law, long double epsilon);

/* Few atoms on no lattice: every way to take them, one by one. */
typedef struct scatter {
    double theta;
    long double log_scale, infinity;
    size_t count;
    long double *loss, *weight; /* tilted */
} scatter;

/* Laws of at most 3 nodes. */
scatter scatter_compose(const pld__factor *factors, size_t factor_count);
void scatter_free(scatter *law);

/* Good to about 1e-16, relative. */
long double scatter_delta(const scatter *law, long double epsilon);

#endif
