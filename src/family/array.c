/* array: two lists of masses, outcome by outcome, or points of a curve delta(epsilon). What a sum of masses lacks of 1 belongs to
 * outcomes that are not listed: to infinity in an upper law, nowhere in a lower one. */
#include "base/base.h"
#include "base/plain.h"
#include "family/check.h"
#include "family/family.h"
#include "pair/curve.h"
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

/* --- curves --------------------------------------------------------------------------------------------------------- */

#define CURVE_NOTE                                                                                                           \
    "The curve is taken as it is: that delta of the mechanism is at most that of the points at each epsilon, and for which " \
    "neighbours, is not known here. Both ends are those of the worst mechanism that keeps to the points"
#define CURVE_BOTH CURVE_NOTE " in either order of its neighbours."
#define CURVE_ONE CURVE_NOTE " for P against Q alone; add is the same pair the other way round."

pld_status pld_mechanism_create_curve(size_t count, const double *epsilon, const double *delta, bool both_orders,
                                      const char *label, pld_mechanism **mechanism, pld_error *error) {
    pld_mechanism *made = NULL;
    for (size_t i = 0; i < count; i++)
        if (both_orders && !(epsilon[i] >= 0))
            return pld__error_argument(error, label, "epsilon of at least 0, or a curve of one order (orders=1)",
                                       "'%s': a curve for both orders of neighbours has no point at epsilon %g", label,
                                       epsilon[i]);
    pld__curve_node *nodes = pld__sparse_affordable(2 * count) ? pld__allocate(count + 1, sizeof *nodes) : NULL;
    if (!nodes)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++)
        nodes[i] = (pld__curve_node){epsilon[i], delta[i]};
    pld_status status =
        pld__curve_mechanism(count, nodes, both_orders, label, label, both_orders ? CURVE_BOTH : CURVE_ONE, &made, error);
    pld__free(nodes);
    if (status != PLD_OK)
        return status;
    made->traits = (pld__traits){.family = &pld__family_array, .sampling_rate = 1};
    *mechanism = made;
    return PLD_OK;
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_FILE, KEY_P, KEY_Q, KEY_NORMALISE, KEY_CURVE, KEY_EPSILON, KEY_DELTA, KEY_ORDERS };

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
    [KEY_CURVE] = {.name = "curve",
                   .kind = PLD__KEY_WHOLE,
                   .fallback = "0",
                   .meaning = "1: the file has points of a curve delta(epsilon) instead of masses"},
    [KEY_EPSILON] = {.name = "epsilon",
                     .kind = PLD__KEY_NAME,
                     .fallback = "epsilon",
                     .meaning = "of a curve: column or dataset of its epsilons, which increase"},
    [KEY_DELTA] = {.name = "delta",
                   .kind = PLD__KEY_NAME,
                   .fallback = "delta",
                   .meaning = "of a curve: column or dataset of its deltas, such as delta_upper"},
    [KEY_ORDERS] = {.name = "orders",
                    .kind = PLD__KEY_WHOLE,
                    .fallback = "2",
                    .meaning = "of a curve: 2 if it holds for both orders of neighbours, 1: for P against Q alone"},
};

/* A flag of a file that is not one of two numbers. */
static pld_status check_flag(const char *name, uint64_t value, uint64_t least, const char *allowed, pld_error *error) {
    return value >= least && value <= least + 1
               ? PLD_OK
               : pld__error_argument(error, name, allowed, "%s of array must be %s", name, allowed);
}

static pld_status check_given(const pld__given *given, pld_error *error) {
    const pld__value *values = given->values;
    pld_status status = check_flag("normalise", values[KEY_NORMALISE].whole, 0, "0 or 1", error);
    if (status == PLD_OK)
        status = check_flag("curve", values[KEY_CURVE].whole, 0, "0 or 1", error);
    if (status == PLD_OK)
        status = check_flag("orders", values[KEY_ORDERS].whole, 1, "1 or 2", error);
    if (status == PLD_OK && values[KEY_CURVE].whole == 1 && given->rate > 0 && given->rate < 1)
        status =
            pld__error_argument(error, "curve", "an array of masses", "a curve is not sampled: it has no outcomes of its own");
    return status;
}

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    const pld__value *values = given->values;
    bool curve = values[KEY_CURVE].whole == 1;
    const char *path = values[KEY_FILE].text, *first = values[curve ? KEY_EPSILON : KEY_P].text,
               *second = values[curve ? KEY_DELTA : KEY_Q].text;
    double *p = NULL, *q = NULL;
    size_t count = 0, size = strlen(path) + strlen(first) + strlen(second) + 128;
    if (!given->reader)
        return pld__error_argument(error, path, "pld_mechanism_create_array or pld_mechanism_create_curve",
                                   "files are read by the program, not by the library");
    pld_status status = check_given(given, error);
    if (status != PLD_OK)
        return status;
    char *label = pld__allocate(size, 1), sampled[64];
    if (!label)
        return PLD_ERROR_MEMORY;
    pld__sampled_prefix(given->rate, pld__family_array.name, sampled);
    snprintf(label, size, curve ? "%sfile=%s,curve=1,epsilon=%s,delta=%s,orders=%d" : "%sfile=%s,P=%s,Q=%s,normalise=%d", sampled,
             path, first, second, (int)values[curve ? KEY_ORDERS : KEY_NORMALISE].whole);
    status = given->reader(path, first, second, &p, &q, &count, error);
    if (status == PLD_OK) {
        status = curve ? pld_mechanism_create_curve(count, p, q, values[KEY_ORDERS].whole == 2, label, mechanism, error)
                       : pld_mechanism_create_array(count, p, q, values[KEY_NORMALISE].whole == 1, given->rate, label, mechanism,
                                                    error);
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
    .meaning = "two columns of masses, outcome by outcome, or a curve delta(epsilon), from a file",
    .remark =
        "In any order, zeros allowed: mass where Q = 0 is infinite loss. Each column must sum to 1 within 1e-9, unless "
        "normalise=1\n"
        "divides by the sums; what a sum lacks counts as infinite loss from above and is left out from below. A table has the\n"
        "columns P and Q in its first line, or two columns and no such line.\n"
        "The pair is taken as it is, and that is exact for outcomes that are discrete. Densities sampled on a line are not the\n"
        "distributions they came from: where the line ends and how far apart its points are changes epsilon in either "
        "direction,\n"
        "and no bracket knows by how much. For Gaussian and Laplace noise the families of that name are the rigorous way.\n"
        "curve=1 takes points of a curve delta(epsilon), such as the columns epsilon and delta_upper of a privacy profile: the "
        "answer is\n"
        "that of the worst mechanism that keeps to them, which is at least as bad as yours between the points too.",
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
