/* Tests of src/base/platform.c: in an environment that breaks the proofs nothing is answered, whichever door is used. */
#include "base/platform.h"

#include "support/suite.h"

#include <fenv.h>
#include <math.h>
#include <pld/pld.h>
#include <stdio.h>
#include <string.h>

/* --- environments --------------------------------------------------------------------------------------------------- */

#ifdef __x86_64__
#include <xmmintrin.h>
static void flush_results(void) {
    _mm_setcsr(_mm_getcsr() | 0x8000);
}
static void flush_operands(void) {
    _mm_setcsr(_mm_getcsr() | 0x0040);
}
/* What fegetround does not see. */
static void round_up_in_mxcsr(void) {
    _mm_setcsr((_mm_getcsr() & ~0x6000u) | 0x4000);
}
static void round_long_doubles_to_doubles(void) {
    unsigned short control;
    __asm__ volatile("fnstcw %0" : "=m"(control));
    control = (unsigned short)((control & ~0x0300) | 0x0200);
    __asm__ volatile("fldcw %0" : : "m"(control));
}
#endif
static void round_up(void) {
    fesetround(FE_UPWARD);
}
static void round_down(void) {
    fesetround(FE_DOWNWARD);
}
static void round_to_zero(void) {
    fesetround(FE_TOWARDZERO);
}

static const struct environment {
    const char *name, *words;
    void (*enter)(void);
} environments[] = {
    {"upward", "does not round to nearest", round_up},
    {"downward", "does not round to nearest", round_down},
    {"towards zero", "does not round to nearest", round_to_zero},
#ifdef __x86_64__
    {"upward in MXCSR alone", "does not round to nearest", round_up_in_mxcsr},
    {"flush to zero", "flushes subnormal numbers", flush_results},
    {"denormals are zero", "flushes subnormal numbers", flush_operands},
    {"long doubles of 53 bits", "long doubles", round_long_doubles_to_doubles},
#endif
};

static void test_environments(void) {
    CU_ASSERT_TRUE(pld__platform_sound());
    for (size_t i = 0; i < COUNT_OF(environments); i++) {
        const struct environment *one = &environments[i];
        pld_error error = {.message = ""};
        one->enter();
        bool sound = pld__platform_sound();
        pld_status status = pld__platform_check(&error), quiet = pld__platform_check(NULL);
        fesetenv(FE_DFL_ENV);
        CHECK(!sound && status == PLD_ERROR_PLATFORM && quiet == status, "%s passes", one->name);
        CHECK(strstr(error.message, one->words) != NULL, "%s: '%s'", one->name, error.message);
    }
    CU_ASSERT_EQUAL(pld__platform_check(NULL), PLD_OK);
}

/* --- doors ---------------------------------------------------------------------------------------------------------- */

static pld_step step;
static pld_options options;
static pld_error said;
static pld_mechanism *made;

/* What a door answered must not have been touched. */
static union {
    pld_result result;
    pld_attack attack;
    pld_posterior posterior;
    pld_calibration calibration;
    pld_bracket bracket;
    pld_baseline_answer answer;
    double number;
    unsigned char bytes[sizeof(pld_result) + sizeof(pld_calibration)];
} out;

static pld_status ask_epsilon(void) {
    return pld_query_epsilon(&step, 1, -11, &options, &out.result, &said);
}
static pld_status ask_delta(void) {
    return pld_query_delta(&step, 1, 1, &options, &out.result, &said);
}
static pld_status ask_curve(void) {
    pld_curve_point point = {2, -11};
    return pld_query_curve(&step, 1, &point, 1, &options, NULL, NULL, &out.result, &said);
}
static pld_status ask_attack(void) {
    return pld_query_attack(&step, 1, 0.01, &options, &out.attack, &said);
}
static pld_status ask_tradeoff(void) {
    double rate = 0.01;
    return pld_query_tradeoff(&step, 1, &rate, 1, &options, NULL, NULL, &out.attack, &said);
}
static pld_status ask_posterior(void) {
    return pld_query_posterior(&step, 1, 0.5, &options, &out.posterior, &said);
}
static pld_status ask_calibrate(void) {
    pld_target target = {.kind = PLD_TARGET_EPSILON, .epsilon = 1, .log_delta = -11};
    return pld_query_calibrate("gaussian:sigma=solve", NULL, 0, &target, &options, NULL, NULL, &out.calibration, &said);
}
static pld_status ask_renyi(void) {
    return pld_renyi_bracket(&step, 1, PLD_REMOVE, 2, &options, &out.bracket, &said);
}
static pld_status ask_divergence(void) {
    return pld_renyi_divergence(&step, 1, PLD_REMOVE, 2, &out.number, &said);
}
static pld_status ask_baseline(void) {
    return pld_baseline_evaluate(pld_baseline_at(0), &step, 1, -11, PLD_ADJACENCY_ADD_REMOVE, &out.answer, &said);
}
static pld_status ask_statement(void) {
    pld_statement_question question = {.steps = &step, .step_count = 1, .delta = "1e-5"};
    pld_statement *statement = NULL;
    pld_status status = pld_statement_create(&question, &options, &statement, &said);
    pld_statement_free(statement);
    return status;
}
static pld_status parse(void) {
    uint64_t count;
    return pld_mechanism_parse("poisson-gaussian:q=1/3,sigma=1", &made, &count, &said);
}
static pld_status create_gaussian(void) {
    return pld_mechanism_create_gaussian(1, 1, &made, NULL);
}
static pld_status create_poisson_gaussian(void) {
    return pld_mechanism_create_poisson_gaussian(0.1, 1, 1, 0, 1, &made, NULL);
}
static pld_status create_hypergeometric(void) {
    return pld_mechanism_create_hypergeometric_gaussian(100, 10, 1, 1, 1, 1, &made, NULL);
}
static pld_status create_mixture(void) {
    double weight[] = {1}, p_mean[] = {1}, q_mean[] = {0};
    return pld_mechanism_create_mixture_gaussian(1, 1, weight, p_mean, 1, weight, q_mean, 1, &made, NULL);
}
static pld_status create_laplace(void) {
    return pld_mechanism_create_laplace(1, 1, &made, NULL);
}
static pld_status create_poisson_laplace(void) {
    return pld_mechanism_create_poisson_laplace(0.1, 1, 1, &made, NULL);
}
static pld_status create_response(void) {
    return pld_mechanism_create_randomized_response(1, 2, 1, &made, NULL);
}
static pld_status create_response_p(void) {
    return pld_mechanism_create_randomized_response_p(0.75, 2, 1, &made, NULL);
}
static pld_status create_discrete_gaussian(void) {
    return pld_mechanism_create_discrete_gaussian(1, 1, 1, &made, NULL);
}
static pld_status create_discrete_laplace(void) {
    return pld_mechanism_create_discrete_laplace(1, 1, 1, &made, NULL);
}
static pld_status create_approx_dp(void) {
    return pld_mechanism_create_approx_dp(1, 1e-6, 1, &made, NULL);
}
static pld_status create_noisy_vote(void) {
    return pld_mechanism_create_noisy_vote(1, false, 1, &made, NULL);
}
static pld_status create_array(void) {
    double p[] = {0.75, 0.25}, q[] = {0.25, 0.75};
    return pld_mechanism_create_array(2, p, q, false, 1, "two", &made, NULL);
}
static pld_status create_replaced(void) {
    return pld_mechanism_create_replaced(step.mechanism, &made, NULL);
}
static pld_status create_group(void) {
    return pld_mechanism_create_group(step.mechanism, 2, &made, NULL);
}
static pld_status ask_moment(void) {
    double real, imaginary;
    return pld_mechanism_log_moment(step.mechanism, PLD_REMOVE, 1, 1, &real, &imaginary);
}

static const struct door {
    const char *name;
    pld_status (*enter)(void);
    bool silent; /* has a status and no sentence of its own */
} doors[] = {
    {"epsilon", ask_epsilon, false},
    {"delta", ask_delta, false},
    {"curve", ask_curve, false},
    {"attack", ask_attack, false},
    {"tradeoff", ask_tradeoff, false},
    {"posterior", ask_posterior, false},
    {"calibrate", ask_calibrate, false},
    {"renyi", ask_renyi, false},
    {"divergence", ask_divergence, false},
    {"baseline", ask_baseline, false},
    {"statement", ask_statement, false},
    {"parse", parse, false},
    {"gaussian", create_gaussian, true},
    {"poisson gaussian", create_poisson_gaussian, true},
    {"hypergeometric", create_hypergeometric, true},
    {"mixture", create_mixture, true},
    {"laplace", create_laplace, true},
    {"poisson laplace", create_poisson_laplace, true},
    {"response", create_response, true},
    {"response p", create_response_p, true},
    {"discrete gaussian", create_discrete_gaussian, true},
    {"discrete laplace", create_discrete_laplace, true},
    {"approx", create_approx_dp, true},
    {"vote", create_noisy_vote, true},
    {"array", create_array, true},
    {"replaced", create_replaced, true},
    {"group", create_group, true},
    {"moment", ask_moment, true},
};

static void check_door(const struct door *door, const struct environment *environment) {
    said = (pld_error){.message = ""};
    made = NULL;
    memset(&out, 0x5a, sizeof out);
    environment->enter();
    pld_status status = door->enter();
    fesetenv(FE_DFL_ENV);
    CHECK(status == PLD_ERROR_PLATFORM, "%s, %s: %s", environment->name, door->name, pld_status_message(status));
    CHECK(door->silent || strstr(said.message, environment->words), "%s, %s: '%s'", environment->name, door->name, said.message);
    CHECK(made == NULL, "%s, %s made something", environment->name, door->name);
    for (size_t i = 0; i < sizeof out; i++)
        if (out.bytes[i] != 0x5a) {
            CHECK(false, "%s, %s wrote an answer", environment->name, door->name);
            break;
        }
}

static void test_doors(void) {
    uint64_t count;
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_parse("gaussian:sigma=2", &mechanism, &count, NULL), PLD_OK);
    step = (pld_step){mechanism, 3};
    options = pld_options_default();
    for (size_t i = 0; i < COUNT_OF(doors); i++) {
        for (size_t j = 0; j < COUNT_OF(environments); j++)
            check_door(&doors[i], &environments[j]);
        made = NULL;
        CHECK(doors[i].enter() == PLD_OK, "%s does not work at all", doors[i].name);
        pld_mechanism_free(made);
    }
    fesetround(FE_UPWARD);
    double delta = pld_mechanism_delta(mechanism, PLD_REMOVE, 1);
    pld_bracket rate = {0.1, 0.2, 0.3}, precision = pld_attack_precision(&rate, 0.1, 0.5);
    fesetenv(FE_DFL_ENV);
    CU_ASSERT_TRUE(isnan(delta) && precision.lower == 0 && precision.upper == 1);
    pld_mechanism_free(mechanism);
}

int main(void) {
    CU_TestInfo tests[] = {{"environments", test_environments}, {"doors", test_doors}, CU_TEST_INFO_NULL};
    return suite_run("base/platform", tests);
}
