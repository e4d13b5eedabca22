#include "query/explain.h"

#include "base/clock.h"
#include "base/plain.h"
#include "query/engine.h"

#include <stdarg.h>
#include <stdio.h>

enum { SENTENCE = 512 };

void pld__explain(const pld_options *options, const char *format, ...) {
    char sentence[SENTENCE];
    va_list arguments;
    if (!options->explainer)
        return;
    va_start(arguments, format);
    pld__plain_format_list(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    options->explainer(sentence, options->explained);
}

pld__explanation pld__explain_start(const pld__inquiry *inquiry) {
    return (pld__explanation){pld__seconds_now(), inquiry->result.rounds};
}

void pld__explain_passed(const pld__inquiry *inquiry, pld_engine engine, const char *why) {
    pld__explain(inquiry->options, "%s: not taken, for %s only", pld__engine_word(engine), why);
}

void pld__explain_gone(const pld__inquiry *inquiry, const pld__explanation *before, const char *why) {
    const pld_result *result = &inquiry->result;
    unsigned rounds = result->rounds - before->rounds;
    double seconds = pld__seconds_now() - before->started;
    const char *name = pld__engine_word(inquiry->engine);
    if (rounds == 0)
        pld__explain(inquiry->options, "%s: taken, for %s; it found nothing, in %.3f s", name, why, seconds);
    else
        pld__explain(inquiry->options, "%s: taken, for %s; %u plan%s in %.3f s, width %.3g of %.3g asked for", name, why, rounds,
                     rounds == 1 ? "" : "s", seconds, pld__inquiry_reached(inquiry), result->tolerance);
}
