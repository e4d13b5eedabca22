#include "support/specs.h"

#include "support/suite.h"

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
