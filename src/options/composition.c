#include "options/composition.h"

#include "base/base.h"
#include "process/input.h"

bool pld__composition_has_file(const pld__command_line *line) {
    return line->given[PLD__OPTION_SCHEDULE] != NULL || line->given[PLD__OPTION_HISTORY] != NULL;
}

bool pld__composition_is_named(const pld__command_line *line) {
    return line->operand_count > 0 || pld__composition_has_file(line);
}

typedef pld_status file_reader(pld_composition *composition, const char *path, pld_error *error);

static pld_status add_file(pld_composition *composition, const char *given, file_reader *read, pld_error *error) {
    const char *path = NULL;
    pld_status status = pld__input_path(given, &path, error);
    return status == PLD_OK ? read(composition, path, error) : status;
}

pld_status pld__composition_read_specs(const pld__command_line *line, const char *const *specs, size_t count,
                                       pld_composition **composition, pld_error *error) {
    pld_composition *made = NULL;
    pld_status status = pld_composition_create(line->query.adjacency, &made);
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        status = pld_composition_add_spec(made, specs[i], error);
    }
    if (status == PLD_OK && line->given[PLD__OPTION_SCHEDULE] != NULL) {
        status = add_file(made, line->given[PLD__OPTION_SCHEDULE], pld_composition_add_schedule, error);
    }
    if (status == PLD_OK && line->given[PLD__OPTION_HISTORY] != NULL) {
        status = add_file(made, line->given[PLD__OPTION_HISTORY], pld_composition_add_history, error);
    }
    if (status != PLD_OK) {
        pld_composition_free(made);
        return status;
    }
    *composition = made;
    return PLD_OK;
}

pld_status pld__composition_read(const pld__command_line *line, pld_composition **composition, pld_error *error) {
    if (line->operand_count == 0 && !pld__composition_has_file(line)) {
        return pld__error_argument(error, "MECHANISM", "name:key=value,...@count; 'pld mechanisms' lists them",
                                   "a mechanism is missing");
    }
    return pld__composition_read_specs(line, line->operands, line->operand_count, composition, error);
}

enum { SHOWN_MOST = 12, SHOWN_FIRST = 6 };

static void print_rest(size_t shown, size_t count, FILE *stream) {
    if (shown < count) {
        fprintf(stream, "  and %zu more\n", count - shown);
    }
}

void pld__specs_print(const char *const *specs, size_t count, FILE *stream) {
    size_t shown = count > SHOWN_MOST ? SHOWN_FIRST : count;
    for (size_t i = 0; i < shown; i++) {
        fprintf(stream, "  %s\n", specs[i]);
    }
    print_rest(shown, count, stream);
}

void pld__composition_print(const pld_composition *composition, FILE *stream) {
    size_t count = 0;
    (void)pld_composition_steps(composition, &count);
    size_t shown = count > SHOWN_MOST ? SHOWN_FIRST : count;
    for (size_t i = 0; i < shown; i++) {
        fprintf(stream, "  %s\n", pld_composition_spec(composition, i));
    }
    print_rest(shown, count, stream);
}
