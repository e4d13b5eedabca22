#include "terminal/wrap.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { ROOM_LEAST = 20 };

size_t pld__terminal_width(void) {
    struct winsize size = {.ws_col = 0};
    if (!isatty(STDOUT_FILENO)) {
        return 0;
    }
    const char *columns = getenv("COLUMNS");
    long asked = columns ? strtol(columns, NULL, 10) : 0;
    if (asked > 0) {
        return (size_t)asked;
    }
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void pld__wrap_print(const char *label, const char *text, size_t width, FILE *stream) {
    size_t indent = strlen(label);
    fputs(label, stream);
    while (width >= indent + ROOM_LEAST && strlen(text) > width - indent) {
        size_t length = width - indent;
        while (length > 0 && text[length] != ' ') { /* the last blank that is not beyond the end */
            length--;
        }
        if (length == 0) {
            length = strcspn(text, " ");
        }
        if (text[length] == '\0') {
            break;
        }
        fprintf(stream, "%.*s\n%*s", (int)length, text, (int)indent, "");
        text += length + 1;
    }
    fprintf(stream, "%s\n", text);
}
