/* array: two lists of masses, outcome by outcome. What a sum lacks of 1 belongs to outcomes that are not listed: to infinity in an upper law, nowhere
 * in a lower one. */
#include "base/base.h"
#include "base/plain.h"
#include "family/check.h"
#include "pair/sparse.h"

#include <math.h>
#include <stdio.h>

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
        (*mechanism)->traits.sampling_rate = rate;
    pld__free(outcomes);
    return status;
}
