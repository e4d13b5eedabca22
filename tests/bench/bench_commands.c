/* Processor time of whole commands with one thread, in units of one transform (see support/stopwatch.h), as a table in Markdown.
 *
 *   bench_commands PLD COMMANDS.txt [SUBSTRING...]     rows whose name contains one of the substrings */
#define _DEFAULT_SOURCE /* wait4 */
#include "support/stopwatch.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RUNS = 3, WORDS = 32, LINE = 512, SECONDS_MOST = 20 };

typedef struct {
    double seconds, megabytes;
    int code; /* -1: it was ended */
} cost;

static char *trim(char *text) {
    text += strspn(text, " ");
    for (char *end = text + strlen(text); end > text && strchr(" \n", end[-1]);)
        *--end = '\0';
    return text;
}

/* Runs a command whose words are separated by blanks, its output thrown away. */
static cost run(const char *program, const char *command) {
    char copy[LINE], *words[WORDS + 3] = {NULL};
    size_t count = 0;
    snprintf(copy, sizeof copy, "%s", command);
    words[count++] = (char *)(size_t)program;
    for (char *word = strtok(copy, " "); word && count < WORDS; word = strtok(NULL, " "))
        words[count++] = word;
    words[count] = NULL;
    pid_t child = fork();
    if (child == 0) {
        const struct rlimit limit = {SECONDS_MOST, SECONDS_MOST};
        int nothing = open("/dev/null", O_WRONLY);
        setenv("OMP_NUM_THREADS", "1", 1);
        setrlimit(RLIMIT_CPU, &limit);
        if (nothing >= 0 && dup2(nothing, STDOUT_FILENO) >= 0 && dup2(nothing, STDERR_FILENO) >= 0)
            execv(program, words);
        _exit(127);
    }
    struct rusage used;
    int status = 0;
    if (child < 0 || wait4(child, &status, 0, &used) < 0)
        return (cost){.code = -1};
    double user = (double)used.ru_utime.tv_sec + 1e-6 * (double)used.ru_utime.tv_usec;
    double system = (double)used.ru_stime.tv_sec + 1e-6 * (double)used.ru_stime.tv_usec;
    return (cost){user + system, (double)used.ru_maxrss / 1024, WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

static cost median_run(const char *program, const char *command) {
    double seconds[RUNS];
    cost one = {.code = 0};
    int runs = 0;
    while (runs < RUNS) {
        one = run(program, command);
        seconds[runs++] = one.seconds;
        if (one.seconds > 1) /* once is enough */
            break;
    }
    one.seconds = stopwatch_median(seconds, (size_t)runs);
    return one;
}

static bool is_chosen(const char *name, int word_count, char **words) {
    bool chosen = word_count == 0;
    for (int i = 0; i < word_count; i++)
        chosen |= strstr(name, words[i]) != NULL;
    return chosen;
}

int main(int argc, char **argv) {
    FILE *file = argc > 2 ? fopen(argv[2], "r") : NULL;
    char line[LINE];
    if (!file) {
        fputs("usage: bench_commands PLD COMMANDS.txt [SUBSTRING...]\n", stderr);
        return 2;
    }
    printf("| what | units | limit | ms | MB | exit | command |\n|---|--:|--:|--:|--:|--:|---|\n");
    while (fgets(line, sizeof line, file)) {
        char *bar = strchr(line, '|'), *second = bar ? strchr(bar + 1, '|') : NULL;
        if (line[0] == '#' || !second)
            continue;
        *bar = *second = '\0';
        const char *name = trim(line), *limit = trim(bar + 1), *command = trim(second + 1);
        if (!is_chosen(name, argc - 3, argv + 3))
            continue;
        double unit = stopwatch_unit();
        cost taken = median_run(argv[1], command);
        double units = taken.seconds / unit, most = strtod(limit, NULL);
        printf("| %s | %.1f%s | %s | %.1f | %.0f | %d | `%s` |\n", name, units, most > 0 && units > most ? " (over)" : "", limit,
               1e3 * taken.seconds, taken.megabytes, taken.code, command);
        fflush(stdout);
    }
    fclose(file);
    return 0;
}
