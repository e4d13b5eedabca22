/* Which ways to answer are tried, in which order, and when that is enough. */
#ifndef PLD_QUERY_STRATEGY_H
#define PLD_QUERY_STRATEGY_H

#include "query/inquiry.h"

/* One way after the other, of the engine that the options ask for, until the width is met, or none is left that could help.
 * *taken is false if none applied. */
PLD_WARN_UNUSED pld_status pld__strategies_try(pld__inquiry *inquiry, bool *taken);

/* Does an engine apply to steps that were put together for it? */
bool pld__strategies_take(const pld__inquiry *inquiry, pld_engine engine);

/* What an engine is for: "this, or that"; nothing if there is no such engine yet. */
void pld__strategies_why(pld_engine engine, char *text, size_t size);

#endif
