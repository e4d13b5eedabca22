/* Any bytes as a journal. What it holds is found again, with what is appended to it, when it is opened once more.
 *
 * An input that begins with '=' is the file as it is. Any other is its lines without header and checksums, which are added:
 * nothing would ever be accepted otherwise. */
#include "support.h"

#include "store/journal.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t work = UINT64_C(0x0123456789abcdef);
static const double appended[] = {0.1, -1e-310, 1e308};

/* A sum over all that was read, in order. */
typedef struct {
    size_t pieces, numbers;
    uint64_t sum;
} record;

static void add(record *so_far, const void *bytes, size_t size) {
    char sums[2 * sizeof(uint64_t)];
    uint64_t sum = pld__fingerprint(bytes, size);
    memcpy(sums, &so_far->sum, sizeof sum);
    memcpy(sums + sizeof sum, &sum, sizeof sum);
    so_far->sum = pld__fingerprint(sums, sizeof sums);
}

static bool read_piece(size_t piece, const double *values, size_t count, uint64_t place, void *context) {
    (void)place;
    record *so_far = context;
    for (size_t i = 0; i < count; i++) {
        add(so_far, &values[i], sizeof values[i]);
    }
    add(so_far, &piece, sizeof piece);
    so_far->pieces++;
    so_far->numbers += count;
    return piece != 999; /* not of this work */
}

/* Header and checksums around the lines, to be freed. */
static char *complete(const uint8_t *bytes, size_t size, size_t *length) {
    char *made = NULL, *text = fuzz_text(bytes, size);
    FILE *stream = open_memstream(&made, length);
    FUZZ_CHECK(stream != NULL, "no memory for a journal");
    fprintf(stream, "pld.journal/1 %016" PRIx64 "\n", work);
    for (char *line = text, *end; *line != '\0'; line = end) {
        end = line + strcspn(line, "\n");
        fprintf(stream, "%.*s %016" PRIx64 "%s", (int)(end - line), line, pld__fingerprint(line, (size_t)(end - line)),
                *end ? "\n" : "");
        end += *end == '\n';
    }
    fclose(stream);
    free(text);
    return made;
}

static void check_again(const char *path, record before) {
    record after = {.pieces = 0};
    pld__journal *journal = NULL;
    pld_error error = {.message = ""};
    pld_status status = pld__journal_open(path, work, PLD__JOURNAL_RESUME, read_piece, &after, &journal, &error);
    FUZZ_CHECK(status == PLD_OK, "%s", error.message);
    (void)read_piece(17, appended, sizeof appended / sizeof appended[0], 0, &before);
    FUZZ_CHECK(before.pieces == after.pieces && before.numbers == after.numbers && before.sum == after.sum,
               "%zu pieces with %zu numbers became %zu with %zu", before.pieces, before.numbers, after.pieces, after.numbers);
    pld__journal_close(journal, false);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    bool raw = size > 0 && bytes[0] == '=';
    size_t length = raw ? size - 1 : 0;
    char *made = raw ? NULL : complete(bytes, size, &length);
    const char *path = fuzz_file(raw ? (const char *)bytes + 1 : made, length);
    record found = {.pieces = 0};
    pld__journal *journal = NULL;
    pld_error error = {.message = ""};
    pld_status status = pld__journal_open(path, work, PLD__JOURNAL_RESUME, read_piece, &found, &journal, &error);
    if (status != PLD_OK) {
        FUZZ_CHECK(journal == NULL, "a failure with a result");
        fuzz_check_failure(status, &error);
    } else {
        uint64_t place = 0;
        double again[sizeof appended / sizeof appended[0]];
        status = pld__journal_append(journal, 17, appended, sizeof appended / sizeof appended[0], &place, &error);
        FUZZ_CHECK(status == PLD_OK, "%s", error.message);
        status = pld__journal_read(journal, place, 17, again, sizeof again / sizeof again[0], &error);
        FUZZ_CHECK(status == PLD_OK && memcmp(again, appended, sizeof again) == 0, "%s", error.message);
        pld__journal_close(journal, false);
        check_again(path, found);
    }
    free(made);
    return 0;
}
