/* Tails of the standard normal distribution, accurate where they are tiny. */
#ifndef PLD_BASE_NORMAL_H
#define PLD_BASE_NORMAL_H

/* Pr[Z > x]. Long double keeps tails down to 1e-4932; its relative error is a few units of 2^-64 times (1 + x^2). */
long double pld__normal_tail(long double x);

/* log Pr[Z > x], for any finite x, good to an ulp and 2^-61 (1 + x^2). */
double pld__normal_log_tail(double x);

/* Numbers below and above the z with Pr[Z > z] = tail. */
typedef struct pld__quantile {
    double lower, upper;
} pld__quantile;

/* For 0 < tail < 1, a few units in the last place apart; infinite on both sides where it is no such number. */
pld__quantile pld__normal_quantile(double tail);

#endif
