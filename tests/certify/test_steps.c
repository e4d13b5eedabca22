/* What is composed is what was given: steps without loss left out, all as one where a theorem allows it. */
#include "certify/steps.h"
#include "pair/pair.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>

enum { MOST = 3 };

typedef struct {
    pld_mechanism *mechanisms[MOST];
    pld_step given[MOST];
    pld__steps steps;
} scene;

static scene make(const char *const *specs, size_t count, pld__merging merging) {
    scene made;
    for (size_t i = 0; i < count; i++) {
        made.mechanisms[i] = spec_mechanism(specs[i], &made.given[i].count);
        made.given[i].mechanism = made.mechanisms[i];
    }
    CU_ASSERT_EQUAL_FATAL(pld__steps_create(made.given, count, merging, &made.steps), PLD_OK);
    return made;
}

static void scene_free(scene *made, size_t count) {
    pld__steps_free(&made->steps);
    for (size_t i = 0; i < count; i++)
        pld_mechanism_free(made->mechanisms[i]);
}

static void test_gaussian_steps_are_one(void) {
    const char *const specs[] = {"gaussian:sigma=3@9", "gaussian:sigma=4@16", "poisson-gaussian:q=1,sigma=5@25"};
    scene made = make(specs, 3, PLD__MERGE_ALL), apart = make(specs, 3, PLD__MERGE_OUTCOMES);
    CU_ASSERT(pld__steps_single(&made.steps) && made.steps.whole == made.steps.list[0].mechanism);
    CU_ASSERT_DOUBLE_EQUAL(made.steps.whole->traits.sensitivity / made.steps.whole->traits.scale, sqrt(3), 1e-15);
    CU_ASSERT(apart.steps.count == 3 && !apart.steps.whole && apart.steps.list[1].count == 16);
    scene_free(&made, 3);
    scene_free(&apart, 3);
}

static void test_steps_without_loss_are_left_out(void) {
    const char *const specs[] = {"poisson-gaussian:q=0,sigma=1@5", "poisson-gaussian:q=0.1,sigma=1@7"};
    scene made = make(specs, 2, PLD__MERGE_ALL), none = make(specs, 1, PLD__MERGE_ALL);
    CU_ASSERT(made.steps.count == 1 && made.steps.list[0].count == 7 && !pld__steps_single(&made.steps));
    CU_ASSERT(none.steps.count == 0 && !pld__steps_single(&none.steps));
    scene_free(&made, 2);
    scene_free(&none, 1);
}

static void test_few_outcomes_are_one_step(void) {
    const char *const specs[] = {"randomized-response:epsilon=1@3", "randomized-response:epsilon=0.5@2"};
    scene made = make(specs, 2, PLD__MERGE_ALL), apart = make(specs, 2, PLD__MERGE_NOTHING);
    CU_ASSERT(pld__steps_single(&made.steps) && made.steps.whole && made.steps.whole->sparse);
    CU_ASSERT_DOUBLE_EQUAL(made.steps.whole->loss_supremum, 4, 1e-12);
    CU_ASSERT(apart.steps.count == 2 && !apart.steps.whole && apart.steps.list[0].count == 3);
    scene_free(&made, 2);
    scene_free(&apart, 2);
}

int main(void) {
    CU_TestInfo tests[] = {
        {"Gaussian steps are one", test_gaussian_steps_are_one},
        {"steps without loss are left out", test_steps_without_loss_are_left_out},
        {"few outcomes are one step", test_few_outcomes_are_one_step},
        CU_TEST_INFO_NULL,
    };
    return suite_run("certify/steps", tests);
}
