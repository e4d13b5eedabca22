/* Tests of src/composition/history.c: what logs say is what is added, to the last bit, or nothing is. */
#include <pld/composition.h>

#include "support/folder.h"
#include "support/suite.h"
#include <CUnit/Basic.h>
#include <stdio.h>
#include <string.h>

static pld_composition *create(void) {
    pld_composition *made = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_composition_create(PLD_ADJACENCY_ADD_REMOVE, &made), PLD_OK);
    return made;
}

static void test_a_log_is_its_specs(void) {
    static const char *const logs[] = {
        "[[1.1, 0.01, 600], [1.1, 0.01, 400], [2, 0.5, 1e1]]",
        "{\"history\": [[1.1, 0.01, 1000], [2.0, 0.5, 10.0]], \"mechanism\": \"rdp\"}",
        "{\"privacy_accountant_state_dict\": {\"mechanism\": \"prv\", \"history\": [[1.1, 0.01, 1000], [2, 0.5, 10]]}}",
        "{\"events\": [{\"steps\": 1000, \"noise_multiplier\": \"11/10\", \"sample_rate\": \"1/100\"}, [2, 0.5, 10]]}",
        "{\"accountant\": {\"mechanisms\": [[\"poisson-gaussian:q=0.01,sigma=1.1\", 1000], "
        "\"poisson-gaussian:q=0.5,sigma=2@10\"]}}",
        "{\"events\": [[1.1, 0, 7], {\"mechanism\": \"poisson-gaussian:sigma=1.1,q=0.01\", \"count\": 1000}, [0, 0.1, 0], "
        "[2, 0.5, 10]]}"};
    for (size_t i = 0; i < sizeof logs / sizeof logs[0]; i++) {
        pld_error error = {.message = ""};
        pld_composition *run = create(), *read = create(), *plain = create();
        CU_ASSERT_EQUAL(pld_composition_parse_history(run, logs[i], &error), PLD_OK);
        CU_ASSERT_STRING_EQUAL(error.message, "");
        CU_ASSERT_TRUE(folder_write("history.json", logs[i], strlen(logs[i])));
        CU_ASSERT_EQUAL(pld_composition_add_history(read, "history.json", &error), PLD_OK);
        CU_ASSERT_EQUAL(pld_composition_add_spec(plain, "poisson-gaussian:q=0.01,sigma=1.1@1000", NULL), PLD_OK);
        CU_ASSERT_EQUAL(pld_composition_add_spec(plain, "poisson-gaussian:q=0.5,sigma=2@10", NULL), PLD_OK);
        size_t count = 0, read_count = 0, expected_count = 0;
        const pld_step *steps = pld_composition_steps(run, &count), *from_file = pld_composition_steps(read, &read_count),
                       *expected = pld_composition_steps(plain, &expected_count);
        CU_ASSERT_EQUAL_FATAL(count, expected_count);
        CU_ASSERT_EQUAL_FATAL(read_count, expected_count);
        for (size_t k = 0; k < count; k++) {
            const char *resolved = pld_mechanism_resolved(expected[k].mechanism);
            CU_ASSERT_STRING_EQUAL(pld_mechanism_resolved(steps[k].mechanism), resolved);
            CU_ASSERT_STRING_EQUAL(pld_mechanism_resolved(from_file[k].mechanism), resolved);
            CU_ASSERT_EQUAL(steps[k].count, expected[k].count);
        }
        pld_composition_free(run);
        pld_composition_free(read);
        pld_composition_free(plain);
    }
}

static void test_numbers_keep_their_last_bit(void) {
    pld_composition *run = create(), *plain = create();
    CU_ASSERT_EQUAL(pld_composition_parse_history(run, "[[1.1000000000000003, 0.30000000000000004, 3]]", NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_composition_add_spec(plain, "poisson-gaussian:q=0.30000000000000004,sigma=1.1000000000000003@3", NULL),
                    PLD_OK);
    size_t count = 0;
    CU_ASSERT_STRING_EQUAL(pld_mechanism_resolved(pld_composition_steps(run, &count)[0].mechanism),
                           pld_mechanism_resolved(pld_composition_steps(plain, &count)[0].mechanism));
    pld_composition_free(run);
    pld_composition_free(plain);
}

/* A log, and what the message about it must have in it. */
static void test_wrong_logs_add_nothing(void) {
    static const char *const wrong[][2] = {{"", "not JSON"},
                                           {"3", "not JSON"},
                                           {"{}", "no list of steps"},
                                           {"{\"history\": 3}", "no list of steps"},
                                           {"{\"history\": [], \"events\": []}", "or two"},
                                           {"[]", "no steps"},
                                           {"[[1, 0, 5]]", "no steps"},
                                           {"[[1, 0.1, 5], [0, 0.1, 5]]", "step 2: it has no noise"},
                                           {"[[1, 0.1, -5]]", "step 1: its count"},
                                           {"[[1, 0.1, 1.5]]", "step 1: its count"},
                                           {"[[1, 0.1, true]]", "step 1: its count"},
                                           {"[[-1, 0.1, 1]]", "step 1: the noise multiplier"},
                                           {"[[1, null, 1]]", "step 1: the sample rate"},
                                           {"[[1, 2, 1]]", "step 1: 'q=2'"},
                                           {"[[\"1,removed=3\", 0.1, 1]]", "step 1: the noise multiplier"},
                                           {"[[1, \"0.1@7\", 1]]", "step 1: the sample rate"},
                                           {"[[1, 0.1]]", "step 1: it is no step"},
                                           {"[[1, 0.1, 1, 1]]", "step 1: it is no step"},
                                           {"[7]", "step 1: it is no step"},
                                           {"[{\"mechanism\": \"laplace:b=1\", \"q\": 1}]", "step 1: its keys"},
                                           {"[[\"laplace:b=1@2\", 3]]", "two counts"},
                                           {"[\"laplace:c=1\"]", "step 1: "},
                                           {"{\"adjacency\": \"replace\", \"history\": [[1, 0.1, 1]]}", "adjacency 'replace'"},
                                           {"{\"adjacency\": 3, \"history\": [[1, 0.1, 1]]}", "adjacency"}};
    pld_composition *run = create();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        pld_error error = {.message = ""};
        CU_ASSERT_EQUAL(pld_composition_parse_history(run, wrong[i][0], &error), PLD_ERROR_ARGUMENT);
        if (strstr(error.message, wrong[i][1]) == NULL) {
            printf("%s: %s\n", wrong[i][0], error.message);
            CU_FAIL("another message");
        }
        CU_ASSERT_EQUAL(pld_composition_total(run), 0);
    }
    CU_ASSERT_EQUAL(pld_composition_add_history(run, "there-is-none.json", NULL), PLD_ERROR_FILE);
    pld_composition_free(run);
}

int main(void) {
    CU_TestInfo tests[] = {{"a log is its specs", test_a_log_is_its_specs},
                           {"numbers keep their last bit", test_numbers_keep_their_last_bit},
                           {"wrong logs add nothing", test_wrong_logs_add_nothing},
                           CU_TEST_INFO_NULL};
    if (!folder_enter()) {
        return 1;
    }
    int code = suite_run("composition/history", tests);
    folder_leave();
    return code;
}
