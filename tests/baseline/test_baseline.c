/* Tests of src/baseline/baseline.c and method.c: the table, and that no bound is ever below the certified lower end. */
#include "baseline/method.h"

#include "baseline/support.h"
#include "support/dice.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SEED = 6022 };

/* --- the table ------------------------------------------------------------------------------------------------------ */

static void test_table(void) {
    const pld_baseline_method *method = NULL;
    size_t count = 0;
    for (; (method = pld_baseline_at(count)) != NULL; count++) {
        CU_ASSERT_PTR_EQUAL(pld_baseline_find(method->name, NULL), method);
        CU_ASSERT(strlen(method->meaning) > 0 && strlen(method->source) > 0);
    }
    CU_ASSERT(count >= 20);
    pld_error error = {.message = ""};
    CU_ASSERT_PTR_NULL(pld_baseline_find("rpd", &error));
    CU_ASSERT_STRING_EQUAL(error.word, "rpd");
    CU_ASSERT(strstr(error.message, "did you mean 'rdp'") != NULL && strstr(error.allowed, "strong") != NULL);
    CU_ASSERT_STRING_EQUAL(pld_baseline_kind_name(PLD_BASELINE_BOUND), "bound");
    CU_ASSERT_STRING_EQUAL(pld_baseline_kind_name(PLD_BASELINE_APPROXIMATION), "approximation");
    CU_ASSERT_STRING_EQUAL(pld_baseline_kind_name(PLD_BASELINE_PROGRAM), "program");
}

static void test_arguments(void) {
    asked made = ask_specs((const char *const[]){"gaussian:sigma=1", NULL});
    pld_baseline_answer answer = {.epsilon = 7};
    pld_baseline_method other = *pld_baseline_at(0);
    CU_ASSERT_EQUAL(pld_baseline_evaluate(pld_baseline_at(0), made.steps, 1, 0, PLD_ADJACENCY_ADD, &answer, NULL),
                    PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_baseline_evaluate(pld_baseline_at(0), made.steps, 1, NAN, PLD_ADJACENCY_ADD, &answer, NULL),
                    PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_baseline_evaluate(pld_baseline_at(0), made.steps, 0, -1, PLD_ADJACENCY_ADD, &answer, NULL),
                    PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_baseline_evaluate(&other, made.steps, 1, -1, PLD_ADJACENCY_ADD, &answer, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(answer.epsilon, 7);
    asked_free(&made);
}

static void test_directions(void) {
    CU_ASSERT(pld_adjacency_asks(PLD_ADJACENCY_ADD_REMOVE, PLD_REMOVE) && pld_adjacency_asks(PLD_ADJACENCY_ADD_REMOVE, PLD_ADD));
    CU_ASSERT(pld_adjacency_asks(PLD_ADJACENCY_REMOVE, PLD_REMOVE) && !pld_adjacency_asks(PLD_ADJACENCY_REMOVE, PLD_ADD));
    CU_ASSERT(!pld_adjacency_asks(PLD_ADJACENCY_ADD, PLD_REMOVE) && pld_adjacency_asks(PLD_ADJACENCY_ADD, PLD_ADD));
}

/* Every method answers or says why not, at any delta and for mechanisms without any loss. */
static void test_corners(void) {
    static const char *const specs[] = {"gaussian:sigma=1@3",
                                        "poisson-gaussian:q=0,sigma=1@5",
                                        "poisson-gaussian:q=1,sigma=2",
                                        "hypergeometric-gaussian:N=100,B=100,k=3,sigma=2",
                                        "poisson-gaussian:q=0.3,sigma=1,removed=1,added=2@7",
                                        "gaussian:sigma=0.01@1000000",
                                        "gaussian:sigma=1e6",
                                        "poisson-gaussian:q=1e-9,sigma=50@1e15"};
    static const double log_deltas[] = {-INFINITY, -9000, -11.5, -1e-3};
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        for (size_t j = 0; j < COUNT_OF(log_deltas); j++) {
            const pld_baseline_method *method = NULL;
            for (size_t k = 0; (method = pld_baseline_at(k)) != NULL; k++) {
                if (method->kind == PLD_BASELINE_PROGRAM) { /* test_program.c */
                    continue;
                }
                pld_baseline_answer answer = ASK(method->name, log_deltas[j], specs[i]);
                CHECK(answer.applicable ? answer.epsilon >= 0 : isnan(answer.epsilon) && answer.reason[0] != '\0',
                      "%s, log delta %g, %s: %d %g %s", specs[i], log_deltas[j], method->name, answer.applicable, answer.epsilon,
                      answer.reason);
            }
        }
    }
}

/* --- soundness ------------------------------------------------------------------------------------------------------ */

static pld_mechanism *random_gaussian(dice *state) {
    pld_mechanism *mechanism = NULL;
    double sigma = dice_logarithmic(state, 0.4, 30), q = dice_logarithmic(state, 1e-5, 1);
    pld_status status = PLD_OK;
    switch (dice_below(state, 6)) {
    case 0:
        status = pld_mechanism_create_gaussian(sigma, 1, &mechanism, NULL);
        break;
    case 1:
    case 2:
        status = pld_mechanism_create_poisson_gaussian(q, sigma, 1, 0, 1, &mechanism, NULL);
        break;
    case 3:
        status =
            pld_mechanism_create_poisson_gaussian(q, sigma, dice_below(state, 4), 1 + dice_below(state, 3), 1, &mechanism, NULL);
        break;
    case 4: {
        uint64_t population = 10 + dice_below(state, 100000), batch = 1 + dice_below(state, population / 4);
        status = pld_mechanism_create_hypergeometric_gaussian(population, batch, 1 + dice_below(state, 5), sigma,
                                                              dice_chance(state, 0.3) ? 2 : 1, 1, &mechanism, NULL);
        break;
    }
    default: {
        double weight = dice_uniform(state, 0.05, 0.95);
        double p_weight[] = {1 - weight, weight}, p_mean[] = {0, dice_uniform(state, 0.2, 3)}, one = 1, zero = 0;
        status = pld_mechanism_create_mixture_gaussian(sigma, 2, p_weight, p_mean, 1, &one, &zero, 1, &mechanism, NULL);
    }
    }
    CU_ASSERT_EQUAL_FATAL(status, PLD_OK);
    return mechanism;
}

/* Without Gaussian noise in the reals; `text` has room for any of their specs. */
static void write_plain_spec(dice *state, char *text, size_t size) {
    switch (dice_below(state, 6)) {
    case 0:
        snprintf(text, size, "laplace:b=%.17g,sensitivity=%.17g", dice_logarithmic(state, 0.2, 50), dice_uniform(state, 0.5, 2));
        break;
    case 1:
        snprintf(text, size, "randomized-response:k=%zu,epsilon=%.17g", 2 + dice_below(state, 9),
                 dice_logarithmic(state, 0.01, 5));
        break;
    case 2:
        snprintf(text, size, "discrete-gaussian:sigma=%.17g,sensitivity=%zu", dice_logarithmic(state, 0.4, 30),
                 1 + dice_below(state, 3));
        break;
    case 3:
        snprintf(text, size, "discrete-laplace:b=%.17g,sensitivity=%zu", dice_logarithmic(state, 0.3, 50),
                 1 + dice_below(state, 3));
        break;
    case 4:
        snprintf(text, size, "approx-dp:epsilon=%.17g,delta=%.17g", dice_logarithmic(state, 0.001, 3),
                 dice_chance(state, 0.3) ? 0 : dice_logarithmic(state, 1e-16, 1e-3));
        break;
    default:
        snprintf(text, size, "noisy-vote:b=%.17g", dice_logarithmic(state, 0.3, 50));
    }
}

enum { SPEC_SIZE = 256 };

static pld_mechanism *random_mechanism(dice *state) {
    pld_mechanism *mechanism = NULL;
    pld_error error = {.message = ""};
    char plain[SPEC_SIZE], spec[2 * SPEC_SIZE];
    uint64_t count = 0;
    if (dice_chance(state, 0.5)) {
        return random_gaussian(state);
    }
    write_plain_spec(state, plain, sizeof plain);
    snprintf(spec, sizeof spec, "%s", plain);
    if (dice_chance(state, 0.3)) { /* sampled: poisson:q=...,of=family,key=... */
        char *colon = strchr(plain, ':');
        *colon = ',';
        snprintf(spec, sizeof spec, "poisson:q=%.17g,of=%s", dice_logarithmic(state, 1e-4, 1), plain);
    }
    pld_status status = pld_mechanism_parse(spec, &mechanism, &count, &error);
    CHECK(status == PLD_OK, "%s: %s", spec, error.message);
    CU_ASSERT_EQUAL_FATAL(status, PLD_OK);
    return mechanism;
}

/* One random composition: counts the bounds that apply to it and the approximations that are below the certified lower end. */
static void check_composition(dice *state, size_t *applied, size_t *understated) {
    pld_mechanism *mechanisms[2] = {NULL, NULL};
    pld_step steps[2];
    size_t count = dice_chance(state, 0.2) ? 2 : 1;
    for (size_t i = 0; i < count; i++) {
        mechanisms[i] = random_mechanism(state);
        steps[i] = (pld_step){mechanisms[i], (uint64_t)dice_logarithmic(state, 1, 20000)};
    }
    pld_options options = pld_options_default();
    options.adjacency = (pld_adjacency)dice_below(state, 3);
    options.relative_tolerance = 1e-2;
    options.threads = 1;
    double log_delta = log(dice_logarithmic(state, 1e-14, 0.1));
    pld_result result;
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(steps, count, log_delta, &options, &result, NULL), PLD_OK);
    const pld_baseline_method *method = NULL;
    for (size_t i = 0; (method = pld_baseline_at(i)) != NULL; i++) {
        pld_baseline_answer answer;
        if (method->kind == PLD_BASELINE_PROGRAM) { /* test_program.c */
            continue;
        }
        CU_ASSERT_EQUAL(pld_baseline_evaluate(method, steps, count, log_delta, options.adjacency, &answer, NULL), PLD_OK);
        if (!answer.applicable) {
            continue;
        }
        bool below = answer.epsilon < result.bracket.lower;
        *applied += method->kind == PLD_BASELINE_BOUND;
        *understated += method->kind == PLD_BASELINE_APPROXIMATION && below;
        CHECK(method->kind == PLD_BASELINE_APPROXIMATION || !below,
              "%s: %.17g is below the certified %.17g: %s@%" PRIu64 " %s@%" PRIu64 ", log delta %.17g, adjacency %d",
              method->name, answer.epsilon, result.bracket.lower, pld_mechanism_resolved(mechanisms[0]), steps[0].count,
              count > 1 ? pld_mechanism_resolved(mechanisms[1]) : "", count > 1 ? steps[1].count : 0, log_delta,
              (int)options.adjacency);
    }
    pld_mechanism_free(mechanisms[0]);
    pld_mechanism_free(mechanisms[1]);
}

static void test_soundness(void) {
    dice state = dice_create(SEED);
    size_t applied = 0, understated = 0, cases = suite_volume(800);
    for (size_t i = 0; i < cases; i++) {
        check_composition(&state, &applied, &understated);
    }
    printf("\n    %zu mechanisms, %zu bounds, %zu approximations below ", cases, applied, understated);
    CU_ASSERT(applied > 5 * cases && understated > 0);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"table", test_table},     {"arguments", test_arguments}, {"directions", test_directions},
        {"corners", test_corners}, {"soundness", test_soundness}, CU_TEST_INFO_NULL,
    };
    return suite_run("baseline", tests);
}
