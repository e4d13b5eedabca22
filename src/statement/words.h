/* What mechanisms and adjacencies are called in a paper, from the words that are in the rows of their families. */
#ifndef PLD_STATEMENT_WORDS_H
#define PLD_STATEMENT_WORDS_H

#include "statement/markup.h"

/* A clause about one step of a composition, without a full stop. */
void pld__words_mechanism(pld__markup *markup, const pld_step *step);

/* Sentences: what neighbouring data sets differ by (neighbours.c). */
void pld__words_adjacency(pld__markup *markup, const pld_step *steps, size_t count, pld_adjacency adjacency);

/* Sentences: what else the theorems take for granted, each with a pld__markup_next before it. */
void pld__words_assumptions(pld__markup *markup, const pld_step *steps, size_t count);

/* Where some pair is a bound under a restriction only: "Provided that .., ", once for each family that has one, and sentences on
 * what holds without them, each with a pld__markup_next before it. */
void pld__words_restrictions(pld__markup *markup, const pld_step *steps, size_t count);
void pld__words_unrestricted(pld__markup *markup, const pld_step *steps, size_t count);

/* Sentences: what may be released; `released` is what somebody says is, or NULL. */
void pld__words_released(pld__markup *markup, const pld_step *steps, size_t count, const char *released);

/* "all of them added or all removed", as far as the adjacency goes and the mechanisms know of it (neighbours.c). */
void pld__words_group(pld__markup *markup, const pld_step *steps, size_t count, pld_adjacency adjacency);

/* Is only one of two directions covered? Not where both are the same by definition (neighbours.c). */
bool pld__words_one_direction(const pld_step *steps, size_t count, pld_adjacency adjacency);

/* Do all of them speak of records that are there or not, and is who says "it is there" covered (neighbours.c)? */
bool pld__words_presence(const pld_step *steps, size_t count, pld_adjacency adjacency);

#endif
