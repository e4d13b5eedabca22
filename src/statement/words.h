/* What mechanisms and adjacencies are called in a paper. */
#ifndef PLD_STATEMENT_WORDS_H
#define PLD_STATEMENT_WORDS_H

#include "statement/markup.h"

/* A clause about one step of a composition, without a full stop. */
void pld__words_mechanism(pld__markup *markup, const pld_step *step);

/* A sentence: what neighbouring data sets differ by. */
void pld__words_adjacency(pld__markup *markup, const pld_step *steps, size_t count, pld_adjacency adjacency);

/* A sentence: what may be released, if nobody says otherwise. */
void pld__words_released(pld__markup *markup, const pld_step *steps, size_t count);

/* "all of them added or all removed", as far as the adjacency goes. */
const char *pld__words_group(pld_adjacency adjacency);

#endif
