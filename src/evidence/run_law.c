#include "evidence/run_law.h"

#include "base/base.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ALLOWED "geometric:mean=M, negative-binomial:eta=E,gamma=G or poisson:mean=M"

/* Beyond these, roundings of the law's own numbers would show. */
static const double ETA_MOST = 100, GAMMA_LEAST = 1e-9, MEAN_MOST = 1e9;

/* --- what no theorem covers ----------------------------------------------------------------------------------------- */

static const struct {
    const char *name, *reason;
} refused[] = {
    {"fixed", "a fixed number of runs has no such theorem: account for all runs as one composition, or draw their number"},
    {"at-most", "a number of runs that is cut off has another law than the one that it was drawn from, and no theorem here"},
    {"uniform", "a uniform number of runs has no theorem here"},
    {"grid",
     "a grid is a fixed number of runs, each with its own candidate: no theorem here covers it; draw a candidate afresh for "
     "each of a random number of runs, or account for all runs as one composition"},
    {"adaptive", "a search that looks at scores between runs releases them: account for all runs as one composition"},
    {"bayesian", "a search that looks at scores between runs releases them: account for all runs as one composition"},
    {"until", "stopping by the score makes the number of runs depend on the data: no theorem here covers it"},
};

static pld_status refuse_name(const char *name, pld_error *error) {
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        if (strcmp(refused[i].name, name) == 0)
            return pld__error_argument(error, name, ALLOWED, "%s", refused[i].reason);
    return pld__error_argument(error, name, ALLOWED, "there is no theorem for the law '%s' of the number of runs", name);
}

/* --- reading -------------------------------------------------------------------------------------------------------- */

enum { NAME_SIZE = 32, KEYS_MOST = 2 };

static const struct {
    const char *name;
    const char *keys[KEYS_MOST];
} forms[] = {{"geometric", {"mean", NULL}}, {"negative-binomial", {"eta", "gamma"}}, {"poisson", {"mean", NULL}}};

enum { GEOMETRIC, NEGATIVE_BINOMIAL, POISSON, FORMS };

/* key=value up to a comma. */
static pld_status read_item(const char *const keys[KEYS_MOST], const char *item, size_t length, double *values, bool *given,
                            pld_error *error) {
    char text[2 * NAME_SIZE], word[NAME_SIZE];
    snprintf(text, sizeof text, "%.*s", (int)length, item);
    size_t name_length = strcspn(text, "=");
    snprintf(word, sizeof word, "%.*s", (int)(name_length < NAME_SIZE ? name_length : NAME_SIZE - 1), text);
    for (size_t k = 0; k < KEYS_MOST; k++) {
        if (!keys[k] || strcmp(keys[k], word) != 0 || text[name_length] != '=')
            continue;
        if (given[k])
            return pld__error_argument(error, word, ALLOWED, "%s is given twice", word);
        given[k] = true;
        pld_error cause = {.message = ""};
        pld_status status = pld__number_parse(text + name_length + 1, &values[k], &cause);
        return status == PLD_ERROR_ARGUMENT ? pld__error_argument(error, text, ALLOWED, "%s: %s", word, cause.message) : status;
    }
    return pld__error_argument(error, text, ALLOWED, "'%s' is no key of this law", text);
}

static pld_status read_items(size_t form, const char *text, double *values, pld_error *error) {
    bool given[KEYS_MOST] = {false, false};
    while (*text != '\0') {
        size_t length = strcspn(text, ",");
        pld_status status = read_item(forms[form].keys, text, length, values, given, error);
        if (status != PLD_OK)
            return status;
        text += length + (text[length] == ',');
    }
    for (size_t k = 0; k < KEYS_MOST; k++)
        if (forms[form].keys[k] && !given[k])
            return pld__error_argument(error, forms[form].keys[k], ALLOWED, "%s of the number of runs is missing",
                                       forms[form].keys[k]);
    return PLD_OK;
}

pld_status pld_run_law_parse(const char *text, pld_run_law *law, pld_error *error) {
    char name[NAME_SIZE];
    size_t length = strcspn(text, ":"), form = 0;
    double values[KEYS_MOST] = {0, 0};
    snprintf(name, sizeof name, "%.*s", (int)(length < NAME_SIZE ? length : NAME_SIZE - 1), text);
    while (form < FORMS && strcmp(forms[form].name, name) != 0)
        form++;
    if (form == FORMS)
        return refuse_name(name, error);
    pld_status status = read_items(form, text[length] == ':' ? text + length + 1 : "", values, error);
    if (status != PLD_OK)
        return status;
    pld_run_law made = {.kind = form == POISSON ? PLD_RUNS_POISSON : PLD_RUNS_NEGATIVE_BINOMIAL};
    if (form == GEOMETRIC) {
        if (!(values[0] > 1))
            return pld__error_argument(error, "mean", "a number above 1", "a geometric number of runs has a mean above 1");
        made.eta = 1;
        made.gamma = 1 / values[0];
    } else if (form == NEGATIVE_BINOMIAL) {
        made.eta = values[0];
        made.gamma = values[1];
    } else {
        made.mean = values[0];
    }
    pld__run_law checked;
    status = pld__run_law_check(&made, &checked, error);
    if (status == PLD_OK)
        *law = made;
    return status;
}

pld_status pld__run_law_check(const pld_run_law *given, pld__run_law *law, pld_error *error) {
    if (given->kind == PLD_RUNS_POISSON) {
        if (!(given->mean > 0 && given->mean <= MEAN_MOST))
            return pld__error_argument(error, "mean", "a number above 0, at most 1e9", "the mean number of runs is out of range");
        *law = (pld__run_law){.poisson = true, .mean = given->mean};
        return PLD_OK;
    }
    if (given->kind != PLD_RUNS_NEGATIVE_BINOMIAL)
        return pld__error_argument(error, "runs", ALLOWED, "there is no such law of the number of runs");
    if (!(given->eta > -1 && given->eta <= ETA_MOST))
        return pld__error_argument(error, "eta", "a number above -1, at most 100", "eta of the number of runs is out of range");
    if (!(given->gamma >= GAMMA_LEAST && given->gamma < 1))
        return pld__error_argument(error, "gamma", "a number of at least 1e-9, below 1",
                                   "gamma of the number of runs is out of range");
    *law = (pld__run_law){.eta = given->eta, .gamma = given->gamma};
    return PLD_OK;
}

double pld_run_law_mean(const pld_run_law *given) {
    pld__run_law law;
    return pld__run_law_check(given, &law, NULL) == PLD_OK ? pld__run_law_mean(&law) : NAN;
}
