#include "study/compute.h"

#include "composition/repeated.h"
#include "study/directions.h"

#include <stdlib.h>

static bool goes_on(const pld__computation *how, size_t done, size_t length) {
    return how->watcher == NULL || how->watcher(done, length, how->context);
}

/* The direction that does not decide as closely as the other, at one point. */
static pld_status complete(const pld__computation *how, const pld_composition *line, uint64_t compositions, double given,
                           pld_result *result, pld_error *error) {
    pld__repeated steps;
    pld_status status = pld__composition_repeat(line, compositions, &steps, error);
    if (status == PLD_OK) {
        status =
            pld__directions_complete(steps.steps, steps.count, pld__study_unit(how->study), given, &how->options, result, error);
        pld__repeated_free(&steps);
    }
    return status;
}

static pld_status compute_epsilons(const pld__computation *how, const pld_composition *line, size_t begin, size_t length,
                                   pld_result *results, pld_error *error) {
    const pld_study *study = how->study;
    size_t step_count = 0;
    const pld_step *steps = pld_composition_steps(line, &step_count);
    pld_curve_point *points = calloc(length, sizeof *points);
    if (points == NULL) {
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < length; i++) {
        points[i] = (pld_curve_point){.compositions = study->compositions[(begin + i) / study->delta_count],
                                      .log_delta = study->deltas[(begin + i) % study->delta_count].log};
    }
    pld_status status =
        pld_query_curve(steps, step_count, points, length, &how->options, how->watcher, how->context, results, error);
    for (size_t i = 0; i < length && status == PLD_OK && how->each_direction; i++) {
        status = goes_on(how, length, length) ? PLD_OK : PLD_ERROR_STOPPED;
        if (status == PLD_OK) {
            status = complete(how, line, points[i].compositions, points[i].log_delta, &results[i], error);
        }
    }
    free(points);
    return status;
}

static pld_status compute_delta(const pld__computation *how, const pld_composition *line, uint64_t compositions, double epsilon,
                                pld_result *result, pld_error *error) {
    pld__repeated steps;
    pld_status status = pld__composition_repeat(line, compositions, &steps, error);
    if (status == PLD_OK) {
        status = pld_query_delta(steps.steps, steps.count, epsilon, &how->options, result, error);
        pld__repeated_free(&steps);
    }
    return status == PLD_OK && how->each_direction ? complete(how, line, compositions, epsilon, result, error) : status;
}

static pld_status compute_deltas(const pld__computation *how, const pld_composition *line, size_t begin, size_t length,
                                 pld_result *results, pld_error *error) {
    const pld_study *study = how->study;
    pld_status status = PLD_OK;
    for (size_t i = 0; i < length && status == PLD_OK; i++) {
        status = goes_on(how, i, length) ? PLD_OK : PLD_ERROR_STOPPED;
        if (status == PLD_OK) {
            status = compute_delta(how, line, study->compositions[(begin + i) / study->point_count],
                                   study->points[(begin + i) % study->point_count], &results[i], error);
        }
    }
    return status;
}

pld_status pld__study_compute(const pld__computation *how, size_t first, size_t length, pld_result *results, pld_error *error) {
    size_t line_size = pld__study_line_size(how->study);
    const pld_composition *line = how->study->lines[first / line_size];
    if (!goes_on(how, 0, length)) {
        return PLD_ERROR_STOPPED;
    }
    pld_status status = how->study->quantity == PLD__QUANTITY_EPSILON
                            ? compute_epsilons(how, line, first % line_size, length, results, error)
                            : compute_deltas(how, line, first % line_size, length, results, error);
    if (status == PLD_OK) {
        (void)goes_on(how, length, length);
    }
    return status;
}
