/* A random campaign against answers that exclude the truth.
 *
 *     soundness [--seconds S | --minutes M] [--seed SEED] [--case NUMBER] [--patience SECONDS] [--kind KIND]
 *               [--verbose]
 *     soundness --self-test
 *
 * Case NUMBER of a SEED is always the same, whatever ran before it. Each runs in a process of its own: a crash is a failure with
 * its command line, and one that outlasts the patience (in processor time), or the campaign, is given up. Every failure is
 * printed as the command line that shows it, with its truth; the exit status is then 1. Without --seed it is that of environment
 * variable PLD_TEST_SEED, or 1. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "soundness/corners.h"
#include "soundness/draw.h"
#include "soundness/judge.h"
#include "soundness/prove.h"
#include "soundness/relations.h"
#include "soundness/selftest.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct kind kind;

typedef struct {
    double seconds, patience;
    uint64_t seed, only;
    bool one, verbose;
    const kind *kind; /* NULL: all */
} settings;

/* --- cases ---------------------------------------------------------------------------------------------------------- */

static outcome check_truth(const question *asked) {
    pld_result result;
    char text[TRUTH_TEXT_SIZE];
    const char *which = "";
    outcome got = report_ask(asked, &result);
    if (got != CASE_HOLDS)
        return got;
    verdict judged = judge_result(asked, &result, text, &which);
    if (judged == UNKNOWN || judged == OPEN)
        judged = prove_result(asked, &result, text, &which);
    if (judged != UPPER_LOW && judged != LOWER_HIGH)
        return judged == HOLDS ? CASE_HOLDS : CASE_OPEN;
    report_failure(judged == UPPER_LOW ? "the upper end is below the truth" : "the lower end is above the truth");
    report_line(asked, &result);
    printf("    truth%s%s: %s\n", *which ? ", " : "", which, text);
    fflush(stdout);
    return CASE_FAILED;
}

/* What is drawn, how often of 100 times, and what is done with it: compared with its truth, or checked as it sees fit. */
struct kind {
    const char *name;
    unsigned share;
    question (*draw)(dice *from);
    void (*target)(dice *from, question *to);
    outcome (*check)(dice *from);
};

static void draw_any_target(dice *from, question *to) {
    draw_adjacency(from, to);
    draw_target(from, to);
}

static const kind kinds[] = {
    {"single", 56, draw_single, draw_any_target, NULL},      {"proofs", 8, draw_many, draw_any_target, NULL},
    {"edges", 5, draw_low_noise, draw_edge, NULL},           {"low-noise", 5, draw_low_noise, draw_any_target, NULL},
    {"gaussians", 4, draw_gaussians, draw_any_target, NULL}, {"discrete", 6, draw_discrete, draw_any_target, NULL},
    {"pairs", 3, draw_pair, draw_any_target, NULL},          {"attack", 4, NULL, NULL, attack_check},
    {"relations", 9, NULL, NULL, relations_check},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const kind *draw_kind(dice *from) {
    size_t left = dice_below(from, 100), i = 0;
    while (i + 1 < KINDS && left >= kinds[i].share)
        left -= kinds[i++].share;
    return &kinds[i];
}

static outcome run_case(const settings *with, uint64_t number) {
    question asked;
    if (!with->kind && corners_at(number, &asked))
        return check_truth(&asked);
    /* Hashed twice: streams that start a step of the dice apart would be one stream. */
    dice from = {with->seed};
    from.state = dice_bits(&from) ^ number;
    from.state = dice_bits(&from);
    const kind *drawn = draw_kind(&from);
    if (with->kind)
        drawn = with->kind;
    if (drawn->check)
        return drawn->check(&from);
    asked = drawn->draw(&from);
    drawn->target(&from, &asked);
    return check_truth(&asked);
}

/* --- the campaign --------------------------------------------------------------------------------------------------- */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

typedef struct {
    uint64_t cases, open, refused, given_up, failed;
} tally;

/* Waits for a child, at most until `until`; then ends it. Returns false if it had to. */
static bool wait_for(pid_t child, double until, int *status) {
    struct timespec pause = {0, 200000};
    while (waitpid(child, status, WNOHANG) == 0) {
        if (now() > until) {
            kill(child, SIGKILL);
            waitpid(child, status, 0);
            return false;
        }
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < 20000000)
            pause.tv_nsec += pause.tv_nsec / 4;
    }
    return true;
}

static void run_one(const settings *with, uint64_t number, double end, char *asking, tally *count) {
    int status = 0;
    asking[0] = '\0';
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) {
        perror("soundness: fork");
        exit(2);
    }
    if (child == 0) {
        struct rlimit processor = {(rlim_t)ceil(with->patience), (rlim_t)ceil(with->patience) + 1};
        setrlimit(RLIMIT_CPU, &processor);
        report_share(asking);
        outcome got = run_case(with, number);
        if (got == CASE_FAILED)
            printf("    (--seed %" PRIu64 " --case %" PRIu64 "%s%s)\n", with->seed, number, with->kind ? " --kind " : "",
                   with->kind ? with->kind->name : "");
        fflush(stdout);
        _exit((int)got);
    }
    double start = now();
    count->cases++;
    if (!wait_for(child, end, &status)) {
        count->given_up++;
    } else if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL)) {
        count->given_up++;
        if (with->verbose)
            printf("%" PRIu64 ": given up: %s\n", number, asking);
    } else if (!WIFEXITED(status)) {
        count->failed++;
        printf("MISS: ended by signal %d (--seed %" PRIu64 " --case %" PRIu64 ")\n  %s\n", WTERMSIG(status), with->seed, number,
               asking);
    } else {
        int code = WEXITSTATUS(status);
        count->open += code == CASE_OPEN;
        count->refused += code == CASE_REFUSED;
        count->failed += code != CASE_HOLDS && code != CASE_OPEN && code != CASE_REFUSED;
        if (with->verbose)
            printf("%" PRIu64 ": %s, %.2f s: %s\n", number,
                   code == CASE_HOLDS     ? "holds"
                   : code == CASE_OPEN    ? "open"
                   : code == CASE_REFUSED ? "refused"
                                          : "MISS",
                   now() - start, asking);
    }
}

static int campaign(const settings *with) {
    char *asking = mmap(NULL, COMMAND_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (asking == MAP_FAILED) {
        perror("soundness: mmap");
        return 2;
    }
    tally count = {0};
    double end = now() + with->seconds;
    printf("soundness: seed %" PRIu64 ", %g seconds\n", with->seed, with->seconds);
    if (with->one)
        run_one(with, with->only, now() + 3600, asking, &count);
    for (uint64_t number = 0; !with->one && now() < end; number++)
        run_one(with, number, end, asking, &count);
    printf("soundness: %" PRIu64 " cases: %" PRIu64 " misses, %" PRIu64 " open or without a truth, %" PRIu64 " refused, %" PRIu64
           " given up\n",
           count.cases, count.failed, count.open, count.refused, count.given_up);
    munmap(asking, COMMAND_SIZE);
    return count.failed > 0;
}

static const kind *find_kind(const char *name) {
    for (size_t i = 0; i < KINDS; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

static int usage(void) {
    fprintf(stderr, "usage: soundness [--seconds S | --minutes M] [--seed SEED] [--case NUMBER] [--patience SECONDS] [--kind "
                    "KIND] [--verbose] |\n"
                    "       soundness --self-test\n");
    return 2;
}

int main(int argc, char **argv) {
    const char *given = getenv("PLD_TEST_SEED"); /* as for the other tests */
    settings with = {.seconds = 60, .seed = given ? strtoull(given, NULL, 10) : 1};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--self-test") == 0 && argc == 2)
            return self_test();
        if (strcmp(argv[i], "--verbose") == 0) {
            with.verbose = true;
            continue;
        }
        if (i + 1 == argc)
            return usage();
        if (strcmp(argv[i], "--kind") == 0) {
            with.kind = find_kind(argv[++i]);
            if (!with.kind)
                return usage();
            continue;
        }
        char *rest = NULL;
        const char *name = argv[i], *value = argv[++i];
        double number = strtod(value, &rest);
        if (*value == '\0' || *rest != '\0' || !(number >= 0))
            return usage();
        if (strcmp(name, "--seconds") == 0) {
            with.seconds = number;
        } else if (strcmp(name, "--minutes") == 0) {
            with.seconds = 60 * number;
        } else if (strcmp(name, "--patience") == 0) {
            with.patience = number;
        } else if (strcmp(name, "--seed") == 0) {
            with.seed = strtoull(value, NULL, 10);
        } else if (strcmp(name, "--case") == 0) {
            with.only = strtoull(value, NULL, 10);
            with.one = true;
        } else {
            return usage();
        }
    }
    if (with.patience <= 0) /* seconds of processor time; a short campaign is not for one case alone */
        with.patience = with.seconds < 400 ? 3 : 20;
    return campaign(&with);
}
