#include "study/points.h"

#include "store/provenance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the experiment and of what computes it: points of two programs do not go into one file. */
static pld_status make_fingerprint(const pld__points *points, uint64_t *fingerprint) {
    enum { PART_SIZE = 64 };
    const char *experiment = points->study->experiment;
    size_t size = strlen(experiment) + strlen(pld_version()) + strlen(pld__provenance_commit()) + PART_SIZE;
    char *text = malloc(size);
    if (text == NULL) {
        return PLD_ERROR_MEMORY;
    }
    size_t length = (size_t)snprintf(text, size, "%s\n%s\n%s", pld_version(), pld__provenance_commit(), experiment);
    if (points->shards > 1) {
        length += (size_t)snprintf(text + length, size - length, "\n%zu/%zu", points->shard + 1, points->shards);
    }
    *fingerprint = pld__fingerprint(text, length);
    free(text);
    return PLD_OK;
}

pld_status pld__points_create(const pld_study *study, size_t shard, size_t shards, pld__points *points) {
    size_t all = pld_study_point_count(study);
    *points = (pld__points){
        .study = study, .shard = shard, .shards = shards, .count = all > shard ? (all - shard + shards - 1) / shards : 0};
    points->places = calloc(points->count + 1, sizeof *points->places);
    return points->places ? make_fingerprint(points, &points->fingerprint) : PLD_ERROR_MEMORY;
}

void pld__points_free(pld__points *points, bool remove) {
    pld__journal_close(points->journal, remove);
    free(points->places);
    *points = (pld__points){.study = NULL};
}

static bool take_found(size_t slot, const double *values, size_t count, uint64_t place, void *context) {
    pld__points *points = context;
    (void)values;
    if (slot >= points->count || points->places[slot] != 0 || count != pld__answer_numbers(points->study)) {
        return false;
    }
    points->places[slot] = place;
    points->kept = ++points->found;
    return true;
}

pld_status pld__points_open(pld__points *points, const char *path, pld__journal_mode mode, pld_error *error) {
    return pld__journal_open(path, points->fingerprint, mode, take_found, points, &points->journal, error);
}

pld_status pld__points_look(pld__points *points, const char *path, pld_error *error) {
    return pld__journal_look(path, points->fingerprint, take_found, points, error);
}

size_t pld__points_index(const pld__points *points, size_t slot) {
    return points->shard + slot * points->shards;
}

pld_status pld__points_keep(pld__points *points, size_t slot, const double *numbers, pld_error *error) {
    uint64_t place = 0;
    pld_status status = pld__journal_append(points->journal, slot, numbers, pld__answer_numbers(points->study), &place, error);
    if (status == PLD_OK) {
        points->places[slot] = place;
        points->kept++;
    }
    return status;
}

pld_status pld__points_read(void *context, size_t first, size_t count, double *numbers, pld_error *error) {
    const pld__points *points = context;
    size_t width = pld__answer_numbers(points->study);
    pld_status status = PLD_OK;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        status = pld__journal_read(points->journal, points->places[first + i], first + i, numbers + i * width, width, error);
    }
    return status;
}
