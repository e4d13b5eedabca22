/* Queries from several threads of the calling program at once, each with threads of its own: what <pld/pld.h> allows.
 * ThreadSanitizer watches (scripts/test --all, suite "threads"); anywhere, each answer is to the bit the one that a single thread
 * gets. */
#include "support/suite.h"

#include <math.h>
#include <pld/pld.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { HOSTS = 4 };

/* Lattices of FFT, waves, closed forms, discrete laws, groups, lists; lengths differ, so that plans are made while others are
 * used. */
static const char *const specs[] = {"poisson-gaussian:q=0.01,sigma=1@300",
                                    "poisson-gaussian:q=0.1,sigma=2@2",
                                    "gaussian:sigma=3@10",
                                    "laplace:b=2@3",
                                    "poisson:q=0.1,of=laplace,b=1@2",
                                    "discrete-gaussian:sigma=3@4",
                                    "discrete-laplace:b=2,sensitivity=2@5",
                                    "randomized-response:k=3,epsilon=0.5@6",
                                    "hypergeometric-gaussian:N=1000,B=10,k=2,sigma=2@50",
                                    "approx-dp:epsilon=0.1,delta=1e-9@7"};

typedef struct answers {
    unsigned threads; /* of each query */
    size_t first;     /* hosts start at different places */
    pld_status status;
    double numbers[COUNT_OF(specs)][4];
} answers;

static pld_status ask(const char *spec, unsigned threads, double numbers[4]) {
    pld_mechanism *mechanism = NULL;
    uint64_t count = 0;
    pld_result epsilon, delta;
    pld_baseline_answer baseline = {.epsilon = NAN};
    pld_options options = pld_options_default();
    options.threads = threads;
    options.relative_tolerance = 1e-2;
    pld_status status = pld_mechanism_parse(spec, &mechanism, &count, NULL);
    pld_step step = {mechanism, count};
    if (status == PLD_OK)
        status = pld_query_epsilon(&step, 1, log(1e-5), &options, &epsilon, NULL);
    if (status == PLD_OK)
        status = pld_query_delta(&step, 1, 0.5, &options, &delta, NULL);
    if (status == PLD_OK)
        status = pld_baseline_evaluate(pld_baseline_find("advanced", NULL), &step, 1, log(1e-5), PLD_ADJACENCY_ADD_REMOVE,
                                       &baseline, NULL);
    if (status == PLD_OK) {
        numbers[0] = epsilon.bracket.lower;
        numbers[1] = epsilon.bracket.upper;
        numbers[2] = delta.bracket.upper;
        numbers[3] = baseline.applicable ? baseline.epsilon : -1;
    }
    pld_mechanism_free(mechanism);
    return status;
}

static void *host(void *context) {
    answers *to = context;
    for (size_t i = 0; i < COUNT_OF(specs) && to->status == PLD_OK; i++) {
        size_t which = (to->first + i) % COUNT_OF(specs);
        to->status = ask(specs[which], to->threads, to->numbers[which]);
    }
    return NULL;
}

/* Hosts with and without threads of their own; they come first, so that nothing is planned or tried before. */
static void test_hosts(void) {
    static answers made[HOSTS], alone = {.threads = 1};
    pthread_t hosts[HOSTS];
    for (size_t i = 0; i < HOSTS; i++) {
        made[i] = (answers){.threads = i % 2 ? 3 : 1, .first = 3 * i};
        CU_ASSERT_EQUAL_FATAL(pthread_create(&hosts[i], NULL, host, &made[i]), 0);
    }
    for (size_t i = 0; i < HOSTS; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_join(hosts[i], NULL), 0);
    host(&alone);
    CU_ASSERT_EQUAL(alone.status, PLD_OK);
    for (size_t i = 0; i < HOSTS; i++) {
        CU_ASSERT_EQUAL(made[i].status, PLD_OK);
        for (size_t j = 0; j < COUNT_OF(specs); j++)
            CHECK(memcmp(made[i].numbers[j], alone.numbers[j], sizeof alone.numbers[j]) == 0,
                  "%s: host %zu has %.17g, alone %.17g", specs[j], i, made[i].numbers[j][1], alone.numbers[j][1]);
    }
}

/* One mechanism that many threads ask about, as it never changes. */
typedef struct shared {
    const pld_step *step;
    pld_result result;
    pld_status status;
} shared;

static void *ask_shared(void *context) {
    shared *to = context;
    pld_options options = pld_options_default();
    options.threads = 2;
    to->status = pld_query_epsilon(to->step, 1, log(1e-6), &options, &to->result, NULL);
    return NULL;
}

static void test_shared(void) {
    pld_mechanism *mechanism = NULL;
    pld_step step = {.count = 0};
    shared made[HOSTS];
    pthread_t hosts[HOSTS];
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_parse("poisson-gaussian:q=0.02,sigma=1.5,removed=2@100", &mechanism, &step.count, NULL),
                          PLD_OK);
    step.mechanism = mechanism;
    for (size_t i = 0; i < HOSTS; i++) {
        made[i] = (shared){.step = &step};
        CU_ASSERT_EQUAL_FATAL(pthread_create(&hosts[i], NULL, ask_shared, &made[i]), 0);
    }
    for (size_t i = 0; i < HOSTS; i++) {
        CU_ASSERT_EQUAL_FATAL(pthread_join(hosts[i], NULL), 0);
        CU_ASSERT_EQUAL(made[i].status, PLD_OK);
        CU_ASSERT(made[i].result.bracket.upper == made[0].result.bracket.upper);
    }
    pld_mechanism_free(mechanism);
}

int main(void) {
    CU_TestInfo tests[] = {{"hosts", test_hosts}, {"one mechanism", test_shared}, CU_TEST_INFO_NULL};
    return suite_run("threads", tests);
}
