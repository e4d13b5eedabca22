#include "support/suite.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_MESSAGES = 20 };

size_t suite_cases(size_t cases) {
    size_t fewer = cases / 10 > 0 ? cases / 10 : 1;
    return SANITIZED ? fewer : cases;
}

size_t suite_volume(size_t cases) {
    size_t fewer = cases / 4 > 0 ? cases / 4 : 1;
    return SANITIZED || getenv("PLD_TEST_LONG") ? suite_cases(cases) : fewer;
}

bool suite_check(bool good, unsigned line, const char *file, const char *format, ...) {
    static int messages = 0;
    static CU_pTest last = NULL;
    if (last != CU_get_current_test()) {
        last = CU_get_current_test();
        messages = 0;
    }
    if (!good && messages++ >= MOST_MESSAGES) {
        return false; /* the test has failed already; more of the same would only fill the screen */
    }
    if (!good) {
        va_list arguments;
        va_start(arguments, format);
        printf("\n    line %u: ", line);
        vprintf(format, arguments);
        va_end(arguments);
        fflush(stdout);
    }
    CU_assertImplementation(good, line, "CHECK", file, "", CU_FALSE);
    return good;
}

bool suite_within(unsigned seconds, bool (*work)(const void *context), const void *context) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(seconds);
        bool good = work(context);
        fflush(stdout);
        _exit(good ? 0 : 1);
    }
    int status = 1;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static clock_t started;

static void start_clock(void) {
    started = clock();
}

static void tell_time(void) {
    if (getenv("PLD_TEST_TIMES"))
        printf("[%.1f s] ", (double)(clock() - started) / CLOCKS_PER_SEC);
}

int suite_run(const char *name, CU_TestInfo *tests) {
    CU_SuiteInfo suites[] = {{name, NULL, NULL, start_clock, tell_time, tests}, CU_SUITE_INFO_NULL};
    if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS) {
        return 1;
    }
    CU_basic_run_tests();
    bool good = CU_get_number_of_tests_run() > 0 && CU_get_number_of_failures() == 0;
    CU_cleanup_registry();
    return good ? 0 : 1;
}
