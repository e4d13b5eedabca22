/* Tests of src/store/file.c beyond what test_store.c sees of it. */
#include "base/base.h"
#include "store/file.h"
#include "support/folder.h"
#include "support/suite.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SIGNATURE "\x89HDF\r\n\x1a\n"

/* All of it at once. */
static pld_status replace(const char *path, const char *text) {
    pld__file_change change = {.descriptor = -1};
    pld_status status = pld__file_change_begin(path, &change, NULL);
    if (status == PLD_OK) {
        status = pld__file_change_commit(&change, (const unsigned char *)text, strlen(text), NULL);
    }
    pld__file_change_end(&change);
    pld__file_change_end(&change);
    return status;
}

static bool holds(const char *name, const char *text) {
    size_t size = 0;
    unsigned char *bytes = folder_read(name, &size);
    bool same = bytes != NULL && size == strlen(text) && memcmp(bytes, text, size) == 0;
    free(bytes);
    return same;
}

static void test_replace(void) {
    struct stat about;
    unsigned char *bytes = NULL;
    size_t size = 0;
    CU_ASSERT_EQUAL(replace("a", "one"), PLD_OK);
    CU_ASSERT_EQUAL(chmod("a", 0666), 0); /* more than the usual mask leaves of it */
    CU_ASSERT_EQUAL(replace("a", "second"), PLD_OK);
    CU_ASSERT_EQUAL(pld__file_read("a", &bytes, &size, NULL), PLD_OK);
    CHECK(size == 6 && memcmp(bytes, "second", 6) == 0, "%zu bytes", size);
    CHECK(stat("a", &about) == 0 && (about.st_mode & 0777) == 0666, "the rights are changed");
    CU_ASSERT_EQUAL(chmod("a", 0640), 0);
    CU_ASSERT_EQUAL(replace("a", "third"), PLD_OK);
    CHECK(stat("a", &about) == 0 && (about.st_mode & 0777) == 0640, "the rights are changed");
    pld__free(bytes);
    CHECK(!folder_has("a.new"), "the file beside is left");
}

static void test_stale_leftovers(void) {
    pld__file_change change = {.descriptor = -1};
    CU_ASSERT_TRUE(folder_write("b.new", SIGNATURE "half of", 15));
    CU_ASSERT_EQUAL(replace("b", "x"), PLD_OK);
    CHECK(holds("b", "x") && !folder_has("b.new"), "leftovers are left");
    CU_ASSERT_TRUE(folder_write("b.new", "", 0));
    CU_ASSERT_EQUAL(pld__file_change_begin("b", &change, NULL), PLD_OK);
    CHECK(folder_has("b.new"), "nothing keeps others out");
    pld__file_change_end(&change);
    CHECK(holds("b", "x") && !folder_has("b.new"), "what was not committed is left");
}

/* What is not of a dead writer of ours stays, and nobody gets to write through a link that somebody else has put there. */
static void test_files_of_others(void) {
    CU_ASSERT_TRUE(folder_write("victim", "precious", 8));
    CU_ASSERT_EQUAL(symlink("victim", "c.new"), 0);
    CHECK(replace("c", "x") == PLD_ERROR_FILE && !folder_has("c"), "written through a link");
    CU_ASSERT_EQUAL(link("victim", "d.new"), 0);
    CHECK(replace("d", "x") == PLD_ERROR_FILE && !folder_has("d"), "a file of another is replaced");
    CU_ASSERT_TRUE(folder_write("e.new", "mine", 4));
    CHECK(replace("e", "x") == PLD_ERROR_FILE && holds("e.new", "mine"), "a file of another is removed");
    CHECK(holds("victim", "precious"), "the file behind the link is changed");
}

/* The file that a link leads to is replaced, and the link stays. */
static void test_links(void) {
    struct stat about;
    CU_ASSERT_EQUAL(mkdir("elsewhere", 0777), 0);
    CU_ASSERT_TRUE(folder_write("elsewhere/f", "old", 3));
    CU_ASSERT_EQUAL(symlink("elsewhere/f", "f"), 0);
    CU_ASSERT_EQUAL(replace("f", "new"), PLD_OK);
    CHECK(lstat("f", &about) == 0 && S_ISLNK(about.st_mode), "the link is gone");
    CHECK(holds("elsewhere/f", "new"), "the file is not replaced");
    CU_ASSERT_EQUAL(symlink("nowhere", "g"), 0);
    CHECK(replace("g", "x") == PLD_ERROR_FILE && !folder_has("nowhere"), "a link to nothing");
}

/* Two at once: the second one is told so. */
static void test_second_writer(void) {
    pld__file_change first = {.descriptor = -1}, second = {.descriptor = -1};
    pld_error error = {.message = ""};
    CU_ASSERT_EQUAL(pld__file_change_begin("h", &first, NULL), PLD_OK);
    CHECK(pld__file_change_begin("h", &second, &error) == PLD_ERROR_FILE && strstr(error.message, "another") != NULL, "%s",
          error.message);
    pld__file_change_end(&first);
    CU_ASSERT_EQUAL(pld__file_change_begin("h", &second, NULL), PLD_OK);
    pld__file_change_end(&second);
    CHECK(!folder_has("h") && !folder_has("h.new"), "something is left");
}

static void test_odd_paths(void) {
    unsigned char *bytes = NULL;
    size_t size = 0;
    CU_ASSERT_EQUAL(mkfifo("pipe", 0666), 0);
    CU_ASSERT_EQUAL(pld__file_read("pipe", &bytes, &size, NULL), PLD_ERROR_FILE);
    CU_ASSERT_EQUAL(pld__file_read("", &bytes, &size, NULL), PLD_ERROR_FILE);
    CU_ASSERT_EQUAL(replace("pipe", "x"), PLD_ERROR_FILE);
    CHECK(bytes == NULL && size == 0, "outputs are touched");
}

/* Where standard output is closed, no file takes its place. */
static void test_descriptors(void) {
    fflush(stdout);
    int kept = dup(STDOUT_FILENO);
    close(STDOUT_FILENO);
    int descriptor = pld__file_open("d", O_WRONLY | O_CREAT, 0666);
    bool free_again = fcntl(STDOUT_FILENO, F_GETFD) < 0;
    close(descriptor);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    CHECK(descriptor > STDERR_FILENO && free_again, "opened as %d", descriptor);
}

int main(void) {
    CU_TestInfo tests[] = {{"replacing", test_replace},
                           {"what a dead writer left", test_stale_leftovers},
                           {"files of others", test_files_of_others},
                           {"links", test_links},
                           {"second writer", test_second_writer},
                           {"odd paths", test_odd_paths},
                           {"descriptors", test_descriptors},
                           CU_TEST_INFO_NULL};
    if (!folder_enter()) {
        return 1;
    }
    int code = suite_run("file", tests);
    folder_leave();
    return code;
}
