/* Values of the options of 'pld audit'. */
#include "base/base.h"
#include "base/number.h"
#include "options/options.h"
#include "options/values.h"
#include <stdio.h>
#include <string.h>

enum { WORD_SIZE = 64 };

/* So many whole numbers between separators, and nothing else. */
static bool read_wholes(const char *text, char separator, uint64_t *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char word[WORD_SIZE];
        size_t length = strcspn(text, (const char[]){separator, '\0'});
        bool last = i + 1 == count;
        if (length >= sizeof word || (text[length] == '\0') != last) {
            return false;
        }
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (pld__number_parse_whole(word, &values[i], NULL) != PLD_OK) {
            return false;
        }
        text += length + (last ? 0 : 1);
    }
    return true;
}

static pld_status read_share_of(const char *text, uint64_t *part, uint64_t *all, pld_error *error) {
    uint64_t both[2];
    if (!read_wholes(text, '/', both, 2)) {
        return pld__error_argument(error, text, "two whole numbers, such as 300/1000", "'%s' is not so many of so many", text);
    }
    if (both[0] > both[1] || both[1] == 0) {
        return pld__error_argument(error, text, "at most all of at least one run", "'%s' is more than all", text);
    }
    *part = both[0];
    *all = both[1];
    return PLD_OK;
}

pld_status pld__read_true_positives(const char *text, pld__command_line *line, pld_error *error) {
    return read_share_of(text, &line->counts.true_positives, &line->counts.positives, error);
}

pld_status pld__read_false_positives(const char *text, pld__command_line *line, pld_error *error) {
    return read_share_of(text, &line->counts.false_positives, &line->counts.negatives, error);
}

pld_status pld__read_one_run(const char *text, pld__command_line *line, pld_error *error) {
    uint64_t three[3];
    if (!read_wholes(text, ',', three, 3)) {
        return pld__error_argument(error, text, "canaries, guesses and right guesses, such as 1000,600,550",
                                   "'%s' is not three whole numbers", text);
    }
    line->canaries = (pld_canaries){three[0], three[1], three[2]};
    return PLD_OK;
}

pld_status pld__read_threshold(const char *text, pld__command_line *line, pld_error *error) {
    size_t place = 0;
    if (!pld__option_choose(PLD__OPTION_THRESHOLD, text, &place)) {
        return pld__error_argument(error, text, "split or any", "there is no choice '%s' of thresholds", text);
    }
    line->threshold = (pld_threshold_choice)place;
    return PLD_OK;
}

/* 1 - C from the decimal as it is written: of 0.9999999999 a double leaves seven digits. What has too many digits for a fraction
 * is the nearest double, and its complement is made smaller by what that may be off. */
pld_status pld__read_confidence(const char *text, pld__command_line *line, pld_error *error) {
    const char *allowed = "a number above 0 and below 1, such as 0.95";
    double value = 0;
    uint64_t numerator = 0, denominator = 1;
    pld_status status = pld__number_parse(text, &value, error);
    if (status == PLD_OK && !(value > 0 && value < 1)) {
        status = pld__error_argument(error, text, allowed, "'%s' is not between 0 and 1", text);
    }
    if (status != PLD_OK) {
        return status;
    }
    if (pld__number_parse_ratio(text, &numerator, &denominator, NULL) == PLD_OK && numerator < denominator) {
        line->alpha = (double)((long double)(denominator - numerator) / (long double)denominator);
    } else {
        line->alpha = 1 - value - PLD__U;
    }
    if (!(line->alpha > 0)) {
        return pld__error_argument(error, text, allowed, "'%s' is too near to 1", text);
    }
    return PLD_OK;
}

pld_status pld__read_looks(const char *text, pld__command_line *line, pld_error *error) {
    uint64_t looks = 0;
    if (pld__number_parse_whole(text, &looks, NULL) != PLD_OK || looks < 1) {
        return pld__error_argument(error, text, "a whole number of at least 1", "'%s' is no number of looks", text);
    }
    line->looks = looks;
    return PLD_OK;
}

pld_status pld__read_test(const char *text, pld__command_line *line, pld_error *error) {
    size_t place = 0;
    if (!pld__option_choose(PLD__OPTION_TEST, text, &place)) {
        return pld__error_argument(error, text, "product or rectangle", "there is no test '%s'", text);
    }
    line->test = (pld_audit_test)place;
    return PLD_OK;
}
