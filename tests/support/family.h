/* What the test of every family checks of its row: each list is facts about one family, and ends where a spec is NULL. */
#ifndef TESTS_SUPPORT_FAMILY_H
#define TESTS_SUPPORT_FAMILY_H

#include "family/family.h"

#include "support/statements.h"
#include "support/suite.h"

enum { FAMILY_FACTS = 12, FAMILY_NUMBERS = 5 };

typedef struct family_resolved {
    const char *spec, *resolved;
} family_resolved;

/* Also of the pair of a replaced record, where there is one. */
typedef struct family_standing {
    const char *spec;
    pld__standing standing;
} family_standing;

/* The pair of k records of `spec` is that of `group`; or is refused, with these words in the reason. */
typedef struct family_group {
    const char *spec;
    uint64_t k;
    const char *group, *why;
} family_group;

/* The same of a record that is replaced; neither a spec nor a refusal: the pair has none, and its own test. */
typedef struct family_replaced {
    const char *spec, *replaced, *why;
} family_replaced;

/* delta of the spec `before` `key`=number is in the order of the numbers. */
typedef struct family_monotone {
    const char *before, *key;
    double numbers[FAMILY_NUMBERS]; /* increasing */
} family_monotone;

typedef struct family_facts {
    const pld__family *family;
    family_resolved resolved[FAMILY_FACTS];
    family_standing standings[FAMILY_FACTS];
    family_group groups[FAMILY_FACTS];
    family_replaced replaced[FAMILY_FACTS];
    family_monotone monotone[FAMILY_FACTS];
    statement_words words[FAMILY_FACTS];
} family_facts;

/* The row has its texts, its example is one of it, and specs resolve to texts that read back as themselves. */
void family_check_texts(const family_facts *facts);
void family_check_standings(const family_facts *facts);
/* And more records are never better protected. */
void family_check_groups(const family_facts *facts);
void family_check_replaced(const family_facts *facts);
/* Every key of the row that is called monotone, and whose number changes the pair, has a case. */
void family_check_monotone(const family_facts *facts);

/* There is at least one. */
void family_check_statements(const family_facts *facts);

/* Was a constructor refused, with an error that begins with `word`, a reason and what is allowed? */
void family_check_refused(pld_status status, const pld_mechanism *untouched, const pld_error *error, const char *word);

/* The tests of `facts`, which must be a static family_facts of the file: functions, and their lines of a CU_TestInfo[]. */
#define FAMILY_TEST_FUNCTIONS            \
    static void test_texts(void) {       \
        family_check_texts(&facts);      \
    }                                    \
    static void test_standings(void) {   \
        family_check_standings(&facts);  \
    }                                    \
    static void test_groups(void) {      \
        family_check_groups(&facts);     \
    }                                    \
    static void test_replaced(void) {    \
        family_check_replaced(&facts);   \
    }                                    \
    static void test_monotone(void) {    \
        family_check_monotone(&facts);   \
    }                                    \
    static void test_statements(void) {  \
        family_check_statements(&facts); \
    }
/* clang-format off */
#define FAMILY_TESTS {"texts", test_texts}, {"standings", test_standings}, {"groups", test_groups}, {"replaced", test_replaced}, \
    {"monotone", test_monotone}, {"statements", test_statements}
/* clang-format on */

#endif
