/* Allocation with an overflow check, SIMD alignment and a budget. */
#include "base/base.h"
#include "base/budget.h"

#include <stdint.h>
#include <stdlib.h>

enum { ALIGNMENT = 64 };

/* In front of each block. */
typedef struct {
    size_t bytes;
    size_t budget; /* its number, 0: none */
} label;

_Static_assert(sizeof(label) <= ALIGNMENT, "the label of a block fits in front of it");

static _Thread_local pld__budget *current;

/* --- budgets -------------------------------------------------------------------------------------------------------- */

void pld__budget_open(pld__budget *budget, size_t limit) {
    static _Atomic size_t opened;
    budget->outer = current;
    budget->number = atomic_fetch_add(&opened, 1) + 1;
    atomic_init(&budget->limit, limit);
    atomic_init(&budget->held, 0);
    atomic_init(&budget->most, 0);
    atomic_init(&budget->refused, 0);
    atomic_init(&budget->wanted, 0);
    current = budget;
}

void pld__budget_close(pld__budget *budget) {
    current = budget->outer;
}

pld__budget *pld__budget_current(void) {
    return current;
}

pld__budget *pld__budget_enter(pld__budget *budget) {
    pld__budget *before = current;
    current = budget;
    return before;
}

size_t pld__budget_room(void) {
    size_t room = SIZE_MAX;
    for (pld__budget *budget = current; budget; budget = budget->outer) {
        size_t held = atomic_load(&budget->held), limit = atomic_load(&budget->limit), rest = held < limit ? limit - held : 0;
        room = rest < room ? rest : room;
    }
    return room;
}

size_t pld__budget_refusals(void) {
    return current ? atomic_load(&current->refused) : 0;
}

static void raise_to(_Atomic size_t *most, size_t value) {
    size_t known = atomic_load_explicit(most, memory_order_relaxed);
    while (value > known && !atomic_compare_exchange_weak(most, &known, value))
        ;
}

static void release_from(pld__budget *first, const pld__budget *end, size_t bytes) {
    for (pld__budget *budget = first; budget != end; budget = budget->outer)
        atomic_fetch_sub_explicit(&budget->held, bytes, memory_order_relaxed);
}

/* Whoever refused, all that the work lies in know. */
static void note_refusal(size_t bytes) {
    for (pld__budget *budget = current; budget; budget = budget->outer) {
        size_t held = atomic_load(&budget->held);
        raise_to(&budget->wanted, bytes < SIZE_MAX - held ? held + bytes : SIZE_MAX);
        atomic_fetch_add(&budget->refused, 1);
    }
}

bool pld__budget_charge(size_t bytes) {
    for (pld__budget *budget = current; budget; budget = budget->outer) {
        size_t before = atomic_fetch_add_explicit(&budget->held, bytes, memory_order_relaxed);
        size_t limit = atomic_load_explicit(&budget->limit, memory_order_relaxed);
        if (before > limit || bytes > limit - before) {
            release_from(current, budget->outer, bytes);
            note_refusal(bytes);
            return false;
        }
        raise_to(&budget->most, before + bytes);
    }
    return true;
}

void pld__budget_release(size_t bytes) {
    release_from(current, NULL, bytes);
}

bool pld__budget_allows(double bytes) {
    if (!current || bytes <= (double)pld__budget_room())
        return true;
    note_refusal(bytes < (double)SIZE_MAX ? (size_t)bytes : SIZE_MAX);
    return false;
}

/* A block may be freed inside a budget that was opened later; one whose budget is closed, or not this thread's, is none's. */
static void release_block(const label *block) {
    pld__budget *budget = block->budget ? current : NULL;
    while (budget && budget->number != block->budget)
        budget = budget->outer;
    release_from(budget, NULL, block->bytes);
}

/* --- blocks --------------------------------------------------------------------------------------------------------- */

void *pld__allocate(size_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX - 2 * ALIGNMENT) / size)
        return NULL;
    size_t bytes = count * size + ALIGNMENT; /* not a byte more: sanitizers see what is behind the end */
    if (current && !pld__budget_charge(bytes))
        return NULL;
    void *memory = NULL;
    if (posix_memalign(&memory, ALIGNMENT, bytes) != 0) {
        pld__budget_release(bytes);
        return NULL;
    }
    label *block = memory;
    *block = (label){bytes, current ? current->number : 0};
    return (char *)block + ALIGNMENT;
}

void pld__free(void *memory) {
    if (!memory)
        return;
    label *block = (label *)((char *)memory - ALIGNMENT);
    release_block(block);
    free(block);
}
