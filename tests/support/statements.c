#include "support/statements.h"

#include "family/family.h"
#include "support/specs.h"
#include "support/suite.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* --- rendering ------------------------------------------------------------------------------------------------------ */

/* Arrays come from files, which only the program reads. */
pld_mechanism *statement_mechanism(const char *spec, uint64_t *count) {
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
void statement_render(const char *spec, pld_adjacency adjacency, pld_statement_format format, uint64_t group,
                      const char *released, char *text) {
    pld_step step = {.count = 1};
    pld_mechanism *mechanism = statement_mechanism(spec, &step.count), *replaced = NULL;
    pld_statement *statement = NULL;
    pld_options options = pld_options_default();
    options.adjacency = adjacency;
    options.relative_tolerance = 1e-3; /* words, not digits */
    text[0] = '\0';
    if (adjacency == PLD_ADJACENCY_REPLACE || adjacency == PLD_ADJACENCY_ZERO_OUT) {
        pld_status status = adjacency == PLD_ADJACENCY_REPLACE ? pld_mechanism_create_replaced(mechanism, &replaced, NULL)
                                                               : pld_mechanism_create_zeroed(mechanism, &replaced, NULL);
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
        CU_ASSERT_FATAL(strlen(pld_statement_text(statement)) < STATEMENT_SIZE);
        snprintf(text, STATEMENT_SIZE, "%s", pld_statement_text(statement));
    }
    pld_statement_free(statement);
    pld_mechanism_free(mechanism);
}

static bool says(const char *text, const char *phrase) {
    return strstr(text, phrase) != NULL;
}

/* --- what is said --------------------------------------------------------------------------------------------------- */

static bool is_answer(const statement_words *about) {
    return strncmp(about->spec, "randomized-response", strlen("randomized-response")) == 0;
}

/* The claim about one direction or both, never without its assumptions. */
static void check_claim(const statement_words *about, pld_adjacency adjacency, const char *text) {
    bool one = (adjacency == PLD_ADJACENCY_ADD || adjacency == PLD_ADJACENCY_REMOVE) && !is_answer(about);
    const char *claim = strstr(text, one ? "is enough at" : "-differentially private with epsilon = ");
    CHECK(claim != NULL && says(text, about->claim), "%s: no claim '%s' in: %s", about->spec, about->claim, text);
    const char *assumed = strstr(text, "nder the assumptions stated here");
    CHECK(assumed != NULL && assumed < claim, "%s: nothing is assumed: %s", about->spec, text);
    CHECK(says(text, "the other direction is not covered") == one, "%s: directions: %s", about->spec, text);
    CHECK(!one || !says(text, "-differentially private with epsilon = "), "%s: one direction alone: %s", about->spec, text);
}

/* Which neighbours: not for pairs that were given and answers that change, which say their own. */
static void check_adjacency(const statement_words *about, pld_adjacency adjacency, const char *text) {
    CHECK(says(text, "Neighbouring data sets "), "%s: no neighbours: %s", about->spec, text);
    for (size_t i = 0; i < STATEMENT_PHRASES && about->never[i] != NULL; i++) {
        if (strcmp(about->never[i], ADDED) == 0 || strcmp(about->never[i], "added") == 0) {
            return;
        }
    }
    bool replaced = adjacency == PLD_ADJACENCY_REPLACE;
    if (adjacency == PLD_ADJACENCY_ZERO_OUT) {
        CHECK(says(text, "zero-out") && !says(text, "differ by " ADDED), "%s: zeroed, not added or removed: %s", about->spec,
              text);
        return;
    }
    CHECK(says(text, replaced ? "replaced" : "added or"), "%s: adjacency: %s", about->spec, text);
    CHECK(!replaced || !says(text, "differ by " ADDED), "%s: replaced, not added or removed: %s", about->spec, text);
    CHECK(replaced || !says(text, "replaced"), "%s: added or removed, not replaced: %s", about->spec, text);
}

static void check_words(const statement_words *about, pld_adjacency adjacency) {
    char text[STATEMENT_SIZE];
    statement_render(about->spec, adjacency, PLD_STATEMENT_TEXT, 0, NULL, text);
    if (text[0] == '\0') {
        uint64_t count = 0;
        pld_mechanism *mechanism = statement_mechanism(about->spec, &count);
        bool presence = pld__family_of(&mechanism->traits)->no_presence == NULL;
        bool other = adjacency == PLD_ADJACENCY_REPLACE || adjacency == PLD_ADJACENCY_ZERO_OUT;
        CHECK(other == presence, "%s has no statement, %s", about->spec, pld_adjacency_name(adjacency));
        pld_mechanism_free(mechanism);
        return;
    }
    for (size_t i = 0; i < STATEMENT_PHRASES && about->needs[i] != NULL; i++) {
        CHECK(says(text, about->needs[i]), "%s: '%s' is not in: %s", about->spec, about->needs[i], text);
    }
    for (size_t i = 0; i < STATEMENT_PHRASES && about->never[i] != NULL; i++) {
        CHECK(about->never[i][0] == '\0' || !says(text, about->never[i]), "%s: '%s' is in: %s", about->spec, about->never[i],
              text);
    }
    check_claim(about, adjacency, text);
    check_adjacency(about, adjacency, text);
    CHECK(says(text, "public values alone"), "%s: released: %s", about->spec, text);
    statement_render(about->spec, adjacency, PLD_STATEMENT_TEXT, 0, "the data", text);
    CHECK(says(text, "What is released: the data. It is covered as far as it is computed from "), "%s: released: %s", about->spec,
          text);
}

static const pld_adjacency adjacencies[] = {PLD_ADJACENCY_ADD_REMOVE, PLD_ADJACENCY_ADD, PLD_ADJACENCY_REMOVE,
                                            PLD_ADJACENCY_REPLACE, PLD_ADJACENCY_ZERO_OUT};

/* Groups stand under the same condition as one record. */
static void check_groups(const statement_words *about) {
    char text[STATEMENT_SIZE];
    statement_render(about->spec, PLD_ADJACENCY_ADD_REMOVE, PLD_STATEMENT_TEXT, 2, NULL, text);
    if (text[0] == '\0') {
        return;
    }
    const char *groups = strstr(text, "or groups of k records, ");
    CU_ASSERT_FATAL(groups != NULL);
    CHECK(says(groups, "under the same assumptions"), "%s: %s", about->spec, groups);
    CHECK(says(groups, is_answer(about) ? "all of which may give other answers" : "all of them added or all removed"), "%s: %s",
          about->spec, groups);
    const char *first = strstr(text, RESTRICTION), *again = first ? strstr(first + 1, RESTRICTION "for groups") : NULL;
    CHECK((first != NULL) == (again != NULL), "%s: %s", about->spec, text);
}

/* --- markup --------------------------------------------------------------------------------------------------------- */

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
static void check_formulas(const statement_words *about) {
    static const char *const signs[] = {"=", "<", "epsilon", "delta", "sigma", "ceil", "*", "^"};
    for (size_t j = 0; j < COUNT_OF(adjacencies); j++) {
        char text[STATEMENT_SIZE], rest[STATEMENT_SIZE];
        statement_render(about->spec, adjacencies[j], PLD_STATEMENT_LATEX, 0, NULL, text);
        strip_latex(text, rest);
        for (size_t k = 0; k < COUNT_OF(signs); k++) {
            CHECK(!says(rest, signs[k]), "%s: '%s' is no formula in: %s", about->spec, signs[k], text);
        }
        for (const char *c = rest; *c != '\0'; c++) {
            bool alone = (c == rest || !isalpha((unsigned char)c[-1])) && !isalpha((unsigned char)c[1]);
            CHECK(!(isalpha((unsigned char)*c) && alone && *c != 'a'), "%s: '%c' is no formula in: %s", about->spec, *c, text);
        }
        statement_render(about->spec, adjacencies[j], PLD_STATEMENT_MARKDOWN, 0, NULL, text);
        CHECK(!says(text, " epsilon") && !says(text, " sigma") && !says(text, "<="), "%s: %s", about->spec, text);
    }
}

void statement_check(const statement_words *about) {
    for (size_t i = 0; i < COUNT_OF(adjacencies); i++) {
        check_words(about, adjacencies[i]);
    }
    check_groups(about);
    check_formulas(about);
}
