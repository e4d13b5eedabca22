/* Tests of src/family/fixed_size.c and src/pair/fixed_size.c: its row, its pairs against every draw of small data sets, refusals.
 */
#include "support/batches.h"
#include "support/dice.h"
#include "support/family.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <pld/query.h>
#include <stdio.h>

/* No data set of few records does worse than the pairs, whatever the gradients in the plane are. */
static void test_brute_force(void) {
    static draws with, without, other, zero;
    dice from = dice_create(20170);
    for (size_t k = 0; k < suite_cases(20); k++) {
        size_t count = 2 + dice_below(&from, 3), size = 1 + dice_below(&from, count - 1);
        double sigma = dice_logarithmic(&from, 0.4, 3);
        gradient records[BATCHES_RECORDS];
        char spec[96];
        for (size_t i = 0; i < count; i++)
            records[i] = batches_roll(&from);
        snprintf(spec, sizeof spec, "fixed-size:N=%zu,B=%zu,sigma=%.17g", count, size, sigma);
        pld_mechanism *presence = spec_mechanism(spec, NULL), *replaced = NULL, *zeroed = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_replaced(presence, &replaced, NULL), PLD_OK);
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_zeroed(presence, &zeroed, NULL), PLD_OK);
        batches_fixed(records, count, size, &with);
        batches_fixed(records + 1, count - 1, size, &without);
        batches_check_below(&with, &without, sigma, presence, "presence");
        records[0] = batches_roll(&from);
        batches_fixed(records, count, size, &other);
        batches_check_below(&with, &other, sigma, replaced, "replaced");
        records[0] = (gradient){0, 0};
        batches_fixed(records, count, size, &zero);
        batches_check_below(&with, &zero, sigma, zeroed, "zeroed");
        pld_mechanism_free(presence);
        pld_mechanism_free(replaced);
        pld_mechanism_free(zeroed);
    }
}

/* Single steps are attained, and so is what lower ends come from: others -1, the record 1 or -1. */
static void test_attained(void) {
    static draws with, zero, same;
    gradient records[] = {{1, 0}, {-1, 0}, {-1, 0}, {-1, 0}};
    pld_mechanism *plain = spec_mechanism("fixed-size:N=4,B=2,sigma=0.9", NULL), *zeroed = NULL, *replaced = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_zeroed(plain, &zeroed, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_replaced(plain, &replaced, NULL), PLD_OK);
    batches_fixed(records, 4, 2, &with);
    records[0].x = 0;
    batches_fixed(records, 4, 2, &zero);
    batches_check_equal(&with, &zero, 0.9, zeroed, PLD_REMOVE);
    batches_check_equal(&with, &zero, 0.9, zeroed->attained[0], PLD_REMOVE);
    batches_check_equal(&zero, &with, 0.9, zeroed->attained[0], PLD_ADD);
    records[0].x = -1;
    batches_fixed(records, 4, 2, &same);
    batches_check_equal(&zero, &same, 0.9, zeroed, PLD_ADD);
    batches_check_equal(&with, &same, 0.9, replaced, PLD_REMOVE);
    batches_check_equal(&with, &same, 0.9, replaced, PLD_ADD);
    batches_check_equal(&with, &same, 0.9, replaced->attained[0], PLD_REMOVE);
    batches_check_equal(&same, &with, 0.9, replaced->attained[0], PLD_ADD);
    pld_mechanism_free(plain);
    pld_mechanism_free(zeroed);
    pld_mechanism_free(replaced);
}

/* Values of two other programs (contour integrals, transforms of losses): exact ones, and both ends of brackets. */
static void test_values(void) {
    static const struct {
        const char *spec;
        double delta;
        pld_adjacency adjacency;
        double lower, upper;
    } cases[] = {
        {"fixed-size:N=10000,B=100,sigma=2@1000", 1e-6, PLD_ADJACENCY_REMOVE, 2.1245151711, 2.1245151711},
        {"fixed-size:N=10000,B=100,sigma=2@1000", 1e-6, PLD_ADJACENCY_ADD, 1.5890887625, 1.5890887625},
        {"fixed-size:N=10000,B=100,sigma=2@1000", 1e-6, PLD_ADJACENCY_REPLACE, 2.1245151711, 2.5128444922},
        {"fixed-size:N=10000,B=100,sigma=2@1000", 1e-6, PLD_ADJACENCY_ZERO_OUT, 1.445270573, 1.514236392},
        {"fixed-size:N=2000,B=200,sigma=4@200", 1e-5, PLD_ADJACENCY_REPLACE, 3.3596597893, 3.7207617106},
        {"fixed-size:N=2000,B=200,sigma=4@200", 1e-5, PLD_ADJACENCY_ZERO_OUT, 1.694940218, 1.821562503},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint64_t count = 0;
        pld_mechanism *plain = spec_mechanism(cases[i].spec, &count), *adapted = NULL;
        pld_status status = cases[i].adjacency == PLD_ADJACENCY_REPLACE    ? pld_mechanism_create_replaced(plain, &adapted, NULL)
                            : cases[i].adjacency == PLD_ADJACENCY_ZERO_OUT ? pld_mechanism_create_zeroed(plain, &adapted, NULL)
                                                                           : PLD_OK;
        pld_options options = pld_options_default();
        pld_result result;
        CU_ASSERT_EQUAL_FATAL(status, PLD_OK);
        options.adjacency = cases[i].adjacency;
        options.relative_tolerance = 1e-4;
        const pld_step step = {adapted ? adapted : plain, count};
        CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, logl((long double)cases[i].delta), &options, &result, NULL), PLD_OK);
        CHECK(result.bracket.lower <= cases[i].lower + 1e-9 && result.bracket.lower >= cases[i].lower * (1 - 2e-4),
              "case %zu: lower %.10g", i, result.bracket.lower);
        CHECK(result.bracket.upper >= cases[i].upper - 1e-9 && result.bracket.upper <= cases[i].upper * (1 + 2e-4),
              "case %zu: upper %.10g", i, result.bracket.upper);
        CU_ASSERT(result.tolerance_met);
        CU_ASSERT_EQUAL(result.theory_gap, adapted != NULL);
        CU_ASSERT_EQUAL(isnan(result.bracket.estimate) != 0, adapted != NULL);
        pld_mechanism_free(adapted);
        pld_mechanism_free(plain);
    }
}

static void test_refused(void) {
    static const struct {
        const char *spec, *word;
    } cases[] = {{"fixed-size:N=10,B=10,sigma=1", "B=10"},
                 {"fixed-size:N=10,B=8,k=3,sigma=1", "B=8"},
                 {"fixed-size:N=10,B=5,k=0,sigma=1", "k=0"},
                 {"fixed-size:N=10,B=0,sigma=1", "B=0"},
                 {"fixed-size:N=10,B=5,sigma=-1", "sigma=-1"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld_mechanism *untouched = NULL;
        pld_error error;
        uint64_t count;
        family_check_refused(pld_mechanism_parse(cases[i].spec, &untouched, &count, &error), untouched, &error, cases[i].word);
    }
    pld_mechanism *group = spec_mechanism("fixed-size:N=10,B=5,k=2,sigma=1", NULL), *untouched = NULL;
    CU_ASSERT_EQUAL(pld_mechanism_create_zeroed(group, &untouched, NULL), PLD_ERROR_ARGUMENT);
    pld_mechanism_free(group);
}

static const family_facts facts = {
    .family = &pld__family_fixed_size,
    .resolved = {{"fixed-size:N=1e4,B=100,sigma=2", "fixed-size:N=10000,B=100,sigma=2,k=1"}},
    .standings = {{"fixed-size:N=60,B=6,sigma=1", PLD__STANDING_WORST_CASE}},
    .groups = {{"fixed-size:N=60,B=6,sigma=2", 3, "fixed-size:N=60,B=6,k=3,sigma=2", NULL},
               {"fixed-size:N=10,B=2,k=2,sigma=1", 2, NULL, "several records already"},
               {"fixed-size:N=10,B=8,sigma=1", 3, NULL, "B=8"}},
    .replaced = {{"fixed-size:N=10,B=2,k=2,sigma=1", NULL, "several records"}},
    .monotone = {{"fixed-size:B=20,k=5,sigma=0.8,", "N", {25, 26, 40, 100, 1e6}},
                 {"fixed-size:N=100,k=5,sigma=0.8,", "B", {1, 2, 50, 94, 95}},
                 {"fixed-size:N=100,B=20,sigma=0.8,", "k", {1, 2, 5, 50, 80}},
                 {"fixed-size:N=100,B=20,k=5,", "sigma", {0.3, 0.31, 0.7, 1, 30}}},
    .words = {{"fixed-size:N=60,B=6,sigma=3@4",
               "of its worst case is certified",
               {"B = 6 of N = 60 records are drawn without replacement", "Poisson or shuffled batches are not covered"},
               {NULL}}},
};

FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {{"brute force", test_brute_force},
                           {"attained", test_attained},
                           {"values", test_values},
                           {"refused", test_refused},
                           FAMILY_TESTS,
                           CU_TEST_INFO_NULL};
    return suite_run("family/fixed_size", tests);
}
