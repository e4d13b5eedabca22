#include "bound/roundoff.h"

#include "base/base.h"

#include <math.h>

static int is_smooth(size_t length) {
    static const size_t primes[] = {2, 3, 5, 7};
    for (size_t i = 0; i < 4; i++)
        while (length % primes[i] == 0 && length > 1)
            length /= primes[i];
    return length == 1;
}

double pld__bound_transform(size_t length) {
    if (length < 2 || !is_smooth(length))
        return INFINITY;
    return 7 * PLD__U * log2((double)length);
}

double pld__bound_convolution(size_t length, double powers, double growth, double dropped) {
    double transform = pld__bound_transform(length);
    if (!(transform * powers <= 1e-3))
        return INFINITY;
    return 1.001 * (transform * powers + 3 * PLD__U * powers + transform) * growth * (1 + 1e-12) + dropped;
}
