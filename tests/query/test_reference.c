/* pld_query_epsilon against a table of true values. */
#include "support/estimate.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <pld/pld.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char name[64], adjacency[16], delta[32], mechanism[160];
    double epsilon;
    bool remove;
} row;

static size_t read_rows(row *rows, size_t most) {
    FILE *file = fopen(PLD_TESTS_DIR "/reference/epsilon.csv", "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    char line[512];
    size_t count = 0;
    while (count < most && fgets(line, sizeof line, file)) {
        row *one = &rows[count];
        if (sscanf(line, "%63[^,],%15[^,],%31[^,],\"%159[^\"]\",%lf", one->name, one->adjacency, one->delta, one->mechanism,
                   &one->epsilon) == 5) {
            one->remove = strcmp(one->adjacency, "remove") == 0;
            count++;
        }
    }
    fclose(file);
    return count;
}

static uint64_t count_in(const char *spec) {
    const char *at = strrchr(spec, '@');
    return at ? strtoull(at + 1, NULL, 10) : 1;
}

static void check_table(double relative, uint64_t most_steps, double least_delta) {
    row rows[64];
    size_t count = read_rows(rows, COUNT_OF(rows)), checked = 0;
    double slowest = 0;
    for (size_t i = 0; i < count; i++) {
        const row *one = &rows[i];
        double delta = strtod(one->delta, NULL);
        if (count_in(one->mechanism) > most_steps || delta < least_delta) {
            continue;
        }
        pld_options options = pld_options_default();
        options.adjacency = one->remove ? PLD_ADJACENCY_REMOVE : PLD_ADJACENCY_ADD;
        options.tolerance = relative * fmax(1, one->epsilon);
        pld_result result;
        if (specs_epsilon(one->mechanism, log(delta), &options, &result) != PLD_OK) {
            continue;
        }
        const pld_bracket *bracket = &result.bracket;
        /* The truth is rounded to double, and log delta before it. */
        double slack = strncmp(one->name, "two-", 4) == 0 ? 1e-11 : 1e-14 * fmax(1, one->epsilon);
        CHECK(bracket->lower <= one->epsilon + slack, "%s %s %s: lower %+.3e above the truth", one->name, one->adjacency,
              one->delta, bracket->lower - one->epsilon);
        CHECK(bracket->upper >= one->epsilon - slack, "%s %s %s: upper %+.3e below the truth", one->name, one->adjacency,
              one->delta, bracket->upper - one->epsilon);
        CHECK(bracket->upper - bracket->lower <= options.tolerance && result.tolerance_met, "%s %s %s: width %g, asked %g",
              one->name, one->adjacency, one->delta, bracket->upper - bracket->lower, options.tolerance);
        CHECK(result_is_sane(&result), "%s %s %s", one->name, one->adjacency, one->delta);
        slowest = fmax(slowest, result.seconds);
        checked++;
    }
    CU_ASSERT_TRUE(checked > 0);
    printf("[%zu cases, slowest %.2f s] ", checked, slowest);
}

static void test_table(void) {
    check_table(1e-4, SANITIZED ? 2000 : UINT64_MAX, 1e-12);
}

static void test_table_narrow(void) {
    check_table(1e-6, SANITIZED ? 300 : 16384, 1e-12);
}

int main(void) {
    CU_TestInfo tests[] = {{"width 1e-4", test_table}, {"width 1e-6", test_table_narrow}, CU_TEST_INFO_NULL};
    return suite_run("query/reference", tests);
}
