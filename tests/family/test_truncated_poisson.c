/* Tests of src/family/truncated_poisson.c and src/pair/truncated.c: its row, tails of binomials, its pairs against every draw. */
#include "pair/truncated.h"

#include "support/batches.h"
#include "support/family.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

/* Sums of all weights, in long double. */
static void test_tails(void) {
    dice from = dice_create(20172);
    for (size_t k = 0; k < suite_cases(200); k++) {
        uint64_t population = 2 + dice_below(&from, 60), cap = 1 + dice_below(&from, population - 1);
        double rate = dice_uniform(&from, 0.001, 0.999);
        long double cut = 0, kept = 0, weight = powl(1 - (long double)rate, (long double)(population - 1));
        for (uint64_t j = 0; j < population; j++) { /* others drawn */
            if (j >= cap) {
                cut += weight;
                kept += weight * rate * (long double)cap / (long double)(j + 1);
            }
            weight *= (long double)(population - 1 - j) / (long double)(j + 1) * rate / (1 - (long double)rate);
        }
        pld__truncated found = pld__truncated_of(population, rate, cap);
        CHECK(fabsl(found.cut - cut) <= (found.error + 1e-15L) * cut, "cut %Lg, not %Lg", found.cut, cut);
        CHECK(fabsl(found.uncut - (1 - cut)) <= (found.error + 1e-15L) * (1 - cut) + 1e-17L, "uncut %Lg", found.uncut);
        CHECK(fabsl(found.kept * cut - kept) <= (2 * found.error + 1e-15L) * kept, "kept %Lg, not %Lg", found.kept, kept / cut);
        CHECK(found.error < 1e-15 && found.missing == 0, "error %g", found.error);
    }
    CU_ASSERT(pld__truncated_of(60000, 1e-3, 50000).missing > 0);
}

/* Tails that are hardly numbers have all of their weights, or are said to be missing: Pr[Bin(n, 1/2) >= n - k] by few terms. */
static void test_tiny_tails(void) {
    for (uint64_t n = 15500; n < 16500; n += 50)
        for (uint64_t k = 0; k < 40; k += 13) {
            long double log_weight = -(long double)n * logl(2), sum = 0, weight = 1;
            for (uint64_t j = 0; j <= k; j++) {
                sum += weight;
                weight *= (long double)(n - j) / (long double)(j + 1);
            }
            pld__truncated found = pld__truncated_of(n + 1, 0.5, n - k), mirrored = pld__truncated_of(n + 1, 0.5, k + 1);
            long double log_cut = log_weight + logl(sum);
            if (found.missing > 0)
                CHECK(log_cut < logl(found.missing), "n=%d: %Lg is not missing", (int)n, log_cut);
            else
                CHECK(fabsl(logl(found.cut) - log_cut) < 1e-12L, "n=%d: %Lg, not %Lg", (int)n, logl(found.cut), log_cut);
            if (mirrored.missing > 0)
                CHECK(log_cut < logl(mirrored.missing) && mirrored.cut > 0.5L, "n=%d: %Lg is not missing", (int)n, log_cut);
            else
                CHECK(fabsl(logl(mirrored.uncut) - log_cut) < 1e-12L, "n=%d: %Lg, not %Lg", (int)n, logl(mirrored.uncut),
                      log_cut);
        }
}

static void test_brute_force(void) {
    static draws with, without, other;
    dice from = dice_create(20173);
    for (size_t k = 0; k < suite_cases(15); k++) {
        size_t count = 2 + dice_below(&from, 3), cap = 1 + dice_below(&from, count - 1);
        double sigma = dice_logarithmic(&from, 0.4, 3), rate = dice_uniform(&from, 0.05, 0.95);
        gradient records[BATCHES_RECORDS];
        char spec[128];
        for (size_t i = 0; i < count; i++)
            records[i] = batches_roll(&from);
        snprintf(spec, sizeof spec, "truncated-poisson:N=%zu,q=%.17g,B=%zu,sigma=%.17g", count, rate, cap, sigma);
        pld_mechanism *presence = spec_mechanism(spec, NULL), *replaced = NULL, *zeroed = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_replaced(presence, &replaced, NULL), PLD_OK);
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_zeroed(presence, &zeroed, NULL), PLD_OK);
        batches_truncated(records, count, rate, cap, &with);
        batches_truncated(records + 1, count - 1, rate, cap, &without);
        batches_check_below(&with, &without, sigma, presence, "presence");
        records[0] = batches_roll(&from);
        batches_truncated(records, count, rate, cap, &other);
        batches_check_below(&with, &other, sigma, replaced, "replaced");
        records[0] = (gradient){0, 0};
        batches_truncated(records, count, rate, cap, &other);
        batches_check_below(&with, &other, sigma, zeroed, "zeroed");
        /* What is attained: others of 0. */
        gradient alone[BATCHES_RECORDS] = {{1, 0}};
        batches_truncated(alone, count, rate, cap, &with);
        alone[0].x = 0;
        batches_truncated(alone, count, rate, cap, &other);
        batches_check_equal(&with, &other, sigma, zeroed->attained[0], PLD_REMOVE);
        batches_check_equal(&other, &with, sigma, presence->attained[0], PLD_ADD);
        pld_mechanism_free(presence);
        pld_mechanism_free(replaced);
        pld_mechanism_free(zeroed);
    }
}

static const family_facts facts = {
    .family = &pld__family_truncated_poisson,
    .resolved = {{"truncated-poisson:N=100,q=1/8,B=20,sigma=2", "truncated-poisson:N=100,q=0.125,B=20,sigma=2"}},
    .standings = {{"truncated-poisson:N=60,q=0.1,B=6,sigma=1", PLD__STANDING_WORST_CASE}},
    .groups = {{"truncated-poisson:N=60,q=0.1,B=6,sigma=2", 3, NULL, "several records"}},
    .replaced = {{"truncated-poisson:N=10,q=0.25,B=10,sigma=1", "poisson-gaussian:q=0.25,sigma=1,removed=1,added=1", NULL}},
    .monotone = {{"truncated-poisson:N=100,q=0.1,B=12,", "sigma", {0.3, 0.31, 0.7, 1, 30}}},
    .words = {{"truncated-poisson:N=60,q=0.1,B=8,sigma=3@4",
               "of its worst case is certified",
               {"so many are kept, drawn uniformly", "That the truth lies between them is certified", "are not released"},
               {NULL}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {FAMILY_TESTS,
                           {"tiny tails", test_tiny_tails},
                           {"tails", test_tails},
                           {"brute force", test_brute_force},
                           CU_TEST_INFO_NULL};
    return suite_run("family/truncated_poisson", tests);
}
