/* pld mechanisms: the families of mechanisms and their keys. */
#include "cli/commands.h"

#include "base/base.h"
#include "family/spec.h"
#include "options/failure.h"
#include "report/report.h"
#include <string.h>

static void print_keys(const pld__family *family, FILE *stream) {
    for (size_t i = 0; i < family->key_count; i++) {
        const pld__key *key = &family->keys[i];
        char usage[64];
        snprintf(usage, sizeof usage, "%s%s%s", key->name, key->fallback ? "=" : "", key->fallback ? key->fallback : "");
        fprintf(stream, "  %-16s %s\n", usage, key->meaning);
    }
}

static void print_list(FILE *stream) {
    fputs("A mechanism is name:key=value,...@count: the pair P (with the protected records) versus Q (without), count times.\n"
          "Numbers may be fractions (256/60000) and have exponents (1e6). A key shown with a value has that default.\n",
          stream);
    const pld__family *family = NULL;
    for (size_t i = 0; (family = pld__family_at(i)) != NULL; i++) {
        fprintf(stream, "\n%s: %s (%s)\n", family->name, family->meaning, family->reference);
        print_keys(family, stream);
    }
}

static void print_family(const pld__family *family, FILE *stream) {
    fprintf(stream, "%s: %s\n\n", family->name, family->meaning);
    for (size_t i = 0; i < family->key_count; i++) {
        const pld__key *key = &family->keys[i];
        fprintf(stream, "  %-14s %s, %s%s\n", key->name, pld__key_kind_name(key->kind), key->fallback ? "default " : "required",
                key->fallback ? key->fallback : "");
        fprintf(stream, "  %-14s %s\n", "", key->meaning);
    }
    fprintf(stream, "\nadjacency: %s\n%s\n", family->adjacency, family->remark);
    fprintf(stream, "reference: %s\nexample: %s\n", family->reference, family->example);
}

pld__exit pld__command_mechanisms(const pld__command_line *line) {
    pld_error error = {.message = ""};
    bool json = line->given[PLD__OPTION_JSON] != NULL;
    if (line->operand_count == 0 && json) {
        char *text = NULL;
        pld_status status = pld_json_mechanisms(&text);
        status = pld__report_json(status, text, line->output);
        return status == PLD_OK ? PLD__EXIT_DONE : pld__failure_of_line(line, status, &error);
    }
    if (line->operand_count == 0) {
        print_list(line->output);
        return PLD__EXIT_DONE;
    }
    if (line->operand_count > 1) {
        pld_status status =
            pld__error_argument(&error, line->operands[1], "at most one name", "'%s' is one name too many", line->operands[1]);
        return pld__failure_of_line(line, status, &error);
    }
    const pld__family *family = pld__family_find(line->operands[0], &error);
    if (family != NULL && json) {
        (void)pld__error_argument(&error, line->operands[0], "no name: --json lists all of them", "--json takes no name");
    }
    if (family == NULL || json) {
        return pld__failure_of_line(line, PLD_ERROR_ARGUMENT, &error);
    }
    print_family(family, line->output);
    return PLD__EXIT_DONE;
}
