/* Discrete pairs once more, with plain and independent evaluations of delta in long double: nothing of src/ is called. */
#ifndef TESTS_SUPPORT_DISCRETE_H
#define TESTS_SUPPORT_DISCRETE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DISCRETE_MOST = 4096 };

/* Outcome by outcome, in the remove direction. */
typedef struct discrete_pair {
    size_t count;
    long double p[DISCRETE_MOST], q[DISCRETE_MOST];
} discrete_pair;

void discrete_response(discrete_pair *pair, long double truth, uint64_t k);
void discrete_approx_dp(discrete_pair *pair, long double epsilon, long double delta);
/* `reach` deviations (scales) beyond the two centres; what is further out is left out. */
void discrete_gaussian(discrete_pair *pair, long double sigma, unsigned sensitivity, double reach);
void discrete_laplace(discrete_pair *pair, long double b, unsigned sensitivity, double reach);

/* (1 - rate) Q + rate P in place of P; P and Q exchanged. */
void discrete_sample(discrete_pair *pair, long double rate);
void discrete_swap(discrete_pair *pair);

/* delta of one or two steps, outcome by outcome: the sum of (p - e^epsilon q)_+. */
long double discrete_delta(const discrete_pair *pair, unsigned steps, long double epsilon);

/* Of any number of steps, for pairs with at most three different losses: multinomial sums. */
long double discrete_delta_few(const discrete_pair *pair, uint64_t steps, long double epsilon);

/* Of any number of steps, for losses that are whole multiples of `spacing` plus one constant: direct convolution, cut off at
 * 1e-36. */
long double discrete_delta_lattice(const discrete_pair *pair, uint64_t steps, long double spacing, long double epsilon);

#endif
