/* Tests of src/store/journal.c. */
#include "store/journal.h"
#include "support/folder.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 64 };

/* What was read back. */
typedef struct found {
    size_t count;
    size_t pieces[MOST];
    double first[MOST], last[MOST];
    bool refuse;
} found;

static uint64_t place; /* of what was appended last */

static bool take(size_t piece, const double *values, size_t count, uint64_t at, void *context) {
    (void)at;
    found *all = context;
    if (all->refuse || all->count == MOST) {
        return false;
    }
    all->pieces[all->count] = piece;
    all->first[all->count] = count > 0 ? values[0] : NAN;
    all->last[all->count++] = count > 0 ? values[count - 1] : NAN;
    return true;
}

static pld_status open_journal(pld__journal_mode mode, uint64_t fingerprint, found *all, pld__journal **journal,
                               pld_error *error) {
    return pld__journal_open("work.journal", fingerprint, mode, take, all, journal, error);
}

/* A journal with pieces 5, 0 and 7. */
static void write_three(void) {
    found none = {.count = 0};
    pld__journal *journal = NULL;
    const double values[] = {0.1, INFINITY, -0.0, 0x1p-1074, 1.0 / 3};
    unlink("work.journal");
    CU_ASSERT_EQUAL_FATAL(open_journal(PLD__JOURNAL_NEW, 42, &none, &journal, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld__journal_append(journal, 5, values, 5, &place, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld__journal_append(journal, 0, values, 1, &place, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld__journal_append(journal, 7, values, 4, &place, NULL), PLD_OK);
    pld__journal_close(journal, false);
    CU_ASSERT_EQUAL(none.count, 0);
}

static void test_round_trip(void) {
    found all = {.count = 0};
    pld__journal *journal = NULL;
    write_three();
    CU_ASSERT_EQUAL(open_journal(PLD__JOURNAL_RESUME, 42, &all, &journal, NULL), PLD_OK);
    CU_ASSERT_EQUAL(all.count, 3);
    CHECK(all.pieces[0] == 5 && all.pieces[1] == 0 && all.pieces[2] == 7, "other pieces");
    CHECK(all.first[0] == 0.1 && all.last[0] == 1.0 / 3 && all.last[2] == 0x1p-1074, "other bits");
    CU_ASSERT_EQUAL(pld__journal_append(journal, 9, &all.first[0], 1, &place, NULL), PLD_OK);
    pld__journal_close(journal, false);
    all.count = 0;
    CU_ASSERT_EQUAL(open_journal(PLD__JOURNAL_RESUME, 42, &all, &journal, NULL), PLD_OK);
    CHECK(all.count == 4 && all.pieces[3] == 9, "%zu pieces", all.count);
    pld__journal_close(journal, true);
    CHECK(!folder_has("work.journal"), "something is left");
    pld__journal_close(NULL, true);
}

/* What was appended, or found, is read again from its place; another piece, another count or another place is refused. */
static void test_places(void) {
    found none = {.count = 0};
    pld__journal *journal = NULL;
    const double values[] = {0.1, INFINITY, -0.0};
    double again[3] = {0};
    uint64_t places[2] = {0, 0};
    unlink("work.journal");
    CU_ASSERT_EQUAL_FATAL(open_journal(PLD__JOURNAL_NEW, 42, &none, &journal, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld__journal_append(journal, 5, values, 3, &places[0], NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld__journal_append(journal, 6, values + 1, 2, &places[1], NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld__journal_read(journal, places[0], 5, again, 3, NULL), PLD_OK);
    CHECK(memcmp(again, values, sizeof values) == 0, "other numbers");
    CU_ASSERT_EQUAL(pld__journal_read(journal, places[1], 6, again, 2, NULL), PLD_OK);
    CHECK(again[0] == INFINITY && signbit(again[1]), "other numbers");
    CU_ASSERT_EQUAL(pld__journal_read(journal, places[1], 5, again, 2, NULL), PLD_ERROR_FILE);
    CU_ASSERT_EQUAL(pld__journal_read(journal, places[1], 6, again, 1, NULL), PLD_ERROR_FILE);
    CU_ASSERT_EQUAL(pld__journal_read(journal, places[1] + 1, 6, again, 2, NULL), PLD_ERROR_FILE);
    CU_ASSERT_EQUAL(pld__journal_look("work.journal", 42, take, &none, NULL), PLD_OK);
    CU_ASSERT_EQUAL(none.count, 2);
    CU_ASSERT_EQUAL(pld__journal_look("work.journal", 43, take, &none, NULL), PLD_ERROR_FILE);
    CU_ASSERT_EQUAL(pld__journal_look("nothing.journal", 42, take, &none, NULL), PLD_OK);
    CHECK(!folder_has("nothing.journal"), "looking makes a file");
    pld__journal_close(journal, true);
}

static void test_modes(void) {
    found all = {.count = 0};
    pld__journal *journal = NULL, *second = NULL;
    pld_error error = {.message = ""};
    write_three();
    CHECK(open_journal(PLD__JOURNAL_NEW, 42, &all, &journal, &error) == PLD_ERROR_FILE && error.message[0] != '\0', "an old one");
    CHECK(open_journal(PLD__JOURNAL_RESUME, 43, &all, &journal, &error) == PLD_ERROR_FILE, "that of other work is taken");
    all.refuse = true;
    CHECK(open_journal(PLD__JOURNAL_RESUME, 42, &all, &journal, &error) == PLD_ERROR_FILE, "a refused piece is taken");
    all.refuse = false;
    CHECK(all.count == 0 && journal == NULL, "outputs are touched");
    CU_ASSERT_EQUAL(open_journal(PLD__JOURNAL_DISCARD, 43, &all, &journal, NULL), PLD_OK);
    CHECK(open_journal(PLD__JOURNAL_RESUME, 43, &all, &second, &error) == PLD_ERROR_FILE && strstr(error.message, "another"),
          "two writers at once: %s", error.message);
    pld__journal_close(journal, false);
    CU_ASSERT_EQUAL(open_journal(PLD__JOURNAL_RESUME, 43, &all, &journal, NULL), PLD_OK);
    CU_ASSERT_EQUAL(all.count, 0);
    pld__journal_close(journal, true);
    CU_ASSERT_EQUAL(open_journal(PLD__JOURNAL_RESUME, 1, &all, &journal, NULL), PLD_OK);
    pld__journal_close(journal, true);
}

/* However the journal is cut, what was whole is read, nothing else, and it can be gone on with. */
static void test_torn(void) {
    size_t size = 0, lines = 0;
    write_three();
    unsigned char *bytes = folder_read("work.journal", &size);
    for (size_t cut = 0; cut <= size; cut++) {
        found all = {.count = 0};
        pld__journal *journal = NULL;
        lines += cut > 0 && bytes[cut - 1] == '\n';
        size_t whole = lines > 0 ? lines - 1 : 0; /* the first one is the header */
        CU_ASSERT_TRUE(folder_write("work.journal", bytes, cut));
        if (!CHECK(open_journal(PLD__JOURNAL_RESUME, 42, &all, &journal, NULL) == PLD_OK, "cut to %zu bytes: refused", cut)) {
            continue;
        }
        CHECK(all.count == whole, "cut to %zu bytes: %zu pieces of %zu", cut, all.count, whole);
        CU_ASSERT_EQUAL(pld__journal_append(journal, 3, (double[]){7}, 1, &place, NULL), PLD_OK);
        pld__journal_close(journal, false);
        all.count = 0;
        CU_ASSERT_EQUAL(open_journal(PLD__JOURNAL_RESUME, 42, &all, &journal, NULL), PLD_OK);
        CHECK(all.count == whole + 1 && all.first[whole] == 7, "cut to %zu bytes: not gone on with", cut);
        pld__journal_close(journal, true);
    }
    free(bytes);
}

/* A changed byte costs the line it is in (both lines, if it was the end between two), and a wrong value is never read. */
static void test_damaged(void) {
    size_t size = 0;
    write_three();
    unsigned char *bytes = folder_read("work.journal", &size);
    for (size_t i = strlen("pld.journal/1 ") + 17; i < size; i++) {
        found all = {.count = 0};
        pld__journal *journal = NULL;
        bytes[i] ^= 1;
        CU_ASSERT_TRUE(folder_write("work.journal", bytes, size));
        CU_ASSERT_EQUAL(open_journal(PLD__JOURNAL_RESUME, 42, &all, &journal, NULL), PLD_OK);
        bool between = i + 1 < size && (bytes[i] ^ 1) == '\n';
        CHECK(all.count == (between ? 1 : 2), "byte %zu: %zu lines are read", i, all.count);
        CHECK(pld__journal_skipped(journal) == (i + 1 < size ? 1 : 0), "byte %zu: not said", i);
        for (size_t j = 0; j < all.count; j++) {
            CHECK(all.first[j] == 0.1, "byte %zu: a wrong value is read", i);
        }
        pld__journal_close(journal, true);
        bytes[i] ^= 1;
    }
    free(bytes);
}

/* Lines of others are gone over, and stay where they are. */
static void test_foreign_lines(void) {
    found all = {.count = 0};
    pld__journal *journal = NULL;
    size_t size = 0;
    write_three();
    unsigned char *bytes = folder_read("work.journal", &size);
    char text[4096];
    const char *second = strchr((const char *)bytes, '\n') + 1;
    int length = snprintf(text, sizeof text, "%.*spld sweep: 1 of 3 points\n\n%.*s", (int)(second - (const char *)bytes),
                          (const char *)bytes, (int)(size - (size_t)(second - (const char *)bytes)), second);
    CU_ASSERT_TRUE(folder_write("work.journal", text, (size_t)length));
    CU_ASSERT_EQUAL(open_journal(PLD__JOURNAL_RESUME, 42, &all, &journal, NULL), PLD_OK);
    CHECK(all.count == 3 && pld__journal_skipped(journal) == 2, "%zu pieces, %zu skipped", all.count,
          pld__journal_skipped(journal));
    CU_ASSERT_EQUAL(pld__journal_append(journal, 9, (double[]){7}, 1, &place, NULL), PLD_OK);
    pld__journal_close(journal, false);
    all.count = 0;
    CU_ASSERT_EQUAL(open_journal(PLD__JOURNAL_RESUME, 42, &all, &journal, NULL), PLD_OK);
    CHECK(all.count == 4, "%zu pieces", all.count);
    pld__journal_close(journal, true);
    free(bytes);
}

/* Counts whose products wrap around or that are no numbers at all, under a checksum that is right. */
static void test_crafted(void) {
    static const char *const lines[] = {"0 18446744073709551615",
                                        "0 1085102592571150095",
                                        "0 1085102592571150094 0000000000000000",
                                        "99999999999999999999 0",
                                        "-1 0",
                                        "0 -1",
                                        "0",
                                        "",
                                        "0  0"};
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        found all = {.count = 0};
        pld__journal *journal = NULL;
        char text[256];
        int length = snprintf(text, sizeof text, "pld.journal/1 %016x\n%s %016llx\n", 42u, lines[i],
                              (unsigned long long)pld__fingerprint(lines[i], strlen(lines[i])));
        CU_ASSERT_TRUE(folder_write("work.journal", text, (size_t)length));
        CU_ASSERT_EQUAL(open_journal(PLD__JOURNAL_RESUME, 42, &all, &journal, NULL), PLD_OK);
        CHECK(all.count == 0 && pld__journal_skipped(journal) == 1, "'%s' is taken", lines[i]);
        pld__journal_close(journal, true);
    }
}

int main(void) {
    CU_TestInfo tests[] = {{"round trip", test_round_trip},         {"places", test_places},
                           {"new, resume, discard", test_modes},    {"torn at every byte", test_torn},
                           {"damaged at every byte", test_damaged}, {"lines of others", test_foreign_lines},
                           {"crafted lines", test_crafted},         CU_TEST_INFO_NULL};
    if (!folder_enter()) {
        return 1;
    }
    int code = suite_run("journal", tests);
    folder_leave();
    return code;
}
