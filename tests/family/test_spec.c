/* Tests of src/family/spec.c and its table of families. */
#include "base/base.h"
#include "family/spec.h"

#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static void test_counts(void) {
    static const struct {
        const char *spec;
        uint64_t count;
    } cases[] = {
        {"gaussian:sigma=1", 1},
        {"gaussian:sigma=1@1", 1},
        {"gaussian:sigma=1@16384", 16384},
        {"gaussian:sigma=1@1e6", 1000000},
        {"gaussian:sigma=1@1e15", UINT64_C(1000000000000000)},
        {"gaussian:sigma=1@6/2", 3},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld_mechanism *mechanism = NULL;
        uint64_t count = 0;
        CU_ASSERT_EQUAL(pld_mechanism_parse(cases[i].spec, &mechanism, &count, NULL), PLD_OK);
        CU_ASSERT_EQUAL(count, cases[i].count);
        pld_mechanism_free(mechanism);
    }
}

/* The resolved text of a spec, "refused" if it is not accepted. */
static const char *resolved(const char *spec) {
    static char text[1024];
    pld_mechanism *mechanism = NULL;
    uint64_t count = 0;
    pld_error error = {.message = ""};
    snprintf(text, sizeof text, "refused");
    if (pld_mechanism_parse(spec, &mechanism, &count, &error) == PLD_OK) {
        snprintf(text, sizeof text, "%s", pld_mechanism_resolved(mechanism));
    } else {
        printf("%s: %s\n", spec, error.message);
    }
    pld_mechanism_free(mechanism);
    return text;
}

/* Each pair of specs means the same mechanism. */
static void test_same(void) {
    static const char *const cases[][2] = {
        {"gaussian:sigma=2", "gaussian:sensitivity=1,sigma=2"},
        {"gaussian:sigma=2", "gaussian:sigma=4/2@7"},
        {"gaussian:sigma=0.5", "gaussian:sigma=5e-1"},
        {"poisson-gaussian:q=256/60000,sigma=1", "poisson-gaussian:sigma=1,q=256/60000,k=1"},
        {"poisson-gaussian:q=0.1,sigma=1,k=3", "poisson-gaussian:q=0.1,sigma=1,removed=3"},
        {"poisson-gaussian:q=0.1,sigma=1,k=3", "poisson-gaussian:q=0.1,sigma=1,removed=3,added=0"},
        {"poisson-gaussian:q=0.1,sigma=1,added=3", "poisson-gaussian:q=0.1,sigma=1,removed=0,added=3"},
        {"hypergeometric-gaussian:N=60000,B=256,k=3,sigma=1",
         "hypergeometric-gaussian:k=3,B=256,N=6e4,sigma=1,shift=1,sensitivity=1"},
        {"mixture-gaussian:sigma=1,pw=0.5:0.5,pm=0:1,qw=1,qm=0", "mixture-gaussian:qm=0,qw=1,pm=0:1,pw=1/2:1/2,sigma=1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char first[1024];
        snprintf(first, sizeof first, "%s", resolved(cases[i][0]));
        CU_ASSERT_STRING_NOT_EQUAL(first, "refused");
        CU_ASSERT_STRING_EQUAL(first, resolved(cases[i][1]));
    }
}

/* Different specs must not end as the same mechanism. */
static void test_different(void) {
    static const char *const cases[][2] = {
        {"gaussian:sigma=2", "gaussian:sigma=2,sensitivity=2"},
        {"poisson-gaussian:q=0.1,sigma=2", "poisson-gaussian:q=0.2,sigma=2"},
        {"poisson-gaussian:q=0.1,sigma=1,removed=1,added=2", "poisson-gaussian:q=0.1,sigma=1,removed=2,added=1"},
        {"hypergeometric-gaussian:N=600,B=20,k=3,sigma=1", "hypergeometric-gaussian:N=600,B=20,k=3,sigma=1,shift=2"},
        {"hypergeometric-gaussian:N=600,B=20,k=3,sigma=1", "hypergeometric-gaussian:N=600,B=3,k=20,sigma=1"},
        {"mixture-gaussian:sigma=1,pw=0.4:0.6,pm=0:1,qw=1,qm=0", "mixture-gaussian:sigma=1,pw=0.6:0.4,pm=0:1,qw=1,qm=0"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char first[1024];
        snprintf(first, sizeof first, "%s", resolved(cases[i][0]));
        CU_ASSERT_STRING_NOT_EQUAL(first, resolved(cases[i][1]));
    }
}

typedef struct refusal {
    const char *spec;
    const char *word;    /* the error's word */
    const char *message; /* must be in its message */
} refusal;

static void expect_refusals(const refusal *cases, size_t case_count) {
    for (size_t i = 0; i < case_count; i++) {
        pld_mechanism *mechanism = NULL;
        uint64_t count = 77;
        pld_error error = {.message = ""};
        bool good = pld_mechanism_parse(cases[i].spec, &mechanism, &count, &error) == PLD_ERROR_ARGUMENT && mechanism == NULL &&
                    count == 77 && strcmp(error.word, cases[i].word) == 0 && strstr(error.message, cases[i].message) != NULL;
        if (!good) {
            printf("%s: word '%s', message '%s'\n", cases[i].spec, error.word, error.message);
        }
        CU_ASSERT_TRUE(good);
        CU_ASSERT_EQUAL(pld_mechanism_parse(cases[i].spec, &mechanism, &count, NULL), PLD_ERROR_ARGUMENT);
    }
}

static void test_bad_names(void) {
    static const refusal cases[] = {
        {"", "", "no name"},
        {"@5", "@5", "no name"},
        {":sigma=1", ":sigma=1", "no name"},
        {"gausian:sigma=1", "gausian", "did you mean 'gaussian'?"},
        {"Gaussian:sigma=1", "Gaussian", "did you mean 'gaussian'?"},
        {"nonsense:sigma=1", "nonsense", "no mechanism 'nonsense'"},
        {" gaussian:sigma=1", " gaussian", "no mechanism ' gaussian'"},
        {"gaussian,sigma=1", "gaussian,sigma=1", "no mechanism"},
    };
    expect_refusals(cases, COUNT_OF(cases));
}

static void test_bad_keys(void) {
    static const refusal cases[] = {
        {"gaussian", "sigma", "needs the key 'sigma'"},
        {"gaussian@5", "sigma", "needs the key 'sigma'"},
        {"gaussian:", "gaussian:", "empty place"},
        {"gaussian:sigma=1,", "gaussian:sigma=1,", "empty place"},
        {"gaussian:,sigma=1", "gaussian:,sigma=1", "empty place"},
        {"gaussian:sensitivity=1", "sigma", "needs the key 'sigma'"},
        {"gaussian:sgima=1", "sgima", "did you mean 'sigma'?"},
        {"gaussian:x=1", "x", "has no key 'x'"},
        {"gaussian:sigma", "sigma", "no '='"},
        {"gaussian:1", "1", "no '='"},
        {"gaussian:=1", "=1", "no key before"},
        {"gaussian:sigma=", "sigma=", "no value"},
        {"gaussian:sigma=1,sigma=2", "sigma=2", "twice"},
        {"gaussian:sigma=1, sensitivity=2", " sensitivity", "did you mean 'sensitivity'?"},
        {"poisson-gaussian:sigma=1", "q", "needs the key 'q'"},
        {"poisson-gaussian:q=0.1,sigma=1,k=1,removed=1", "k", "together with removed"},
        {"poisson-gaussian:q=0.1,sigma=1,added=1,k=1", "k", "together with added"},
        {"hypergeometric-gaussian:n=600,B=20,k=3,sigma=1", "n", "did you mean 'N'?"},
    };
    expect_refusals(cases, COUNT_OF(cases));
}

static void test_bad_values(void) {
    static const refusal cases[] = {
        {"gaussian:sigma=abc", "sigma=abc", "sigma of gaussian: 'abc' is not a number"},
        {"gaussian:sigma=1x", "sigma=1x", "'1x' is not a number"},
        {"gaussian:sigma=1 ", "sigma=1 ", "is not a number"},
        {"gaussian:sigma==1", "sigma==1", "'=1' is not a number"},
        {"gaussian:sigma=nan", "sigma=nan", "is not a number"},
        {"gaussian:sigma=inf", "sigma=inf", "is not a number"},
        {"gaussian:sigma=0x1", "sigma=0x1", "is not a number"},
        {"gaussian:sigma=1e999", "sigma=1e999", "too large"},
        {"gaussian:sigma=1/0", "sigma=1/0", "divides by zero"},
        {"gaussian:sigma=1:2", "sigma=1:2", "is not a number"},
        {"gaussian:sigma=1@5@6", "sigma=1@5", "is not a number"},
        {"poisson-gaussian:q=0.1,sigma=1,k=1.5", "k=1.5", "whole number"},
        {"poisson-gaussian:q=0.1,sigma=1,k=-1", "k=-1", "whole number"},
        {"hypergeometric-gaussian:N=1e30,B=20,k=3,sigma=1", "N=1e30", "whole number"},
        {"mixture-gaussian:sigma=1,pw=0.5:,pm=0:1,qw=1,qm=0", "pw=0.5:", "'' is not a number"},
        {"mixture-gaussian:sigma=1,pw=0.5:x,pm=0:1,qw=1,qm=0", "pw=0.5:x", "'x' is not a number"},
        {"mixture-gaussian:sigma=1,pw=0.5:0.5,pm=0,qw=1,qm=0", "pm", "pm has 1 number, but pw has 2"},
        {"mixture-gaussian:sigma=1,pw=1,pm=1,qw=1,qm=0:1:2", "qm", "qm has 3 numbers, but qw has 1"},
    };
    expect_refusals(cases, COUNT_OF(cases));
}

static void test_bad_counts(void) {
    static const refusal cases[] = {
        {"gaussian:sigma=1@", "@", "the count '@'"},        {"gaussian:sigma=1@0", "@0", "the count '@0'"},
        {"gaussian:sigma=1@-1", "@-1", "the count '@-1'"},  {"gaussian:sigma=1@1.5", "@1.5", "the count '@1.5'"},
        {"gaussian:sigma=1@1e30", "@1e30", "whole number"}, {"gaussian:sigma=1@x", "@x", "whole number"},
        {"gaussian:sigma=1@1/2", "@1/2", "whole number"},   {"gaussian:sigma=1@ 5", "@ 5", "whole number"},
        {"gaussian:sigma=1@5 ", "@5 ", "whole number"},     {"gaussian@2,sigma=1", "@2,sigma=1", "whole number"},
        {"gaussian:sigma=1@nan", "@nan", "whole number"},
    };
    expect_refusals(cases, COUNT_OF(cases));
}

/* What the constructors refuse comes through with their words. */
static void test_ranges(void) {
    static const char *const cases[] = {
        "gaussian:sigma=-1",
        "gaussian:sigma=0,sensitivity=-1",
        "poisson-gaussian:q=1.5,sigma=0",
        "mixture-gaussian:sigma=0,pw=1,pm=1,qw=1,qm=0",
        "gaussian:sigma=1,sensitivity=-1",
        "poisson-gaussian:q=1.5,sigma=1",
        "poisson-gaussian:q=-0.1,sigma=1",
        "hypergeometric-gaussian:N=10,B=20,k=1,sigma=1",
        "hypergeometric-gaussian:N=10,B=5,k=11,sigma=1",
        "mixture-gaussian:sigma=1,pw=0.5:0.4,pm=0:1,qw=1,qm=0",
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld_mechanism *mechanism = NULL;
        uint64_t count = 0;
        pld_error error = {.message = ""};
        CU_ASSERT_EQUAL(pld_mechanism_parse(cases[i], &mechanism, &count, &error), PLD_ERROR_ARGUMENT);
        CU_ASSERT_PTR_NULL(mechanism);
        CU_ASSERT_TRUE(error.word[0] != '\0' && error.message[0] != '\0');
    }
}

/* Without noise nothing is promised, whatever the family; other numbers than 0 keep their noise. */
static void test_no_noise(void) {
    static const char *const cases[] = {"gaussian:sigma=0",
                                        "laplace:b=0",
                                        "laplace:b=-0",
                                        "discrete-gaussian:sigma=0",
                                        "noisy-vote:b=0",
                                        "poisson-gaussian:q=0.1,sigma=0",
                                        "dp-sgd:N=10,batch=2,epochs=1,sigma=0",
                                        "poisson:q=0.1,of=laplace,b=0"};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        CU_ASSERT_STRING_EQUAL(resolved(cases[i]), "approx-dp:epsilon=0,delta=1");
    }
    CU_ASSERT_STRING_EQUAL(resolved("gaussian:sigma=1e-70"), "gaussian:sigma=1e-70,sensitivity=1");
    CU_ASSERT_STRING_EQUAL(resolved("randomized-response:epsilon=3,k=1"), "randomized-response:epsilon=0,k=2");
}

/* Words far longer than an error holds are cut, not written beyond it. */
static void test_long_words(void) {
    static const char *const forms[] = {"%s",
                                        "%s:sigma=1",
                                        "gaussian:%s=1",
                                        "gaussian:sigma=%s",
                                        "gaussian:%s",
                                        "gaussian:sigma=1@%s",
                                        "mixture-gaussian:sigma=1,pw=%s,pm=0,qw=1,qm=0"};
    char word[3000], spec[4000];
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    for (size_t i = 0; i < COUNT_OF(forms); i++) {
        pld_mechanism *mechanism = NULL;
        uint64_t count = 0;
        pld_error error = {.message = ""};
        const char *place = strstr(forms[i], "%s");
        snprintf(spec, sizeof spec, "%.*s%s%s", (int)(place - forms[i]), forms[i], word, place + 2);
        CU_ASSERT_EQUAL(pld_mechanism_parse(spec, &mechanism, &count, &error), PLD_ERROR_ARGUMENT);
        CU_ASSERT_TRUE(strlen(error.word) == sizeof error.word - 1);
    }
}

static void test_null(void) {
    pld_mechanism *mechanism = NULL;
    uint64_t count = 0;
    CU_ASSERT_EQUAL(pld_mechanism_parse(NULL, &mechanism, &count, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_parse("gaussian:sigma=1", NULL, &count, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_parse("gaussian:sigma=1", &mechanism, NULL, NULL), PLD_ERROR_ARGUMENT);
}

/* Random damage to good specs: whatever comes out, no crash, and a failure always says why. */
static void test_damaged(void) {
    static const char *const good[] = {"poisson-gaussian:q=256/60000,sigma=1@16384",
                                       "mixture-gaussian:sigma=1,pw=1/2:1/2,pm=0:1,qw=1,qm=0@3",
                                       "hypergeometric-gaussian:N=600,B=20,k=3,sigma=1,shift=2@1e3"};
    static const char letters[] = ":=,@/.-+e019xqk \xff";
    unsigned seed = 20240613;
    printf("[seed %u] ", seed);
    srand(seed);
    for (int i = 0; i < 20000; i++) {
        char spec[128];
        snprintf(spec, sizeof spec, "%s", good[(size_t)rand() % COUNT_OF(good)]);
        for (int change = rand() % 3; change >= 0; change--) {
            size_t place = (size_t)rand() % strlen(spec);
            if (rand() % 2) {
                spec[place] = letters[(size_t)rand() % (sizeof letters - 1)];
            } else if (strlen(spec) > 1) {
                memmove(spec + place, spec + place + 1, strlen(spec + place));
            }
        }
        pld_mechanism *mechanism = NULL;
        uint64_t count = 0;
        pld_error error = {.message = ""};
        pld_status status = pld_mechanism_parse(spec, &mechanism, &count, &error);
        CU_ASSERT_TRUE(status == PLD_OK ? mechanism != NULL && count >= 1
                                        : status == PLD_ERROR_ARGUMENT && mechanism == NULL && error.message[0] != '\0');
        pld_mechanism_free(mechanism);
    }
}

/* Two outcomes, for the path "good" alone. */
static pld_status read_masses(const char *path, const char *p_name, const char *q_name, double **p, double **q, size_t *count,
                              pld_error *error) {
    CU_ASSERT_STRING_EQUAL(p_name, "P");
    CU_ASSERT_STRING_EQUAL(q_name, "other");
    if (strcmp(path, "good") != 0) {
        return pld__error_argument(error, path, "", "there is no '%s'", path);
    }
    *p = pld__allocate(2, sizeof **p);
    *q = pld__allocate(2, sizeof **q);
    (*p)[0] = (*q)[1] = 0.25;
    (*p)[1] = (*q)[0] = 0.75;
    *count = 2;
    return PLD_OK;
}

/* Files come from the reader that the caller brings; the library has none. */
static void test_array(void) {
    static const char *const specs[][2] = {
        {"array:file=good,Q=other@7", "array:file=good,P=P,Q=other,normalise=0"},
        {"poisson:q=0.5,of=array,normalise=1,file=good,Q=other@7", "poisson:q=0.5,of=array,file=good,P=P,Q=other,normalise=1"}};
    pld_mechanism *mechanism = NULL;
    uint64_t count = 0;
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        CU_ASSERT_EQUAL_FATAL(pld__mechanism_parse(specs[i][0], read_masses, &mechanism, &count, NULL), PLD_OK);
        CU_ASSERT_STRING_EQUAL(pld_mechanism_resolved(mechanism), specs[i][1]);
        CU_ASSERT_DOUBLE_EQUAL(pld_mechanism_loss_supremum(mechanism, PLD_REMOVE), i == 0 ? log(3) : log(2), 1e-15);
        CU_ASSERT_EQUAL(count, 7);
        pld_mechanism_free(mechanism);
        mechanism = NULL;
    }
    pld_error error = {.message = ""};
    CU_ASSERT_EQUAL(pld__mechanism_parse("array:file=bad,Q=other", read_masses, &mechanism, &count, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_STRING_EQUAL(error.message, "there is no 'bad'");
    CU_ASSERT_EQUAL(pld__mechanism_parse("array:Q=other", read_masses, &mechanism, &count, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_parse("array:file=good,Q=other", &mechanism, &count, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_PTR_NULL(mechanism);
}

/* The table itself: every example parses, every family has its texts and not too many keys. */
static void test_table(void) {
    const pld__family *family = NULL;
    size_t families = 0;
    for (; (family = pld__family_at(families)) != NULL; families++) {
        CU_ASSERT_TRUE(family->key_count > 0 && family->key_count <= PLD__KEYS_MOST);
        CU_ASSERT_PTR_EQUAL(pld__family_find(family->name, NULL), family);
        if (family != &pld__family_array) { /* which needs a file, and so a reader */
            CU_ASSERT_STRING_NOT_EQUAL(resolved(family->example), "refused");
        }
        CU_ASSERT_TRUE(family->adjacency != NULL && family->remark != NULL && family->reference != NULL);
        for (size_t i = 0; i < family->key_count; i++) {
            CU_ASSERT_PTR_NOT_NULL(family->keys[i].name);
            CU_ASSERT_PTR_NOT_NULL(family->keys[i].meaning);
        }
    }
    CU_ASSERT_TRUE(families >= 4);
    CU_ASSERT_PTR_NULL(pld__family_find("nonsense", NULL));
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"counts", test_counts},         {"same", test_same},         {"different", test_different},
        {"bad names", test_bad_names},   {"bad keys", test_bad_keys}, {"bad values", test_bad_values},
        {"bad counts", test_bad_counts}, {"ranges", test_ranges},     {"long words", test_long_words},
        {"no text", test_null},          {"damaged", test_damaged},   {"array", test_array},
        {"no noise", test_no_noise},     {"table", test_table},       CU_TEST_INFO_NULL,
    };
    CU_SuiteInfo suites[] = {{"spec", NULL, NULL, NULL, NULL, tests}, CU_SUITE_INFO_NULL};
    if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS) {
        return 1;
    }
    CU_basic_run_tests();
    bool good = CU_get_number_of_tests_run() > 0 && CU_get_number_of_failures() == 0;
    CU_cleanup_registry();
    return good ? 0 : 1;
}
