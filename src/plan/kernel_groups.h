/* Very many different factors, planned for by few of them. */
#ifndef PLD_PLAN_KERNEL_GROUPS_H
#define PLD_PLAN_KERNEL_GROUPS_H

#include "plan/kernel_plan.h"

typedef struct pld__kernel_groups {
    pld__kernel_steps steps; /* one factor for each group, the one whose means are farthest apart, as often as all of it */
    size_t *place;           /* of each factor: its group */
} pld__kernel_groups;

/* At most so many groups; discrete steps are left out. To be freed in any case. */
PLD_WARN_UNUSED pld_status pld__kernel_groups_create(const pld__kernel_steps *steps, size_t most, pld__kernel_groups *groups);
void pld__kernel_groups_free(pld__kernel_groups *groups);

/* pld__kernel_plan_aimed where there are very many factors: some stand for others that are much like them. */
PLD_WARN_UNUSED pld_status pld__kernel_groups_plan(const pld__kernel_steps *steps, const pld__question *question,
                                                   const pld__kernel_aim *aim, pld__kernel_plan *plan, bool *possible);

#endif
