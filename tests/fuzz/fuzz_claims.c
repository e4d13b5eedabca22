/* Any bytes as a table of claims, or as an HDF5 file of them. */
#include "support.h"

#include "study/claims.h"
#include <math.h>
#include <string.h>

static void check_claim(const pld__claim *claim) {
    FUZZ_CHECK(claim->name != NULL && claim->from_table, "a claim without a name");
    FUZZ_CHECK(claim->epsilon >= 0 && !fuzz_is_unset(claim->epsilon), "%s claims %g", claim->name, claim->epsilon);
    FUZZ_CHECK(claim->delta_text == NULL || (claim->delta.value >= 0 && claim->delta.value < 1 && claim->delta.log < 0),
               "%s: delta %s is %g, log %g", claim->name, claim->delta_text, claim->delta.value, claim->delta.log);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    pld_claims *claims = NULL;
    FUZZ_CHECK(pld_claims_create(&claims) == PLD_OK, "no memory");
    pld_error error = {.message = ""};
    pld_status status = pld_claims_read(claims, fuzz_file(bytes, size), PLD_ADJACENCY_ADD_REMOVE, true, &error);
    if (status != PLD_OK) {
        fuzz_check_failure(status, &error);
        FUZZ_CHECK(claims->count == 0, "a failure with claims");
    } else {
        FUZZ_CHECK((size > 0 && bytes[0] == 0x89) || memchr(bytes, '\0', size) == NULL, "what is behind a zero was passed over");
    }
    for (size_t i = 0; i < claims->count; i++) {
        check_claim(&claims->items[i]);
    }
    pld_claims_free(claims);
    return 0;
}
