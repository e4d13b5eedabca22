/* One table of commands drives dispatch and help. */
#include "cli/commands.h"

#include "base/base.h"
#include "base/suggest.h"
#include "options/failure.h"
#include "options/options.h"
#include "serve/cmd_serve.h"

#include <string.h>

static pld__exit command_help(const pld__command_line *line);

#define MECHANISM_REMARK                                                                             \
    "A MECHANISM is name:key=value,...@count, such as poisson-gaussian:q=256/60000,sigma=1@16384;\n" \
    "several are composed. 'pld mechanisms' lists them.\n"                                           \
    "The answer is a bracket: lower <= truth <= upper, of the worst-case pairs; notes say where\n"   \
    "these are more or less than the mechanism. Exit 3: it is valid, but wider than asked for."

#define VERIFY_OPTION_REMARK                                                                             \
    "\n--verify adds a proof of both ends, see 'pld verify --help'. Exit 5: an end is refuted; 3: not\n" \
    "proven. --cross-check adds the answer of another engine. Exit 5: the two have nothing in common."

#define VERIFY_REMARK                                                                                                           \
    "RESULT.json (or -) is what 'pld epsilon --json' or 'pld delta --json' prints, from whomever: schema, mechanisms\n"         \
    "(each with 'given'), adjacency, delta and the bracket epsilon (or epsilon and the bracket delta), and directions\n"        \
    "if you like. That delta(lower) > delta >= delta(upper) is shown in interval arithmetic from the mechanisms alone, with\n"  \
    "no code of the engine but the parser of mechanisms: in balls of 128 bits and more by contours and by counting outcomes,\n" \
    "and, where these cannot tell, by laws of losses in doubles that are rounded outward. Every family but array, for which\n"  \
    "the answer is 'unproven: family'. 'certificate', which --verify adds, only says where to look.\n"                          \
    "Exit 0: proven; 1: an end is refuted; 3: not proven."

#define CURVE_REMARK                                                                                        \
    "--compositions multiplies all mechanisms, their counts included; without it counts are as they are.\n" \
    "Several --vary give one series for each combination. The file is HDF5, one group for each series;\n"   \
    "'pld info' shows what is in it, 'pld plot' draws it.\n" MECHANISM_REMARK

#define SWEEP_REMARK                                                                                                   \
    "EXPERIMENT.json is an object with these keys (LIST: a number, an array, or a text such as 1..16384:x2):\n"        \
    "  schema             \"pld.experiment/1\"\n"                                                                      \
    "  mechanisms         a spec, or an array of specs to be composed\n"                                               \
    "  vary               {KEY: LIST, ..}: every combination of values is computed\n"                                  \
    "  axis               the varied key along which series run (default: compositions)\n"                             \
    "  compositions       LIST (default 1)\n"                                                                          \
    "  quantity           \"epsilon\" (default), \"delta\" (the privacy profile) or \"density\"\n"                     \
    "  delta              LIST, for epsilon\n"                                                                         \
    "  epsilon            LIST, for delta\n"                                                                           \
    "  x                  LIST, for density: where the two distributions are evaluated\n"                              \
    "  adjacency, tolerance, relative_tolerance, memory_limit   as the options of 'pld curve'\n"                       \
    "  methods            other accountants to ask too: names as 'pld compare --help' lists them\n"                    \
    "  series, title      what names of series begin with, and a title\n"                                              \
    "Finished points are kept in FILE.h5.journal until the file is written; --resume goes on from there.\n"            \
    "On many machines: 'mpirun pld sweep ..' (each rank one thread unless --threads says more), or job arrays: each\n" \
    "job has a part, --shard I/N -o part-I.h5, and 'pld merge part-*.h5 -o FILE.h5' makes the same file of them."

#define MERGE_REMARK                                                                                                     \
    "PART.h5 are the files of 'pld sweep EXPERIMENT.json -o PART.h5 --shard I/N', in any order: all N of them, of one\n" \
    "experiment, by this version of the program. The file is the one that 'pld sweep EXPERIMENT.json' would write."

#define EXPORT_REMARK                                                                                             \
    "--csv and --json have every column and every digit. The tables have what varies, the certified bounds and\n" \
    "baselines, and a caption with what does not vary, the neighbours, the notes on what is assumed, and the\n"   \
    "command that made the file. Numbers that are certified are rounded outward: the printed bracket is one too."

#define PLOT_REMARK                                                                                                  \
    "Files go into one figure where they hold the same quantity over the same axis. The ending of FIGURE decides:\n" \
    ".svg, .pdf or .png; text is text in the first two, with its fonts inside, and in an SVG each point says its\n"  \
    "number. Names stand beside their lines, or below where there is no room; a small triangle is where a line\n"    \
    "leaves the axes. Needs Python with h5py, numpy and matplotlib: the interpreter PLD_PYTHON names, or one that\n" \
    "is found."

#define COMPARE_REMARK                                                                                              \
    "Every method is computed from the same mechanisms and held against the certified bracket: 'valid' is\n"        \
    "above it, 'inside' cannot be told from the truth, 'unsound' (a bound or a claim) and 'understates' (an\n"      \
    "approximation) are below it. Exit 1: something is unsound. Where a pair only dominates its\n"                  \
    "mechanism nothing is refuted: below it is 'inside', with a reason.\n"                                          \
    "--claims reads a table with a head: epsilon, and if you like name, compositions, delta, mechanism;\n"          \
    "or an HDF5 file: datasets of these names and method_<name>, or what 'pld compare -o' and 'pld sweep' wrote.\n" \
    "-o keeps the bracket, every method and every claim over compositions; 'pld plot' draws it, with\n"             \
    "--kind ratio what each says over the certified value."

#define CALIBRATE_REMARK                                                                                                        \
    "One MECHANISM has the word solve in place of a value, or of its count:\n"                                                  \
    "  pld calibrate --epsilon 2 --delta 1e-5 poisson-gaussian:q=0.01,sigma=solve@10000\n"                                      \
    "  pld calibrate --epsilon 4 --delta 1e-5 poisson-gaussian:q=0.01,sigma=1@1000 gaussian:sigma=50@solve\n"                   \
    "The target is --epsilon and --delta, or --advantage, or --fpr and --tpr, or --mu and --fpr-min (see 'pld gdp').\n"         \
    "'value' is certified to keep to it, 'limit' is certified not to; they agree to 6 digits. Where spending is monotone by a " \
    "theorem the exact\n"                                                                                                       \
    "answer is between the two, and every number on the side of 'value' keeps to the target; where it is not\n"                 \
    "(sigma of discrete-gaussian; N and batch of dp-sgd with epochs), a note says so, nothing is certified about\n"             \
    "other numbers, and a rounded value must be asked about again. With a tolerance given, both are certified\n"                \
    "by the brackets that 'pld epsilon' (or delta) gives with it, and are as near as these tell. Both are about\n"              \
    "the pairs, and notes say what those are to the mechanisms. Whole numbers (count, k, N, B, ..) are answered\n"              \
    "by whole ones. Beside other mechanisms it is what is left of a budget, if later steps do not depend on what\n"             \
    "earlier ones put out. Exit 1: no value keeps to the target. Exit 3: value and limit are valid, but farther\n"              \
    "apart than asked for, or one of them was not found."

#define RENYI_REMARK                                                                                          \
    "Orders are numbers above 0, 1 (Kullback-Leibler) and inf (the largest loss) included. Lower and upper\n" \
    "come from bucketed laws; the estimate is from quadrature, and nothing is certified about it."

#define STATEMENT_REMARK                                                                                      \
    "A paragraph for a paper or a model card: mechanisms, neighbours, what is released, the certified\n"      \
    "epsilon (upper end rounded up, lower end down), groups, caveats, and the command that reproduces it.\n"  \
    "Groups are of k records, all of them added or all removed. 'dp-sgd:N=..,batch=..,epochs=..,sigma=..'\n"  \
    "knows the most to say. Exit 3: the bracket is wider than asked for.\n"                                   \
    "--verify proves both ends for one record, see 'pld verify --help'; only what is proven is said to be.\n" \
    "Exit 3: not proven; 5: an end is refuted, and there is no statement.\n"                                  \
    "--format registry writes an entry of the OpenDP deployments registry as YAML; what it requires and\n"    \
    "--registry does not give is \"FILL IN\", and named on standard error."

#define TRADEOFF_REMARK                                                                                          \
    "The best attacker knows all but one record. Direction remove: it says 'the record is there', fpr is how\n"  \
    "often that is wrong when it is not, tpr how often it is said when it is; add: it says 'it is not there'.\n" \
    "fnr = 1 - tpr over fpr is the trade-off function f of f-DP, and fnr of add is its inverse. tpr without a\n" \
    "direction is the larger of both: what one attacker can do. symmetric is the convex hull of both\n"          \
    "directions: the f that holds for neighbours of either kind. Columns fnr are certified lower bounds.\n"      \
    "advantage is the largest tpr - fpr, which is the total variation distance and delta at epsilon 0.\n"        \
    "accuracy: how often the best guess is right, for a prior; precision: how often 'it is there' is right.\n"   \
    "--tolerance is the width of tpr, --relative-tolerance relative to tpr (default 1e-3).\n" MECHANISM_REMARK

#define GDP_REMARK                                                                                                       \
    "f-DP in one number: the trade-off function f of the mechanisms, false negatives over false positives of the\n"      \
    "best attack, is at least that of telling N(mu,1) from N(0,1) at all error rates from A on, both of them; upper\n"   \
    "is certified to be enough, below lower it is not. Nothing is said about attacks with rarer errors: of sampled\n"    \
    "Gaussian noise no useful mu holds for all of them. Without --fpr-min only Gaussian steps, and steps with bounded\n" \
    "losses. A mu that holds from A on is no mu to add up by squares with others.\n" MECHANISM_REMARK

#define AUDIT_REMARK                                                                                                     \
    "A of N independent runs with the record and B of M without it said 'in'. With --delta: the largest epsilon that\n"  \
    "these counts refute. With mechanisms: do they contradict the certified trade-off curve? 'refuted' (exit 1) or\n"    \
    "'consistent', which is no proof of privacy: the attack may be weak. --one-run: many canaries in one run, each in\n" \
    "with probability 1/2. Every verdict, and every epsilon, holds with the confidence by itself.\n"                     \
    "  pld audit --tp 300/1000 --fp 20/1000 --delta 1e-5 gaussian:sigma=1\n"                                             \
    "  pld audit --one-run 1000,600,600 --delta 1e-5\n"                                                                  \
    "Assumed are runs that do not depend on each other (n canaries in one model are not n runs), data sets that are\n"   \
    "neighbours of the kind of --adjacency, and an attack that was fixed before, its threshold and --test included;\n"   \
    "--looks K pays for the best of K. Scores take --threshold split or any, which pay for choosing one.\n"              \
    "-o FILE.h5 keeps the curve and the attack's confidence region, for 'pld plot'."

#define TUNE_REMARK                                                                                                       \
    "A number of runs is drawn from LAW, which is fixed before; each run draws its hyperparameters afresh from a law\n"   \
    "that is fixed before; the best output by some score is released. upper holds for every score, lower for the\n"       \
    "worst one, which may draw random numbers of its own; a score that is a function of the outputs may cost less.\n"     \
    "No theorem says where in between the worst score is. What is not covered: a number of runs\n"                        \
    "that is fixed, cut off, published or seen from run times or logs; a grid; a search that looks at scores between\n"   \
    "runs; stopping by the score; scores on private data that the mechanisms do not pay for. Candidates with different\n" \
    "mechanisms: ask about one that dominates all of them.\n" MECHANISM_REMARK

#define BATCHES_REMARK                                                                                                \
    "Poisson sampling, balls-in-bins, batches of fixed size with and without replacement, cut Poisson batches\n"      \
    "(with cap=B), shuffled ones and a fixed order: each is its own mechanism, and its number holds for no other.\n"  \
    "Without --adjacency each is asked for the neighbours that it is usually meant for, which are shown: records\n"   \
    "that are added or removed, or that stay with a gradient of 0 (zero-out). Exit 3: some bracket is valid, but\n"   \
    "wider than asked for; ends that come from two pairs are each as close to the value of their own as asked.\n"     \
    "-o FIGURE.svg (or .pdf, .png) draws the page; -o FILE.h5 keeps the numbers, and 'pld plot FILE.h5' draws them\n" \
    "with all of its options."

#define SERVE_REMARK                                                                                              \
    "Serves one page, and the objects of --json: POST /v1/epsilon with {\"delta\": \"1e-5\", \"mechanisms\":\n"   \
    "[\"gaussian:sigma=1@10\"]}, and so delta, calibrate, curve, compare, tradeoff, statement, batches, renyi,\n" \
    "gdp, tune and audit, with the options of each command as keys; GET /v1/mechanisms. No file is read or\n"     \
    "written for a request. Only this machine can ask, unless --bind says otherwise: whoever can reach the\n"     \
    "address then can, as nobody logs in. Ctrl-C or SIGTERM ends it."

static const pld__command commands[] = {
    {"epsilon", "--delta D [OPTION]... MECHANISM...", "the smallest epsilon at a given delta",
     MECHANISM_REMARK VERIFY_OPTION_REMARK,
     PLD__OPTIONS(PLD__OPTIONS_COMMON, PLD__OPTION_DELTA, PLD__OPTION_VERIFY, PLD__OPTION_CROSS_CHECK), pld__command_epsilon,
     NULL},
    {"delta", "--epsilon E [OPTION]... MECHANISM...", "delta at a given epsilon", MECHANISM_REMARK VERIFY_OPTION_REMARK,
     PLD__OPTIONS(PLD__OPTIONS_COMMON, PLD__OPTION_EPSILON, PLD__OPTION_VERIFY, PLD__OPTION_CROSS_CHECK), pld__command_delta,
     NULL},
    {"verify", "RESULT.json [--json]", "prove or refute both ends of a result in interval arithmetic", VERIFY_REMARK,
     PLD__OPTIONS(PLD__OPTION_JSON), pld__command_verify, NULL},
    {"calibrate", "--epsilon E --delta D [OPTION]... MECHANISM...", "the noise, or another number, that a budget needs",
     CALIBRATE_REMARK,
     PLD__OPTIONS(PLD__OPTIONS_COMMON, PLD__OPTION_EPSILON, PLD__OPTION_DELTA, PLD__OPTION_ADVANTAGE, PLD__OPTION_RATE,
                  PLD__OPTION_TPR, PLD__OPTION_MU, PLD__OPTION_FPR_MIN),
     pld__command_calibrate, NULL},
    {"curve", "--delta D[,D..] [--compositions LIST] [-o FILE.h5] [OPTION]... MECHANISM...",
     "epsilon at many numbers of compositions", CURVE_REMARK,
     PLD__OPTIONS(PLD__OPTIONS_COMMON, PLD__OPTIONS_OUTPUT, PLD__OPTION_DELTAS, PLD__OPTION_COMPOSITIONS, PLD__OPTION_PROFILE,
                  PLD__OPTION_VARY, PLD__OPTION_SERIES),
     pld__command_curve, NULL},
    {"sweep", "EXPERIMENT.json -o FILE.h5 [OPTION]...", "compute a grid of points into a file", SWEEP_REMARK,
     PLD__OPTIONS(PLD__OPTIONS_OUTPUT, PLD__OPTION_RESUME, PLD__OPTION_SHARD, PLD__OPTION_DRY_RUN, PLD__OPTION_THREADS),
     pld__command_sweep, NULL},
    {"merge", "PART.h5... -o FILE.h5 [OPTION]...", "one file of the parts of a sweep", MERGE_REMARK,
     PLD__OPTIONS(PLD__OPTIONS_OUTPUT), pld__command_merge, NULL},
    {"info", "FILE.h5 [--json]", "what is in a file, and where it comes from", NULL, PLD__OPTIONS(PLD__OPTION_JSON),
     pld__command_info, NULL},
    {"export", "FILE.h5 --csv|--json|--latex|--markdown [OPTION]...", "the contents of a file as text, or as a table for a paper",
     EXPORT_REMARK,
     PLD__OPTIONS(PLD__OPTION_CSV, PLD__OPTION_JSON, PLD__OPTION_LATEX, PLD__OPTION_MARKDOWN, PLD__OPTION_DIGITS,
                  PLD__OPTION_COLUMNS, PLD__OPTION_SELECT),
     pld__command_export, NULL},
    {"plot", "FILE.h5... -o FIGURE.svg [OPTION]...", "draw the contents of files as SVG, PDF or PNG", PLOT_REMARK,
     PLD__OPTIONS(PLD__OPTION_OUTPUT, PLD__OPTION_KIND, PLD__OPTION_TITLE, PLD__OPTION_STYLE, PLD__OPTION_WIDTH,
                  PLD__OPTION_HEIGHT, PLD__OPTION_FONT, PLD__OPTION_XLIM, PLD__OPTION_YLIM, PLD__OPTION_SELECT,
                  PLD__OPTION_NO_OTHER_DIRECTION),
     pld__command_plot, NULL},
    {"compare", "--delta D [-o FILE.h5] [OPTION]... MECHANISM...", "what other bounds say, and whether claims are true",
     COMPARE_REMARK,
     PLD__OPTIONS(PLD__OPTIONS_COMMON, PLD__OPTIONS_OUTPUT, PLD__OPTION_DELTA, PLD__OPTION_COMPOSITIONS, PLD__OPTION_SERIES,
                  PLD__OPTION_METHODS, PLD__OPTION_CLAIM, PLD__OPTION_CLAIMS),
     pld__command_compare, pld__command_compare_methods},
    {"batches", "--delta D [-o FIGURE.svg|FILE.h5] [OPTION]... dp-sgd:N=..,batch=..,epochs=..,sigma=..",
     "one training run by every way to make batches", BATCHES_REMARK,
     PLD__OPTIONS(PLD__OPTIONS_NUMBERS, PLD__OPTIONS_OUTPUT, PLD__OPTION_ENGINE, PLD__OPTION_DELTA), pld__command_batches, NULL},
    {"renyi", "--order LIST [OPTION]... MECHANISM...", "Renyi divergences of any order", RENYI_REMARK,
     PLD__OPTIONS(PLD__OPTIONS_NUMBERS, PLD__OPTIONS_MECHANISMS, PLD__OPTION_EXPLAIN, PLD__OPTION_ORDER), pld__command_renyi,
     NULL},
    {"tradeoff", "[--fpr LIST] [--prior LIST] [-o FILE.h5] [OPTION]... MECHANISM...",
     "what an attacker can do: false positives against false negatives", TRADEOFF_REMARK,
     PLD__OPTIONS(PLD__OPTIONS_COMMON, PLD__OPTIONS_OUTPUT, PLD__OPTION_FPR, PLD__OPTION_PRIOR, PLD__OPTION_SERIES),
     pld__command_tradeoff, NULL},
    {"gdp", "[--fpr-min A] [OPTION]... MECHANISM...", "mu of Gaussian differential privacy", GDP_REMARK,
     PLD__OPTIONS(PLD__OPTIONS_NUMBERS, PLD__OPTIONS_MECHANISMS, PLD__OPTION_ENGINE, PLD__OPTION_FPR_MIN), pld__command_gdp,
     NULL},
    {"tune", "--delta D --runs LAW [OPTION]... MECHANISM...", "what a search for hyperparameters costs", TUNE_REMARK,
     PLD__OPTIONS(PLD__OPTIONS_NUMBERS, PLD__OPTIONS_MECHANISMS, PLD__OPTION_ENGINE, PLD__OPTION_DELTA, PLD__OPTION_RUNS),
     pld__command_tune, NULL},
    {"audit", "--tp A/N --fp B/M [--delta D] [OPTION]... [MECHANISM]...", "does an attack contradict a claim?", AUDIT_REMARK,
     PLD__OPTIONS(PLD__OPTIONS_OUTPUT, PLD__OPTION_SERIES, PLD__OPTIONS_NUMBERS, PLD__OPTIONS_MECHANISMS, PLD__OPTION_ENGINE,
                  PLD__OPTION_DELTA, PLD__OPTION_TRUE_POSITIVES, PLD__OPTION_FALSE_POSITIVES, PLD__OPTION_ONE_RUN,
                  PLD__OPTION_SCORES, PLD__OPTION_THRESHOLD, PLD__OPTION_CONFIDENCE, PLD__OPTION_LOOKS, PLD__OPTION_TEST),
     pld__command_audit, NULL},
    {"statement", "--delta D [OPTION]... MECHANISM...", "the answer as a paragraph for a paper", STATEMENT_REMARK,
     PLD__OPTIONS(PLD__OPTIONS_COMMON, PLD__OPTION_DELTA, PLD__OPTION_FORMAT, PLD__OPTION_GROUPS, PLD__OPTION_RELEASED,
                  PLD__OPTION_VERIFY, PLD__OPTION_UNIT, PLD__OPTION_EXAMPLES, PLD__OPTION_MODEL, PLD__OPTION_TUNING,
                  PLD__OPTION_AUDIENCE, PLD__OPTION_RATE, PLD__OPTION_REGISTRY, PLD__OPTION_STATE_MU, PLD__OPTION_FPR_MIN),
     pld__command_statement, NULL},
    {"serve", "[--port N] [--bind ADDRESS] [--open]", "a calculator in the browser, and answers over HTTP", SERVE_REMARK,
     PLD__OPTIONS(PLD__OPTION_PORT, PLD__OPTION_BIND, PLD__OPTION_OPEN, PLD__OPTION_TIME_LIMIT, PLD__OPTION_THREADS),
     pld__command_serve, NULL},
    {"mechanisms", "[NAME] [--json]", "list the mechanisms and their keys, or explain one", NULL, PLD__OPTIONS(PLD__OPTION_JSON),
     pld__command_mechanisms, NULL},
    {"help", "[COMMAND]", "explain a command", NULL, PLD__OPTIONS(PLD__OPTION_NONE), command_help, NULL},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

const pld__command *pld__command_at(size_t index) {
    return index < COMMAND_COUNT ? &commands[index] : NULL;
}

const pld__command *pld__command_having(size_t option) {
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (pld__command_has(&commands[i], option)) {
            return &commands[i];
        }
    }
    return NULL;
}

/* Arguments that are too long for their column push the summary to a line of its own. */
static void print_entry(FILE *stream, const pld__command *command) {
    enum { COLUMN = 38 };
    bool long_arguments = strlen(command->arguments) > COLUMN;
    fprintf(stream, "  pld %-10s %-*s", command->name, COLUMN, command->arguments);
    fprintf(stream, "%s%*s%s\n", long_arguments ? "\n" : "", long_arguments ? COLUMN + 18 : 1, "", command->summary);
}

void pld__commands_print(FILE *stream) {
    fputs("pld: tight, certified differential-privacy numbers\n\n", stream);
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        print_entry(stream, &commands[i]);
    }
    fprintf(stream, "  pld %-49s %s\n", "--version", "print the version");
    fputs("\n'pld COMMAND --help' explains a command.\n", stream);
}

void pld__command_print(FILE *stream, const pld__command *command) {
    fprintf(stream, "usage: pld %s %s\n\n%s\n\n", command->name, command->arguments, command->summary);
    pld__options_print(stream, command);
    if (command->remark != NULL) {
        fprintf(stream, "\n%s\n", command->remark);
    }
    if (command->print_more != NULL) {
        command->print_more(stream);
    }
}

const pld__command *pld__command_find(const char *name, pld_error *error) {
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
    if (name[0] == '-' || strchr(name, ':') != NULL) {
        (void)pld__error_argument(error, name, allowed,
                                  "the command is missing before '%s', as epsilon in 'pld epsilon --delta 1e-5 ..'", name);
        return NULL;
    }
    pld__suggestion_text(&nearest, hint, sizeof hint);
    (void)pld__error_argument(error, name, allowed, "there is no command '%s'%s", name, hint);
    return NULL;
}

pld__exit pld__command_refuse_word(const pld__command *command, const char *word, bool json) {
    pld_error error = {.message = ""};
    pld_status status = pld__error_argument(&error, word, "", "'%s' is one word too many", word);
    return pld__failure_report(command, status, &error, json);
}

static pld__exit command_help(const pld__command_line *line) {
    pld_error error = {.message = ""};
    if (line->operand_count > 1) {
        return pld__command_refuse_word(line->command, line->operands[1], false);
    }
    if (line->operand_count == 0) {
        pld__commands_print(stdout);
        return PLD__EXIT_DONE;
    }
    const pld__command *command = pld__command_find(line->operands[0], &error);
    if (command == NULL) {
        return pld__failure_report(line->command, PLD_ERROR_ARGUMENT, &error, false);
    }
    pld__command_print(stdout, command);
    return PLD__EXIT_DONE;
}
