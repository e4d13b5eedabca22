/* The answers at the points of a study, wherever they are: in memory, in a journal, in the files of its parts.
 *
 * The answer at a point is a row of numbers: those of its result (study/result_pack.h), then what each other accountant says that
 * the experiment names. */
#ifndef PLD_STUDY_ANSWERS_H
#define PLD_STUDY_ANSWERS_H

#include "study/compute.h"

typedef struct pld__answers {
    /* Rows `first` to first + count - 1, one behind the other. */
    pld_status (*read)(void *context, size_t first, size_t count, double *numbers, pld_error *error);
    void *context;
} pld__answers;

/* How many numbers a row has, and what they are called (a text that lasts until the next call on this thread). */
size_t pld__answer_numbers(const pld_study *study);
const char *pld__answer_number_name(const pld_study *study, size_t number);

/* Computes the row of one point. */
PLD_WARN_UNUSED pld_status pld__answer_compute(const pld__computation *how, size_t index, double *numbers, pld_error *error);

/* The result in a row. */
void pld__answer_result(const pld_study *study, const double *numbers, pld_result *result);

/* Results in memory; what other accountants say is computed while it is read. `pair` must last as long as the answers. */
typedef struct pld__results_of {
    const pld_study *study;
    const pld_result *results;
} pld__results_of;
pld__answers pld__answers_in_memory(pld__results_of *pair);

#endif
