/* Tests of src/statement/context.c and of what goes with it: who is trusted, units, attacks in plain words, tuning. */
#include <pld/statement.h>

#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct inquiry {
    pld_mechanism *mechanism;
    pld_step step;
    pld_options options;
    pld_statement_question question;
} inquiry;

static inquiry inquire(const char *spec) {
    inquiry about = {.options = pld_options_default()};
    about.mechanism = spec_mechanism(spec, &about.step.count);
    about.step.mechanism = about.mechanism;
    about.question = (pld_statement_question){.step_count = 1, .delta = "1e-5"};
    return about;
}

static pld_statement *state(inquiry *about) {
    pld_statement *statement = NULL;
    pld_error error = {.message = ""};
    about->question.steps = &about->step;
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

static void expect_refusal(inquiry *about, const char *message) {
    pld_statement *statement = NULL;
    pld_error error = {.message = ""};
    about->question.steps = &about->step;
    CU_ASSERT_EQUAL(pld_statement_create(&about->question, &about->options, &statement, &error), PLD_ERROR_ARGUMENT);
    CHECK(statement == NULL && strstr(error.message, message) != NULL, "'%s' is not in '%s'", message, error.message);
}

static void test_models(void) {
    static const char *const SAID[] = {"Central model: ", "Local model: ", "Shuffle model: ", "Federated model: "};
    inquiry about = inquire("gaussian:sigma=3");
    for (int model = 0; model < 4; model++) {
        about.question.model = (pld_deployment_model)model;
        pld_statement *statement = state(&about);
        for (int other = 0; other < 4; other++)
            (other == model ? expect : expect_not)(statement, SAID[other]);
        expect(statement, "Other accesses to the data");
        expect(statement, "tuning hyperparameters on the same data is not covered.");
        expect_not(statement, "unit of privacy");
        pld_statement_free(statement);
    }
    pld_mechanism_free(about.mechanism);
}

/* The pair of all records of a user is what is stated. */
static void test_units(void) {
    inquiry about = inquire("gaussian:sigma=3@2"), four = inquire("gaussian:sigma=3,sensitivity=4@2");
    about.question.unit = "one patient";
    pld_statement *statement = state(&about), *group = NULL;
    expect(statement, "The unit of privacy is one patient, provided that none has more than one record.");
    pld_statement_free(statement);
    about.question.examples_per_unit = 4;
    statement = state(&about);
    group = state(&four);
    expect(statement, "one patient, provided that none has more than 4 records, all of which are there or none is.");
    CU_ASSERT_EQUAL(pld_statement_result(statement)->bracket.upper, pld_statement_result(group)->bracket.upper);
    pld_statement_free(statement);
    pld_statement_free(group);
    about.question.unit = NULL;
    statement = state(&about);
    expect(statement, "The unit of privacy is one user,");
    pld_statement_free(statement);
    const uint64_t groups[] = {2};
    about.question.groups = groups;
    about.question.group_count = 1;
    expect_refusal(&about, "groups of users");
    about.question.group_count = 0;
    about.options.adjacency = PLD_ADJACENCY_REPLACE;
    expect_refusal(&about, "replaced");
    pld_mechanism_free(about.mechanism);
    pld_mechanism_free(four.mechanism);
}

/* The number behind `words`. */
static double number_behind(const char *text, const char *words) {
    const char *at = strstr(text, words);
    CHECK(at != NULL, "'%s' is not in: %s", words, text);
    return at ? strtod(at + strlen(words), NULL) : NAN;
}

/* One Gaussian step: tpr = Phi(mu + iPhi(fpr)), advantage = 2 Phi(mu/2) - 1; each is shown no smaller, and three digits of it. */
static void test_attacks(void) {
    static const struct {
        double rate, quantile;
        const char *wrong;
    } rates[] = {{0, -2.3263478740408408, "accuses 1 in 100 absent"}, {0.05, -1.6448536269514729, "accuses 5 in 100 absent"}};
    for (size_t i = 0; i < 2; i++) {
        double rate = rates[i].rate > 0 ? rates[i].rate : 0.01, mu = 0.5;
        double hits = erfc(-(mu + rates[i].quantile) / sqrt(2)) / 2, guess = erfc(-mu / 2 / sqrt(2)) / 2;
        inquiry about = inquire("gaussian:sigma=2");
        about.question.officer = true;
        about.question.false_positive_rate = rates[i].rate;
        pld_statement *statement = state(&about);
        const char *text = pld_statement_text(statement);
        double truths[] = {100 * hits, 100 * hits / (hits + rate), 100 * guess};
        double shown[] = {number_behind(text, "recognises at most "), number_behind(text, "accusation is right at most "),
                          number_behind(text, "overall is right at most ")};
        expect(statement, rates[i].wrong);
        expect(statement, "all smaller ones");
        expect_not(statement, "osterior");
        for (int j = 0; j < 3; j++)
            CHECK(shown[j] >= truths[j] && shown[j] <= truths[j] * 1.011, "rate %g: %g shown for %g", rate, shown[j], truths[j]);
        CU_ASSERT(pld_statement_attack(statement) != NULL && pld_statement_attack(statement)->false_positive_rate == rate);
        pld_statement_free(statement);
        about.options.adjacency = PLD_ADJACENCY_ADD; /* who says that a record is not there */
        statement = state(&about);
        expect(statement, "which two neighbouring data sets it can be");
        expect_not(statement, "people");
        pld_statement_free(statement);
        pld_mechanism_free(about.mechanism);
    }
}

static void test_tuning(void) {
    pld_statement_tuning none = {.none = true},
                         search = {.runs = "geometric:mean=10", .mean_runs = 10, .epsilon = {1.06057, NAN, 1.51026162}};
    inquiry about = inquire("gaussian:sigma=4");
    about.question.tuning = &none;
    pld_statement *statement = state(&about);
    expect(statement, "no hyperparameters were tuned on the same data");
    expect_not(statement, "tuning hyperparameters on the same data is not covered");
    pld_statement_free(statement);
    about.question.tuning = &search;
    statement = state(&about);
    expect(statement, "one run is (epsilon, delta)-differentially private with epsilon = 0.9263");
    expect(statement, "with epsilon = 1.5103 and delta = 1e-5; for the worst score, 1.0605 <= epsilon <= 1.5103.");
    expect(statement, "geometric:mean=10");
    expect_not(statement, "this is (epsilon, delta)");
    pld_statement_free(statement);
    about.question.officer = true;
    expect_refusal(&about, "not of a search");
    about.question.officer = false;
    about.question.examples_per_unit = 2;
    expect_refusal(&about, "known of one record");
    about.question.examples_per_unit = 1;
    search.epsilon.upper = NAN;
    expect_refusal(&about, "no numbers of a search");
    pld_mechanism_free(about.mechanism);
}

int main(void) {
    CU_TestInfo tests[] = {
        {"models", test_models}, {"units", test_units}, {"attacks", test_attacks}, {"tuning", test_tuning}, CU_TEST_INFO_NULL};
    return suite_run("statement/context", tests);
}
