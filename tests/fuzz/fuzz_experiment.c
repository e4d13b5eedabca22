/* Any text as an experiment. One that is accepted is kept beside its results as one line: that line is the same experiment. */
#include "support.h"

#include "study/study.h"
#include <stdlib.h>
#include <string.h>

enum { LINES_MOST = 8 };

static void check_names(const pld_study *study) {
    for (size_t i = 0; i < study->line_count && i < LINES_MOST; i++) {
        char name[PLD__SERIES_NAME_SIZE];
        pld__study_series_name(study, i, name);
        FUZZ_CHECK(name[0] != '\0' && strlen(name) < sizeof name, "line %zu has the name '%s'", i, name);
    }
}

static void check_again(const char *text) {
    pld_study *study = NULL;
    pld_error error = {.message = ""};
    pld_status status = pld_study_parse(text, &study, &error);
    /* 32000 bytes are the limit, and \u escapes are shorter than what they stand for is not. */
    FUZZ_CHECK(status == PLD_OK || status == PLD_ERROR_MEMORY || strlen(text) > 32000, "%s: %s", text, error.message);
    FUZZ_CHECK(status != PLD_OK || strcmp(text, study->experiment) == 0, "%s comes back as %s", text, study->experiment);
    pld_study_free(study);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    pld_study *study = NULL;
    pld_error error = {.message = ""};
    pld_status status = pld_study_read(fuzz_file(bytes, size), &study, &error);
    if (status == PLD_OK) {
        check_names(study);
        check_again(study->experiment);
    } else {
        FUZZ_CHECK(study == NULL, "a failure with a result");
        fuzz_check_failure(status, &error);
    }
    pld_study_free(study);
    return 0;
}
