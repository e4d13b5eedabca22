#include "query/memory_limit.h"

#include <math.h>
#include <stdint.h>
#include <unistd.h>

double pld__memory_limit_bytes(const pld_options *options) {
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    double half = pages > 0 && size > 0 ? (double)pages * (double)size / 2 : 0x1p31;
    return fmin(options->memory_limit ? (double)options->memory_limit : half, (double)pld__budget_room());
}

size_t pld__memory_limit_share(const pld_options *options, int queries) {
    return (size_t)(0.98 * pld__memory_limit_bytes(options) / queries) + 1;
}

void pld__memory_limit_open(const pld_options *options, pld__memory_limit *limit) {
    limit->bytes = pld__memory_limit_bytes(options);
    limit->kept = options->memory_limit || pld__budget_current();
    if (limit->kept)
        pld__budget_open(&limit->budget, limit->bytes < (double)SIZE_MAX ? (size_t)limit->bytes : SIZE_MAX);
}

void pld__memory_limit_close(pld__memory_limit *limit) {
    if (limit->kept)
        pld__budget_close(&limit->budget);
}

double pld__memory_limit_room(const pld__memory_limit *limit) {
    return limit->kept ? fmax(limit->bytes - (double)atomic_load(&limit->budget.held), 0) : limit->bytes;
}

size_t pld__memory_limit_refusals(const pld__memory_limit *limit) {
    return limit->kept ? atomic_load(&limit->budget.refused) : 0;
}

bool pld__memory_limit_stopped(const pld__memory_limit *limit, size_t before, pld_status status) {
    return status == PLD_ERROR_MEMORY && pld__memory_limit_refusals(limit) != before;
}
