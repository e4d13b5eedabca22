/* How much memory pld__allocate may hand out, for the work of one thread and of those that it starts.
 *
 * A budget is opened around a piece of work and closed after it, on one thread and in the order of a stack: what is allocated in
 * between is charged to it and to those that it lies in, and an allocation beyond any of their limits fails as if memory had
 * ended. Threads of a parallel loop enter the budget of the one that started them. Without a budget nothing is counted. */
#ifndef PLD_BASE_BUDGET_H
#define PLD_BASE_BUDGET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct pld__budget {
    struct pld__budget *outer;
    size_t number;        /* no other budget of the process has it */
    _Atomic size_t limit; /* bytes; may be lowered by others, so that work which is not wanted any more comes to its end */
    _Atomic size_t held, most;
    _Atomic size_t refused; /* allocations */
    _Atomic size_t wanted;  /* the most that would have been held if none had been refused */
} pld__budget;

void pld__budget_open(pld__budget *budget, size_t limit);
/* What is still held stays charged to the outer ones. */
void pld__budget_close(pld__budget *budget);

/* That of this thread, NULL if there is none. */
pld__budget *pld__budget_current(void);

/* Makes it that of this thread (NULL: none); returns the one before. */
pld__budget *pld__budget_enter(pld__budget *budget);

/* What could be had now under the budget of this thread; SIZE_MAX without one. */
size_t pld__budget_room(void);

/* Is there room for so many bytes? A refusal counts as that of an allocation. For work that knows what it will take, and need not
 * begin. */
bool pld__budget_allows(double bytes);

/* How often the budget of this thread refused so far; 0 without one. */
size_t pld__budget_refusals(void);

/* Charges memory that others than pld__allocate take; false and nothing if that is too much. */
bool pld__budget_charge(size_t bytes);
void pld__budget_release(size_t bytes);

/* Bytes of this process that are resident now; 0 where the system does not tell. */
size_t pld__resident(void);

#endif
