/* The few things JSON itself has no word for. */
#ifndef PLD_CLI_JSON_TEXT_H
#define PLD_CLI_JSON_TEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A number; what is not finite becomes the string "Infinity", "-Infinity" or "NaN". */
json_t *pld__json_number(double value);

/* A whole number, also beyond the largest JSON integer of the library. */
json_t *pld__json_whole(uint64_t value);

/* A string; where the bytes are not UTF-8, every byte that is not ASCII becomes a question mark. */
json_t *pld__json_text(const char *text);

/* Prints the object and a newline, numbers with 17 digits so that they read back as the same double; false if that failed. */
bool pld__json_print(const json_t *object, FILE *stream);

#endif
