/* Tests of src/statement/markup.c: what each format needs escaped, and formulas. */
#include "statement/markup.h"

#include "base/base.h"
#include "support/suite.h"

#include <stdio.h>
#include <string.h>

typedef enum part { TEXT, CODE, SAY } part;

/* What one piece becomes; "failed" without memory. */
static const char *made(pld_statement_format format, part kind, const char *text) {
    static char copy[4096];
    pld__markup markup = {.format = format};
    switch (kind) {
    case TEXT:
        pld__markup_text(&markup, text);
        break;
    case CODE:
        pld__markup_code(&markup, text);
        break;
    case SAY:
        pld__markup_say(&markup, "%s", text);
        break;
    }
    snprintf(copy, sizeof copy, "%s", markup.failed ? "failed" : markup.text ? markup.text : "");
    pld__free(markup.text);
    return copy;
}

typedef struct expectation {
    part kind;
    const char *text, *plain, *markdown, *latex;
} expectation;

static void test_formats(void) {
    static const expectation cases[] = {
        {TEXT, "", "", "", ""},
        {TEXT, "plain words, 5.", "plain words, 5.", "plain words, 5.", "plain words, 5."},
        {TEXT, "50% of a_b & #1", "50% of a_b & #1", "50% of a\\_b \\& \\#1", "50\\% of a\\_b \\& \\#1"},
        {TEXT, "\\x{y}$z$", "\\x{y}$z$", "\\\\x{y}\\$z\\$", "\\textbackslash{}x\\{y\\}\\$z\\$"},
        {TEXT, "<a>*b*[c]`d`|e|", "<a>*b*[c]`d`|e|", "\\<a\\>\\*b\\*\\[c\\]\\`d\\`\\|e\\|",
         "\\textless{}a\\textgreater{}*b*[c]`d`\\textbar{}e\\textbar{}"},
        {TEXT, "~^", "~^", "\\~^", "\\textasciitilde{}\\textasciicircum{}"},
        {TEXT, "\xc3\xa9t\xc3\xa9", "\xc3\xa9t\xc3\xa9", "\xc3\xa9t\xc3\xa9", "\xc3\xa9t\xc3\xa9"},
        {CODE, "pld --a b_c", "pld --a b_c", "`pld --a b_c`", "\\texttt{pld -{}-{}a b\\_c}"},
        {CODE, "a,b 'c'", "a,b 'c'", "`a,b 'c'`", "\\texttt{a,\\allowbreak{}b \\textquotesingle{}c\\textquotesingle{}}"},
        {CODE, "a `b` ``c`", "a `b` ``c`", "``` a `b` ``c` ```", "\\texttt{a `b` ``c`}"},
        {SAY, "with $epsilon = 2.5$, a_b", "with epsilon = 2.5, a_b", "with \xce\xb5 = 2.5, a\\_b",
         "with $\\varepsilon = 2.5$, a\\_b"},
        {SAY, "$1 <= epsilon <= 2$", "1 <= epsilon <= 2", "1 \xe2\x89\xa4 \xce\xb5 \xe2\x89\xa4 2",
         "$1 \\le \\varepsilon \\le 2$"},
        {SAY, "$delta = 1e-5$", "delta = 1e-5", "\xce\xb4 = 1e-5", "$\\delta = 10^{-5}$"},
        {SAY, "$delta = 1.2e-05$", "delta = 1.2e-05", "\xce\xb4 = 1.2e-05", "$\\delta = 1.2\\times 10^{-5}$"},
        {SAY, "$2.5E+10$ and $10e0$", "2.5E+10 and 10e0", "2.5E+10 and 10e0", "$2.5\\times 10^{10}$ and $10\\times 10^{0}$"},
        {SAY, "$delta = 1/48000$", "delta = 1/48000", "\xce\xb4 = 1/48000", "$\\delta = 1/48000$"},
        {SAY, "$q = 1e-3/7e2$", "q = 1e-3/7e2", "q = 1e-3/7e2", "$q = 10^{-3}/7\\times 10^{2}$"},
        {SAY, "$sigma C$, $3$", "sigma C, 3", "\xcf\x83 C, 3", "$\\sigma C$, $3$"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *const expected[] = {cases[i].plain, cases[i].markdown, cases[i].latex};
        for (int format = PLD_STATEMENT_TEXT; format <= PLD_STATEMENT_LATEX; format++) {
            const char *found = made((pld_statement_format)format, cases[i].kind, cases[i].text);
            CHECK(strcmp(found, expected[format]) == 0, "%s as format %d: %s, not %s", cases[i].text, format, found,
                  expected[format]);
        }
    }
}

static void test_sentences(void) {
    pld__markup text = {.format = PLD_STATEMENT_TEXT}, latex = {.format = PLD_STATEMENT_LATEX};
    pld__markup_say(&text, "One");
    pld__markup_stop(&text, "One");
    pld__markup_next(&text);
    pld__markup_say(&text, "Two!");
    pld__markup_stop(&text, "Two!");
    CU_ASSERT_STRING_EQUAL(text.text, "One. Two!");
    pld__markup_say(&latex, "One.");
    pld__markup_next(&latex);
    pld__markup_say(&latex, "Two");
    CU_ASSERT_STRING_EQUAL(latex.text, "One.\nTwo");
    pld__free(text.text);
    pld__free(latex.text);
}

/* However long, nothing is lost. */
static void test_long(void) {
    pld__markup markup = {.format = PLD_STATEMENT_LATEX};
    for (int i = 0; i < 10000; i++) {
        pld__markup_text(&markup, "a%");
    }
    CU_ASSERT_FALSE(markup.failed);
    CU_ASSERT_EQUAL(strlen(markup.text), 30000);
    CU_ASSERT_STRING_EQUAL(markup.text + 29997, "a\\%");
    pld__free(markup.text);
}

int main(void) {
    CU_TestInfo tests[] = {
        {"formats", test_formats}, {"sentences", test_sentences}, {"long texts", test_long}, CU_TEST_INFO_NULL};
    return suite_run("statement/markup", tests);
}
