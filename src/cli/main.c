/* The program `pld`: one table of commands drives dispatch and help. */
#include "base/base.h"
#include "base/suggest.h"
#include "cli/failure.h"
#include "cli/options.h"

#include <string.h>

static pld__exit command_help(const pld__command_line *line);

#define MECHANISM_REMARK                                                                             \
    "A MECHANISM is name:key=value,...@count, such as poisson-gaussian:q=256/60000,sigma=1@16384;\n" \
    "several are composed. 'pld mechanisms' lists them.\n"                                           \
    "The answer is a bracket: lower <= truth <= upper. Exit 3: it is valid, but wider than asked for."

#define COMPARE_REMARK                                                                                         \
    "Every method is computed from the same mechanisms and held against the certified bracket: 'valid' is\n"   \
    "above it, 'inside' cannot be told from the truth, 'unsound' (a bound or a claim) and 'understates' (an\n" \
    "approximation) are below it. Exit 1: something is unsound.\n"                                             \
    "--claims reads a table with a head: epsilon, and if you like name, compositions, delta, mechanism."

#define RENYI_REMARK                                                                                          \
    "Orders are numbers above 0, 1 (Kullback-Leibler) and inf (the largest loss) included. Lower and upper\n" \
    "come from bucketed laws, exact from quadrature."

static const pld__command commands[] = {
    {"epsilon", "--delta D [OPTION]... MECHANISM...", "the smallest epsilon at a given delta", MECHANISM_REMARK,
     PLD__OPTIONS_COMMON | PLD__OPTION_BIT(PLD__OPTION_DELTA), pld__command_epsilon, NULL},
    {"delta", "--epsilon E [OPTION]... MECHANISM...", "delta at a given epsilon", MECHANISM_REMARK,
     PLD__OPTIONS_COMMON | PLD__OPTION_BIT(PLD__OPTION_EPSILON), pld__command_delta, NULL},
    {"compare", "--delta D [OPTION]... MECHANISM...", "what other bounds say, and whether claims are true", COMPARE_REMARK,
     PLD__OPTIONS_COMMON | PLD__OPTION_BIT(PLD__OPTION_DELTA) | PLD__OPTION_BIT(PLD__OPTION_COMPOSITIONS) |
         PLD__OPTION_BIT(PLD__OPTION_METHODS) | PLD__OPTION_BIT(PLD__OPTION_CLAIM) | PLD__OPTION_BIT(PLD__OPTION_CLAIMS),
     pld__command_compare, pld__command_compare_methods},
    {"renyi", "--order LIST [OPTION]... MECHANISM...", "Renyi divergences of any order", RENYI_REMARK,
     PLD__OPTIONS_COMMON | PLD__OPTION_BIT(PLD__OPTION_ORDER), pld__command_renyi, NULL},
    {"mechanisms", "[NAME]", "list the mechanisms and their keys, or explain one", NULL, 0, pld__command_mechanisms, NULL},
    {"help", "[COMMAND]", "explain a command", NULL, 0, command_help, NULL},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void print_overview(FILE *stream) {
    fputs("pld: tight, certified differential-privacy numbers\n\n", stream);
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        fprintf(stream, "  pld %-10s %-38s %s\n", commands[i].name, commands[i].arguments, commands[i].summary);
    }
    fprintf(stream, "  pld %-49s %s\n", "--version", "print the version");
    fputs("\n'pld COMMAND --help' explains a command.\n", stream);
}

static void print_command(FILE *stream, const pld__command *command) {
    fprintf(stream, "usage: pld %s %s\n\n%s\n\n", command->name, command->arguments, command->summary);
    pld__options_print(stream, command);
    if (command->remark != NULL) {
        fprintf(stream, "\n%s\n", command->remark);
    }
    if (command->print_more != NULL) {
        command->print_more(stream);
    }
}

/* NULL if there is no such command; then `error` says so, with the nearest name. */
static const pld__command *find_command(const char *name, pld_error *error) {
    pld__suggestion nearest = pld__suggestion_start(name);
    char allowed[sizeof error->allowed] = "", hint[64];
    size_t length = 0;
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
        pld__suggestion_consider(&nearest, commands[i].name);
        length += (size_t)snprintf(allowed + length, sizeof allowed - length, "%s%s", i > 0 ? ", " : "", commands[i].name);
    }
    pld__suggestion_text(&nearest, hint, sizeof hint);
    (void)pld__error_argument(error, name, allowed, "there is no command '%s'%s", name, hint);
    return NULL;
}

static pld__exit refuse_word(const pld__command *command, const char *word, bool json) {
    pld_error error = {.message = ""};
    pld_status status = pld__error_argument(&error, word, "", "'%s' is one word too many", word);
    return pld__failure_report(command, status, &error, json);
}

static pld__exit command_help(const pld__command_line *line) {
    pld_error error = {.message = ""};
    if (line->operand_count > 1) {
        return refuse_word(line->command, line->operands[1], false);
    }
    if (line->operand_count == 0) {
        print_overview(stdout);
        return PLD__EXIT_DONE;
    }
    const pld__command *command = find_command(line->operands[0], &error);
    if (command == NULL) {
        return pld__failure_report(line->command, PLD_ERROR_ARGUMENT, &error, false);
    }
    print_command(stdout, command);
    return PLD__EXIT_DONE;
}

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
    const pld__command *command = find_command(argv[0], &error);
    if (command == NULL) {
        return pld__failure_report(NULL, PLD_ERROR_ARGUMENT, &error, json);
    }
    pld_status status = pld__options_parse(command, argc, argv, &line, &error);
    if (status != PLD_OK) {
        return pld__failure_report(command, status, &error, json);
    }
    if (line.given[PLD__OPTION_HELP] != NULL) {
        print_command(stdout, command);
        return PLD__EXIT_DONE;
    }
    return command->run(&line);
}

static pld__exit run(int argc, char **argv) {
    bool json = wants_json(argc, argv);
    if (argc < 2) {
        print_overview(stderr);
        return PLD__EXIT_USAGE;
    }
    bool version = strcmp(argv[1], "--version") == 0;
    bool help = strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0;
    if ((version || help) && argc > 2) {
        return refuse_word(NULL, argv[2], json);
    }
    if (version) {
        printf("pld %s\n", pld_version());
        return PLD__EXIT_DONE;
    }
    if (help) {
        print_overview(stdout);
        return PLD__EXIT_DONE;
    }
    return run_command(argc - 1, argv + 1, json);
}

int main(int argc, char **argv) {
    pld__exit code = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("pld: standard output could not be written\n", stderr);
        return PLD__EXIT_FILE;
    }
    return (int)code;
}
