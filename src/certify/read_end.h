/* One certified end, read off a composition. */
#ifndef PLD_CERTIFY_READ_END_H
#define PLD_CERTIFY_READ_END_H

#include "certify/question.h"
#include "compose/compose.h"

/* `slack` is what the cells of all steps cost together, in epsilon, for the ledger: the composition has it already. */
void pld__read_end(const pld__question *question, const pld__composed *composed, double slack, pld__end *end);

#endif
