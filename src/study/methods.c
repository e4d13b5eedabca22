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

void pld__study_methods_declare(const pld_study *study, pld__builder *builder) {
    for (size_t i = 0; i < study->method_count; i++) {
        const pld_baseline_method *method = study->methods[i];
        char name[64], long_name[256];
        snprintf(name, sizeof name, "method_%s", method->name);
        snprintf(long_name, sizeof long_name, "epsilon by %s: %s (%s)", method->name, method->meaning, method->source);
        pld__builder_column_to_fill(builder, name, "1", long_name);
    }
}

pld_status pld__study_methods_evaluate(const pld_study *study, size_t index, double *values, pld_error *error) {
    if (study->method_count == 0) {
        return PLD_OK;
    }
    pld__study_point point = pld__study_point_at(study, index);
    pld__repeated steps;
    pld_status status = pld__composition_repeat(study->lines[point.line], point.compositions, &steps, error);
    if (status != PLD_OK) {
        return status;
    }
    for (size_t i = 0; i < study->method_count && status == PLD_OK; i++) {
        pld_baseline_answer answer = {.epsilon = 0};
        status = pld_baseline_evaluate(study->methods[i], steps.steps, steps.count, point.delta.log, study->options.adjacency,
                                       &answer, error);
        values[i] = answer.epsilon;
    }
    pld__repeated_free(&steps);
    return status;
}
