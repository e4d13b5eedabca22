/* Tests of src/statement: what is said, and that it is no less true than what was computed. */
#include <pld/statement.h>

#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MOST = 4 };

/* A question about specs, with its mechanisms. */
typedef struct inquiry {
    pld_mechanism *mechanisms[STEPS_MOST];
    pld_step steps[STEPS_MOST];
    pld_options options;
    pld_statement_question question;
} inquiry;

/* `specs` with blanks between. */
static inquiry *inquire(const char *specs, const char *delta) {
    inquiry *about = calloc(1, sizeof *about);
    char copy[512], *rest = NULL;
    CU_ASSERT_FATAL(about != NULL);
    about->options = pld_options_default();
    about->question = (pld_statement_question){.steps = about->steps, .delta = delta};
    snprintf(copy, sizeof copy, "%s", specs);
    for (char *spec = strtok_r(copy, " ", &rest); spec != NULL; spec = strtok_r(NULL, " ", &rest)) {
        size_t i = about->question.step_count++;
        about->steps[i].mechanism = about->mechanisms[i] = spec_mechanism(spec, &about->steps[i].count);
    }
    return about;
}

static void replace_records(inquiry *about) {
    about->options.adjacency = PLD_ADJACENCY_REPLACE;
    for (size_t i = 0; i < about->question.step_count; i++) {
        pld_mechanism *replaced = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_replaced(about->mechanisms[i], &replaced, NULL), PLD_OK);
        pld_mechanism_free(about->mechanisms[i]);
        about->steps[i].mechanism = about->mechanisms[i] = replaced;
    }
}

static void forget(inquiry *about) {
    for (size_t i = 0; i < STEPS_MOST; i++) {
        pld_mechanism_free(about->mechanisms[i]);
    }
    free(about);
}

static pld_statement *state(const inquiry *about) {
    pld_statement *statement = NULL;
    pld_error error = {.message = ""};
    pld_status status = pld_statement_create(&about->question, &about->options, &statement, &error);
    CHECK(status == PLD_OK, "%s", error.message);
    CU_ASSERT_FATAL(status == PLD_OK);
    return statement;
}

static void expect(const pld_statement *statement, const char *words) {
    CHECK(strstr(pld_statement_text(statement), words) != NULL, "'%s' is not in: %s", words, pld_statement_text(statement));
}

static void expect_not(const pld_statement *statement, const char *words) {
    CHECK(strstr(pld_statement_text(statement), words) == NULL, "'%s' is in: %s", words, pld_statement_text(statement));
}

/* --- rounding ------------------------------------------------------------------------------------------------------- */

/* The first "A <= epsilon <= B" behind `from` holds the bracket and is not much wider. */
static void expect_outward(const char *from, const pld_result *result) {
    const char *middle = strstr(from, " <= epsilon <= ");
    CU_ASSERT_FATAL(middle != NULL);
    const char *start = middle;
    while (start > from && strchr("0123456789.", start[-1]) != NULL) {
        start--;
    }
    long double lower = strtold(start, NULL), upper = strtold(middle + strlen(" <= epsilon <= "), NULL);
    CHECK(lower <= result->bracket.lower && result->bracket.upper <= upper, "%.30s does not hold [%.17g, %.17g]", start,
          result->bracket.lower, result->bracket.upper);
    double width = result->bracket.upper - result->bracket.lower, asked = fmax(result->tolerance, width);
    CHECK(upper - lower <= width + 2 * asked, "%.30s is much wider than [%.17g, %.17g]", start, result->bracket.lower,
          result->bracket.upper);
}

static void test_rounding(void) {
    dice from = dice_create(7);
    for (size_t i = 0; i < suite_cases(200); i++) {
        char spec[128], delta[32];
        uint64_t groups[] = {2};
        snprintf(spec, sizeof spec, "gaussian:sigma=%.17g", dice_logarithmic(&from, 0.3, 300));
        snprintf(delta, sizeof delta, "%.3e", dice_logarithmic(&from, 1e-12, 1e-2));
        inquiry *about = inquire(spec, delta);
        about->options.tolerance = dice_logarithmic(&from, 1e-9, 1e-2);
        about->question.groups = groups;
        about->question.group_count = 1;
        pld_statement *statement = state(about);
        size_t count = 0;
        const pld_statement_group *group = pld_statement_groups(statement, &count);
        const char *text = pld_statement_text(statement), *of_groups = strstr(text, "For groups");
        const char *claim = strstr(text, "with epsilon = ");
        CU_ASSERT_FATAL(count == 1 && of_groups != NULL && claim != NULL);
        expect_outward(text, pld_statement_result(statement));
        expect_outward(of_groups, &group->result);
        CU_ASSERT(strtold(claim + strlen("with epsilon = "), NULL) >=
                  (long double)pld_statement_result(statement)->bracket.upper);
        pld_statement_free(statement);
        forget(about);
    }
}

/* --- words ---------------------------------------------------------------------------------------------------------- */

static void test_training(void) {
    inquiry *about = inquire("dp-sgd:N=6000,batch=30,epochs=2.5,sigma=2", "1e-5");
    about->question.command = "pld statement ..";
    pld_statement *statement = state(about);
    expect(statement, "This is DP-SGD with Poisson sampling and Gaussian noise: N = 6000 records");
    expect(statement, "q = 30/6000 (batches of 30 on average), T = 500 steps;");
    expect(statement, "clipped to norm C, and Gaussian noise of standard deviation sigma C, with noise multiplier sigma = 2,");
    expect(statement, "differ by one record that is added or removed.");
    expect(statement, "every intermediate model and the final one, as far as they are computed from these sums");
    expect(statement, "delta = 1e-5;");
    expect(statement, pld_version());
    expect(statement, ": pld statement ..");
    expect_not(statement, "changes that sum"); /* the sensitivity is 1 */
    expect_not(statement, "For groups");
    pld_statement_free(statement);
    about->question.command = NULL;
    about->question.released = "the last model";
    statement = state(about);
    expect(statement, "What is released: the last model. It is covered as far as ");
    expect_not(statement, "intermediate");
    pld_statement_free(statement);
    forget(about);
}

static void test_families(void) {
    static const char *const cases[][2] = {
        {"gaussian:sigma=20,sensitivity=2@9",
         "the Gaussian mechanism, 9 times: noise with sigma = 20 on results that one record changes by at most 2 in"},
        {"laplace:b=20", "the Laplace mechanism, once: noise with b = 20 on"},
        {"poisson-laplace:q=0.25,b=20", "on samples that each record joins independently with probability q = 0.25"},
        {"discrete-gaussian:sigma=4,sensitivity=3", "the discrete Gaussian mechanism, once: noise with sigma = 4 on "
                                                    "one whole number that one record changes by at most 3"},
        {"poisson:q=0.5,of=discrete-laplace,b=4", "one whole number that one record changes by at most 1, on samples"},
        {"randomized-response:epsilon=1@2", "randomized response (randomized-response:epsilon=1,k=2), 2 times"},
        {"approx-dp:epsilon=1,delta=0.001", "only (1, 0.001)-differential privacy is known"},
        {"noisy-vote:b=20", "report-noisy-max with Laplace noise of scale b = 20"},
        {"mixture-gaussian:sigma=1,pw=1,pm=1,qw=1,qm=0", "given as it is (mixture-gaussian:"},
        {"hypergeometric-gaussian:N=60,B=6,k=1,sigma=2@7",
         "B = 6 of N = 60 records are drawn without replacement for each step, T = 7 steps"},
        {"dp-sgd:N=60,batch=6,steps=5,sigma=2,sensitivity=1.5", "one record changes that sum by at most 1.5 C"},
        {"dp-sgd:N=60,batch=6,steps=5,sigma=2@3", "T = 15 steps (3 runs of 5)"},
        {"dp-sgd:N=60,batch=6,steps=5,sigma=2,k=3", "differ by 3 records, all of them added or all removed."},
        {"poisson-gaussian:q=0.1,sigma=2,removed=2,added=1", "its pair protects 3 records, 2 removed and 1 added at once"},
        {"poisson-gaussian:q=0.1,sigma=2,k=2 gaussian:sigma=3", "differ by the records that each of the mechanisms protects"},
        {"gaussian:sigma=3 laplace:b=4 gaussian:sigma=5", "a composition of 3 mechanisms: (1) the Gaussian mechanism"},
        {"gaussian:sigma=3 laplace:b=4 gaussian:sigma=5", "; (2) the Laplace mechanism"},
        {"gaussian:sigma=3 laplace:b=4 gaussian:sigma=5", "; and (3) the Gaussian mechanism"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        inquiry *about = inquire(cases[i][0], "1e-2");
        pld_statement *statement = state(about);
        expect(statement, cases[i][1]);
        pld_statement_free(statement);
        forget(about);
    }
}

static void test_adjacencies(void) {
    inquiry *about = inquire("gaussian:sigma=3 dp-sgd:N=60,batch=6,steps=5,sigma=2", "1e-5");
    about->options.adjacency = PLD_ADJACENCY_REMOVE;
    pld_statement *statement = state(about);
    expect(statement, "Only records that are removed are considered here; the other direction is not covered.");
    expect(statement, "In this direction, under the assumptions stated here, epsilon = ");
    expect_not(statement, "-differentially private");
    pld_statement_free(statement);
    about->options.adjacency = PLD_ADJACENCY_ADD;
    statement = state(about);
    expect(statement, "Only records that are added are considered here");
    pld_statement_free(statement);
    replace_records(about);
    statement = state(about);
    expect(statement, "differ by one record that is replaced by another.");
    expect(statement, "that one record that is replaced changes by at most 2 in Euclidean norm, twice as much as");
    expect_not(statement, "protects");
    pld_statement_free(statement);
    forget(about);
}

static void test_infinite(void) {
    uint64_t groups[] = {1, 2};
    inquiry *about = inquire("gaussian:sigma=3", "0");
    about->question.groups = groups;
    about->question.group_count = 2;
    pld_statement *statement = state(about);
    expect(statement, "At delta = 0 there is no finite epsilon.");
    expect(statement, "no finite epsilon for k = 1; no finite epsilon for k = 2.");
    expect_not(statement, "infinite");
    pld_statement_free(statement);
    forget(about);
    about = inquire("laplace:b=2", "0");
    statement = state(about);
    expect(statement, "with epsilon = 0.50");
    pld_statement_free(statement);
    forget(about);
}

static void test_formats(void) {
    inquiry *about = inquire("dp-sgd:N=60,batch=6,steps=5,sigma=2", "1.5e-5");
    about->question.released = "50% of a_b";
    about->question.command = "pld --delta 1_0";
    about->question.format = PLD_STATEMENT_MARKDOWN;
    pld_statement *statement = state(about);
    expect(statement, "\xce\xb4 = 1.5e-5");
    expect(statement, "50% of a\\_b.\n");
    expect(statement, "`pld --delta 1_0`");
    pld_statement_free(statement);
    about->question.format = PLD_STATEMENT_LATEX;
    statement = state(about);
    expect(statement, "$\\delta = 1.5\\times 10^{-5}$");
    expect(statement, "$(\\varepsilon, \\delta)$-differentially private");
    expect(statement, "50\\% of a\\_b.\n");
    expect(statement, "\\texttt{pld -{}-{}delta 1\\_0}");
    pld_statement_free(statement);
    forget(about);
}

/* --- groups --------------------------------------------------------------------------------------------------------- */

static void test_groups(void) {
    uint64_t groups[] = {4, 1};
    inquiry *about = inquire("dp-sgd:N=600,batch=6,epochs=1,sigma=2 gaussian:sigma=9@3", "1e-5"),
            *four = inquire("poisson-gaussian:q=0.01,sigma=2,k=4@100 gaussian:sigma=9,sensitivity=4@3", "1e-5");
    about->question.groups = groups;
    about->question.group_count = 2;
    pld_statement *statement = state(about);
    pld_result result;
    size_t count = 0;
    const pld_statement_group *found = pld_statement_groups(statement, &count);
    CU_ASSERT_EQUAL_FATAL(count, 2);
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(four->steps, 2, log(1e-5), &four->options, &result, NULL), PLD_OK);
    CU_ASSERT(found[0].k == 4 && found[0].result.bracket.lower <= result.bracket.upper &&
              result.bracket.lower <= found[0].result.bracket.upper);
    CU_ASSERT(found[1].k == 1 && found[1].result.bracket.upper == pld_statement_result(statement)->bracket.upper);
    expect(statement,
           "For groups of k records, all of them added or all removed, at the same delta and under the same assumptions: ");
    expect(statement, " for k = 4; ");
    expect(statement, " for k = 1.");
    pld_statement_free(statement);
    about->options.adjacency = PLD_ADJACENCY_ADD;
    statement = state(about);
    expect(statement, "For groups of k records, all of them added, at the same delta and under the same assumptions: ");
    pld_statement_free(statement);
    forget(four);
    forget(about);
}

static void expect_refusal(const inquiry *about, const char *message) {
    pld_statement *statement = NULL;
    pld_error error = {.message = ""};
    CU_ASSERT_EQUAL(pld_statement_create(&about->question, &about->options, &statement, &error), PLD_ERROR_ARGUMENT);
    CHECK(statement == NULL && strstr(error.message, message) != NULL, "'%s' is not in '%s'", message, error.message);
}

static void test_refused(void) {
    uint64_t groups[] = {2}, one[] = {1}, none[] = {0};
    inquiry *about = inquire("gaussian:sigma=3", "1");
    expect_refusal(about, "not below 1");
    about->question.delta = "x";
    expect_refusal(about, "not a number");
    about->question.delta = NULL;
    expect_refusal(about, "needs steps, a delta");
    about->question.delta = "1e-5";
    about->question.group_count = 1;
    expect_refusal(about, "needs steps, a delta");
    about->question.groups = none;
    expect_refusal(about, "k=0");
    about->question.groups = groups;
    replace_records(about);
    expect_refusal(about, "replaced");
    forget(about);
    about = inquire("gaussian:sigma=3 noisy-vote:b=3", "1e-5");
    about->question.groups = groups;
    about->question.group_count = 1;
    expect_refusal(about, "noisy-vote");
    forget(about);
    about = inquire("dp-sgd:N=60,batch=6,steps=5,sigma=2,k=3", "1e-5");
    about->question.groups = one;
    about->question.group_count = 1;
    expect_refusal(about, "several records already"); /* what is asked first is not one record */
    forget(about);
}

int main(void) {
    CU_TestInfo tests[] = {{"rounding", test_rounding},       {"training", test_training}, {"families", test_families},
                           {"adjacencies", test_adjacencies}, {"infinite", test_infinite}, {"formats", test_formats},
                           {"groups", test_groups},           {"refused", test_refused},   CU_TEST_INFO_NULL};
    return suite_run("statement/statement", tests);
}
