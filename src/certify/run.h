/* The run of a plan: cells, laws, compositions, and the certified ends that they prove. */
#ifndef PLD_CERTIFY_RUN_H
#define PLD_CERTIFY_RUN_H

#include "certify/plan.h"
#include "certify/question.h"
#include "certify/steps.h"

typedef struct pld__run_result {
    pld__ends ends;
    size_t frequencies; /* the most in a Fourier sum, 0 without Fourier sums */
    bool certified;     /* false: the plan's lists and low frequencies will not do, the ends are not set */
} pld__run_result;

/* The ends of the directions that are asked. A plan that does not place every step once is refused: PLD_ERROR_CONTRADICTION. */
PLD_WARN_UNUSED pld_status pld__run_plan(const pld__steps *steps, const pld__question *question, const pld__plan *plan,
                                         unsigned threads, pld__run_result *result);

#endif
