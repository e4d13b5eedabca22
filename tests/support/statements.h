/* What the statement of a family, under every adjacency that it has a pair for and in every format, must say: what its theorem
 * needs, and nothing that goes beyond it. */
#ifndef TESTS_SUPPORT_STATEMENTS_H
#define TESTS_SUPPORT_STATEMENTS_H

#include <pld/statement.h>

enum { STATEMENT_PHRASES = 6, STATEMENT_SIZE = 8192 };

#define PUBLIC "are public, fixed before training and the same for neighbouring data sets"
#define NOT_DIVIDED "not by the realised batch size"
#define TUNING "tuning hyperparameters on the same data is not covered"
#define POISSON "Poisson sampling is assumed: each record joins each batch independently with probability q."
#define RESTRICTION "Provided that what the other records contribute does not depend on how many protected records were drawn, "
#define UNCONDITIONAL "Under the assumptions stated here this is"
#define WORST "of its worst case is certified"
#define NOTHING_BELOW "of which nothing is claimed from below"
#define ADDED "one record that is added or removed"
#define REPLACED "one record that is replaced"

/* What a statement must and must not say, in plain text. `claim` is whose epsilon the bracket is. */
typedef struct statement_words {
    const char *spec, *claim;
    const char *needs[STATEMENT_PHRASES];
    const char *never[STATEMENT_PHRASES];
} statement_words;

/* The words, the neighbours and the claim; groups; formulas as formulas. */
void statement_check(const statement_words *about);

/* A mechanism from a spec; arrays come from files, which only the program reads, and are made up here. */
pld_mechanism *statement_mechanism(const char *spec, uint64_t *count);

/* The statement, or "" if there is no such pair; `text` has room for STATEMENT_SIZE. `group` 0: none. */
void statement_render(const char *spec, pld_adjacency adjacency, pld_statement_format format, uint64_t group,
                      const char *released, char *text);

#endif
