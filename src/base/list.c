#include "base/list.h"

#include "base/base.h"
#include "base/number.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define LIST_ALLOWED "numbers with commas between, or a range such as 1..16384:x2 or 0.8..2:+0.1"

/* One item, taken apart but not judged. `word` is the item as given, for messages. */
typedef struct item {
    char word[sizeof((pld_error *)NULL)->word];
    const char *first, *last, *step; /* `last` is NULL for a single number */
    char kind;                       /* '+' or 'x' */
} item;

/* Ends `text` where `separator` begins and returns what is behind it, NULL if it is not there. */
static char *cut(char *text, const char *separator) {
    char *found = strstr(text, separator);
    if (found == NULL) {
        return NULL;
    }
    *found = '\0';
    return found + strlen(separator);
}

static pld_status split_item(char *text, item *parts, pld_error *error) {
    *parts = (item){.first = text};
    snprintf(parts->word, sizeof parts->word, "%s", text);
    if (*text == '\0') {
        return pld__error_argument(error, "", LIST_ALLOWED, "the list has an empty place where a number should be");
    }
    char *last = cut(text, "..");
    if (last == NULL) {
        return PLD_OK;
    }
    char *step = cut(last, ":");
    if (step == NULL || (*step != '+' && *step != 'x')) {
        return pld__error_argument(error, parts->word, LIST_ALLOWED, "the range '%s' has no step: :+ or :x and a number",
                                   parts->word);
    }
    parts->last = last;
    parts->kind = *step;
    parts->step = step + 1;
    return PLD_OK;
}

static pld_status refuse_range(const item *parts, const char *what, pld_error *error) {
    return pld__error_argument(error, parts->word, LIST_ALLOWED, "the range '%s' %s", parts->word, what);
}

static pld_status refuse_length(const item *parts, pld_error *error) {
    char what[64];
    snprintf(what, sizeof what, "has more than %d values", PLD__LIST_MOST);
    return refuse_range(parts, what, error);
}

/* --- numbers -------------------------------------------------------------------------------------------------------- */

/* The double nearest to `value` rounded to 15 digits: the noise of a sum or a product is behind them. An integer below 2^53 over
 * a power of ten up to 10^22 divides exactly rounded, so this is the double one gets by writing the decimal. */
static double as_written(long double value, double step) {
    enum { DIGITS = 15, EXACT_POWER = 22 };
    if (fabsl(value) < 1e-12L * step) { /* a sum that should be 0 is all noise */
        return 0;
    }
    int places = DIGITS - 1 - (int)floorl(log10l(fabsl(value)));
    if (places < 0) {
        return (double)value;
    }
    long double power = powl(10, places), digits = roundl(value * power);
    return places <= EXACT_POWER ? (double)digits / (double)power : (double)(digits / power);
}

typedef struct number_range {
    double first, last, step;
} number_range;

static pld_status read_range(const item *parts, number_range *range, pld_error *error) {
    pld_status status = pld__number_parse(parts->first, &range->first, error);
    if (status == PLD_OK && parts->last != NULL) {
        status = pld__number_parse(parts->last, &range->last, error);
    }
    if (status == PLD_OK && parts->last != NULL) {
        status = pld__number_parse(parts->step, &range->step, error);
    }
    if (status != PLD_OK || parts->last == NULL) {
        return status;
    }
    bool adds = parts->kind == '+';
    if (!(range->step > (adds ? 0 : 1))) {
        return refuse_range(parts, adds ? "does not rise: its step is not above 0" : "does not rise: its factor is not above 1",
                            error);
    }
    if (!adds && !(range->first > 0)) {
        return refuse_range(parts, "multiplies, but does not begin above 0", error);
    }
    return range->last >= range->first ? PLD_OK : refuse_range(parts, "ends before it begins", error);
}

/* Adds the values behind `count`, which is advanced; only counts while `values` is NULL. */
static pld_status expand_numbers(const item *parts, double *values, size_t *count, pld_error *error) {
    number_range range = {0, 0, 0};
    pld_status status = read_range(parts, &range, error);
    if (status != PLD_OK) {
        return status;
    }
    long double term = range.first, slack = 1e-12L * fabsl(range.last);
    for (size_t i = 0; i == 0 || (parts->last != NULL && term <= range.last + slack); i++) {
        if (*count == PLD__LIST_MOST) {
            return refuse_length(parts, error);
        }
        if (values != NULL) {
            double value = i == 0 ? range.first : as_written(term, parts->kind == '+' ? range.step : 0);
            values[*count] = i > 0 && value > range.last ? range.last : value; /* within the slack: met */
        }
        *count += 1;
        term = parts->kind == '+' ? range.first + (long double)(i + 1) * range.step : term * range.step;
    }
    return PLD_OK;
}

/* --- whole numbers -------------------------------------------------------------------------------------------------- */

static pld_status expand_whole(const item *parts, uint64_t *values, size_t *count, pld_error *error) {
    uint64_t first = 0, last = 0, step = 0;
    pld_status status = pld__number_parse_whole(parts->first, &first, error);
    if (status == PLD_OK && parts->last != NULL) {
        status = pld__number_parse_whole(parts->last, &last, error);
    }
    if (status == PLD_OK && parts->last != NULL) {
        status = pld__number_parse_whole(parts->step, &step, error);
    }
    if (status == PLD_OK && parts->last != NULL) { /* judged as numbers: rounding does not change which is larger */
        status = read_range(parts, &(number_range){0, 0, 0}, error);
    }
    if (status != PLD_OK) {
        return status;
    }
    uint64_t term = first;
    for (bool more = true; more;) {
        if (*count == PLD__LIST_MOST) {
            return refuse_length(parts, error);
        }
        if (values != NULL) {
            values[*count] = term;
        }
        *count += 1;
        more = parts->last != NULL &&
               !(parts->kind == '+' ? __builtin_add_overflow(term, step, &term) : __builtin_mul_overflow(term, step, &term)) &&
               term <= last;
    }
    return PLD_OK;
}

/* --- the whole list ------------------------------------------------------------------------------------------------- */

/* Where the values go; with both NULL they are only counted. */
typedef struct target {
    bool whole;
    double *numbers;
    uint64_t *wholes;
} target;

/* `text` is a copy, to be taken apart. */
static pld_status expand(char *text, const target *where, size_t *count, pld_error *error) {
    pld_status status = PLD_OK;
    *count = 0;
    while (text != NULL && status == PLD_OK) {
        char *rest = cut(text, ",");
        item parts;
        status = split_item(text, &parts, error);
        if (status == PLD_OK) {
            status = where->whole ? expand_whole(&parts, where->wholes, count, error)
                                  : expand_numbers(&parts, where->numbers, count, error);
        }
        text = rest;
    }
    return status;
}

/* Counts, allocates, fills. */
static pld_status parse(const char *text, bool whole, target *made, size_t *count, pld_error *error) {
    target where = {.whole = whole};
    size_t length = strlen(text) + 1;
    char *copy = pld__allocate(length, 1);
    if (copy == NULL) {
        return PLD_ERROR_MEMORY;
    }
    memcpy(copy, text, length);
    pld_status status = expand(copy, &where, count, error);
    if (status == PLD_OK) {
        void *values = pld__allocate(*count, whole ? sizeof *where.wholes : sizeof *where.numbers);
        where.wholes = whole ? values : NULL;
        where.numbers = whole ? NULL : values;
        memcpy(copy, text, length);
        status = values != NULL ? expand(copy, &where, count, error) : PLD_ERROR_MEMORY;
    }
    pld__free(copy);
    *made = where;
    return status;
}

pld_status pld__list_parse(const char *text, double **values, size_t *count, pld_error *error) {
    target made;
    size_t made_count = 0;
    pld_status status = parse(text, false, &made, &made_count, error);
    if (status == PLD_OK) {
        *values = made.numbers;
        *count = made_count;
    }
    return status;
}

pld_status pld__list_parse_whole(const char *text, uint64_t **values, size_t *count, pld_error *error) {
    target made;
    size_t made_count = 0;
    pld_status status = parse(text, true, &made, &made_count, error);
    if (status == PLD_OK) {
        *values = made.wholes;
        *count = made_count;
    }
    return status;
}
