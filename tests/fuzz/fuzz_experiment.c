/* Any text as an experiment. One that is accepted is kept beside its results as one line: that line is the same experiment. */
#include "support.h"

#include "cli/experiment.h"
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 48, LINES_MOST = 8 };

static void check_names(const pld__study *study) {
    size_t lines = pld__study_line_count(study);
    for (size_t i = 0; i < lines && i < LINES_MOST; i++) {
        char name[NAME_SIZE];
        pld__study_series_name(study, i, name, sizeof name);
        FUZZ_CHECK(name[0] != '\0' && strlen(name) < sizeof name, "line %zu has the name '%s'", i, name);
    }
}

static void check_again(const char *text) {
    pld__study study;
    pld_error error = {.message = ""};
    char *again = NULL;
    pld_status status = pld__experiment_read(fuzz_file(text, strlen(text)), &study, &again, &error);
    /* 32000 bytes are the limit, and \u escapes are shorter than what they stand for is not. */
    FUZZ_CHECK(status == PLD_OK || status == PLD_ERROR_MEMORY || strlen(text) > 32000, "%s: %s", text, error.message);
    FUZZ_CHECK(status != PLD_OK || strcmp(text, again) == 0, "%s comes back as %s", text, again);
    free(again);
    pld__study_free(&study);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    pld__study study;
    pld_error error = {.message = ""};
    char *text = NULL;
    pld_status status = pld__experiment_read(fuzz_file(bytes, size), &study, &text, &error);
    if (status == PLD_OK) {
        check_names(&study);
        check_again(text);
    } else {
        FUZZ_CHECK(text == NULL, "a failure with a result");
        fuzz_check_failure(status, &error);
    }
    free(text);
    pld__study_free(&study);
    return 0;
}
