/* What single steps say about a whole composition without composing anything. */
#ifndef PLD_CERTIFY_COUPLING_H
#define PLD_CERTIFY_COUPLING_H

#include <pld/query.h>

/* log of an upper bound on delta(0), and so on delta(epsilon) for every epsilon >= 0; 0 if nothing is known. */
double pld__coupling_log_upper(const pld_step *steps, size_t step_count, pld_direction direction);

#endif
