/* The few things JSON itself has no word for. */
#ifndef PLD_STORE_JSON_H
#define PLD_STORE_JSON_H

#include <jansson.h>
#include <pld/status.h>
#include <stdbool.h>
#include <stdint.h>

/* A number; what is infinite becomes the string "Infinity" or "-Infinity", what is no number (NAN) null. */
json_t *pld__json_number(double value);

/* A whole number, also beyond the largest JSON integer of the library. */
json_t *pld__json_whole(uint64_t value);

/* A string; where the bytes are not UTF-8, every byte that is not ASCII becomes a question mark. */
json_t *pld__json_text(const char *text);

/* The object that `size` bytes say, with each key once; PLD_ERROR_ARGUMENT with `problem` filled in if they say none. */
PLD_WARN_UNUSED pld_status pld__json_parse(const char *text, size_t size, json_t **object, json_error_t *problem);

/* The text of a value, whole or NULL, numbers as short as they can be; free it with free. `flags` are those of json_dumpb. */
char *pld__json_dump(const json_t *object, size_t flags);

/* The text as it is printed: indented, numbers as short as reads back as the same double. NULL without memory;
 * free it with free. */
char *pld__json_pretty(const json_t *object);

#endif
