/* What the fuzz targets share. A target takes any bytes; what the code under it promises for all inputs is checked, and a promise
 * that is broken ends the process, as a sanitizer would. */
#ifndef TESTS_FUZZ_SUPPORT_H
#define TESTS_FUZZ_SUPPORT_H

#include <pld/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What libFuzzer calls; always returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Ends the process with a message unless `good`. */
#define FUZZ_CHECK(good, ...)                                  \
    do {                                                       \
        if (!(good)) {                                         \
            fuzz_fail(__FILE__, __LINE__, #good, __VA_ARGS__); \
        }                                                      \
    } while (0)

_Noreturn void fuzz_fail(const char *file, int line, const char *promise, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The bytes with a zero behind them, to be freed. */
char *fuzz_text(const uint8_t *bytes, size_t size);

/* The path of a file in memory with these bytes in it; the next call changes it. Nothing is left behind, whatever happens. */
const char *fuzz_file(const void *bytes, size_t size);

/* A failure says what is wrong: PLD_ERROR_ARGUMENT or PLD_ERROR_FILE with a sentence, or PLD_ERROR_MEMORY. */
void fuzz_check_failure(pld_status status, const pld_error *error);

/* Whether memory that was allocated was never written to: sanitizers fill it. A number that is read from a file must not be this.
 */
bool fuzz_is_unset(double value);

#endif
