/* Tests of src/family/banded.c: its row, what it resolves to, refusals. */
#include "support/family.h"
#include "support/specs.h"
#include "support/suite.h"

static void test_turns(void) {
    uint64_t count = 0;
    pld_mechanism *made = spec_mechanism("banded:N=60000,batch=256,bands=4,steps=2001,sigma=1@2", &count),
                  *poisson = spec_mechanism("dp-sgd:N=60000,batch=1024,steps=1,sigma=1", NULL);
    CU_ASSERT_EQUAL(count, 2 * 501);
    CU_ASSERT_EQUAL(pld_mechanism_delta(made, PLD_REMOVE, 0.3), pld_mechanism_delta(poisson, PLD_REMOVE, 0.3));
    pld_mechanism_free(made);
    pld_mechanism_free(poisson);
}

static void test_refused(void) {
    static const char *const cases[][2] = {{"banded:N=100,batch=10,bands=11,steps=5,sigma=1", "bands=11"},
                                           {"banded:N=100,batch=10,bands=0,steps=5,sigma=1", "bands=0"},
                                           {"banded:N=100,batch=10,bands=2,steps=0,sigma=1", "steps=0"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld_mechanism *untouched = NULL;
        pld_error error;
        uint64_t count;
        family_check_refused(pld_mechanism_parse(cases[i][0], &untouched, &count, &error), untouched, &error, cases[i][1]);
    }
}

static const family_facts facts = {
    .family = &pld__family_banded,
    .resolved = {{"banded:N=60000,batch=256,bands=4,steps=2000,sigma=1",
                  "poisson-gaussian:q=1024/60000,sigma=1,removed=1,added=0,sensitivity=1"}},
    .standings = {{"banded:N=60,batch=6,bands=2,steps=4,sigma=1", PLD__STANDING_DOMINATES}},
    .groups = {{"banded:N=60,batch=6,bands=2,steps=4,sigma=1", 2, NULL, "several parts"}},
    .replaced = {{"banded:N=60,batch=6,bands=2,steps=4,sigma=1", NULL, "different parts"}},
    .monotone = {{"banded:N=60,batch=6,bands=2,steps=4,", "sigma", {0.3, 0.31, 0.7, 1, 30}}},
    .words = {{"banded:N=60,batch=6,bands=2,steps=4,sigma=3",
               NOTHING_BELOW,
               {"cyclic Poisson sampling", "Shuffled parts are not covered"},
               {NULL}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {FAMILY_TESTS, {"turns", test_turns}, {"refused", test_refused}, CU_TEST_INFO_NULL};
    return suite_run("family/banded", tests);
}
