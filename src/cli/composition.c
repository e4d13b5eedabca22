#include "cli/composition.h"

#include "base/base.h"
#include <stdlib.h>

pld_status pld__composition_read(const pld__command_line *line, pld__composition *composition, pld_error *error) {
    *composition = (pld__composition){.given = line->operands};
    if (line->operand_count == 0) {
        return pld__error_argument(error, "MECHANISM", "name:key=value,...@count; 'pld mechanisms' lists them",
                                   "a mechanism is missing");
    }
    composition->steps = calloc(line->operand_count, sizeof *composition->steps);
    composition->mechanisms = calloc(line->operand_count, sizeof *composition->mechanisms);
    if (composition->steps == NULL || composition->mechanisms == NULL) {
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < line->operand_count; i++) {
        pld_step *step = &composition->steps[i];
        pld_status status = pld_mechanism_parse(line->operands[i], &composition->mechanisms[i], &step->count, error);
        if (status != PLD_OK) {
            return status;
        }
        step->mechanism = composition->mechanisms[i];
        composition->step_count++;
    }
    return PLD_OK;
}

void pld__composition_free(pld__composition *composition) {
    for (size_t i = 0; i < composition->step_count; i++) {
        pld_mechanism_free(composition->mechanisms[i]);
    }
    free(composition->mechanisms);
    free(composition->steps);
    *composition = (pld__composition){.step_count = 0};
}
