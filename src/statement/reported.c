#include "statement/reported.h"

#include "base/plain.h"
#include "query/standings.h"
#include "statement/words.h"
#include <math.h>
#include <stddef.h>

enum { DIGITS = 5 };

static const char *why_none(const pld_step *steps, size_t count, pld_adjacency adjacency, const pld_result *result) {
    pld__standings standings = pld__standings_of(steps, count);
    if (isinf(result->bracket.upper) && result->unit == PLD_UNIT_EPSILON) {
        return !isinf(result->bracket.lower)            ? "no finite epsilon could be certified at this delta"
               : standings.dominates || standings.given ? "no finite epsilon follows at this delta"
                                                        : "there is no finite epsilon at this delta";
    }
    if (standings.restricted) {
        return "that nothing is worse than this pair holds under a restriction only, see the note";
    }
    if (standings.unproven) {
        return "that no data set is worse than this pair is not proven";
    }
    if (standings.given) {
        return "the pair is taken as given, and that it bounds your mechanism is yours to show";
    }
    if (pld__words_one_direction(steps, count, adjacency)) {
        return "one direction alone is no guarantee";
    }
    return NULL;
}

pld__reported pld__reported_of(const pld_step *steps, size_t count, pld_adjacency adjacency, const pld_result *result) {
    pld__reported reported = {.reason = why_none(steps, count, adjacency, result), .value = NAN};
    if (reported.reason != NULL) {
        return reported;
    }
    double upper = result->bracket.upper;
    if (result->unit == PLD_UNIT_EPSILON) {
        pld__decimal_significant(upper, DIGITS, PLD__ROUND_UP, reported.number);
    } else {
        pld__decimal_exponential(upper, DIGITS, PLD__ROUND_UP, reported.number);
        upper = pld__exp_rounded(upper, PLD__ROUND_UP);
    }
    /* Reading is monotone, so that this is the upper end at least; what no double holds (1e-400) reads as zero. */
    reported.value = fmax(pld__plain_read(reported.number, NULL), upper);
    if (result->unit == PLD_UNIT_LOG_DELTA && reported.value >= 1) {
        reported.reason = "a delta of 1 promises nothing";
    }
    return reported;
}
