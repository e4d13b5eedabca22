#include "terminal/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Appends a word as a shell reads it: in quotes where it needs them, and a quote in it as '\\''. Returns how long that is. */
static size_t append_word(char *text, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=/.,:@%";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        return (size_t)sprintf(text, " %s", word);
    }
    char *end = text + sprintf(text, " '");
    for (; *word != '\0'; word++) {
        end += *word == '\'' ? sprintf(end, "'\\''") : sprintf(end, "%c", *word);
    }
    return (size_t)(end - text) + (size_t)sprintf(end, "'");
}

char *pld__words_join(int count, const char *const *words) {
    size_t size = sizeof "pld";
    for (int i = 0; i < count; i++) {
        size += 4 * strlen(words[i]) + sizeof " ''";
    }
    char *text = malloc(size);
    size_t length = text ? (size_t)snprintf(text, size, "pld") : 0;
    for (int i = 0; i < count && text != NULL; i++) {
        length += append_word(text + length, words[i]);
    }
    return text;
}
