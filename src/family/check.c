#include "family/check.h"

#include "base/base.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static pld_status refuse(const char *key, double value, const char *allowed, pld_error *error) {
    char word[96];
    snprintf(word, sizeof word, "%s=%s", key, pld__number_format(value).text);
    return pld__error_argument(error, word, allowed, "'%s' is out of range: %s must be %s", word, key, allowed);
}

pld_status pld__check_positive(const char *key, double value, pld_error *error) {
    if (!(value > 0))
        return refuse(key, value, "above 0", error);
    if (!(value >= 1e-75 && value <= 1e75))
        return refuse(key, value, "between 1e-75 and 1e75", error);
    return PLD_OK;
}

pld_status pld__check_probability(const char *key, double value, pld_error *error) {
    return value >= 0 && value <= 1 ? PLD_OK : refuse(key, value, "between 0 and 1", error);
}

pld_status pld__check_group(const char *key, uint64_t value, pld_error *error) {
    char allowed[48];
    snprintf(allowed, sizeof allowed, "at most %d", PLD__LARGEST_GROUP);
    return value <= PLD__LARGEST_GROUP ? PLD_OK : refuse(key, (double)value, allowed, error);
}

pld_status pld__check_batch(uint64_t population, const char *key, uint64_t batch, pld_error *error) {
    char word[48], allowed[64];
    if (population < 1 || population > UINT64_C(1000000000000000)) {
        snprintf(word, sizeof word, "N=%" PRIu64, population);
        return pld__error_argument(error, word, "a whole number from 1 to 1e15",
                                   "'%s' is out of range: the population must have between 1 and 1e15 records", word);
    }
    if (batch < 1 || batch > population) {
        snprintf(word, sizeof word, "%s=%" PRIu64, key, batch);
        snprintf(allowed, sizeof allowed, "a whole number from 1 to N=%" PRIu64, population);
        return pld__error_argument(error, word, allowed, "'%s' is out of range: the batch must be %s", word, allowed);
    }
    return PLD_OK;
}

pld_status pld__check_range(const char *key, double value, double low, double high, pld_error *error) {
    char allowed[96];
    snprintf(allowed, sizeof allowed, "from %s to %s", pld__number_format(low).text, pld__number_format(high).text);
    return value >= low && value <= high ? PLD_OK : refuse(key, value, allowed, error);
}

void pld__sampled_prefix(double rate, const char *name, char text[64]) {
    if (rate == 1)
        snprintf(text, 64, "%s:", name);
    else
        snprintf(text, 64, "poisson:q=%s,of=%s,", pld__number_format(rate).text, name);
}
