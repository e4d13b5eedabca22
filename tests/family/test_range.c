/* Tests of src/family/range.c: what may be solved for is a number, in a range that makes sense, and is listed. */
#include "family/family.h"
#include "support/suite.h"

#include <string.h>

static void test_ranges(void) {
    const pld__family *family = NULL;
    char names[512];
    pld__range_names(names, sizeof names);
    for (size_t i = 0; (family = pld__family_at(i)) != NULL; i++)
        for (size_t j = 0; j < family->key_count; j++) {
            const pld__key *key = &family->keys[j];
            const pld__key_range *range = key->range;
            if (!range)
                continue;
            CHECK(key->kind == PLD__KEY_NUMBER || key->kind == PLD__KEY_WHOLE, "%s of %s is no number", key->name, family->name);
            CHECK(range->low < range->high && range->start >= range->low && range->start <= range->high &&
                      (range->sign == 1 || range->sign == -1),
                  "%s of %s", key->name, family->name);
            CHECK(strstr(names, key->name), "%s is not in '%s'", key->name, names);
        }
}

/* The order is what users see. */
static void test_names(void) {
    char names[512], cut[8];
    pld__range_names(names, sizeof names);
    CU_ASSERT_STRING_EQUAL(
        names, "sigma, b, q, k, N, B, batch, epochs, steps, sensitivity, shift, removed, added, epsilon, delta, t, repeat");
    pld__range_names(cut, sizeof cut);
    CU_ASSERT_STRING_EQUAL(cut, "sigma, ");
}

int main(void) {
    CU_TestInfo tests[] = {{"ranges", test_ranges}, {"names", test_names}, CU_TEST_INFO_NULL};
    return suite_run("family/range", tests);
}
