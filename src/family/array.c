/* array: two lists of masses, outcome by outcome. What a sum lacks of 1 belongs to outcomes that are not listed: to infinity in
 * an upper law, nowhere in a lower one. */
#include "base/base.h"
#include "base/plain.h"
#include "family/check.h"
#include "family/family.h"
#include "pair/sparse.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double ALLOWED = 1e-9;

static pld_status check_masses(const char *name, const double *mass, size_t count, pld_error *error, long double *sum) {
    *sum = 0;
    for (size_t i = 0; i < count; i++) {
        if (!(mass[i] >= 0 && isfinite(mass[i]))) {
            char word[64];
            pld__plain_format(word, sizeof word, "%s[%zu]=%g", name, i, mass[i]);
            return pld__error_argument(error, word, "numbers of at least 0", "'%s' is not a probability", word);
        }
        *sum += mass[i];
    }
    return PLD_OK;
}

#define NOTE                                                                                                                  \
    "The two arrays are taken as they are: what was sampled, cut off or rounded when they were made is not covered, and for " \
    "which neighbours they stand is not known here; both ends are those of the arrays."

pld_status pld_mechanism_create_array(size_t count, const double *p, const double *q, bool normalise, double rate,
                                      const char *label, pld_mechanism **mechanism, pld_error *error) {
    long double sum_p, sum_q;
    pld_status status = check_masses("P", p, count, error, &sum_p);
    if (status == PLD_OK)
        status = check_masses("Q", q, count, error, &sum_q);
    if (status == PLD_OK)
        status = pld__check_probability("q", rate, error);
    if (status != PLD_OK)
        return status;
    bool usable = normalise ? sum_p > 0 && sum_q > 0 : fabsl(sum_p - 1) <= ALLOWED && fabsl(sum_q - 1) <= ALLOWED;
    if (!usable)
        return pld__error_argument(error, label, "two columns that each sum to 1 within 1e-9, or normalise=1",
                                   "'%s': P sums to %.12Lg and Q to %.12Lg", label, sum_p, sum_q);
    pld__outcome *outcomes = pld__sparse_affordable(count) ? pld__allocate(count ? count : 1, sizeof *outcomes) : NULL;
    if (!outcomes)
        return PLD_ERROR_MEMORY;
    /* Normalising moves every loss by the log of the ratio of the sums. */
    long double moved = normalise ? pld__outcome_loss(sum_q, sum_p) : 0;
    for (size_t i = 0; i < count; i++) {
        bool both = p[i] > 0 && q[i] > 0;
        outcomes[i] = (pld__outcome){normalise ? p[i] / sum_p : p[i], normalise ? q[i] / sum_q : q[i],
                                     both ? pld__outcome_loss(p[i], q[i]) + moved : 0};
    }
    /* Sums above 1 are as if each mass were that much too large. A rounded sum is not a deficit. */
    long double rounding = (long double)(count + 2) * 0x1p-63L, excess = fmaxl(fmaxl(sum_p, sum_q) - 1, 0);
    long double deficit = fmaxl(1 - fminl(sum_p, sum_q), 0);
    bool exact = normalise || deficit <= rounding;
    double rho = (double)(normalise ? rounding : excess + rounding), kappa = 2.5 * rho + 0x1p-61 * (double)fabsl(moved);
    pld__outcomes_sample(outcomes, count, rate, &kappa);
    status = pld__sparse_mechanism_of(count, outcomes, rho, kappa, exact ? 0 : deficit, label,
                                      rate > 0 && rate < 1 ? NOTE "\n" PLD__NOTE_POISSON : NOTE, mechanism);
    if (status == PLD_OK)
        (*mechanism)->traits = (pld__traits){.family = &pld__family_array, .sampling_rate = rate};
    pld__free(outcomes);
    return status;
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_FILE, KEY_P, KEY_Q, KEY_NORMALISE };

static const pld__key keys[] = {
    [KEY_FILE] = {.name = "file", .kind = PLD__KEY_NAME, .meaning = "a table with commas (CSV) or an HDF5 file"},
    [KEY_P] = {.name = "P",
               .kind = PLD__KEY_NAME,
               .fallback = "P",
               .meaning = "column or dataset of the masses with the protected records"},
    [KEY_Q] = {.name = "Q", .kind = PLD__KEY_NAME, .fallback = "Q", .meaning = "column or dataset of the masses without them"},
    [KEY_NORMALISE] = {.name = "normalise",
                       .kind = PLD__KEY_WHOLE,
                       .fallback = "0",
                       .meaning = "1: divide each column by its sum"},
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    const pld__value *values = given->values;
    const char *path = values[KEY_FILE].text, *p_name = values[KEY_P].text, *q_name = values[KEY_Q].text;
    uint64_t normalise = values[KEY_NORMALISE].whole;
    double *p = NULL, *q = NULL;
    size_t count = 0, size = strlen(path) + strlen(p_name) + strlen(q_name) + 128;
    if (!given->reader)
        return pld__error_argument(error, path, "pld_mechanism_create_array",
                                   "files are read by the program, not by the library");
    if (normalise > 1)
        return pld__error_argument(error, "normalise", "0 or 1", "normalise of array must be 0 or 1");
    char *label = pld__allocate(size, 1), sampled[64];
    if (!label)
        return PLD_ERROR_MEMORY;
    pld__sampled_prefix(given->rate, pld__family_array.name, sampled);
    snprintf(label, size, "%sfile=%s,P=%s,Q=%s,normalise=%d", sampled, path, p_name, q_name, (int)normalise);
    pld_status status = given->reader(path, p_name, q_name, &p, &q, &count, error);
    if (status == PLD_OK) {
        status = pld_mechanism_create_array(count, p, q, normalise == 1, given->rate, label, mechanism, error);
        pld__free(p);
        pld__free(q);
    }
    pld__free(label);
    return status;
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    pld__words_given(words, mechanism, count);
    pld__words_sampled(words, &mechanism->traits);
}

const pld__family pld__family_array = {
    .name = "array",
    .meaning = "two columns of masses, outcome by outcome, from a file",
    .remark =
        "In any order, zeros allowed: mass where Q = 0 is infinite loss. Each column must sum to 1 within 1e-9, unless "
        "normalise=1\n"
        "divides by the sums; what a sum lacks counts as infinite loss from above and is left out from below. A table has the\n"
        "columns P and Q in its first line, or two columns and no such line.\n"
        "The pair is taken as it is, and that is exact for outcomes that are discrete. Densities sampled on a line are not the\n"
        "distributions they came from: where the line ends and how far apart its points are changes epsilon in either "
        "direction,\n"
        "and no bracket knows by how much. For Gaussian and Laplace noise the families of that name are the rigorous way.",
    .reference = "Meiser and Mohammadi 2018",
    .example = "array:file=masses.csv@100",
    .adjacency = "what the pair was made for; not replace or zero-out: the pair is given as it is",
    PLD__KEYS(keys),
    .create = create,
    .standing = PLD__STANDING_GIVEN,
    .no_group = PLD__GIVEN_AS_IT_IS,
    .no_replace = PLD__GIVEN_AS_IT_IS,
    .no_zero = PLD__GIVEN_AS_IT_IS,
    .describe = describe,
    .neighbours = pld__neighbours_given,
};
