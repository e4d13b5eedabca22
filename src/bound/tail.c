#include "bound/tail.h"

#include <math.h>

void pld__bound_tail_add(pld__tail_sum *sum, long double finite, long double infinity, uint64_t count) {
    sum->log_total += (long double)count * logl(finite + infinity);
    if (infinity > 0)
        sum->log_excess += (long double)count * log1pl(infinity / finite);
}

long double pld__bound_tail(const pld__tail_sum *sum) {
    return -expl(sum->log_total) * expm1l(-sum->log_excess);
}
