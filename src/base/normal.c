#include "base/normal.h"

#include "base/base.h"

#include <math.h>

long double pld__normal_tail(double x) {
    return 0.5L * erfcl((long double)x * 0.70710678118654752440084436210484904L);
}

double pld__normal_log_tail(double x) {
    /* erfcl reaches x = 150 before it underflows; beyond that the first terms of Mills' ratio are exact to 1e-13. */
    if (x < 140)
        return (double)logl(pld__normal_tail(x));
    double inverse_square = 1 / (x * x);
    return -x * x / 2 - log(x) - 0.91893853320467274178 + log1p(-inverse_square * (1 - 3 * inverse_square));
}
