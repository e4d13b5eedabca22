/* One step needs no composition: its curve is known in closed form, and so is how good that is. */
#ifndef PLD_CERTIFY_SINGLE_H
#define PLD_CERTIFY_SINGLE_H

#include "certify/question.h"

/* Certified bounds of log delta(epsilon), for a mechanism that is not sparse. */
pld__log_bounds pld__single_log_delta(const pld_mechanism *mechanism, pld_direction direction, double epsilon);

/* Both certified ends of one direction, for a mechanism that is not sparse. */
void pld__single_answer(const pld_mechanism *mechanism, pld_direction direction, const pld__question *question,
                        pld__end ends[PLD__SIDES]);

#endif
