#include "kernel/log_gamma.h"

#include "kernel/factor.h"
#include "kernel/point.h"

#include <math.h>

static const long double U = PLD__KERNEL_U, HALF_LOG_TURN = 0.918938533204672741780329736405617640L;
static const long double FAR = 24, FARTHEST = 1e9L;

/* (T180): B_2k/(2k (2k - 1)). */
static const long double SERIES[] = {1.0L / 12,        -1.0L / 360, 1.0L / 1260,       -1.0L / 1680,      1.0L / 1188,
                                     -691.0L / 360360, 1.0L / 156,  -3617.0L / 122400, 43867.0L / 244188, -174611.0L / 125400};
enum { TERMS = sizeof SERIES / sizeof SERIES[0] };

/* The sum of the series, in powers of 1/z^2. */
static pld__point series_at(pld__point inverse) {
    pld__point square = pld__point_times(inverse, inverse), sum = {0, 0};
    for (int k = TERMS - 1; k >= 0; k--) {
        sum = pld__point_times(sum, square);
        sum.real += SERIES[k];
    }
    return pld__point_times(sum, inverse);
}

/* Rounding: at most 24 factors, whose product is good to 96 u and its log to 8 u of at most 80; |z| |log z| 8 u for the log, as
 * much for the product and for the sums of its parts; the series is below 1/200. */
pld__log_gamma pld__log_gamma_at(long double x, long double y) {
    pld__point passed = {1, 0};
    if (!(x > 0 && x < FARTHEST && fabsl(y) < FARTHEST))
        return (pld__log_gamma){0, 0, INFINITY};
    for (; hypotl(x, y) < FAR; x += 1)
        passed = pld__point_times(passed, (pld__point){x, y});
    long double size = hypotl(x, y), log_size = logl(size), angle = atan2l(y, x);
    pld__point product = pld__point_times((pld__point){x - 0.5L, y}, (pld__point){log_size, angle});
    pld__point rest = series_at((pld__point){x / size / size, -y / size / size});
    pld__log_gamma found = {product.real - x + HALF_LOG_TURN + rest.real - logl(hypotl(passed.real, passed.imaginary)),
                            product.imaginary - y + rest.imaginary - atan2l(passed.imaginary, passed.real), 0};
    found.error = U * (32 * size * (log_size + fabsl(angle) + 1) + 1024) + 3e-25L;
    return found;
}
