/* What the methods share. */
#include "baseline/method.h"

#include "base/plain.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

double pld__baseline_total(const pld__baseline_question *question) {
    double total = 0;
    for (size_t i = 0; i < question->step_count; i++)
        total += (double)question->steps[i].count;
    return total;
}

pld_status pld__baseline_refuse(pld_baseline_answer *answer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    pld__plain_format_list(answer->reason, sizeof answer->reason, format, arguments);
    va_end(arguments);
    answer->applicable = false;
    answer->epsilon = answer->order = NAN;
    return PLD_OK;
}

bool pld__baseline_refuses_zero(const pld__baseline_question *question, pld_baseline_answer *answer) {
    if (question->log_delta > -INFINITY)
        return false;
    (void)pld__baseline_refuse(answer, "it needs a delta above 0");
    return true;
}
