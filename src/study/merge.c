/* The parts of a sweep as one file. */
#include "base/base.h"
#include "store/failure.h"
#include "store/provenance.h"
#include "store/slices.h"
#include "study/part.h"
#include "study/series.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One part, as read. */
typedef struct part {
    const char *path;
    pld__slices *store;
    const pld_series *series;
    size_t shard, shards; /* from 0 */
    const char *experiment, *command;
    double *window; /* rows window_first to window_first + window_count - 1, column by column */
    size_t window_first, window_count, window_room;
} part;

/* How many numbers the windows of all parts hold together, and the fewest rows of each. */
enum { WINDOW_NUMBERS = 4000000, WINDOW_LEAST = 64 };

typedef struct merging {
    pld_study *study;
    part *given;
    size_t count;
    part **ordered; /* by shard */
    size_t shards;
} merging;

static const char *text_of(const pld_series *series, const char *name) {
    const pld_attribute *found = pld_series_attribute(series, name);
    return found != NULL && found->text != NULL ? found->text : "";
}

static pld_status read_part(const char *path, part *made, pld_error *error) {
    pld_status status = pld__slices_open(path, &made->store, error);
    if (status != PLD_OK) {
        return status;
    }
    int end = 0;
    made->path = path;
    made->series = pld__slices_find(made->store, PLD__PART_SERIES);
    if (made->series == NULL ||
        sscanf(text_of(made->series, PLD__PART_OF), "%zu/%zu%n", &made->shard, &made->shards, &end) != 2 || end == 0 ||
        made->shard < 1 || made->shard > made->shards) {
        return pld__error_file(error, path, "'%s' is no part of a sweep: 'pld sweep --shard' makes them", path);
    }
    made->shard--;
    made->experiment = text_of(made->series, "experiment");
    made->command = text_of(made->series, "command_line");
    if (strcmp(text_of(made->series, "program_version"), pld_version()) != 0 ||
        strcmp(text_of(made->series, "program_commit"), pld__provenance_commit()) != 0) {
        return pld__error_file(error, path, "'%s' was computed by another version of this program (%s, commit %.12s)", path,
                               text_of(made->series, "program_version"), text_of(made->series, "program_commit"));
    }
    return PLD_OK;
}

/* Has it the points and the numbers that such a part has? */
static pld_status check_part(const pld_study *study, const part *one, pld_error *error) {
    pld__points points;
    pld_status status = pld__points_create(study, one->shard, one->shards, &points);
    bool good = status == PLD_OK && one->series->axis_count == 1 && one->series->axes[0].whole != NULL &&
                one->series->axes[0].count == points.count && one->series->column_count == pld__answer_numbers(study);
    for (size_t i = 0; good && i < points.count; i++) {
        good = one->series->axes[0].whole[i] == pld__points_index(&points, i);
    }
    for (size_t i = 0; good && i < one->series->column_count; i++) {
        good = strcmp(one->series->columns[i].name, pld__answer_number_name(study, i)) == 0;
    }
    pld__points_free(&points, false);
    return status == PLD_OK && !good
               ? pld__error_file(error, one->path, "'%s' is damaged: it has other points than it should", one->path)
               : status;
}

/* Puts a part to its place; it must belong to the same experiment as the first, and be there once. */
static pld_status place_part(merging *all, part *one, pld_error *error) {
    const part *first = &all->given[0];
    if (strcmp(one->experiment, first->experiment) != 0) {
        return pld__error_file(error, one->path, "'%s' and '%s' are parts of different experiments", first->path, one->path);
    }
    if (one->shards != all->shards) {
        return pld__error_file(error, one->path, "'%s' is one of %zu parts, but '%s' is one of %zu", first->path, all->shards,
                               one->path, one->shards);
    }
    if (all->ordered[one->shard] != NULL) {
        return pld__error_file(error, one->path, "'%s' and '%s' are both part %zu of %zu", all->ordered[one->shard]->path,
                               one->path, one->shard + 1, all->shards);
    }
    all->ordered[one->shard] = one;
    return check_part(all->study, one, error);
}

/* Names those that are missing, and says how the first of them is made. */
static pld_status check_complete(const merging *all, pld_error *error) {
    enum { LISTED = 8, LIST_SIZE = 128 };
    char list[LIST_SIZE] = "";
    size_t missing = 0, length = 0, first = 0;
    for (size_t shard = 0; shard < all->shards; shard++) {
        if (all->ordered[shard] != NULL) {
            continue;
        }
        first = missing == 0 ? shard : first;
        if (missing++ < LISTED) {
            length += (size_t)snprintf(list + length, sizeof list - length, "%s%zu", missing > 1 ? ", " : "", shard + 1);
        }
    }
    if (missing == 0) {
        return PLD_OK;
    }
    if (missing > LISTED) {
        snprintf(list + length, sizeof list - length, " and %zu more", missing - LISTED);
    }
    const part *made = &all->given[0];
    return pld__error_file(error, made->path,
                           "part%s %s of %zu %s missing; '%s' made part %zu, the same with --shard %zu/%zu and another file "
                           "makes part %zu",
                           missing == 1 ? "" : "s", list, all->shards, missing == 1 ? "is" : "are", made->command,
                           made->shard + 1, first + 1, all->shards, first + 1);
}

/* Brings the rows around one into the window of its part. Rows are asked for in order, again and again. */
static pld_status load(const merging *all, part *one, size_t slot, pld_error *error) {
    size_t width = pld__answer_numbers(all->study), most = WINDOW_NUMBERS / (all->shards * width),
           count = pld_series_size(one->series);
    most = most > WINDOW_LEAST ? most : WINDOW_LEAST;
    most = most < count ? most : count;
    double **columns = calloc(width + 1, sizeof *columns);
    if (one->window == NULL) {
        one->window = pld__allocate(width * most, sizeof *one->window);
    }
    pld_status status = columns && one->window ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t j = 0; j < width && status == PLD_OK; j++) {
        columns[j] = one->window + j * most;
    }
    one->window_first = slot - slot % most;
    one->window_room = most;
    one->window_count = 0;
    size_t wanted = count - one->window_first < most ? count - one->window_first : most;
    if (status == PLD_OK) {
        status = pld__slices_read(one->store, one->series, one->window_first, wanted, columns, error);
    }
    one->window_count = status == PLD_OK ? wanted : 0;
    free(columns);
    return status;
}

static pld_status read_answers(void *context, size_t first, size_t count, double *numbers, pld_error *error) {
    const merging *all = context;
    size_t width = pld__answer_numbers(all->study);
    for (size_t i = 0; i < count; i++) {
        part *one = all->ordered[(first + i) % all->shards];
        size_t slot = (first + i) / all->shards;
        pld_status status =
            slot >= one->window_first && slot - one->window_first < one->window_count ? PLD_OK : load(all, one, slot, error);
        if (status != PLD_OK) {
            return status;
        }
        for (size_t j = 0; j < width; j++) {
            numbers[i * width + j] = one->window[j * one->window_room + slot - one->window_first];
        }
    }
    return PLD_OK;
}

static pld_status read_parts(merging *all, const char *const *paths, size_t count, pld_error *error) {
    pld_status status = PLD_OK;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        all->count = i + 1;
        status = read_part(paths[i], &all->given[i], error);
    }
    if (status == PLD_OK) {
        status = pld_study_parse(all->given[0].experiment, &all->study, error);
    }
    if (status == PLD_OK && all->given[0].shards > pld_study_point_count(all->study)) {
        status = pld__error_file(error, paths[0], "'%s' is damaged: it has other points than it should", paths[0]);
    }
    if (status == PLD_OK) {
        all->shards = all->given[0].shards;
        all->ordered = calloc(all->shards, sizeof *all->ordered);
        status = all->ordered ? PLD_OK : PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        status = place_part(all, &all->given[i], error);
    }
    return status == PLD_OK ? check_complete(all, error) : status;
}

pld_status pld_study_merge(const char *const *paths, size_t count, const char *path, pld_store_mode mode, const char *command,
                           pld_sweep_report *report, pld_error *error) {
    if (report != NULL && report->size != sizeof *report) {
        return pld__error_argument(error, "size", "sizeof of the struct", "the size of the report is not set");
    }
    if (count == 0) {
        return pld__error_argument(error, "paths", "files of 'pld sweep --shard'", "there are no parts to be merged");
    }
    merging all = {.given = calloc(count, sizeof *all.given)};
    pld_sweep_report own = {.size = sizeof own};
    pld_status status = all.given ? read_parts(&all, paths, count, error) : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        const pld__answers answers = {.read = read_answers, .context = &all};
        own.points = own.found = pld_study_point_count(all.study);
        status = pld__study_write(all.study, &answers, path, mode, command, &own.too_wide, error);
    }
    if (status == PLD_OK && report != NULL) {
        *report = own;
    }
    for (size_t i = 0; i < all.count; i++) {
        pld__slices_free(all.given[i].store);
        pld__free(all.given[i].window);
    }
    free(all.given);
    free(all.ordered);
    pld_study_free(all.study);
    return status;
}
