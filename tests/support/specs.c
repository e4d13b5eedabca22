#include "support/specs.h"

#include "support/suite.h"

#include <stdio.h>
#include <string.h>

pld_mechanism *spec_mechanism(const char *spec, uint64_t *count) {
    pld_mechanism *mechanism = NULL;
    uint64_t steps = 0;
    pld_error error = {.message = ""};
    pld_status status = pld_mechanism_parse(spec, &mechanism, &steps, &error);
    CHECK(status == PLD_OK, "%s: %s", spec, error.message);
    CU_ASSERT_FATAL(status == PLD_OK);
    if (count) {
        *count = steps;
    }
    return mechanism;
}

pld_status specs_epsilon(const char *specs, double log_delta, const pld_options *options, pld_result *result) {
    enum { MOST = 8 };
    pld_mechanism *mechanisms[MOST] = {NULL};
    pld_step steps[MOST];
    char copy[256], *state = NULL;
    size_t count = 0;
    pld_error error = {.message = ""};
    pld_status status = PLD_OK;
    snprintf(copy, sizeof copy, "%s", specs);
    for (char *word = strtok_r(copy, " ", &state); word && count < MOST && status == PLD_OK; word = strtok_r(NULL, " ", &state)) {
        status = pld_mechanism_parse(word, &mechanisms[count], &steps[count].count, &error);
        CHECK(status == PLD_OK, "%s: %s", word, error.message);
        steps[count].mechanism = mechanisms[count];
        count++;
    }
    if (status == PLD_OK) {
        status = pld_query_epsilon(steps, count, log_delta, options, result, &error);
        CHECK(status == PLD_OK, "%s: %s", specs, error.message);
    }
    for (size_t i = 0; i < count; i++) {
        pld_mechanism_free(mechanisms[i]);
    }
    return status;
}

pld_result step_epsilon(const pld_mechanism *mechanism, uint64_t count, double log_delta) {
    pld_options options = pld_options_default();
    pld_step step = {mechanism, count};
    pld_result result;
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, log_delta, &options, &result, NULL), PLD_OK);
    return result;
}
