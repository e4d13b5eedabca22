/* Tests of src/family/words.c: every family describes what it is for one and for many steps; no clause is cut. */
#include "family/words.h"

#include "family/spec.h"
#include "support/suite.h"

#include <stdio.h>
#include <string.h>

typedef struct heard {
    char text[4096];
    size_t codes;
} heard;

static void hear(void *to, const char *text) {
    heard *all = to;
    size_t length = strlen(all->text);
    CHECK(strlen(text) < 1000, "cut: %s", text);
    snprintf(all->text + length, sizeof all->text - length, "%s", text);
}

static void hear_code(void *to, const char *text) {
    ((heard *)to)->codes++;
    hear(to, text);
}

static size_t count_of(const char *text, char character) {
    size_t count = 0;
    for (; *text; text++)
        count += *text == character;
    return count;
}

static void test_descriptions(void) {
    const pld__family *family = NULL;
    for (size_t i = 0; (family = pld__family_at(i)) != NULL; i++) {
        pld_mechanism *mechanism = NULL;
        uint64_t count = 0;
        if (pld_mechanism_parse(family->example, &mechanism, &count, NULL) != PLD_OK)
            continue; /* it needs a file */
        for (int many = 0; many < 2; many++) {
            heard all = {.text = ""};
            const pld__words words = {hear, hear_code, &all};
            pld__family_of(&mechanism->traits)->describe(&words, mechanism, many ? 3 * count : 1);
            size_t length = strlen(all.text);
            CHECK(length > 20 && all.text[length - 1] != '.', "%s: '%s'", family->name, all.text);
            CHECK(count_of(all.text, '$') % 2 == 0, "%s: a formula does not end in '%s'", family->name, all.text);
            CHECK(strstr(all.text, many ? "times" : "once") || strstr(all.text, "$T = ") || strstr(all.text, " epoch") ||
                      strstr(all.text, " steps"),
                  "%s does not say how often: '%s'", family->name, all.text);
        }
        pld_mechanism_free(mechanism);
    }
}

static void test_say(void) {
    heard all = {.text = ""};
    const pld__words words = {hear, hear_code, &all};
    pld__words_times(&words, 1);
    pld__words_times(&words, 7);
    pld__words_steps(&words, 1);
    CU_ASSERT_STRING_EQUAL(all.text, ", once, 7 times, $T = 1$ step");
}

int main(void) {
    CU_TestInfo tests[] = {{"descriptions", test_descriptions}, {"clauses", test_say}, CU_TEST_INFO_NULL};
    return suite_run("family/words", tests);
}
