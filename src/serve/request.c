#include "serve/request.h"

#include "options/failure.h"
#include "serve/reading.h"
#include "terminal/page.h"

#include <stdlib.h>
#include <string.h>

#define PREFIX "/v1/"

enum { OK = 200, BAD_REQUEST = 400, TOO_MUCH = 422, FAILED = 500 };

/* --- which commands ------------------------------------------------------------------------------------------------- */

/* Those that print to the streams of their line, and do nothing else. */
static const char *const served[] = {"epsilon", "delta", "calibrate", "curve", "compare", "tradeoff",  "statement",
                                     "batches", "renyi", "gdp",       "tune",  "audit",   "mechanisms"};

enum { SERVED_COUNT = sizeof served / sizeof served[0] };

static const char *find_served(const char *path) {
    for (size_t i = 0; i < SERVED_COUNT && strncmp(path, PREFIX, strlen(PREFIX)) == 0; i++) {
        if (strcmp(path + strlen(PREFIX), served[i]) == 0) {
            return served[i];
        }
    }
    return NULL;
}

static bool is_list(const char *name) {
    return strcmp(name, "mechanisms") == 0;
}

pld__route pld__request_route(const char *path) {
    const char *name = find_served(path);
    return name == NULL ? PLD__ROUTE_NONE : is_list(name) ? PLD__ROUTE_GET : PLD__ROUTE_POST;
}

void pld__request_routes(char *text, size_t size) {
    size_t length = 0;
    for (size_t i = 0; i < SERVED_COUNT && length < size; i++) {
        length += (size_t)snprintf(text + length, size - length, "%s%s " PREFIX "%s", i > 0 ? ", " : "",
                                   is_list(served[i]) ? "GET" : "POST", served[i]);
    }
}

/* --- errors --------------------------------------------------------------------------------------------------------- */

pld__reply pld__request_refuse(unsigned status, const char *word, const char *message, const char *allowed) {
    char *object = pld__failure_text(word, message, allowed);
    size_t size = object ? strlen(object) + sizeof "\n" : 0;
    char *text = object ? malloc(size) : NULL;
    if (text != NULL) {
        snprintf(text, size, "%s\n", object); /* as it is printed */
    }
    free(object);
    return (pld__reply){.status = status, .text = text};
}

/* --- answers -------------------------------------------------------------------------------------------------------- */

/* Runs the command with its streams in memory. */
static pld_status run(pld__command_line *line, pld__page *printed, pld__exit *code) {
    pld__page said = {.text = NULL}; /* the object says the same */
    pld_status status = pld__page_open(printed);
    if (status == PLD_OK) {
        status = pld__page_open(&said);
    }
    if (status == PLD_OK) {
        line->output = printed->stream;
        line->messages = said.stream;
        *code = line->command->run(line);
        status = pld__page_close(&said, PLD_OK);
        status = pld__page_close(printed, status);
    }
    pld__page_free(&said);
    return status;
}

static unsigned status_of(pld__exit code) {
    switch (code) {
    case PLD__EXIT_DONE:
    case PLD__EXIT_NO: /* a check answered no: the object says so */
    case PLD__EXIT_TOLERANCE:
        return OK;
    case PLD__EXIT_USAGE:
        return BAD_REQUEST;
    case PLD__EXIT_FILE: /* there are no files: too much memory */
        return TOO_MUCH;
    default:
        return FAILED;
    }
}

pld__reply pld__request_answer(const char *path, const char *body, size_t size, const pld__request_work *work) {
    const char *name = find_served(path);
    const pld__command *command = name ? pld__command_find(name, NULL) : NULL;
    pld_error error = {.message = ""};
    pld__command_line line;
    pld__reading read;
    pld__page printed = {.text = NULL};
    pld__exit code = PLD__EXIT_USAGE;
    pld__reply reply;
    if (command == NULL) {
        return pld__request_refuse(FAILED, path, "there is no such command", "");
    }
    pld_status status = pld__reading_make(command, is_list(name) ? "{}" : body, is_list(name) ? 2 : size, &line, &read, &error);
    line.given[PLD__OPTION_JSON] = "";
    line.query.threads = work->threads;
    line.query.watcher = work->wanted;
    line.query.context = work->context;
    if (status == PLD_OK) {
        status = run(&line, &printed, &code);
    }
    if (status == PLD_OK) {
        reply = (pld__reply){.status = status_of(code), .text = printed.text};
        printed.text = NULL;
    } else {
        reply = pld__request_refuse(status == PLD_ERROR_ARGUMENT ? BAD_REQUEST : TOO_MUCH, error.word,
                                    error.message[0] ? error.message : pld_status_message(status), error.allowed);
    }
    pld__page_free(&printed);
    pld__reading_free(&read);
    return reply;
}
