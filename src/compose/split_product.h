/* A product of laws, each cut in two, rest and jump: what is known of the parts before any frequency is looked at, and the share
 * of every number of jumps. */
#ifndef PLD_COMPOSE_SPLIT_PRODUCT_H
#define PLD_COMPOSE_SPLIT_PRODUCT_H

#include "compose/fourier.h"
#include "compose/phasors.h"

/* Frequencies at which transforms are bounded, at most. */
enum { PLD__SPLIT_MARKS = 160 };

/* One side of the cut of one factor, as a law of its own. */
typedef struct pld__branch {
    pld__law *law; /* NULL: no mass there */
    pld__phasors phasors;
} pld__branch;

/* What is kept of a branch while the others are looked at. */
typedef struct pld__branch_summary {
    bool exists;
    size_t nodes;
    long double moment;              /* log, at theta */
    double most;                     /* log of a bound of its transform anywhere */
    double beyond[PLD__SPLIT_MARKS]; /* and from each mark on */
} pld__branch_summary;

/* One factor. Its laws are made when they are needed: there may be thousands of factors. */
typedef struct pld__split_factor {
    pld__branch_summary rest, jump;
    double power;
    long double rest_moment, jump_moment;  /* logs, at the exponent of the shares */
    double log_share[PLD__MOST_JUMPS + 1]; /* of binom(T, i) e^((T - i) K_rest + i K_jump), scaled: see pld__split_scale_shares */
    double share_error[PLD__MOST_JUMPS + 1];
    long double size;                     /* the largest sum of sizes that one of these logs was added up from */
    long double lambda_rest, lambda_jump; /* logs of moments at lambda */
    double lambda_error;
} pld__split_factor;

/* The log of a factor, how far it may be off, and how far the log of the coefficient that it makes 1 may be from 0. */
typedef struct pld__scaling {
    long double log, error, coefficient_error;
} pld__scaling;

typedef struct pld__split_product {
    const pld__factor *factors;
    const pld__fourier_plan *plan;
    bool upper;
    pld__split_factor *factors_split;
    size_t count;
    size_t marks;
    size_t mark[PLD__SPLIT_MARKS]; /* numbers of frequencies */
    pld__scaling scale;            /* what the shares were divided by */
} pld__split_product;

PLD_WARN_UNUSED pld_status pld__branch_create(const pld__split_product *all, size_t m, bool jumping, pld__branch *one);
void pld__branch_free(pld__branch *one);

/* With marks up to the last frequency. What was allocated is freed by the caller, also after a failure. */
PLD_WARN_UNUSED pld_status pld__split_product_create(const pld__factor *factors, size_t count, const pld__fourier_plan *plan,
                                                     size_t last, bool upper, pld__split_product *all);

/* Fills the shares from the moments, divided by a factor that makes the wanted coefficient of their product 1. */
pld__scaling pld__split_scale_shares(pld__split_factor *factors_split, size_t count, unsigned jumps);

#endif
