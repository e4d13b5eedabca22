/* Brackets of log delta in other units, rounded outward; how wide a bracket is; deltas as text. */
#include <pld/query.h>

#include "base/base.h"
#include "base/decimal.h"
#include "base/number.h"
#include <float.h>
#include <math.h>
#include <stdio.h>

/* Outward rounding may not pass what delta can be at most; the ends only moved outward, so the estimate, if there is one,
 * stays inside. */
static pld_bracket convert(const pld_bracket *log_bracket, double (*rounded)(double, pld__rounding), double most) {
    double lower = rounded(log_bracket->lower, PLD__ROUND_DOWN);
    double upper = fmin(most, rounded(log_bracket->upper, PLD__ROUND_UP));
    double estimate = rounded(log_bracket->estimate, PLD__ROUND_NEAREST);
    return (pld_bracket){lower, isnan(estimate) ? NAN : fmin(upper, fmax(lower, estimate)), upper};
}

pld_bracket pld_bracket_delta(const pld_bracket *log_delta) {
    return convert(log_delta, pld__exp_rounded, 1);
}

pld_bracket pld_bracket_log10_delta(const pld_bracket *log_delta) {
    return convert(log_delta, pld__log10_rounded, 0);
}

double pld_bracket_width(const pld_bracket *bracket, pld_unit unit) {
    if (bracket->lower == bracket->upper) /* also where both are infinite */
        return 0;
    return unit == PLD_UNIT_EPSILON ? bracket->upper - bracket->lower : -expm1(bracket->lower - bracket->upper);
}

pld_status pld_delta_parse(const char *text, pld_delta *delta, pld_error *error) {
    const char *allowed = "a number from 0 to below 1, such as 1e-5";
    pld_delta read = {0, 0};
    pld_status status = pld__number_parse_log(text, &read.log, error);
    if (status == PLD_OK && read.log < log(DBL_MIN))
        read.value = exp(read.log); /* what is left of it */
    else if (status == PLD_OK)
        status = pld__number_parse(text, &read.value, error);
    if (status == PLD_ERROR_ARGUMENT && error)
        snprintf(error->allowed, sizeof error->allowed, "%s", allowed); /* here, not of any number */
    if (status != PLD_OK)
        return status;
    if (read.log >= 0 || read.value >= 1) /* both: a text just below 1 may be 1 as a double */
        return pld__error_argument(error, text, allowed, "'%s' is not below 1", text);
    *delta = read;
    return PLD_OK;
}

long double pld_delta_log(const pld_delta *delta) {
    return delta->value >= DBL_MIN ? logl((long double)delta->value) : delta->log;
}
