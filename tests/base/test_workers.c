/* Tests of src/base/workers.c: never more threads than can be had, and none that computes otherwise than its caller. */
#include "base/workers.h"

#include "support/suite.h"

#include <fenv.h>
#include <math.h>
#include <pld/pld.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef _OPENMP
#include <omp.h>
#endif

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

/* In a process of its own, which OpenMP would end. */
static bool answers_without_threads(const void *context) {
    pld_result alone[3], eight[3];
    (void)context;
    if (!leave_no_threads()) {
        printf("[threads cannot be forbidden here] ");
        return true;
    }
    bool same = pld__workers(8, 100) == 1 && ask(8, eight) == PLD_OK && ask(1, alone) == PLD_OK;
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
#ifdef _OPENMP
    CU_ASSERT_EQUAL(pld__workers(3, 5), 3);
    CU_ASSERT_EQUAL(pld__workers(5, 3), 3);
    CU_ASSERT_TRUE(pld__workers(0, 1000) <= omp_get_max_threads());
    int inside = 0;
#pragma omp parallel num_threads(2) reduction(+ : inside)
    inside += pld__workers(3, 5);
    CU_ASSERT_EQUAL(inside, 2);
#else
    CU_ASSERT_EQUAL(pld__workers(3, 5), 1);
#endif
}

#ifdef _OPENMP
/* Threads that a program's own loop left with another rounding mode are not worked with. */
static void test_environments(void) {
    int upward = 0;
#pragma omp parallel num_threads(3) reduction(+ : upward)
    if (omp_get_thread_num() > 0)
        upward += fesetround(FE_UPWARD) == 0;
    CU_ASSERT_EQUAL_FATAL(upward, 2);
    /* GCC's threads keep it, LLVM's take over their caller's at every loop. */
    int still = 0;
#pragma omp parallel num_threads(3) reduction(+ : still)
    still += fegetround() == FE_UPWARD;
    CU_ASSERT_EQUAL(pld__workers(3, 5), still > 0 ? 1 : 3);
#pragma omp parallel num_threads(3)
    fesetround(FE_TONEAREST);
    CU_ASSERT_EQUAL(pld__workers(3, 5), 3);
}
#endif

int main(void) {
    CU_TestInfo tests[] = {{"no threads", test_no_threads},
                           {"numbers", test_numbers},
#ifdef _OPENMP
                           {"environments", test_environments},
#endif
                           CU_TEST_INFO_NULL};
    return suite_run("base/workers", tests);
}
