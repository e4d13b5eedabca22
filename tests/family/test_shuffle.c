/* Tests of src/family/shuffle.c and src/pair/maximum.c: its row, both ends against all orders of small data sets, values. */
#include "support/batches.h"
#include "support/family.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <pld/query.h>

/* Two batches of equal size out of `count` numbers: the plane is their two sums. */
static void shuffle_two(const double *records, size_t count, draws *made) {
    made->count = 0;
    for (unsigned set = 0; set < 1u << count; set++) {
        if ((size_t)__builtin_popcount(set) != count / 2)
            continue;
        gradient sum = {0, 0};
        for (size_t i = 0; i < count; i++)
            *(set >> i & 1 ? &sum.x : &sum.y) += records[i];
        made->weight[made->count] = 1;
        made->sum[made->count++] = sum;
    }
    for (size_t i = 0; i < made->count; i++)
        made->weight[i] = 1 / (double)made->count;
}

/* The upper pair is above every data set; what lower ends come from is below the data sets that it is made for. */
static void test_orders(void) {
    static draws with, other;
    static const double sigmas[] = {0.6, 1, 2};
    dice from = dice_create(20175);
    for (size_t k = 0; k < COUNT_OF(sigmas); k++) {
        double sigma = sigmas[k], records[4] = {1, -1, -1, -1};
        char spec[64];
        snprintf(spec, sizeof spec, "shuffle:t=2,sigma=%g", sigma);
        pld_mechanism *made = spec_mechanism(spec, NULL), *zeroed = NULL, *replaced = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_zeroed(made, &zeroed, NULL), PLD_OK);
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_replaced(made, &replaced, NULL), PLD_OK);
        static const double levels[] = {0, 0.3, 0.9, 2};
        double found[COUNT_OF(levels)];
        for (int which = 0; which < 1;
             which++) { /* others -1; the other data sets are random allocation, which has its own test */
            for (size_t i = 1; i < 4; i++)
                records[i] = which == 1 ? 0 : -1;
            records[0] = 1;
            shuffle_two(records, 4, &with);
            records[0] = which == 2 ? -1 : 0;
            shuffle_two(records, 4, &other);
            const pld_mechanism *pair = which == 2 ? replaced->attained[0] : zeroed->attained[which];
            for (int d = 0; d < PLD_DIRECTIONS; d++) {
                batches_divergence(d == 0 ? &with : &other, d == 0 ? &other : &with, sigma, levels, COUNT_OF(levels), found);
                for (size_t i = 0; i < COUNT_OF(levels); i++) {
                    double below = pld_mechanism_delta(pair, (pld_direction)d, levels[i]);
                    CHECK(below <= found[i] * 1.001 + 1e-7, "%s, %d at %g: %g > %g", spec, which, levels[i], below, found[i]);
                    CHECK(d == 1 || below >= 0.3 * found[i], "%s, %d at %g: %g of %g", spec, which, levels[i], below, found[i]);
                }
            }
        }
        for (size_t repeat = 0; repeat < (SANITIZED ? 1 : 6); repeat++) {
            for (size_t i = 0; i < 4; i++)
                records[i] = dice_uniform(&from, -1, 1);
            shuffle_two(records, 4, &with);
            records[0] = 0;
            shuffle_two(records, 4, &other);
            batches_check_below(&with, &other, sigma, zeroed, "zeroed");
            records[0] = dice_uniform(&from, -1, 1);
            shuffle_two(records, 4, &other);
            batches_check_below(&with, &other, sigma, replaced, "replaced");
        }
        pld_mechanism_free(made);
        pld_mechanism_free(zeroed);
        pld_mechanism_free(replaced);
    }
}

/* Published: Chua et al. 2024; and the values of another program for both ends. */
static void test_values(void) {
    static const struct {
        const char *spec;
        double delta, lower, upper;
    } cases[] = {{"shuffle:t=100,sigma=0.5@1", 1e-5, 9.9971935588, 9.99725615},
                 {"shuffle:t=1000,sigma=0.4@1", 1e-6, 14.4507762058, 14.450777},
                 {"shuffle:t=235,sigma=0.7@10", 1e-5, 21.9097562874, 28.7692623}};
    pld_options options = pld_options_default();
    options.adjacency = PLD_ADJACENCY_ZERO_OUT;
    pld_result result;
    for (size_t i = 0; i < (SANITIZED ? 1 : COUNT_OF(cases)); i++) {
        uint64_t count = 0;
        pld_mechanism *made = spec_mechanism(cases[i].spec, &count), *zeroed = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_zeroed(made, &zeroed, NULL), PLD_OK);
        const pld_step step = {zeroed, count};
        options.relative_tolerance = 1e-4;
        CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, logl((long double)cases[i].delta), &options, &result, NULL), PLD_OK);
        CHECK(result.bracket.lower <= cases[i].lower && result.bracket.lower > cases[i].lower * (1 - 2e-4), "%s: lower %.9g",
              cases[i].spec, result.bracket.lower);
        CHECK(result.bracket.upper >= cases[i].upper - 1e-6 && result.bracket.upper < cases[i].upper * (1 + 1e-4),
              "%s: upper %.9g", cases[i].spec, result.bracket.upper);
        CU_ASSERT(result.theory_gap && result.tolerance_met);
        pld_mechanism_free(made);
        pld_mechanism_free(zeroed);
    }
    pld_mechanism *made = spec_mechanism("shuffle:t=10000,sigma=0.4", NULL), *zeroed = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_zeroed(made, &zeroed, NULL), PLD_OK);
    const pld_step step = {zeroed, 1};
    options.relative_tolerance = 1e-3;
    CU_ASSERT_EQUAL_FATAL(pld_query_delta(&step, 1, 4, &options, &result, NULL), PLD_OK);
    CU_ASSERT(exp(result.bracket.lower) >= 0.226);
    pld_mechanism_free(made);
    pld_mechanism_free(zeroed);
}

static const family_facts facts = {
    .family = &pld__family_shuffle,
    .resolved = {{"shuffle:t=100,sigma=2", "shuffle:t=100,sigma=2"}},
    .standings = {{"shuffle:t=100,sigma=2", PLD__STANDING_WORST_CASE}},
    .groups = {{"shuffle:t=100,sigma=2", 2, NULL, "share a batch"}},
    .replaced = {{"shuffle:t=100,sigma=2", "gaussian:sigma=1", NULL}},
    .monotone = {{"shuffle:t=5,", "sigma", {0.3, 0.31, 0.7, 1, 30}}},
    .words = {{"shuffle:t=2,sigma=0.5@1",
               "of its worst case is certified",
               {"training on shuffled batches", "That the truth lies between them is certified", "no bound for shuffled batches"},
               {ADDED}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {FAMILY_TESTS, {"orders", test_orders}, {"values", test_values}, CU_TEST_INFO_NULL};
    return suite_run("family/shuffle", tests);
}
