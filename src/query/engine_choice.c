#include "query/engine_choice.h"

#include "base/base.h"
#include "query/strategy.h"

#include <inttypes.h>
#include <stdio.h>

pld_status pld__engine_takes(const pld__inquiry *inquiry, pld_engine engine, bool *takes) {
    pld_options options = *inquiry->options;
    options.engine = engine;
    pld__inquiry probe = {.given = inquiry->given,
                          .given_count = inquiry->given_count,
                          .question = inquiry->question,
                          .options = &options,
                          .open = inquiry->open};
    pld_status status = pld__inquiry_sketch(&probe);
    *takes = status == PLD_OK && pld__strategies_take(&probe, engine);
    pld__inquiry_free(&probe);
    return status;
}

/* "'a@3' and 'b'", as far as there is room. */
static void name_steps(const pld__inquiry *inquiry, char *text, size_t size) {
    size_t length = 0;
    for (size_t i = 0; i < inquiry->given_count && length < size; i++) {
        const pld_step *step = &inquiry->given[i];
        length += (size_t)snprintf(text + length, size - length, "%s'%s@%" PRIu64 "'", i > 0 ? " and " : "",
                                   step->mechanism->resolved, step->count);
    }
}

/* "closed, transforms or auto". */
static pld_status name_engines(const pld__inquiry *inquiry, char *text, size_t size) {
    size_t length = 0;
    for (int engine = PLD_ENGINE_AUTO + 1; engine < PLD_ENGINES; engine++) {
        bool takes = false;
        pld_status status = pld__engine_takes(inquiry, (pld_engine)engine, &takes);
        if (status != PLD_OK)
            return status;
        if (takes && length < size)
            length += (size_t)snprintf(text + length, size - length, "%s%s", length > 0 ? ", " : "",
                                       pld_engine_name((pld_engine)engine));
    }
    if (length < size)
        snprintf(text + length, size - length, "%s%s", length > 0 ? " or " : "", pld_engine_name(PLD_ENGINE_AUTO));
    return PLD_OK;
}

pld_status pld__engine_refuse(const pld__inquiry *inquiry, pld_error *error) {
    const char *name = pld_engine_name(inquiry->options->engine);
    char steps[256], engines[128] = "", why[256];
    pld_status status = name_engines(inquiry, engines, sizeof engines);
    if (status != PLD_OK)
        return status;
    name_steps(inquiry, steps, sizeof steps);
    pld__strategies_why(inquiry->options->engine, why, sizeof why);
    return pld__error_argument(error, name, engines, "the engine '%s' does not take %s%s%s", name, steps,
                               why[0] ? ": it is for " : "", why);
}
