#include "query/check.h"

#include "base/base.h"
#include "base/platform.h"
#include "pair/pair.h"
#include "query/options.h"

#include <inttypes.h>
#include <stdio.h>

static pld_status check_replaced(const pld_step *steps, size_t step_count, pld_adjacency adjacency, pld_error *error) {
    for (size_t i = 0; i < step_count && adjacency == PLD_ADJACENCY_REPLACE; i++)
        if (!steps[i].mechanism->replaced)
            return pld__error_argument(error, steps[i].mechanism->resolved, "what pld_mechanism_create_replaced made",
                                       "'%s' is the pair of a record that is added or removed, not of one that is replaced",
                                       steps[i].mechanism->resolved);
    return PLD_OK;
}

/* Every query comes by here, in whichever thread it is answered. */
pld_status pld__check_options(const pld_options *options, pld_error *error) {
    pld_status status = pld__options_check_layout(options, error);
    if (status != PLD_OK)
        return status;
    if (pld__query_stopped(options))
        return PLD_ERROR_STOPPED;
    if (!(options->tolerance >= 0 && options->relative_tolerance >= 0 && options->bucket_width >= 0))
        return pld__error_argument(error, "tolerance", "numbers of at least 0", "tolerances and widths must not be negative");
    if ((size_t)options->engine >= PLD_ENGINES)
        return pld__error_argument(error, "engine", "a pld_engine", "there is no engine number %d", (int)options->engine);
    bool has_buckets = options->engine == PLD_ENGINE_AUTO || options->engine == PLD_ENGINE_TRANSFORMS;
    if (!has_buckets && (options->bucket_width > 0 || options->buckets > 0))
        return pld__error_argument(error, pld_engine_name(options->engine), "transforms or auto",
                                   "the engine '%s' has no equal buckets to be given a width or a number",
                                   pld_engine_name(options->engine));
    return pld__platform_check(error);
}

pld_status pld__check_query(const pld_step *steps, size_t step_count, const pld_options *options, pld_error *error) {
    if (step_count < 1)
        return pld__error_argument(error, "", "at least one mechanism", "no mechanism was given");
    for (size_t i = 0; i < step_count; i++)
        if (!steps[i].mechanism || steps[i].count < 1 || steps[i].count > UINT64_C(1000000000000)) {
            char word[32];
            snprintf(word, sizeof word, "@%" PRIu64, steps[i].count);
            return pld__error_argument(error, word, "a whole number from 1 to 1e12", "the count '%s' is out of range", word);
        }
    pld_status status = pld__check_options(options, error);
    return status != PLD_OK ? status : check_replaced(steps, step_count, options->adjacency, error);
}
