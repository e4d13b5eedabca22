/* Numbers as people write them, both ways, whatever the locale: decimals, exponents (1e-5) and fractions (256/60000).
 *
 *     number   = decimal [ "/" decimal ]
 *     decimal  = [ "+" | "-" ] ( digits [ "." [ digits ] ] | "." digits ) [ ( "e" | "E" ) [ "+" | "-" ] digits ]
 *
 * The whole text must be one number: no blanks, nothing behind it, no hexadecimal, no nan, no infinity.
 * On failure the error's word is the text, and its message names the text and what is wrong with it. */
#ifndef PLD_BASE_NUMBER_H
#define PLD_BASE_NUMBER_H

#include <pld/status.h>
#include <stddef.h>
#include <stdint.h>

/* The nearest double (a fraction: the quotient of the nearest doubles). What is too large, or not zero but too close to it for a
 * normal double, is refused: a number quietly turned into 0 would be another mechanism. */
PLD_WARN_UNUSED pld_status pld__number_parse(const char *text, double *value, pld_error *error);

/* The same, above 0. */
PLD_WARN_UNUSED pld_status pld__number_parse_positive(const char *text, double *value, pld_error *error);

/* A whole number from 0 to 2^63, exactly: 16384, 1e6, 1.5e3, 6/2. */
PLD_WARN_UNUSED pld_status pld__number_parse_whole(const char *text, uint64_t *value, pld_error *error);

/* A number >= 0 exactly, as a fraction in lowest terms: 12.5 is 25/2. Refused where numerator or denominator does not fit into 64
 * bits. */
PLD_WARN_UNUSED pld_status pld__number_parse_ratio(const char *text, uint64_t *numerator, uint64_t *denominator,
                                                   pld_error *error);

/* The natural log of a number >= 0, also where the number itself is no double (1e-400); -INFINITY for 0. Its absolute error is at
 * most 2 units in the last place of the result, or 1e-17 if that is larger. */
PLD_WARN_UNUSED pld_status pld__number_parse_log(const char *text, double *log_value, pld_error *error);

/* The first decimal of at least so many digits (1 to 17) that reads back as the same double; trailing zeros are left out. */
void pld__number_shortest(double value, int fewest, char *text, size_t size);

/* The same from 6 digits on, as text to be used at once. */
typedef struct pld__number_text {
    char text[32];
} pld__number_text;
pld__number_text pld__number_format(double value);

enum { PLD__NUMBER_SIZE = 32 };

/* The shortest decimal that reads back as this double, without zeros in its exponent. */
void pld__number_write(double value, char text[PLD__NUMBER_SIZE]);

#endif
