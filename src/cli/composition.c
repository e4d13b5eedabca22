#include "cli/composition.h"

#include "base/base.h"
#include "base/number.h"
#include "composition/schedule.h"
#include "family/spec.h"
#include "store/masses.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- one mechanism ------------------------------------------------------------------------------------------------------ */

static pld_status read_step(const char *spec, pld_adjacency adjacency, pld_mechanism **mechanism, uint64_t *count,
                            pld_error *error) {
    pld_mechanism *plain = NULL;
    pld_status status = pld__mechanism_parse(spec, pld__masses_read, &plain, count, error);
    if (status != PLD_OK || adjacency != PLD_ADJACENCY_REPLACE) {
        *mechanism = plain;
        return status;
    }
    status = pld_mechanism_create_replaced(plain, mechanism, error);
    pld_mechanism_free(plain);
    return status;
}

/* --- equal mechanisms --------------------------------------------------------------------------------------------------- */

/* The note says what else a mechanism stands for: a training run of 10 epochs and one of 20 have the same pair. */
typedef struct {
    const char *resolved, *note;
    size_t place;
} entry;

static int by_text(const entry *x, const entry *y) {
    int order = strcmp(x->resolved, y->resolved);
    return order != 0 ? order : strcmp(x->note, y->note);
}

static int by_text_and_place(const void *a, const void *b) {
    const entry *x = a, *y = b;
    int order = by_text(x, y);
    return order != 0 ? order : (x->place > y->place) - (x->place < y->place);
}

static uint64_t add_counts(uint64_t a, uint64_t b) {
    uint64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

/* What stands behind the `@` of a spec that has been read, which need not be its number of steps. */
static uint64_t given_count(const char *spec) {
    const char *at = strrchr(spec, '@');
    uint64_t count = 1;
    return at != NULL && pld__number_parse_whole(at + 1, &count, NULL) != PLD_OK ? 1 : count;
}

/* The spec with another count. */
static char *with_count(const char *spec, uint64_t count) {
    const char *at = strrchr(spec, '@');
    size_t length = at ? (size_t)(at - spec) : strlen(spec), size = length + 32;
    char *made = malloc(size);
    if (made != NULL) {
        snprintf(made, size, "%.*s@%" PRIu64, (int)length, spec, count);
    }
    return made;
}

/* Adds the later of two equal steps to the first; a count beyond 64 bits stays there, where it is refused. */
static pld_status join(pld__composition *composition, size_t first, size_t later) {
    uint64_t *count = &composition->steps[first].count;
    *count = add_counts(*count, composition->steps[later].count);
    char *given = with_count(composition->given[first],
                             add_counts(given_count(composition->given[first]), given_count(composition->given[later])));
    if (given == NULL) {
        return PLD_ERROR_MEMORY;
    }
    free(composition->given[first]);
    composition->given[first] = given;
    composition->steps[later].count = 0;
    return PLD_OK;
}

/* Takes out the steps that have been joined to others. */
static void close_ranks(pld__composition *composition) {
    size_t kept = 0;
    for (size_t i = 0; i < composition->step_count; i++) {
        if (composition->steps[i].count == 0) {
            pld_mechanism_free(composition->mechanisms[i]);
            free(composition->given[i]);
            continue;
        }
        composition->steps[kept] = composition->steps[i];
        composition->mechanisms[kept] = composition->mechanisms[i];
        composition->given[kept++] = composition->given[i];
    }
    composition->step_count = kept;
}

static pld_status join_equal_steps(pld__composition *composition) {
    size_t count = composition->step_count, first = 0;
    entry *entries = calloc(count, sizeof *entries);
    pld_status status = entries ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        const char *note = pld_mechanism_note(composition->mechanisms[i]);
        entries[i] = (entry){pld_mechanism_resolved(composition->mechanisms[i]), note ? note : "", i};
    }
    if (status == PLD_OK) {
        qsort(entries, count, sizeof *entries, by_text_and_place);
    }
    for (size_t i = 1; i < count && status == PLD_OK; i++) {
        if (by_text(&entries[first], &entries[i]) == 0) {
            status = join(composition, entries[first].place, entries[i].place);
        } else {
            first = i;
        }
    }
    free(entries);
    if (status == PLD_OK) {
        close_ranks(composition);
    }
    return status;
}

/* --- all mechanisms ----------------------------------------------------------------------------------------------------- */

static pld_status make_room(pld__composition *composition, size_t count) {
    *composition = (pld__composition){.steps = calloc(count + 1, sizeof *composition->steps),
                                      .given = calloc(count + 1, sizeof *composition->given),
                                      .mechanisms = calloc(count + 1, sizeof(pld_mechanism *))};
    return composition->steps && composition->given && composition->mechanisms ? PLD_OK : PLD_ERROR_MEMORY;
}

static pld_status add_step(const char *spec, pld_adjacency adjacency, pld__composition *composition, pld_error *error) {
    size_t place = composition->step_count;
    pld_step *step = &composition->steps[place];
    pld_status status = read_step(spec, adjacency, &composition->mechanisms[place], &step->count, error);
    if (status != PLD_OK) {
        return status;
    }
    step->mechanism = composition->mechanisms[place];
    composition->given[place] = strdup(spec);
    composition->step_count++;
    return composition->given[place] ? PLD_OK : PLD_ERROR_MEMORY;
}

static pld_status add_scheduled(const pld__schedule *schedule, size_t index, pld_adjacency adjacency,
                                pld__composition *composition, pld_error *error) {
    pld_error cause = {.message = ""};
    pld_status status = add_step(schedule->specs[index], adjacency, composition, &cause);
    return status == PLD_OK ? PLD_OK : pld__schedule_blame(schedule, index, status, &cause, error);
}

pld_status pld__composition_parse(char *const *specs, size_t count, pld_adjacency adjacency, pld__composition *composition,
                                  pld_error *error) {
    pld_status status = make_room(composition, count);
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        status = add_step(specs[i], adjacency, composition, error);
    }
    return status == PLD_OK ? join_equal_steps(composition) : status;
}

pld_status pld__composition_read(const pld__command_line *line, pld__composition *composition, pld_error *error) {
    const char *path = line->given[PLD__OPTION_SCHEDULE];
    pld_adjacency adjacency = line->query.adjacency;
    pld__schedule schedule = {.count = 0};
    *composition = (pld__composition){.step_count = 0};
    pld_status status = path ? pld__schedule_read(path, &schedule, error) : PLD_OK;
    if (status == PLD_OK && line->operand_count + schedule.count == 0) {
        status = pld__error_argument(error, "MECHANISM", "name:key=value,...@count; 'pld mechanisms' lists them",
                                     "a mechanism is missing");
    }
    if (status == PLD_OK) {
        status = make_room(composition, line->operand_count + schedule.count);
    }
    for (size_t i = 0; i < line->operand_count && status == PLD_OK; i++) {
        status = add_step(line->operands[i], adjacency, composition, error);
    }
    for (size_t i = 0; i < schedule.count && status == PLD_OK; i++) {
        status = add_scheduled(&schedule, i, adjacency, composition, error);
    }
    if (status == PLD_OK) {
        status = join_equal_steps(composition);
    }
    pld__schedule_free(&schedule);
    return status;
}

void pld__composition_free(pld__composition *composition) {
    for (size_t i = 0; i < composition->step_count; i++) {
        pld_mechanism_free(composition->mechanisms[i]);
        free(composition->given[i]);
    }
    free(composition->mechanisms);
    free(composition->given);
    free(composition->steps);
    *composition = (pld__composition){.step_count = 0};
}

void pld__specs_print(char *const *specs, size_t count, FILE *stream) {
    enum { MOST = 12, FIRST = 6 };
    size_t shown = count > MOST ? FIRST : count;
    for (size_t i = 0; i < shown; i++) {
        fprintf(stream, "  %s\n", specs[i]);
    }
    if (shown < count) {
        fprintf(stream, "  and %zu more\n", count - shown);
    }
}
