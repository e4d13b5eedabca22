#include "options/output.h"

#include "base/base.h"
#include "store/failure.h"
#include "store/file.h"
#include "study/series.h"
#include <string.h>

pld_store_mode pld__output_mode(const pld__command_line *line) {
    return line->given[PLD__OPTION_FORCE]    ? PLD_STORE_REPLACE
           : line->given[PLD__OPTION_APPEND] ? PLD_STORE_APPEND
                                             : PLD_STORE_CREATE;
}

/* A name that says something else than HDF5 would mislead whoever opens the file; one without an ending says nothing. */
static pld_status check_ending(const char *path, pld_error *error) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *ending = strrchr(name, '.');
    if (ending == NULL || ending == name || strcmp(ending, ".h5") == 0 || strcmp(ending, ".hdf5") == 0) {
        return PLD_OK;
    }
    return pld__error_argument(error, path, "FILE.h5 or FILE.hdf5; 'pld export FILE.h5 --csv' makes a table of one",
                               "-o: '%s' ends in %s, but what is written is HDF5", path, ending);
}

pld_status pld__output_check_options(const pld__command_line *line, pld_error *error) {
    const char *path = line->given[PLD__OPTION_OUTPUT];
    if (line->given[PLD__OPTION_FORCE] && line->given[PLD__OPTION_APPEND]) {
        return pld__error_argument(error, "--append", "one of them", "--append and --force exclude each other");
    }
    if (path == NULL && (line->given[PLD__OPTION_FORCE] || line->given[PLD__OPTION_APPEND])) {
        const char *word = line->given[PLD__OPTION_FORCE] ? "--force" : "--append";
        return pld__error_argument(error, word, "-o FILE.h5", "%s says nothing without -o", word);
    }
    pld_status status = path != NULL ? check_ending(path, error) : PLD_OK;
    if (status != PLD_OK) {
        return status;
    }
    if (path != NULL && pld__output_mode(line) == PLD_STORE_CREATE && pld__file_exists(path)) {
        return pld__error_file(error, path, "'%s' is there already; --append adds series to it, --force replaces it", path);
    }
    return PLD_OK;
}

pld_status pld__output_check_series(const pld__command_line *line, pld_error *error) {
    if (line->given[PLD__OPTION_SERIES] != NULL && line->given[PLD__OPTION_OUTPUT] == NULL) {
        return pld__error_argument(error, "--series", "-o FILE.h5", "--series says nothing without -o");
    }
    return pld__output_check_options(line, error);
}

pld_status pld__output_check_study(const pld__command_line *line, const pld_study *study, pld_error *error) {
    const char *path = line->given[PLD__OPTION_OUTPUT];
    pld_status status = pld__output_check_options(line, error);
    return status == PLD_OK && path != NULL ? pld__study_check_output(study, path, pld__output_mode(line), error) : status;
}
