#include "base/plain.h"

#include <locale.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t plain;

/* Kept as long as the process. The C libraries we know have this locale ready and need no memory for it; where one does and there
 * is none, uselocale(0) changes nothing, and what is then read up to a wrong point is refused by whoever looks at the end. */
static void make(void) {
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

/* Returns what uselocale wants back. */
static locale_t enter(void) {
    pthread_once(&once, make);
    return uselocale(plain);
}

int pld__plain_format_list(char *text, size_t size, const char *format, va_list arguments) {
    locale_t before = enter();
    int length = vsnprintf(text, size, format, arguments);
    uselocale(before);
    return length;
}

int pld__plain_format(char *text, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = pld__plain_format_list(text, size, format, arguments);
    va_end(arguments);
    return length;
}

int pld__plain_print(FILE *stream, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    locale_t before = enter();
    int length = vfprintf(stream, format, arguments);
    uselocale(before);
    va_end(arguments);
    return length;
}

double pld__plain_read(const char *text, char **end) {
    locale_t before = enter();
    double value = strtod(text, end);
    uselocale(before);
    return value;
}
