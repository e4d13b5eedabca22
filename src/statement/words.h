/* What mechanisms and adjacencies are called in a paper. Every family has its words in each of these. */
#ifndef PLD_STATEMENT_WORDS_H
#define PLD_STATEMENT_WORDS_H

#include "statement/markup.h"

/* A clause about one step of a composition, without a full stop. */
void pld__words_mechanism(pld__markup *markup, const pld_step *step);

/* Sentences: what neighbouring data sets differ by (neighbours.c). */
void pld__words_adjacency(pld__markup *markup, const pld_step *steps, size_t count, pld_adjacency adjacency);

/* Sentences: what else the theorems take for granted, each with a pld__markup_next before it. */
void pld__words_assumptions(pld__markup *markup, const pld_step *steps, size_t count);

/* Sentences: what may be released; `released` is what somebody says is, or NULL. */
void pld__words_released(pld__markup *markup, const pld_step *steps, size_t count, const char *released);

/* "all of them added or all removed", as far as the adjacency goes and the mechanisms know of it (neighbours.c). */
const char *pld__words_group(const pld_step *steps, size_t count, pld_adjacency adjacency);

/* Is only one of two directions covered? Not where both are the same by definition (neighbours.c). */
bool pld__words_one_direction(const pld_step *steps, size_t count, pld_adjacency adjacency);

#endif
