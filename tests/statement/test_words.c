/* Tests of src/statement/words.c and neighbours.c: what the words of several mechanisms are together. Those of each family, under
 * every adjacency and in every format, are in its own test (tests/support/statements.h). */
#include <pld/statement.h>

#include "support/statements.h"
#include "support/suite.h"

#include <string.h>

enum { PHRASES = STATEMENT_PHRASES };

static bool says(const char *text, const char *phrase) {
    return strstr(text, phrase) != NULL;
}

/* One record of 60 may be missing from batches of 59, two may not. */
static void test_groups(void) {
    char text[STATEMENT_SIZE];
    statement_render("hypergeometric-gaussian:N=60,B=59,k=1,sigma=9,shift=2", PLD_ADJACENCY_ADD_REMOVE, PLD_STATEMENT_TEXT, 2,
                     NULL, text);
    CU_ASSERT(says(text, UNCONDITIONAL) && says(text, RESTRICTION "for groups"));
}

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
        pld_mechanism *first = statement_mechanism(compositions[i].first, &steps[0].count),
                      *second = statement_mechanism(compositions[i].second, &steps[1].count);
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
    CU_TestInfo tests[] = {{"groups", test_groups}, {"compositions", test_compositions}, CU_TEST_INFO_NULL};
    return suite_run("statement/words", tests);
}
