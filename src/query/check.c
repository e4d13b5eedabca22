#include "query/check.h"

#include "base/base.h"
#include "base/platform.h"
#include "pair/pair.h"
#include "query/adjacency.h"
#include "query/options.h"

#include <inttypes.h>
#include <stdio.h>

static pld_status check_adjacency(const pld_step *steps, size_t step_count, pld_adjacency adjacency, pld_error *error) {
    pld_status status = PLD_OK;
    for (size_t i = 0; i < step_count && status == PLD_OK; i++)
        status = pld__adjacency_check(steps[i].mechanism, adjacency, error);
    return status;
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
    return status != PLD_OK ? status : check_adjacency(steps, step_count, options->adjacency, error);
}
