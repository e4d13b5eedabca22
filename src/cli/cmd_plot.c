/* pld plot: finds a Python that can draw, and lets scripts/plot.py do it. */
#include "base/base.h"
#include "cli/failure.h"
#include "cli/options.h"
#include "cli/stored.h"
#include "store/failure.h"
#include "store/file.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

#define SCRIPT "plot.py"

enum { PATH_SIZE = 4096, ARGUMENTS_MOST = 12, MISSING_MODULE = 77, NOT_FOUND = 127, NOT_STARTED = -1 };

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

static pld_status check_kind(const char *kind, pld_error *error) {
    static const char *const kinds[] = {"compositions", "parameter", "profile", "ratio", "distributions", "tradeoff"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && kind != NULL; i++) {
        if (strcmp(kind, kinds[i]) == 0) {
            return PLD_OK;
        }
    }
    return kind == NULL ? PLD_OK
                        : pld__error_argument(error, kind, "compositions, parameter, profile, ratio, distributions or tradeoff",
                                              "--kind: '%s' is not a kind of figure", kind);
}

static pld_status check_ending(const char *path, pld_error *error) {
    static const char *const endings[] = {".svg", ".pdf", ".png"};
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        if (length > strlen(endings[i]) && strcmp(path + length - strlen(endings[i]), endings[i]) == 0) {
            return PLD_OK;
        }
    }
    return pld__error_argument(error, path, ".svg, .pdf or .png", "-o: '%s' does not end in .svg, .pdf or .png", path);
}

/* Judges the line and the file before a foreign program sees them. */
static pld_status check_line(const pld__command_line *line, pld_error *error) {
    pld_store *store = NULL;
    pld_status status = pld__options_require(line, PLD__OPTION_OUTPUT, error);
    if (status == PLD_OK) {
        status = check_ending(line->given[PLD__OPTION_OUTPUT], error);
    }
    if (status == PLD_OK) {
        status = check_kind(line->given[PLD__OPTION_KIND], error);
    }
    if (status == PLD_OK) {
        status = pld__stored_read(line, &store, error);
    }
    pld_store_free(store);
    return status;
}

pld__exit pld__command_plot(const pld__command_line *line) {
    pld_error error = {.message = ""};
    char script[PATH_SIZE];
    int code = 0;
    pld_status status = check_line(line, &error);
    if (status == PLD_OK && !find_script(script)) {
        status = pld__error_file(&error, SCRIPT, "'%s' is not found beside the program; PLD_SCRIPTS may name its folder", SCRIPT);
    }
    if (status == PLD_OK) {
        /* Values joined to their options: a name or a title may begin with a dash. */
        static const struct {
            const char *name;
            pld__option option;
        } passed[] = {{"--output=", PLD__OPTION_OUTPUT}, {"--kind=", PLD__OPTION_KIND}, {"--title=", PLD__OPTION_TITLE}};
        enum { PASSED = sizeof passed / sizeof passed[0] };
        char *joined[PASSED] = {NULL}, *arguments[ARGUMENTS_MOST] = {NULL, script};
        size_t count = 2;
        for (size_t i = 0; i < PASSED && status == PLD_OK; i++) {
            const char *value = line->given[passed[i].option];
            joined[i] = value ? pld__path_with(passed[i].name, value) : NULL;
            status = value && joined[i] == NULL ? PLD_ERROR_MEMORY : PLD_OK;
            if (value != NULL) {
                arguments[count++] = joined[i];
            }
        }
        arguments[count++] = (char *)"--";
        arguments[count++] = (char *)line->operands[0]; /* execvp changes nothing */
        code = status == PLD_OK ? draw(arguments) : 0;
        for (size_t i = 0; i < PASSED; i++) {
            pld__free(joined[i]);
        }
    }
    if (code == NOT_FOUND || code == MISSING_MODULE) {
        status = pld__error_file(&error, "python3",
                                 "no Python with h5py, numpy and matplotlib is found; install them (Debian: python3-h5py, "
                                 "python3-matplotlib), or let PLD_PYTHON name an interpreter that has them");
    }
    if (code == NOT_STARTED) {
        status = PLD_ERROR_MEMORY;
    }
    if (status == PLD_OK && code != 0 && code != PLD__EXIT_FILE) { /* on EXIT_FILE the script has said why */
        status = pld__error_file(&error, SCRIPT, "the Python script that draws ended with exit %d", code);
    }
    if (status != PLD_OK) {
        return pld__failure_of_line(line, status, &error);
    }
    return code == 0 ? PLD__EXIT_DONE : PLD__EXIT_FILE;
}
