#include "store/journal.h"

#include "base/base.h"
#include "store/failure.h"
#include "store/file.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define JOURNAL_SCHEMA "pld.journal/1"

enum { HEADER_SIZE = 64, WORD_SIZE = 17, NUMBERS_SIZE = 64 };

struct pld__journal {
    char *path;
    int descriptor; /* locked */
    size_t skipped;
};

uint64_t pld__fingerprint(const char *bytes, size_t size) {
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++) {
        sum = (sum ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    }
    return sum;
}

static void print_header(uint64_t fingerprint, char text[HEADER_SIZE]) {
    snprintf(text, HEADER_SIZE, JOURNAL_SCHEMA " %016" PRIx64 "\n", fingerprint);
}

/* --- reading -------------------------------------------------------------------------------------------------------- */

/* A decimal number from `*at` on, which is moved behind it; false if there is none before `end`, or one that is too large. */
static bool parse_whole(const char **at, const char *end, size_t *value) {
    const char *begin = *at;
    *value = 0;
    for (; *at < end && **at >= '0' && **at <= '9'; ++*at) {
        size_t digit = (size_t)(**at - '0');
        if (*value > (SIZE_MAX - digit) / 10) {
            return false;
        }
        *value = *value * 10 + digit;
    }
    return *at > begin;
}

/* The numbers of one line of `length` bytes, the newline aside; false if it is not whole. `values` has room for length / 17. */
static bool parse_line(const char *line, size_t length, size_t *piece, double *values, size_t *count) {
    char word[WORD_SIZE] = "";
    if (length < WORD_SIZE || line[length - WORD_SIZE] != ' ') {
        return false;
    }
    memcpy(word, line + length - (WORD_SIZE - 1), WORD_SIZE - 1);
    if (strtoull(word, NULL, 16) != pld__fingerprint(line, length - WORD_SIZE)) {
        return false;
    }
    const char *at = line, *end = line + length - WORD_SIZE;
    if (!parse_whole(&at, end, piece) || at == end || *at++ != ' ' || !parse_whole(&at, end, count) ||
        (size_t)(end - at) / WORD_SIZE != *count || (size_t)(end - at) % WORD_SIZE != 0) { /* products of *count may wrap */
        return false;
    }
    for (size_t i = 0; i < *count; i++) {
        memcpy(word, at + i * WORD_SIZE + 1, WORD_SIZE - 1);
        uint64_t bits = strtoull(word, NULL, 16);
        memcpy(&values[i], &bits, sizeof bits);
    }
    return true;
}

/* Reads the lines that are good, counts the others, and says where the last one ends. */
static pld_status read_lines(pld__journal *journal, const char *text, size_t size, pld__journal_reader *reader, void *context,
                             size_t *good, pld_error *error) {
    double *values = pld__allocate(size / WORD_SIZE + 1, sizeof *values);
    const char *line = text + *good, *end = NULL;
    pld_status status = values ? PLD_OK : PLD_ERROR_MEMORY;
    while (status == PLD_OK && (end = memchr(line, '\n', size - (size_t)(line - text))) != NULL) {
        size_t piece = 0, count = 0;
        if (!parse_line(line, (size_t)(end - line), &piece, values, &count)) {
            journal->skipped++;
        } else if (!reader(piece, values, count, context)) {
            status = pld__error_file(error, journal->path, "'%s' has a piece that is not of this work", journal->path);
        }
        line = end + 1;
    }
    *good = (size_t)(line - text);
    pld__free(values);
    return status;
}

static pld_status read_journal(pld__journal *journal, uint64_t fingerprint, pld__journal_reader *reader, void *context,
                               size_t *good, pld_error *error) {
    unsigned char *bytes = NULL;
    size_t size = 0;
    char header[HEADER_SIZE];
    pld_status status = pld__file_read(journal->path, &bytes, &size, error);
    print_header(fingerprint, header);
    *good = 0;
    if (status == PLD_OK && size >= strlen(header)) { /* a shorter one died before anything was finished */
        if (memcmp(bytes, header, strlen(header)) != 0) {
            status = pld__error_file(error, journal->path,
                                     "'%s' is the journal of another experiment, or of another version of this program",
                                     journal->path);
        } else {
            *good = strlen(header);
            status = read_lines(journal, (const char *)bytes, size, reader, context, good, error);
        }
    }
    pld__free(bytes);
    return status;
}

/* --- writing -------------------------------------------------------------------------------------------------------- */

/* What is written and cannot be kept is taken back, so that the journal ends in a whole line. */
static pld_status write_text(const pld__journal *journal, const char *text, size_t size, pld_error *error) {
    off_t before = lseek(journal->descriptor, 0, SEEK_END);
    if (pld__write_all(journal->descriptor, text, size) && pld__file_sync(journal->descriptor)) {
        return PLD_OK;
    }
    int code = errno;
    if (before < 0 || ftruncate(journal->descriptor, before) != 0) {
        code = code ? code : errno;
    }
    return pld__error_system(error, journal->path, "written", code);
}

pld_status pld__journal_append(pld__journal *journal, size_t piece, const double *values, size_t count, pld_error *error) {
    size_t size = NUMBERS_SIZE + (count + 1) * WORD_SIZE + 2;
    char *text = pld__allocate(size, 1);
    if (text == NULL) {
        return PLD_ERROR_MEMORY;
    }
    size_t length = (size_t)snprintf(text, size, "%zu %zu", piece, count);
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = 0;
        memcpy(&bits, &values[i], sizeof bits);
        length += (size_t)snprintf(text + length, size - length, " %016" PRIx64, bits);
    }
    length += (size_t)snprintf(text + length, size - length, " %016" PRIx64 "\n", pld__fingerprint(text, length));
    pld_status status = write_text(journal, text, length, error);
    pld__free(text);
    return status;
}

/* --- opening and closing -------------------------------------------------------------------------------------------- */

/* Cuts off what is not whole, and writes the header if it is missing. */
static pld_status prepare(pld__journal *journal, uint64_t fingerprint, size_t good, pld_error *error) {
    char header[HEADER_SIZE];
    if (ftruncate(journal->descriptor, (off_t)good) != 0) {
        return pld__error_system(error, journal->path, "written", errno);
    }
    if (good > 0) {
        return PLD_OK;
    }
    print_header(fingerprint, header);
    pld_status status = write_text(journal, header, strlen(header), error);
    if (status == PLD_OK) {
        pld__sync_directory(journal->path);
    }
    return status;
}

pld_status pld__journal_open(const char *path, uint64_t fingerprint, pld__journal_mode mode, pld__journal_reader *reader,
                             void *context, pld__journal **journal, pld_error *error) {
    pld__journal *made = calloc(1, sizeof *made);
    size_t good = 0;
    if (made == NULL || (made->path = pld__path_with(path, "")) == NULL) {
        free(made);
        return PLD_ERROR_MEMORY;
    }
    bool exists = pld__file_exists(path);
    pld_status status = PLD_OK;
    made->descriptor = pld__file_open_locked(path);
    if (made->descriptor < 0) {
        status = errno == EWOULDBLOCK ? pld__error_file(error, path, "'%s' is being written by another process", path)
                                      : pld__error_system(error, path, "written", errno);
    } else if (exists && mode == PLD__JOURNAL_NEW) {
        status = pld__error_file(error, path, "'%s' is there: the journal of work that was not finished", path);
    } else if (exists && mode == PLD__JOURNAL_RESUME) {
        status = read_journal(made, fingerprint, reader, context, &good, error);
    }
    if (status == PLD_OK) {
        status = prepare(made, fingerprint, good, error);
    }
    if (status != PLD_OK) {
        pld__journal_close(made, made->descriptor >= 0 && !exists);
        return status;
    }
    *journal = made;
    return PLD_OK;
}

size_t pld__journal_skipped(const pld__journal *journal) {
    return journal->skipped;
}

void pld__journal_close(pld__journal *journal, bool remove) {
    if (journal == NULL) {
        return;
    }
    if (remove) {
        unlink(journal->path); /* while it is still ours */
    }
    if (journal->descriptor >= 0) {
        close(journal->descriptor);
    }
    pld__free(journal->path);
    free(journal);
}
