/* A calibrated number, asked again: the value keeps to the target, the limit does not. */
#include "soundness/draw.h"
#include "soundness/relations.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The text with `key=` something replaced by key=solve. */
static void unknown_text(const step *of, char *text) {
    char spec[TEXT_SIZE];
    step_text(of, spec);
    const char *start = strstr(spec, "sigma=");
    size_t length = start ? 6 : 2;
    if (!start) {
        start = strstr(spec, ":b=");
        start = start ? start + 1 : strstr(spec, ",b=") + 1;
    }
    size_t skipped = strcspn(start + length, ",@");
    snprintf(text, TEXT_SIZE, "%.*ssolve%s", (int)(start - spec + (ptrdiff_t)length), spec, start + length + skipped);
}

/* delta asked with epsilon known would do as well: one question decides about both ends. */
static outcome check_end(question *asked, double value, const pld_target *target, bool keeps, const char *spec) {
    pld_result result;
    asked->steps[0].scale = value;
    outcome got = report_ask(asked, &result);
    if (got != CASE_HOLDS)
        return got;
    if (keeps ? result.bracket.lower <= target->epsilon : result.bracket.upper >= target->epsilon)
        return CASE_HOLDS;
    report_failure(keeps ? "a calibrated value exceeds its target" : "a calibrated limit keeps to its target");
    printf("  pld calibrate --epsilon %.17g --delta %s %s\n", target->epsilon, asked->given, spec);
    report_line(asked, &result);
    return CASE_FAILED;
}

outcome relations_calibrate(dice *from) {
    static const family families[] = {GAUSSIAN, POISSON_GAUSSIAN, LAPLACE, POISSON_LAPLACE, DISCRETE_LAPLACE};
    question asked = {.step_count = 1};
    char spec[TEXT_SIZE];
    asked.steps[0] = draw_step(from, families[dice_below(from, 5)], DRAW_MODERATE);
    asked.steps[0].count = 1 + dice_below(from, 50);
    draw_delta(from, &asked, false);
    unknown_text(&asked.steps[0], spec);
    pld_target target = {.kind = PLD_TARGET_EPSILON, .epsilon = dice_logarithmic(from, 0.1, 10), .log_delta = asked.log_delta};
    pld_options options = pld_options_default();
    options.threads = 1;
    pld_calibration found;
    pld_status status = pld_query_calibrate(spec, NULL, 0, &target, &options, NULL, NULL, &found, NULL);
    if (status == PLD_ERROR_ARGUMENT)
        return CASE_REFUSED;
    if (status != PLD_OK) {
        report_failure(pld_status_message(status));
        printf("  pld calibrate --epsilon %.17g --delta %s %s\n", target.epsilon, asked.given, spec);
        return CASE_FAILED;
    }
    outcome value = isfinite(found.value) ? check_end(&asked, found.value, &target, true, spec) : CASE_HOLDS;
    outcome limit = isfinite(found.limit) ? check_end(&asked, found.limit, &target, false, spec) : CASE_HOLDS;
    return value == CASE_FAILED || limit == CASE_FAILED ? CASE_FAILED : value;
}
