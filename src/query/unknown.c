#include "query/unknown.h"

#include "base/base.h"
#include "base/plain.h"
#include "family/check.h"
#include "family/monotone.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define WORD "solve"

static const char COUNT_KEY[] = "count";

/* --- the place of the word ----------------------------------------------------------------------------------------------- */

/* The next `solve` that is a whole value: behind = or @, before a comma, an @ or the end. */
static const char *find_word(const char *text, const char *from) {
    for (const char *at = from; (at = strstr(at, WORD)) != NULL; at++) {
        char next = at[strlen(WORD)];
        if (at > text && (at[-1] == '=' || at[-1] == '@') && (next == '\0' || next == ',' || next == '@'))
            return at;
    }
    return NULL;
}

bool pld__unknown_is_in(const char *spec) {
    return find_word(spec, spec) != NULL;
}

static char *copy(const char *text, size_t length) {
    char *made = pld__allocate(length + 1, 1);
    if (made) {
        memcpy(made, text, length);
        made[length] = '\0';
    }
    return made;
}

static pld_status split(const char *spec, pld__unknown *unknown, pld_error *error) {
    const char *word = find_word(spec, spec);
    if (!word)
        return pld__error_argument(error, spec, "one key=" WORD " or @" WORD, "nothing in '%s' is to be solved for", spec);
    if (find_word(spec, word + 1))
        return pld__error_argument(error, spec, "one key=" WORD " or @" WORD,
                                   "'%s' has two unknowns, but only one can be solved for", spec);
    unknown->before = copy(spec, (size_t)(word - spec));
    unknown->after = copy(word + strlen(WORD), strlen(word + strlen(WORD)));
    if (!unknown->before || !unknown->after)
        return PLD_ERROR_MEMORY;
    if (word[-1] == '@') {
        snprintf(unknown->key, sizeof unknown->key, "%s", COUNT_KEY);
        return PLD_OK;
    }
    const char *begin = word - 1;
    while (begin > spec && begin[-1] != ',' && begin[-1] != ':')
        begin--;
    snprintf(unknown->key, sizeof unknown->key, "%.*s", (int)(word - 1 - begin), begin);
    return PLD_OK;
}

/* --- a number put in ------------------------------------------------------------------------------------------------------ */

static char *put_in(const pld__unknown *unknown, const char *number) {
    size_t size = strlen(unknown->before) + strlen(number) + strlen(unknown->after) + 1;
    char *spec = pld__allocate(size, 1);
    if (spec)
        snprintf(spec, size, "%s%s%s", unknown->before, number, unknown->after);
    return spec;
}

char *pld__unknown_spec(const pld__unknown *unknown, double value) {
    char number[40];
    if (unknown->whole)
        snprintf(number, sizeof number, "%" PRIu64, (uint64_t)value);
    else
        snprintf(number, sizeof number, "%s", pld__number_format(value).text);
    return put_in(unknown, number);
}

/* Takes the text. */
static pld_status parse(const pld__unknown *unknown, char *spec, pld_mechanism **mechanism, uint64_t *count, pld_error *error) {
    pld_mechanism *made = NULL;
    pld_status status = spec ? pld__mechanism_parse(spec, unknown->reader, &made, count, error) : PLD_ERROR_MEMORY;
    pld__free(spec);
    if (status == PLD_OK && unknown->adjacency == PLD_ADJACENCY_REPLACE) {
        status = pld_mechanism_create_replaced(made, mechanism, error);
        pld_mechanism_free(made);
    } else if (status == PLD_OK) {
        *mechanism = made;
    }
    return status;
}

pld_status pld__unknown_step(const pld__unknown *unknown, double value, pld_step *step, pld_mechanism **owned, pld_error *error) {
    *owned = NULL;
    if (unknown->fixed || (value == 0 && unknown->none)) {
        double count = unknown->fixed ? (double)unknown->fixed_count * value : 0;
        *step = (pld_step){unknown->fixed, count < 0x1p63 ? (uint64_t)count : UINT64_MAX};
        return PLD_OK;
    }
    pld_status status = parse(unknown, pld__unknown_spec(unknown, value), owned, &step->count, error);
    step->mechanism = *owned;
    return status;
}

/* How often memory was too short to tell whether a number is allowed. */
static _Thread_local size_t untold;

static bool is_allowed(const pld__unknown *unknown, double value, pld_error *error) {
    pld_step step;
    pld_mechanism *owned;
    pld_status status = pld__unknown_step(unknown, value, &step, &owned, error);
    pld_mechanism_free(owned);
    untold += status == PLD_ERROR_MEMORY;
    return status == PLD_OK;
}

/* --- which numbers are allowed ------------------------------------------------------------------------------------------------ */

/* The whole number in the middle as logs, 0 being as far from 1 as 2 is, or the next one; `allowed` if none is between the two. */
static double whole_between(double allowed, double refused) {
    bool up = allowed < refused;
    double middle = sqrt(allowed) * sqrt(fmax(refused, 0.5)), next = allowed + (up ? 1 : -1);
    middle = up ? fmax(floor(middle), next) : fmin(ceil(middle), next);
    return middle == refused ? allowed : middle;
}

/* The decimal of fewest digits near the middle; `allowed` if no double is between the two. */
static double real_between(double allowed, double refused) {
    double low = fmin(allowed, refused), high = fmax(allowed, refused);
    double middle = high > 2 * low ? sqrt(low) * sqrt(high) : low + (high - low) / 2;
    for (int digits = 1; digits <= 17; digits++) {
        char text[32];
        pld__plain_format(text, sizeof text, "%.*g", digits, middle);
        double simple = pld__plain_read(text, NULL);
        if (simple > low && simple < high)
            return simple;
    }
    return allowed;
}

/* The last allowed number on the way from one that is to one that is not. Ends are numbers that people write, as a rule: one that is allowed
 * while the next double is not is the end, and few need to be tried. */
static double last_allowed(const pld__unknown *unknown, double allowed, double refused) {
    for (int step = 0; step < 200; step++) {
        double middle = unknown->whole ? whole_between(allowed, refused) : real_between(allowed, refused);
        if (middle == allowed)
            return allowed;
        if (!is_allowed(unknown, middle, NULL)) {
            refused = middle;
            continue;
        }
        allowed = middle;
        if (!unknown->whole) {
            double next = nextafter(middle, refused);
            if (next == refused || !is_allowed(unknown, next, NULL))
                return allowed;
            allowed = next;
        }
    }
    return allowed;
}

/* Finds an allowed number to start from, and how far they go. If there is none, the error is that of the first one tried. */
static pld_status search_range(pld__unknown *unknown, pld_error *error) {
    double first = unknown->start;
    bool found = is_allowed(unknown, first, error);
    for (int decade = 1; decade <= 24 && !found; decade++)
        for (int sign = 1; sign >= -1 && !found; sign -= 2) {
            double value = first * pow(10, sign * decade);
            if (value >= fmax(unknown->low, unknown->whole ? 1 : 0) && value <= unknown->high &&
                is_allowed(unknown, unknown->whole ? round(value) : value, NULL)) {
                unknown->start = unknown->whole ? round(value) : value;
                found = true;
            }
        }
    if (!found)
        return PLD_ERROR_ARGUMENT;
    if (!is_allowed(unknown, unknown->low, NULL))
        unknown->low = last_allowed(unknown, unknown->start, unknown->low);
    if (!is_allowed(unknown, unknown->high, NULL))
        unknown->high = last_allowed(unknown, unknown->start, unknown->high);
    return PLD_OK;
}

static pld_status find_range(pld__unknown *unknown, pld_error *error) {
    size_t before = untold;
    pld_status status = search_range(unknown, error);
    return untold == before ? status : PLD_ERROR_MEMORY;
}

/* --- all of it ---------------------------------------------------------------------------------------------------------------- */

static pld_status read_key(const char *spec, pld__unknown *unknown, const pld__key_range **range, pld_error *error) {
    const pld__key *key = NULL;
    char allowed[sizeof error->allowed], names[sizeof error->allowed - 64];
    pld_status status = pld__spec_key(spec, unknown->key, &key, error);
    if (status != PLD_OK)
        return status;
    if (!key) /* the parser says which keys there are */
        return parse(unknown, put_in(unknown, "1"), &unknown->fixed, &unknown->fixed_count, error);
    if (!key->range) {
        pld__range_names(names, sizeof names);
        snprintf(allowed, sizeof allowed, "@%s, or %s for one of %s", WORD, WORD, names);
        return pld__error_argument(error, unknown->key, allowed, "'%s' of this mechanism cannot be solved for", unknown->key);
    }
    *range = key->range;
    unknown->whole = key->kind == PLD__KEY_WHOLE;
    return PLD_OK;
}

pld_status pld__unknown_read(const char *spec, pld__array_reader *reader, pld_adjacency adjacency, pld__unknown *unknown,
                             pld_error *error) {
    const pld__key_range *range = &pld__range_count;
    *unknown = (pld__unknown){.reader = reader, .adjacency = adjacency, .whole = true};
    pld_status status = split(spec, unknown, error);
    bool count = status == PLD_OK && strcmp(unknown->key, COUNT_KEY) == 0;
    if (status == PLD_OK && count)
        status = parse(unknown, put_in(unknown, "1"), &unknown->fixed, &unknown->fixed_count, error);
    else if (status == PLD_OK)
        status = read_key(spec, unknown, &range, error);
    if (status != PLD_OK)
        return status;
    unknown->sign = range->sign;
    unknown->none = range->none;
    unknown->not_monotone = pld__spec_not_monotone(spec, unknown->key);
    unknown->low = unknown->whole ? ceil(range->low) : range->low;
    unknown->high = count ? floor(range->high / (double)unknown->fixed_count) : range->high;
    unknown->start = range->start;
    return count ? PLD_OK : find_range(unknown, error);
}

void pld__unknown_free(pld__unknown *unknown) {
    pld__free(unknown->before);
    pld__free(unknown->after);
    pld_mechanism_free(unknown->fixed);
    *unknown = (pld__unknown){.whole = false};
}
