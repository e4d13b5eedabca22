/* Tests of src/family/with_replacement.c: its row, its pair against every draw. */
#include "support/batches.h"
#include "support/family.h"
#include "support/specs.h"
#include "support/suite.h"

#include <stdio.h>

static void test_brute_force(void) {
    static draws with, without;
    dice from = dice_create(20174);
    for (size_t k = 0; k < suite_cases(15); k++) {
        size_t count = 2 + dice_below(&from, 2), size = 1 + dice_below(&from, 4);
        double sigma = dice_logarithmic(&from, 0.4, 3);
        gradient records[BATCHES_RECORDS];
        char spec[96];
        for (size_t i = 0; i < count; i++)
            records[i] = batches_roll(&from);
        snprintf(spec, sizeof spec, "with-replacement:N=%zu,B=%zu,sigma=%.17g", count, size, sigma);
        pld_mechanism *presence = spec_mechanism(spec, NULL);
        batches_with_replacement(records, count, size, &with);
        batches_with_replacement(records + 1, count - 1, size, &without);
        batches_check_below(&with, &without, sigma, presence, "presence");
        for (size_t i = 0; i < count; i++)
            records[i] = (gradient){i == 0 ? 1 : -1, 0};
        batches_with_replacement(records, count, size, &with);
        batches_with_replacement(records + 1, count - 1, size, &without);
        batches_check_equal(&with, &without, sigma, presence, PLD_REMOVE);
        batches_check_equal(&without, &with, sigma, presence, PLD_ADD);
        pld_mechanism_free(presence);
    }
}

static void test_refused(void) {
    static const char *const cases[][2] = {{"with-replacement:N=1,B=5,sigma=1", "N=1"},
                                           {"with-replacement:N=10,B=0,sigma=1", "B=0"},
                                           {"with-replacement:N=10,B=100001,sigma=1", "B=100001"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld_mechanism *untouched = NULL;
        pld_error error;
        uint64_t count;
        family_check_refused(pld_mechanism_parse(cases[i][0], &untouched, &count, &error), untouched, &error, cases[i][1]);
    }
}

static const family_facts facts = {
    .family = &pld__family_with_replacement,
    .resolved = {{"with-replacement:N=1e4,B=100,sigma=2", "with-replacement:N=10000,B=100,sigma=2"}},
    .standings = {{"with-replacement:N=60,B=6,sigma=1", PLD__STANDING_WORST_CASE}},
    .groups = {{"with-replacement:N=60,B=6,sigma=2", 3, NULL, "several records"}},
    .replaced = {{"with-replacement:N=10,B=2,sigma=1", NULL, "several times"}},
    .monotone = {{"with-replacement:B=20,sigma=0.8,", "N", {2, 26, 40, 100, 1e6}},
                 {"with-replacement:N=100,sigma=0.8,", "B", {1, 2, 50, 94, 200}},
                 {"with-replacement:N=100,B=20,", "sigma", {0.3, 0.31, 0.7, 1, 30}}},
    .words = {{"with-replacement:N=60,B=6,sigma=3@4",
               "of its worst case is certified",
               {"6 independent uniform draws from N = 60 records", "are not covered"},
               {NULL}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {FAMILY_TESTS, {"brute force", test_brute_force}, {"refused", test_refused}, CU_TEST_INFO_NULL};
    return suite_run("family/with_replacement", tests);
}
