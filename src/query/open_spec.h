/* A spec in which one value, or the count, is the word `solve`: what may stand there, and the mechanism for each of these
 * numbers. */
#ifndef PLD_QUERY_OPEN_SPEC_H
#define PLD_QUERY_OPEN_SPEC_H

#include "family/spec.h"
#include <pld/query.h>

typedef struct pld__open_spec {
    char key[PLD_UNKNOWN_SIZE];
    bool whole;
    int sign;                 /* 1: a larger number spends more, as a rule; -1: less */
    bool none;                /* 0 leaves the step out */
    const char *not_monotone; /* NULL: by a theorem it is more than a rule. Otherwise what is known instead */
    double low, high;         /* from where to where numbers are looked at: no farther than is allowed */
    double start;             /* an allowed one to begin with */
    char *before, *after;
    pld__array_reader *reader;
    pld_adjacency adjacency;
    pld_mechanism *fixed; /* of an unknown count: the mechanism, which does not change, */
    uint64_t fixed_count; /* and how many steps one of them is */
} pld__open_spec;

/* `reader` is how files get read, NULL if they are not. Free it with pld__open_spec_free, also after a failure. */
PLD_WARN_UNUSED pld_status pld__open_spec_read(const char *spec, pld__array_reader *reader, pld_adjacency adjacency,
                                               pld__open_spec *open, pld_error *error);
void pld__open_spec_free(pld__open_spec *open);

/* Is there a `solve` in it? */
bool pld__open_spec_is_in(const char *spec);

/* The spec with the number in its place, from pld__allocate; NULL without memory. */
char *pld__open_spec_spec(const pld__open_spec *open, double value);

/* The step with the number put in. *owned is what to free afterwards, possibly NULL. A step that is left out has a count of 0. */
PLD_WARN_UNUSED pld_status pld__open_spec_step(const pld__open_spec *open, double value, pld_step *step, pld_mechanism **owned,
                                               pld_error *error);

#endif
