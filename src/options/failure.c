#include "options/failure.h"

#include "process/limit.h"
#include "store/json.h"
#include <ctype.h>
#include <stdlib.h>

void pld__print_plain(FILE *stream, const char *text) {
    for (const char *c = text; *c != '\0'; c++) {
        putc(iscntrl((unsigned char)*c) ? '?' : *c, stream);
    }
}

static void print_words(const pld__command *command, const char *message, const char *allowed, FILE *stream) {
    fprintf(stream, "pld%s%s: ", command ? " " : "", command ? command->name : "");
    pld__print_plain(stream, message);
    if (allowed[0] != '\0') {
        fputs("\n  allowed: ", stream);
        pld__print_plain(stream, allowed);
    }
    putc('\n', stream);
}

char *pld__failure_text(const char *word, const char *message, const char *allowed) {
    json_t *object = json_object();
    bool complete = json_object_set_new(object, "schema", json_string("pld.error/1")) == 0;
    complete &= json_object_set_new(object, "word", pld__json_text(word)) == 0;
    complete &= json_object_set_new(object, "message", pld__json_text(message)) == 0;
    complete &= json_object_set_new(object, "allowed", pld__json_text(allowed)) == 0;
    char *text = complete ? pld__json_pretty(object) : NULL;
    json_decref(object);
    return text;
}

/* All of the object or nothing of it; false without memory for it. */
static bool print_object(const char *word, const char *message, const char *allowed, FILE *stream) {
    char *text = pld__failure_text(word, message, allowed);
    if (text != NULL) {
        fprintf(stream, "%s\n", text);
    }
    free(text);
    return text != NULL;
}

/* Where words go to, and the object if there is to be one. */
typedef struct streams {
    FILE *messages;
    FILE *object; /* may be NULL */
} streams;

static pld__exit report(const pld__command *command, pld_status failed, const pld_error *cause, const streams *to) {
    pld_error known = *cause, *error = &known;
    pld_status status = pld__process_limit_blame(failed, error);
    const char *message = error->message[0] ? error->message : pld_status_message(status);
    print_words(command, message, error->allowed, to->messages);
    if (to->object != NULL && !print_object(error->word, message, error->allowed, to->object)) {
        return PLD__EXIT_FILE; /* the words must do */
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
        fprintf(to->messages, "  see: pld mechanisms %s\n", error->family);
    } else if (command != NULL) {
        fprintf(to->messages, "  see: pld %s --help\n", command->name);
    } else {
        fputs("  see: pld --help\n", to->messages);
    }
    return PLD__EXIT_USAGE;
}

pld__exit pld__failure_report(const pld__command *command, pld_status status, const pld_error *error, bool json) {
    return report(command, status, error, &(streams){.messages = stderr, .object = json ? stdout : NULL});
}

pld__exit pld__failure_of_line(const pld__command_line *line, pld_status status, const pld_error *error) {
    bool json = line->given[PLD__OPTION_JSON] != NULL;
    return report(line->command, status, error, &(streams){.messages = line->messages, .object = json ? line->output : NULL});
}

pld__exit pld__command_end(const pld__command_line *line, pld_status status, const pld_error *error, const char *wider) {
    if (status != PLD_OK) {
        return pld__failure_of_line(line, status, error);
    }
    if (wider != NULL) {
        fprintf(line->messages, "pld %s: %s\n", line->command->name, wider);
        return PLD__EXIT_TOLERANCE;
    }
    return PLD__EXIT_DONE;
}
