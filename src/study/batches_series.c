/* Ways to make batches as series for the store: one point each, at the delta. */
#include "study/batches.h"
#include "study/result_columns.h"
#include "study/subject.h"

#include <math.h>
#include <stdio.h>

enum { NAME_SIZE = 64 };

/* Neighbours belong to the name: a scheme may be there with several. */
static void name_row(const pld__batches_row *row, char name[NAME_SIZE]) {
    snprintf(name, NAME_SIZE, "%s %s", row->scheme, pld_adjacency_name(row->adjacency));
}

static pld__builder *build(const pld__batches_row *row, const pld_delta *delta, const pld_options *options,
                           const pld__batches_file *file) {
    const pld_result none = {.bracket = {NAN, NAN, NAN}, .tolerance = NAN};
    const pld_result *result = row->answered ? &row->result : &none;
    const char *const given = row->spec;
    char name[NAME_SIZE];
    pld_options own = *options;
    own.adjacency = row->adjacency;
    const pld__subject subject = {.quantity = "epsilon",
                                  .given = &given,
                                  .given_count = 1,
                                  .lines = &row->composition,
                                  .line_count = row->composition && row->answered ? 1 : 0,
                                  .options = &own,
                                  .command = file->command};
    name_row(row, name);
    pld__builder *builder = pld__subject_start(&subject, name);
    if (builder == NULL) {
        return NULL;
    }
    pld__subject_deltas(builder, delta, 1);
    pld__builder_text(builder, "training", file->given);
    pld__builder_text(builder, "scheme", row->scheme);
    pld__builder_text(builder, "assumes", row->assumes);
    if (row->answered) {
        pld__result_columns_describe(builder, PLD_UNIT_EPSILON, result, 1);
    } else {
        pld__builder_text(builder, "reason", row->reason);
    }
    pld__result_columns_add(builder, PLD_UNIT_EPSILON, row->adjacency, result, 1);
    return builder;
}

pld_status pld__batches_write(const pld__batches *batches, const pld_delta *delta, const pld_options *options,
                              const pld__batches_file *file, pld_error *error) {
    pld__builder *builders[PLD__BATCHES_MOST] = {NULL};
    pld_series series[PLD__BATCHES_MOST];
    pld_status status = PLD_OK;
    for (size_t i = 0; i < batches->count && status == PLD_OK; i++) {
        builders[i] = build(&batches->rows[i], delta, options, file);
        status = builders[i] ? pld__builder_finish(builders[i], &series[i]) : PLD_ERROR_MEMORY;
    }
    if (status == PLD_OK) {
        status = pld_store_write(file->path, series, batches->count, file->mode, error);
    }
    for (size_t i = 0; i < batches->count; i++) {
        pld__builder_free(builders[i]);
    }
    return status;
}
