#include "cli/delta_bracket.h"

#include "base/decimal.h"
#include <math.h>

/* Outward rounding may not pass what delta can be at most; the ends only moved outward, so the estimate, if there is one,
 * stays inside. */
static pld_bracket convert(const pld_bracket *log_bracket, double (*rounded)(double, pld__rounding), double most) {
    double lower = rounded(log_bracket->lower, PLD__ROUND_DOWN);
    double upper = fmin(most, rounded(log_bracket->upper, PLD__ROUND_UP));
    double estimate = rounded(log_bracket->estimate, PLD__ROUND_NEAREST);
    return (pld_bracket){lower, isnan(estimate) ? NAN : fmin(upper, fmax(lower, estimate)), upper};
}

pld_bracket pld__bracket_as_delta(const pld_bracket *log_bracket) {
    return convert(log_bracket, pld__exp_rounded, 1);
}

pld_bracket pld__bracket_as_log10(const pld_bracket *log_bracket) {
    return convert(log_bracket, pld__log10_rounded, 0);
}
