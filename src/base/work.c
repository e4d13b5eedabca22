#include "base/work.h"

#include <stddef.h>

static _Thread_local pld__work *current;
static _Thread_local uint64_t own, asked_at;

/* Some milliseconds. */
enum { OFTEN = 50000 };

void pld__work_open(pld__work *work, bool (*wanted)(void *context), void *context, uint64_t limit) {
    *work = (pld__work){.outer = current, .wanted = wanted, .context = context, .limit = limit};
    if (current) {
        uint64_t done = atomic_load(&current->done), left = current->limit > done ? current->limit - done : 0;
        work->limit = left < limit ? left : limit;
    }
    current = work;
}

void pld__work_close(pld__work *work) {
    current = work->outer;
    if (current)
        atomic_fetch_add(&current->done, atomic_load(&work->done));
}

pld__work *pld__work_current(void) {
    return current;
}

void pld__work_enter(pld__work *work) {
    current = work;
}

pld_status pld__work_on(double units) {
    uint64_t more = units < 1e18 ? (uint64_t)units : (uint64_t)1e18;
    own += more;
    if (!current)
        return PLD_OK;
    uint64_t done = atomic_fetch_add(&current->done, more) + more;
    if (current->wanted && own - asked_at >= OFTEN) {
        asked_at = own;
        if (!atomic_load(&current->is_unwanted) && !current->wanted(current->context))
            atomic_store(&current->is_unwanted, true);
    }
    return done > current->limit || atomic_load(&current->is_unwanted) ? PLD_ERROR_STOPPED : PLD_OK;
}

bool pld__work_is_spent(const pld__work *work) {
    return atomic_load(&work->done) > work->limit && !atomic_load(&work->is_unwanted);
}

uint64_t pld__work_of_thread(void) {
    return own;
}
