/* Equal steps are found by a hash of what mechanisms call themselves, so that adding is cheap however many there are. Whatever
 * can fail comes before anything changes. */
#include <pld/composition.h>

#include "base/base.h"
#include "base/lines.h"
#include "base/number.h"
#include "base/shelf.h"
#include "composition/history.h"
#include "composition/schedule.h"
#include "family/family.h"
#include "family/spec.h"
#include "pair/pair.h"
#include "pair/sparse.h"
#include "plan/tuning.h"
#include "query/adjacency.h"
#include "query/answer.h"
#include "query/two_ends.h"
#include "store/masses.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A step beyond what the query needs of it. */
typedef struct {
    pld_mechanism *mechanism; /* the one of the step, owned */
    uint64_t hash;
    char *given;          /* as it was given first; room for another count behind it */
    size_t given_room;    /* bytes */
    uint64_t given_count; /* behind the `@`, of all together, which need not be the number of steps */
} entry;

struct pld_composition {
    pld_adjacency adjacency;
    size_t count, room;
    pld_step *steps;
    entry *entries;
    size_t *slots; /* places + 1 by hash, 0: free; a power of two, more than twice `room` */
    size_t slot_count;
    char *notes;
    size_t note_room; /* bytes */
    /* Of what questions about it share: mechanisms stay as long as it does. It has a lock of its own, and no answer depends on
     * what is in it, so asking changes nothing that anybody sees. */
    pld__shelf *shelf;
};

enum { COUNT_SIZE = 24 }; /* `@`, the digits of any count, the end */

/* --- equal mechanisms ----------------------------------------------------------------------------------------------- */

static const char *note_of(const pld_mechanism *mechanism) {
    const char *note = pld_mechanism_note(mechanism);
    return note ? note : "";
}

static uint64_t hash_text(uint64_t hash, const char *text) { /* FNV-1a */
    for (; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static uint64_t hash_of(const pld_mechanism *mechanism) {
    return hash_text(hash_text(UINT64_C(0xcbf29ce484222325), pld_mechanism_resolved(mechanism)), note_of(mechanism));
}

/* The note says what else a mechanism stands for: a training run of 10 epochs and one of 20 have the same pair. */
static bool is_equal(const pld_mechanism *a, const pld_mechanism *b) {
    if (a == b) {
        return true;
    }
    bool is_called_the_same =
        strcmp(pld_mechanism_resolved(a), pld_mechanism_resolved(b)) == 0 && strcmp(note_of(a), note_of(b)) == 0;
    /* Arrays are called what their caller likes, and files change: they are what is in them. */
    return is_called_the_same && (pld__family_of(&a->traits) != &pld__family_array || pld__sparse_equal(a, b));
}

/* The slot of an equal mechanism, or the free one where it would go. */
static size_t find_slot(const pld_composition *in, const pld_mechanism *mechanism, uint64_t hash) {
    size_t slot = (size_t)hash & (in->slot_count - 1);
    while (in->slots[slot] != 0) {
        const entry *there = &in->entries[in->slots[slot] - 1];
        if (there->hash == hash && is_equal(there->mechanism, mechanism)) {
            break;
        }
        slot = (slot + 1) & (in->slot_count - 1);
    }
    return slot;
}

static uint64_t add_counts(uint64_t a, uint64_t b) {
    uint64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

/* --- room ----------------------------------------------------------------------------------------------------------- */

static pld_status reserve_slots(pld_composition *to, size_t room) {
    size_t count = 8;
    while (count <= 2 * room) {
        count *= 2;
    }
    size_t *slots = calloc(count, sizeof *slots);
    if (slots == NULL) {
        return PLD_ERROR_MEMORY;
    }
    free(to->slots);
    to->slots = slots;
    to->slot_count = count;
    for (size_t i = 0; i < to->count; i++) {
        slots[find_slot(to, to->entries[i].mechanism, to->entries[i].hash)] = i + 1;
    }
    return PLD_OK;
}

/* Room for so many more steps, and so many more bytes of notes. */
static pld_status reserve(pld_composition *to, size_t steps, size_t note_bytes) {
    size_t bytes = (to->notes ? strlen(to->notes) : 0) + note_bytes + 2;
    if (bytes > to->note_room) {
        bool first = to->notes == NULL;
        char *notes = realloc(to->notes, 2 * bytes);
        if (notes == NULL) {
            return PLD_ERROR_MEMORY;
        }
        if (first) {
            notes[0] = '\0';
        }
        to->notes = notes;
        to->note_room = 2 * bytes;
    }
    if (to->count + steps <= to->room) {
        return PLD_OK;
    }
    size_t room = 2 * (to->count + steps);
    pld_step *larger = realloc(to->steps, room * sizeof *larger);
    to->steps = larger ? larger : to->steps;
    entry *entries = realloc(to->entries, room * sizeof *entries);
    to->entries = entries ? entries : to->entries;
    if (larger == NULL || entries == NULL) {
        return PLD_ERROR_MEMORY;
    }
    pld_status status = reserve_slots(to, room);
    to->room = status == PLD_OK ? room : to->room;
    return status;
}

/* --- entries -------------------------------------------------------------------------------------------------------- */

static void free_entry(entry *one) {
    pld_mechanism_free(one->mechanism);
    free(one->given);
}

/* Takes the mechanism, also on failure. */
static pld_status make_entry(pld_mechanism *mechanism, const char *given, uint64_t given_count, entry *made) {
    size_t room = strlen(given) + COUNT_SIZE + 1;
    *made = (entry){.mechanism = mechanism,
                    .hash = hash_of(mechanism),
                    .given = malloc(room),
                    .given_room = room,
                    .given_count = given_count};
    if (made->given == NULL) {
        free_entry(made);
        return PLD_ERROR_MEMORY;
    }
    memcpy(made->given, given, strlen(given) + 1);
    return PLD_OK;
}

/* Writes another count behind the spec. */
static void recount(entry *one, uint64_t count) {
    char *at = strrchr(one->given, '@'), *end = at ? at : one->given + strlen(one->given);
    one->given_count = count;
    snprintf(end, one->given_room - (size_t)(end - one->given), "@%" PRIu64, count);
}

/* Takes an entry for which there is room. A count beyond 64 bits stays at the largest, where queries refuse it. */
static void take(pld_composition *to, entry *one, uint64_t count) {
    size_t slot = find_slot(to, one->mechanism, one->hash);
    if (to->slots[slot] != 0) {
        size_t place = to->slots[slot] - 1;
        to->steps[place].count = add_counts(to->steps[place].count, count);
        recount(&to->entries[place], add_counts(to->entries[place].given_count, one->given_count));
        free_entry(one);
        return;
    }
    pld__lines_add(to->notes, to->note_room, note_of(one->mechanism));
    to->entries[to->count] = *one;
    to->steps[to->count] = (pld_step){one->mechanism, count};
    to->slots[slot] = ++to->count;
}

/* --- adding --------------------------------------------------------------------------------------------------------- */

/* Takes the mechanism, also on failure. */
static pld_status add(pld_composition *to, pld_mechanism *mechanism, uint64_t count, const char *given, uint64_t given_count) {
    entry one;
    pld_status status = make_entry(mechanism, given, given_count, &one);
    if (status != PLD_OK) {
        return status;
    }
    status = reserve(to, 1, strlen(note_of(mechanism)));
    if (status != PLD_OK) {
        free_entry(&one);
        return status;
    }
    take(to, &one, count);
    return PLD_OK;
}

pld_status pld_composition_add(pld_composition *composition, const pld_mechanism *mechanism, uint64_t count, pld_error *error) {
    if (mechanism == NULL || count < 1) {
        return pld__error_argument(error, "", "a mechanism, and a count of at least 1", "nothing is to be added");
    }
    pld_mechanism *own = NULL;
    pld_status status = pld__adjacency_adapt(pld__mechanism_share(mechanism), composition->adjacency, &own, error);
    if (status != PLD_OK) {
        return status;
    }
    const char *resolved = pld_mechanism_resolved(own);
    size_t size = strlen(resolved) + COUNT_SIZE;
    char *given = malloc(size);
    if (given == NULL) {
        pld_mechanism_free(own);
        return PLD_ERROR_MEMORY;
    }
    snprintf(given, size, "%s@%" PRIu64, resolved, count);
    status = add(composition, own, count, given, count);
    free(given);
    return status;
}

/* What stands behind the `@` of a spec that has been read, which need not be its number of steps. */
static uint64_t given_count(const char *spec) {
    const char *at = strrchr(spec, '@');
    uint64_t count = 1;
    return at != NULL && pld__number_parse_whole(at + 1, &count, NULL) != PLD_OK ? 1 : count;
}

pld_status pld_composition_add_spec(pld_composition *composition, const char *spec, pld_error *error) {
    pld_mechanism *plain = NULL, *mechanism = NULL;
    uint64_t count = 0;
    pld_status status = pld__mechanism_parse(spec, pld__masses_read, &plain, &count, error);
    if (status == PLD_OK) {
        status = pld__adjacency_adapt(plain, composition->adjacency, &mechanism, error);
    }
    return status == PLD_OK ? add(composition, mechanism, count, spec, given_count(spec)) : status;
}

/* Adds all of `from`, which is empty afterwards. */
static pld_status absorb(pld_composition *to, pld_composition *from) {
    pld_status status = reserve(to, from->count, from->notes ? strlen(from->notes) : 0);
    if (status != PLD_OK) {
        return status;
    }
    for (size_t i = 0; i < from->count; i++) {
        take(to, &from->entries[i], from->steps[i].count);
    }
    from->count = 0;
    return PLD_OK;
}

/* All specs of a list that was read with this status, or nothing; frees the list. */
static pld_status add_list(pld_composition *to, pld_status status, pld__spec_list *list, pld_error *error) {
    pld_composition *read = NULL;
    if (status == PLD_OK) {
        status = pld_composition_create(to->adjacency, &read);
    }
    for (size_t i = 0; i < list->count && status == PLD_OK; i++) {
        pld_error cause = {.message = ""};
        status = pld_composition_add_spec(read, list->specs[i], &cause);
        if (status != PLD_OK) {
            status = pld__spec_list_blame(list, i, status, &cause, error);
        }
    }
    if (status == PLD_OK) {
        status = absorb(to, read);
    }
    pld_composition_free(read);
    pld__spec_list_free(list);
    return status;
}

pld_status pld_composition_add_schedule(pld_composition *composition, const char *path, pld_error *error) {
    pld__spec_list list;
    return add_list(composition, pld__schedule_read(path, &list, error), &list, error);
}

pld_status pld_composition_add_history(pld_composition *composition, const char *path, pld_error *error) {
    pld__spec_list list;
    return add_list(composition, pld__history_read(path, composition->adjacency, &list, error), &list, error);
}

pld_status pld_composition_parse_history(pld_composition *composition, const char *json, pld_error *error) {
    pld__spec_list list;
    return add_list(composition, pld__history_parse("history", json, strlen(json), composition->adjacency, &list, error), &list,
                    error);
}

/* --- the object ----------------------------------------------------------------------------------------------------- */

pld_status pld_composition_create(pld_adjacency adjacency, pld_composition **composition) {
    pld_composition *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return PLD_ERROR_MEMORY;
    }
    made->adjacency = adjacency;
    made->shelf = pld__shelf_create(SHARED_BYTES);
    *composition = made;
    return PLD_OK;
}

void pld_composition_free(pld_composition *composition) {
    if (composition == NULL) {
        return;
    }
    for (size_t i = 0; i < composition->count; i++) {
        free_entry(&composition->entries[i]);
    }
    pld__shelf_free(composition->shelf);
    free(composition->entries);
    free(composition->steps);
    free(composition->slots);
    free(composition->notes);
    free(composition);
}

pld_adjacency pld_composition_adjacency(const pld_composition *composition) {
    return composition->adjacency;
}

const pld_step *pld_composition_steps(const pld_composition *composition, size_t *count) {
    *count = composition->count;
    return composition->steps;
}

const char *pld_composition_spec(const pld_composition *composition, size_t index) {
    return index < composition->count ? composition->entries[index].given : NULL;
}

uint64_t pld_composition_total(const pld_composition *composition) {
    uint64_t total = 0;
    for (size_t i = 0; i < composition->count; i++) {
        total = add_counts(total, composition->steps[i].count);
    }
    return total;
}

bool pld_composition_has_gap(const pld_composition *composition) {
    return pld__steps_have_gap(composition->steps, composition->count);
}

const char *pld_composition_notes(const pld_composition *composition) {
    return composition->notes ? composition->notes : "";
}

/* --- asking --------------------------------------------------------------------------------------------------------- */

pld_status pld_composition_epsilon(const pld_composition *composition, long double log_delta, const pld_options *options,
                                   pld_result *result, pld_error *error) {
    pld_options own = *options;
    own.adjacency = composition->adjacency;
    bool limited;
    return pld__answer_epsilon(composition->steps, composition->count, log_delta, &own, composition->shelf, result, &limited,
                               error);
}

pld_status pld_composition_delta(const pld_composition *composition, double epsilon, const pld_options *options,
                                 pld_result *result, pld_error *error) {
    pld_options own = *options;
    own.adjacency = composition->adjacency;
    bool limited;
    return pld__answer_delta(composition->steps, composition->count, epsilon, &own, composition->shelf, result, &limited, error);
}
