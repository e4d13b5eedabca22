/* Tests of src/base/workers.c: every turn is taken once, never more threads than can be had, and none that computes otherwise
 * than its caller. */
#include "base/workers.h"

#include "base/budget.h"
#include "support/suite.h"

#include <fenv.h>
#include <math.h>
#include <pld/pld.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void *do_nothing(void *context) {
    return context;
}

/* Root may start any number of threads. */
static bool leave_no_threads(void) {
    struct rlimit one = {1, 1};
    pthread_t thread;
    if (setrlimit(RLIMIT_NPROC, &one) != 0 || (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)))
        return false;
    return pthread_create(&thread, NULL, do_nothing, NULL) != 0;
}

static pld_status ask(unsigned threads, pld_result *results) {
    pld_mechanism *mechanism = NULL;
    uint64_t count;
    pld_options options = pld_options_default();
    options.threads = threads;
    pld_status status = pld_mechanism_parse("poisson-gaussian:q=0.01,sigma=1@1000", &mechanism, &count, NULL);
    pld_step step = {mechanism, count};
    pld_curve_point points[] = {{1, -11}, {2, -11}};
    if (status == PLD_OK)
        status = pld_query_curve(&step, 1, points, COUNT_OF(points), &options, NULL, NULL, results, NULL);
    if (status == PLD_OK)
        status = pld_query_epsilon(&step, 1, -11, &options, &results[2], NULL);
    pld_mechanism_free(mechanism);
    return status;
}

/* In a process of its own, which has no threads left. */
static bool answers_without_threads(const void *context) {
    pld_result alone[3], eight[3];
    (void)context;
    if (!leave_no_threads()) {
        printf("[threads cannot be forbidden here] ");
        return true;
    }
    bool same = ask(8, eight) == PLD_OK && ask(1, alone) == PLD_OK;
    for (int i = 0; i < 3 && same; i++)
        same = memcmp(&alone[i].bracket, &eight[i].bracket, sizeof alone[i].bracket) == 0;
    return same;
}

static void test_no_threads(void) {
    CU_ASSERT_TRUE(suite_within(60, answers_without_threads, NULL));
}

static void test_numbers(void) {
    CU_ASSERT_EQUAL(pld__workers(0, 0), 1);
    CU_ASSERT_EQUAL(pld__workers(5, 0), 1);
    CU_ASSERT_EQUAL(pld__workers(5, 1), 1);
    CU_ASSERT_EQUAL(pld__workers(1, 5), 1);
    CU_ASSERT_EQUAL(pld__workers(3, 5), 3);
    CU_ASSERT_EQUAL(pld__workers(5, 3), 3);
    CU_ASSERT_TRUE(pld__workers(0, 1000) >= 1);
}

/* Where users of other programs say how many threads they want. */
static void test_environment_variable(void) {
    setenv("OMP_NUM_THREADS", "3", 1);
    CU_ASSERT_EQUAL(pld__workers(0, 1000), 3);
    CU_ASSERT_EQUAL(pld__workers(2, 1000), 2);
    setenv("OMP_NUM_THREADS", "4,2", 1); /* of each level */
    CU_ASSERT_EQUAL(pld__workers(0, 1000), 4);
    unsetenv("OMP_NUM_THREADS");
    int usual = pld__workers(0, 1000);
    const char *strange[] = {"", "0", "-3", "many", "3x", " 3"};
    for (size_t i = 0; i < COUNT_OF(strange); i++) {
        setenv("OMP_NUM_THREADS", strange[i], 1);
        CU_ASSERT_EQUAL(pld__workers(0, 1000), usual);
    }
    unsetenv("OMP_NUM_THREADS");
}

enum { TURNS = 1000 };

typedef struct {
    _Atomic int taken[TURNS];
    _Atomic int nested, rounded_up, with_budget, with_signals;
    pld__budget *budget;
} record;

static void take(void *context, size_t i) {
    record *turns = context;
    sigset_t blocked;
    turns->taken[i]++;
    turns->nested += pld__workers(3, 5) > 1;
    turns->rounded_up += fegetround() == FE_UPWARD;
    turns->with_budget += pld__budget_current() == turns->budget;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    turns->with_signals += !sigismember(&blocked, SIGINT);
}

/* Each turn once, whatever the number of threads; a loop inside one is its thread's own. */
static void test_turns(void) {
    const int workers[] = {0, 1, 2, 3, 17, TURNS + 5};
    for (size_t w = 0; w < COUNT_OF(workers); w++) {
        record turns = {.taken = {0}};
        bool once = true;
        pld__parallel(workers[w], TURNS, take, &turns);
        for (int i = 0; i < TURNS; i++)
            once &= turns.taken[i] == 1;
        CU_ASSERT_TRUE(once);
        if (workers[w] > 1) {
            CU_ASSERT_EQUAL(turns.nested, 0);
        }
        CU_ASSERT_EQUAL(pld__workers(3, 5), 3);
    }
    pld__parallel(4, 0, take, NULL);
}

static pthread_barrier_t barrier;

/* All threads are in the loop at once, so that each has turns. */
static void take_together(void *context, size_t i) {
    pthread_barrier_wait(&barrier);
    take(context, i);
}

/* Threads take over rounding mode and budget, and leave signals to the one that started them. */
static void test_inheritance(void) {
    pld__budget budget;
    pld__budget_open(&budget, 1 << 20);
    record turns = {.budget = &budget};
    CU_ASSERT_EQUAL_FATAL(pthread_barrier_init(&barrier, NULL, 3), 0);
    fesetround(FE_UPWARD);
    pld__parallel(3, 3, take_together, &turns);
    fesetround(FE_TONEAREST);
    pld__budget_close(&budget);
    pthread_barrier_destroy(&barrier);
    CU_ASSERT_EQUAL(turns.rounded_up, 3);
    CU_ASSERT_EQUAL(turns.with_budget, 3);
    CU_ASSERT_EQUAL(turns.with_signals, 1);
}

int main(void) {
    CU_TestInfo tests[] = {{"no threads", test_no_threads},
                           {"numbers", test_numbers},
                           {"the usual environment variable", test_environment_variable},
                           {"turns", test_turns},
                           {"inheritance", test_inheritance},
                           CU_TEST_INFO_NULL};
    return suite_run("base/workers", tests);
}
