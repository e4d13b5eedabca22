#include "study/part.h"

#include "base/base.h"
#include "store/builder.h"
#include "store/filling.h"
#include "store/slices.h"
#include "study/result_pack.h"
#include "study/series.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1024, OF_SIZE = 64 };

static void part_text(const pld__points *points, char text[OF_SIZE]) {
    snprintf(text, OF_SIZE, "%zu/%zu", points->shard + 1, points->shards);
}

typedef struct writing {
    pld__points *points;
    double *rows; /* BLOCK of them */
} writing;

static pld_status fill(void *context, size_t series, size_t first, size_t count, double *const *columns, pld_error *error) {
    const writing *write = context;
    size_t width = pld__answer_numbers(write->points->study);
    pld_status status = PLD_OK;
    (void)series;
    for (size_t done = 0; done < count && status == PLD_OK; done += BLOCK) {
        size_t block = count - done < BLOCK ? count - done : BLOCK;
        status = pld__points_read(write->points, first + done, block, write->rows, error);
        for (size_t i = 0; i < block * width && status == PLD_OK; i++) {
            columns[i % width][done + i / width] = write->rows[i];
        }
    }
    return status;
}

/* All but the values. */
static pld__builder *build(const pld__points *points, const char *command) {
    char of[OF_SIZE];
    uint64_t *indices = pld__allocate(points->count, sizeof *indices);
    pld__builder *builder = indices ? pld__builder_create(PLD__PART_SERIES) : NULL;
    for (size_t slot = 0; slot < points->count && builder != NULL; slot++) {
        indices[slot] = pld__points_index(points, slot);
    }
    part_text(points, of);
    if (builder != NULL) {
        pld__builder_axis(builder, &(pld_axis){.name = "point",
                                               .units = "1",
                                               .long_name = "number of the point in the study",
                                               .count = points->count,
                                               .whole = indices});
        pld__builder_text(builder, PLD__PART_OF, of);
        pld__builder_text(builder, "experiment", points->study->experiment);
        if (command != NULL) {
            pld__builder_text(builder, "command_line", command);
        }
    }
    for (size_t i = 0; i < pld__answer_numbers(points->study); i++) {
        pld__builder_column_to_fill(builder, pld__answer_number_name(points->study, i), "1", "for 'pld merge'");
    }
    pld__free(indices);
    return builder;
}

static pld_status count_wide(pld__points *points, double *rows, size_t *too_wide, pld_error *error) {
    pld_status status = PLD_OK;
    *too_wide = 0;
    for (size_t slot = 0; slot < points->count && status == PLD_OK; slot++) {
        pld_result result;
        status = pld__points_read(points, slot, 1, rows, error);
        if (status == PLD_OK) {
            pld__answer_result(points->study, rows, &result);
            *too_wide += !result.tolerance_met;
        }
    }
    return status;
}

pld_status pld__part_write(pld__points *points, const char *path, pld_store_mode mode, const char *command, size_t *too_wide,
                           pld_error *error) {
    writing write = {.points = points, .rows = pld__allocate(BLOCK * pld__answer_numbers(points->study), sizeof *write.rows)};
    const pld__filling filling = {.fill = fill, .context = &write};
    pld__builder *builder = build(points, command);
    pld_series series;
    pld_status status = write.rows ? pld__builder_finish(builder, &series) : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        status = count_wide(points, write.rows, too_wide, error);
    }
    if (status == PLD_OK) {
        status = pld__store_write_filled(path, &series, 1, &filling, mode, error);
    }
    pld__builder_free(builder);
    pld__free(write.rows);
    return status;
}

static bool has_text(const pld_series *series, const char *name, const char *text) {
    const pld_attribute *found = pld_series_attribute(series, name);
    return found != NULL && found->text != NULL && strcmp(found->text, text) == 0;
}

pld_status pld__part_look(const pld__points *points, const char *path, bool *ended) {
    char of[OF_SIZE];
    pld__slices *store = NULL;
    pld_status status = pld__slices_open(path, &store, NULL);
    if (status == PLD_ERROR_MEMORY) {
        return status; /* it may be */
    }
    const pld_series *series = status == PLD_OK ? pld__slices_find(store, PLD__PART_SERIES) : NULL;
    part_text(points, of);
    *ended = series != NULL && has_text(series, PLD__PART_OF, of) && has_text(series, "experiment", points->study->experiment);
    pld__slices_free(store);
    return PLD_OK;
}

pld_status pld__part_check_output(const char *path, pld_store_mode mode, pld_error *error) {
    const char *name = PLD__PART_SERIES;
    return pld__check_series_names(path, &name, 1, mode, error);
}
