/* Any bytes as a file of masses; and the first line of them as one mass, which must be the number that it says. */
#include "support.h"

#include "base/base.h"
#include "base/number.h"
#include "store/masses.h"
#include <float.h>
#include <math.h>
#include <pld/mechanism.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A mass is accepted where it is a number, and then as its nearest double. */
static void check_mass(const uint8_t *bytes, size_t size) {
    char table[256];
    const uint8_t *end = memchr(bytes, '\n', size);
    size_t length = end ? (size_t)(end - bytes) : size;
    if (length > 100 || memchr(bytes, '"', length) || memchr(bytes, ',', length) || memchr(bytes, '\0', length)) {
        return;
    }
    char *text = fuzz_text(bytes, length);
    double *p = NULL, *q = NULL, log_mass = 0;
    size_t count = 0;
    int written = snprintf(table, sizeof table, "P,Q\n%s,1", text);
    pld_status status = pld__masses_read(fuzz_file(table, (size_t)written), "P", "Q", &p, &q, &count, NULL);
    if (status == PLD_OK && p[0] > 0) {
        char *trimmed = text + strspn(text, " \t");
        trimmed[strcspn(trimmed, " \t\r")] = '\0';
        FUZZ_CHECK(count == 1 && pld__number_parse_log(trimmed, &log_mass, NULL) == PLD_OK, "'%s' is the mass %g", text, p[0]);
        /* The nearest double: half a unit of the last place, which is a constant below DBL_MIN; a quotient may be off by some. */
        double near = exp(log_mass), slack = fmax(fabs(log_mass) * 0x1p-50 * near, 2 * DBL_TRUE_MIN) + near * 0x1p-50;
        FUZZ_CHECK(fabs(p[0] - near) <= slack, "'%s' is the mass %.17g, not %.17g", text, p[0], near);
    }
    pld__free(p);
    pld__free(q);
    free(text);
}

static void check_masses(const double *p, const double *q, size_t count) {
    pld_mechanism *mechanism = NULL;
    pld_error error = {.message = ""};
    for (size_t i = 0; i < count; i++) {
        FUZZ_CHECK(!fuzz_is_unset(p[i]) && !fuzz_is_unset(q[i]), "row %zu was never read", i);
    }
    pld_status status = pld_mechanism_create_array(count, p, q, true, 1, "array", &mechanism, &error);
    if (status != PLD_OK) {
        fuzz_check_failure(status, &error);
    }
    pld_mechanism_free(mechanism);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    double *p = NULL, *q = NULL;
    size_t count = 0;
    pld_error error = {.message = ""};
    pld_status status = pld__masses_read(fuzz_file(bytes, size), "P", "Q", &p, &q, &count, &error);
    if (status == PLD_OK) {
        FUZZ_CHECK(count >= 1, "no masses");
        check_masses(p, q, count);
    } else {
        FUZZ_CHECK(p == NULL && q == NULL, "a failure with a result");
        fuzz_check_failure(status, &error);
    }
    pld__free(p);
    pld__free(q);
    check_mass(bytes, size);
    return 0;
}
