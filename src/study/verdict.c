#include "study/verdict.h"

#include "base/decimal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *pld_verdict_name(pld_verdict verdict) {
    static const char *const names[] = {"valid", "inside", "unsound", "understates", "not-applicable", "unproven"};
    return names[verdict];
}

/* Adds what a verdict rests on to what is said already. */
static void explain(pld_finding *finding, const char *reason) {
    char *text = finding->answer.reason;
    size_t length = strlen(text);
    snprintf(text + length, sizeof finding->answer.reason - length, "%s%s", length > 0 ? "; " : "", reason);
}

/* Below the lower end something is refuted if the pair is as bad as the mechanism can be: not if it only dominates. */
void pld__verdict_judge(const pld_result *answer, const pld__standings *standings, bool approximation, pld_finding *finding) {
    const pld_bracket *tight = &answer->bracket;
    double epsilon = finding->answer.epsilon;
    finding->ratio = NAN;
    if (!finding->answer.applicable) {
        finding->verdict = PLD_VERDICT_NOT_APPLICABLE;
        return;
    }
    if (tight->estimate > 0 && isfinite(tight->estimate)) {
        finding->ratio = epsilon / tight->estimate;
    } else if (epsilon == tight->estimate) {
        finding->ratio = 1;
    }
    if (epsilon < tight->lower && standings->dominates) {
        finding->verdict = PLD_VERDICT_INSIDE;
        explain(finding, "below the lower end of a pair that only dominates, which refutes nothing");
    } else if (epsilon < tight->lower) {
        finding->verdict = approximation ? PLD_VERDICT_UNDERSTATES : PLD_VERDICT_UNSOUND;
        char lower[PLD__DECIMAL_SIZE];
        pld__decimal_significant(tight->lower, 10, PLD__ROUND_DOWN, lower);
        snprintf(finding->answer.reason, sizeof finding->answer.reason, "at least %s is certified%s", lower,
                 standings->given ? " of the pair" : "");
    } else {
        bool kept = epsilon > tight->upper || (answer->theory_gap && epsilon == tight->upper);
        finding->verdict = kept ? PLD_VERDICT_VALID : answer->theory_gap ? PLD_VERDICT_UNPROVEN : PLD_VERDICT_INSIDE;
        if (finding->verdict == PLD_VERDICT_UNPROVEN) {
            explain(finding, "between ends that come from two pairs: no theorem that is known proves it, no data sets refute it");
        }
        if (standings->restricted || standings->unproven || standings->given) {
            explain(finding, standings->restricted ? "under the restriction in the note" : "of the pair, see the note");
        }
    }
}
