/* Tests of src/statement/reported.c: the number to report is never below the upper end, hardly above it, and not there where it
 * would be no guarantee. */
#include "statement/reported.h"
#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>

static pld__reported reported(const char *spec, pld_adjacency adjacency, pld_unit unit, double lower, double upper) {
    pld_step step = {NULL, 1};
    pld_mechanism *mechanism = spec_mechanism(spec, &step.count);
    step.mechanism = mechanism;
    pld_result result = {.unit = unit, .bracket = {lower, NAN, upper}};
    pld__reported made = pld__reported_of(&step, 1, adjacency, &result);
    pld_mechanism_free(mechanism);
    return made;
}

static void test_rounding(void) {
    dice from = dice_create(1807);
    for (size_t i = 0; i < 2000; i++) {
        double upper = dice_chance(&from, 0.2) ? (double)dice_below(&from, 100) / 8 : dice_logarithmic(&from, 1e-300, 1e300);
        pld__reported made = reported("gaussian:sigma=1", PLD_ADJACENCY_ADD_REMOVE, PLD_UNIT_EPSILON, 0, upper);
        CHECK(made.reason == NULL && made.value >= upper && made.value <= upper * (1 + 1.001e-4), "epsilon %.17g: %s", upper,
              made.number);
        CU_ASSERT_EQUAL(strtod(made.number, NULL), made.value);
        double log_delta = -dice_logarithmic(&from, 1e-3, 700);
        made = reported("gaussian:sigma=1", PLD_ADJACENCY_ADD_REMOVE, PLD_UNIT_LOG_DELTA, -INFINITY, log_delta);
        CHECK(made.reason == NULL && logl(made.value) >= log_delta - 1e-18L && log(made.value) <= log_delta + 1.001e-4,
              "log delta %.17g: %s", log_delta, made.number);
    }
}

static void test_none(void) {
    const struct {
        const char *spec;
        pld_adjacency adjacency;
        pld_unit unit;
        double lower, upper;
        bool none;
    } cases[] = {
        {"gaussian:sigma=1", PLD_ADJACENCY_ADD_REMOVE, PLD_UNIT_EPSILON, 1, 2, false},
        {"gaussian:sigma=1", PLD_ADJACENCY_ADD, PLD_UNIT_EPSILON, 1, 2, true},
        {"gaussian:sigma=1", PLD_ADJACENCY_REMOVE, PLD_UNIT_LOG_DELTA, -3, -2, true},
        {"randomized-response:epsilon=1", PLD_ADJACENCY_REMOVE, PLD_UNIT_EPSILON, 1, 2, false},
        {"gaussian:sigma=1", PLD_ADJACENCY_ADD_REMOVE, PLD_UNIT_EPSILON, 1, INFINITY, true},
        {"gaussian:sigma=1", PLD_ADJACENCY_ADD_REMOVE, PLD_UNIT_EPSILON, INFINITY, INFINITY, true},
        {"gaussian:sigma=1", PLD_ADJACENCY_ADD_REMOVE, PLD_UNIT_EPSILON, 0, 0, false},
        {"gaussian:sigma=1", PLD_ADJACENCY_ADD_REMOVE, PLD_UNIT_LOG_DELTA, -1, 0, true},
        {"gaussian:sigma=1", PLD_ADJACENCY_ADD_REMOVE, PLD_UNIT_LOG_DELTA, -1, -1e-7, true}, /* rounded up it is 1 */
        {"gaussian:sigma=1", PLD_ADJACENCY_ADD_REMOVE, PLD_UNIT_LOG_DELTA, -INFINITY, -INFINITY, false},
        {"hypergeometric-gaussian:N=9,B=3,k=1,sigma=1", PLD_ADJACENCY_ADD_REMOVE, PLD_UNIT_EPSILON, 1, 2, true},
        {"poisson-gaussian:q=0.1,sigma=2,removed=2,added=1", PLD_ADJACENCY_ADD_REMOVE, PLD_UNIT_EPSILON, 1, 2, true},
        {"mixture-gaussian:sigma=1,pw=1,pm=1,qw=1,qm=0", PLD_ADJACENCY_ADD_REMOVE, PLD_UNIT_EPSILON, 1, 2, true},
        {"noisy-vote:b=3", PLD_ADJACENCY_ADD_REMOVE, PLD_UNIT_EPSILON, 1, 2, false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld__reported made = reported(cases[i].spec, cases[i].adjacency, cases[i].unit, cases[i].lower, cases[i].upper);
        CHECK((made.reason != NULL) == cases[i].none, "case %zu: %s", i, made.reason ? made.reason : made.number);
    }
}

int main(void) {
    CU_TestInfo tests[] = {{"rounding", test_rounding}, {"none", test_none}, CU_TEST_INFO_NULL};
    return suite_run("statement/reported", tests);
}
