/* Plans that questions beside each other share.
 *
 * A plan is made for a question that is rounded: counts, and epsilon or log delta, to a few bits. So all questions that round to
 * the same one have the same plan, the same nodes and the same moments of single steps (T120), and a shelf may remember them:
 * what is answered does not depend on it. */
#ifndef PLD_QUERY_SHARED_H
#define PLD_QUERY_SHARED_H

#include "base/shelf.h"
#include "plan/kernel_plan.h"
#include "query/kernel_result.h"

/* A question about one direction, and the one that it rounds to. */
typedef struct pld__neighbour {
    const pld_step *steps; /* as they are asked about */
    size_t count;
    pld_direction direction;
    pld_step *rounded; /* owned */
    pld__question question;
    double beside, beside_log; /* how far others that round to it may be, at most */
} pld__neighbour;

/* `factors` are those of the steps. To be freed in any case. */
PLD_WARN_UNUSED pld_status pld__neighbour_find(pld__shelf *shelf, const pld_step *steps, size_t count,
                                               const pld__kernel_steps *factors, pld_direction direction,
                                               const pld__question *question, pld__neighbour *found);
void pld__neighbour_free(pld__neighbour *neighbour);

/* A count rounded to so many bits. */
uint64_t pld__neighbour_count(uint64_t count, int bits);

/* The thing of a neighbour, remembered by direction, rounded steps and question, and other numbers: pld__shelf_take. */
PLD_WARN_UNUSED pld_status pld__neighbour_take(const pld__neighbour *neighbour, const double *others, size_t other_count,
                                               pld__shelf *shelf, const pld__shelf_kind *kind, const void *context,
                                               const void **thing);

/* Does a composition suit? Discrete steps, closed forms and very many different steps have plans of their own. */
bool pld__shared_takes(const pld__kernel_steps *factors);

/* Do questions about different epsilons surely have most of their work in common? */
bool pld__shared_by_many(const pld_step *steps, size_t count);

/* By the plan of a neighbour; *enough says that no other plan would do better, *estimate is the neighbour's own answer, roughly,
 * or NAN. */
PLD_WARN_UNUSED pld_status pld__shared_direction(pld__shelf *shelf, const pld__neighbour *neighbour,
                                                 const pld__kernel_steps *factors, const pld__question *question,
                                                 const pld__kernel_aim *aim, pld__kernel_result *made, double *estimate,
                                                 bool *enough);

/* The steps as kernels see them, if these take them all; to be freed in any case. */
PLD_WARN_UNUSED pld_status pld__kernel_steps_gather(const pld_step *steps, size_t count, pld_direction direction,
                                                    pld__kernel_steps *factors, bool *taken);

#endif
