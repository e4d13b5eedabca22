/* Tests of src/family/monotone.c: what is called monotone is so where delta is computed, and what is not known is not claimed. */
#include "family/monotone.h"
#include "family/spec.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <pld/pld.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* delta of one step is good to about 1e-13, relative to 1. */
static const double SLACK = 1e-12;

typedef struct {
    const char *before, *key, *after; /* of the spec, around the number */
    int sign;                         /* 1: more of it spends more */
    double numbers[5];                /* increasing */
} family_case;

static const family_case cases[] = {
    {"gaussian:", "sigma", "", -1, {0.2, 0.21, 0.7, 1, 30}},
    {"gaussian:sigma=1.5,", "sensitivity", "", 1, {0.1, 0.3, 1, 1.01, 9}},
    {"poisson-gaussian:sigma=0.8,", "q", "", 1, {1e-6, 0.01, 0.3, 0.31, 1}},
    {"poisson-gaussian:sigma=0.8,k=7,", "q", "", 1, {1e-6, 0.01, 0.3, 0.31, 1}},
    {"poisson-gaussian:sigma=0.8,removed=3,added=2,", "q", "", 1, {1e-6, 0.01, 0.3, 0.31, 1}},
    {"poisson-gaussian:q=0.2,k=3,", "sigma", "", -1, {0.3, 0.31, 0.7, 1, 30}},
    {"poisson-gaussian:q=0.2,sigma=0.8,", "k", "", 1, {1, 2, 3, 10, 40}},
    {"poisson-gaussian:q=0.2,sigma=0.8,added=2,", "removed", "", 1, {0, 1, 2, 5, 20}},
    {"poisson-gaussian:q=0.2,sigma=0.8,removed=2,", "added", "", 1, {0, 1, 2, 5, 20}},
    {"poisson-gaussian:q=0.2,sigma=0.8,removed=2,added=1,", "sensitivity", "", 1, {0.1, 0.3, 1, 1.01, 5}},
    {"dp-sgd:N=1000,batch=50,steps=9,", "sigma", "", -1, {0.3, 0.31, 0.7, 1, 30}},
    {"dp-sgd:N=1000,batch=50,steps=9,sigma=1,", "k", "", 1, {1, 2, 3, 10, 40}},
    {"dp-sgd:N=1000,batch=50,steps=9,sigma=1,", "sensitivity", "", 1, {0.1, 0.3, 1, 1.01, 5}},
    {"dp-sgd:batch=50,steps=9,sigma=1,", "N", "", -1, {50, 51, 100, 1000, 1e6}},
    {"dp-sgd:N=1000,steps=9,sigma=1,", "batch", "", 1, {1, 2, 10, 999, 1000}},
    {"hypergeometric-gaussian:B=20,k=5,sigma=0.8,", "N", "", -1, {20, 21, 40, 100, 1e6}},
    {"hypergeometric-gaussian:N=100,k=5,sigma=0.8,", "B", "", 1, {1, 2, 50, 99, 100}},
    {"hypergeometric-gaussian:N=100,B=20,sigma=0.8,", "k", "", 1, {1, 2, 5, 50, 100}},
    {"hypergeometric-gaussian:N=100,B=20,k=5,", "sigma", "", -1, {0.3, 0.31, 0.7, 1, 30}},
    {"hypergeometric-gaussian:N=100,B=20,k=5,sigma=1,", "shift", "", 1, {0.1, 0.3, 1, 1.01, 2}},
    {"hypergeometric-gaussian:N=100,B=20,k=5,sigma=1,", "sensitivity", "", 1, {0.1, 0.3, 1, 1.01, 2}},
    {"mixture-gaussian:pw=0.5:0.5,pm=0:2,qw=0.9:0.1,qm=0:-1,", "sigma", "", -1, {0.3, 0.31, 0.7, 1, 30}},
    {"mixture-gaussian:pw=0.5:0.5,pm=0:2,qw=0.9:0.1,qm=0:-1,sigma=1,", "sensitivity", "", 1, {0.1, 0.3, 1, 1.01, 2}},
    {"laplace:", "b", "", -1, {0.2, 0.21, 0.7, 1, 30}},
    {"laplace:b=2,", "sensitivity", "", 1, {0.1, 0.3, 1, 1.01, 9}},
    {"poisson-laplace:b=0.5,", "q", "", 1, {1e-6, 0.01, 0.3, 0.31, 1}},
    {"poisson-laplace:q=0.3,", "b", "", -1, {0.2, 0.21, 0.7, 1, 30}},
    {"poisson-laplace:q=0.3,b=1,", "sensitivity", "", 1, {0.1, 0.3, 1, 1.01, 9}},
    {"randomized-response:k=4,", "epsilon", "", 1, {0.01, 0.1, 1, 1.01, 9}},
    {"randomized-response:epsilon=0.5,", "sensitivity", "", 1, {1, 2, 3, 5, 20}},
    {"discrete-gaussian:sigma=0.3,", "sensitivity", "", 1, {1, 2, 3, 5, 20}},
    {"discrete-gaussian:sigma=7,", "sensitivity", "", 1, {1, 2, 3, 5, 20}},
    {"discrete-laplace:", "b", "", -1, {0.2, 0.21, 0.5, 1, 30}},
    {"discrete-laplace:b=1.5,", "sensitivity", "", 1, {1, 2, 3, 5, 20}},
    {"approx-dp:delta=1e-3,", "epsilon", "", 1, {0.01, 0.1, 1, 1.01, 9}},
    {"approx-dp:epsilon=0.5,", "delta", "", 1, {1e-9, 1e-5, 0.01, 0.5, 0.9}},
    {"approx-dp:epsilon=0.1,delta=1e-4,", "sensitivity", "", 1, {1, 2, 3, 5, 20}},
    {"noisy-vote:", "b", "", -1, {0.4, 0.41, 0.7, 1, 30}},
    {"noisy-vote:b=3,", "sensitivity", "", 1, {0.1, 0.3, 1, 1.01, 5}},
    {"poisson:of=discrete-gaussian,sigma=0.4,", "q", "", 1, {1e-6, 0.01, 0.3, 0.31, 1}},
    {"poisson:of=randomized-response,epsilon=1,", "q", "", 1, {1e-6, 0.01, 0.3, 0.31, 1}},
    {"poisson:q=0.2,of=discrete-laplace,", "b", "", -1, {0.2, 0.21, 0.5, 1, 30}},
    {"poisson:q=0.2,of=discrete-gaussian,sigma=0.4,", "sensitivity", "", 1, {1, 2, 3, 5, 20}},
    {"poisson:q=0.2,of=approx-dp,delta=0.01,", "epsilon", "", 1, {0.01, 0.1, 1, 1.01, 9}},
};

static pld_mechanism *make(const family_case *one, double number) {
    char spec[160];
    snprintf(spec, sizeof spec, "%s%s=%.17g%s", one->before, one->key, number, one->after);
    return spec_mechanism(spec, NULL);
}

/* delta of both directions at many epsilon, in the order that the theorem says. */
static void test_theorems(void) {
    static const double epsilons[] = {0, 1e-3, 0.1, 0.5, 1, 2, 3.3, 7, 20};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char spec[160];
        const family_case *one = &cases[i];
        snprintf(spec, sizeof spec, "%s%s=solve%s", one->before, one->key, one->after);
        CHECK(!pld__spec_not_monotone(spec, one->key), "%s: %s", spec, pld__spec_not_monotone(spec, one->key));
        for (size_t j = 0; j + 1 < COUNT_OF(one->numbers); j++) {
            pld_mechanism *first = make(one, one->numbers[j]), *second = make(one, one->numbers[j + 1]);
            for (size_t k = 0; k < 2 * COUNT_OF(epsilons); k++) {
                pld_direction direction = k % 2 ? PLD_ADD : PLD_REMOVE;
                double less = pld_mechanism_delta(one->sign > 0 ? first : second, direction, epsilons[k / 2]);
                double more = pld_mechanism_delta(one->sign > 0 ? second : first, direction, epsilons[k / 2]);
                CHECK(less <= more + SLACK, "%s, %s: %.17g before %.17g at epsilon %g between %g and %g", spec,
                      pld_direction_name(direction), less, more, epsilons[k / 2], one->numbers[j], one->numbers[j + 1]);
            }
            pld_mechanism_free(first);
            pld_mechanism_free(second);
        }
    }
}

/* Every key with a theorem has a case above, and every family with keys that can be solved for is looked at. */
static void test_complete(void) {
    static const char *const solvable[] = {"sigma",       "b",     "q",       "k",     "N",       "B",    "batch",
                                           "sensitivity", "shift", "removed", "added", "epsilon", "delta"};
    for (size_t i = 0; pld__family_at(i); i++) {
        const pld__family *family = pld__family_at(i);
        for (size_t j = 0; j < family->key_count; j++) {
            const char *key = family->keys[j].name;
            bool can = false, tested = false;
            for (size_t k = 0; k < COUNT_OF(solvable); k++)
                can |= strcmp(solvable[k], key) == 0;
            size_t length = strlen(family->name);
            for (size_t k = 0; k < COUNT_OF(cases); k++)
                tested |= strncmp(cases[k].before, family->name, length) == 0 && cases[k].before[length] == ':' &&
                          strcmp(cases[k].key, key) == 0;
            char spec[160];
            snprintf(spec, sizeof spec, "%s:%s=solve", family->name, key);
            CHECK(!can || tested || pld__spec_not_monotone(spec, key), "%s is called monotone and not tested", spec);
        }
    }
}

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
    CU_TestInfo tests[] = {
        {"theorems", test_theorems}, {"complete", test_complete}, {"not known", test_not_known}, CU_TEST_INFO_NULL};
    return suite_run("monotone", tests);
}
