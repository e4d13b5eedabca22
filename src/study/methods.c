#include "study/methods.h"

#include "base/base.h"
#include "composition/repeated.h"
#include "study/comparison.h"
#include <stdio.h>
#include <stdlib.h>

pld_status pld__study_read_methods(pld_study *study, const char *names, pld_error *error) {
    const pld_baseline_method **methods = NULL;
    size_t count = 0;
    pld_status status = pld__methods_parse(names, &methods, &count, error);
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        if (study->method_count == PLD__METHODS_MOST) {
            status =
                pld__error_argument(error, methods[i]->name, "fewer methods", "'%s' is one method too many", methods[i]->name);
        } else {
            study->methods[study->method_count++] = methods[i];
        }
    }
    free(methods);
    return status;
}

/* One line of the series into `values`. */
static pld_status evaluate_line(const pld_study *study, size_t index, const pld_baseline_method *method, double *values,
                                pld_error *error) {
    pld_status status = PLD_OK;
    for (size_t i = 0; i < pld__study_line_size(study) && status == PLD_OK; i++) {
        pld__study_point point = pld__study_point_at(study, index * pld__study_line_size(study) + i);
        pld__repeated steps;
        pld_baseline_answer answer;
        status = pld__composition_repeat(study->lines[index], point.compositions, &steps, error);
        if (status == PLD_OK) {
            status = pld_baseline_evaluate(method, steps.steps, steps.count, point.delta.log, study->options.adjacency, &answer,
                                           error);
            pld__repeated_free(&steps);
        }
        values[i] = status == PLD_OK ? answer.epsilon : 0;
    }
    return status;
}

pld_status pld__study_methods_add(const pld_study *study, size_t index, pld__builder *builder, pld_error *error) {
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
