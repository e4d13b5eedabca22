/* Tests of src/store/numbers.c: files as people make them, and what is wrong with others. */
#include "store/numbers.h"

#include "support/folder.h"
#include "support/suite.h"

#include <hdf5.h>
#include <math.h>
#include <pld/store.h>
#include <string.h>

static hid_t make_file(void) {
    hid_t file = H5Fcreate("numbers.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    CU_ASSERT_TRUE_FATAL(file >= 0);
    return file;
}

/* A dataset of `rank` dimensions. */
static void add(hid_t file, const char *name, int rank, const hsize_t *sizes, hid_t type, const void *values) {
    hid_t space = rank > 0 ? H5Screate_simple(rank, sizes, NULL) : H5Screate(H5S_SCALAR);
    hid_t dataset = H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    CU_ASSERT_TRUE_FATAL(dataset >= 0 && H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    H5Dclose(dataset);
    H5Sclose(space);
}

static void test_lists(void) {
    const hsize_t three = 3;
    const int whole[] = {1, 10, 100};
    const double numbers[] = {0.5, NAN, INFINITY};
    const float one = 0.25f;
    hid_t file = make_file();
    add(file, "whole", 1, &three, H5T_NATIVE_INT, whole);
    add(file, "numbers", 1, &three, H5T_NATIVE_DOUBLE, numbers);
    add(file, "one", 0, NULL, H5T_NATIVE_FLOAT, &one);
    H5Fclose(file);
    pld__numbers *lists = NULL;
    size_t count = 0;
    bool own = true;
    CU_ASSERT_EQUAL_FATAL(pld__numbers_read("numbers.h5", &own, &lists, &count, NULL), PLD_OK);
    CU_ASSERT_FALSE(own);
    CU_ASSERT_EQUAL_FATAL(count, 3);
    CU_ASSERT_STRING_EQUAL(lists[0].name, "numbers");
    CU_ASSERT(lists[0].count == 3 && lists[0].values[0] == 0.5 && isnan(lists[0].values[1]) && isinf(lists[0].values[2]));
    CU_ASSERT_STRING_EQUAL(lists[1].name, "one");
    CU_ASSERT(lists[1].count == 1 && lists[1].values[0] == 0.25);
    CU_ASSERT_STRING_EQUAL(lists[2].name, "whole");
    CU_ASSERT(lists[2].count == 3 && lists[2].values[2] == 100);
    pld__numbers_free(lists, count);
}

static void check_refused(pld_status expected, const char *path, const char *words) {
    pld__numbers *lists = NULL;
    size_t count = 7;
    bool own = true;
    pld_error error = {.message = ""};
    pld_status status = pld__numbers_read(path, &own, &lists, &count, &error);
    CHECK(status == expected && strstr(error.message, words) != NULL, "%d '%s' instead of '%s'", (int)status, error.message,
          words);
    CU_ASSERT(lists == NULL && count == 7 && own);
}

static void test_refused(void) {
    const hsize_t sizes[] = {2, 2}, none = 0;
    const double values[] = {1, 2, 3, 4};
    hid_t file = make_file();
    H5Gclose(H5Gcreate2(file, "folder", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Fclose(file);
    check_refused(PLD_ERROR_ARGUMENT, "numbers.h5", "'folder' is not a dataset");
    file = make_file();
    add(file, "a", 1, sizes, H5T_NATIVE_DOUBLE, values);
    add(file, "square", 2, sizes, H5T_NATIVE_DOUBLE, values);
    H5Fclose(file);
    check_refused(PLD_ERROR_ARGUMENT, "numbers.h5", "'square' is not a list of numbers");
    file = make_file();
    add(file, "empty", 1, &none, H5T_NATIVE_DOUBLE, values);
    H5Fclose(file);
    check_refused(PLD_ERROR_ARGUMENT, "numbers.h5", "'empty' is not a list of numbers");
    hid_t text = H5Tcopy(H5T_C_S1);
    H5Tset_size(text, 4);
    file = make_file();
    add(file, "text", 0, NULL, text, "abc");
    H5Tclose(text);
    H5Fclose(file);
    check_refused(PLD_ERROR_ARGUMENT, "numbers.h5", "'text' is not a list of numbers");
    check_refused(PLD_ERROR_FILE, "missing.h5", "cannot be read");
    CU_ASSERT_TRUE_FATAL(folder_write("other.h5", "abc", 3));
    check_refused(PLD_ERROR_FILE, "other.h5", "is not an HDF5 file");
    CU_ASSERT_TRUE_FATAL(folder_write("cut.h5", "\x89HDF\r\n\x1a\n and no more", 20));
    check_refused(PLD_ERROR_FILE, "cut.h5", "damaged or cut short");
}

static void test_own(void) {
    const double value = 1;
    const pld_axis axis = {.name = "x", .units = "1", .long_name = "x", .count = 1, .values = &value};
    const pld_series series = {.name = "a", .axes = &axis, .axis_count = 1};
    pld__numbers *lists = NULL;
    size_t count = 7;
    bool own = false;
    CU_ASSERT_EQUAL_FATAL(pld_store_write("own.h5", &series, 1, PLD_STORE_CREATE, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld__numbers_read("own.h5", &own, &lists, &count, NULL), PLD_OK);
    CU_ASSERT(own && lists == NULL && count == 0);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"lists", test_lists},
        {"refused", test_refused},
        {"own", test_own},
        CU_TEST_INFO_NULL,
    };
    if (!folder_enter()) {
        return 1;
    }
    int code = suite_run("numbers", tests);
    folder_leave();
    return code;
}
