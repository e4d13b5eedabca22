/* Tests of src/base/plain.c, from the outside: a host program that writes decimal commas gets the same texts, files and answers.
 */
#include "base/base.h"
#include "base/decimal.h"
#include "base/number.h"
#include "store/masses.h"
#include "support/folder.h"
#include "support/specs.h"
#include "support/suite.h"

#include <locale.h>
#include <math.h>
#include <pld/pld.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REPORT_SIZE = 32768 };

/* --- a locale with a comma ------------------------------------------------------------------------------------------ */

/* Is it in force? Asked of printf itself. */
static bool writes_commas(void) {
    char text[16];
    snprintf(text, sizeof text, "%.1f", 0.5);
    return strcmp(text, "0,5") == 0 && strtod("0,5", NULL) == 0.5;
}

/* A plain machine has none installed, but localedef of the C library makes one of nothing else than these lines. */
static bool make_locale(void) {
    static const char source[] = "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \".\"\ngrouping 3;3\nEND LC_NUMERIC\n";
    char here[512];
    bool made = folder_write("comma.src", source, strlen(source)) && getcwd(here, sizeof here) &&
                setenv("LOCPATH", here, 1) == 0 && system("localedef -c -i ./comma.src ./comma >localedef.log 2>&1") != -1 &&
                setlocale(LC_NUMERIC, "comma") && writes_commas();
    return system("rm -rf ./comma") == 0 && made; /* it has been read */
}

static bool enter_locale(void) {
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8", "ru_RU.UTF-8"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (setlocale(LC_ALL, names[i]) && writes_commas())
            return true;
    return make_locale();
}

/* --- everything the library says ------------------------------------------------------------------------------------ */

/* One long text. What is wrong is seen where two of them differ; `failures` counts what did not work at all. */
typedef struct {
    char *text;
    size_t length;
    int failures;
} report;

static void say(report *about, const char *what, const char *text) {
    int length = snprintf(about->text + about->length, REPORT_SIZE - about->length, "%s: %s\n", what, text);
    about->length += length > 0 ? (size_t)length : 0;
    CU_ASSERT_FATAL(about->length < REPORT_SIZE);
}

/* The bits, as no locale writes them otherwise. */
static void say_bits(report *about, const char *what, double value) {
    char text[32];
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    snprintf(text, sizeof text, "%016llx", (unsigned long long)bits);
    say(about, what, text);
}

static void say_numbers(report *about) {
    static const char *const words[] = {"0.01", "1e-5", "256/60000", "12.5/1.25", ".5e-3"};
    char text[PLD__DECIMAL_SIZE];
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        double value = NAN;
        about->failures += pld__number_parse(words[i], &value, NULL) != PLD_OK;
        say_bits(about, words[i], value);
        say(about, "shortest", pld__number_format(value).text);
        for (int rounding = PLD__ROUND_DOWN; rounding <= PLD__ROUND_UP; rounding++) {
            pld__decimal_fixed(value, 4, (pld__rounding)rounding, text);
            say(about, "fixed", text);
            pld__decimal_scientific(value, 4, (pld__rounding)rounding, text);
            say(about, "scientific", text);
            pld__decimal_exponential(-1234.5 * value, 4, (pld__rounding)rounding, text);
            say(about, "exponential", text);
        }
    }
}

static void say_specs(report *about) {
    static const char *const specs[] = {
        "gaussian:sigma=2.5",
        "poisson-gaussian:q=0.01,sigma=1.25@100",
        "dp-sgd:N=1000,batch=12,epochs=1.5,sigma=0.75",
        "hypergeometric-gaussian:N=100,B=7,k=2,sigma=1.5,shift=2",
        "mixture-gaussian:sigma=1.5,pw=0.25:0.75,pm=0:1.5,qw=1,qm=0",
        "laplace:b=0.75,sensitivity=1.5",
        "poisson:q=0.125,of=laplace,b=0.75",
        "randomized-response:epsilon=0.5",
        "discrete-gaussian:sigma=1.5",
        "discrete-laplace:b=1.5",
        "approx-dp:epsilon=0.5,delta=1e-7",
        "noisy-vote:b=2.5",
    };
    uint64_t count;
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        pld_mechanism *mechanism = NULL, *again = NULL;
        about->failures += pld_mechanism_parse(specs[i], &mechanism, &count, NULL) != PLD_OK;
        const char *resolved = mechanism ? pld_mechanism_resolved(mechanism) : "refused";
        say(about, specs[i], resolved);
        about->failures += pld_mechanism_parse(resolved, &again, &count, NULL) != PLD_OK; /* a spec is a spec */
        const char *note = mechanism ? pld_mechanism_note(mechanism) : NULL;
        say(about, "note", note ? note : "none");
        pld_mechanism_free(mechanism);
        pld_mechanism_free(again);
    }
    static const char *const wrong[] = {"gaussian:sigma=-2.5", "poisson-gaussian:q=1.5,sigma=1", "gaussian:sigma=0,5"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        pld_mechanism *mechanism = NULL;
        pld_error error = {.message = ""};
        about->failures += pld_mechanism_parse(wrong[i], &mechanism, &count, &error) != PLD_ERROR_ARGUMENT;
        say(about, wrong[i], error.message);
        say(about, error.word, error.allowed);
    }
}

static void say_calibration(report *about) {
    static const char *const specs[] = {"gaussian:sigma=solve", "laplace:b=solve@10", "poisson-gaussian:q=solve,sigma=2.5@10"};
    pld_options options = pld_options_default();
    pld_target target = {.kind = PLD_TARGET_EPSILON, .epsilon = 0.75, .log_delta = log(1e-5)};
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        pld_calibration found = {.value = NAN, .limit = NAN};
        pld_error error = {.message = ""};
        about->failures += pld_query_calibrate(specs[i], NULL, 0, &target, &options, NULL, NULL, &found, &error) != PLD_OK ||
                           !found.tolerance_met;
        say(about, specs[i], error.message);
        say_bits(about, "value", found.value);
        say_bits(about, "limit", found.limit);
        say_bits(about, "upper end", found.spent.upper);
        say_bits(about, "asked with", found.spent_tolerance);
        say(about, "reason", found.reason);
    }
}

static void say_statements(report *about) {
    pld_options options = pld_options_default();
    pld_step step;
    pld_mechanism *mechanism = spec_mechanism("dp-sgd:N=1000,batch=12,epochs=1.5,sigma=1.25", &step.count);
    step.mechanism = mechanism;
    for (int format = PLD_STATEMENT_TEXT; format <= PLD_STATEMENT_LATEX; format++) {
        pld_statement_question question = {
            .steps = &step, .step_count = 1, .delta = "1e-5", .format = (pld_statement_format)format};
        pld_statement *statement = NULL;
        about->failures += pld_statement_create(&question, &options, &statement, NULL) != PLD_OK;
        say(about, "statement", statement ? pld_statement_text(statement) : "none");
        pld_statement_free(statement);
    }
    pld_mechanism_free(mechanism);
}

static void say_baselines(report *about) {
    pld_options options = pld_options_default();
    pld_step step;
    pld_mechanism *mechanism = spec_mechanism("poisson-gaussian:q=0.5,sigma=0.5@10", &step.count);
    step.mechanism = mechanism;
    for (size_t i = 0; pld_baseline_at(i); i++) {
        pld_baseline_answer answer = {.epsilon = NAN};
        if (pld_baseline_evaluate(pld_baseline_at(i), &step, 1, log(1e-5), options.adjacency, &answer, NULL) == PLD_OK)
            say(about, pld_baseline_at(i)->name, answer.reason);
    }
    pld_mechanism_free(mechanism);
}

/* Masses from a table, and a series that goes into a file and comes back. */
static void say_files(report *about) {
    static const char table[] = "P,Q\n0.75,0.25\n0.25,0.75\n1e-310,0\n";
    double *p = NULL, *q = NULL;
    size_t count = 0;
    about->failures += !folder_write("masses.csv", table, strlen(table)) ||
                       pld__masses_read("masses.csv", "P", "Q", &p, &q, &count, NULL) != PLD_OK;
    for (size_t i = 0; i < count; i++) {
        say_bits(about, "P", p[i]);
        say_bits(about, "Q", q[i]);
    }
    pld__free(p);
    pld__free(q);
    pld_mechanism *mechanism = spec_mechanism("poisson-gaussian:q=0.01,sigma=1.25", NULL);
    double sigma = 1.25, epsilon = 0.5;
    pld_axis axis = {.name = "sigma", .units = "1", .long_name = "sigma", .count = 1, .values = &sigma};
    pld_column column = {.name = "epsilon_upper", .units = "1", .long_name = "epsilon", .values = &epsilon};
    pld_attribute attributes[] = {{.name = "mechanisms", .text = pld_mechanism_resolved(mechanism)},
                                  {.name = "ledger", .numbers = &epsilon, .count = 1}};
    pld_series series = {"k=1", &axis, 1, &column, 1, attributes, 2};
    pld_store *store = NULL;
    about->failures += pld_store_write("series.h5", &series, 1, PLD_STORE_REPLACE, NULL) != PLD_OK ||
                       pld_store_read("series.h5", &store, NULL) != PLD_OK;
    const pld_series *kept = store ? pld_store_find(store, "k=1") : NULL;
    about->failures += !kept || !pld_series_same(&series, kept);
    for (size_t i = 0; kept && i < kept->attribute_count; i++)
        if (kept->attributes[i].text && strcmp(kept->attributes[i].name, "created_utc") != 0)
            say(about, kept->attributes[i].name, kept->attributes[i].text);
    pld_store_free(store);
    pld_mechanism_free(mechanism);
}

static report everything(void) {
    report about = {.text = malloc(REPORT_SIZE)};
    CU_ASSERT_FATAL(about.text != NULL);
    say_numbers(&about);
    say_specs(&about);
    say_calibration(&about);
    say_statements(&about);
    say_baselines(&about);
    say_files(&about);
    return about;
}

/* --- tests ---------------------------------------------------------------------------------------------------------- */

static void check_same(const report *before, const report *now) {
    size_t line = 0;
    for (size_t i = 0; i < before->length && before->text[i] == now->text[i]; i++)
        line = before->text[i] == '\n' ? i + 1 : line;
    CHECK(strcmp(before->text, now->text) == 0, "with commas '%.*s' became '%.*s'", (int)strcspn(before->text + line, "\n"),
          before->text + line, (int)strcspn(now->text + line, "\n"), now->text + line);
    CHECK(before->failures == 0 && now->failures == 0, "%d failures with points, %d with commas", before->failures,
          now->failures);
}

/* The host's locale for the whole process: nothing differs, and it is left as it was. */
static void test_process(void) {
    report before = everything();
    CHECK(strstr(before.text, "q=0.01") != NULL, "no number was written");
    if (!enter_locale()) {
#ifdef __GLIBC__
        CU_FAIL("no locale with a decimal comma could be made");
#else
        puts("this C library makes no locale with a decimal comma: nothing to be tested");
#endif
    } else {
        report now = everything();
        check_same(&before, &now);
        CHECK(writes_commas(), "the locale of the host was changed");
        free(now.text);
    }
    setlocale(LC_ALL, "C");
    free(before.text);
}

static void *in_thread(void *context) {
    locale_t comma = context, own = uselocale(comma);
    static report now;
    now = everything();
    CHECK(uselocale((locale_t)0) == comma, "the locale of the thread was changed");
    uselocale(own);
    return &now;
}

/* The same of a thread that has a locale of its own. */
static void test_thread(void) {
    locale_t comma = (locale_t)0;
    if (enter_locale())
        comma = newlocale(LC_NUMERIC_MASK, setlocale(LC_NUMERIC, NULL), (locale_t)0);
    setlocale(LC_ALL, "C");
    if (!comma)
        return; /* the test above has said so */
    report before = everything();
    pthread_t thread;
    void *now = NULL;
    CU_ASSERT_FATAL(pthread_create(&thread, NULL, in_thread, comma) == 0 && pthread_join(thread, &now) == 0);
    check_same(&before, now);
    free(((report *)now)->text);
    free(before.text);
    freelocale(comma);
}

int main(void) {
    CU_TestInfo tests[] = {{"process", test_process}, {"thread", test_thread}, CU_TEST_INFO_NULL};
    if (!folder_enter())
        return 1;
    int status = suite_run("locale", tests);
    folder_leave();
    return status;
}
