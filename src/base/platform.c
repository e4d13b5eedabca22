#include "base/platform.h"

#include <fenv.h>
#include <stdio.h>

/* Operands the compiler cannot know. fegetround alone is not enough: on x86-64 it asks the x87 unit, but doubles are rounded as
 * MXCSR says. */
static bool rounds_to_nearest(void) {
    volatile double one = 1, above = 0x1p-54, below = 0x1p-55;
    volatile long double long_one = 1, long_above = LDBL_EPSILON / 4, long_below = LDBL_EPSILON / 8;
    /* Up gives more than 1 in the first, down and towards zero less than 1 in the second. */
    volatile double up = one + above, down = one - below;
    volatile long double long_up = long_one + long_above, long_down = long_one - long_below;
    return fegetround() == FE_TONEAREST && up == 1 && down == 1 && long_up == 1 && long_down == 1;
}

/* Results flushed to zero, or operands taken for zero. */
static bool keeps_subnormals(void) {
    volatile double least = DBL_MIN, half = 0.5, tiny = 0x1p-1074, large = 0x1p60;
    volatile double result = least * half, operand = tiny * large;
    volatile long double long_least = LDBL_MIN, long_half = 0.5L;
    volatile long double long_result = long_least * long_half;
    return result > 0 && operand == 0x1p-1014 && long_result > 0;
}

/* The x87 unit can be told to round to the 53 bits of a double. */
static bool keeps_long_doubles(void) {
    volatile long double one = 1, last = LDBL_EPSILON;
    volatile long double sum = one + last;
    return sum > 1;
}

/* Only of types that keep their own rounding and range, with no fused operation in sight: a * b - c, c the rounded product, is 0.
 */
static bool rounds_products(void) {
    volatile double a = 1 + 0x1p-30, c = 1 + 0x1p-29;
    double difference = a * a - c;
    return difference == 0;
}

bool pld__platform_sound(void) {
    return rounds_to_nearest() && keeps_subnormals() && keeps_long_doubles() && rounds_products();
}

pld_status pld__platform_check(pld_error *error) {
    const char *wrong = !rounds_to_nearest()    ? "this thread does not round to nearest"
                        : !keeps_subnormals()   ? "this thread flushes subnormal numbers to zero"
                        : !keeps_long_doubles() ? "this thread rounds long doubles to fewer bits than they have"
                        : !rounds_products()    ? "multiplications and additions are fused"
                                                : NULL;
    if (!wrong)
        return PLD_OK;
    if (error) {
        *error = (pld_error){.allowed = "the floating-point environment that a thread starts with: fesetenv(FE_DFL_ENV)"};
        snprintf(error->message, sizeof error->message, "%s, so no bound would hold", wrong);
    }
    return PLD_ERROR_PLATFORM;
}
