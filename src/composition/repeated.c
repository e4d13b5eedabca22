#include "composition/repeated.h"

#include "base/base.h"
#include <stdlib.h>

pld_status pld__composition_repeat(const pld_composition *composition, uint64_t times, pld__repeated *repeated,
                                   pld_error *error) {
    size_t count = 0;
    const pld_step *from = pld_composition_steps(composition, &count);
    pld_step *made = calloc(count + 1, sizeof *made);
    if (made == NULL) {
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        made[i] = from[i];
        if (__builtin_mul_overflow(from[i].count, times, &made[i].count)) {
            const char *spec = pld_composition_spec(composition, i);
            free(made);
            return pld__error_argument(error, spec, "fewer", "there are too many compositions of '%s'", spec);
        }
    }
    *repeated = (pld__repeated){made, count};
    return PLD_OK;
}

void pld__repeated_free(pld__repeated *steps) {
    free(steps->steps);
    *steps = (pld__repeated){NULL, 0};
}
