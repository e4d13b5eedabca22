/* Tests of src/family/with_replacement.c: its row, its pair against every draw. */
#include "support/batches.h"
#include "support/family.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <pld/query.h>
#include <stdio.h>

static void test_brute_force(void) {
    static draws with, without, other;
    dice from = dice_create(20174);
    for (size_t k = 0; k < suite_cases(15); k++) {
        size_t count = 2 + dice_below(&from, 2), size = 1 + dice_below(&from, 4);
        double sigma = dice_logarithmic(&from, 0.4, 3);
        gradient records[BATCHES_RECORDS];
        char spec[96];
        for (size_t i = 0; i < count; i++)
            records[i] = batches_roll(&from);
        snprintf(spec, sizeof spec, "with-replacement:N=%zu,B=%zu,sigma=%.17g", count, size, sigma);
        pld_mechanism *presence = spec_mechanism(spec, NULL), *replaced = NULL, *zeroed = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_replaced(presence, &replaced, NULL), PLD_OK);
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_zeroed(presence, &zeroed, NULL), PLD_OK);
        batches_with_replacement(records, count, size, &with);
        batches_with_replacement(records + 1, count - 1, size, &without);
        batches_check_below(&with, &without, sigma, presence, "presence");
        records[0] = batches_roll(&from);
        batches_with_replacement(records, count, size, &other);
        batches_check_below(&with, &other, sigma, replaced, "replaced");
        records[0] = (gradient){0, 0};
        batches_with_replacement(records, count, size, &other);
        batches_check_below(&with, &other, sigma, zeroed, "zeroed");
        for (size_t i = 0; i < count; i++)
            records[i] = (gradient){i == 0 ? 1 : -1, 0};
        batches_with_replacement(records, count, size, &with);
        batches_with_replacement(records + 1, count - 1, size, &without);
        batches_check_equal(&with, &without, sigma, presence, PLD_REMOVE);
        batches_check_equal(&without, &with, sigma, presence, PLD_ADD);
        pld_mechanism_free(presence);
        pld_mechanism_free(replaced);
        pld_mechanism_free(zeroed);
    }
}

/* What lower ends come from: others -1 or 0, values 1, 0 and -1. Two values 1 and -1 beside others of 0 are worse than a record
 * that is removed, so that the upper end is more than that. */
static void test_attained(void) {
    static draws with, zero, same;
    gradient records[] = {{1, 0}, {-1, 0}, {-1, 0}};
    pld_mechanism *plain = spec_mechanism("with-replacement:N=3,B=3,sigma=1.1", NULL), *zeroed = NULL, *replaced = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_zeroed(plain, &zeroed, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_replaced(plain, &replaced, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(zeroed->attained_count, 2);
    batches_with_replacement(records, 3, 3, &with);
    records[0].x = 0;
    batches_with_replacement(records, 3, 3, &zero);
    batches_check_equal(&with, &zero, 1.1, zeroed->attained[1], PLD_REMOVE);
    batches_check_equal(&zero, &with, 1.1, zeroed->attained[1], PLD_ADD);
    records[0].x = -1;
    batches_with_replacement(records, 3, 3, &same);
    batches_check_equal(&with, &same, 1.1, replaced->attained[0], PLD_REMOVE);
    batches_check_equal(&same, &with, 1.1, replaced->attained[0], PLD_ADD);
    records[1].x = records[2].x = 0;
    batches_with_replacement(records, 3, 3, &zero);
    records[0].x = 1;
    batches_with_replacement(records, 3, 3, &with);
    batches_check_below(&with, &zero, 1.1, replaced, "1 and -1");
    records[0].x = 0;
    batches_with_replacement(records, 3, 3, &zero);
    batches_check_equal(&with, &zero, 1.1, zeroed->attained[0], PLD_REMOVE);
    pld_mechanism_free(plain);
    pld_mechanism_free(zeroed);
    pld_mechanism_free(replaced);
}

/* The upper ends of a program of its own that puts the outcomes of T142 on a fine grid, and exact lower ends. */
static void test_values(void) {
    static const struct {
        pld_adjacency adjacency;
        double lower, upper;
    } cases[] = {{PLD_ADJACENCY_REPLACE, 2.2418675428, 2.5997}, {PLD_ADJACENCY_ZERO_OUT, 1.649055, 1.69985}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint64_t count = 0;
        pld_mechanism *plain = spec_mechanism("with-replacement:N=10000,B=100,sigma=2@1000", &count), *made = NULL;
        pld_options options = pld_options_default();
        pld_result result;
        CU_ASSERT_EQUAL_FATAL(
            i ? pld_mechanism_create_zeroed(plain, &made, NULL) : pld_mechanism_create_replaced(plain, &made, NULL), PLD_OK);
        options.adjacency = cases[i].adjacency;
        options.relative_tolerance = 1e-4;
        const pld_step step = {made, count};
        CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, logl(1e-6L), &options, &result, NULL), PLD_OK);
        CHECK(result.bracket.lower <= cases[i].lower + 1e-5 && result.bracket.lower >= cases[i].lower * (1 - 2e-4),
              "case %zu: lower %.10g", i, result.bracket.lower);
        CHECK(fabs(result.bracket.upper / cases[i].upper - 1) < 2e-4, "case %zu: upper %.10g", i, result.bracket.upper);
        CU_ASSERT(result.tolerance_met && result.theory_gap && isnan(result.bracket.estimate));
        pld_mechanism_free(made);
        pld_mechanism_free(plain);
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
    .replaced = {{"with-replacement:N=10,B=2,sigma=1", NULL, NULL}},
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
    CU_TestInfo tests[] = {FAMILY_TESTS,
                           {"brute force", test_brute_force},
                           {"attained", test_attained},
                           {"values", test_values},
                           {"refused", test_refused},
                           CU_TEST_INFO_NULL};
    return suite_run("family/with_replacement", tests);
}
