/* Tests of src/family/monotone.c: what is not known is not claimed. That what is called monotone is so is in the tests of the
 * families. */
#include "family/monotone.h"
#include "support/specs.h"
#include "support/suite.h"

static void test_not_known(void) {
    static const struct {
        const char *spec, *key;
    } unknowns[] = {
        {"discrete-gaussian:sigma=solve", "sigma"},
        {"poisson:q=0.1,of=discrete-gaussian,sigma=solve@10", "sigma"},
        {"poisson:q=0.1,sigma=solve,of=discrete-gaussian", "sigma"},
        {"dp-sgd:N=solve,batch=20,epochs=3,sigma=1", "N"},
        {"dp-sgd:N=1000,batch=solve,epochs=3,sigma=1", "batch"},
        {"randomized-response:epsilon=1,k=solve", "k"},
        {"a-family-of-tomorrow:sigma=solve", "sigma"},
        {"poisson:q=0.1,of=a-family-of-tomorrow,sigma=solve", "sigma"},
    };
    for (size_t i = 0; i < COUNT_OF(unknowns); i++) {
        const char *why = pld__spec_not_monotone(unknowns[i].spec, unknowns[i].key);
        CHECK(why && why[0], "%s is called monotone", unknowns[i].spec);
    }
    CU_ASSERT_PTR_NULL(pld__spec_not_monotone("dp-sgd:N=1000,batch=20,epochs=solve,sigma=1", "epochs"));
    CU_ASSERT_PTR_NULL(pld__spec_not_monotone("dp-sgd:N=1000,batch=20,steps=solve,sigma=1", "steps"));
    CU_ASSERT_PTR_NULL(pld__spec_not_monotone("discrete-gaussian:sigma=1@solve", "count"));
    /* And rightly: more noise, and more spent; more records, and one more step. */
    pld_mechanism *less = spec_mechanism("discrete-gaussian:sigma=0.2", NULL),
                  *more = spec_mechanism("discrete-gaussian:sigma=0.25", NULL);
    CU_ASSERT_TRUE(pld_mechanism_delta(less, PLD_REMOVE, 20) < pld_mechanism_delta(more, PLD_REMOVE, 20));
    pld_mechanism_free(less);
    pld_mechanism_free(more);
}

int main(void) {
    CU_TestInfo tests[] = {{"not known", test_not_known}, CU_TEST_INFO_NULL};
    return suite_run("family/monotone", tests);
}
