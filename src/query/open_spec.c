#include "query/open_spec.h"

#include "base/base.h"
#include "base/plain.h"
#include "family/check.h"
#include "family/monotone.h"
#include "query/adjacency.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define WORD "solve"

static const char COUNT_KEY[] = "count";

/* --- the place of the word ------------------------------------------------------------------------------------------ */

/* The next `solve` that is a whole value: behind = or @, before a comma, an @ or the end. */
static const char *find_word(const char *text, const char *from) {
    for (const char *at = from; (at = strstr(at, WORD)) != NULL; at++) {
        char next = at[strlen(WORD)];
        if (at > text && (at[-1] == '=' || at[-1] == '@') && (next == '\0' || next == ',' || next == '@'))
            return at;
    }
    return NULL;
}

bool pld__open_spec_is_in(const char *spec) {
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

static pld_status split(const char *spec, pld__open_spec *open, pld_error *error) {
    const char *word = find_word(spec, spec);
    if (!word)
        return pld__error_argument(error, spec, "one key=" WORD " or @" WORD, "nothing in '%s' is to be solved for", spec);
    if (find_word(spec, word + 1))
        return pld__error_argument(error, spec, "one key=" WORD " or @" WORD,
                                   "'%s' has two unknowns, but only one can be solved for", spec);
    open->before = copy(spec, (size_t)(word - spec));
    open->after = copy(word + strlen(WORD), strlen(word + strlen(WORD)));
    if (!open->before || !open->after)
        return PLD_ERROR_MEMORY;
    if (word[-1] == '@') {
        snprintf(open->key, sizeof open->key, "%s", COUNT_KEY);
        return PLD_OK;
    }
    const char *begin = word - 1;
    while (begin > spec && begin[-1] != ',' && begin[-1] != ':')
        begin--;
    snprintf(open->key, sizeof open->key, "%.*s", (int)(word - 1 - begin), begin);
    return PLD_OK;
}

/* --- a number put in ------------------------------------------------------------------------------------------------ */

static char *put_in(const pld__open_spec *open, const char *number) {
    size_t size = strlen(open->before) + strlen(number) + strlen(open->after) + 1;
    char *spec = pld__allocate(size, 1);
    if (spec)
        snprintf(spec, size, "%s%s%s", open->before, number, open->after);
    return spec;
}

char *pld__open_spec_spec(const pld__open_spec *open, double value) {
    char number[40];
    if (open->whole)
        snprintf(number, sizeof number, "%" PRIu64, (uint64_t)value);
    else
        snprintf(number, sizeof number, "%s", pld__number_format(value).text);
    return put_in(open, number);
}

/* Takes the text. */
static pld_status parse(const pld__open_spec *open, char *spec, pld_mechanism **mechanism, uint64_t *count, pld_error *error) {
    pld_mechanism *made = NULL;
    pld_status status = spec ? pld__mechanism_parse(spec, open->reader, &made, count, error) : PLD_ERROR_MEMORY;
    pld__free(spec);
    return status == PLD_OK ? pld__adjacency_adapt(made, open->adjacency, mechanism, error) : status;
}

pld_status pld__open_spec_step(const pld__open_spec *open, double value, pld_step *step, pld_mechanism **owned,
                               pld_error *error) {
    *owned = NULL;
    if (open->fixed || (value == 0 && open->none)) {
        double count = open->fixed ? (double)open->fixed_count * value : 0;
        *step = (pld_step){open->fixed, count < 0x1p63 ? (uint64_t)count : UINT64_MAX};
        return PLD_OK;
    }
    pld_status status = parse(open, pld__open_spec_spec(open, value), owned, &step->count, error);
    step->mechanism = *owned;
    return status;
}

/* How often memory was too short to tell whether a number is allowed. */
static _Thread_local size_t untold;

static bool is_allowed(const pld__open_spec *open, double value, pld_error *error) {
    pld_step step;
    pld_mechanism *owned;
    pld_status status = pld__open_spec_step(open, value, &step, &owned, error);
    pld_mechanism_free(owned);
    untold += status == PLD_ERROR_MEMORY;
    return status == PLD_OK;
}

/* --- which numbers are allowed -------------------------------------------------------------------------------------- */

/* The whole number in the middle as logs, 0 being as far from 1 as 2 is, or the next one; `allowed` if none is between the two.
 */
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

/* The last allowed number on the way from one that is to one that is not. Ends are numbers that people write, as a rule: one that
 * is allowed while the next double is not is the end, and few need to be tried. */
static double last_allowed(const pld__open_spec *open, double allowed, double refused) {
    for (int step = 0; step < 200; step++) {
        double middle = open->whole ? whole_between(allowed, refused) : real_between(allowed, refused);
        if (middle == allowed)
            return allowed;
        if (!is_allowed(open, middle, NULL)) {
            refused = middle;
            continue;
        }
        allowed = middle;
        if (!open->whole) {
            double next = nextafter(middle, refused);
            if (next == refused || !is_allowed(open, next, NULL))
                return allowed;
            allowed = next;
        }
    }
    return allowed;
}

/* Finds an allowed number to start from, and how far they go. If there is none, the error is that of the first one tried. */
static pld_status search_range(pld__open_spec *open, pld_error *error) {
    double first = open->start;
    bool found = is_allowed(open, first, error);
    for (int decade = 1; decade <= 24 && !found; decade++)
        for (int sign = 1; sign >= -1 && !found; sign -= 2) {
            double value = first * pow(10, sign * decade);
            if (value >= fmax(open->low, open->whole ? 1 : 0) && value <= open->high &&
                is_allowed(open, open->whole ? round(value) : value, NULL)) {
                open->start = open->whole ? round(value) : value;
                found = true;
            }
        }
    if (!found)
        return PLD_ERROR_ARGUMENT;
    if (!is_allowed(open, open->low, NULL))
        open->low = last_allowed(open, open->start, open->low);
    if (!is_allowed(open, open->high, NULL))
        open->high = last_allowed(open, open->start, open->high);
    return PLD_OK;
}

static pld_status find_range(pld__open_spec *open, pld_error *error) {
    size_t before = untold;
    pld_status status = search_range(open, error);
    return untold == before ? status : PLD_ERROR_MEMORY;
}

/* --- all of it ------------------------------------------------------------------------------------------------------ */

static pld_status read_key(const char *spec, pld__open_spec *open, const pld__key_range **range, pld_error *error) {
    const pld__key *key = NULL;
    char allowed[sizeof error->allowed], names[sizeof error->allowed - 64];
    pld_status status = pld__spec_key(spec, open->key, &key, error);
    if (status != PLD_OK)
        return status;
    if (!key) /* the parser says which keys there are */
        return parse(open, put_in(open, "1"), &open->fixed, &open->fixed_count, error);
    if (!key->range) {
        pld__range_names(names, sizeof names);
        snprintf(allowed, sizeof allowed, "@%s, or %s for one of %s", WORD, WORD, names);
        return pld__error_argument(error, open->key, allowed, "'%s' of this mechanism cannot be solved for", open->key);
    }
    *range = key->range;
    open->whole = key->kind == PLD__KEY_WHOLE;
    return PLD_OK;
}

pld_status pld__open_spec_read(const char *spec, pld__array_reader *reader, pld_adjacency adjacency, pld__open_spec *open,
                               pld_error *error) {
    const pld__key_range *range = &pld__range_count;
    *open = (pld__open_spec){.reader = reader, .adjacency = adjacency, .whole = true};
    pld_status status = split(spec, open, error);
    bool count = status == PLD_OK && strcmp(open->key, COUNT_KEY) == 0;
    if (status == PLD_OK && count)
        status = parse(open, put_in(open, "1"), &open->fixed, &open->fixed_count, error);
    else if (status == PLD_OK)
        status = read_key(spec, open, &range, error);
    if (status != PLD_OK)
        return status;
    open->sign = range->sign;
    open->none = range->none;
    open->not_monotone = pld__spec_not_monotone(spec, open->key);
    open->low = open->whole ? ceil(range->low) : range->low;
    open->high = count ? floor(range->high / (double)open->fixed_count) : range->high;
    open->start = range->start;
    return count ? PLD_OK : find_range(open, error);
}

void pld__open_spec_free(pld__open_spec *open) {
    pld__free(open->before);
    pld__free(open->after);
    pld_mechanism_free(open->fixed);
    *open = (pld__open_spec){.whole = false};
}
