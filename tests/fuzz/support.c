#define _GNU_SOURCE /* memfd_create */
#include "support.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What AddressSanitizer reads when it starts; ASAN_OPTIONS goes before it. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "max_malloc_fill_size=65536:malloc_fill_byte=190:allocator_may_return_null=1:detect_stack_use_after_return=1";
}

_Noreturn void fuzz_fail(const char *file, int line, const char *promise, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: not kept: %s: ", file, line, promise);
    vfprintf(stderr, format, arguments);
    putc('\n', stderr);
    va_end(arguments);
    abort();
}

char *fuzz_text(const uint8_t *bytes, size_t size) {
    char *text = malloc(size + 1);
    FUZZ_CHECK(text != NULL, "no memory for the input");
    if (size > 0) {
        memcpy(text, bytes, size);
    }
    text[size] = '\0';
    return text;
}

const char *fuzz_file(const void *bytes, size_t size) {
    static char path[64];
    static int descriptor = -1;
    if (descriptor < 0) {
        descriptor = memfd_create("fuzz", MFD_CLOEXEC);
        FUZZ_CHECK(descriptor >= 0, "no file in memory");
        snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    }
    bool written = ftruncate(descriptor, 0) == 0 && (size == 0 || pwrite(descriptor, bytes, size, 0) == (ssize_t)size);
    FUZZ_CHECK(written, "%zu bytes", size);
    return path;
}

void fuzz_check_failure(pld_status status, const pld_error *error) {
    if (status == PLD_ERROR_MEMORY) {
        return;
    }
    FUZZ_CHECK(status == PLD_ERROR_ARGUMENT || status == PLD_ERROR_FILE, "%s", pld_status_message(status));
    FUZZ_CHECK(error->message[0] != '\0', "a failure without a sentence");
    FUZZ_CHECK(memchr(error->message, '\0', sizeof error->message) != NULL &&
                   memchr(error->word, '\0', sizeof error->word) != NULL &&
                   memchr(error->allowed, '\0', sizeof error->allowed) != NULL,
               "texts of errors end");
}

bool fuzz_is_unset(double value) {
    unsigned char bytes[sizeof value];
    memcpy(bytes, &value, sizeof value);
    for (size_t i = 0; i < sizeof value; i++) {
        if (bytes[i] != 190) {
            return false;
        }
    }
    return true;
}
