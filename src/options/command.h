/* What a command is, what its line said, and how it can end. */
#ifndef PLD_OPTIONS_COMMAND_H
#define PLD_OPTIONS_COMMAND_H

#include <pld/pld.h>
#include <stdbool.h>
#include <stdio.h>

typedef enum pld__exit {
    PLD__EXIT_DONE = 0,
    PLD__EXIT_NO = 1, /* a check answered no */
    PLD__EXIT_USAGE = 2,
    PLD__EXIT_TOLERANCE = 3,
    PLD__EXIT_FILE = 4, /* also: no memory */
    PLD__EXIT_CONTRADICTION = 5,
    PLD__EXIT_SIGNAL = 128 /* and the number of the signal, as shells say it */
} pld__exit;

typedef enum pld__option {
    PLD__OPTION_NONE, /* ends lists */
    PLD__OPTION_DELTA,
    PLD__OPTION_EPSILON,
    PLD__OPTION_ADVANTAGE,
    PLD__OPTION_RATE, /* --fpr where one is meant */
    PLD__OPTION_TPR,
    PLD__OPTION_ORDER,
    PLD__OPTION_FPR,
    PLD__OPTION_PRIOR,
    PLD__OPTION_METHODS,
    PLD__OPTION_CLAIM,
    PLD__OPTION_CLAIMS,
    PLD__OPTION_ADJACENCY,
    PLD__OPTION_SCHEDULE,
    PLD__OPTION_HISTORY,
    PLD__OPTION_TOLERANCE,
    PLD__OPTION_RELATIVE_TOLERANCE,
    PLD__OPTION_MEMORY_LIMIT,
    PLD__OPTION_THREADS,
    PLD__OPTION_ENGINE,
    PLD__OPTION_BUCKET_WIDTH,
    PLD__OPTION_BUCKETS,
    PLD__OPTION_JSON,
    PLD__OPTION_EXPLAIN,
    PLD__OPTION_VERIFY,
    PLD__OPTION_CROSS_CHECK,
    PLD__OPTION_DELTAS, /* --delta where a list is meant */
    PLD__OPTION_COMPOSITIONS,
    PLD__OPTION_PROFILE,
    PLD__OPTION_VARY,
    PLD__OPTION_SERIES,
    PLD__OPTION_OUTPUT,
    PLD__OPTION_APPEND,
    PLD__OPTION_FORCE,
    PLD__OPTION_RESUME,
    PLD__OPTION_SHARD,
    PLD__OPTION_DRY_RUN,
    PLD__OPTION_CSV,
    PLD__OPTION_LATEX,
    PLD__OPTION_MARKDOWN,
    PLD__OPTION_DIGITS,
    PLD__OPTION_COLUMNS,
    PLD__OPTION_SELECT,
    PLD__OPTION_KIND,
    PLD__OPTION_TITLE,
    PLD__OPTION_STYLE,
    PLD__OPTION_WIDTH,
    PLD__OPTION_HEIGHT,
    PLD__OPTION_FONT,
    PLD__OPTION_XLIM,
    PLD__OPTION_YLIM,
    PLD__OPTION_NO_OTHER_DIRECTION,
    PLD__OPTION_FORMAT,
    PLD__OPTION_GROUPS,
    PLD__OPTION_RELEASED,
    PLD__OPTION_PORT,
    PLD__OPTION_BIND,
    PLD__OPTION_OPEN,
    PLD__OPTION_TIME_LIMIT,
    PLD__OPTION_UNIT,
    PLD__OPTION_EXAMPLES,
    PLD__OPTION_MODEL,
    PLD__OPTION_TUNING,
    PLD__OPTION_AUDIENCE,
    PLD__OPTION_REGISTRY,
    PLD__OPTION_MU,
    PLD__OPTION_STATE_MU, /* --mu where it is asked for */
    PLD__OPTION_FPR_MIN,
    PLD__OPTION_RUNS,
    PLD__OPTION_TRUE_POSITIVES,
    PLD__OPTION_FALSE_POSITIVES,
    PLD__OPTION_ONE_RUN,
    PLD__OPTION_SCORES,
    PLD__OPTION_THRESHOLD,
    PLD__OPTION_CONFIDENCE,
    PLD__OPTION_LOOKS,
    PLD__OPTION_TEST,
    PLD__OPTION_HELP,
    PLD__OPTION_COUNT
} pld__option;

/* The options of a command, for the table of commands: pieces of lists, and a list of them. --help belongs to every command
 * anyway. */
#define PLD__OPTIONS(...) ((const unsigned char[]){__VA_ARGS__, PLD__OPTION_NONE})
/* Files with mechanisms. */
#define PLD__OPTIONS_MECHANISMS PLD__OPTION_SCHEDULE, PLD__OPTION_HISTORY
/* How numbers are asked for. */
#define PLD__OPTIONS_NUMBERS                                                                                                     \
    PLD__OPTION_ADJACENCY, PLD__OPTION_TOLERANCE, PLD__OPTION_RELATIVE_TOLERANCE, PLD__OPTION_MEMORY_LIMIT, PLD__OPTION_THREADS, \
        PLD__OPTION_BUCKET_WIDTH, PLD__OPTION_BUCKETS, PLD__OPTION_JSON
/* Every option of a query but the quantity that is given. */
#define PLD__OPTIONS_COMMON PLD__OPTIONS_NUMBERS, PLD__OPTIONS_MECHANISMS, PLD__OPTION_ENGINE, PLD__OPTION_EXPLAIN
/* Where results go to. */
#define PLD__OPTIONS_OUTPUT PLD__OPTION_OUTPUT, PLD__OPTION_APPEND, PLD__OPTION_FORCE

struct pld__command;

/* The most options of one line that may be given again. */
enum { PLD__REPEATED_MOST = 64 };

typedef struct pld__command_line {
    const struct pld__command *command;
    const char *given[PLD__OPTION_COUNT]; /* the value as given, "" for an option without one; NULL: not given */
    pld_delta delta;
    double epsilon;
    double advantage, false_positive_rate, true_positive_rate;
    double mu, fpr_min;
    pld_run_law runs;
    pld_attack_counts counts;
    pld_canaries canaries;
    double alpha; /* 1 - confidence; 0 if that is not given */
    uint64_t looks;
    pld_audit_test test;
    pld_threshold_choice threshold;
    const char *repeated[PLD__REPEATED_MOST]; /* the values of --claim, or of --vary: no command has both */
    size_t repeated_count;
    size_t shard, shards; /* of --shard, from 1; 0: all */
    pld_options query;
    const char *const *operands;
    size_t operand_count;
    const char *invocation;  /* the whole command line as one text */
    FILE *output, *messages; /* what answers and what sentences about them are printed to */
} pld__command_line;

typedef struct pld__command {
    const char *name;
    const char *arguments;        /* as in its usage line */
    const char *summary;          /* one line */
    const char *remark;           /* more about it, or NULL */
    const unsigned char *options; /* a list, see PLD__OPTIONS */
    pld__exit (*run)(const pld__command_line *line);
    void (*print_more)(FILE *stream); /* for its help, or NULL */
} pld__command;

/* The commands in the order of their table, which is that of cli/commands.c; NULL behind the last one. */
const pld__command *pld__command_at(size_t index);

/* The command of this name; NULL if there is none, and then `error` says so, with the nearest name. */
const pld__command *pld__command_find(const char *name, pld_error *error);

/* Does a command have this option? */
bool pld__command_has(const pld__command *command, size_t option);

/* The first command that has this option; NULL if none has. */
const pld__command *pld__command_having(size_t option);

#endif
