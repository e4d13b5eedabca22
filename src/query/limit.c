#include "query/limit.h"

#include <math.h>
#include <stdint.h>
#include <unistd.h>

double pld__limit_bytes(const pld_options *options) {
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    double half = pages > 0 && size > 0 ? (double)pages * (double)size / 2 : 0x1p31;
    return fmin(options->memory_limit ? (double)options->memory_limit : half, (double)pld__budget_room());
}

size_t pld__limit_share(const pld_options *options, int queries) {
    return (size_t)(0.98 * pld__limit_bytes(options) / queries) + 1;
}

void pld__limit_open(const pld_options *options, pld__limit *limit) {
    limit->bytes = pld__limit_bytes(options);
    limit->kept = options->memory_limit || pld__budget_current();
    if (limit->kept)
        pld__budget_open(&limit->budget, limit->bytes < (double)SIZE_MAX ? (size_t)limit->bytes : SIZE_MAX);
}

void pld__limit_close(pld__limit *limit) {
    if (limit->kept)
        pld__budget_close(&limit->budget);
}

double pld__limit_room(const pld__limit *limit) {
    return limit->kept ? fmax(limit->bytes - (double)atomic_load(&limit->budget.held), 0) : limit->bytes;
}

size_t pld__limit_refusals(const pld__limit *limit) {
    return limit->kept ? atomic_load(&limit->budget.refused) : 0;
}

bool pld__limit_stopped(const pld__limit *limit, size_t before, pld_status status) {
    return status == PLD_ERROR_MEMORY && pld__limit_refusals(limit) != before;
}
