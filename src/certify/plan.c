#include "certify/plan.h"

#include "base/base.h"

void pld__plan_free(pld__plan *plan) {
    if (!plan)
        return;
    for (size_t i = 0; plan->grids && i < plan->grid_count; i++)
        pld__free(plan->grids[i].edges);
    pld__free(plan->grids);
    pld__free(plan->places);
    *plan = (pld__plan){.kind = PLD__PLAN_NONE};
}
