#include "study/answers.h"

#include "study/methods.h"
#include "study/result_pack.h"

#include <stdio.h>

size_t pld__answer_numbers(const pld_study *study) {
    return PLD__RESULT_NUMBERS + study->method_count;
}

const char *pld__answer_number_name(const pld_study *study, size_t number) {
    enum { NAME_SIZE = 64 };
    static _Thread_local char name[NAME_SIZE];
    if (number < PLD__RESULT_NUMBERS) {
        pld__result_number_name(number, name, sizeof name);
    } else {
        snprintf(name, sizeof name, "method_%s", study->methods[number - PLD__RESULT_NUMBERS]->name);
    }
    return name;
}

pld_status pld__answer_compute(const pld__computation *how, size_t index, double *numbers, pld_error *error) {
    pld_result result;
    pld_status status = pld__study_compute(how, index, 1, &result, error);
    if (status == PLD_OK) {
        status = pld__study_methods_evaluate(how->study, index, numbers + PLD__RESULT_NUMBERS, error);
    }
    if (status == PLD_OK) {
        pld__result_pack(&result, numbers);
    }
    return status;
}

void pld__answer_result(const pld_study *study, const double *numbers, pld_result *result) {
    pld__result_unpack(numbers, result);
    result->unit = pld__study_unit(study);
}

static pld_status read_memory(void *context, size_t first, size_t count, double *numbers, pld_error *error) {
    const pld__results_of *pair = context;
    size_t width = pld__answer_numbers(pair->study);
    pld_status status = PLD_OK;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        pld__result_pack(&pair->results[first + i], numbers + i * width);
        status = pld__study_methods_evaluate(pair->study, first + i, numbers + i * width + PLD__RESULT_NUMBERS, error);
    }
    return status;
}

pld__answers pld__answers_in_memory(pld__results_of *pair) {
    return (pld__answers){.read = read_memory, .context = pair};
}
