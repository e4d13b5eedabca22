/* Text with numbers in it, the same under every locale. printf and strtod write and read the decimal point of whatever locale the
 * host program has chosen; a spec, a file or a sentence of ours has a point. The locale is the host's: it is neither asked for
 * nor set here, only left for as long as one call takes, by this thread. No other file of src may hand a floating number to
 * printf, or read one with strtod or scanf (tests/flow/check_numbers.sh). */
#ifndef PLD_BASE_PLAIN_H
#define PLD_BASE_PLAIN_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* snprintf, vsnprintf and fprintf with a decimal point. */
int pld__plain_format(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
int pld__plain_format_list(char *text, size_t size, const char *format, va_list arguments) __attribute__((format(printf, 3, 0)));
int pld__plain_print(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* strtod with a decimal point. */
double pld__plain_read(const char *text, char **end);

#endif
