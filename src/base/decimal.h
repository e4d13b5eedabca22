/* Bounds in print. A lower bound must be printed no larger, an upper bound no smaller than it is, or the printed bracket is no
 * longer certified. */
#ifndef PLD_BASE_DECIMAL_H
#define PLD_BASE_DECIMAL_H

#include <stddef.h>

typedef enum pld__rounding { PLD__ROUND_DOWN, PLD__ROUND_NEAREST, PLD__ROUND_UP } pld__rounding;

enum { PLD__DECIMAL_SIZE = 64 };

/* Each writes at most PLD__DECIMAL_SIZE bytes. The printed decimal is exactly <= value (down) or >= value (up), not just as far
 * as doubles can tell. Infinity is "infinite", no number at all (NAN) is "-". */

/* With this many digits (0 to 30) behind the point; scientific beyond 1e15. */
void pld__decimal_fixed(double value, int decimals, pld__rounding rounding, char *text);

/* With this many significant digits (1 to 30). */
void pld__decimal_scientific(double value, int digits, pld__rounding rounding, char *text);

/* With at most this many significant digits (1 to 15) and no zeros at the end, as a person would write it: like printf's %g. */
void pld__decimal_significant(double value, int digits, pld__rounding rounding, char *text);

/* e^log_value with this many significant digits (1 to 30), also where that is no double; "0" at -infinity. Of log_value <= 0
 * never more than 1: a probability stays one in print. Where |log_value| > 2^50 the digits are those of the exponent:
 * "10^-4.343e+299". */
void pld__decimal_exponential(double log_value, int digits, pld__rounding rounding, char *text);

/* e^log_value as a double that is <= (down), >= (up) or near the exact one. */
double pld__exp_rounded(double log_value, pld__rounding rounding);

/* log_value / log 10, likewise. */
double pld__log10_rounded(double log_value, pld__rounding rounding);

#endif
