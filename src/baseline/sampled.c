#include "baseline/sampled.h"

bool pld__is_sampled_gaussian(const pld_mechanism *mechanism) {
    const pld__traits *traits = &mechanism->traits;
    return traits->kind == PLD__KIND_GAUSSIAN ||
           (traits->kind == PLD__KIND_POISSON_GAUSSIAN && traits->removed + traits->added == 1);
}

bool pld__refuses_unless_sampled_gaussian(const pld__baseline_question *question, pld_baseline_answer *answer) {
    for (size_t i = 0; i < question->step_count; i++) {
        if (!pld__is_sampled_gaussian(question->steps[i].mechanism)) {
            (void)pld__baseline_refuse(answer, "it is about Gaussian noise with Poisson sampling of one record");
            return true;
        }
    }
    return false;
}
