#include "soundness/prove.h"

#ifdef SOUNDNESS_VERIFIER

#include "verify/verify.h"

#include <math.h>
#include <stdio.h>

static pld__claimed claimed_of(const question *of, const pld_bracket *bracket) {
    pld_bracket printed = of->for_delta ? pld_bracket_delta(bracket) : *bracket;
    return (pld__claimed){printed.lower, printed.upper};
}

static pld__asserted claim_of(const question *of, const pld_result *result) {
    pld__asserted claim = {.about_delta = of->for_delta,
                           .given = of->for_delta ? of->epsilon : exp(of->log_delta),
                           .log10_given = of->for_delta || of->log_delta == -INFINITY ? NAN : of->log_delta / log(10),
                           .whole = claimed_of(of, &result->bracket)};
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        claim.asked[d] = result->directions[d].asked;
        claim.directions[d] = claimed_of(of, &result->directions[d].bracket);
    }
    return claim;
}

static verdict of_ends(const pld__proof_ends *ends, char *text) {
    const pld__proof_end *wrong = ends->upper.verdict == PLD__PROOF_REFUTED ? &ends->upper : &ends->lower;
    if (wrong->verdict != PLD__PROOF_REFUTED)
        return HOLDS;
    snprintf(text, TRUTH_TEXT_SIZE, "delta there is %s", wrong->delta);
    return wrong == &ends->upper ? UPPER_LOW : LOWER_HIGH;
}

verdict prove_result(const question *of, const pld_result *result, char *text, const char **which) {
    inquiry made;
    pld__verification got = {.verdict = PLD__PROOF_UNPROVEN};
    pld__asserted claim = claim_of(of, result);
    pld_error error = {.message = ""};
    pld_status status = inquiry_create(of, &made, &error);
    if (status == PLD_OK)
        status = pld__verify(made.steps, of->step_count, &claim, &got);
    inquiry_clear(&made);
    *which = "";
    if (status != PLD_OK || got.family != NULL || got.verdict == PLD__PROOF_UNPROVEN)
        return OPEN;
    verdict judged = of_ends(&got.whole, text);
    for (int d = 0; d < PLD_DIRECTIONS && judged == HOLDS; d++)
        if (claim.asked[d]) {
            judged = of_ends(&got.directions[d], text);
            *which = judged == HOLDS ? "" : pld_direction_name((pld_direction)d);
        }
    return judged;
}

#else

verdict prove_result(const question *of, const pld_result *result, char *text, const char **which) {
    (void)of;
    (void)result;
    (void)text;
    *which = "";
    return UNKNOWN;
}

#endif
