/* What must be said beside a number that keeps to a target. */
#include "query/two_ends.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void add_sentence(char *text, size_t size, const char *sentence) {
    size_t length = strlen(text);
    snprintf(text + length, size - length, "%s%s", length > 0 ? " " : "", sentence);
}

size_t pld_calibration_caution(const pld_calibration *found, const pld_step *steps, size_t step_count, bool spent_before,
                               char *text, size_t size) {
    if (size == 0)
        return 0;
    text[0] = '\0';
    if (isnan(found->value) && isnan(found->limit))
        return 0;
    if (found->not_monotone)
        snprintf(text, size,
                 "Nothing is certified about any %s but value and limit themselves: %s. Another one, also a rounded one, smaller "
                 "or larger, may keep to the target or exceed it, and must be asked about again.",
                 found->key, found->not_monotone);
    if (pld__steps_have_gap(steps, step_count))
        add_sentence(text, size,
                     "Both are those of what is certified from above: the value keeps to the target; that the mechanism itself "
                     "exceeds it at the limit is not claimed.");
    if (spent_before && !isnan(found->value)) /* (T160) */
        add_sentence(
            text, size,
            "This is what is left of a budget only if which mechanisms come later, and with which numbers, does not depend "
            "on what the earlier ones put out: choosing them by that can exceed the target, though each choice by itself "
            "keeps to it. A list that was fixed before may be used in any order, also one chosen on the way, and stopped at any "
            "time.");
    return strlen(text);
}
