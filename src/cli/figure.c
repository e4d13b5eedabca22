/* Finds a Python that can draw, and lets scripts/figures do it. */
#include "cli/figure.h"

#include "base/base.h"
#include "options/command.h"
#include "store/failure.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

#define SCRIPT "figures/__main__.py"

enum { PATH_SIZE = 4096, MISSING_MODULE = 77, NOT_FOUND = 127, NOT_STARTED = -1 };

/* The script is where it was installed, or in the source tree above the folder the program was built in. */
static bool find_script(char path[PATH_SIZE]) {
    static const char *const places[] = {"../share/pld", "../scripts", "../../scripts"};
    char program[PATH_SIZE];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    const char *folder = getenv("PLD_SCRIPTS");
    if (folder != NULL) {
        snprintf(path, PATH_SIZE, "%s/" SCRIPT, folder);
        return access(path, R_OK) == 0;
    }
    if (length <= 0) {
        return false;
    }
    program[length] = '\0';
    *strrchr(program, '/') = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if ((size_t)snprintf(path, PATH_SIZE, "%s/%s/" SCRIPT, program, places[i]) < PATH_SIZE && access(path, R_OK) == 0) {
            return true;
        }
    }
    return false;
}

/* The exit code of the interpreter; NOT_FOUND if there is none of this name, MISSING_MODULE if it cannot draw, NOT_STARTED
 * without memory or room for another process. */
static int run(const char *interpreter, char **arguments) {
    pid_t child = 0;
    int status = 0;
    arguments[0] = (char *)interpreter;
    int failed = posix_spawnp(&child, interpreter, NULL, NULL, arguments, environ);
    if (failed != 0) {
        return failed == ENOMEM || failed == EAGAIN ? NOT_STARTED : NOT_FOUND;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : PLD__EXIT_FILE;
}

/* Tries one interpreter after the other. */
static int draw(char **arguments) {
    const char *chosen = getenv("PLD_PYTHON");
    const char *const candidates[] = {chosen ? chosen : "python3", "/usr/bin/python3", "python"};
    int code = NOT_FOUND;
    for (size_t i = 0; i < (chosen ? 1 : sizeof candidates / sizeof candidates[0]); i++) {
        int tried = run(candidates[i], arguments);
        if (tried != NOT_FOUND && tried != MISSING_MODULE) {
            return tried;
        }
        code = tried == MISSING_MODULE ? tried : code;
    }
    return code;
}

bool pld__figure_is(const char *path) {
    static const char *const endings[] = {".svg", ".pdf", ".png"};
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        if (length > strlen(endings[i]) && strcmp(path + length - strlen(endings[i]), endings[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* What the script's end means. */
static pld_status judge(int code, pld_error *error) {
    if (code == NOT_FOUND || code == MISSING_MODULE) {
        return pld__error_file(error, "python3",
                               "no Python with h5py, numpy and matplotlib is found; install them (Debian: python3-h5py, "
                               "python3-matplotlib), or let PLD_PYTHON name an interpreter that has them");
    }
    if (code == NOT_STARTED) {
        return PLD_ERROR_MEMORY;
    }
    bool said = code == 0 || code == PLD__EXIT_FILE || code == PLD__EXIT_USAGE; /* the script has said why */
    return said ? PLD_OK : pld__error_file(error, SCRIPT, "the Python script that draws ended with exit %d", code);
}

pld_status pld__figure_draw(char **arguments, int *code, pld_error *error) {
    char script[PATH_SIZE];
    if (!find_script(script)) {
        return pld__error_file(error, SCRIPT, "'%s' is not found beside the program; PLD_SCRIPTS may name its folder", SCRIPT);
    }
    arguments[1] = script;
    *code = draw(arguments);
    return judge(*code, error);
}
