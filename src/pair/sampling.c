/* The loss of a sampled pair (T27).
 *
 * Exact where e^plain overflows, where 1 + x rounds to 1 (small rates) and where 1 - rate is small: 1 - rate is only ever added
 * to numbers of its sign, or to numbers that are not close to it in size.
 *
 * Rounding. Sampled: rate (e^plain - 1) has two or three roundings; above -1/2 log1p keeps them relative, as |(1 + y) log(1 + y)|
 * >= |y|/2 there; below, both terms of the sum are positive, and its log is at most -log 2. Beyond FAR what is left out is below
 * e^-9000. Plain: a relative error e of e^loss - 1 is one of at most 1.6 e |loss| in a loss of at least -1/2, and below that
 * e^loss itself is within e, which is a loss within e; subtracting 1 - rate from it is one more rounding of what is left. The
 * result rounds by e |plain|, which is a loss of e |plain| slope, and |plain| slope <= (4 + 2 log(1/rate)) |loss|: for loss >= 1
 * as plain <= loss + log(1/rate) and slope <= 1; for 0 < loss < 1 as either expm1(loss) > rate, slope <= 2 loss and plain <= 1 +
 * log(1/rate), or slope <= 2 rate and plain <= expm1(loss)/rate; for -1 < loss < 0 as |plain| e^plain <= 1 - e^plain; for less as
 * |plain| slope is at most |loss| + 1. */
#include "pair/sampling.h"

#include <math.h>

/* e^(this) is still a long double, and far more than any 1/rate. */
static const long double FAR = 10000;

long double pld__sampled_loss(double rate, long double plain) {
    if (rate == 1 || rate == 0)
        return rate == 1 ? plain : 0;
    if (plain > FAR)
        return logl(rate) + plain;
    long double grown = rate * expm1l(plain);
    return grown > -0.5L ? log1pl(grown) : logl((1 - (long double)rate) + rate * expl(plain));
}

long double pld__plain_loss(double rate, long double loss) {
    if (rate == 1)
        return loss;
    if (loss > FAR)
        return loss - logl(rate);
    if (loss > -0.5L) {
        long double grown = expm1l(loss) / rate;
        return grown > -1 ? log1pl(grown) : -INFINITY;
    }
    long double left = expl(loss) - (1 - (long double)rate);
    return left > 0 ? logl(left / rate) : -INFINITY;
}

long double pld__sampled_slope(double rate, long double plain) {
    if (rate == 1 || rate == 0)
        return rate;
    return 1 / (1 + (1 - (long double)rate) / rate * expl(-plain));
}
