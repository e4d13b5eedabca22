/* The object of schema pld.renyi/2. */
#include "json/piece.h"
#include "json/write.h"

#include <math.h>

pld_bracket pld__renyi_both(const pld__renyi_row *row, pld_adjacency adjacency) {
    pld_bracket larger = {0, 0, 0};
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        if (pld_adjacency_asks(adjacency, (pld_direction)d)) {
            larger.lower = fmax(larger.lower, row->directions[d].lower);
            larger.estimate = fmax(larger.estimate, row->directions[d].estimate);
            larger.upper = fmax(larger.upper, row->directions[d].upper);
        }
    }
    return larger;
}

/* A bracket, and its estimate also by the name that it had in version 1, which programs read. */
static json_t *divergence_object(pld__json_builder *build, const pld_bracket *divergence) {
    json_t *object = pld__json_bracket(build, divergence);
    pld__json_set(build, object, "exact", pld__json_number(divergence->estimate));
    return object;
}

static json_t *row_object(pld__json_builder *build, const pld__renyi_row *row, pld_adjacency adjacency) {
    pld_bracket larger = pld__renyi_both(row, adjacency);
    json_t *object = json_object(), *directions = json_object();
    pld__json_set(build, object, "order", pld__json_number(row->order));
    pld__json_set(build, object, "divergence", divergence_object(build, &larger));
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        if (pld_adjacency_asks(adjacency, (pld_direction)d)) {
            pld__json_set(build, directions, pld_direction_name((pld_direction)d), divergence_object(build, &row->directions[d]));
        }
    }
    pld__json_set(build, object, "directions", directions);
    return object;
}

pld_status pld__json_renyi(const pld_composition *composition, const pld_options *options, const pld__renyi_row *rows,
                           size_t count, char **text) {
    pld__json_builder build = {.complete = true};
    json_t *object = pld__json_start(&build, "pld.renyi/2"), *orders = json_array();
    for (size_t i = 0; i < count; i++) {
        pld__json_append(&build, orders, row_object(&build, &rows[i], options->adjacency));
    }
    pld__json_set(&build, object, "mechanisms", pld__json_mechanisms(&build, composition));
    pld__json_set_adjacency(&build, object, options->adjacency);
    pld__json_set(&build, object, "orders", orders);
    pld__json_set(&build, object, "notes", pld__json_notes(&build, composition, options, false, NULL));
    return pld__json_finish(&build, object, text);
}
