/* Tests of src/terminal/progress.c. The program is no library, so its file is taken in as it is. */
#define _XOPEN_SOURCE 700 /* terminals */
#include "terminal/progress.c"

#include "support/suite.h"

#include <fcntl.h>
#include <stdlib.h>

/* What a bar looks like on a terminal of this width: the text after its last carriage return, without what clears the rest. */
static size_t show(unsigned short columns, size_t done, char *text, size_t size) {
    char all[1024];
    int other = posix_openpt(O_RDWR | O_NOCTTY), kept = dup(STDERR_FILENO);
    if (other < 0 || grantpt(other) != 0 || unlockpt(other) != 0) {
        close(kept);
        return 0;
    }
    int terminal = open(ptsname(other), O_RDWR | O_NOCTTY);
    ioctl(terminal, TIOCSWINSZ, &(struct winsize){.ws_row = 10, .ws_col = columns});
    dup2(terminal, STDERR_FILENO);
    pld__progress progress = pld__progress_start("test", 1000, 0, false);
    progress.started -= 100;
    progress.spoke -= 100;
    pld__progress_update(&progress, done);
    dup2(kept, STDERR_FILENO);
    close(kept);
    ssize_t length = read(other, all, sizeof all - 1);
    close(terminal);
    close(other);
    all[length > 0 ? length : 0] = '\0';
    CHECK(strchr(all, '\n') == NULL, "more than one line");
    char *begin = strrchr(all, '\r'), *end = strstr(all, "\033[K");
    CHECK(begin != NULL && end != NULL, "'%s'", all);
    if (begin == NULL || end == NULL) {
        return 0;
    }
    *end = '\0';
    snprintf(text, size, "%s", begin + 1);
    return strlen(text);
}

static void test_widths(void) {
    char text[1024] = "";
    if (show(80, 500, text, sizeof text) == 0) {
        puts("no terminals here");
        return;
    }
    CHECK(strcmp(text, "[###############...............] 500 of 1000 points, 5/s, 1:40 left") == 0, "'%s'", text);
    for (unsigned short columns = 2; columns < 200; columns++) {
        size_t length = show(columns, 500, text, sizeof text);
        CHECK(length > 0 && length < columns, "%u columns: '%s'", columns, text);
    }
    show(25, 500, text, sizeof text);
    CHECK(strcmp(text, "500 of 1000 points, 5/s,") == 0, "'%s'", text);
    show(50, 1000, text, sizeof text);
    CHECK(strncmp(text, "[##", 3) == 0 && strchr(text, '.') == NULL, "'%s'", text);
}

int main(void) {
    CU_TestInfo tests[] = {{"widths of terminals", test_widths}, CU_TEST_INFO_NULL};
    return suite_run("progress", tests);
}
