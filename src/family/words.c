#include "family/words.h"

#include "base/number.h"
#include "base/plain.h"

#include <inttypes.h>
#include <stdarg.h>

void pld__words_say(const pld__words *words, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    pld__plain_format_list(text, sizeof text, format, arguments);
    va_end(arguments);
    words->say(words->to, text);
}

pld__neighbours pld__neighbours_given(const pld_mechanism *mechanism) {
    (void)mechanism;
    return (pld__neighbours){.change = PLD__CHANGE_GIVEN};
}

pld__neighbours pld__neighbours_counted(const pld_mechanism *mechanism) {
    const pld__traits *traits = &mechanism->traits;
    if (mechanism->replaced)
        return (pld__neighbours){.records = 1};
    return (pld__neighbours){.records = traits->removed + traits->added, .both_kinds = traits->removed > 0 && traits->added > 0};
}

pld__neighbours pld__neighbours_chained(const pld_mechanism *mechanism) {
    uint64_t records = mechanism->traits.whole_sensitivity;
    return (pld__neighbours){.records = records, .at_most = records > 1};
}

void pld__words_times(const pld__words *words, uint64_t count) {
    if (count == 1)
        pld__words_say(words, ", once");
    else
        pld__words_say(words, ", %" PRIu64 " times", count);
}

void pld__words_steps(const pld__words *words, uint64_t count) {
    pld__words_say(words, ", $T = %" PRIu64 "$ step%s", count, count == 1 ? "" : "s");
}

void pld__words_code(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    pld__words_say(words, " (");
    words->code(words->to, pld_mechanism_resolved(mechanism));
    pld__words_say(words, ")");
    pld__words_times(words, count);
}

void pld__words_given(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    pld__words_say(words, "a pair of distributions that was given as it is");
    pld__words_code(words, mechanism, count);
}

void pld__words_noise(const pld__words *words, const pld__noise_words *noise, const pld_mechanism *mechanism, uint64_t count) {
    const pld__traits *traits = &mechanism->traits;
    double sensitivity = traits->whole_sensitivity > 0 ? (double)traits->whole_sensitivity : traits->sensitivity;
    pld__words_say(words, "the %s mechanism", noise->name);
    pld__words_times(words, count);
    pld__words_say(words, ": noise with $%s = %s$ on %s that one record%s changes by at most $%s$%s", noise->symbol,
                   pld__number_format(traits->scale).text, noise->result, mechanism->replaced ? " that is replaced" : "",
                   pld__number_format(sensitivity).text, noise->norm);
    if (mechanism->replaced)
        pld__words_say(words, ", twice as much as one that is added or removed");
}

void pld__words_clipping(const pld__words *words, const pld__traits *traits) {
    pld__words_say(words,
                   "; per-example gradients are clipped to norm $C$, and Gaussian noise of standard deviation $sigma C$, with "
                   "noise multiplier $sigma = %s$, is added to their sum",
                   pld__number_format(traits->scale).text);
}

void pld__words_protected(const pld__words *words, const pld_mechanism *mechanism) {
    const pld__traits *traits = &mechanism->traits;
    uint64_t records = traits->removed + traits->added;
    if (mechanism->replaced || records == 1)
        return;
    pld__words_say(words, "; its pair protects %" PRIu64 " records, ", records);
    if (traits->removed == 0 || traits->added == 0)
        pld__words_say(words, "all of them added or all removed");
    else
        pld__words_say(words, "%" PRIu64 " removed and %" PRIu64 " added at once", traits->removed, traits->added);
}

void pld__words_sampled(const pld__words *words, const pld__traits *traits) {
    if (traits->sampling_rate != 1)
        pld__words_say(words, ", on samples that each record joins independently with probability $q = %s$",
                       pld__number_format(traits->sampling_rate).text);
}
