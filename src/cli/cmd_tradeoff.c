/* pld tradeoff: what the best attacker can do, at many false-positive rates. */
#include "base/clock.h"
#include "base/base.h"
#include "base/list.h"
#include "base/plain.h"
#include "cli/failure.h"
#include "cli/page.h"
#include "cli/progress.h"
#include "cli/spec_vary.h"
#include "cli/tradeoff.h"
#include <stdlib.h>

/* Logarithmic where attacks are judged, regular where curves are drawn. */
#define DEFAULT_RATES                                                                                \
    "1e-6,2e-6,5e-6,1e-5,2e-5,5e-5,1e-4,2e-4,5e-4,0.001,0.002,0.005,0.01,0.02,0.05,0.1..0.95:+0.05," \
    "0.98,0.99,0.999"

/* A LIST of numbers between 0 and 1. */
static pld_status read_list(const char *list, const char *option, double **values, size_t *count, pld_error *error) {
    const char *allowed = "numbers above 0 and below 1, such as 1e-6,0.001,0.1 or 0.05..0.95:+0.05";
    pld_error cause = {.message = ""};
    pld_status status = pld__list_parse(list, values, count, &cause);
    for (size_t i = 0; status == PLD_OK && i < *count; i++) {
        if (!((*values)[i] >= 1e-200 && (*values)[i] < 1)) {
            char word[PLD__NUMBER_TEXT];
            pld__number_write((*values)[i], word);
            status = pld__error_argument(&cause, word, "", "'%s' is not between 0 and 1", word);
        }
    }
    return status == PLD_ERROR_ARGUMENT ? pld__error_argument(error, cause.word, allowed, "%s: %s", option, cause.message)
                                        : status;
}

static pld_status read_line(const pld__command_line *line, pld__tradeoff *tradeoff, pld_error *error) {
    const char *rates = line->given[PLD__OPTION_FPR], *priors = line->given[PLD__OPTION_PRIOR];
    pld_status status = read_list(rates ? rates : DEFAULT_RATES, "--fpr", &tradeoff->rates, &tradeoff->rate_count, error);
    if (status == PLD_OK && priors != NULL) {
        status = read_list(priors, "--prior", &tradeoff->priors, &tradeoff->prior_count, error);
    }
    if (status == PLD_OK) {
        status = pld__composition_read(line, &tradeoff->composition, error);
    }
    return status == PLD_OK ? pld__tradeoff_check_output(tradeoff, error) : status;
}

static bool watch(size_t done, size_t total, void *context) {
    (void)total;
    pld__progress_update(context, done);
    return true;
}

static pld_status compute(pld__tradeoff *tradeoff, pld_error *error) {
    const pld_step *steps = tradeoff->composition.steps;
    size_t count = tradeoff->composition.step_count;
    const pld_options *query = &tradeoff->line->query;
    bool both = query->adjacency == PLD_ADJACENCY_ADD_REMOVE || query->adjacency == PLD_ADJACENCY_REPLACE;
    tradeoff->attacks = calloc(tradeoff->rate_count, sizeof *tradeoff->attacks);
    tradeoff->posteriors = calloc(tradeoff->prior_count + 1, sizeof *tradeoff->posteriors);
    pld_status status = tradeoff->attacks && tradeoff->posteriors ? PLD_OK : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        status = pld_query_delta(steps, count, 0, query, &tradeoff->advantage, error);
    }
    pld__progress progress = pld__progress_start("tradeoff", tradeoff->rate_count * (both ? 3 : 1), 0, false);
    if (status == PLD_OK) {
        status = pld_query_tradeoff(steps, count, tradeoff->rates, tradeoff->rate_count, query, watch, &progress,
                                    tradeoff->attacks, error);
    }
    pld__progress_end(&progress);
    for (size_t i = 0; i < tradeoff->prior_count && status == PLD_OK; i++) {
        status = pld_query_posterior(steps, count, tradeoff->priors[i], query, &tradeoff->posteriors[i], error);
    }
    return status;
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

static void explain(const pld__tradeoff *tradeoff, FILE *stream) {
    pld__plain_print(stream, "\nmethod: delta at %u levels of epsilon, between which it is convex; time: %.3f s\n",
                     tradeoff->attacks[0].queries, tradeoff->seconds);
}

static pld__exit conclude(const pld__tradeoff *tradeoff) {
    const pld__command_line *line = tradeoff->line;
    if (line->given[PLD__OPTION_EXPLAIN] != NULL) {
        explain(tradeoff, line->given[PLD__OPTION_JSON] ? stderr : stdout);
    }
    if (pld__tradeoff_tolerance_met(tradeoff)) {
        return PLD__EXIT_DONE;
    }
    fputs("pld tradeoff: all brackets are valid, but some are wider than asked for\n", stderr);
    return PLD__EXIT_TOLERANCE;
}

pld__exit pld__command_tradeoff(const pld__command_line *line) {
    pld_error error = {.message = ""};
    pld__tradeoff tradeoff = {.line = line};
    pld__page page = {.text = NULL};
    bool json = line->given[PLD__OPTION_JSON] != NULL;
    double started = pld__seconds_now();
    pld_status status = read_line(line, &tradeoff, &error);
    if (status == PLD_OK) {
        status = compute(&tradeoff, &error);
        tradeoff.seconds = pld__seconds_now() - started;
    }
    if (status == PLD_OK) {
        status = pld__page_open(&page);
    }
    if (status == PLD_OK) {
        status = json ? pld__tradeoff_json(&tradeoff, page.stream) : pld__tradeoff_print(&tradeoff, page.stream);
        status = pld__page_close(&page, status);
    }
    if (status == PLD_OK && line->given[PLD__OPTION_OUTPUT] != NULL) {
        status = pld__tradeoff_write(&tradeoff, &error);
    }
    if (status == PLD_OK) {
        pld__page_print(&page);
    }
    pld__exit code = status == PLD_OK ? conclude(&tradeoff) : pld__failure_report(line->command, status, &error, json);
    pld__page_free(&page);
    pld__composition_free(&tradeoff.composition);
    pld__free(tradeoff.rates);
    pld__free(tradeoff.priors);
    free(tradeoff.attacks);
    free(tradeoff.posteriors);
    return code;
}
