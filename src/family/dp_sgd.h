/* How batches are made: what dp-sgd with sampling= turns into. */
#ifndef PLD_FAMILY_DP_SGD_H
#define PLD_FAMILY_DP_SGD_H

#include "family/family.h"

/* What somebody who trains knows. */
typedef struct pld__training {
    uint64_t population, batch;
    uint64_t steps;                    /* of a run, T */
    uint64_t epoch_count, epoch_parts; /* epochs as a fraction; parts of 0: count of steps instead */
    char epochs[48];                   /* what the steps were derived from, as text; empty: they were given */
} pld__training;

/* The numbers of a spec. */
typedef struct pld__scheme_numbers {
    const pld__training *training;
    const char *sigma; /* as it was written */
    uint64_t k, cap;   /* cap 0: none was given */
} pld__scheme_numbers;

typedef struct pld__scheme {
    const char *name;
    const char *assumes; /* a line for `pld batches` */
    bool by_epoch;       /* an epoch is a step */
    bool whole_epochs;   /* only whole ones are covered */
    bool takes_count;    /* all epochs are one step */
    bool groups;         /* k may be more than 1 */
    /* The spec of its own family; NULL: Poisson sampling, which is dp-sgd itself. */
    void (*write)(const pld__scheme_numbers *numbers, uint64_t batches, uint64_t epochs, char *spec, size_t size);
} pld__scheme;

/* All of them in the order in which they are shown; NULL behind the last. */
const pld__scheme *pld__scheme_at(size_t index);

/* NULL if there is none of this name; then `error` says so. */
const pld__scheme *pld__scheme_find(const char *name, pld_error *error);

/* cap is for truncated batches, which need it. */
PLD_WARN_UNUSED pld_status pld__scheme_check_cap(const pld__scheme *scheme, bool given, pld_error *error);

/* How many steps a run is, of what pld__scheme_create makes. */
PLD_WARN_UNUSED pld_status pld__scheme_count(const pld__scheme *scheme, const pld__training *training, uint64_t *count,
                                             pld_error *error);

/* The mechanism of a scheme with a `write`, which says how its numbers came about. */
PLD_WARN_UNUSED pld_status pld__scheme_create(const pld__scheme *scheme, const pld__scheme_numbers *numbers,
                                              pld_mechanism **mechanism, pld_error *error);

#endif
