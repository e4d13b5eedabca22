/* Tests of src/store/slices.c, hdf5_box.c and hdf5_disk.c: series that are filled in and read by ranges. */
#include "store/slices.h"
#include "store/filling.h"
#include "support/folder.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 7, MIDDLE = 90, INNER = 131, SIZE = ROWS * MIDDLE * INNER, COLUMNS = 2 };

static double value_at(size_t series, size_t column, size_t point) {
    return column == 0 && point % 977 == 0 ? NAN : (double)(series + 1) * sin((double)(point + 1000 * column));
}

/* How often it was asked, and after which question it fails. */
typedef struct source {
    size_t asked, most;
} source;

static pld_status fill(void *context, size_t series, size_t first, size_t count, double *const *columns, pld_error *error) {
    source *from = context;
    (void)error;
    for (size_t column = 0; column < COLUMNS; column++) {
        for (size_t i = 0; i < count; i++) {
            columns[column][i] = value_at(series, column, first + i);
        }
    }
    return ++from->asked > from->most ? PLD_ERROR_STOPPED : PLD_OK;
}

static double numbers[MIDDLE + INNER];
static const pld_axis axes[] = {
    {.name = "a", .units = "1", .long_name = "a", .count = ROWS, .values = numbers},
    {.name = "single", .units = "1", .long_name = "one", .count = 1, .values = numbers},
    {.name = "b", .units = "1", .long_name = "b", .count = MIDDLE, .values = numbers},
    {.name = "c", .units = "1", .long_name = "c", .count = INNER, .values = numbers},
};
static const pld_column columns[COLUMNS] = {{.name = "u", .units = "1", .long_name = "u"},
                                            {.name = "v", .units = "1", .long_name = "v"}};
static const pld_series both[] = {
    {.name = "first", .axes = axes, .axis_count = 4, .columns = columns, .column_count = COLUMNS},
    {.name = "second", .axes = axes, .axis_count = 4, .columns = columns, .column_count = COLUMNS},
};

static pld_status write_both(size_t count, pld_store_mode mode, source *from, pld_error *error) {
    const pld__filling filling = {.fill = fill, .context = from};
    return pld__store_write_filled("filled.h5", both, count, &filling, mode, error);
}

static bool same(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

/* What is filled in by blocks is what a reader of all of it finds. */
static void test_filled_is_whole(void) {
    source from = {.most = SIZE_MAX};
    pld_store *store = NULL;
    CU_ASSERT_EQUAL_FATAL(write_both(2, PLD_STORE_CREATE, &from, NULL), PLD_OK);
    CHECK(from.asked > 4, "the file is written in %zu blocks", from.asked);
    CU_ASSERT_EQUAL_FATAL(pld_store_read("filled.h5", &store, NULL), PLD_OK);
    size_t count = 0, wrong = 0;
    const pld_series *series = pld_store_series(store, &count);
    CU_ASSERT_EQUAL_FATAL(count, 2);
    for (size_t i = 0; i < 2 * COLUMNS; i++) {
        for (size_t point = 0; point < SIZE; point++) {
            wrong += !same(series[i / COLUMNS].columns[i % COLUMNS].values[point], value_at(i / COLUMNS, i % COLUMNS, point));
        }
    }
    CHECK(wrong == 0, "%zu values differ", wrong);
    pld_store_free(store);
    CHECK(!folder_has("filled.h5.new"), "something is left");
}

/* Any range, wherever it begins and ends. */
static void test_ranges(void) {
    static const size_t ranges[][2] = {{0, 1},          {0, SIZE},         {1, SIZE - 1}, {130, 2},          {131, 131},
                                       {131 * 90, 262}, {131 * 90 - 1, 3}, {SIZE - 1, 1}, {5000, 131 * 200}, {131, 131 * 89}};
    pld__slices *slices = NULL;
    double *memory = malloc(COLUMNS * SIZE * sizeof *memory), *into[COLUMNS] = {memory, memory + SIZE};
    CU_ASSERT_EQUAL_FATAL(pld__slices_open("filled.h5", &slices, NULL), PLD_OK);
    CU_ASSERT_PTR_NOT_NULL_FATAL(memory);
    const pld_series *series = pld__slices_find(slices, "second");
    CU_ASSERT_PTR_NOT_NULL_FATAL(series);
    CU_ASSERT_PTR_NULL(series->columns[0].values);
    CU_ASSERT_EQUAL(pld_series_size(series), SIZE);
    for (size_t i = 0; i < COUNT_OF(ranges); i++) {
        size_t first = ranges[i][0], count = ranges[i][1], wrong = 0;
        CU_ASSERT_EQUAL(pld__slices_read(slices, series, first, count, into, NULL), PLD_OK);
        for (size_t j = 0; j < COLUMNS * count; j++) {
            wrong += !same(into[j / count][j % count], value_at(1, j / count, first + j % count));
        }
        CHECK(wrong == 0, "%zu from %zu on: %zu differ", count, first, wrong);
    }
    CU_ASSERT_EQUAL(pld__slices_read(slices, series, SIZE - 1, 2, into, NULL), PLD_ERROR_FILE);
    pld__slices_free(slices);
    free(memory);
}

/* A file that is the same stays untouched, others are refused, added to or replaced; what fails leaves the old one. */
static void test_modes(void) {
    source from = {.most = SIZE_MAX};
    pld_error error = {.message = ""};
    size_t size = 0, again = 0;
    unsigned char *before = folder_read("filled.h5", &size);
    CU_ASSERT_EQUAL(write_both(2, PLD_STORE_CREATE, &from, &error), PLD_ERROR_FILE);
    CU_ASSERT_EQUAL(write_both(1, PLD_STORE_APPEND, &from, &error), PLD_ERROR_FILE);
    CU_ASSERT_EQUAL(write_both(2, PLD_STORE_REPLACE, &from, &error), PLD_OK);
    from = (source){.most = 3};
    CU_ASSERT_EQUAL(write_both(1, PLD_STORE_REPLACE, &from, &error), PLD_ERROR_STOPPED);
    unsigned char *after = folder_read("filled.h5", &again);
    CHECK(size == again && memcmp(before, after, size) == 0, "the file is another one");
    CHECK(!folder_has("filled.h5.new"), "something is left");
    free(before);
    free(after);
    from.most = SIZE_MAX;
    CU_ASSERT_EQUAL(write_both(1, PLD_STORE_REPLACE, &from, NULL), PLD_OK);
    pld__slices *slices = NULL;
    CU_ASSERT_EQUAL_FATAL(pld__slices_open("filled.h5", &slices, NULL), PLD_OK);
    (void)pld__slices_series(slices, &size);
    CU_ASSERT_EQUAL(size, 1);
    pld__slices_free(slices);
}

/* Damaged bytes are refused when they are read, or the values are as they were: nothing wrong comes out. */
static void test_damaged(void) {
    enum { TRIES = 60 };
    size_t size = 0, refused = 0;
    unsigned char *bytes = folder_read("filled.h5", &size);
    double *memory = malloc(COLUMNS * SIZE * sizeof *memory), *into[COLUMNS] = {memory, memory + SIZE};
    CU_ASSERT_PTR_NOT_NULL_FATAL(memory);
    for (size_t i = 0; i < TRIES; i++) {
        size_t place = size / TRIES * i + i, wrong = 0;
        pld__slices *slices = NULL;
        bytes[place] ^= 0x10;
        CU_ASSERT_TRUE(folder_write("damaged.h5", bytes, size));
        bytes[place] ^= 0x10;
        pld_status status = pld__slices_open("damaged.h5", &slices, NULL);
        const pld_series *series = status == PLD_OK ? pld__slices_find(slices, "first") : NULL;
        if (series != NULL && series->column_count == COLUMNS && pld_series_size(series) == SIZE) {
            status = pld__slices_read(slices, series, 0, SIZE, into, NULL);
            for (size_t j = 0; j < COLUMNS * SIZE && status == PLD_OK; j++) {
                wrong += !same(into[j / SIZE][j % SIZE], value_at(0, j / SIZE, j % SIZE));
            }
        }
        refused += status != PLD_OK;
        CHECK(wrong == 0, "byte %zu: %zu wrong values are read", place, wrong);
        pld__slices_free(slices);
    }
    CHECK(refused > TRIES / 2, "%zu of %d damaged files are refused", refused, TRIES);
    CU_ASSERT_TRUE(folder_write("damaged.h5", bytes, size / 2));
    pld__slices *slices = NULL;
    CU_ASSERT_EQUAL(pld__slices_open("damaged.h5", &slices, NULL), PLD_ERROR_FILE);
    CU_ASSERT_EQUAL(pld__slices_open("nowhere.h5", &slices, NULL), PLD_ERROR_FILE);
    pld__slices_free(NULL);
    free(memory);
    free(bytes);
}

int main(void) {
    CU_TestInfo tests[] = {{"what is filled in is whole", test_filled_is_whole},
                           {"ranges", test_ranges},
                           {"modes", test_modes},
                           {"damaged files", test_damaged},
                           CU_TEST_INFO_NULL};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        numbers[i] = (double)i;
    }
    if (!folder_enter()) {
        return 1;
    }
    int code = suite_run("store/slices", tests);
    folder_leave();
    return code;
}
