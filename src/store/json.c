#include "store/json.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

json_t *pld__json_number(double value) {
    if (isfinite(value)) {
        return json_real(value);
    }
    return isnan(value) ? json_null() : json_string(value > 0 ? "Infinity" : "-Infinity");
}

json_t *pld__json_whole(uint64_t value) {
    return value <= INT64_MAX ? json_integer((json_int_t)value) : json_real((double)value);
}

json_t *pld__json_text(const char *text) {
    json_t *string = json_string(text);
    if (string != NULL) {
        return string;
    }
    size_t size = strlen(text) + 1;
    char *ascii = malloc(size);
    if (ascii == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < size; i++) {
        ascii[i] = (unsigned char)text[i] < 128 ? text[i] : '?';
    }
    string = json_string(ascii);
    free(ascii);
    return string;
}

/* Jansson says of a text that it is no JSON where it has no memory, so its allocator is watched while it reads: that of the program, whichever
 * it has given to jansson. */
static pthread_mutex_t watching = PTHREAD_MUTEX_INITIALIZER;
static json_malloc_t allocator;
static _Thread_local bool allocation_failed;

static void *allocate(size_t size) {
    void *memory = allocator(size);
    allocation_failed |= memory == NULL;
    return memory;
}

pld_status pld__json_parse(const char *text, size_t size, json_t **object, json_error_t *problem) {
    json_free_t deallocator;
    pthread_mutex_lock(&watching);
    json_get_alloc_funcs(&allocator, &deallocator);
    json_set_alloc_funcs(allocate, deallocator);
    allocation_failed = false;
    json_t *made = json_loadb(text, size, JSON_REJECT_DUPLICATES, problem);
    bool failed = allocation_failed; /* also where it says that all is well */
    json_set_alloc_funcs(allocator, deallocator);
    pthread_mutex_unlock(&watching);
    if (failed) {
        json_decref(made);
        return PLD_ERROR_MEMORY;
    }
    if (made == NULL) {
        return PLD_ERROR_ARGUMENT;
    }
    *object = made;
    return PLD_OK;
}

char *pld__json_dump(const json_t *object, size_t flags) {
    /* Into a buffer of the right size: where one has to grow and cannot, the library leaves out some bytes and says nothing. */
    size_t size = json_dumpb(object, NULL, 0, flags);
    char *text = size > 0 ? malloc(size + 1) : NULL;
    if (text != NULL && json_dumpb(object, text, size, flags) != size) {
        free(text);
        return NULL;
    }
    if (text != NULL) {
        text[size] = '\0';
    }
    return text;
}

char *pld__json_pretty(const json_t *object) {
    return pld__json_dump(object, JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(17));
}
