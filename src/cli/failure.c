#include "cli/failure.h"

#include "store/json.h"
#include "cli/process_limit.h"
#include <ctype.h>
#include <stdlib.h>

void pld__print_plain(FILE *stream, const char *text) {
    for (const char *c = text; *c != '\0'; c++) {
        putc(iscntrl((unsigned char)*c) ? '?' : *c, stream);
    }
}

static void print_words(const pld__command *command, const char *message, const char *allowed) {
    fprintf(stderr, "pld%s%s: ", command ? " " : "", command ? command->name : "");
    pld__print_plain(stderr, message);
    if (allowed[0] != '\0') {
        fputs("\n  allowed: ", stderr);
        pld__print_plain(stderr, allowed);
    }
    putc('\n', stderr);
}

/* All of the object or nothing of it; false without memory for it. */
static bool print_object(const char *word, const char *message, const char *allowed) {
    json_t *object = json_object();
    bool complete = json_object_set_new(object, "schema", json_string("pld.error/1")) == 0;
    complete &= json_object_set_new(object, "word", pld__json_text(word)) == 0;
    complete &= json_object_set_new(object, "message", pld__json_text(message)) == 0;
    complete &= json_object_set_new(object, "allowed", pld__json_text(allowed)) == 0;
    char *text = complete ? pld__json_pretty(object) : NULL;
    complete = text != NULL;
    if (complete) {
        puts(text);
    }
    free(text);
    json_decref(object);
    return complete;
}

pld__exit pld__failure_report(const pld__command *command, pld_status failed, const pld_error *cause, bool json) {
    pld_error known = *cause, *error = &known;
    pld_status status = pld__process_limit_blame(failed, error);
    const char *message = error->message[0] ? error->message : pld_status_message(status);
    print_words(command, message, error->allowed);
    if (json && !print_object(error->word, message, error->allowed)) {
        return PLD__EXIT_FILE; /* the words on standard error must do */
    }
    switch (status) {
    case PLD_OK:
        return PLD__EXIT_DONE;
    case PLD_ERROR_ARGUMENT:
        break;
    case PLD_ERROR_MEMORY:
    case PLD_ERROR_FILE:
    case PLD_ERROR_STOPPED:
        return PLD__EXIT_FILE;
    case PLD_ERROR_CONTRADICTION:
    case PLD_ERROR_PLATFORM:
        return PLD__EXIT_CONTRADICTION;
    }
    if (error->family[0] != '\0') {
        fprintf(stderr, "  see: pld mechanisms %s\n", error->family);
    } else if (command != NULL) {
        fprintf(stderr, "  see: pld %s --help\n", command->name);
    } else {
        fputs("  see: pld --help\n", stderr);
    }
    return PLD__EXIT_USAGE;
}
