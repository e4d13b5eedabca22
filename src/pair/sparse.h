/* A pair of discrete distributions: finitely many outcomes with known masses, on no line and no lattice. */
#ifndef PLD_PAIR_SPARSE_H
#define PLD_PAIR_SPARSE_H

#include "pair/pair.h"

/* One outcome on the way to a pair. The loss is carried beside the masses: a small one is lost in their ratio. Where only one
 * distribution has the outcome it means nothing. */
typedef struct pld__outcome {
    long double p, q, loss;
} pld__outcome;

/* Outcomes that both have, by increasing loss; those of equal loss are one. The lists (count, p, q, loss, spacing) may be made
 * only when they are first needed, by pld__sparse_fill; rho and kappa hold from the start. */
typedef struct pld__sparse {
    size_t count;
    long double *p, *q;
    long double *loss;
    double rho;     /* masses are within a factor 1 +- rho */
    double kappa;   /* losses are within kappa */
    double spacing; /* of the losses if they are equally spaced within kappa, 0 otherwise */
    /* How the outcomes come about if they are not listed yet: allocated, *count of them. NULL: they are. */
    pld_status (*list)(const pld__traits *numbers, pld__outcome **outcomes, size_t *count);
    pld__traits numbers; /* that it is asked with */
    bool listed;         /* changed once, by pld__sparse_fill */
} pld__sparse;

/* log p/q of two masses above 0, within 2^-61 of its size if they are exact. */
long double pld__outcome_loss(long double p, long double q);

/* Sorts by loss and gathers, in place: outcomes of one loss are one as far as privacy goes. Losses are one that differ by at most
 * `absolute` + `relative` times their size. Returns how many are left; *most (may be NULL) is how many made the largest of them.
 */
size_t pld__outcomes_gather(pld__outcome *outcomes, size_t count, long double absolute, long double relative, size_t *most);

/* Do two mechanisms whose outcomes are listed have the same ones, to the bit? */
bool pld__sparse_equal(const pld_mechanism *a, const pld_mechanism *b);

/* P sampled with probability `rate`: (1 - rate) q + rate p in place of p, and its loss. *kappa, what losses are within, becomes
 * what the new ones are within, but for 2^-61 of their size. */
void pld__outcomes_sample(pld__outcome *outcomes, size_t count, double rate, double *kappa);

/* From `count` outcomes with masses within a factor 1 +- rho of the true ones and losses within kappa and 2^-61 of their size;
 * masses of 0 are allowed, and mean that only the other distribution has the outcome. `dropped` is P- or Q-mass that the list
 * leaves out, at losses that may be anything. `resolved` and `note` as in pld__mechanism_create. */
pld_status pld__sparse_mechanism(size_t count, const pld__outcome *outcomes, double rho, double kappa, long double dropped,
                                 const char *resolved, const char *note, pld_mechanism **mechanism);

/* The same, in the place of the outcomes, which are worth nothing afterwards: half the memory. */
pld_status pld__sparse_mechanism_of(size_t count, pld__outcome *outcomes, double rho, double kappa, long double dropped,
                                    const char *resolved, const char *note, pld_mechanism **mechanism);

/* A pair whose outcomes, which both distributions have, are listed when they are needed: by `list`, from `numbers`. Their masses
 * are within a factor 1 +- rho, their losses within kappa, and they leave out at most `dropped`, above 0. */
pld_status pld__sparse_mechanism_later(pld_status (*list)(const pld__traits *numbers, pld__outcome **outcomes, size_t *count),
                                       const pld__traits *numbers, double rho, double kappa, long double dropped,
                                       const char *resolved, const char *note, pld_mechanism **mechanism);

/* Makes the lists of a discrete pair if they are not made yet. Any function that reads them comes after it; threads may share the
 * mechanism. */
PLD_WARN_UNUSED pld_status pld__sparse_fill(const pld_mechanism *mechanism);

/* Is there memory for `count` outcomes and the mechanism they make, and then for a query about it that answers something? */
bool pld__sparse_affordable(size_t count);

/* The same mechanism once more. */
pld_status pld__sparse_copy(const pld_mechanism *mechanism, pld_mechanism **copy);

/* sparse_power.c: one step of `times` independent copies, as one mechanism; for randomized-response. Fails with
 * PLD_ERROR_ARGUMENT if that has too many outcomes. */
pld_status pld__sparse_repeat(const pld_mechanism *mechanism, uint64_t times, pld_mechanism **repeated, pld_error *error);

/* sparse_power.c: all steps composed into one mechanism, outcome by outcome; NULL in *mechanism if that has too many outcomes.
 * Every mechanism must be sparse. */
pld_status pld__sparse_compose(const pld_mechanism *const *mechanisms, const uint64_t *counts, size_t count,
                               pld_mechanism **mechanism);

/* The pair of a mechanism whose `sparse` is true; its lists only after pld__sparse_fill. */
static inline const pld__sparse *pld__sparse_of(const pld_mechanism *mechanism) {
    return mechanism->pair;
}

#endif
