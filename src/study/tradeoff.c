#include "study/tradeoff.h"

#include <stdlib.h>

pld_status pld__tradeoff_compute(pld__tradeoff *tradeoff, pld_curve_watcher *watcher, void *context, pld_error *error) {
    size_t count = 0;
    const pld_step *steps = pld_composition_steps(tradeoff->composition, &count);
    const pld_options *options = tradeoff->options;
    tradeoff->attacks = calloc(tradeoff->rate_count, sizeof *tradeoff->attacks);
    tradeoff->posteriors = calloc(tradeoff->prior_count + 1, sizeof *tradeoff->posteriors);
    pld_status status = tradeoff->attacks && tradeoff->posteriors ? PLD_OK : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        status = pld_query_delta(steps, count, 0, options, &tradeoff->advantage, error);
    }
    if (status == PLD_OK) {
        status = pld_query_tradeoff(steps, count, tradeoff->rates, tradeoff->rate_count, options, watcher, context,
                                    tradeoff->attacks, error);
    }
    for (size_t i = 0; i < tradeoff->prior_count && status == PLD_OK; i++) {
        status = pld_query_posterior(steps, count, tradeoff->priors[i], options, &tradeoff->posteriors[i], error);
    }
    return status;
}

void pld__tradeoff_free(pld__tradeoff *tradeoff) {
    free(tradeoff->attacks);
    free(tradeoff->posteriors);
}

bool pld__tradeoff_tolerance_met(const pld__tradeoff *tradeoff) {
    bool met = tradeoff->advantage.tolerance_met;
    for (size_t i = 0; i < tradeoff->rate_count; i++) {
        met &= tradeoff->attacks[i].tolerance_met;
    }
    for (size_t i = 0; i < tradeoff->prior_count; i++) {
        met &= tradeoff->posteriors[i].tolerance_met;
    }
    return met;
}

pld_bracket pld__tradeoff_precision(const pld__tradeoff *tradeoff, size_t prior, size_t rate) {
    const pld_attack *attack = &tradeoff->attacks[rate];
    bool there = attack->directions[PLD_REMOVE].asked;
    const pld_attack_side *side = &attack->directions[there ? PLD_REMOVE : PLD_ADD];
    double chance = tradeoff->priors[prior];
    return pld_attack_precision(&side->true_positive, attack->false_positive_rate, there ? chance : 1 - chance);
}
