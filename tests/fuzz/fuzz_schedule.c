/* Any text as a table of mechanisms. */
#include "support.h"

#include "composition/schedule.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    pld__spec_list schedule;
    pld_error error = {.message = ""}, blamed = {.message = ""};
    pld_status status = pld__schedule_read(fuzz_file(bytes, size), &schedule, &error);
    if (status != PLD_OK) {
        fuzz_check_failure(status, &error);
    } else {
        FUZZ_CHECK(schedule.count >= 1, "a schedule of nothing");
        FUZZ_CHECK(memchr(bytes, '\0', size) == NULL, "what is behind a zero was passed over");
    }
    for (size_t i = 0; i < schedule.count; i++) {
        FUZZ_CHECK(strpbrk(schedule.specs[i], "\n") == NULL, "'%s' is of two lines", schedule.specs[i]);
        FUZZ_CHECK(i == 0 || schedule.numbers[i] > schedule.numbers[i - 1], "lines %zu and %zu", schedule.numbers[i - 1],
                   schedule.numbers[i]);
        fuzz_check_failure(pld__spec_list_blame(&schedule, i, PLD_ERROR_ARGUMENT, &(pld_error){.message = "wrong"}, &blamed),
                           &blamed);
    }
    pld__spec_list_free(&schedule);
    return 0;
}
