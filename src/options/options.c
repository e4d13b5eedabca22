#include "options/options.h"

#include "base/base.h"
#include "base/suggest.h"
#include "family/family.h"
#include "options/values.h"
#include <getopt.h>
#include <string.h>

static const pld__option_row rows[PLD__OPTION_COUNT] = {
    [PLD__OPTION_DELTA] = {"delta", "D", "target delta, 0 <= D < 1; 1e-400 and 1/48000 are fine, 0 asks for pure DP",
                           pld__read_delta},
    [PLD__OPTION_EPSILON] = {"epsilon", "E", "target epsilon, E >= 0", pld__read_epsilon},
    [PLD__OPTION_ADVANTAGE] = {"advantage", "A",
                               "target advantage of a membership attack over guessing (total variation), 0 < A < 1",
                               pld__read_advantage},
    [PLD__OPTION_RATE] = {"fpr", "F", "false-positive rate of an attack, 0 < F < 1", pld__read_false_positive_rate},
    [PLD__OPTION_TPR] = {"tpr", "R", "target true-positive rate of the best attack at that, F < R < 1",
                         pld__read_true_positive_rate},
    [PLD__OPTION_ORDER] = {"order", "LIST", "orders of the divergence: 2,8,inf or 1.5..64:x2 or 2..10:+1", NULL},
    [PLD__OPTION_FPR] = {"fpr", "LIST", "false-positive rates, above 0 and below 1 (default: 36 from 1e-6 to 0.999)", NULL},
    [PLD__OPTION_PRIOR] = {"prior", "LIST", "probabilities, before the attack, that the record is there", NULL},
    [PLD__OPTION_METHODS] = {"methods", "NAME,..", "only these methods; none: claims alone", NULL},
    [PLD__OPTION_CLAIM] = {"claim", "NAME=EPS", "an epsilon to check; may be given again", pld__read_repeated},
    [PLD__OPTION_CLAIMS] = {"claims", "FILE", "epsilons to check, row by row: a table with commas (CSV) or an HDF5 file", NULL},
    [PLD__OPTION_ADJACENCY] = {"adjacency", "KIND", "add, remove, add-remove (default): the larger of both, replace or zero-out",
                               pld__read_adjacency},
    [PLD__OPTION_SCHEDULE] = {"schedule", "FILE.csv", "more mechanisms, one 'spec,count' on each line", NULL},
    [PLD__OPTION_HISTORY] = {"history", "FILE.json", "more mechanisms, from the log of a training run, such as Opacus' history",
                             NULL},
    [PLD__OPTION_TOLERANCE] = {"tolerance", "W", "widest bracket asked for; for delta relative: (upper-lower)/upper",
                               pld__read_tolerance},
    [PLD__OPTION_RELATIVE_TOLERANCE] = {"relative-tolerance", "R",
                                        "the same relative to max(1, epsilon) or to delta (default 1e-6)",
                                        pld__read_relative_tolerance},
    [PLD__OPTION_MEMORY_LIMIT] = {"memory-limit", "BYTES", "most memory to use, such as 500M, 2GiB or 4e9",
                                  pld__read_memory_limit},
    [PLD__OPTION_THREADS] = {"threads", "N", "threads to use; the answer does not depend on it", pld__read_threads},
    [PLD__OPTION_ENGINE] = {"engine", "NAME",
                            "what computes: auto (default), closed, quadrature, lattice, jumps, frequencies or transforms",
                            pld__read_engine},
    [PLD__OPTION_BUCKET_WIDTH] = {"bucket-width", "H", "for experts: width of a loss bucket instead of one chosen by tolerance",
                                  pld__read_bucket_width},
    [PLD__OPTION_BUCKETS] = {"buckets", "N", "for experts: most buckets of a composed loss distribution", pld__read_buckets},
    [PLD__OPTION_JSON] = {"json", NULL, "one JSON object on standard output", NULL},
    [PLD__OPTION_EXPLAIN] = {"explain", NULL, "say which engine was chosen and why, and what widens the bracket", NULL},
    [PLD__OPTION_VERIFY] = {"verify", NULL, "prove both ends in interval arithmetic, from the mechanisms alone", NULL},
    [PLD__OPTION_CROSS_CHECK] = {"cross-check", NULL, "ask another engine too, and hold both brackets against each other", NULL},
    [PLD__OPTION_DELTAS] = {"delta", "D[,D..]", "target deltas, 0 <= D < 1; 1e-400 is fine, 0 asks for pure DP", NULL},
    [PLD__OPTION_COMPOSITIONS] = {"compositions", "LIST",
                                  "how often all mechanisms are composed: 1,2,5 or 1..16384:x2 or 100..1000:+100", NULL},
    [PLD__OPTION_PROFILE] = {"profile", "LIST", "delta at each of these epsilons instead of epsilon at a delta", NULL},
    [PLD__OPTION_VARY] = {"vary", "KEY=LIST",
                          "one series for each value of a key of the mechanisms, such as sigma=0.8,1,1.2; may be given again",
                          pld__read_repeated},
    [PLD__OPTION_SERIES] = {"series", "NAME", "name of the series (default: the mechanisms, or the varied key and its value)",
                            NULL},
    [PLD__OPTION_OUTPUT] = {"output", "FILE", "file to write, also -o FILE", NULL},
    [PLD__OPTION_APPEND] = {"append", NULL, "add new series to a file that is there", NULL},
    [PLD__OPTION_FORCE] = {"force", NULL, "replace a file that is there", NULL},
    [PLD__OPTION_RESUME] = {"resume", NULL, "go on where an earlier run ended, however it ended", NULL},
    [PLD__OPTION_SHARD] = {"shard", "I/N", "compute part I of N, counted from 1, for 'pld merge'", pld__read_shard},
    [PLD__OPTION_DRY_RUN] = {"dry-run", NULL, "say what it would take, from a sample of points, and write nothing", NULL},
    [PLD__OPTION_CSV] = {"csv", NULL, "a table with commas on standard output", NULL},
    [PLD__OPTION_LATEX] = {"latex", NULL, "a table for LaTeX (booktabs) with its caption", NULL},
    [PLD__OPTION_MARKDOWN] = {"markdown", NULL, "a table for Markdown with its caption", NULL},
    [PLD__OPTION_DIGITS] =
        {"digits", "N", "significant digits, 1 to 15: lower ends rounded down, upper ends and bounds up (tables: 4; CSV: all)",
         NULL},
    [PLD__OPTION_COLUMNS] = {"columns", "NAME,..", "only these columns, such as epsilon_upper,method_rdp", NULL},
    [PLD__OPTION_SELECT] =
        {"select", "KEY=VALUE,..",
         "only what has these coordinates, such as sigma=1,q=0.01; a key again adds a value, series=NAME a name", NULL},
    [PLD__OPTION_KIND] =
        {"kind", "KIND",
         "what to draw: compositions, parameter, profile, ratio, distributions, tradeoff or batches (default: what fits)", NULL},
    [PLD__OPTION_TITLE] = {"title", "TEXT", "title of the figure (default: mechanisms and what does not vary; '' for none)",
                           NULL},
    [PLD__OPTION_STYLE] = {"style", "STYLE",
                           "print (default): 3.25in, 8 points, for a column; screen: 6.5in, 10 points; dark: the same on black",
                           NULL},
    [PLD__OPTION_WIDTH] = {"width", "LENGTH", "width of the file, to the point: 3.25in, 8.5cm, 85mm or 234pt", NULL},
    [PLD__OPTION_HEIGHT] = {"height", "LENGTH", "its height (default: what axes, names and legend need)", NULL},
    [PLD__OPTION_FONT] = {"font", "NAME,SIZE", "font of all text and its size in points, or one of them", NULL},
    [PLD__OPTION_XLIM] = {"xlim", "LOW..HIGH", "limits of the x axis", NULL},
    [PLD__OPTION_YLIM] = {"ylim", "LOW..HIGH", "limits of the y axis; linear where LOW is 0 or less", NULL},
    [PLD__OPTION_NO_OTHER_DIRECTION] = {"no-other-direction", NULL, "leave out the direction that does not decide", NULL},
    [PLD__OPTION_FORMAT] = {"format", "FORMAT",
                            "text (default), markdown, latex or registry (YAML of the OpenDP deployments registry)", NULL},
    [PLD__OPTION_GROUPS] = {"groups", "LIST", "sizes of groups to state too, such as 1,2,4", NULL},
    [PLD__OPTION_RELEASED] = {"released", "TEXT", "what is released (default: all that the mechanisms put out)", NULL},
    [PLD__OPTION_PORT] = {"port", "N", "port to listen on (default 8765); 0: one that is free", NULL},
    [PLD__OPTION_BIND] = {"bind", "ADDRESS", "address or name to listen on (default: this machine alone, 127.0.0.1)", NULL},
    [PLD__OPTION_OPEN] = {"open", NULL, "show the page in the browser", NULL},
    [PLD__OPTION_TIME_LIMIT] = {"time-limit", "SECONDS", "longest time for one request (default 20)", NULL},
    [PLD__OPTION_UNIT] = {"unit", "TEXT", "what is protected, such as 'one patient' (default: one record)", NULL},
    [PLD__OPTION_EXAMPLES] = {"max-examples-per-user", "K", "most records of one unit: states the pair of K records together",
                              NULL},
    [PLD__OPTION_MODEL] = {"model", "MODEL", "who is trusted: central (default), local, shuffle or federated", NULL},
    [PLD__OPTION_TUNING] = {"tuning", "WHAT",
                            "none, or the file that 'pld tune --json' made of these mechanisms (default: not covered)", NULL},
    [PLD__OPTION_AUDIENCE] = {"audience", "WHO", "officer: what an attacker can do at --fpr (default 0.01), in plain words too",
                              NULL},
    [PLD__OPTION_REGISTRY] = {"registry", "FILE.json", "the fields of a registry's entry that only you know, in its structure",
                              NULL},
    [PLD__OPTION_MU] = {"mu", "M", "target mu of Gaussian differential privacy, M > 0", pld__read_mu},
    [PLD__OPTION_STATE_MU] = {"mu", NULL, "mu of Gaussian differential privacy too, at all rates or from --fpr-min on", NULL},
    [PLD__OPTION_FPR_MIN] = {"fpr-min", "A", "mu is about tests with both error rates at least A, 0 < A < 1/2",
                             pld__read_fpr_min},
    [PLD__OPTION_RUNS] = {"runs", "LAW", "how many runs: geometric:mean=M, negative-binomial:eta=E,gamma=G or poisson:mean=M",
                          pld__read_runs},
    [PLD__OPTION_TRUE_POSITIVES] = {"tp", "A/N", "of N runs with the record A said 'in'", pld__read_true_positives},
    [PLD__OPTION_FALSE_POSITIVES] = {"fp", "B/M", "of M runs without the record B said 'in'", pld__read_false_positives},
    [PLD__OPTION_ONE_RUN] = {"one-run", "M,R,V", "one run with M canaries, R guesses (fixed before), V of them right",
                             pld__read_one_run},
    [PLD__OPTION_SCORES] = {"scores", "FILE.csv", "runs as lines 'in,score' or 'out,score', in the order in which they were made",
                            NULL},
    [PLD__OPTION_THRESHOLD] = {"threshold", "CHOICE",
                               "of scores: split (chosen on every other run, the rest counted) or any (alpha over all runs)",
                               pld__read_threshold},
    [PLD__OPTION_CONFIDENCE] = {"confidence", "C", "of the verdict, and of epsilon (default 0.95)", pld__read_confidence},
    [PLD__OPTION_LOOKS] = {"looks", "K", "this attack is the best of K that were fixed before (default 1)", pld__read_looks},
    [PLD__OPTION_TEST] = {"test", "NAME", "product (default) or rectangle; to be chosen before the data are seen",
                          pld__read_test},
    [PLD__OPTION_HELP] = {"help", NULL, "explain this command", NULL},
};

/* getopt_long returns an option as this plus its place in the table: beyond every character. */
enum { OPTION_CODE = 256, OPERAND_CODE = 1 };

bool pld__command_has(const pld__command *command, size_t option) {
    const unsigned char *one = command->options;
    while (*one != PLD__OPTION_NONE && *one != option) {
        one++;
    }
    return option == PLD__OPTION_HELP || (option != PLD__OPTION_NONE && *one == option);
}

const pld__option_row *pld__option_of(const pld__command *command, size_t option) {
    return option < PLD__OPTION_COUNT && pld__command_has(command, option) ? &rows[option] : NULL;
}

bool pld__option_repeats(const pld__option_row *row) {
    return row->read == pld__read_repeated;
}

static void fill_getopt_table(const pld__command *command, struct option table[PLD__OPTION_COUNT + 1]) {
    size_t count = 0;
    for (size_t i = PLD__OPTION_NONE + 1; i < PLD__OPTION_COUNT; i++) {
        if (pld__command_has(command, i)) {
            table[count++] = (struct option){.name = rows[i].name,
                                             .has_arg = rows[i].value_name ? required_argument : no_argument,
                                             .val = OPTION_CODE + (int)i};
        }
    }
    table[count] = (struct option){.name = NULL};
}

/* True if the word is this option in full: getopt_long would take a beginning of it too, which breaks scripts as soon as another
 * option begins the same way. */
static bool is_spelled_out(const char *word, const char *name) {
    size_t length = strlen(name);
    return strncmp(word, "--", 2) == 0 && strncmp(word + 2, name, length) == 0 &&
           (word[2 + length] == '\0' || word[2 + length] == '=');
}

/* The first family with a key of this name, or of what others call it; NULL if there is none. */
static const char *family_with(const char *name, const char **key) {
    for (size_t i = 0; pld__family_at(i) != NULL; i++) {
        const pld__family *family = pld__family_at(i);
        pld__suggestion nearest = pld__suggestion_start(name);
        for (size_t j = 0; j < family->key_count; j++) {
            pld__suggestion_consider(&nearest, family->keys[j].name);
        }
        if (nearest.best != NULL && nearest.distance == 0) {
            *key = nearest.best;
            return family->name;
        }
    }
    return NULL;
}

static pld_status unknown_option(const pld__command *command, const char *word, pld_error *error) {
    const char *key = NULL;
    char name[64], hint[160] = "", allowed[sizeof error->allowed] = "";
    snprintf(name, sizeof name, "%s", word + strspn(word, "-"));
    name[strcspn(name, "=")] = '\0';
    pld__suggestion nearest = pld__suggestion_start(name);
    size_t length = 0;
    for (size_t i = PLD__OPTION_NONE + 1; i < PLD__OPTION_COUNT; i++) {
        if (pld__command_has(command, i)) {
            pld__suggestion_consider(&nearest, rows[i].name);
            length += (size_t)snprintf(allowed + length, sizeof allowed - length, "%s--%s", length > 0 ? ", " : "", rows[i].name);
        } else if (hint[0] == '\0' && strcmp(rows[i].name, name) == 0 && pld__command_having(i) != NULL) {
            snprintf(hint, sizeof hint, "; 'pld %s' has it", pld__command_having(i)->name);
        }
    }
    const char *family = hint[0] == '\0' && strncmp(word, "--", 2) == 0 ? family_with(name, &key) : NULL;
    if (family != NULL) {
        snprintf(hint, sizeof hint, "; %s is a key of mechanisms, as in %s:%s=..", key, family, key);
    } else if (hint[0] == '\0' && nearest.best != NULL) {
        snprintf(hint, sizeof hint, "; did you mean '--%s'?", nearest.best);
    }
    return pld__error_argument(error, word, allowed, "there is no option '%s'%s", word, hint);
}

static pld_status take_option(const char *word, size_t option, const char *text, pld__command_line *line, pld_error *error) {
    const pld__option_row *row = &rows[option];
    if (line->given[option] != NULL && !pld__option_repeats(row)) {
        return pld__error_argument(error, word, "each option once", "--%s is given twice", row->name);
    }
    line->given[option] = text ? text : "";
    if (row->read == NULL) {
        return PLD_OK;
    }
    pld_error value_error = {.message = ""};
    pld_status status = row->read(text, line, &value_error);
    if (status != PLD_ERROR_ARGUMENT) {
        return status;
    }
    return pld__error_argument(error, value_error.word[0] ? value_error.word : word, value_error.allowed, "--%s: %s", row->name,
                               value_error.message);
}

pld__command_line pld__options_start(const pld__command *command) {
    return (pld__command_line){.command = command, .query = pld_options_default(), .output = stdout, .messages = stderr};
}

pld_status pld__options_take(pld__command_line *line, const char *name, const char *text, pld_error *error) {
    char word[64];
    snprintf(word, sizeof word, "--%s", name);
    for (size_t i = PLD__OPTION_NONE + 1; i < PLD__OPTION_COUNT; i++) {
        if (!pld__command_has(line->command, i) || strcmp(rows[i].name, name) != 0) {
            continue;
        }
        if ((rows[i].value_name != NULL) == (text != NULL)) {
            return take_option(word, i, text, line, error);
        }
        return text == NULL ? pld__error_argument(error, word, rows[i].meaning, "%s needs a value", word)
                            : pld__error_argument(error, word, "", "%s takes no value", word);
    }
    return unknown_option(line->command, word, error);
}

/* One word as getopt_long judged it. */
static pld_status take_word(int code, const char *word, pld__command_line *line, pld_error *error) {
    if (code >= OPTION_CODE && is_spelled_out(word, rows[code - OPTION_CODE].name)) {
        return take_option(word, (size_t)(code - OPTION_CODE), optarg, line, error);
    }
    if (code == 'h') {
        return take_option(word, PLD__OPTION_HELP, NULL, line, error);
    }
    if (code == 'o' && pld__command_has(line->command, PLD__OPTION_OUTPUT)) {
        return take_option(word, PLD__OPTION_OUTPUT, optarg, line, error);
    }
    if (code == ':' && optopt == 'o' && pld__command_has(line->command, PLD__OPTION_OUTPUT)) {
        return pld__error_argument(error, word, rows[PLD__OPTION_OUTPUT].meaning, "%s needs a value", word);
    }
    bool known = (code == ':' || code == '?') && optopt >= OPTION_CODE && is_spelled_out(word, rows[optopt - OPTION_CODE].name);
    if (known && code == ':') {
        return pld__error_argument(error, word, rows[optopt - OPTION_CODE].meaning, "%s needs a value", word);
    }
    if (known) {
        return pld__error_argument(error, word, "", "--%s takes no value", rows[optopt - OPTION_CODE].name);
    }
    return unknown_option(line->command, word, error);
}

pld_status pld__options_parse(const pld__command *command, int argc, char **argv, pld__command_line *line, pld_error *error) {
    struct option table[PLD__OPTION_COUNT + 1];
    fill_getopt_table(command, table);
    *line = pld__options_start(command);
    line->operands = (const char *const *)argv;
    opterr = 0;
    optind = 1;
    for (;;) {
        const char *word = argv[optind];
        /* "-": operands are returned in their place, whatever POSIXLY_CORRECT says; ":": a missing value is told apart. */
        int code = getopt_long(argc, argv, "-:ho:", table, NULL);
        if (code == -1) {
            break;
        }
        if (code == OPERAND_CODE) {
            argv[line->operand_count++] = optarg; /* never ahead of what is still to be read */
            continue;
        }
        pld_status status = take_word(code, word, line, error);
        if (status != PLD_OK || line->given[PLD__OPTION_HELP] != NULL) {
            return status;
        }
    }
    for (; optind < argc; optind++) { /* behind a bare -- */
        argv[line->operand_count++] = argv[optind];
    }
    return PLD_OK;
}

pld_status pld__options_require(const pld__command_line *line, pld__option option, pld_error *error) {
    if (line->given[option] != NULL) {
        return PLD_OK;
    }
    char word[64];
    snprintf(word, sizeof word, "--%s", rows[option].name);
    return pld__error_argument(error, word, rows[option].meaning, "%s is missing", word);
}

pld_status pld__option_blame(pld_status status, const char *option, const pld_error *cause, pld_error *error) {
    return status == PLD_ERROR_ARGUMENT
               ? pld__error_argument(error, cause->word, cause->allowed, "%s: %s", option, cause->message)
               : status;
}

void pld__options_print(FILE *stream, const pld__command *command) {
    for (size_t i = PLD__OPTION_NONE + 1; i < PLD__OPTION_COUNT; i++) {
        if (pld__command_has(command, i)) {
            char usage[64];
            snprintf(usage, sizeof usage, "--%s%s%s", rows[i].name, rows[i].value_name ? " " : "",
                     rows[i].value_name ? rows[i].value_name : "");
            fprintf(stream, "  %-24s %s\n", usage, rows[i].meaning);
        }
    }
}
