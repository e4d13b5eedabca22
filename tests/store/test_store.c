/* Tests of src/store/store.c: what is written is read back to the bit, and nothing that goes wrong harms a file. */
#include "support/dice.h"
#include "support/folder.h"
#include "support/suite.h"

#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <pld/store.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { POINTS = 6, NOBODY = 65534 };

/* A series with everything: whole numbers beyond doubles, infinities, a scalar axis, a baseline, both kinds of attributes. */
static const uint64_t compositions[] = {1, 16384, UINT64_C(9223372036854775807)};
static const double sigmas[] = {0.8, 1.1}, delta[] = {1e-5};
static const double lower[POINTS] = {0.1, 1.0 / 3, DBL_MIN, 0x1p-1074, 5e300, -0.0};
static const double upper[POINTS] = {0.2, 2.0 / 3, DBL_MAX, INFINITY, INFINITY, 1};
static const double ledger[] = {1e-9, 2e-9, 0, 1e-300, 5};
static const pld_axis axes[] = {
    {.name = "compositions", .units = "1", .long_name = "number of compositions", .count = 3, .whole = compositions},
    {.name = "sigma", .units = "1", .long_name = "noise multiplier", .count = 2, .values = sigmas},
    {.name = "delta", .units = "1", .long_name = "delta", .count = 1, .values = delta},
};
static const pld_column columns[] = {
    {.name = "epsilon_lower", .units = "1", .long_name = "certified lower bound of epsilon", .values = lower},
    {.name = "epsilon_upper", .units = "1", .long_name = "certified upper bound of epsilon", .values = upper},
    {.name = "method_rdp", .units = "1", .long_name = "R\xc3\xa9nyi", .values = upper},
};
static const pld_attribute attributes[] = {
    {.name = "mechanisms", .text = "poisson-gaussian:q=256/60000,sigma=1"},
    {.name = "empty", .text = ""},
    {.name = "ledger", .numbers = ledger, .count = 5},
    {.name = "one", .numbers = ledger, .count = 1},
};
static const pld_series sample = {"k=1", axes, 3, columns, 3, attributes, 4};

static pld_series named(const char *name) {
    pld_series series = sample;
    series.name = name;
    return series;
}

static bool write_one(const char *path, const char *name, pld_store_mode mode, pld_error *error) {
    pld_series series = named(name);
    return pld_store_write(path, &series, 1, mode, error) == PLD_OK;
}

/* Runs in a child, where limits and rights can be given away. */
static int in_child(int (*work)(void)) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        _exit(work());
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool same_bytes(const char *name, const unsigned char *bytes, size_t size) {
    size_t found = 0;
    unsigned char *now = folder_read(name, &found);
    bool same = now != NULL && found == size && memcmp(now, bytes, size) == 0;
    free(now);
    return same;
}

/* --- what is kept --------------------------------------------------------------------------------------------------- */

static void test_round_trip(void) {
    pld_series series[] = {named("k=1"), named("k=2")};
    pld_store *store = NULL;
    pld_error error = {.message = ""};
    size_t count = 0;
    CHECK(pld_store_write("a.h5", series, 2, PLD_STORE_CREATE, &error) == PLD_OK, "%s", error.message);
    CHECK(!folder_has("a.h5.new"), "something is left beside the file");
    if (!CHECK(pld_store_read("a.h5", &store, &error) == PLD_OK, "%s", error.message)) {
        return;
    }
    const pld_series *found = pld_store_series(store, &count);
    CU_ASSERT_EQUAL(count, 2);
    for (size_t i = 0; i < count; i++) {
        CHECK(pld_series_same(&found[i], &series[i]), "series %zu is not the same", i);
        CHECK(found[i].attribute_count == 4 + 6, "%zu attributes", found[i].attribute_count);
        CHECK(memcmp(pld_series_column(&found[i], "epsilon_upper")->values, upper, sizeof upper) == 0, "other bits");
        CHECK(found[i].axes[0].whole[2] == compositions[2], "a large whole number is changed");
        CHECK(strlen(pld_series_attribute(&found[i], "created_utc")->text) == 20, "no time");
    }
    CU_ASSERT_PTR_EQUAL(pld_store_find(store, "k=2"), &found[1]);
    CU_ASSERT_PTR_NULL(pld_store_find(store, "k=3"));
    CU_ASSERT_PTR_NULL(pld_series_column(&found[0], "epsilon"));
    pld_store_free(store);
    pld_store_free(NULL);
}

/* Files in memory have no name that something in the current folder can have. */
static void test_names_of_others(void) {
    pld_error error = {.message = ""};
    pld_store *store = NULL;
    size_t size = 0;
    CU_ASSERT_TRUE(folder_write("pld", "mine", 4));
    CHECK(write_one("n.h5", "k=1", PLD_STORE_CREATE, &error), "%s", error.message);
    CHECK(write_one("n.h5", "k=2", PLD_STORE_APPEND, &error), "%s", error.message);
    CHECK(pld_store_read("n.h5", &store, &error) == PLD_OK, "%s", error.message);
    pld_store_free(store);
    unsigned char *bytes = folder_read("pld", &size);
    CHECK(size == 4 && memcmp(bytes, "mine", 4) == 0, "the file of another is changed");
    free(bytes);
}

static void test_empty_and_large(void) {
    enum { MANY = 200000 };
    double *values = malloc(MANY * sizeof *values);
    pld_store *store = NULL;
    size_t count = 1;
    for (size_t i = 0; i < MANY; i++) {
        values[i] = sin((double)i);
    }
    pld_axis axis = {.name = "x", .units = "1", .long_name = "x", .count = MANY, .values = values};
    pld_column column = {.name = "y", .units = "1", .long_name = "y", .values = values};
    pld_series series = {"large", &axis, 1, &column, 1, NULL, 0};
    CU_ASSERT_EQUAL(pld_store_write("empty.h5", NULL, 0, PLD_STORE_CREATE, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_store_read("empty.h5", &store, NULL), PLD_OK);
    (void)pld_store_series(store, &count);
    CU_ASSERT_EQUAL(count, 0);
    pld_store_free(store);
    store = NULL;
    CU_ASSERT_EQUAL(pld_store_write("large.h5", &series, 1, PLD_STORE_CREATE, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_store_read("large.h5", &store, NULL), PLD_OK);
    CHECK(store && pld_series_same(pld_store_find(store, "large"), &series), "a large series is changed");
    pld_store_free(store);
    free(values);
}

static void test_modes(void) {
    pld_error error = {.message = ""};
    size_t size = 0, count = 0;
    pld_store *store = NULL;
    CU_ASSERT_TRUE(write_one("m.h5", "k=1", PLD_STORE_CREATE, NULL));
    unsigned char *bytes = folder_read("m.h5", &size);
    CHECK(!write_one("m.h5", "k=2", PLD_STORE_CREATE, &error) && strstr(error.message, "m.h5") != NULL, "%s", error.message);
    CHECK(!write_one("m.h5", "k=1", PLD_STORE_APPEND, &error) && strstr(error.message, "k=1") != NULL, "%s", error.message);
    CHECK(same_bytes("m.h5", bytes, size), "a refused write changed the file");
    sleep(1); /* so that the time stamp would differ */
    CU_ASSERT_TRUE(write_one("m.h5", "k=1", PLD_STORE_REPLACE, NULL));
    CHECK(same_bytes("m.h5", bytes, size), "the same values changed the file");
    CU_ASSERT_TRUE(write_one("m.h5", "k=2", PLD_STORE_APPEND, NULL));
    CU_ASSERT_EQUAL(pld_store_read("m.h5", &store, NULL), PLD_OK);
    CHECK(strcmp(pld_store_series(store, &count)[1].name, "k=2") == 0 && count == 2, "%zu series", count);
    pld_store_free(store);
    CU_ASSERT_TRUE(write_one("m.h5", "k=3", PLD_STORE_REPLACE, NULL));
    CU_ASSERT_EQUAL(pld_store_read("m.h5", &store, NULL), PLD_OK);
    (void)pld_store_series(store, &count);
    CU_ASSERT_EQUAL(count, 1);
    pld_store_free(store);
    CU_ASSERT_TRUE(write_one("fresh.h5", "k=3", PLD_STORE_APPEND, NULL));
    free(bytes);
}

static void test_malformed(void) {
    pld_series twice[] = {sample, sample};
    pld_column column = columns[0];
    pld_axis axis = axes[0];
    pld_error error = {.message = ""};
    CHECK(pld_store_write("x.h5", twice, 2, PLD_STORE_CREATE, &error) == PLD_ERROR_ARGUMENT && strcmp(error.word, "k=1") == 0,
          "two of one name");
    static const char *const names[] = {"", "a/b", ".", "..", "a\nb"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        CHECK(!write_one("x.h5", names[i], PLD_STORE_CREATE, NULL), "'%s' is taken", names[i]);
    }
    pld_series bad = {"bad", &axis, 1, &column, 1, NULL, 0};
    column.name = "compositions";
    CU_ASSERT_EQUAL(pld_store_write("x.h5", &bad, 1, PLD_STORE_CREATE, NULL), PLD_ERROR_ARGUMENT);
    column.name = "y";
    axis.count = 0;
    CU_ASSERT_EQUAL(pld_store_write("x.h5", &bad, 1, PLD_STORE_CREATE, NULL), PLD_ERROR_ARGUMENT);
    axis.count = 1;
    bad.axis_count = 0;
    CU_ASSERT_EQUAL(pld_store_write("x.h5", &bad, 1, PLD_STORE_CREATE, NULL), PLD_ERROR_ARGUMENT);
    CHECK(!folder_has("x.h5"), "a malformed series made a file");
}

/* --- files that are not as they should be --------------------------------------------------------------------------- */

static bool is_refused(const char *name) {
    pld_store *store = NULL;
    pld_error error = {.message = ""};
    bool refused = pld_store_read(name, &store, &error) == PLD_ERROR_FILE && strstr(error.message, name) != NULL && store == NULL;
    pld_store_free(store);
    return refused;
}

static void test_foreign(void) {
    CHECK(is_refused("none.h5"), "a file that is not there");
    CHECK(folder_write("text.h5", "compositions,epsilon\n", 21) && is_refused("text.h5"), "a text");
    CHECK(folder_write("nothing.h5", "", 0) && is_refused("nothing.h5"), "an empty file");
    CHECK(mkdir("folder.h5", 0777) == 0 && is_refused("folder.h5"), "a folder");
    CHECK(!write_one("folder.h5", "k=1", PLD_STORE_REPLACE, NULL), "a folder is replaced");
    CHECK(!write_one("nowhere/x.h5", "k=1", PLD_STORE_CREATE, NULL), "written into a folder that is not there");
    CHECK(!write_one("text.h5", "k=1", PLD_STORE_APPEND, NULL), "appended to a text");
}

static void test_truncated(void) {
    size_t size = 0;
    CU_ASSERT_TRUE(write_one("whole.h5", "k=1", PLD_STORE_CREATE, NULL));
    unsigned char *bytes = folder_read("whole.h5", &size);
    for (size_t i = 0; i < 50; i++) {
        CHECK(folder_write("cut.h5", bytes, size * i / 50) && is_refused("cut.h5"), "cut to %zu of %zu bytes", size * i / 50,
              size);
    }
    CHECK(folder_write("cut.h5", bytes, size - 1) && is_refused("cut.h5"), "cut by one byte");
    free(bytes);
}

/* A changed byte is either seen or does not matter (unused space in the file). */
static void test_damaged(void) {
    size_t size = 0, seen = 0;
    CU_ASSERT_TRUE(write_one("good.h5", "k=1", PLD_STORE_CREATE, NULL));
    unsigned char *bytes = folder_read("good.h5", &size);
    size_t tries = suite_cases(2000);
    dice seed = dice_create(20240229);
    for (size_t i = 0; i < tries; i++) {
        size_t place = dice_below(&seed, size);
        unsigned char change = (unsigned char)(1u << (i % 8));
        pld_store *store = NULL;
        bytes[place] ^= change;
        CU_ASSERT_TRUE(folder_write("bad.h5", bytes, size));
        if (pld_store_read("bad.h5", &store, NULL) == PLD_OK) {
            const pld_series *found = pld_store_find(store, "k=1");
            CHECK(found != NULL && pld_series_same(found, &sample), "bit %u of byte %zu changed the values unseen", change,
                  place);
        } else {
            seen++;
        }
        pld_store_free(store);
        bytes[place] ^= change;
    }
    CHECK(seen > tries / 10, "only %zu of %zu damages are seen", seen, tries);
    free(bytes);
}

/* --- writing that cannot be done ------------------------------------------------------------------------------------ */

static int write_with_little_room(void) {
    struct rlimit limit = {.rlim_cur = 512, .rlim_max = 512};
    pld_error error = {.message = ""};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    return !write_one("full.h5", "k=9", PLD_STORE_REPLACE, &error) && strstr(error.message, "full.h5") != NULL ? 0 : 1;
}

static int write_without_rights(void) {
    pld_error error = {.message = ""};
    if (geteuid() == 0 && setuid(NOBODY) != 0) {
        return 2;
    }
    if (write_one("readonly.h5", "k=9", PLD_STORE_REPLACE, &error) || strstr(error.message, "readonly.h5") == NULL) {
        return 1;
    }
    return chdir("locked") == 0 && !write_one("new.h5", "k=9", PLD_STORE_CREATE, &error) ? 0 : 1;
}

static void test_disk_full(void) {
    size_t size = 0;
    CU_ASSERT_TRUE(write_one("full.h5", "k=1", PLD_STORE_CREATE, NULL));
    unsigned char *bytes = folder_read("full.h5", &size);
    CU_ASSERT_EQUAL(in_child(write_with_little_room), 0);
    CHECK(same_bytes("full.h5", bytes, size), "a full disk changed the file");
    CHECK(!folder_has("full.h5.new"), "half a file is left");
    free(bytes);
}

static void test_read_only(void) {
    size_t size = 0;
    CU_ASSERT_TRUE(write_one("readonly.h5", "k=1", PLD_STORE_CREATE, NULL));
    CU_ASSERT_EQUAL(chmod("readonly.h5", 0444), 0);
    CU_ASSERT_EQUAL(mkdir("locked", 0555), 0);
    unsigned char *bytes = folder_read("readonly.h5", &size);
    CU_ASSERT_EQUAL(in_child(write_without_rights), 0);
    CHECK(same_bytes("readonly.h5", bytes, size), "a read-only file is changed");
    free(bytes);
}

static void test_second_writer(void) {
    pld_error error = {.message = ""};
    CU_ASSERT_TRUE(write_one("busy.h5", "k=1", PLD_STORE_CREATE, NULL));
    int lock = open("busy.h5.new", O_RDWR | O_CREAT, 0666);
    CU_ASSERT_EQUAL(flock(lock, LOCK_EX), 0);
    CHECK(!write_one("busy.h5", "k=2", PLD_STORE_APPEND, &error) && strstr(error.message, "another") != NULL, "%s",
          error.message);
    close(lock); /* as if its owner had died: the file stays, the lock does not */
    CHECK(write_one("busy.h5", "k=2", PLD_STORE_APPEND, &error), "%s", error.message);
}

/* Many at once: each either adds its series or is told that somebody else is writing; none is lost. */
static void test_many_writers(void) {
    enum { WRITERS = 8 };
    pid_t children[WRITERS];
    pld_store *store = NULL;
    size_t count = 0;
    fflush(stdout);
    for (int i = 0; i < WRITERS; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            char name[32];
            snprintf(name, sizeof name, "writer %d", i);
            while (!write_one("many.h5", name, PLD_STORE_APPEND, NULL)) {
                nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
            }
            _exit(0);
        }
    }
    for (int i = 0; i < WRITERS; i++) {
        waitpid(children[i], NULL, 0);
    }
    CU_ASSERT_EQUAL(pld_store_read("many.h5", &store, NULL), PLD_OK);
    (void)pld_store_series(store, &count);
    CHECK(count == WRITERS, "%zu of %d series are there", count, (int)WRITERS);
    pld_store_free(store);
    CHECK(!folder_has("many.h5.new"), "half a file is left");
}

int main(void) {
    CU_TestInfo tests[] = {{"round trip", test_round_trip},
                           {"empty and large", test_empty_and_large},
                           {"names of others", test_names_of_others},
                           {"create, append, replace", test_modes},
                           {"malformed series", test_malformed},
                           {"foreign files", test_foreign},
                           {"truncated files", test_truncated},
                           {"damaged files", test_damaged},
                           {"full disk", test_disk_full},
                           {"read-only", test_read_only},
                           {"second writer", test_second_writer},
                           {"many writers", test_many_writers},
                           CU_TEST_INFO_NULL};
    if (!folder_enter()) {
        return 1;
    }
    int code = suite_run("store", tests);
    folder_leave();
    return code;
}
