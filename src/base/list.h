/* Lists of numbers as people write them.
 *
 *     list  = item { "," item }
 *     item  = number | number ".." number ":" ( "+" | "x" ) number
 *
 * `1,2,5` is itself; `1..16384:x2` goes on by doubling, `0.8..2:+0.1` by adding, as far as the second number, which belongs to
 * the list when it is met. Steps rise. A sum or product is the decimal one would write down: the fourth value of `0.8..2:+0.1` is
 * the same double as `1.1`. On failure the error's word is the offending item. */
#ifndef PLD_BASE_LIST_H
#define PLD_BASE_LIST_H

#include <pld/status.h>
#include <stddef.h>
#include <stdint.h>

/* The most values of a list. */
enum { PLD__LIST_MOST = 1000000 };

/* `values` has `count` >= 1 numbers; free it with pld__free. */
PLD_WARN_UNUSED pld_status pld__list_parse(const char *text, double **values, size_t *count, pld_error *error);

/* Whole numbers from 0 to 2^63, exactly. */
PLD_WARN_UNUSED pld_status pld__list_parse_whole(const char *text, uint64_t **values, size_t *count, pld_error *error);

#endif
