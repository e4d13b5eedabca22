/* pld_query_posterior: what an attacker with a prior knows afterwards. */
#include "base/base.h"
#include "base/plain.h"
#include "certify/curve_point.h"
#include "query/check.h"
#include "query/profile.h"
#include "query/two_ends.h"

#include <math.h>
#include <stdio.h>

static pld_status ask(const pld_step *steps, size_t step_count, double prior, const pld_options *options,
                      pld_posterior *posterior, pld_error *error) {
    pld__guessing guessing = pld__guessing_with(prior);
    pld__profile profile;
    pld__profile_start(steps, step_count, options, &profile);
    double tolerance = options->tolerance > 0 ? options->tolerance : options->relative_tolerance;
    tolerance = tolerance > 0 ? tolerance : 1e-3;
    pld__profile_request request = {guessing.direction == PLD_REMOVE ? PLD__VIEW_REMOVE : PLD__VIEW_ADD,
                                    fmax(guessing.epsilon, 0), fmin(tolerance, 0.5), 0};
    pld_status status = pld__profile_ask(&profile, &request, 1, error);
    if (status == PLD_OK) {
        pld__support points[2];
        size_t last = pld__profile_view(&profile, request.view, points) - 1;
        *posterior = (pld_posterior){.prior = prior, .tolerance = tolerance, .tolerance_met = !profile.known[0].spent};
        posterior->accuracy = pld__guessing_accuracy(&guessing, &points[last]);
        if (!profile.known[0].estimated)
            posterior->accuracy.estimate = NAN;
    }
    pld__profile_free(&profile);
    return status;
}

/* The most by the pairs that dominate, the least by the best of those that are attained (T103). */
static pld_status ask_two_ends(const pld_step *steps, size_t step_count, double prior, const pld_options *options,
                               pld_posterior *posterior, pld_error *error) {
    pld__dominating dominating;
    pld__alternatives all = {0};
    pld_posterior made, below;
    pld_status status = pld__dominating_create(steps, step_count, true, &dominating);
    if (status != PLD_OK || !dominating.steps)
        return status != PLD_OK ? status : ask(steps, step_count, prior, options, posterior, error);
    status = pld__alternatives_create(steps, step_count, &all);
    if (status == PLD_OK)
        status = ask(dominating.steps, step_count, prior, options, &made, error);
    if (status == PLD_OK)
        made.accuracy = (pld_bracket){0, NAN, made.accuracy.upper};
    for (size_t choice = 0; choice < all.count && status == PLD_OK; choice++) {
        status = ask(all.steps + choice * step_count, step_count, prior, options, &below, error);
        made.accuracy.lower = fmax(made.accuracy.lower, status == PLD_OK ? below.accuracy.lower : 0);
        made.tolerance_met &= status == PLD_OK && below.tolerance_met;
    }
    if (status == PLD_OK)
        *posterior = made;
    pld__alternatives_free(&all);
    pld__dominating_free(&dominating);
    return status;
}

pld_status pld_query_posterior(const pld_step *steps, size_t step_count, double prior, const pld_options *options,
                               pld_posterior *posterior, pld_error *error) {
    if (!(prior >= 1e-200 && prior < 1)) {
        char word[48];
        pld__plain_format(word, sizeof word, "%.17g", prior);
        return pld__error_argument(error, word, "a number above 0 (at least 1e-200) and below 1", "the prior %s is out of range",
                                   word);
    }
    pld_status status = pld__check_query(steps, step_count, options, error);
    return status == PLD_OK ? ask_two_ends(steps, step_count, prior, options, posterior, error) : status;
}
