/* Tests of src/query/target_spent.c: what is certified of log(spent/allowed), against closed forms of a single Gaussian step. */
#include "query/target_spent.h"

#include "support/oracle.h"
#include "support/suite.h"

#include <math.h>

static pld_mechanism *mechanism;

static pld__target_spent measure(const pld_target *target, double accuracy) {
    pld_step step = {mechanism, 1};
    pld_options options = pld_options_default();
    pld__target_spent spent = {.lower = NAN};
    CU_ASSERT_EQUAL(pld__target_measure(target, &step, 1, &options, accuracy, &spent, NULL), PLD_OK);
    return spent;
}

static void test_sides(void) {
    pld_target target = {.kind = PLD_TARGET_ADVANTAGE};
    double advantage = erf(0.5 / sqrt(2) / 2); /* sigma = 2 */
    target.advantage = advantage;
    for (int side = -1; side <= 1; side += 2) {
        target.advantage = advantage * (1 + side * 1e-4);
        pld__target_spent spent = measure(&target, 1e-5);
        CHECK(side > 0 ? spent.within : spent.beyond, "side %d: [%g, %g]", side, spent.lower, spent.upper);
    }
    target = (pld_target){.kind = PLD_TARGET_EPSILON, .log_delta = (double)oracle_gaussian_log_delta(0.5L, 1.5L)};
    for (int side = -1; side <= 1; side += 2) {
        target.epsilon = 1.5 * (1 + side * 1e-4);
        pld__target_spent spent = measure(&target, 1e-5);
        CHECK(side > 0 ? spent.within : spent.beyond, "side %d: [%g, %g]", side, spent.lower, spent.upper);
        CHECK(spent.bracket.lower <= 1.5 + 1e-13 && 1.5 - 1e-13 <= spent.bracket.upper, "[%.17g, %.17g]", spent.bracket.lower,
              spent.bracket.upper);
    }
    /* epsilon = 0: by delta(0). */
    target.epsilon = 0;
    for (int side = -1; side <= 1; side += 2) {
        target.log_delta = log(advantage) + side * 1e-4;
        pld__target_spent spent = measure(&target, 1e-5);
        CHECK(side > 0 ? spent.within && spent.bracket.upper == 0 : spent.beyond && spent.bracket.lower > 0, "side %d", side);
    }
}

static void test_attack(void) {
    /* Phi(Phi^-1(0.01) + 1/2) */
    const double quantile = 2.32634787404084110, truth = 0.5 * erfc((quantile - 0.5) / sqrt(2));
    for (int side = -1; side <= 1; side += 2) {
        pld_target target = {
            .kind = PLD_TARGET_ATTACK, .false_positive_rate = 0.01, .true_positive_rate = truth * (1 + side * 1e-3)};
        pld__target_spent spent = measure(&target, 1e-4);
        CHECK(side > 0 ? spent.within : spent.beyond, "side %d: [%g, %g]", side, spent.lower, spent.upper);
        CHECK(spent.bracket.lower <= truth && truth <= spent.bracket.upper, "[%.17g, %.17g]", spent.bracket.lower,
              spent.bracket.upper);
    }
}

static void test_nothing(void) {
    pld_target target = {.kind = PLD_TARGET_EPSILON, .epsilon = 0, .log_delta = -1};
    pld_options options = pld_options_default();
    pld__target_spent spent;
    CU_ASSERT_EQUAL(pld__target_measure(&target, NULL, 0, &options, 0.1, &spent, NULL), PLD_OK);
    CU_ASSERT_TRUE(spent.within && !spent.beyond && spent.bracket.upper == 0);
}

static void test_refusals(void) {
    static const pld_target targets[] = {{.kind = PLD_TARGET_EPSILON, .epsilon = INFINITY, .log_delta = -1},
                                         {.kind = PLD_TARGET_EPSILON, .epsilon = 1, .log_delta = NAN},
                                         {.kind = PLD_TARGET_ADVANTAGE, .advantage = 0},
                                         {.kind = PLD_TARGET_ATTACK, .false_positive_rate = 0, .true_positive_rate = 0.5},
                                         {.kind = PLD_TARGET_ATTACK, .false_positive_rate = 0.5, .true_positive_rate = 1}};
    for (size_t i = 0; i < COUNT_OF(targets); i++) {
        pld_error error = {.message = ""};
        CHECK(pld__target_check(&targets[i], &error) == PLD_ERROR_ARGUMENT && error.word[0], "target %zu", i);
    }
}

int main(void) {
    CU_TestInfo tests[] = {{"sides", test_sides},
                           {"attack", test_attack},
                           {"nothing", test_nothing},
                           {"refusals", test_refusals},
                           CU_TEST_INFO_NULL};
    if (pld_mechanism_create_gaussian(2, 1, &mechanism, NULL) != PLD_OK)
        return 1;
    int code = suite_run("query/target_spent", tests);
    pld_mechanism_free(mechanism);
    return code;
}
