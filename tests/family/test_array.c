/* Tests of src/family/array.c: sums, deficits, sampling. */
#include "pair/sparse_support.h"

#include "family/family.h"
#include "support/statements.h"
#include <pld/query.h>
#include <string.h>

static pld_status create(size_t count, const double *p, const double *q, bool normalise, double rate, pld_mechanism **mechanism,
                         pld_error *error) {
    return pld_mechanism_create_array(count, p, q, normalise, rate, "array:file=x", mechanism, error);
}

/* Any order, zeros on either side. */
static void test_pair(void) {
    const double p[] = {0.25, 0, 0.5, 0.25}, q[] = {0.5, 0.125, 0.375, 0};
    for (int sampled = 0; sampled < 2; sampled++) {
        pld_mechanism *mechanism = NULL;
        discrete_pair pair = {.count = 4};
        for (int i = 0; i < 4; i++) {
            pair.p[i] = p[i];
            pair.q[i] = q[i];
        }
        double rate = sampled ? 0.3 : 1;
        discrete_sample(&pair, rate);
        CU_ASSERT_EQUAL_FATAL(create(4, p, q, false, rate, &mechanism, NULL), PLD_OK);
        check_shape("array", mechanism);
        check_single("array", mechanism, &pair, 0);
        CU_ASSERT(mechanism->dropped == 0 && pld_mechanism_note(mechanism) != NULL);
        CU_ASSERT_STRING_EQUAL(pld_mechanism_resolved(mechanism), "array:file=x");
        CU_ASSERT(mechanism->infinity[PLD_REMOVE] == (long double)rate * 0.25L);
        pld_mechanism_free(mechanism);
    }
}

/* A deficit within 1e-9 is left out of the lower law and at infinity in the upper one; more is an error with both sums in it. */
static void test_sums(void) {
    const double p[] = {0.5, 0.5}, close[] = {0.25, 0.75 - 5e-10}, above[] = {0.25, 0.75 + 5e-10}, far[] = {0.25, 0.5},
                 none[] = {0, 0};
    pld_mechanism *mechanism = NULL;
    pld_error error = {.message = ""};
    CU_ASSERT_EQUAL_FATAL(create(2, p, close, false, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT_DOUBLE_EQUAL((double)mechanism->dropped, 5e-10, 1e-15);
    CU_ASSERT(mechanism->loss_supremum == INFINITY);
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL_FATAL(create(2, p, above, false, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT(pld__sparse_of(mechanism)->rho >= 5e-10 && mechanism->dropped == 0);
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL(create(2, p, far, false, 1, &mechanism, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT(strstr(error.message, "P sums to 1 ") != NULL && strstr(error.message, "Q to 0.75") != NULL);
    CU_ASSERT_EQUAL(create(2, p, none, true, 1, &mechanism, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(create(0, p, p, false, 1, &mechanism, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL_FATAL(create(2, p, far, true, 1, &mechanism, NULL), PLD_OK);
    discrete_pair pair = {.count = 2, .p = {0.5L, 0.5L}, .q = {1 / 3.0L, 2 / 3.0L}};
    check_single("normalised", mechanism, &pair, 0);
    pld_mechanism_free(mechanism);
}

static void test_refusals(void) {
    const double good[] = {0.5, 0.5}, negative[] = {1.5, -0.5}, nan[] = {NAN, 0.5}, infinite[] = {INFINITY, 0};
    pld_mechanism *mechanism = NULL;
    pld_error error = {.message = ""};
    CU_ASSERT_EQUAL(create(2, negative, good, false, 1, &mechanism, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_STRING_EQUAL(error.message, "'P[1]=-0.5' is not a probability");
    CU_ASSERT_EQUAL(create(2, good, nan, false, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(create(2, infinite, good, true, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(create(2, good, good, false, -0.1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
}

/* Deficits widen the bracket on the side where that is safe. */
static void test_bracket(void) {
    const double p[] = {0.6, 0.4}, q[] = {0.4, 0.6 - 1e-10};
    pld_mechanism *mechanism = NULL;
    pld_options options = pld_options_default();
    pld_result result;
    CU_ASSERT_EQUAL_FATAL(create(2, p, q, false, 1, &mechanism, NULL), PLD_OK);
    pld_step step = {mechanism, 5};
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, -INFINITY, &options, &result, NULL), PLD_OK);
    CHECK(isinf(result.bracket.upper) && fabs(result.bracket.lower - 5 * log(1.5)) < 1e-8, "[%.12g, %.12g]", result.bracket.lower,
          result.bracket.upper);
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, log(1e-4), &options, &result, NULL), PLD_OK);
    CHECK(result.tolerance_met && result.bracket.upper < 5 * log(1.5), "[%.12g, %.12g]", result.bracket.lower,
          result.bracket.upper);
    pld_mechanism_free(mechanism);
}

/* A pair and nothing else: what it bounds is not known, nor that of more records, nor that of a replaced one. */
static void test_row(void) {
    const double p[] = {0.6, 0.4}, q[] = {0.4, 0.6};
    pld_mechanism *mechanism = NULL, *other = NULL;
    pld_error error = {.message = ""};
    CU_ASSERT_EQUAL_FATAL(create(2, p, q, false, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT_PTR_EQUAL(mechanism->traits.family, &pld__family_array);
    CU_ASSERT_PTR_EQUAL(pld__family_find("array", NULL), &pld__family_array);
    CU_ASSERT_EQUAL(pld__traits_standing(&mechanism->traits), PLD__STANDING_GIVEN);
    CU_ASSERT_EQUAL(pld_mechanism_create_group(mechanism, 2, &other, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "given as it is"));
    CU_ASSERT_EQUAL(pld_mechanism_create_replaced(mechanism, &other, &error), PLD_ERROR_ARGUMENT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "given as it is"));
    for (size_t i = 0; i < pld__family_array.key_count; i++)
        CU_ASSERT(!pld__family_array.keys[i].range && pld__family_array.keys[i].monotone == PLD__MONOTONE_UNKNOWN);
    pld_mechanism_free(mechanism);
}

static void test_statement(void) {
    static const statement_words words = {
        "array:file=masses.csv",
        "of the pair itself is certified",
        {"rovided that the pair that was given dominates what it stands for", "those that the pair was made for"},
        {UNCONDITIONAL, WORST, ADDED, REPLACED}};
    statement_check(&words);
}

int main(void) {
    CU_TestInfo tests[] = {{"pair", test_pair}, {"row", test_row},           {"statement", test_statement},
                           {"sums", test_sums}, {"refusals", test_refusals}, {"bracket", test_bracket},
                           CU_TEST_INFO_NULL};
    return suite_run("family/array", tests);
}
