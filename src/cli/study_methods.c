#include "cli/study_methods.h"

#include "base/base.h"
#include "cli/study_report.h"
#include <stdlib.h>
#include <string.h>

pld_status pld__study_read_methods(pld__study *study, const char *names, pld_error *error) {
    char *copy = strdup(names), *rest = NULL;
    pld_status status = copy ? PLD_OK : PLD_ERROR_MEMORY;
    for (char *name = copy ? strtok_r(copy, ",", &rest) : NULL; name != NULL && status == PLD_OK;
         name = strtok_r(NULL, ",", &rest)) {
        const pld_baseline_method *method = pld_baseline_find(name, error);
        if (method == NULL) {
            status = PLD_ERROR_ARGUMENT;
        } else if (study->method_count == PLD__METHODS_MOST) {
            status = pld__error_argument(error, name, "fewer methods", "'%s' is one method too many", name);
        } else {
            study->methods[study->method_count++] = method;
        }
    }
    free(copy);
    return status;
}

/* The steps of a line, `compositions` times over; counts were judged when the brackets were computed. */
static void multiply(const pld__composition *composition, uint64_t compositions, pld_step *steps) {
    for (size_t i = 0; i < composition->step_count; i++) {
        steps[i] = (pld_step){composition->steps[i].mechanism, composition->steps[i].count * compositions};
    }
}

/* One line of the series into `values`. */
static pld_status evaluate_line(const pld__study *study, size_t index, const pld_baseline_method *method, double *values,
                                pld_error *error) {
    pld__study_line line;
    pld_step *steps = calloc(study->spec_count, sizeof *steps); /* or fewer: equal ones are one */
    pld_status status = pld__study_line_read(study, index, &line, error);
    status = steps == NULL ? PLD_ERROR_MEMORY : status;
    for (size_t i = 0; i < pld__study_line_size(study) && status == PLD_OK; i++) {
        pld__study_point point = pld__study_point_at(study, index * pld__study_line_size(study) + i);
        pld_baseline_answer answer;
        multiply(&line.composition, point.compositions, steps);
        status = pld_baseline_evaluate(method, steps, line.composition.step_count, point.log_delta, study->query.adjacency,
                                       &answer, error);
        values[i] = status == PLD_OK ? answer.epsilon : 0;
    }
    free(steps);
    pld__study_line_free(study, &line);
    return status;
}

pld_status pld__study_methods_add(const pld__study *study, size_t index, pld__builder *builder, pld_error *error) {
    size_t lines = pld__study_lines_per_series(study), size = pld__study_line_size(study);
    double *values = pld__allocate(lines * size, sizeof *values);
    pld_status status = values ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < study->method_count && status == PLD_OK; i++) {
        const pld_baseline_method *method = study->methods[i];
        char name[64], long_name[256];
        for (size_t line = 0; line < lines && status == PLD_OK; line++) {
            status = evaluate_line(study, index * lines + line, method, values + line * size, error);
        }
        snprintf(name, sizeof name, "method_%s", method->name);
        snprintf(long_name, sizeof long_name, "epsilon by %s: %s (%s)", method->name, method->meaning, method->source);
        if (status == PLD_OK) {
            pld__builder_column(builder, &(pld_column){.name = name, .units = "1", .long_name = long_name, .values = values});
        }
    }
    pld__free(values);
    return status;
}
