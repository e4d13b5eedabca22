#include "composition/spec_list.h"

#include "base/base.h"
#include "store/failure.h"
#include <stdlib.h>

pld_status pld__spec_list_append(pld__spec_list *list, char *spec, size_t number) {
    size_t count = list->count;
    if ((count & (count - 1)) == 0) { /* room for twice as many */
        size_t room = count > 0 ? 2 * count : 1;
        char **specs = realloc(list->specs, room * sizeof *specs);
        list->specs = specs ? specs : list->specs;
        size_t *numbers = realloc(list->numbers, room * sizeof *numbers);
        list->numbers = numbers ? numbers : list->numbers;
        if (specs == NULL || numbers == NULL) {
            free(spec);
            return PLD_ERROR_MEMORY;
        }
    }
    if (spec == NULL) {
        return PLD_ERROR_MEMORY;
    }
    list->specs[count] = spec;
    list->numbers[count] = number;
    list->count++;
    return PLD_OK;
}

void pld__spec_list_free(pld__spec_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        free(list->specs[i]);
    }
    free(list->specs);
    free(list->numbers);
    *list = (pld__spec_list){.count = 0};
}

pld_status pld__spec_list_blame(const pld__spec_list *list, size_t index, pld_status status, const pld_error *cause,
                                pld_error *error) {
    if (status == PLD_ERROR_ARGUMENT) {
        return pld__error_argument(error, cause->word, cause->allowed, "'%s', %s %zu: %s", list->path, list->place,
                                   list->numbers[index], cause->message);
    }
    if (status == PLD_ERROR_FILE) {
        return pld__error_file(error, cause->word, "'%s', %s %zu: %s", list->path, list->place, list->numbers[index],
                               cause->message);
    }
    return status;
}
