/* Tests of src/baseline/renyi_bracket.c: the truth (the 60-digit reference) lies inside, and the bracket is narrow. */
#include <pld/baseline.h>

#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pld_bracket bracket_of(const char *spec, pld_direction direction, double order) {
    pld_mechanism *mechanism = NULL;
    uint64_t count = 0;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_parse(spec, &mechanism, &count, NULL), PLD_OK);
    pld_step step = {mechanism, count};
    pld_options options = pld_options_default();
    pld_bracket bracket = {0};
    CU_ASSERT_EQUAL(pld_renyi_bracket(&step, 1, direction, order, &options, &bracket, NULL), PLD_OK);
    pld_mechanism_free(mechanism);
    return bracket;
}

/* Every third row, in turn remove and add. A law's moment is good to about 1e-12 absolutely, and K = (a - 1) D. */
static void test_reference(void) {
    FILE *file = fopen(PLD_TESTS_DIR "/reference/renyi.csv", "r");
    CU_ASSERT_FATAL(file != NULL);
    char line[512];
    size_t rows = 0, narrow = 0;
    while (fgets(line, sizeof line, file)) {
        char *spec = strtok(line, ";"), *order_text = strtok(NULL, ";"), *remove = strtok(NULL, ";"), *add = strtok(NULL, ";");
        if (add == NULL || strcmp(order_text, "order") == 0 || ++rows % (SANITIZED ? 17 : 3))
            continue;
        pld_direction direction = rows % 2 ? PLD_ADD : PLD_REMOVE;
        double order = strtod(order_text, NULL), truth = strtod(rows % 2 ? add : remove, NULL);
        pld_bracket bracket = bracket_of(spec, direction, order);
        CHECK(bracket.lower <= truth && truth <= bracket.upper, "%s order %g %s: %.17g is not in [%.17g, %.17g]", spec, order,
              pld_direction_name(direction), truth, bracket.lower, bracket.upper);
        CHECK(fabs(bracket.estimate / truth - 1) <= 1e-10, "%s order %g: %.17g", spec, order, bracket.estimate);
        bool good = bracket.upper - bracket.lower <= 0.01 * truth + 1e-6;
        narrow += good;
        if (!good)
            printf("\n    %s order %g %s: %.6g, width %.2g", spec, order, pld_direction_name(direction), truth,
                   bracket.upper - bracket.lower);
    }
    fclose(file);
    CU_ASSERT(narrow > 0);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"reference", test_reference},
        CU_TEST_INFO_NULL,
    };
    return suite_run("renyi bracket", tests);
}
