/* Binomial coefficients of any size. */
#ifndef PLD_BASE_BINOMIAL_H
#define PLD_BASE_BINOMIAL_H

/* log n! - ((n + 1/2) log n - n + log(2 pi)/2), n >= 1, good to 1e-16. */
long double pld__stirling_rest(long double n);

/* log of n choose k, whole 0 <= k <= n: good to 4e-16 and 2^-58 of n log n. */
long double pld__log_choose(long double n, long double k);

#endif
