/* Sampled Gaussian steps with little noise: how many of them had the record is all that there is to know. */
#ifndef PLD_CERTIFY_LITTLE_NOISE_H
#define PLD_CERTIFY_LITTLE_NOISE_H

#include "certify/question.h"

/* Is this a number of equal steps of which one record is sampled, with so little noise that delta may be told from the number of
 * its draws? */
bool pld__little_noise_applies(const pld_step *step);

/* Is there so little that what makes its ends wide makes every other method wider? */
bool pld__little_noise_is_final(const pld_step *step);

/* Certified bounds of log delta(epsilon), epsilon >= 0; as wide as they may be where the noise is not little enough. */
pld__log_bounds pld__little_noise_log_delta(const pld_step *step, pld_direction direction, double epsilon);

/* Both certified ends of one direction. */
void pld__little_noise_answer(const pld_step *step, pld_direction direction, const pld__question *question,
                              pld__end ends[PLD__SIDES]);

#endif
