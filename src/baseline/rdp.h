/* From Renyi divergences to epsilon. */
#ifndef PLD_BASELINE_RDP_H
#define PLD_BASELINE_RDP_H

#include "baseline/method.h"

/* epsilon from a divergence rho at one order a > 1 (see rdp.c). */
typedef double pld__conversion(double rho, double order, double log_delta);
pld__conversion pld__conversion_classic, pld__conversion_improved;

/* The best over all real orders, and over TensorFlow Privacy's list; warns in answer->reason at an edge. */
pld_status pld__rdp_best(const pld__baseline_question *question, pld__conversion *convert, pld_baseline_answer *answer);
pld_status pld__rdp_list(const pld__baseline_question *question, pld__conversion *convert, pld_baseline_answer *answer);

#endif
