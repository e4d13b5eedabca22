/* How much work a question may take, counted and not timed, and whether its answer is still wanted.
 *
 * A meter is opened around a question and closed after it, on one thread and in the order of a stack. What works long says so
 * every now and then, in units of about a tenth of a microsecond, and ends when it is told to. Threads of a parallel loop enter
 * the meter of the one that started them. Without a meter there is no end. */
#ifndef PLD_BASE_WORK_H
#define PLD_BASE_WORK_H

#include <pld/status.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct pld__work {
    struct pld__work *outer;
    bool (*wanted)(void *context); /* asked every few milliseconds, by whichever thread is at it; NULL: it is */
    void *context;
    uint64_t limit;
    _Atomic uint64_t done;
    atomic_bool is_unwanted;
} pld__work;

/* For at most so many units, and no more than the one that it lies in has left, to which its work counts when it is closed. */
void pld__work_open(pld__work *work, bool (*wanted)(void *context), void *context, uint64_t limit);
void pld__work_close(pld__work *work);

/* That of this thread, NULL if there is none; another one in its place. */
pld__work *pld__work_current(void);
void pld__work_enter(pld__work *work);

/* So many units more: PLD_ERROR_STOPPED if that is more than the limit, or the answer is not wanted any more. */
PLD_WARN_UNUSED pld_status pld__work_on(double units);

/* Was it stopped by its limit, and not because nobody wants it? */
bool pld__work_is_spent(const pld__work *work);

/* Units of this thread, of whatever work. */
uint64_t pld__work_of_thread(void);

#endif
