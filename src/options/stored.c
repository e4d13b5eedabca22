#include "options/stored.h"

#include "base/base.h"

pld_status pld__only_operand(const pld__command_line *line, const char *what, const char **operand, pld_error *error) {
    if (line->operand_count == 0) {
        return pld__error_argument(error, what, what, "%s is missing", what);
    }
    if (line->operand_count > 1) {
        return pld__error_argument(error, line->operands[1], "one file", "'%s' is one word too many", line->operands[1]);
    }
    *operand = line->operands[0];
    return PLD_OK;
}

pld_status pld__stored_read(const pld__command_line *line, pld_store **store, pld_error *error) {
    const char *path = NULL;
    pld_status status = pld__only_operand(line, "FILE.h5", &path, error);
    return status == PLD_OK ? pld_store_read(path, store, error) : status;
}

pld_status pld__stored_open(const pld__command_line *line, pld__slices **slices, pld_error *error) {
    const char *path = NULL;
    pld_status status = pld__only_operand(line, "FILE.h5", &path, error);
    return status == PLD_OK ? pld__slices_open(path, slices, error) : status;
}
