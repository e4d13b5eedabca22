#include "store/journal.h"

#include "base/base.h"
#include "base/clock.h"
#include "store/failure.h"
#include "store/file.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define JOURNAL_SCHEMA "pld.journal/1"

enum { HEADER_SIZE = 64, WORD_SIZE = 17, NUMBERS_SIZE = 64 };

static const double sync_every = 0.2; /* seconds */

struct pld__journal {
    char *path;
    int descriptor; /* locked, but where it is only looked at */
    size_t skipped;
    double synced; /* when */
    bool unsynced; /* something was written since */
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

/* What lines are read with: one at a time, so that a long journal takes no more memory than a short one. */
typedef struct scan {
    FILE *stream;
    char *line;
    size_t room, length; /* of the line, its newline included */
    double *values;
    size_t value_room;
    uint64_t place;    /* where the line begins */
    pld_status status; /* why there is no further one */
} scan;

static void end_scan(scan *over) {
    if (over->stream != NULL) {
        fclose(over->stream);
    }
    free(over->line);
    pld__free(over->values);
}

static pld_status begin_scan(const pld__journal *journal, scan *over, pld_error *error) {
    int copy = fcntl(journal->descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    *over = (scan){.status = PLD_OK};
    if (copy < 0 || lseek(copy, 0, SEEK_SET) != 0 || (over->stream = fdopen(copy, "r")) == NULL) {
        int code = errno;
        if (copy >= 0) {
            close(copy);
        }
        return code == ENOMEM ? PLD_ERROR_MEMORY : pld__error_system(error, journal->path, "read", code);
    }
    return PLD_OK;
}

/* The next whole line; false at the end, or with a status. A last one without its end is none. */
static bool next_line(const pld__journal *journal, scan *over, pld_error *error) {
    over->place += over->length;
    over->length = 0;
    errno = 0;
    ssize_t length = getline(&over->line, &over->room, over->stream);
    if (length < 0) {
        int code = errno; /* getline may also have had no memory for a line */
        over->status = feof(over->stream)                            ? PLD_OK
                       : ferror(over->stream) != 0 && code != ENOMEM ? pld__error_system(error, journal->path, "read", code)
                                                                     : PLD_ERROR_MEMORY;
        return false;
    }
    if (over->line[length - 1] != '\n') {
        return false;
    }
    over->length = (size_t)length;
    if (over->length / WORD_SIZE + 1 > over->value_room) {
        pld__free(over->values);
        over->value_room = over->length / WORD_SIZE + 1;
        over->values = pld__allocate(over->value_room, sizeof *over->values);
        over->status = over->values ? PLD_OK : PLD_ERROR_MEMORY;
    }
    return over->status == PLD_OK;
}

/* Reads the lines that are good, counts the others, and says where the last one ends. */
static pld_status read_lines(pld__journal *journal, scan *over, pld__journal_reader *reader, void *context, pld_error *error) {
    while (next_line(journal, over, error)) {
        size_t piece = 0, count = 0;
        if (!parse_line(over->line, over->length - 1, &piece, over->values, &count)) {
            journal->skipped++;
        } else if (!reader(piece, over->values, count, over->place, context)) {
            return pld__error_file(error, journal->path, "'%s' has a piece that is not of this work", journal->path);
        }
    }
    return over->status;
}

static pld_status read_journal(pld__journal *journal, uint64_t fingerprint, pld__journal_reader *reader, void *context,
                               size_t *good, pld_error *error) {
    struct stat about;
    char header[HEADER_SIZE];
    scan over;
    print_header(fingerprint, header);
    *good = 0;
    if (fstat(journal->descriptor, &about) != 0) {
        return pld__error_system(error, journal->path, "read", errno);
    }
    if (!S_ISREG(about.st_mode)) {
        return pld__error_file(error, journal->path, "'%s' is not a file", journal->path);
    }
    if (about.st_size < (off_t)strlen(header)) { /* it died before anything was finished */
        return PLD_OK;
    }
    pld_status status = begin_scan(journal, &over, error);
    if (status != PLD_OK) {
        return status;
    }
    if (next_line(journal, &over, error) && over.length == strlen(header) && memcmp(over.line, header, over.length) == 0) {
        status = read_lines(journal, &over, reader, context, error);
        *good = (size_t)over.place + over.length;
    } else {
        status = over.status != PLD_OK
                     ? over.status
                     : pld__error_file(error, journal->path,
                                       "'%s' is the journal of another experiment, or of another version of this program",
                                       journal->path);
    }
    end_scan(&over);
    return status;
}

pld_status pld__journal_look(const char *path, uint64_t fingerprint, pld__journal_reader *reader, void *context,
                             pld_error *error) {
    char *copy = pld__path_with(path, "");
    pld__journal journal = {.path = copy, .descriptor = pld__file_open(path, O_RDONLY | O_NONBLOCK, 0)};
    pld_status status = copy ? PLD_OK : PLD_ERROR_MEMORY;
    size_t good = 0;
    if (journal.descriptor < 0 && errno != ENOENT) {
        status = pld__error_system(error, path, "read", errno);
    } else if (journal.descriptor >= 0) {
        status = copy ? read_journal(&journal, fingerprint, reader, context, &good, error) : PLD_ERROR_MEMORY;
        close(journal.descriptor);
    }
    pld__free(copy);
    return status;
}

pld_status pld__journal_read(const pld__journal *journal, uint64_t place, size_t piece, double *values, size_t count,
                             pld_error *error) {
    size_t size = NUMBERS_SIZE + (count + 1) * WORD_SIZE + 2, found_piece = 0, found = 0;
    char *text = pld__allocate(size, 1);
    double *room = pld__allocate(size / WORD_SIZE + 1, sizeof *room);
    pld_status status = text && room ? PLD_OK : PLD_ERROR_MEMORY;
    ssize_t length = 0;
    while (status == PLD_OK && (length = pread(journal->descriptor, text, size, (off_t)place)) < 0 && errno == EINTR) {
    }
    if (status == PLD_OK && length < 0) {
        status = pld__error_system(error, journal->path, "read", errno);
    } else if (status == PLD_OK) {
        const char *end = memchr(text, '\n', (size_t)length);
        bool good = end != NULL && parse_line(text, (size_t)(end - text), &found_piece, room, &found);
        if (good && found_piece == piece && found == count) {
            memcpy(values, room, count * sizeof *values);
        } else {
            status = pld__error_file(error, journal->path, "'%s' was changed by somebody else", journal->path);
        }
    }
    pld__free(room);
    pld__free(text);
    return status;
}

/* --- writing -------------------------------------------------------------------------------------------------------- */

pld_status pld__journal_sync(pld__journal *journal, pld_error *error) {
    if (journal->unsynced && !pld__file_sync(journal->descriptor)) {
        return pld__error_system(error, journal->path, "written", errno);
    }
    journal->unsynced = false;
    journal->synced = pld__seconds_now();
    return PLD_OK;
}

/* What is written and cannot be kept is taken back, so that the journal ends in a whole line. */
static pld_status write_text(pld__journal *journal, const char *text, size_t size, uint64_t *place, pld_error *error) {
    off_t before = lseek(journal->descriptor, 0, SEEK_END);
    journal->unsynced = true;
    if (before >= 0 && pld__write_all(journal->descriptor, text, size) &&
        (pld__seconds_now() - journal->synced < sync_every || pld__journal_sync(journal, NULL) == PLD_OK)) {
        *place = (uint64_t)before;
        return PLD_OK;
    }
    int code = errno;
    if (before < 0 || ftruncate(journal->descriptor, before) != 0) {
        code = code ? code : errno;
    }
    return pld__error_system(error, journal->path, "written", code);
}

pld_status pld__journal_append(pld__journal *journal, size_t piece, const double *values, size_t count, uint64_t *place,
                               pld_error *error) {
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
    pld_status status = write_text(journal, text, length, place, error);
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
    uint64_t place = 0;
    pld_status status = write_text(journal, header, strlen(header), &place, error);
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
        if (!remove && journal->unsynced) {
            (void)pld__file_sync(journal->descriptor);
        }
        close(journal->descriptor);
    }
    pld__free(journal->path);
    free(journal);
}
