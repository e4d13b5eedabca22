/* Small things every folder uses: errors, allocation, rounding units, mathematical constants. */
#ifndef PLD_BASE_BASE_H
#define PLD_BASE_BASE_H

#include <pld/status.h>
#include <stddef.h>

/* Unit roundoff of double: half the distance from 1 to the next number. */
#define PLD__U 0x1p-53

#define PLD__PI 3.14159265358979323846
#define PLD__LN_2 0.69314718055994530942
#define PLD__LN_10 2.30258509299404568402
#define PLD__SQRT_HALF 0.70710678118654752440

/* Fills `error` (if not NULL) with printf-style texts and returns PLD_ERROR_ARGUMENT. `allowed` may be "". */
pld_status pld__error_argument(pld_error *error, const char *word, const char *allowed, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* count * size bytes, aligned for SIMD; NULL on overflow or exhaustion. Free with pld__free. What returns a plain number, and no
 * status, must come to the same number without memory. */
void *pld__allocate(size_t count, size_t size);
void pld__free(void *memory);

#endif
