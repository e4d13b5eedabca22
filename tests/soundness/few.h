/* Truths of compositions that are neither one step nor discrete: little noise, and two steps by cells. */
#ifndef TESTS_SOUNDNESS_FEW_H
#define TESTS_SOUNDNESS_FEW_H

#include "soundness/line.h"

/* One sampled Gaussian, against nothing added, composed count times. */
bool low_noise_covers(const question *of, pld_direction direction);
void low_noise_delta(arb_t delta, const step *of, pld_direction direction, const arb_t epsilon, slong precision);

/* Two steps, of one pair on a line or two. More cells, closer bounds. */
void cells_delta(arb_t delta, const question *of, pld_direction direction, const arb_t epsilon, slong cells, slong precision);

#endif
