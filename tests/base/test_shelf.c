/* Tests of src/base/shelf.c: things are those of their keys, made once while there is room, and given back before they go. */
#include "base/shelf.h"

#include "base/base.h"
#include "base/workers.h"
#include "support/suite.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int made, there;

typedef struct {
    int *value;
} thing;

static pld_status make(const void *context, void *place) {
    thing *one = place;
    const int *key = context;
    CU_ASSERT_PTR_NULL(one->value);
    one->value = pld__allocate(1, sizeof *one->value);
    if (!one->value)
        return PLD_ERROR_MEMORY;
    there++;
    made++;
    *one->value = 3 * *key;
    return *key == -1 ? PLD_ERROR_STOPPED : PLD_OK;
}

static void empty(void *place) {
    thing *one = place;
    there -= one->value != NULL;
    pld__free(one->value);
}

static size_t bytes(const void *place) {
    (void)place;
    return 1000;
}

static const pld__shelf_kind KIND = {sizeof(thing), make, empty, bytes}, OTHER = {sizeof(thing), make, empty, bytes};

static const thing *take(pld__shelf *shelf, const pld__shelf_kind *kind, int key) {
    const void *found = NULL;
    CU_ASSERT_EQUAL_FATAL(pld__shelf_take(shelf, kind, &key, sizeof key, &key, &found), PLD_OK);
    const thing *one = found;
    CU_ASSERT_EQUAL(*one->value, 3 * key);
    return one;
}

static void test_found_again(void) {
    pld__shelf *shelf = pld__shelf_create(1 << 20);
    made = 0;
    for (int round = 0; round < 3; round++)
        for (int key = 0; key < 5; key++)
            pld__shelf_return(shelf, take(shelf, &KIND, key));
    CU_ASSERT_EQUAL(made, 5);
    pld__shelf_return(shelf, take(shelf, &OTHER, 0)); /* the same key of another kind */
    CU_ASSERT_EQUAL(made, 6);
    int key = -1;
    const void *nothing = &key;
    CU_ASSERT_EQUAL(pld__shelf_take(shelf, &KIND, &key, sizeof key, &key, &nothing), PLD_ERROR_STOPPED);
    CU_ASSERT_PTR_EQUAL(nothing, &key);
    pld__shelf_return(shelf, NULL);
    pld__shelf_free(shelf);
    CU_ASSERT_EQUAL(there, 0);
}

/* What is taken stays, whatever comes after it. */
static void test_forgotten(void) {
    pld__shelf *shelf = pld__shelf_create(10000);
    const thing *kept = take(shelf, &KIND, 1000);
    made = 0;
    for (int key = 0; key < 100; key++)
        pld__shelf_return(shelf, take(shelf, &KIND, key));
    CU_ASSERT_EQUAL(made, 100);
    CU_ASSERT(there <= 12);
    CU_ASSERT_EQUAL(*kept->value, 3000);
    CU_ASSERT_PTR_EQUAL(take(shelf, &KIND, 1000), kept);
    pld__shelf_return(shelf, kept);
    pld__shelf_return(shelf, kept);
    pld__shelf_free(shelf);
    CU_ASSERT_EQUAL(there, 0);
}

static void test_without_a_shelf(void) {
    made = 0;
    for (int round = 0; round < 3; round++)
        pld__shelf_return(NULL, take(NULL, &KIND, 7));
    CU_ASSERT_EQUAL(made, 3);
    CU_ASSERT_EQUAL(there, 0);
    pld__shelf_free(NULL);
}

static void take_one(void *context, size_t i) {
    pld__shelf_return(context, take(context, &KIND, 20 + (int)(i % 7)));
}

static void test_threads(void) {
    pld__shelf *shelf = pld__shelf_create(6000);
    pld__parallel(4, 2000, take_one, shelf);
    pld__shelf_free(shelf);
    CU_ASSERT_EQUAL(there, 0);
}

int main(void) {
    CU_TestInfo tests[] = {{"found again", test_found_again},
                           {"forgotten", test_forgotten},
                           {"without a shelf", test_without_a_shelf},
                           {"threads", test_threads},
                           CU_TEST_INFO_NULL};
    return suite_run("base/shelf", tests);
}
