#include "cli/json_text.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
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

/* Jansson says of a text that it is no JSON, or no UTF-8, where it has no memory; and while it reads, it writes beyond a block that could not
 * grow (lex_save of 2.14 does not look). So none of its allocations fails while it reads: what malloc does not give comes from a reserve,
 * and what was read is given up. */
static bool allocation_failed;
static struct {
    char *bytes;
    size_t size, used;
} reserve;

static void *allocate(size_t size) {
    void *memory = malloc(size);
    if (memory == NULL) {
        allocation_failed = true;
        size_t taken = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
        if (size <= taken && taken <= reserve.size - reserve.used) {
            memory = reserve.bytes + reserve.used;
            reserve.used += taken;
        }
    }
    return memory;
}

static void release(void *memory) {
    uintptr_t place = (uintptr_t)memory, begin = (uintptr_t)reserve.bytes;
    if (reserve.bytes == NULL || place < begin || place >= begin + reserve.size) {
        free(memory);
    }
}

/* From here on it is seen. */
static void watch_allocations(void) {
    json_set_alloc_funcs(allocate, release);
    allocation_failed = false;
}

json_t *pld__json_text(const char *text) {
    watch_allocations();
    json_t *string = json_string(text);
    if (string != NULL || allocation_failed) {
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

pld_status pld__json_parse(const char *text, size_t size, json_t **object, json_error_t *problem) {
    /* Three bytes of text, such as "{},", become some two hundred of memory; what grows takes twice as much. */
    enum { FOR_EACH_BYTE = 256, FOR_ALL = 1 << 16 };
    reserve.size = size < (SIZE_MAX - FOR_ALL) / FOR_EACH_BYTE ? FOR_ALL + FOR_EACH_BYTE * size : 0;
    reserve.used = 0;
    reserve.bytes = reserve.size > 0 ? malloc(reserve.size) : NULL;
    if (reserve.bytes == NULL) {
        reserve.size = 0;
        return PLD_ERROR_MEMORY;
    }
    watch_allocations();
    json_t *made = json_loadb(text, size, JSON_REJECT_DUPLICATES, problem);
    bool good = made != NULL && !allocation_failed;
    if (!good) { /* it may say that all is well */
        json_decref(made);
    }
    free(reserve.bytes);
    reserve.bytes = NULL;
    reserve.size = 0;
    if (!good) {
        return allocation_failed ? PLD_ERROR_MEMORY : PLD_ERROR_ARGUMENT;
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

bool pld__json_print(const json_t *object, FILE *stream) {
    char *text = pld__json_dump(object, JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(17));
    if (text == NULL) {
        return false;
    }
    fputs(text, stream);
    putc('\n', stream);
    free(text);
    return true;
}
