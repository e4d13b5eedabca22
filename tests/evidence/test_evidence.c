/* Tests of audits, tuning and mu as users ask for them, against values of other programs. */
#include "support/dice.h"
#include "support/suite.h"

#include <math.h>
#include <pld/pld.h>
#include <string.h>

static pld_composition *composition_of(const char *spec, pld_adjacency adjacency) {
    pld_composition *made = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_composition_create(adjacency, &made), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_composition_add_spec(made, spec, NULL), PLD_OK);
    return made;
}

/* --- tuning --------------------------------------------------------------------------------------------------------- */

static void test_tuned(void) {
    static const struct {
        const char *spec, *runs;
        double delta, mean, base, upper, lower, published;
    } cases[] = {
        {"gaussian:sigma=4", "geometric:mean=10", 1e-5, 10, 0.926341503998229, 1.51026162315361, 1.06057683, 1.86197322856449},
        {"gaussian:sigma=2", "negative-binomial:eta=0,gamma=0.02", 1e-6, 12.5254887131312, 2.25408465021974, 3.24731853123156,
         2.5123278, 3.60935038600199},
        {"gaussian:sigma=4", "poisson:mean=10", 1e-5, 10, 0.926341503998229, 2.05546608306276, 1.06063237, NAN}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        size_t count;
        pld_composition *run = composition_of(cases[i].spec, PLD_ADJACENCY_ADD_REMOVE);
        const pld_step *steps = pld_composition_steps(run, &count);
        pld_options options = pld_options_default();
        pld_run_law law;
        pld_tuned tuned;
        CU_ASSERT_EQUAL_FATAL(pld_run_law_parse(cases[i].runs, &law, NULL), PLD_OK);
        CU_ASSERT_EQUAL_FATAL(pld_query_tuned(steps, count, &law, logl(cases[i].delta), &options, &tuned, NULL), PLD_OK);
        CU_ASSERT_DOUBLE_EQUAL(tuned.mean_runs, cases[i].mean, 1e-10);
        CHECK(tuned.base.lower <= cases[i].base && tuned.base.upper >= cases[i].base, "case %zu: base", i);
        CHECK(tuned.epsilon.upper >= cases[i].upper * (1 - 1e-12) && tuned.epsilon.upper <= cases[i].upper + 1e-5,
              "case %zu: upper %.12g", i, tuned.epsilon.upper);
        CHECK(tuned.epsilon.lower <= cases[i].lower * (1 + 1e-7) && tuned.epsilon.lower >= cases[i].lower - 2e-3,
              "case %zu: lower %.12g", i, tuned.epsilon.lower);
        CHECK(isnan(cases[i].published) ? isnan(tuned.published) : fabs(tuned.published - cases[i].published) < 1e-3,
              "case %zu: published %.12g", i, tuned.published);
        pld_composition_free(run);
    }
}

static void test_laws(void) {
    static const char *const refused[] = {"fixed:10",
                                          "at-most:50",
                                          "grid:10",
                                          "bayesian",
                                          "geometric:mean=1",
                                          "poisson:mean=0",
                                          "negative-binomial:eta=-1,gamma=0.5",
                                          "negative-binomial:eta=1,gamma=1",
                                          "geometric",
                                          "geometric:mean=2,mean=3",
                                          "poisson:mean=2,eta=1",
                                          "nothing:mean=1"};
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        pld_run_law law = {.mean = 77};
        pld_error error = {.message = ""};
        CHECK(pld_run_law_parse(refused[i], &law, &error) == PLD_ERROR_ARGUMENT && law.mean == 77 && error.message[0] != '\0',
              "%s was not refused", refused[i]);
    }
    CU_ASSERT_TRUE(isnan(pld_run_law_mean(&(pld_run_law){.kind = PLD_RUNS_POISSON, .mean = -1})));
}

/* --- mu ------------------------------------------------------------------------------------------------------------- */

static void test_gdp(void) {
    static const struct {
        const char *spec;
        double least, mu;
    } cases[] = {{"laplace:b=1", 0, 1.03006399762443},
                 {"approx-dp:epsilon=1", 0, 1.2320353853449},
                 {"gaussian:sigma=2@16", 0, 2},
                 {"gaussian:sigma=2@16", 1e-3, 2},
                 {"poisson-gaussian:q=0.1,sigma=1", 1e-6, 0.479932341526727},
                 {"poisson-gaussian:q=256/60000,sigma=1@14063", 1e-2, 0.66866647},
                 {"poisson-gaussian:q=256/60000,sigma=1@14063", 1e-6, 0.68313869}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        size_t count;
        pld_composition *run = composition_of(cases[i].spec, PLD_ADJACENCY_ADD_REMOVE);
        const pld_step *steps = pld_composition_steps(run, &count);
        pld_options options = pld_options_default();
        pld_gdp gdp;
        CU_ASSERT_EQUAL_FATAL(pld_query_gdp(steps, count, cases[i].least, &options, &gdp, NULL), PLD_OK);
        CHECK(gdp.mu.lower <= cases[i].mu * (1 + 1e-8) && gdp.mu.upper >= cases[i].mu * (1 - 1e-8) && gdp.tolerance_met,
              "%s: [%.12g, %.12g]", cases[i].spec, gdp.mu.lower, gdp.mu.upper);
        CHECK(gdp.mu.upper - gdp.mu.lower <= 1.1e-4 * cases[i].mu, "%s: width %g", cases[i].spec, gdp.mu.upper - gdp.mu.lower);
        pld_composition_free(run);
    }
}

/* No rates to speak of, or none that a mu could hold at. */
static void test_gdp_refused(void) {
    static const struct {
        const char *spec;
        double least;
    } cases[] = {{"gaussian:sigma=0.1", 0.01},
                 {"approx-dp:epsilon=1,delta=1e-5", 0},
                 {"poisson-gaussian:q=0.1,sigma=1", 0},
                 {"laplace:b=1", 0.5},
                 {"laplace:b=0.05", 0.2},
                 {"laplace:b=1", -1}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        size_t count;
        pld_composition *run = composition_of(cases[i].spec, PLD_ADJACENCY_ADD_REMOVE);
        const pld_step *steps = pld_composition_steps(run, &count);
        pld_options options = pld_options_default();
        pld_gdp gdp = {.fpr_min = 77};
        CHECK(pld_query_gdp(steps, count, cases[i].least, &options, &gdp, NULL) == PLD_ERROR_ARGUMENT && gdp.fpr_min == 77,
              "%s from %g was not refused", cases[i].spec, cases[i].least);
        pld_composition_free(run);
    }
}

/* --- audits --------------------------------------------------------------------------------------------------------- */

static pld_audit_terms terms_with(double alpha, double delta) {
    return (pld_audit_terms){.size = sizeof(pld_audit_terms), .alpha = alpha, .looks = 1, .log_delta = log(delta)};
}

static void test_counts(void) {
    static const struct {
        pld_attack_counts counts;
        double delta, alpha, epsilon;
    } cases[] = {{{4922, 100000, 174, 100000}, 1e-5, 1e-10, 2.79499955183235},
                 {{120, 500, 10, 500}, 1e-5, 0.05, 1.71756862370855},
                 {{480, 500, 300, 500}, 0, 0.05, 1.76451256057083},
                 {{50, 50, 0, 1000}, 1e-5, 0.05, 5.53048805593942},
                 {{10, 500, 10, 500}, 1e-5, 0.05, 0}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld_audit_terms terms = terms_with(cases[i].alpha, cases[i].delta);
        pld_audit audit = {.size = sizeof audit};
        CU_ASSERT_EQUAL_FATAL(pld_audit_counts(&cases[i].counts, &terms, NULL, 0, NULL, &audit, NULL), PLD_OK);
        CHECK(audit.epsilon_lower <= cases[i].epsilon && audit.epsilon_lower >= cases[i].epsilon - 1e-11, "case %zu: %.15g", i,
              audit.epsilon_lower);
        CHECK(audit.verdict == PLD_VERDICT_NONE && isnan(audit.p_value), "case %zu: a verdict", i);
        double once = audit.epsilon_lower;
        terms.looks = 100;
        CU_ASSERT_EQUAL_FATAL(pld_audit_counts(&cases[i].counts, &terms, NULL, 0, NULL, &audit, NULL), PLD_OK);
        CHECK(once == 0 ? audit.epsilon_lower == 0 : audit.epsilon_lower < once, "case %zu: looks cost nothing", i);
    }
    pld_audit_terms terms = terms_with(0.05, 1e-5);
    pld_audit audit = {.size = sizeof audit};
    CU_ASSERT_EQUAL(pld_audit_counts(&(pld_attack_counts){11, 10, 0, 10}, &terms, NULL, 0, NULL, &audit, NULL),
                    PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_audit_counts(&(pld_attack_counts){1, 10, 1, 0}, &terms, NULL, 0, NULL, &audit, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_audit_one_run(&(pld_canaries){10, 11, 5}, &terms, NULL, 0, NULL, &audit, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_audit_one_run(&(pld_canaries){10, 9, 10}, &terms, NULL, 0, NULL, &audit, NULL), PLD_ERROR_ARGUMENT);
    terms.alpha = 1;
    CU_ASSERT_EQUAL(pld_audit_counts(&(pld_attack_counts){1, 10, 1, 10}, &terms, NULL, 0, NULL, &audit, NULL),
                    PLD_ERROR_ARGUMENT);
}

static void test_verdicts(void) {
    static const struct {
        pld_attack_counts counts;
        pld_audit_test test;
        double p;
    } cases[] = {{{300, 1000, 20, 1000}, PLD_AUDIT_PRODUCT, 3.760231064e-8},
                 {{300, 1000, 20, 1000}, PLD_AUDIT_RECTANGLE, 3.99148974332e-5},
                 {{300, 1000, 60, 1000}, PLD_AUDIT_PRODUCT, 0.4833952034}};
    size_t count;
    pld_composition *run = composition_of("gaussian:sigma=1", PLD_ADJACENCY_REMOVE);
    const pld_step *steps = pld_composition_steps(run, &count);
    pld_options options = pld_options_default();
    options.adjacency = PLD_ADJACENCY_REMOVE;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld_audit_terms terms = terms_with(0.05, 1e-5);
        pld_audit audit = {.size = sizeof audit};
        terms.test = cases[i].test;
        CU_ASSERT_EQUAL_FATAL(pld_audit_counts(&cases[i].counts, &terms, steps, count, &options, &audit, NULL), PLD_OK);
        CHECK(audit.p_value >= cases[i].p * (1 - 1e-9) && audit.p_value <= 1.02 * cases[i].p, "case %zu: %.12g", i,
              audit.p_value);
        CHECK(audit.verdict == (cases[i].p <= 0.05 ? PLD_VERDICT_REFUTED : PLD_VERDICT_CONSISTENT), "case %zu: verdict", i);
        CU_ASSERT_DOUBLE_EQUAL(audit.epsilon_claimed, 4.377178, 1e-5);
    }
    pld_composition_free(run);
}

static void test_one_run(void) {
    size_t count;
    pld_composition *run = composition_of("gaussian:sigma=1", PLD_ADJACENCY_ADD_REMOVE);
    const pld_step *steps = pld_composition_steps(run, &count);
    pld_options options = pld_options_default();
    pld_audit_terms terms = terms_with(0.05, 1e-5);
    pld_audit audit = {.size = sizeof audit};
    CU_ASSERT_EQUAL_FATAL(pld_audit_one_run(&(pld_canaries){1000, 1000, 800}, &terms, NULL, 0, NULL, &audit, NULL), PLD_OK);
    CHECK(fabs(audit.epsilon_lower - 1.2542715852) < 1e-8, "proven %.12g", audit.epsilon_lower);
    CHECK(fabs(audit.epsilon_printed - 1.25398409423501) < 1e-9, "printed %.12g", audit.epsilon_printed);
    terms.log_delta = NAN;
    CU_ASSERT_EQUAL_FATAL(pld_audit_one_run(&(pld_canaries){100, 100, 95}, &terms, steps, count, &options, &audit, NULL), PLD_OK);
    CHECK(audit.p_value >= 0.03054616117 && audit.p_value <= 0.03054616117 * 1.01, "p %.12g", audit.p_value);
    CU_ASSERT_EQUAL(audit.verdict, PLD_VERDICT_REFUTED);
    CU_ASSERT_TRUE(isnan(audit.epsilon_lower));
    options.adjacency = PLD_ADJACENCY_ADD;
    CU_ASSERT_EQUAL(pld_audit_one_run(&(pld_canaries){100, 100, 95}, &terms, steps, count, &options, &audit, NULL),
                    PLD_ERROR_ARGUMENT);
    pld_composition_free(run);
}

/* --- thresholds ----------------------------------------------------------------------------------------------------- */

enum { SCORES = 400 };

/* Scores without any difference: however thresholds are chosen, an epsilon above 0 is refuted no more often than alpha. */
static void test_thresholds(void) {
    dice from = dice_create(15601);
    size_t cases = suite_cases(300);
    for (int choice = 0; choice < 2; choice++) {
        size_t wrong = 0;
        for (size_t i = 0; i < cases; i++) {
            double in[SCORES / 4], out[SCORES / 4];
            for (size_t j = 0; j < SCORES / 4; j++) {
                in[j] = (double)dice_below(&from, 50);
                out[j] = (double)dice_below(&from, 50);
            }
            pld_attack_counts counts;
            pld_audit_terms terms = terms_with(0.1, 1e-300);
            pld_audit audit = {.size = sizeof audit};
            double threshold;
            CU_ASSERT_EQUAL_FATAL(pld_audit_threshold(in, SCORES / 4, out, SCORES / 4, (pld_threshold_choice)choice, &counts,
                                                      &terms.looks, &threshold, NULL),
                                  PLD_OK);
            CU_ASSERT_EQUAL(terms.looks, choice == PLD_THRESHOLD_SPLIT ? 1 : SCORES / 2);
            CU_ASSERT_EQUAL(counts.positives, choice == PLD_THRESHOLD_SPLIT ? SCORES / 8 : SCORES / 4);
            CU_ASSERT_EQUAL_FATAL(pld_audit_counts(&counts, &terms, NULL, 0, NULL, &audit, NULL), PLD_OK);
            wrong += audit.epsilon_lower > 0;
        }
        CHECK((double)wrong <= 0.1 * (double)cases + 3 * sqrt(0.09 * (double)cases), "choice %d: %zu of %zu", choice, wrong,
              cases);
    }
}

/* Scores that tell: a threshold at the highest score of a run without the record leaves that run counted, at one with it not. */
static void test_threshold_counts(void) {
    const double in[] = {9, 8, 7, 9, 8, 7, 9, 8}, out[] = {1, 3, 2, 1, 3, 2, 1, 3}, sorted[] = {1, 2, 3, 4, 5, 6, 7, 8};
    pld_attack_counts counts;
    uint64_t looks;
    double threshold;
    CU_ASSERT_EQUAL_FATAL(pld_audit_threshold(in, 8, out, 8, PLD_THRESHOLD_ANY, &counts, &looks, &threshold, NULL), PLD_OK);
    CHECK(counts.true_positives == 8 ? counts.false_positives == 3 : counts.true_positives == 6 && counts.false_positives == 0,
          "%llu and %llu at %g", (unsigned long long)counts.true_positives, (unsigned long long)counts.false_positives,
          threshold);
    CU_ASSERT_EQUAL(pld_audit_threshold(sorted, 8, out, 8, PLD_THRESHOLD_SPLIT, &counts, &looks, &threshold, NULL),
                    PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_audit_threshold(in, 1, out, 8, PLD_THRESHOLD_SPLIT, &counts, &looks, &threshold, NULL),
                    PLD_ERROR_ARGUMENT);
}

/* --- what is left of a budget --------------------------------------------------------------------------------------- */

static double delta_at(const char *spec, const char *more, double epsilon) {
    size_t count;
    pld_composition *run = composition_of(spec, PLD_ADJACENCY_REMOVE);
    pld_options options = pld_options_default();
    pld_result result;
    options.adjacency = PLD_ADJACENCY_REMOVE;
    options.relative_tolerance = 1e-10;
    if (more)
        CU_ASSERT_EQUAL_FATAL(pld_composition_add_spec(run, more, NULL), PLD_OK);
    const pld_step *steps = pld_composition_steps(run, &count);
    CU_ASSERT_EQUAL_FATAL(pld_query_delta(steps, count, epsilon, &options, &result, NULL), PLD_OK);
    pld_composition_free(run);
    return pld_bracket_delta(&result.bracket).upper;
}

/* The natural filter is none (T160): each of two steps after randomized response keeps to a budget, choosing one of them by its
 * answer does not. */
static void test_natural_filter(void) {
    const char *first = "randomized-response:epsilon=1", *yes = "randomized-response:epsilon=1.4";
    const char *no = "gaussian:sigma=0.746554270"; /* mu = 1.339487222 */
    double budget = 0.1933387, right = 1 / (1 + exp(-1));
    CHECK(delta_at(first, yes, 2) <= budget && delta_at(first, no, 2) <= budget, "%.9g and %.9g", delta_at(first, yes, 2),
          delta_at(first, no, 2));
    /* The answer has loss 1 or -1; what follows it has the rest of epsilon. */
    double chosen = right * delta_at(yes, NULL, 1) + (1 - right) * delta_at(no, NULL, 3);
    CHECK(chosen > budget + 0.005 && fabs(chosen - 0.19921514) < 1e-6, "%.9g", chosen);
}

int main(void) {
    CU_TestInfo tests[] = {{"tuned", test_tuned},
                           {"laws of runs", test_laws},
                           {"gdp", test_gdp},
                           {"gdp refused", test_gdp_refused},
                           {"counts", test_counts},
                           {"verdicts", test_verdicts},
                           {"one run", test_one_run},
                           {"thresholds", test_thresholds},
                           {"counts at a threshold", test_threshold_counts},
                           {"natural filter", test_natural_filter},
                           CU_TEST_INFO_NULL};
    return suite_run("evidence", tests);
}
