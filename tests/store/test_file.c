/* Tests of src/store/file.c beyond what test_store.c sees of it. */
#include "base/base.h"
#include "store/file.h"
#include "support/folder.h"
#include "support/suite.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void test_replace(void) {
    struct stat about;
    unsigned char *bytes = NULL;
    size_t size = 0;
    CU_ASSERT_EQUAL(pld__file_replace("a", (const unsigned char *)"one", 3, NULL), PLD_OK);
    CU_ASSERT_EQUAL(chmod("a", 0640), 0);
    CU_ASSERT_EQUAL(pld__file_replace("a", (const unsigned char *)"second", 6, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld__file_read("a", &bytes, &size, NULL), PLD_OK);
    CHECK(size == 6 && memcmp(bytes, "second", 6) == 0, "%zu bytes", size);
    CHECK(stat("a", &about) == 0 && (about.st_mode & 0777) == 0640, "the rights are changed");
    pld__free(bytes);
    CHECK(!folder_has("a.new"), "the file beside is left");
}

static void test_stale_leftovers(void) {
    pld__file_lock lock = {.path = NULL};
    CU_ASSERT_TRUE(folder_write("b.new", "half of", 7) && folder_write("b.lock", "", 0));
    CU_ASSERT_EQUAL(pld__file_lock_take("b", &lock, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld__file_replace("b", (const unsigned char *)"x", 1, NULL), PLD_OK);
    pld__file_lock_drop(&lock);
    pld__file_lock_drop(&lock);
    CHECK(folder_has("b") && !folder_has("b.new") && !folder_has("b.lock"), "leftovers are left");
}

/* Nobody gets to write through a link that somebody else has put there. */
static void test_links(void) {
    CU_ASSERT_TRUE(folder_write("victim", "precious", 8));
    CU_ASSERT_EQUAL(symlink("victim", "c.new"), 0);
    CHECK(pld__file_replace("c", (const unsigned char *)"x", 1, NULL) == PLD_ERROR_FILE, "written through a link");
    size_t size = 0;
    unsigned char *bytes = folder_read("victim", &size);
    CHECK(size == 8, "the file behind the link is changed");
    free(bytes);
}

static void test_odd_paths(void) {
    unsigned char *bytes = NULL;
    size_t size = 0;
    CU_ASSERT_EQUAL(mkfifo("pipe", 0666), 0);
    CU_ASSERT_EQUAL(pld__file_read("pipe", &bytes, &size, NULL), PLD_ERROR_FILE);
    CU_ASSERT_EQUAL(pld__file_read("", &bytes, &size, NULL), PLD_ERROR_FILE);
    CU_ASSERT_EQUAL(pld__file_replace("pipe", (const unsigned char *)"x", 1, NULL), PLD_ERROR_FILE);
    CHECK(bytes == NULL && size == 0, "outputs are touched");
}

int main(void) {
    CU_TestInfo tests[] = {{"replacing", test_replace},
                           {"what a dead writer left", test_stale_leftovers},
                           {"links", test_links},
                           {"odd paths", test_odd_paths},
                           CU_TEST_INFO_NULL};
    if (!folder_enter()) {
        return 1;
    }
    int code = suite_run("file", tests);
    folder_leave();
    return code;
}
