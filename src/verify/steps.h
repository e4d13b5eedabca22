/* What a composition is made of, in exact numbers: doubles and whole numbers as the spec has them, nothing that the engine
 * computed from them. */
#ifndef PLD_VERIFY_STEPS_H
#define PLD_VERIFY_STEPS_H

#include "pair/pair.h"
#include <pld/query.h>

typedef enum pld__exact_kind {
    PLD__EXACT_NONE,     /* P = Q */
    PLD__EXACT_GAUSSIAN, /* N(sensitivity) versus N(0) */
    PLD__EXACT_BINOMIAL, /* Binom(removed, q) steps up versus Binom(added, q) steps down */
    PLD__EXACT_HYPERGEOMETRIC,
    PLD__EXACT_LISTS, /* weights and means as given, each list divided by its sum */
    PLD__EXACT_LAPLACE,
    PLD__EXACT_DISCRETE_GAUSSIAN,
    PLD__EXACT_DISCRETE_LAPLACE,
    PLD__EXACT_RESPONSE, /* randomized response */
    PLD__EXACT_GUARANTEE /* approx-dp; noisy-vote, whose epsilon is sensitivity/scale */
} pld__exact_kind;

/* A step of a kind fills what that kind has. */
typedef struct pld__exact_step {
    pld__exact_kind kind;
    uint64_t count;
    double scale;       /* sigma or b */
    double sensitivity; /* whole for the discrete ones */
    double shift;       /* another factor of the means; 1 where there is none */
    double rate;
    uint64_t removed, added, population, batch;
    size_t list_counts[2]; /* P, Q */
    double *weights[2], *means[2];
    double epsilon, delta;
    double truth;     /* of a randomized response; 0: epsilon is given */
    uint64_t answers; /* of it */
} pld__exact_step;

typedef struct pld__exact_steps {
    size_t count;
    pld__exact_step *steps;
} pld__exact_steps;

/* Fails with PLD_ERROR_ARGUMENT where a mechanism is of a family that nothing is proven about: `resolved` of it is *family. Free
 * it in any case. */
PLD_WARN_UNUSED pld_status pld__exact_steps_read(const pld_step *steps, size_t count, pld__exact_steps *exact,
                                                 const char **family);
void pld__exact_steps_free(pld__exact_steps *exact);

#endif
