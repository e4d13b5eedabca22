/* The program `pld`: finds the command, reads its line and runs it. */
#include "cli/commands.h"
#include "manual/complete.h"
#include "manual/manual.h"
#include "options/failure.h"
#include "options/options.h"
#include "process/limit.h"
#include "terminal/words.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Looked up before anything is parsed, so that a bad word in front of --json is reported as JSON too. */
static bool wants_json(int argc, char **argv) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--json") == 0) {
            return true;
        }
    }
    return false;
}

static pld__exit run_command(int argc, char **argv, bool json) {
    pld_error error = {.message = ""};
    pld__command_line line;
    const pld__command *command = pld__command_find(argv[0], &error);
    if (command == NULL) {
        return pld__failure_report(NULL, PLD_ERROR_ARGUMENT, &error, json);
    }
    char *invocation = pld__words_join(argc, (const char *const *)argv);
    if (invocation == NULL) {
        return pld__failure_report(command, PLD_ERROR_MEMORY, &error, json);
    }
    pld__exit code = PLD__EXIT_DONE;
    pld_status status = pld__options_parse(command, argc, argv, &line, &error);
    line.invocation = invocation;
    if (status == PLD_OK && (line.given[PLD__OPTION_OUTPUT] != NULL || line.given[PLD__OPTION_CLAIMS] != NULL)) {
        status = pld__process_limit_files(&error);
    }
    if (status != PLD_OK) {
        code = pld__failure_report(command, status, &error, json);
    } else if (line.given[PLD__OPTION_HELP] != NULL) {
        pld__command_print(stdout, command);
    } else {
        code = command->run(&line);
    }
    free(invocation);
    return code;
}

static pld__exit run(int argc, char **argv) {
    bool json = wants_json(argc, argv);
    if (argc < 2) {
        pld__commands_print(stderr);
        return PLD__EXIT_USAGE;
    }
    if (strcmp(argv[1], "--complete") == 0) {
        return pld__complete((const char *const *)argv + 2, (size_t)argc - 2);
    }
    if (strcmp(argv[1], "--manual") == 0) {
        return argc > 3 ? pld__command_refuse_word(NULL, argv[3], json) : pld__manual(argv[2]);
    }
    bool version = strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0 || strcmp(argv[1], "version") == 0;
    bool help = strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0;
    if ((version || help) && argc > 2) {
        return pld__command_refuse_word(NULL, argv[2], json);
    }
    if (version) {
        printf("pld %s\n", pld_version());
        return PLD__EXIT_DONE;
    }
    if (help) {
        pld__commands_print(stdout);
        return PLD__EXIT_DONE;
    }
    return run_command(argc - 1, argv + 1, json);
}

/* A standard stream that is closed is opened on nothing, so that no file of ours takes its place. Output that cannot be seen by
 * anybody is still an error: standard output is opened for reading. */
static bool open_streams(void) {
    static const int modes[] = {O_RDONLY, O_RDONLY, O_WRONLY};
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", modes[stream]) != stream) {
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv) {
    if (!open_streams()) {
        return PLD__EXIT_FILE;
    }
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is reported like a full disk */
    pld__exit code = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("pld: standard output could not be written\n", stderr);
        return PLD__EXIT_FILE;
    }
    return (int)code;
}
