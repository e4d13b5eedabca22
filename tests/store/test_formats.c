/* Tests of src/store/kinds.c and hdf5_flags.c: what values are kept as, and files of the format before. */
#include "store/filling.h"
#include "support/folder.h"
#include "support/suite.h"

#include <hdf5.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT_1 PLD_TESTS_DIR "/store/stored/format-1.h5"

enum { POINTS = 3 };

static const uint64_t counts[POINTS] = {1, 2, UINT64_MAX};
static const double met[POINTS] = {1, 0, 1}, buckets[POINTS] = {0, 30240, 0x1p53}, plain[POINTS] = {1, 0, 2};
static const pld_axis axis = {.name = "k", .units = "1", .long_name = "k", .count = POINTS, .whole = counts};

/* A series of one column and one attribute. */
static pld_status write_values(const char *path, const char *column, const double *values, const char *attribute) {
    const pld_column columns[] = {{.name = column, .units = "1", .long_name = "", .values = values},
                                  {.name = "plain", .units = "1", .long_name = "", .values = plain}};
    const pld_attribute attributes[] = {{.name = attribute, .numbers = values, .count = POINTS},
                                        {.name = "plain", .numbers = plain, .count = 1}};
    const pld_series series = {"s", &axis, 1, columns, 2, attributes, 2};
    pld_store *store = NULL;
    pld_error error = {.message = ""};
    pld_status status = pld_store_write(path, &series, 1, PLD_STORE_REPLACE, &error);
    if (CHECK(status == PLD_OK && pld_store_read(path, &store, &error) == PLD_OK, "%s: %s", column, error.message)) {
        CHECK(pld_series_same(pld_store_find(store, "s"), &series), "%s: other values", column);
        CU_ASSERT_EQUAL(pld_store_format(store), PLD_STORE_FORMAT);
    }
    pld_store_free(store);
    return status;
}

static H5T_class_t class_of(const char *path, const char *name, bool attribute) {
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT), group = H5Gopen2(file, "s", H5P_DEFAULT);
    hid_t object = attribute ? H5Aopen(group, name, H5P_DEFAULT) : H5Dopen2(group, name, H5P_DEFAULT);
    hid_t type = attribute ? H5Aget_type(object) : H5Dget_type(object);
    H5T_class_t class = H5Tget_class(type);
    H5Tclose(type);
    (void)(attribute ? H5Aclose(object) : H5Dclose(object));
    H5Gclose(group);
    H5Fclose(file);
    return class;
}

/* Whole numbers and flags are kept as such and come back to the bit, columns as well as attributes. */
static void test_kinds(void) {
    CU_ASSERT_EQUAL(pld_value_kind_of("buckets"), PLD_VALUE_WHOLE);
    CU_ASSERT_EQUAL(pld_value_kind_of("tolerance_met_everywhere"), PLD_VALUE_FLAG);
    CU_ASSERT_EQUAL(pld_value_kind_of("epsilon_upper"), PLD_VALUE_NUMBER);
    CU_ASSERT_EQUAL(write_values("kinds.h5", "tolerance_met", met, "tolerance_met_everywhere"), PLD_OK);
    CU_ASSERT_EQUAL(class_of("kinds.h5", "tolerance_met", false), H5T_ENUM);
    CU_ASSERT_EQUAL(class_of("kinds.h5", "tolerance_met_everywhere", true), H5T_ENUM);
    CU_ASSERT_EQUAL(class_of("kinds.h5", "k", false), H5T_INTEGER);
    CU_ASSERT_EQUAL(class_of("kinds.h5", "plain", false), H5T_FLOAT);
    CU_ASSERT_EQUAL(class_of("kinds.h5", "plain", true), H5T_FLOAT);
    CU_ASSERT_EQUAL(write_values("kinds.h5", "buckets", buckets, "buckets_most"), PLD_OK);
    CU_ASSERT_EQUAL(class_of("kinds.h5", "buckets", false), H5T_INTEGER);
    CU_ASSERT_EQUAL(class_of("kinds.h5", "buckets_most", true), H5T_INTEGER);
}

/* What is not of the kind of its name is kept as it is. */
static void test_other_values(void) {
    static const double odd[] = {0.5, -0.0, -1, 0x1p53 + 2, INFINITY, NAN, 0x1p-1074};
    for (size_t i = 0; i < COUNT_OF(odd); i++) {
        const double values[POINTS] = {1, odd[i], 0};
        CU_ASSERT_EQUAL(write_values("odd.h5", "buckets", values, "tolerance_met_everywhere"), PLD_OK);
        CU_ASSERT_EQUAL(class_of("odd.h5", "buckets", false), H5T_FLOAT);
        CU_ASSERT_EQUAL(write_values("odd.h5", "tolerance_met", values, "buckets_most"), PLD_OK);
        CU_ASSERT_EQUAL(class_of("odd.h5", "tolerance_met", false), H5T_FLOAT);
    }
    CU_ASSERT_EQUAL(write_values("odd.h5", "tolerance_met", plain, "buckets_most"), PLD_OK);
    CU_ASSERT_EQUAL(class_of("odd.h5", "tolerance_met", false), H5T_FLOAT);
    pld_series flags = {.name = "_bool", .axes = &axis, .axis_count = 1};
    CU_ASSERT_EQUAL(pld_store_write("odd.h5", &flags, 1, PLD_STORE_APPEND, NULL), PLD_ERROR_ARGUMENT);
}

static pld_status fill(void *context, size_t series, size_t first, size_t count, double *const *columns, pld_error *error) {
    (void)series;
    (void)error;
    memcpy(columns[0], (const double *)context + first, count * sizeof(double));
    return PLD_OK;
}

/* Of values that come later only the names are known: what is not of their kind is refused, not changed. */
static void test_filled(void) {
    static double wrong[POINTS] = {1, 0.5, 0}, right[POINTS] = {1, 0, 1};
    const pld_column column = {.name = "tolerance_met", .units = "1", .long_name = ""};
    const pld_series series = {"s", &axis, 1, &column, 1, NULL, 0};
    pld_error error = {.message = ""};
    const pld__filling fills = {.fill = fill, .context = right}, spoils = {.fill = fill, .context = wrong};
    CU_ASSERT_EQUAL(pld__store_write_filled("filled.h5", &series, 1, &spoils, PLD_STORE_CREATE, &error), PLD_ERROR_FILE);
    CHECK(!folder_has("filled.h5") && strstr(error.message, "is not written") != NULL, "'%s'", error.message);
    CU_ASSERT_EQUAL(pld__store_write_filled("filled.h5", &series, 1, &fills, PLD_STORE_CREATE, &error), PLD_OK);
    CU_ASSERT_EQUAL(class_of("filled.h5", "tolerance_met", false), H5T_ENUM);
}

/* A file of the format before, made by the program of that time. */
static pld_store *read_format_1(void) {
    pld_store *store = NULL;
    pld_error error = {.message = ""};
    CHECK(pld_store_read(FORMAT_1, &store, &error) == PLD_OK, "%s", error.message);
    CU_ASSERT_PTR_NOT_NULL_FATAL(store);
    return store;
}

static void test_format_1(void) {
    static const double upper[] = {0.19945044779591645, 0.24546626569051982, 0.2980029779655562}, most[] = {0, 30240, 19440};
    pld_store *store = read_format_1();
    size_t count = 0;
    const pld_series *series = pld_store_series(store, &count);
    CU_ASSERT_EQUAL(pld_store_format(store), 1);
    CU_ASSERT_EQUAL_FATAL(count, 4);
    CU_ASSERT_STRING_EQUAL(series[0].name, "k=1");
    CU_ASSERT(memcmp(pld_series_column(&series[0], "epsilon_upper")->values, upper, sizeof upper) == 0);
    CU_ASSERT(memcmp(pld_series_column(&series[0], "buckets")->values, most, sizeof most) == 0);
    CU_ASSERT_EQUAL(pld_series_column(&series[0], "tolerance_met")->values[2], 1);
    CU_ASSERT_EQUAL(pld_series_attribute(&series[0], "buckets_most")->numbers[0], 30240);
    CU_ASSERT_EQUAL(pld_series_attribute(&series[3], "tolerance_asked")->numbers[0], 1e-4);
    pld_store_free(store);
}

/* It becomes a file of this format by being added to, and by being written again; nothing in it changes. */
static void test_upgrade(void) {
    size_t size = 0, count = 0, after = 0;
    unsigned char *bytes = folder_read(FORMAT_1, &size);
    pld_store *old = read_format_1(), *now = NULL;
    const pld_series *series = pld_store_series(old, &count);
    pld_series more = {.name = "more", .axes = &axis, .axis_count = 1};
    CU_ASSERT_TRUE_FATAL(folder_write("old.h5", bytes, size));
    CU_ASSERT_EQUAL(pld_store_write("old.h5", &more, 1, PLD_STORE_APPEND, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_store_read("old.h5", &now, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_store_format(now), 2);
    const pld_series *found = pld_store_series(now, &after);
    CU_ASSERT_EQUAL_FATAL(after, count + 1);
    for (size_t i = 0; i < count; i++) {
        CHECK(pld_series_same(&found[i], &series[i]) && found[i].attribute_count == series[i].attribute_count,
              "the series '%s' is changed", series[i].name);
        CU_ASSERT_STRING_EQUAL(pld_series_attribute(&found[i], "created_utc")->text,
                               pld_series_attribute(&series[i], "created_utc")->text);
    }
    pld_store_free(now);
    CU_ASSERT_TRUE(folder_write("again.h5", bytes, size));
    CU_ASSERT_EQUAL(pld_store_write("again.h5", series, count, PLD_STORE_REPLACE, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_store_read("again.h5", &now, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld_store_format(now), 2);
    pld_store_free(now);
    pld_store_free(old);
    free(bytes);
}

/* What others add: whole numbers are read where they are doubles too; a newer format is refused. */
static void test_others(void) {
    static const struct {
        uint64_t value;
        pld_status status;
    } cases[] = {{7, PLD_OK}, {UINT64_C(1) << 53, PLD_OK}, {UINT64_C(1) << 60, PLD_ERROR_FILE}};
    const hsize_t size = POINTS;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const uint64_t values[POINTS] = {1, 2, cases[i].value};
        pld_store *store = NULL;
        CU_ASSERT_EQUAL_FATAL(write_values("others.h5", "buckets", buckets, "buckets_most"), PLD_OK);
        hid_t file = H5Fopen("others.h5", H5F_ACC_RDWR, H5P_DEFAULT), space = H5Screate_simple(1, &size, NULL);
        hid_t dataset = H5Dcreate2(file, "s/theirs", H5T_NATIVE_UINT64, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        CU_ASSERT_TRUE_FATAL(H5Dwrite(dataset, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
        H5Dclose(dataset);
        H5Sclose(space);
        H5Fclose(file);
        CU_ASSERT_EQUAL_FATAL(pld_store_read("others.h5", &store, NULL), cases[i].status);
        if (store != NULL) {
            CU_ASSERT_EQUAL(pld_series_column(pld_store_find(store, "s"), "theirs")->values[2], (double)cases[i].value);
        }
        pld_store_free(store);
    }
    const uint64_t newer = PLD_STORE_FORMAT + 1;
    pld_error error = {.message = ""};
    pld_store *store = NULL;
    hid_t file = H5Fopen("kinds.h5", H5F_ACC_RDWR, H5P_DEFAULT), version = H5Aopen(file, "format_version", H5P_DEFAULT);
    CU_ASSERT_TRUE_FATAL(H5Awrite(version, H5T_NATIVE_UINT64, &newer) >= 0);
    H5Aclose(version);
    H5Fclose(file);
    CU_ASSERT_EQUAL(pld_store_read("kinds.h5", &store, &error), PLD_ERROR_FILE);
    CHECK(strstr(error.message, "format version 3, and this program reads versions up to 2") != NULL, "'%s'", error.message);
}

int main(void) {
    CU_TestInfo tests[] = {
        {"kinds", test_kinds},     {"other values", test_other_values}, {"filled", test_filled}, {"format 1", test_format_1},
        {"upgrade", test_upgrade}, {"what others add", test_others},    CU_TEST_INFO_NULL};
    if (!folder_enter()) {
        return 1;
    }
    int code = suite_run("store/formats", tests);
    folder_leave();
    return code;
}
