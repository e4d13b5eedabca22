/* Runs one CUnit suite as a whole program. */
#ifndef TESTS_SUPPORT_SUITE_H
#define TESTS_SUPPORT_SUITE_H

#include <CUnit/Basic.h>
#include <stdbool.h>
#include <stddef.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Code under a sanitizer is several times slower: fewer cases. GCC has a macro that says so, clang a feature. */
#ifdef __has_feature
#define SUITE_HAS_FEATURE(name) __has_feature(name)
#else
#define SUITE_HAS_FEATURE(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || SUITE_HAS_FEATURE(address_sanitizer) || \
    SUITE_HAS_FEATURE(thread_sanitizer)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* `cases` in a plain build, a tenth of them (at least one) under a sanitizer. */
size_t suite_cases(size_t cases);

/* Of random cases of one kind that take long: a quarter of them in a plain build, a tenth under a sanitizer, and all of them in a
 * plain build if the environment variable PLD_TEST_LONG is set (scripts/test --long). */
size_t suite_volume(size_t cases);

/* Counts one check like CU_ASSERT_TRUE, and says what was wrong in printf style (the first few times). */
#define CHECK(good, ...) suite_check((good), __LINE__, __FILE__, __VA_ARGS__)
bool suite_check(bool good, unsigned line, const char *file, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Is `work` done, and true, within so many seconds? It runs in a process of its own, so call this before anything here has used
 * threads. */
bool suite_within(unsigned seconds, bool (*work)(const void *context), const void *context);

/* The exit status of main. `tests` ends in CU_TEST_INFO_NULL. With the environment variable PLD_TEST_TIMES, each test says what
 * it took of the processors. */
int suite_run(const char *name, CU_TestInfo *tests);

#endif
