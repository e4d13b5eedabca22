#include "store/json.h"

#include "base/number.h"
#include "base/plain.h"

#include <math.h>
#include <pthread.h>
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

/* How many bytes the next character has; 0 if it is none of UTF-8: shortest form, no surrogates, at most U+10FFFF. */
static size_t character_size(const unsigned char *text) {
    unsigned char first = text[0], low = 0x80, high = 0xbf; /* of the second byte */
    size_t size = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : low;
    high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : high;
    for (size_t i = 1; i < size; i++) {
        if (text[i] < (i == 1 ? low : 0x80) || text[i] > (i == 1 ? high : 0xbf)) {
            return 0;
        }
    }
    return size;
}

static bool is_utf8(const char *text) {
    const unsigned char *rest = (const unsigned char *)text;
    size_t size = 1;
    while (*rest != '\0' && (size = character_size(rest)) > 0) {
        rest += size;
    }
    return size > 0;
}

/* Judged here: jansson says of a text that it is no UTF-8 also where it has no memory for it. */
json_t *pld__json_text(const char *text) {
    if (is_utf8(text)) {
        return json_string_nocheck(text);
    }
    size_t size = strlen(text) + 1;
    char *ascii = malloc(size);
    if (ascii == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < size; i++) {
        ascii[i] = (unsigned char)text[i] < 128 ? text[i] : '?';
    }
    json_t *string = json_string_nocheck(ascii);
    free(ascii);
    return string;
}

/* Jansson says of a text that it is no JSON where it has no memory; and while it reads, it writes beyond a block that could not
 * grow (lex_save of 2.14 does not look). So none of its allocations fails while it reads: what its allocator, that of the
 * program, does not give comes from a reserve, and what was read is given up. */
static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local bool is_reader, allocation_failed;
static json_malloc_t allocator;
static json_free_t deallocator;
static _Thread_local struct { /* of the reader: what others give back meanwhile is never of it */
    char *bytes;
    size_t size, used;
} reserve;

static void *allocate(size_t size) {
    void *memory = allocator(size);
    if (memory == NULL && is_reader) {
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
    if (place < begin || place >= begin + reserve.size) {
        deallocator(memory);
    }
}

/* What there is to be read, with the reserve in place; NULL if it is no JSON, or where the reserve was needed. */
static json_t *read_watched(const char *text, size_t size, json_error_t *problem) {
    reserve.used = 0;
    json_get_alloc_funcs(&allocator, &deallocator);
    json_set_alloc_funcs(allocate, release);
    is_reader = true;
    allocation_failed = false;
    json_t *made = json_loadb(text, size, JSON_REJECT_DUPLICATES, problem);
    if (allocation_failed) { /* it may say that all is well */
        json_decref(made);
        made = NULL;
    }
    is_reader = false;
    json_set_alloc_funcs(allocator, deallocator);
    return made;
}

pld_status pld__json_parse(const char *text, size_t size, json_t **object, json_error_t *problem) {
    /* Three bytes of text, such as "{},", become some two hundred of memory; what grows takes twice as much. */
    enum { FOR_EACH_BYTE = 256, FOR_ALL = 1 << 16 };
    json_t *made = NULL;
    pthread_mutex_lock(&reading);
    reserve.size = size < (SIZE_MAX - FOR_ALL) / FOR_EACH_BYTE ? FOR_ALL + FOR_EACH_BYTE * size : 0;
    reserve.bytes = reserve.size > 0 ? malloc(reserve.size) : NULL;
    bool short_of_memory = reserve.bytes == NULL;
    if (!short_of_memory) {
        made = read_watched(text, size, problem);
        short_of_memory = allocation_failed;
    }
    free(reserve.bytes);
    reserve.bytes = NULL;
    reserve.size = 0;
    pthread_mutex_unlock(&reading);
    if (made == NULL) {
        return short_of_memory ? PLD_ERROR_MEMORY : PLD_ERROR_ARGUMENT;
    }
    *object = made;
    return PLD_OK;
}

/* Writes a number as the shortest text that reads back as the same double; whole ones keep what shows that they are none. */
static void shorten_number(const char *number, size_t length, char **to) {
    char copy[PLD__NUMBER_SIZE], text[PLD__NUMBER_SIZE];
    const char *best = number;
    size_t best_length = length;
    if (length < sizeof copy && strcspn(number, ".eE") < length) {
        memcpy(copy, number, length);
        copy[length] = '\0';
        pld__number_write(pld__plain_read(copy, NULL), text);
        char *plus = strchr(text, '+');
        if (plus != NULL) {
            memmove(plus, plus + 1, strlen(plus));
        }
        if (strpbrk(text, ".e") != NULL && strlen(text) < length) {
            best = text;
            best_length = strlen(text);
        }
    }
    memmove(*to, best, best_length);
    *to += best_length;
}

/* Numbers with 17 digits become as short as they can be; strings stay. */
static void shorten_numbers(char *text) {
    static const char of_numbers[] = "-+.eE0123456789";
    char *to = text;
    bool in_string = false;
    for (const char *from = text; *from != '\0';) {
        size_t length = in_string ? 0 : strspn(from, of_numbers);
        if (length > 0 && from[0] != 'e') { /* an e by itself is of a word */
            shorten_number(from, length, &to);
            from += length;
            continue;
        }
        bool escape = in_string && *from == '\\';
        in_string ^= *from == '"';
        *to++ = *from++;
        if (escape) {
            *to++ = *from++;
        }
    }
    *to = '\0';
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
        shorten_numbers(text);
    }
    return text;
}

char *pld__json_pretty(const json_t *object) {
    return pld__json_dump(object, JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(17));
}
