#include "process/input.h"

#include "base/base.h"
#include "store/failure.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_MEBIBYTES = 256 };

/* Everything that comes, into a file without a name. */
static pld_status keep(FILE *kept, pld_error *error) {
    char bytes[1 << 14];
    size_t length = 0, total = 0;
    while ((length = fread(bytes, 1, sizeof bytes, stdin)) > 0) {
        total += length;
        if (total > (size_t)MOST_MEBIBYTES << 20) {
            return pld__error_argument(error, "-", "something shorter, or a file", "standard input is longer than %d MiB",
                                       MOST_MEBIBYTES);
        }
        if (fwrite(bytes, 1, length, kept) != length) {
            return pld__error_system(error, "-", "kept", errno);
        }
    }
    return ferror(stdin) || fflush(kept) != 0 ? pld__error_system(error, "-", "read", errno) : PLD_OK;
}

pld_status pld__input_path(const char *given, const char **path, pld_error *error) {
    if (strcmp(given, "-") != 0) {
        *path = given;
        return PLD_OK;
    }
    if (lseek(STDIN_FILENO, 0, SEEK_CUR) < 0) { /* a pipe, which is there once */
        FILE *kept = tmpfile();
        pld_status status = kept ? keep(kept, error) : pld__error_system(error, "-", "kept", errno);
        if (status == PLD_OK && dup2(fileno(kept), STDIN_FILENO) < 0) {
            status = pld__error_system(error, "-", "read", errno);
        }
        if (kept != NULL) {
            (void)fclose(kept);
        }
        if (status != PLD_OK) {
            return status;
        }
    }
    *path = "/dev/stdin";
    return PLD_OK;
}
