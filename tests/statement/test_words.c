/* Tests of src/statement/words.c and neighbours.c: the statement of every family, under every adjacency that it has a pair for, in every
 * format, says what its theorem needs and nothing that goes beyond it. A family that is new fails here until it has words. */
#include <pld/statement.h>

#include "family/spec.h"
#include "support/specs.h"
#include "support/suite.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PHRASES = 6, TEXT_SIZE = 8192 };

#define PUBLIC "are public, fixed before training and the same for neighbouring data sets"
#define NOT_DIVIDED "not by the realised batch size"
#define TUNING "tuning hyperparameters on the same data is not covered"
#define POISSON "Poisson sampling is assumed: each record joins each batch independently with probability q."
#define RESTRICTION "Provided that what the other records contribute does not depend on how many protected records were drawn, "
#define UNCONDITIONAL "Under the assumptions stated here this is"
#define WORST "of its worst case is certified"
#define NOTHING_BELOW "of which nothing is claimed from below"
#define ADDED "one record that is added or removed"
#define REPLACED "one record that is replaced"

/* What a statement must and must not say, in plain text. `claim` is whose epsilon the bracket is. */
typedef struct words {
    const char *family, *spec, *claim;
    const char *needs[PHRASES];
    const char *never[PHRASES];
} words;

static const words cases[] = {
    {"gaussian", "gaussian:sigma=3@4", WORST, {"in Euclidean norm"}, {"Poisson"}},
    {"poisson-gaussian",
     "poisson-gaussian:q=0.1,sigma=3@4",
     WORST,
     {POISSON, "q, T and sigma " PUBLIC, NOT_DIVIDED, TUNING},
     {""}},
    {"poisson-gaussian",
     "poisson-gaussian:q=0.1,sigma=3,k=3@4",
     WORST,
     {POISSON, "3 records, all of them added or all removed", PUBLIC},
     {ADDED}},
    {"poisson-gaussian",
     "poisson-gaussian:q=0.1,sigma=3,removed=2,added=1",
     "of the pair itself is certified",
     {POISSON, "rovided that no data set is worse than the pair (which is not proven for such a group)",
      "2 removed and 1 added at once"},
     {UNCONDITIONAL, ADDED, WORST}},
    {"dp-sgd",
     "dp-sgd:N=600,batch=6,steps=9,sigma=3",
     WORST,
     {POISSON, "N (here a nominal size), q, T and sigma " PUBLIC, NOT_DIVIDED, TUNING, "q = 6/600"},
     {"ceil", "dp-sgd:"}},
    {"hypergeometric-gaussian",
     "hypergeometric-gaussian:N=60,B=6,k=1,sigma=3@4",
     "of the worst case under this restriction is certified",
     {RESTRICTION, "Without this restriction it is no guarantee for DP-SGD with batches of fixed size", "shift=2",
      "N, B, T and sigma " PUBLIC, NOT_DIVIDED, TUNING},
     {UNCONDITIONAL, WORST, POISSON}},
    {"hypergeometric-gaussian",
     "hypergeometric-gaussian:N=60,B=6,k=1,sigma=3,shift=1.9,sensitivity=2@4",
     "of the worst case under this restriction is certified",
     {RESTRICTION, "move that sum by at most 3.8 C"},
     {UNCONDITIONAL, WORST}},
    {"hypergeometric-gaussian",
     "hypergeometric-gaussian:N=60,B=6,k=2,sigma=3,shift=2@4",
     WORST,
     {"N counts the larger of two neighbouring data sets", "2 records, all of them added or all removed",
      "N, B, T and sigma " PUBLIC, "records that stay with a gradient of 0, are not covered", TUNING},
     {"rovided that", POISSON}},
    {"hypergeometric-gaussian",
     "hypergeometric-gaussian:N=60,B=59,k=2,sigma=3,shift=2@4", /* 58 records fill no batch of 59 */
     "of the worst case under this restriction is certified",
     {RESTRICTION},
     {UNCONDITIONAL, WORST}},
    {"hypergeometric-gaussian",
     "hypergeometric-gaussian:N=60,B=6,k=1,sigma=3,shift=3@4",
     NOTHING_BELOW,
     {PUBLIC},
     {"rovided that", WORST}},
    {"mixture-gaussian",
     "mixture-gaussian:sigma=1,pw=1,pm=1,qw=1,qm=0",
     "of the pair itself is certified",
     {"rovided that the pair that was given dominates what it stands for", "those that the pair was made for"},
     {UNCONDITIONAL, WORST, ADDED, REPLACED}},
    {"laplace", "laplace:b=3@4", WORST, {"in the sum of absolute values"}, {"Poisson"}},
    {"poisson-laplace", "poisson-laplace:q=0.1,b=3@4", WORST, {POISSON, "on samples that each record joins independently"}, {""}},
    {"randomized-response",
     "randomized-response:epsilon=1@4",
     WORST,
     {"differ by another answer of one record."},
     {"added", "removed", "replaced", "direction"}},
    {"randomized-response",
     "randomized-response:epsilon=1,sensitivity=3",
     WORST,
     {"differ by other answers of one record."},
     {"added", "removed", "replaced", "direction"}},
    {"discrete-gaussian",
     "discrete-gaussian:sigma=3,sensitivity=2@4",
     WORST,
     {"on one whole number that one record", "a vector with that Euclidean sensitivity is not covered"},
     {"results", "Poisson"}},
    {"discrete-laplace", "discrete-laplace:b=3@4", WORST, {"on one whole number that one record"}, {"results", "Poisson"}},
    {"approx-dp",
     "approx-dp:epsilon=0.1,delta=1e-6@4",
     NOTHING_BELOW,
     {"of which only (0.1, 1e-06)-differential privacy is known, for one record that is "},
     {WORST}},
    {"approx-dp",
     "approx-dp:epsilon=0.1,delta=1e-6,sensitivity=3@4",
     NOTHING_BELOW,
     {"by group privacy for up to 3 records that are ", "differ by at most 3 records that are "},
     {WORST, "one record"}},
    {"noisy-vote", "noisy-vote:b=20@4", NOTHING_BELOW, {"report-noisy-max", "/b-differentially private mechanism"}, {WORST}},
    {"poisson", "poisson:q=0.1,of=gaussian,sigma=3@4", WORST, {POISSON, PUBLIC, TUNING}, {""}},
    {"poisson", "poisson:q=0.1,of=laplace,b=3@4", WORST, {POISSON}, {""}},
    {"poisson",
     "poisson:q=0.1,of=randomized-response,epsilon=1@4",
     WORST,
     {POISSON, "an answer that does not depend on it is randomized"},
     {""}},
    {"poisson", "poisson:q=0.1,of=discrete-gaussian,sigma=3@4", WORST, {POISSON, "one whole number"}, {"results"}},
    {"poisson", "poisson:q=0.1,of=discrete-laplace,b=3@4", WORST, {POISSON, "one whole number"}, {"results"}},
    {"poisson", "poisson:q=0.1,of=approx-dp,epsilon=0.1@4", NOTHING_BELOW, {POISSON}, {WORST}},
    {"poisson", "poisson:q=0.1,of=noisy-vote,b=20@4", NOTHING_BELOW, {POISSON}, {WORST}},
    {"poisson",
     "poisson:q=0.1,of=array,file=masses.csv",
     "of the pair itself is certified",
     {POISSON, "rovided that the pair that was given dominates"},
     {UNCONDITIONAL, WORST, ADDED}},
    {"array",
     "array:file=masses.csv",
     "of the pair itself is certified",
     {"rovided that the pair that was given dominates what it stands for", "those that the pair was made for"},
     {UNCONDITIONAL, WORST, ADDED, REPLACED}},
};

/* --- rendering -------------------------------------------------------------------------------------------------------- */

/* Arrays come from files, which only the program reads. */
static pld_mechanism *make(const char *spec, uint64_t *count) {
    static const double p[] = {0.5, 0.5}, q[] = {0.4, 0.6};
    pld_mechanism *mechanism = NULL;
    if (strstr(spec, "file=") == NULL) {
        return spec_mechanism(spec, count);
    }
    *count = 1;
    double rate = strncmp(spec, "poisson", strlen("poisson")) == 0 ? 0.1 : 1;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_array(2, p, q, false, rate, spec, &mechanism, NULL), PLD_OK);
    return mechanism;
}

/* The statement, or "" if there is no such pair. */
static void render(const char *spec, pld_adjacency adjacency, pld_statement_format format, uint64_t group, const char *released,
                   char *text) {
    pld_step step = {.count = 1};
    pld_mechanism *mechanism = make(spec, &step.count), *replaced = NULL;
    pld_statement *statement = NULL;
    pld_options options = pld_options_default();
    options.adjacency = adjacency;
    text[0] = '\0';
    if (adjacency == PLD_ADJACENCY_REPLACE) {
        pld_status status = pld_mechanism_create_replaced(mechanism, &replaced, NULL);
        pld_mechanism_free(mechanism);
        mechanism = status == PLD_OK ? replaced : NULL;
    }
    step.mechanism = mechanism;
    pld_statement_question question = {.steps = &step,
                                       .step_count = 1,
                                       .delta = "1e-3",
                                       .format = format,
                                       .groups = &group,
                                       .group_count = group > 0,
                                       .released = released,
                                       .command = "pld --delta 1e-3"};
    if (mechanism != NULL && pld_statement_create(&question, &options, &statement, NULL) == PLD_OK) {
        CU_ASSERT_FATAL(strlen(pld_statement_text(statement)) < TEXT_SIZE);
        snprintf(text, TEXT_SIZE, "%s", pld_statement_text(statement));
    }
    pld_statement_free(statement);
    pld_mechanism_free(mechanism);
}

static bool says(const char *text, const char *phrase) {
    return strstr(text, phrase) != NULL;
}

/* --- what is said ----------------------------------------------------------------------------------------------------- */

static bool is_answer(const words *about) {
    return strcmp(about->family, "randomized-response") == 0;
}

/* The claim about one direction or both, never without its assumptions. */
static void check_claim(const words *about, pld_adjacency adjacency, const char *text) {
    bool one = (adjacency == PLD_ADJACENCY_ADD || adjacency == PLD_ADJACENCY_REMOVE) && !is_answer(about);
    const char *claim = strstr(text, one ? "is enough at" : "-differentially private with epsilon = ");
    CHECK(claim != NULL && says(text, about->claim), "%s: no claim '%s' in: %s", about->spec, about->claim, text);
    const char *assumed = strstr(text, "nder the assumptions stated here");
    CHECK(assumed != NULL && assumed < claim, "%s: nothing is assumed: %s", about->spec, text);
    CHECK(says(text, "the other direction is not covered") == one, "%s: directions: %s", about->spec, text);
    CHECK(!one || !says(text, "-differentially private with epsilon = "), "%s: one direction alone: %s", about->spec, text);
}

/* Which neighbours: not for pairs that were given and answers that change, which say their own. */
static void check_adjacency(const words *about, pld_adjacency adjacency, const char *text) {
    CHECK(says(text, "Neighbouring data sets "), "%s: no neighbours: %s", about->spec, text);
    for (size_t i = 0; i < PHRASES && about->never[i] != NULL; i++) {
        if (strcmp(about->never[i], ADDED) == 0 || strcmp(about->never[i], "added") == 0) {
            return;
        }
    }
    bool replaced = adjacency == PLD_ADJACENCY_REPLACE;
    CHECK(says(text, replaced ? "replaced" : "added or"), "%s: adjacency: %s", about->spec, text);
    CHECK(!replaced || !says(text, "differ by " ADDED), "%s: replaced, not added or removed: %s", about->spec, text);
    CHECK(replaced || !says(text, "replaced"), "%s: added or removed, not replaced: %s", about->spec, text);
}

static void check_words(const words *about, pld_adjacency adjacency) {
    char text[TEXT_SIZE];
    render(about->spec, adjacency, PLD_STATEMENT_TEXT, 0, NULL, text);
    if (text[0] == '\0') {
        CHECK(adjacency == PLD_ADJACENCY_REPLACE, "%s has no statement", about->spec);
        return;
    }
    for (size_t i = 0; i < PHRASES && about->needs[i] != NULL; i++) {
        CHECK(says(text, about->needs[i]), "%s: '%s' is not in: %s", about->spec, about->needs[i], text);
    }
    for (size_t i = 0; i < PHRASES && about->never[i] != NULL; i++) {
        CHECK(about->never[i][0] == '\0' || !says(text, about->never[i]), "%s: '%s' is in: %s", about->spec, about->never[i],
              text);
    }
    check_claim(about, adjacency, text);
    check_adjacency(about, adjacency, text);
    CHECK(says(text, "public values alone"), "%s: released: %s", about->spec, text);
    render(about->spec, adjacency, PLD_STATEMENT_TEXT, 0, "the data", text);
    CHECK(says(text, "What is released: the data. It is covered as far as it is computed from "), "%s: released: %s", about->spec,
          text);
}

static const pld_adjacency adjacencies[] = {PLD_ADJACENCY_ADD_REMOVE, PLD_ADJACENCY_ADD, PLD_ADJACENCY_REMOVE,
                                            PLD_ADJACENCY_REPLACE};

static void test_words(void) {
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        for (size_t j = 0; j < COUNT_OF(adjacencies); j++) {
            check_words(&cases[i], adjacencies[j]);
        }
    }
}

/* Every family has a case. */
static void test_every_family(void) {
    const pld__family *family = NULL;
    for (size_t i = 0; (family = pld__family_at(i)) != NULL; i++) {
        bool found = false;
        for (size_t j = 0; j < COUNT_OF(cases); j++) {
            found = found || strcmp(cases[j].family, family->name) == 0;
        }
        CHECK(found, "the statement of %s is not tested", family->name);
    }
}

/* Groups stand under the same condition as one record. */
static void test_groups(void) {
    size_t stated = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[TEXT_SIZE];
        render(cases[i].spec, PLD_ADJACENCY_ADD_REMOVE, PLD_STATEMENT_TEXT, 2, NULL, text);
        if (text[0] == '\0') {
            continue;
        }
        stated++;
        const char *groups = strstr(text, "or groups of k records, ");
        CU_ASSERT_FATAL(groups != NULL);
        CHECK(says(groups, "under the same assumptions"), "%s: %s", cases[i].spec, groups);
        CHECK(says(groups, is_answer(&cases[i]) ? "all of which may give other answers" : "all of them added or all removed"),
              "%s: %s", cases[i].spec, groups);
        const char *first = strstr(text, RESTRICTION), *again = first ? strstr(first + 1, RESTRICTION "for groups") : NULL;
        CHECK((first != NULL) == (again != NULL), "%s: %s", cases[i].spec, text);
    }
    CU_ASSERT(stated >= 8);
    char text[TEXT_SIZE]; /* one record of 60 may be missing from batches of 59, two may not */
    render("hypergeometric-gaussian:N=60,B=59,k=1,sigma=9,shift=2", PLD_ADJACENCY_ADD_REMOVE, PLD_STATEMENT_TEXT, 2, NULL, text);
    CU_ASSERT(says(text, UNCONDITIONAL) && says(text, RESTRICTION "for groups"));
}

/* --- markup ----------------------------------------------------------------------------------------------------------- */

/* LaTeX without its formulas and code. */
static void strip_latex(const char *text, char *rest) {
    bool formula = false;
    for (int depth = 0; *text != '\0'; text++) {
        if (strncmp(text, "\\texttt{", 8) == 0) {
            depth = 1;
            for (text += 8; depth > 0; text++) {
                bool escaped = text[-1] == '\\';
                depth += !escaped && *text == '{' ? 1 : !escaped && *text == '}' ? -1 : 0;
            }
            text--;
        } else if (*text == '$' && text[-1] != '\\') {
            formula = !formula;
        } else if (!formula) {
            *rest++ = *text;
        }
    }
    *rest = '\0';
}

/* Letters by themselves, signs and Greek names belong into formulas. */
static void test_formulas(void) {
    static const char *const signs[] = {"=", "<", "epsilon", "delta", "sigma", "ceil", "*", "^"};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        for (size_t j = 0; j < COUNT_OF(adjacencies); j++) {
            char text[TEXT_SIZE], rest[TEXT_SIZE];
            render(cases[i].spec, adjacencies[j], PLD_STATEMENT_LATEX, 0, NULL, text);
            strip_latex(text, rest);
            for (size_t k = 0; k < COUNT_OF(signs); k++) {
                CHECK(!says(rest, signs[k]), "%s: '%s' is no formula in: %s", cases[i].spec, signs[k], text);
            }
            for (const char *c = rest; *c != '\0'; c++) {
                bool alone = (c == rest || !isalpha((unsigned char)c[-1])) && !isalpha((unsigned char)c[1]);
                CHECK(!(isalpha((unsigned char)*c) && alone && *c != 'a'), "%s: '%c' is no formula in: %s", cases[i].spec, *c,
                      text);
            }
            render(cases[i].spec, adjacencies[j], PLD_STATEMENT_MARKDOWN, 0, NULL, text);
            CHECK(!says(text, " epsilon") && !says(text, " sigma") && !says(text, "<="), "%s: %s", cases[i].spec, text);
        }
    }
}

/* --- compositions ----------------------------------------------------------------------------------------------------- */

/* What is missing in one mechanism is missing in all of them together. */
static void test_compositions(void) {
    static const struct {
        const char *first, *second;
        const char *needs[PHRASES], *never[PHRASES];
    } compositions[] = {
        {"gaussian:sigma=9", "noisy-vote:b=20", {NOTHING_BELOW, ADDED, UNCONDITIONAL}, {WORST}},
        {"gaussian:sigma=9",
         "randomized-response:epsilon=0.1",
         {WORST, ADDED "; in randomized response by another answer of that record"},
         {"rovided"}},
        {"dp-sgd:N=600,batch=6,steps=9,sigma=3",
         "hypergeometric-gaussian:N=60,B=6,k=1,sigma=9",
         {RESTRICTION, POISSON, "N (of the Poisson samples a nominal size), B, q, T and sigma " PUBLIC,
          "Batches of fixed size are assumed"},
         {UNCONDITIONAL, WORST}},
        {"laplace:b=9",
         "array:file=masses.csv",
         {"rovided that the pair that was given dominates", "by what it was made for"},
         {UNCONDITIONAL}},
        {"randomized-response:epsilon=0.1",
         "mixture-gaussian:sigma=9,pw=1,pm=1,qw=1,qm=0",
         {"by another answer of one record; for a pair that was given, by what it was made for"},
         {ADDED, UNCONDITIONAL}},
    };
    for (size_t i = 0; i < COUNT_OF(compositions); i++) {
        pld_step steps[2] = {{NULL, 1}, {NULL, 1}};
        pld_mechanism *first = make(compositions[i].first, &steps[0].count),
                      *second = make(compositions[i].second, &steps[1].count);
        pld_options options = pld_options_default();
        pld_statement *statement = NULL;
        steps[0].mechanism = first;
        steps[1].mechanism = second;
        pld_statement_question question = {.steps = steps, .step_count = 2, .delta = "1e-3"};
        CU_ASSERT_EQUAL_FATAL(pld_statement_create(&question, &options, &statement, NULL), PLD_OK);
        const char *text = pld_statement_text(statement);
        for (size_t j = 0; j < PHRASES && compositions[i].needs[j] != NULL; j++) {
            CHECK(says(text, compositions[i].needs[j]), "'%s' is not in: %s", compositions[i].needs[j], text);
        }
        for (size_t j = 0; j < PHRASES && compositions[i].never[j] != NULL; j++) {
            CHECK(!says(text, compositions[i].never[j]), "'%s' is in: %s", compositions[i].never[j], text);
        }
        pld_statement_free(statement);
        pld_mechanism_free(first);
        pld_mechanism_free(second);
    }
}

int main(void) {
    CU_TestInfo tests[] = {
        {"every family", test_every_family}, {"words", test_words}, {"groups", test_groups}, {"formulas", test_formulas},
        {"compositions", test_compositions}, CU_TEST_INFO_NULL};
    return suite_run("statement/words", tests);
}
