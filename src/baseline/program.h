/* What other programs print, recomputed from their published algorithms: shared by the files of each. */
#ifndef PLD_BASELINE_PROGRAM_H
#define PLD_BASELINE_PROGRAM_H

#include "baseline/method.h"

/* Refuses what these programs do not take: anything but Gaussian noise, sampled or not, on one record that is added or removed.
 * True if it did. */
bool pld__program_refuses(const pld__baseline_question *question, pld_baseline_answer *answer);

/* Masses on losses start + i width, i < count. */
typedef struct pld__masses {
    double start, width;
    size_t count;
    double *mass; /* owned */
} pld__masses;

/* The sum of `times` independent losses, in a window of `count` losses from the one `first` places above times the start; what is
 * outside comes round to the other end. Takes nothing; `made` is to be freed. */
PLD_WARN_UNUSED pld_status pld__masses_power(const pld__masses *of, uint64_t times, uint64_t first, size_t count,
                                             pld__masses *made);

/* The sum of both, all of it; they have one width. */
PLD_WARN_UNUSED pld_status pld__masses_add(const pld__masses *one, const pld__masses *other, pld__masses *made);

void pld__masses_free(pld__masses *masses);

#endif
