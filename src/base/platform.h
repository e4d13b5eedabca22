/* What the proofs ask of the machine: what the compiler knows is asserted here, what a program can change is checked when it
 * calls. */
#ifndef PLD_BASE_PLATFORM_H
#define PLD_BASE_PLATFORM_H

#include <float.h>
#include <pld/status.h>
#include <stdbool.h>

_Static_assert(FLT_RADIX == 2 && DBL_MANT_DIG == 53 && DBL_MAX_EXP == 1024 && DBL_MIN_EXP == -1021,
               "double must be IEEE 754 binary64");
_Static_assert(LDBL_MANT_DIG >= 64 && LDBL_MAX_EXP >= 16384 && LDBL_MIN_EXP <= -16381,
               "long double must have 64 bits of mantissa and 15 of exponent: masses of 1e-4900 are kept in it");
_Static_assert(FLT_EVAL_METHOD == 0,
               "operations must be rounded to their own type: on 32-bit x86 compile with -msse2 -mfpmath=sse");
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "bounds are proven for IEEE arithmetic: compile without -ffast-math"
#endif
/* GCC fuses the products of complex numbers that it vectorizes in spite of -ffp-contract=off, so it may not know the
 * instructions. */
#if defined(__GNUC__) && !defined(__clang__) && (defined(__FMA__) || defined(__FMA4__) || defined(__AVX512F__))
#error "bounds are proven for operations that round: compile with -mno-fma -mno-fma4 -mno-avx512f behind any -march"
#endif

/* Does this thread round double and long double to nearest, keep subnormal numbers, and keep all bits of a long double? Rounding
 * modes and MXCSR belong to a thread, and are whatever the program or a library compiled with -ffast-math made them. Some dozen
 * operations. */
bool pld__platform_sound(void);

/* PLD_OK, or PLD_ERROR_PLATFORM and a sentence in `error`. First thing in everything public that computes. */
PLD_WARN_UNUSED pld_status pld__platform_check(pld_error *error);

#endif
