/* Judges brackets against the truth. A bracket is refused only where the enclosure of the truth is strictly outside. */
#ifndef TESTS_SOUNDNESS_JUDGE_H
#define TESTS_SOUNDNESS_JUDGE_H

#include "soundness/truth.h"

typedef enum verdict {
    HOLDS,     /* certainly */
    OPEN,      /* an end is too near to the truth, or the truth not close enough, to tell */
    UNKNOWN,   /* no truth is known */
    UPPER_LOW, /* the upper end is certainly below the truth */
    LOWER_HIGH /* the lower end is certainly above it */
} verdict;

enum { TRUTH_TEXT_SIZE = 256 };

/* One direction, or both (the larger counts) if `both`. On a miss `text` says what is true. */
verdict judge_bracket(const question *of, bool both, pld_direction direction, const pld_bracket *bracket, char *text);

/* The whole answer: the bracket, and those of its directions. `which` names the one refused: "" or a direction. */
verdict judge_result(const question *of, const pld_result *result, char *text, const char **which);

#endif
