/* The object of schema pld.batches/1. */
#include "json/piece.h"
#include "json/write.h"

static json_t *row_object(pld__json_builder *build, const pld__batches_row *row) {
    json_t *object = json_object();
    pld__json_set(build, object, "scheme", json_string(row->scheme));
    pld__json_set(build, object, "adjacency", json_string(pld_adjacency_name(row->adjacency)));
    pld__json_set(build, object, "assumes", json_string(row->assumes));
    pld__json_set(build, object, "mechanism", pld__json_text(row->spec));
    if (!row->answered) {
        pld__json_set(build, object, "epsilon", json_null());
        pld__json_set(build, object, "reason", pld__json_text(row->reason));
        return object;
    }
    pld__json_set(build, object, "epsilon", pld__json_bracket(build, &row->result.bracket));
    pld__json_set_tolerance(build, object, row->result.tolerance, row->result.tolerance_met);
    pld__json_set_gap(build, object, row->result.theory_gap);
    return object;
}

pld_status pld__json_batches(const char *given, const pld_delta *delta, const pld__batches *batches, char **text) {
    pld__json_builder build = {.complete = true};
    json_t *object = pld__json_start(&build, "pld.batches/1"), *rows = json_array();
    for (size_t i = 0; i < batches->count; i++) {
        pld__json_append(&build, rows, row_object(&build, &batches->rows[i]));
    }
    pld__json_set(&build, object, "given", pld__json_text(given));
    pld__json_set_delta(&build, object, delta);
    pld__json_set(&build, object, "schemes", rows);
    pld__json_set(&build, object, "tolerance_met", json_boolean(pld__batches_met(batches)));
    return pld__json_finish(&build, object, text);
}
