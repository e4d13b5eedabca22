/* Tests of src/base/memory.c: what is allocated is counted against a budget, by whichever thread, and no more is handed out. */
#include "base/base.h"
#include "base/budget.h"

#include "support/suite.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>

static size_t held(pld__budget *budget) {
    return atomic_load(&budget->held);
}

static void test_limit(void) {
    pld__budget budget;
    CU_ASSERT_EQUAL(pld__budget_room(), SIZE_MAX);
    pld__budget_open(&budget, 10000);
    void *first = pld__allocate(500, 10);
    CU_ASSERT_PTR_NOT_NULL_FATAL(first);
    CU_ASSERT_TRUE((uintptr_t)first % 64 == 0);
    memset(first, 1, 5000);
    CU_ASSERT_TRUE(held(&budget) >= 5000 && held(&budget) < 5200);
    CU_ASSERT_EQUAL(pld__budget_room(), 10000 - held(&budget));
    CU_ASSERT_PTR_NULL(pld__allocate(500, 10));
    CU_ASSERT_EQUAL(pld__budget_refusals(), 1);
    CU_ASSERT_TRUE(atomic_load(&budget.wanted) >= 10000);
    CU_ASSERT_FALSE(pld__budget_allows(5000));
    CU_ASSERT_TRUE(pld__budget_allows(4000));
    CU_ASSERT_FALSE(pld__budget_charge(5000));
    CU_ASSERT_TRUE(pld__budget_charge(4000));
    CU_ASSERT_PTR_NULL(pld__allocate(1000, 1));
    pld__budget_release(4000);
    CU_ASSERT_PTR_NULL(pld__allocate(SIZE_MAX, 1));
    CU_ASSERT_PTR_NULL(pld__allocate(SIZE_MAX / 2, 3));
    pld__free(first);
    CU_ASSERT_EQUAL(held(&budget), 0);
    CU_ASSERT_TRUE(atomic_load(&budget.most) >= 9000);
    pld__budget_close(&budget);
    CU_ASSERT_PTR_NULL(pld__budget_current());
}

/* An inner one is charged to the outer one too, and refused by either. */
static void test_nested(void) {
    pld__budget outer, inner;
    void *before = pld__allocate(100, 1);
    pld__budget_open(&outer, 20000);
    void *first = pld__allocate(10000, 1);
    pld__budget_open(&inner, 15000);
    CU_ASSERT_PTR_NULL(pld__allocate(12000, 1));
    void *second = pld__allocate(5000, 1);
    CU_ASSERT_TRUE(held(&inner) >= 5000 && held(&inner) < 6000);
    CU_ASSERT_TRUE(held(&outer) >= 15000 && held(&outer) < 16000);
    pld__free(first); /* the outer one's */
    pld__free(before);
    CU_ASSERT_TRUE(held(&inner) >= 5000 && held(&outer) == held(&inner));
    pld__budget_close(&inner);
    CU_ASSERT_TRUE(held(&outer) >= 5000);
    pld__free(second);
    pld__free(NULL);
    pld__budget_close(&outer);
}

enum { THREADS = 4, ROUNDS = 20000 };

static void *churn(void *context) {
    pld__budget_enter(context);
    for (int i = 0; i < ROUNDS; i++) {
        void *one = pld__allocate((size_t)(i % 97) + 1, 8);
        pld__free(one);
    }
    pld__budget_enter(NULL);
    return NULL;
}

static void test_threads(void) {
    pld__budget budget;
    pthread_t threads[THREADS];
    pld__budget_open(&budget, 2000);
    for (int i = 0; i < THREADS; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, churn, &budget), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    CU_ASSERT_EQUAL(held(&budget), 0);
    CU_ASSERT_TRUE(atomic_load(&budget.most) > 0 && atomic_load(&budget.most) <= 2000);
    pld__budget_close(&budget);
}

static void test_resident(void) {
    enum { SIZE = 1 << 24 };
    size_t before = pld__resident();
    char *block = pld__allocate(SIZE, 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(block);
    memset(block, 1, SIZE);
    size_t after = pld__resident();
    CHECK(before > 0 && after >= before + SIZE / 2, "%zu bytes before, %zu after", before, after);
    pld__free(block);
}

int main(void) {
    CU_TestInfo tests[] = {{"limit", test_limit},
                           {"nested", test_nested},
                           {"threads", test_threads},
                           {"resident", test_resident},
                           CU_TEST_INFO_NULL};
    return suite_run("base/budget", tests);
}
