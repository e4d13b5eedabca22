/* pld_query_curve: epsilon at many numbers of compositions and deltas. */
#include "base/base.h"
#include "query/solve.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The list of steps `compositions` times over. */
static pld_status multiply(const pld_step *steps, size_t step_count, uint64_t compositions, pld_step *scaled, pld_error *error) {
    for (size_t i = 0; i < step_count; i++) {
        scaled[i] = steps[i];
        if (__builtin_mul_overflow(steps[i].count, compositions, &scaled[i].count) || compositions < 1) {
            char word[48];
            snprintf(word, sizeof word, "%" PRIu64, compositions);
            return pld__error_argument(error, word, "a whole number of at least 1, small enough for the counts of the steps",
                                       "'%s' compositions are out of range", word);
        }
    }
    return PLD_OK;
}

pld_status pld_query_curve(const pld_step *steps, size_t step_count, const pld_curve_point *points, size_t point_count,
                           const pld_options *options, pld_curve_watcher *watcher, void *context, pld_result *results,
                           pld_error *error) {
    pld_step *scaled = pld__allocate(step_count ? step_count : 1, sizeof *scaled);
    pld_result *made = pld__allocate(point_count ? point_count : 1, sizeof *made);
    pld_status status = scaled && made ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < point_count && status == PLD_OK; i++) {
        if (watcher && !watcher(i, point_count, context)) {
            status = PLD_ERROR_STOPPED;
            break;
        }
        status = multiply(steps, step_count, points[i].compositions, scaled, error);
        if (status == PLD_OK)
            status = pld_query_epsilon(scaled, step_count, points[i].log_delta, options, &made[i], error);
    }
    if (status == PLD_OK && point_count > 0)
        memcpy(results, made, point_count * sizeof *made);
    pld__free(scaled);
    pld__free(made);
    return status;
}
