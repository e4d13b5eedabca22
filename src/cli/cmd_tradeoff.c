/* pld tradeoff: what the best attacker can do, at many false-positive rates. */
#include "cli/commands.h"

#include "base/base.h"
#include "base/clock.h"
#include "base/list.h"
#include "base/number.h"
#include "base/plain.h"
#include "json/write.h"
#include "options/composition.h"
#include "options/failure.h"
#include "options/output.h"
#include "report/report.h"
#include "report/tradeoff.h"
#include "terminal/page.h"
#include "terminal/progress.h"

/* A LIST of numbers between 0 and 1. */
static pld_status read_list(const char *list, const char *option, double **values, size_t *count, pld_error *error) {
    const char *allowed = "numbers above 0 and below 1, such as 1e-6,0.001,0.1 or 0.05..0.95:+0.05";
    pld_error cause = {.message = ""};
    pld_status status = pld__list_parse(list, values, count, &cause);
    for (size_t i = 0; status == PLD_OK && i < *count; i++) {
        if (!((*values)[i] >= 1e-200 && (*values)[i] < 1)) {
            char word[PLD__NUMBER_SIZE];
            pld__number_write((*values)[i], word);
            status = pld__error_argument(&cause, word, "", "'%s' is not between 0 and 1", word);
        }
    }
    return status == PLD_ERROR_ARGUMENT ? pld__error_argument(error, cause.word, allowed, "%s: %s", option, cause.message)
                                        : status;
}

/* What the line says; the question of the trade-off borrows it. */
typedef struct reading {
    double *rates, *priors;
    pld_composition *composition;
} reading;

static pld_status read_line(const pld__command_line *line, reading *read, pld__tradeoff *tradeoff, pld_error *error) {
    const char *rates = line->given[PLD__OPTION_FPR], *priors = line->given[PLD__OPTION_PRIOR];
    pld_status status = read_list(rates ? rates : PLD__TRADEOFF_RATES, "--fpr", &read->rates, &tradeoff->rate_count, error);
    if (status == PLD_OK && priors != NULL) {
        status = read_list(priors, "--prior", &read->priors, &tradeoff->prior_count, error);
    }
    if (status == PLD_OK) {
        status = pld__composition_read(line, &read->composition, error);
    }
    tradeoff->options = &line->query;
    tradeoff->rates = read->rates;
    tradeoff->priors = read->priors;
    tradeoff->composition = read->composition;
    return status;
}

static pld_status check_output(const pld__command_line *line, const pld__tradeoff *tradeoff, pld_error *error) {
    const char *path = line->given[PLD__OPTION_OUTPUT], *series = line->given[PLD__OPTION_SERIES];
    pld_status status = pld__output_check_series(line, error);
    return status == PLD_OK && path != NULL ? pld__tradeoff_check_output(tradeoff, path, pld__output_mode(line), series, error)
                                            : status;
}

static pld_status compute(const pld__command_line *line, pld__tradeoff *tradeoff, pld_error *error) {
    pld__progress progress = pld__progress_of_points(line->command->name, tradeoff->rate_count, line->messages);
    pld_status status = pld__tradeoff_compute(tradeoff, pld__progress_watch, &progress, error);
    pld__progress_end(&progress);
    return status;
}

static pld_status print(const pld__command_line *line, const pld__tradeoff *tradeoff, double seconds, pld__page *page) {
    char *text = NULL;
    pld_status status = pld__page_open(page);
    if (status != PLD_OK) {
        return status;
    }
    if (line->given[PLD__OPTION_JSON] != NULL) {
        status = pld__json_tradeoff(tradeoff, seconds, &text);
        status = pld__report_json(status, text, page->stream);
    } else {
        status = pld__tradeoff_print(line, tradeoff, page->stream);
    }
    return pld__page_close(page, status);
}

static pld__exit conclude(const pld__command_line *line, const pld__tradeoff *tradeoff, double seconds) {
    if (line->given[PLD__OPTION_EXPLAIN] != NULL) {
        pld__plain_print(line->given[PLD__OPTION_JSON] ? line->messages : line->output,
                         "\nmethod: delta at %u levels of epsilon, between which it is convex; time: %.3f s\n",
                         tradeoff->attacks[0].queries, seconds);
    }
    bool wide = !pld__tradeoff_tolerance_met(tradeoff);
    return pld__command_end(line, PLD_OK, NULL, wide ? "all brackets are valid, but some are wider than asked for" : NULL);
}

pld__exit pld__command_tradeoff(const pld__command_line *line) {
    pld_error error = {.message = ""};
    reading read = {.rates = NULL};
    pld__tradeoff tradeoff = {.rate_count = 0};
    pld__page page = {.text = NULL};
    double started = pld__seconds_now(), seconds = 0;
    pld_status status = read_line(line, &read, &tradeoff, &error);
    if (status == PLD_OK) {
        status = check_output(line, &tradeoff, &error);
    }
    if (status == PLD_OK) {
        status = compute(line, &tradeoff, &error);
        seconds = pld__seconds_now() - started;
    }
    if (status == PLD_OK) {
        status = print(line, &tradeoff, seconds, &page);
    }
    if (status == PLD_OK && line->given[PLD__OPTION_OUTPUT] != NULL) {
        status = pld__tradeoff_write(&tradeoff, line->given[PLD__OPTION_OUTPUT], pld__output_mode(line),
                                     line->given[PLD__OPTION_SERIES], line->invocation, &error);
    }
    if (status == PLD_OK) {
        pld__page_print(&page, line->output);
    }
    pld__exit code = status == PLD_OK ? conclude(line, &tradeoff, seconds) : pld__failure_of_line(line, status, &error);
    pld__page_free(&page);
    pld__tradeoff_free(&tradeoff);
    pld_composition_free(read.composition);
    pld__free(read.rates);
    pld__free(read.priors);
    return code;
}
