/* Tests of src/family/dp_sgd.c: q and the number of steps, and what is said about them. */
#include "pair/pair.h"

#include "support/dice.h"
#include "support/family.h"
#include "support/specs.h"
#include "support/suite.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void test_steps(void) {
    static const struct {
        const char *keys;
        uint64_t steps;
        const char *q;
    } cases[] = {
        {"N=60000,batch=256,epochs=60", 14063, "256/60000"}, /* 14062.5 */
        {"N=50000,batch=500,epochs=10", 1000, "500/50000"},
        {"N=60000,batch=256,epochs=12.5", 2930, "256/60000"}, /* 2929.6875 */
        {"N=60000,batch=256,epochs=1/3", 79, "256/60000"},    /* 78.125 */
        {"N=3,batch=1,epochs=1/3", 1, "1/3"},
        {"N=10,batch=1,epochs=0.1", 1, "1/10"},
        {"N=1e6,batch=1,epochs=0.000003", 3, "1/1000000"},
        {"N=100,batch=100,epochs=2.0001", 3, "100/100"},
        {"N=60000,batch=256,steps=16384", 16384, "256/60000"},
        {"N=60000,batch=256,epochs=60@3", 3 * 14063, "256/60000"},
        {"N=60000,batch=256,steps=1e3@1e6", 1000000000, "256/60000"},
        {"N=1e15,batch=1,epochs=9000", UINT64_C(9000000000000000000), "1/1000000000000000"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char spec[128], twin[128];
        uint64_t count = 0, one = 0;
        snprintf(spec, sizeof spec, "dp-sgd:sigma=2,%s", cases[i].keys);
        snprintf(twin, sizeof twin, "poisson-gaussian:q=%s,sigma=2,removed=1,added=0,sensitivity=1", cases[i].q);
        pld_mechanism *mechanism = spec_mechanism(spec, &count), *other = spec_mechanism(twin, &one);
        CHECK(count == cases[i].steps, "%s: %" PRIu64 " steps", spec, count);
        CU_ASSERT_STRING_EQUAL(pld_mechanism_resolved(mechanism), twin);
        for (double epsilon = 0; epsilon < 1; epsilon += 0.3)
            for (int d = 0; d < PLD_DIRECTIONS; d++) {
                /* The double next above the fraction: nothing but the last digits, and never less. */
                double found = pld_mechanism_delta(mechanism, (pld_direction)d, epsilon),
                       nearest = pld_mechanism_delta(other, (pld_direction)d, epsilon);
                CHECK(found >= nearest * (1 - 1e-13) && found <= nearest * (1 + 1e-13), "%.17g and %.17g", found, nearest);
            }
        pld_mechanism_free(mechanism);
        pld_mechanism_free(other);
    }
}

/* T is the smallest number of steps that see epochs * N records: (T - 1) batch < epochs N <= T batch, in whole numbers. */
static void test_steps_random(void) {
    dice from = dice_create(20261117);
    for (size_t i = 0; i < 10000; i++) {
        uint64_t population = 1 + dice_bits(&from) % 1000000, batch = 1 + dice_bits(&from) % population;
        uint64_t epochs = 1 + dice_bits(&from) % 10000, parts = 1 + dice_bits(&from) % 1000, steps = 0;
        CU_ASSERT_EQUAL_FATAL(pld_training_steps(population, batch, epochs, parts, &steps, NULL), PLD_OK);
        bool good = steps * batch * parts >= epochs * population && (steps - 1) * batch * parts < epochs * population;
        CHECK(good, "%" PRIu64 "/%" PRIu64 " epochs of %" PRIu64 " by %" PRIu64 ": %" PRIu64, epochs, parts, population, batch,
              steps);
    }
}

/* What a user sees beside every result. */
static void test_notes(void) {
    static const char *const cases[][2] = {
        {"N=60000,batch=256,epochs=60", "dp-sgd: N=60000, batch=256 and epochs=60 give q = batch/N = 0.00426667 and "
                                        "T = ceil(epochs N/batch) = 14063 steps.\n" PLD__NOTE_POISSON},
        {"N=60000,batch=256,epochs=1/3,sampling=poisson@7",
         "dp-sgd: N=60000, batch=256 and epochs=1/3 give q = batch/N = 0.00426667 and "
         "T = ceil(epochs N/batch) = 79 steps.\n" PLD__NOTE_POISSON},
        {"N=1000,batch=100,epochs=0000000000000000000000000000000000000000000000002/3",
         "dp-sgd: N=1000, batch=100 and epochs=2/3 give q = batch/N = 0.1 and T = ceil(epochs N/batch) = 7 "
         "steps.\n" PLD__NOTE_POISSON},
        {"N=1000,batch=100,steps=20",
         "dp-sgd: N=1000 and batch=100 give q = batch/N = 0.1; T = 20 steps are about 2 epochs.\n" PLD__NOTE_POISSON},
        {"N=1000,batch=1000,steps=20", "dp-sgd: N=1000 and batch=1000 give q = batch/N = 1; T = 20 steps are about 20 epochs."},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char spec[160];
        uint64_t count = 0;
        snprintf(spec, sizeof spec, "dp-sgd:sigma=2,%s", cases[i][0]);
        pld_mechanism *mechanism = spec_mechanism(spec, &count), *replaced = NULL;
        CU_ASSERT_STRING_EQUAL(pld_mechanism_note(mechanism), cases[i][1]);
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_replaced(mechanism, &replaced, NULL), PLD_OK);
        CU_ASSERT_STRING_EQUAL(pld_mechanism_note(replaced), cases[i][1]);
        CU_ASSERT_PTR_NOT_NULL(strstr(pld_mechanism_resolved(replaced), "removed=1,added=1"));
        pld_mechanism_free(replaced);
        pld_mechanism_free(mechanism);
    }
}

/* Each scheme is its own family with numbers that were derived, and counts steps or epochs. */
static void test_schemes(void) {
    static const struct {
        const char *keys, *resolved, *note;
        uint64_t count;
    } cases[] = {
        {"N=60000,batch=256,epochs=60,sampling=fixed-size", "fixed-size:N=60000,B=256,sigma=2,k=1",
         "T = ceil(epochs N/batch) = 14063", 14063},
        {"N=60000,batch=256,epochs=60,sampling=with-replacement", "with-replacement:N=60000,B=256,sigma=2", "14063 steps", 14063},
        {"N=60000,batch=256,epochs=60,sampling=truncated-poisson,cap=300",
         "truncated-poisson:N=60000,q=0.004266666666666667,B=300,sigma=2", "14063 steps", 14063},
        {"N=60000,batch=256,epochs=60,sampling=shuffle", "shuffle:t=235,sigma=2", "t = ceil(N/batch) = 235 batches and 60 epochs",
         60},
        {"N=60000,batch=256,steps=470,sampling=shuffle", "shuffle:t=235,sigma=2", "235 batches and 2 epochs", 2},
        {"N=60000,batch=256,epochs=60,sampling=shuffle-once@2", "shuffle-once:t=235,sigma=2@60", "235 batches and 60 epochs", 2},
        {"N=60000,batch=256,epochs=1.5,sampling=fixed-order", "fixed-order:sigma=2,t=235", "235 batches and 2 epochs", 2},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char spec[160];
        uint64_t count = 0;
        snprintf(spec, sizeof spec, "dp-sgd:sigma=2,%s", cases[i].keys);
        pld_mechanism *mechanism = spec_mechanism(spec, &count), *zeroed = NULL;
        CU_ASSERT_STRING_EQUAL(pld_mechanism_resolved(mechanism), cases[i].resolved);
        CHECK(count == cases[i].count && strstr(pld_mechanism_note(mechanism), cases[i].note) != NULL, "%s: %" PRIu64 ", %s",
              spec, count, pld_mechanism_note(mechanism));
        if (pld_mechanism_create_zeroed(mechanism, &zeroed, NULL) == PLD_OK)
            CHECK(strstr(pld_mechanism_note(zeroed), cases[i].note) != NULL, "%s: %s", spec, pld_mechanism_note(zeroed));
        pld_mechanism_free(zeroed);
        pld_mechanism_free(mechanism);
    }
}

static void test_refused(void) {
    static const char *const cases[][3] = {
        {"N=60000,batch=256", "epochs", "needs either epochs or steps"},
        {"N=60000,batch=256,epochs=1,steps=5", "steps", "together with epochs"},
        {"batch=256,epochs=1", "N", "needs the key 'N'"},
        {"N=100,batch=101,epochs=1", "batch=101", "from 1 to N=100"},
        {"N=100,batch=0,epochs=1", "batch=0", "from 1 to N=100"},
        {"N=0,batch=1,epochs=1", "N=0", "between 1 and 1e15"},
        {"N=1e16,batch=1,epochs=1", "N=10000000000000000", "between 1 and 1e15"},
        {"N=100,batch=2.5,epochs=1", "batch=2.5", "not a whole number"},
        {"N=100,batch=10,epochs=0", "epochs=0", "more than 0 epochs"},
        {"N=100,batch=10,epochs=-2", "epochs=-2", "negative"},
        {"N=100,batch=10,epochs=1.23456789012345678901234", "epochs=1.23456789012345678901234", "too many digits"},
        {"N=1e15,batch=1,epochs=1e6", "epochs=1e6", "more than 2^63 steps"},
        {"N=100,batch=10,steps=0", "steps=0", "at least 1 step"},
        {"N=100,batch=10,steps=1,k=0", "k=0", "at least 1 record"},
        {"N=100,batch=10,steps=1,k=100001", "k=100001", "at most 100000"},
        {"N=100,batch=10,steps=1,sampling=shuffled", "sampling=shuffled", "no way to make batches"},
        {"N=100,batch=10,steps=1,sampling=fixed", "sampling=fixed", "no way to make batches"},
        {"N=100,batch=10,steps=15,sampling=shuffle", "steps", "whole epochs only"},
        {"N=100,batch=10,epochs=3/2,sampling=shuffle-once", "epochs", "whole epochs only"},
        {"N=100,batch=10,steps=1,sampling=truncated-poisson", "cap", "needs the key 'cap'"},
        {"N=100,batch=10,steps=1,cap=20", "cap", "not cut"},
        {"N=100,batch=10,steps=1,k=2,sampling=with-replacement", "k", "no pair for groups"},
        {"N=100,batch=10,steps=1,sensitivity=2,sampling=fixed-size", "sensitivity", "Poisson batches"},
        {"N=100,batch=10,steps=1,sensitivity=0", "sensitivity=0", "above 0"},
        {"N=100,batch=10,steps=1,q=0.1", "q", "no key 'q'"},
        {"N=100,batch=10,steps=4e18@3", "dp-sgd:sigma=2,N=100,batch=10,steps=4e18@3", "too many steps"},
        {"N=100,batch=10,steps=1@0", "@0", "is not a whole number"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char spec[128];
        pld_mechanism *mechanism = NULL;
        uint64_t count = 77;
        pld_error error = {.message = ""};
        snprintf(spec, sizeof spec, "dp-sgd:sigma=2,%s", cases[i][0]);
        CU_ASSERT_EQUAL(pld_mechanism_parse(spec, &mechanism, &count, &error), PLD_ERROR_ARGUMENT);
        CHECK(mechanism == NULL && count == 77 && strcmp(error.word, cases[i][1]) == 0 && strstr(error.message, cases[i][2]),
              "%s: '%s', %s", spec, error.word, error.message);
        CU_ASSERT_EQUAL(pld_mechanism_parse(spec, &mechanism, &count, NULL), PLD_ERROR_ARGUMENT);
    }
}

static const family_facts facts = {
    .family = &pld__family_dp_sgd,
    .resolved = {{"dp-sgd:N=1000,batch=100,steps=20,sigma=2,k=3,sensitivity=1.5",
                  "poisson-gaussian:q=100/1000,sigma=2,removed=3,added=0,sensitivity=1.5"}},
    .standings = {{"dp-sgd:N=60,batch=6,steps=5,sigma=2,k=2", PLD__STANDING_WORST_CASE}},
    .groups = {{"dp-sgd:N=1000,batch=10,epochs=3,sigma=2", 2, "dp-sgd:N=1000,batch=10,epochs=3,sigma=2,k=2", NULL},
               {"dp-sgd:N=1000,batch=10,epochs=3,sigma=2,k=2", 2, NULL, "several records already"}},
    .replaced = {{"dp-sgd:N=10,batch=1,epochs=2,sigma=2", "poisson-gaussian:q=0.1,sigma=2,removed=1,added=1", NULL},
                 {"dp-sgd:N=10,batch=1,epochs=2,sigma=2,k=2", NULL, "groups"}},
    .monotone = {{"dp-sgd:N=1000,batch=50,steps=9,", "sigma", {0.3, 0.31, 0.7, 1, 30}},
                 {"dp-sgd:N=1000,batch=50,steps=9,sigma=1,", "k", {1, 2, 3, 10, 40}},
                 {"dp-sgd:N=1000,batch=50,steps=9,sigma=1,", "sensitivity", {0.1, 0.3, 1, 1.01, 5}},
                 {"dp-sgd:batch=50,steps=9,sigma=1,", "N", {50, 51, 100, 1000, 1e6}},
                 {"dp-sgd:N=1000,steps=9,sigma=1,", "batch", {1, 2, 10, 999, 1000}}},
    .words = {{"dp-sgd:N=600,batch=6,steps=9,sigma=3",
               WORST,
               {POISSON, "N (here a nominal size), q, T and sigma " PUBLIC, NOT_DIVIDED, TUNING, "q = 6/600"},
               {"ceil", "dp-sgd:"}}},
};
FAMILY_TEST_FUNCTIONS

/* The rate is never below the fraction, and next to it; the least loss, log(1 - batch/N), is within what is claimed of it. */
static void test_rate(void) {
    dice from = dice_create(91);
    for (size_t i = 0; i < suite_cases(400); i++) {
        uint64_t population = 2 + (uint64_t)dice_logarithmic(&from, 1, 1e15);
        uint64_t batch = dice_chance(&from, 0.3) ? population - 1 : 1 + (uint64_t)dice_uniform(&from, 0, (double)population - 1);
        if (dice_chance(&from, 0.1))
            population = UINT64_C(1) << (1 + dice_below(&from, 40)), batch = 1 + dice_below(&from, (size_t)population - 1);
        char spec[128];
        snprintf(spec, sizeof spec, "dp-sgd:N=%" PRIu64 ",batch=%" PRIu64 ",steps=1,sigma=1", population, batch);
        pld_mechanism *mechanism = spec_mechanism(spec, NULL);
        long double exact = (long double)batch / (long double)population, rate = mechanism->traits.sampling_rate;
        CHECK(rate >= exact && rate <= exact * (1 + 0x1p-51L), "%s: %.21Lg for %.21Lg", spec, rate, exact);
        if (mechanism->traits.sampling_rate < 1) {
            long double least = logl((long double)(population - batch) / (long double)population);
            CHECK(fabsl(mechanism->loss_infimum - least) <= mechanism->infimum_error, "%s: %.17g, not %.17Lg", spec,
                  mechanism->loss_infimum, least);
        }
        pld_mechanism_free(mechanism);
    }
}

int main(void) {
    CU_TestInfo tests[] = {
        FAMILY_TESTS,          {"steps", test_steps},     {"random steps", test_steps_random}, {"rate", test_rate},
        {"notes", test_notes}, {"schemes", test_schemes}, {"refused", test_refused},           CU_TEST_INFO_NULL};
    return suite_run("family/dp_sgd", tests);
}
