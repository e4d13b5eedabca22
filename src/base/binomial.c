#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* lgammal_r: lgammal sets a variable that threads share */
#endif
#include "base/binomial.h"

#include <math.h>

/* Stirling's series errs by less than its next term, 1e-16 from 16 on. */
long double pld__stirling_rest(long double n) {
    int sign;
    if (n < 16)
        return lgammal_r(n + 1, &sign) - ((n + 0.5L) * logl(n) - n + 0.918938533204672741780329736405617640L);
    long double a = 1 / (n * n);
    return (1 / 12.0L - a * (1 / 360.0L - a * (1 / 1260.0L - a * (1 / 1680.0L - a / 1188)))) / n;
}

long double pld__log_choose(long double n, long double k) {
    long double rest = n - k;
    if (k == 0 || rest == 0)
        return 0;
    long double turn = 2 * 3.141592653589793238462643383279502884L;
    return pld__stirling_rest(n) - pld__stirling_rest(k) - pld__stirling_rest(rest) + k * logl(n / k) + rest * logl(n / rest) +
           0.5L * logl(n / (turn * k * rest));
}
