/* Tests of src/store/masses.c and csv.c: tables and HDF5 files as people make them, and what is wrong with others. */
#include "store/masses.h"

#include "base/base.h"
#include "store/csv.h"
#include "support/folder.h"
#include "support/suite.h"

#include <hdf5.h>
#include <string.h>

static const char *text_file(const char *text) {
    CU_ASSERT_TRUE_FATAL(folder_write("masses.csv", text, strlen(text)));
    return "masses.csv";
}

typedef struct {
    pld_status status;
    double *p, *q;
    size_t count;
    pld_error error;
} answer;

static answer read_file(const char *path, const char *p, const char *q) {
    answer made = {.p = NULL};
    made.status = pld__masses_read(path, p, q, &made.p, &made.q, &made.count, &made.error);
    return made;
}

static void answer_free(answer *made) {
    pld__free(made->p);
    pld__free(made->q);
}

static void test_tables(void) {
    static const char *const good[] = {
        "P,Q\n0.5,0.25\n0.5,0.75\n", "0.5,0.25\n0.5,0.75", "# note\r\n\r\nx,Q,P\r\n1,0.25,0.5\r\n2,0.75,1/2\r\n",
        "\"Q\", P ,\"a,b\"\n0.25,0.5,\"1,2\"\n.75,5e-1,\n", " 0.5 , 0.25 \n\n#end\n 0.5 , 0.75 \n"};
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        answer found = read_file(text_file(good[i]), "P", "Q");
        CHECK(found.status == PLD_OK, "%zu: %s", i, found.error.message);
        if (found.status == PLD_OK) {
            CHECK(found.count == 2 && found.p[0] == 0.5 && found.p[1] == 0.5 && found.q[0] == 0.25 && found.q[1] == 0.75,
                  "table %zu", i);
            answer_free(&found);
        }
    }
    answer found = read_file(text_file("P,Q\n1,4.9406564584124654e-324\n0,1\n"), "P", "Q");
    CU_ASSERT(found.status == PLD_OK && found.q[0] == 0x1p-1074);
    answer_free(&found);
}

static void test_bad_tables(void) {
    static const char *const bad[][2] = {{"P,R\n1,1\n", "has no column 'Q'"},
                                         {"P,Q,P\n1,1,1\n", "has two columns 'P'"},
                                         {"P,Q\n1\n", "line 2: it has 1 field instead of 2"},
                                         {"P,Q\n1,1,1\n", "line 2: it has 3 fields instead of 2"},
                                         {"P,Q\n\n1,x\n", "line 3: 'x' is not a number"},
                                         {"P,Q\n1,\n", "line 2"},
                                         {"P,Q\n1,nan\n", "line 2"},
                                         {"P,Q\n1,1e-400\n", "line 2"},
                                         {"P,Q\n1,1e400\n", "line 2"},
                                         {"P,Q\n1,1/1e310\n", "line 2"}, /* a numerator is no fraction */
                                         {"P,Q\n1,1e-310/1e-200\n", "line 2"},
                                         {"P,Q\n1,1e-150/1e160\n", "line 2"},
                                         {"x,y,P,Q\na\",\"b,c,d,e\"\n", "line 2: it has 2 fields instead of 4"},
                                         {"1,2,3\n", "has 3 columns and no line that names them"},
                                         {"P,Q\n", "has no masses in it"},
                                         {"", "has no masses in it"}};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        answer found = read_file(text_file(bad[i][0]), "P", "Q");
        CHECK(found.status == PLD_ERROR_ARGUMENT && found.p == NULL && strstr(found.error.message, bad[i][1]) != NULL, "%zu: %s",
              i, found.error.message);
    }
    CU_ASSERT_EQUAL(read_file("/nowhere/masses.csv", "P", "Q").status, PLD_ERROR_FILE);
    CU_ASSERT_EQUAL(read_file(".", "P", "Q").status, PLD_ERROR_FILE);
    CU_ASSERT_EQUAL(read_file(text_file("\x89HDF\r\n\x1a\nshort"), "P", "Q").status, PLD_ERROR_FILE);
}

static void write_dataset(hid_t file, const char *name, int dimensions, hsize_t count, const double *values) {
    hsize_t sizes[] = {count, 1};
    hid_t space = H5Screate_simple(dimensions, sizes, NULL);
    hid_t dataset = H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    CU_ASSERT(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    H5Dclose(dataset);
    H5Sclose(space);
}

static void test_hdf5(void) {
    const double p[] = {0.5, 0.25, 0.25}, q[] = {0.25, 0.5, 0.25};
    const char *path = "masses.h5";
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    CU_ASSERT_FATAL(file >= 0);
    write_dataset(file, "P", 1, 3, p);
    write_dataset(file, "Q", 1, 3, q);
    write_dataset(file, "short", 1, 2, q);
    write_dataset(file, "flat", 2, 3, q);
    H5Fclose(file);
    answer found = read_file(path, "P", "/Q");
    CU_ASSERT_EQUAL_FATAL(found.status, PLD_OK);
    CU_ASSERT(found.count == 3 && memcmp(found.p, p, sizeof p) == 0 && memcmp(found.q, q, sizeof q) == 0);
    answer_free(&found);
    static const char *const bad[][2] = {
        {"none", "has no dataset 'none'"}, {"short", "as long as the other one"}, {"flat", "is not a list of numbers"}};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        found = read_file(path, "P", bad[i][0]);
        CHECK(found.status == PLD_ERROR_ARGUMENT && strstr(found.error.message, bad[i][1]) != NULL, "%s: %s", bad[i][0],
              found.error.message);
    }
}

/* Fields of a line, quotes taken off. */
/* The HDF5 library crashes on this one, where a link leads nowhere. */
static void test_crash(void) {
    answer found = read_file(PLD_TESTS_DIR "/fuzz/corpus/masses/found-hdf5-crash.h5", "P", "Q");
    CU_ASSERT_EQUAL(found.status, PLD_ERROR_FILE);
    CU_ASSERT_PTR_NOT_NULL(strstr(found.error.message, "is damaged"));
    CU_ASSERT_PTR_NULL(found.p);
}

static void test_csv(void) {
    char line[] = "a,\"b,\"\"c\"\"\", d ,";
    static const char *const fields[] = {"a", "b,\"c\"", "d", ""};
    char *rest = line, *field = NULL;
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        CU_ASSERT_FATAL(rest != NULL);
        rest = pld__csv_cut(rest, &field);
        pld__csv_trim(&field);
        CHECK(strcmp(field, fields[i]) == 0, "%zu: '%s'", i, field);
    }
    CU_ASSERT(rest == NULL);
}

int main(void) {
    CU_TestInfo tests[] = {{"tables", test_tables}, {"bad tables", test_bad_tables},
                           {"HDF5", test_hdf5},     {"crash", test_crash},
                           {"fields", test_csv},    CU_TEST_INFO_NULL};
    if (!folder_enter()) {
        return 2;
    }
    int status = suite_run("store/masses", tests);
    folder_leave();
    return status;
}
