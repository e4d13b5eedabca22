#include "query/kernel_result.h"

#include <math.h>

/* The nodes of a factor with what is kept beside them, its row, and the terms of all. */
double pld__kernel_plan_memory(const pld__kernel_plan *plan, size_t factors) {
    double nodes = 0, each = sizeof(pld__kernel_node) + sizeof(pld__kernel_weight) + 4 * sizeof(long double);
    for (size_t m = 0; m < factors && plan->grids; m++)
        nodes = fmax(nodes, pld__kernel_grid_nodes(&plan->grids[m]));
    return nodes * each + (sizeof(pld__kernel_log) + 8 * sizeof(long double)) * (double)(plan->frequencies + 1);
}

pld_status pld__kernel_ask_once(const pld__kernel_steps *steps, const pld__question *question, const pld__kernel_aim *aim,
                                pld__kernel_result *made, bool *blended) {
    pld__kernel_plan plan = {0};
    pld__kernel_sum sum = {0};
    bool possible = false;
    pld_status status = pld__kernel_plan_aimed(steps, question, aim, &plan, &possible);
    if (status == PLD_OK && possible)
        status = pld__kernel_sum_create(steps, &plan, NULL, &sum);
    if (status == PLD_OK && possible)
        *made = (pld__kernel_result){pld__kernel_ends_of(&sum, question, plan.guess), plan.theta, plan.frequencies,
                                     pld__kernel_plan_memory(&plan, steps->count)};
    *blended = plan.blend_count > 0;
    pld__kernel_sum_free(&sum);
    pld__kernel_plan_free(&plan);
    return status;
}
