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
        expect(statement, "decides for the one without the record in");
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
    expect(statement,
           "Under these assumptions that search as a whole is (epsilon, delta)-differentially private with epsilon = 1.5103 and "
           "delta = 1e-5; for the worst score, which may also draw random numbers, the smallest epsilon of its worst case is "
           "certified: 1.0605 <= epsilon <= 1.5103.");
    expect(statement, "geometric:mean=10");
    expect_not(statement, "this is (epsilon, delta)");
    pld_statement_free(statement);
    about.options.adjacency = PLD_ADJACENCY_REMOVE; /* of one direction it is no differential privacy */
    statement = state(&about);
    expect(statement, "In this direction, under these assumptions, epsilon = 1.5103 is enough at delta = 1e-5 for that search");
    expect_not(statement, "differentially private");
    pld_statement_free(statement);
    about.options.adjacency = PLD_ADJACENCY_ADD_REMOVE;
    about.question.officer = true;
    expect_refusal(&about, "not of a search");
    about.question.officer = false;
    about.question.mu = true;
    expect_refusal(&about, "not of a search");
    about.question.mu = false;
    about.question.examples_per_unit = 2;
    expect_refusal(&about, "known of one record");
    about.question.examples_per_unit = 1;
    search.epsilon.upper = NAN;
    expect_refusal(&about, "no numbers of a search");
    pld_mechanism_free(about.mechanism);
}

/* Laplace noise of b has mu = -2 iPhi(e^(-1/2b)/2) at all rates; a Gaussian step has 1/sigma at any. Rounded outward, and told
 * from what holds from some rate on. */
static void test_mu(void) {
    static const struct {
        const char *spec;
        double mu, from;
    } cases[] = {{"laplace:b=1", 1.0300640, 0}, {"gaussian:sigma=3", 1 / 3.0, 0}, {"gaussian:sigma=3", 1 / 3.0, 0.01}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        inquiry about = inquire(cases[i].spec);
        about.question.mu = true;
        about.question.fpr_min = cases[i].from;
        pld_statement *statement = state(&about);
        const char *text = pld_statement_text(statement);
        double said = number_behind(text, "with mu = "),
               low = number_behind(text, "smallest such mu of its worst case is certified: ");
        CHECK(said >= cases[i].mu && said <= cases[i].mu * 1.0002, "%s: mu = %g is said of %g", cases[i].spec, said, cases[i].mu);
        CHECK(low <= cases[i].mu && low >= cases[i].mu * 0.9998, "%s: mu >= %g is said of %g", cases[i].spec, low, cases[i].mu);
        (cases[i].from > 0 ? expect : expect_not)(statement, "false-negative rates are both at least 0.01");
        (cases[i].from > 0 ? expect : expect_not)(statement, "rarer errors");
        CU_ASSERT(pld_statement_gdp(statement) != NULL && pld_statement_gdp(statement)->mu.upper <= said);
        pld_statement_free(statement);
        about.question.mu = false;
        statement = state(&about);
        CU_ASSERT_PTR_NULL(pld_statement_gdp(statement));
        expect_not(statement, "N(0, 1)");
        pld_statement_free(statement);
        pld_mechanism_free(about.mechanism);
    }
    inquiry about = inquire("poisson-gaussian:q=0.1,sigma=1");
    about.question.mu = true;
    expect_refusal(&about, "without sampling");
    pld_mechanism_free(about.mechanism);
}

static bool count_questions(void *context) {
    ++*(int *)context;
    return true;
}

/* Whoever watches is asked about what is beside epsilon as well, so that it ends when nobody wants it any more. */
static void test_watched(void) {
    int asked[3] = {0};
    for (int part = 0; part < 3; part++) {
        inquiry about = inquire("laplace:b=2@3");
        about.question.mu = part == 1;
        about.question.fpr_min = 0.01;
        about.question.officer = part == 2;
        about.options.watcher = count_questions;
        about.options.context = &asked[part];
        pld_statement_free(state(&about));
        pld_mechanism_free(about.mechanism);
    }
    CHECK(asked[0] > 0 && asked[1] > asked[0] && asked[2] > asked[0], "asked %d, %d and %d times", asked[0], asked[1], asked[2]);
}

int main(void) {
    CU_TestInfo tests[] = {{"models", test_models}, {"units", test_units},     {"attacks", test_attacks}, {"tuning", test_tuning},
                           {"mu", test_mu},         {"watched", test_watched}, CU_TEST_INFO_NULL};
    return suite_run("statement/context", tests);
}
