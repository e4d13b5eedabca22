/* Which ways to answer are tried, in which order, and when that is enough. */
#ifndef PLD_QUERY_STRATEGY_H
#define PLD_QUERY_STRATEGY_H

#include "query/inquiry.h"

/* One way after the other until the width is met, or none is left that could help. */
PLD_WARN_UNUSED pld_status pld__strategies_try(pld__inquiry *inquiry);

#endif
