#include "serve/reading.h"

#include "base/base.h"
#include "base/list.h"
#include "base/suggest.h"
#include "options/options.h"
#include "serve/request.h"
#include "terminal/page.h"
#include "terminal/words.h"

#include <stdlib.h>
#include <string.h>

#define EXAMPLE "an object such as {\"delta\": \"1e-5\", \"mechanisms\": [\"gaussian:sigma=1@10\"]}"

void pld__reading_free(pld__reading *read) {
    for (size_t i = 0; i < read->text_count; i++) {
        free(read->texts[i]);
    }
    free(read->texts);
    free(read->words);
    free(read->operands);
    free(read->invocation);
    json_decref(read->object);
}

/* Keys that a request may have, beside "mechanisms". No other option is taken, so that one which is new is not for requests until
 * somebody has looked at it: none of these is about files, or about the process. */
static const char *const keys[] = {"delta",      "epsilon",
                                   "advantage",  "fpr",
                                   "tpr",        "order",
                                   "prior",      "methods",
                                   "claim",      "adjacency",
                                   "engine",     "tolerance",
                                   "buckets",    "relative-tolerance",
                                   "profile",    "bucket-width",
                                   "vary",       "compositions",
                                   "released",   "cross-check",
                                   "unit",       "max-examples-per-user",
                                   "model",      "audience",
                                   "format",     "groups",
                                   "mu",         "fpr-min",
                                   "runs",       "tp",
                                   "fp",         "one-run",
                                   "confidence", "looks",
                                   "test"};

static pld_status check_key(const char *key, pld_error *error) {
    pld__suggestion nearest = pld__suggestion_start(key);
    char hint[64];
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strcmp(key, keys[i]) == 0) {
            return PLD_OK;
        }
        pld__suggestion_consider(&nearest, keys[i]);
    }
    pld__suggestion_consider(&nearest, "mechanisms");
    pld__suggestion_text(&nearest, hint, sizeof hint);
    return pld__error_argument(error, key, "options of the command but those about files and about the process, and mechanisms",
                               "'%s' is no key of a request%s", key, hint);
}

/* A text of its own for a number or a word; NULL if the value is neither. */
static char *scalar_text(const json_t *value) {
    if (json_is_string(value)) {
        return json_string_length(value) == strlen(json_string_value(value)) ? strdup(json_string_value(value)) : NULL;
    }
    return json_is_number(value) ? pld__json_dump(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(17)) : NULL;
}

/* The same of an array, with commas between. */
static char *value_text(const json_t *value) {
    if (!json_is_array(value)) {
        return scalar_text(value);
    }
    pld__page page;
    bool complete = pld__page_open(&page) == PLD_OK;
    for (size_t i = 0; complete && i < json_array_size(value); i++) {
        char *item = scalar_text(json_array_get(value, i));
        complete = item != NULL && fprintf(page.stream, "%s%s", i > 0 ? "," : "", item) >= 0;
        free(item);
    }
    if (page.stream == NULL || pld__page_close(&page, PLD_OK) != PLD_OK || !complete || page.size == 0) {
        pld__page_free(&page);
        return NULL;
    }
    return page.text;
}

/* How many values a list has; 1 where it is none. */
static double count_values(const char *text) {
    double *values = NULL;
    const char *equals = strchr(text, '=');
    size_t count = 1;
    if (pld__list_parse(equals ? equals + 1 : text, &values, &count, NULL) != PLD_OK) {
        count = 1; /* 1e-400 is a delta and no number of a list; neither are words */
        for (const char *c = text; *c != '\0'; c++) {
            count += *c == ',';
        }
    }
    pld__free(values);
    return (double)count;
}

/* Is there an answer for each value of it? */
static bool is_list(const char *key) {
    static const char *const lists[] = {"delta", "compositions", "profile", "vary", "fpr", "prior", "order", "groups", "claim"};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        if (strcmp(key, lists[i]) == 0) {
            return true;
        }
    }
    return false;
}

static pld_status check_points(const char *key, pld__reading *read, pld_error *error) {
    char allowed[64];
    if (read->points <= PLD__REQUEST_POINTS) {
        return PLD_OK;
    }
    snprintf(allowed, sizeof allowed, "at most %d", PLD__REQUEST_POINTS);
    return pld__error_argument(error, key, allowed, "with '%s' more answers are asked for than one request may be about", key);
}

/* Keeps a text, which is taken, also on failure, and puts it behind the words. */
static pld_status add_word(char *text, pld__reading *read) {
    if (text == NULL) {
        return PLD_ERROR_MEMORY;
    }
    read->texts[read->text_count++] = text;
    read->words[read->word_count++] = text;
    return PLD_OK;
}

static pld_status add_option_word(const char *key, pld__reading *read) {
    size_t size = strlen(key) + sizeof "--";
    char *word = malloc(size);
    if (word != NULL) {
        snprintf(word, size, "--%s", key);
    }
    return add_word(word, read);
}

/* `text` is taken, also on failure. */
static pld_status take_text(const char *key, char *text, pld__command_line *line, pld__reading *read, pld_error *error) {
    if (text == NULL) {
        return pld__error_argument(error, key, "a text, a number, or an array of these", "'%s' has no value that an option takes",
                                   key);
    }
    if (add_option_word(key, read) != PLD_OK) {
        free(text);
        return PLD_ERROR_MEMORY;
    }
    (void)add_word(text, read);
    if (is_list(key)) {
        read->points *= count_values(text);
    }
    pld_status status = check_points(key, read, error);
    return status == PLD_OK ? pld__options_take(line, key, text, error) : status;
}

/* Options that may be given again: each value is one of its own. */
static pld_status take_each(const char *key, const json_t *values, pld__command_line *line, pld__reading *read,
                            pld_error *error) {
    pld_status status = PLD_OK;
    for (size_t i = 0; i < json_array_size(values) && status == PLD_OK; i++) {
        status = take_text(key, scalar_text(json_array_get(values, i)), line, read, error);
    }
    return status;
}

static pld_status take_option(const char *key, const json_t *value, pld__command_line *line, pld__reading *read,
                              pld_error *error) {
    pld_status status = check_key(key, error);
    if (status != PLD_OK || json_is_false(value)) {
        return status;
    }
    if (json_is_true(value)) {
        status = add_option_word(key, read);
        return status == PLD_OK ? pld__options_take(line, key, NULL, error) : status;
    }
    if (json_is_array(value) && (strcmp(key, "claim") == 0 || strcmp(key, "vary") == 0)) {
        return take_each(key, value, line, read, error);
    }
    return take_text(key, value_text(value), line, read, error);
}

/* An array of specs, or one. */
static pld_status take_mechanisms(const json_t *value, pld__command_line *line, pld__reading *read, pld_error *error) {
    size_t count = json_is_array(value) ? json_array_size(value) : 1;
    if (count > PLD__REQUEST_MECHANISMS) {
        return pld__error_argument(error, "mechanisms", "at most 64; equal ones are one with a count, as in gaussian:sigma=1@10",
                                   "there are %zu mechanisms", count);
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_is_array(value) ? json_array_get(value, i) : value;
        char *text = json_is_string(item) ? scalar_text(item) : NULL;
        if (text == NULL) {
            return pld__error_argument(error, "mechanisms", "texts such as \"gaussian:sigma=1@10\"",
                                       "a mechanism is no text that can be read");
        }
        read->texts[read->text_count++] = text;
        read->operands[line->operand_count++] = text;
    }
    return PLD_OK;
}

/* Room for the texts of all values, and for the words that name them. */
static bool make_room(pld__reading *read) {
    size_t count = 0;
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach(read->object, key, value) {
        count += json_is_array(value) ? json_array_size(value) : 1;
    }
    read->texts = calloc(2 * count + 1, sizeof *read->texts); /* each option and its value */
    read->words = calloc(2 * count + 2, sizeof *read->words); /* the command too */
    read->operands = calloc(PLD__REQUEST_MECHANISMS + 1, sizeof *read->operands);
    return read->texts != NULL && read->words != NULL && read->operands != NULL;
}

static pld_status read_keys(pld__command_line *line, pld__reading *read, pld_error *error) {
    const char *key = NULL;
    json_t *value = NULL;
    pld_status status = PLD_OK;
    json_object_foreach(read->object, key, value) {
        status = strcmp(key, "mechanisms") == 0 ? take_mechanisms(value, line, read, error)
                                                : take_option(key, value, line, read, error);
        if (status != PLD_OK) {
            break;
        }
    }
    line->operands = read->operands;
    return status;
}

static pld_status read_object(const char *body, size_t size, pld__reading *read, pld_error *error) {
    json_error_t problem;
    pld_status status = pld__json_parse(body, size, &read->object, &problem);
    if (status == PLD_ERROR_ARGUMENT) {
        return pld__error_argument(error, "body", EXAMPLE, "the body is no JSON: %s, line %d", problem.text, problem.line);
    }
    if (status == PLD_OK && !json_is_object(read->object)) {
        return pld__error_argument(error, "body", EXAMPLE, "the body is JSON, but no object");
    }
    return status == PLD_OK && !make_room(read) ? PLD_ERROR_MEMORY : status;
}

pld_status pld__reading_make(const pld__command *command, const char *body, size_t size, pld__command_line *line,
                             pld__reading *read, pld_error *error) {
    *read = (pld__reading){.points = 1};
    *line = pld__options_start(command);
    pld_status status = read_object(body, size, read, error);
    if (status == PLD_OK) {
        read->words[read->word_count++] = command->name;
        status = read_keys(line, read, error);
    }
    if (status == PLD_OK) {
        for (size_t i = 0; i < line->operand_count; i++) {
            read->words[read->word_count++] = line->operands[i];
        }
        read->invocation = pld__words_join((int)read->word_count, read->words);
        status = read->invocation ? PLD_OK : PLD_ERROR_MEMORY;
    }
    line->invocation = read->invocation;
    return status;
}
