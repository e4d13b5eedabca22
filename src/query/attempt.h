/* Plans of one way, made and run one after the other until the width is met or nothing helps. */
#ifndef PLD_QUERY_ATTEMPT_H
#define PLD_QUERY_ATTEMPT_H

#include "query/inquiry.h"

/* Plans are for `loosened` times the tolerance. *answered is false if the way could not go on. */
PLD_WARN_UNUSED pld_status pld__attempt(pld__inquiry *inquiry, pld__way way, double loosened, bool *answered);

/* By transforms, if these would start no longer than `longest` and could do as asked; otherwise *done is false. */
PLD_WARN_UNUSED pld_status pld__attempt_short(pld__inquiry *inquiry, size_t longest, bool *done);

#endif
