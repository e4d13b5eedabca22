#include "base/normal.h"

#include "base/base.h"

#include <math.h>

long double pld__normal_tail(long double x) {
    return 0.5L * erfcl(x * 0.70710678118654752440084436210484904L);
}

/* erfcl reaches x = 150 before it underflows. From 140 on, Mills' ratio times x is 1 - a + 3 a^2 - 15 a^3 + 105 a^4 - .., a =
 * 1/x^2 <= 5.2e-5; the error of an asymptotic series that alternates is below the first term left out, 945 a^5 < 4e-19. */
double pld__normal_log_tail(double x) {
    if (x < 140)
        return (double)logl(pld__normal_tail(x));
    long double square = (long double)x * x, a = 1 / square;
    long double series = -a * (1 - 3 * a * (1 - 5 * a * (1 - 7 * a)));
    return (double)(-square / 2 - logl(x) - 0.918938533204672741780329736405617640L + log1pl(series));
}
