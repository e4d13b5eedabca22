/* The last words on an answer: estimates, and what is left of its width for the grid. */
#ifndef PLD_QUERY_FINISH_H
#define PLD_QUERY_FINISH_H

#include "query/inquiry.h"

/* PLD_ERROR_CONTRADICTION: certified ends cross, or an independent estimate is not between them. */
PLD_WARN_UNUSED pld_status pld__finish(pld__inquiry *inquiry);

#endif
