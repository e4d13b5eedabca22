/* Tests of src/family/approx_dp.c: the worst pair with a guarantee. */
#include "pair/sparse_support.h"

#include "support/dice.h"
#include "support/family.h"

static void test_pair(void) {
    dice from = dice_create(58);
    for (size_t i = 0; i < suite_cases(100); i++) {
        double epsilon = dice_chance(&from, 0.1) ? 0 : dice_logarithmic(&from, 1e-4, 10);
        double delta = dice_chance(&from, 0.2) ? 0 : dice_logarithmic(&from, 1e-18, 1),
               rate = i % 2 ? 1 : dice_uniform(&from, 0, 1);
        pld_mechanism *mechanism = NULL;
        discrete_pair pair;
        pld_status status = pld_mechanism_create_approx_dp(epsilon, delta, rate, &mechanism, NULL);
        discrete_approx_dp(&pair, epsilon, delta);
        check_constructed("approx-dp", status, mechanism, &pair, rate, 0);
        if (rate == 1) /* it has exactly the guarantee, and no better one */
            CU_ASSERT_DOUBLE_EQUAL(pld_mechanism_delta(mechanism, PLD_REMOVE, epsilon), delta, 1e-15);
        pld_mechanism_free(mechanism);
    }
}

/* Guarantees that no double ratio shows: e^1000 times as likely. */
static void test_large(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_approx_dp(1000, 0, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT_DOUBLE_EQUAL(mechanism->loss_supremum, 1000, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(mechanism->loss_infimum, -1000, 1e-12);
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_approx_dp(1, 1, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT(mechanism->infinity[PLD_REMOVE] == 1 && mechanism->infinity[PLD_ADD] == 1);
    pld_mechanism_free(mechanism);
}

/* A group that is sampled as if it were one record would have delta 0.009866 at 0; a hundred records drawn each on its own have
 * more. */
static void test_sampled_group(void) {
    pld_mechanism *mechanism = NULL;
    uint64_t count = 0;
    pld_error error = {.message = ""};
    CU_ASSERT_EQUAL(pld_mechanism_parse("poisson:q=0.01,of=approx-dp,epsilon=0.05,sensitivity=100", &mechanism, &count, &error),
                    PLD_ERROR_ARGUMENT);
    CU_ASSERT_PTR_NULL(mechanism);
    CU_ASSERT_STRING_EQUAL(error.word, "sensitivity");
}

static void test_refusals(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL(pld_mechanism_create_approx_dp(-1, 0, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_approx_dp(1, 1.5, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_approx_dp(NAN, 0, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_approx_dp(1, 0, 2, &mechanism, NULL), PLD_ERROR_ARGUMENT);
}

static const family_facts facts = {
    .family = &pld__family_approx_dp,
    .resolved = {{"approx-dp:epsilon=1/2", "approx-dp:epsilon=0.5,delta=0"}},
    .standings = {{"approx-dp:epsilon=1", PLD__STANDING_DOMINATES},
                  {"approx-dp:epsilon=1,delta=1e-6,sensitivity=3", PLD__STANDING_DOMINATES},
                  {"poisson:q=0.1,of=approx-dp,epsilon=1", PLD__STANDING_DOMINATES}},
    .groups = {{"approx-dp:epsilon=1", 2, NULL, "guarantee"}},
    .replaced = {{"approx-dp:epsilon=1,delta=0.01", "approx-dp:epsilon=1,delta=0.01", NULL},
                 {"poisson:q=0.1,of=approx-dp,epsilon=2", NULL, "sampling"}},
    .monotone = {{"approx-dp:delta=1e-3,", "epsilon", {0.01, 0.1, 1, 1.01, 9}},
                 {"approx-dp:epsilon=0.5,", "delta", {1e-9, 1e-5, 0.01, 0.5, 0.9}},
                 {"approx-dp:epsilon=0.1,delta=1e-4,", "sensitivity", {1, 2, 3, 5, 20}},
                 {"poisson:q=0.2,of=approx-dp,delta=0.01,", "epsilon", {0.01, 0.1, 1, 1.01, 9}}},
    .words = {{"approx-dp:epsilon=0.1,delta=1e-6@4",
               NOTHING_BELOW,
               {"of which only (0.1, 1e-06)-differential privacy is known, for one record that is "},
               {WORST}},
              {"approx-dp:epsilon=0.1,delta=1e-6,sensitivity=3@4",
               NOTHING_BELOW,
               {"by group privacy for up to 3 records that are ", "differ by at most 3 records that are "},
               {WORST, "one record"}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {FAMILY_TESTS,
                           {"pair", test_pair},
                           {"large epsilon", test_large},
                           {"sampled group", test_sampled_group},
                           {"refusals", test_refusals},
                           CU_TEST_INFO_NULL};
    return suite_run("family/approx_dp", tests);
}
