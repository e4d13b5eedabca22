/* Any text as the log of a training run. */
#include "support.h"

#include "composition/history.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    pld__spec_list history;
    pld_error error = {.message = ""};
    pld_status status = pld__history_read(fuzz_file(bytes, size), PLD_ADJACENCY_ADD_REMOVE, &history, &error);
    if (status != PLD_OK) {
        fuzz_check_failure(status, &error);
    } else {
        FUZZ_CHECK(history.count >= 1, "a history of nothing");
    }
    for (size_t i = 0; i < history.count; i++) {
        FUZZ_CHECK(history.numbers[i] > (i > 0 ? history.numbers[i - 1] : 0), "step %zu", history.numbers[i]);
        const char *spec = history.specs[i], *at = strrchr(spec, '@');
        FUZZ_CHECK(at == NULL || strcmp(at, "@0") != 0 || memchr(bytes, '@', size), "'%s' is no step", spec);
    }
    pld__spec_list_free(&history);
    return 0;
}
