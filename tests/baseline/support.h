/* Short ways to ask the baselines. */
#ifndef TESTS_BASELINE_SUPPORT_H
#define TESTS_BASELINE_SUPPORT_H

#include <pld/baseline.h>

#include "support/suite.h"

#include <math.h>

enum { SPECS_MOST = 4 };

/* A composition read from specs, which end in NULL. */
typedef struct asked {
    pld_mechanism *mechanisms[SPECS_MOST];
    pld_step steps[SPECS_MOST];
    size_t count;
} asked;

static inline asked ask_specs(const char *const *specs) {
    asked made = {.count = 0};
    for (; specs[made.count] != NULL; made.count++) {
        pld_step *step = &made.steps[made.count];
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_parse(specs[made.count], &made.mechanisms[made.count], &step->count, NULL), PLD_OK);
        step->mechanism = made.mechanisms[made.count];
    }
    return made;
}

static inline void asked_free(asked *made) {
    for (size_t i = 0; i < made->count; i++) {
        pld_mechanism_free(made->mechanisms[i]);
    }
    made->count = 0;
}

static inline pld_baseline_answer ask_with(const char *method, double log_delta, pld_adjacency adjacency,
                                           const char *const *specs) {
    asked made = ask_specs(specs);
    pld_baseline_answer answer = {.applicable = false};
    const pld_baseline_method *found = pld_baseline_find(method, NULL);
    CU_ASSERT_FATAL(found != NULL);
    CU_ASSERT_EQUAL(pld_baseline_evaluate(found, made.steps, made.count, log_delta, adjacency, &answer, NULL), PLD_OK);
    asked_free(&made);
    return answer;
}

/* One or several specs, both directions. */
#define ASK(method, log_delta, ...) \
    ask_with(method, log_delta, PLD_ADJACENCY_ADD_REMOVE, (const char *const[]){__VA_ARGS__, NULL})

static inline bool near(double found, double truth, double relative) {
    return found == truth || fabs(found - truth) <= relative * fabs(truth);
}

#define CHECK_NEAR(found, truth, relative) \
    CHECK(near(found, truth, relative), "%.17g instead of %.17g", (double)(found), (double)(truth))

#endif
