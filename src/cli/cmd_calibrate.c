/* pld calibrate: the number of a mechanism that a budget needs (schema pld.calibrate/1). */
#include "cli/commands.h"

#include "base/base.h"
#include "base/decimal.h"
#include "base/number.h"
#include "base/plain.h"
#include "json/write.h"
#include "options/composition.h"
#include "options/failure.h"
#include "options/options.h"
#include "query/calibrate.h"
#include "query/two_ends.h"
#include "report/report.h"
#include "store/masses.h"
#include "terminal/page.h"
#include "terminal/progress.h"
#include "terminal/table.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct calibration_report {
    const pld__command_line *line;
    const char *unknown; /* the spec with the unknown, as given */
    pld_target target;
    pld_calibration found;
    char *spec;                   /* with the number in place of the unknown; NULL without one */
    pld_composition *composition; /* at the value; at the limit if there is none */
    bool spent_before;            /* other mechanisms are there */
} calibration_report;

/* --- the question --------------------------------------------------------------------------------------------------- */

/* The kinds of targets, by the options that say them. */
static const struct {
    pld_target_kind kind;
    pld__option options[2];
    const char *words;
} kinds[] = {{PLD_TARGET_EPSILON, {PLD__OPTION_EPSILON, PLD__OPTION_DELTA}, "--epsilon and --delta"},
             {PLD_TARGET_ADVANTAGE, {PLD__OPTION_ADVANTAGE, PLD__OPTION_ADVANTAGE}, "--advantage"},
             {PLD_TARGET_ATTACK, {PLD__OPTION_RATE, PLD__OPTION_TPR}, "--fpr and --tpr"},
             {PLD_TARGET_MU, {PLD__OPTION_MU, PLD__OPTION_FPR_MIN}, "--mu and --fpr-min"}};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* One kind, with all that it takes; --epsilon and --delta if nothing is given. */
static pld_status read_target(const pld__command_line *line, pld_target *target, pld_error *error) {
    size_t chosen = KINDS;
    *target = (pld_target){.epsilon = line->epsilon,
                           .log_delta = line->delta.log,
                           .advantage = line->advantage,
                           .false_positive_rate = line->false_positive_rate,
                           .true_positive_rate = line->true_positive_rate,
                           .mu = line->mu,
                           .fpr_min = line->fpr_min};
    for (size_t i = 0; i < KINDS; i++) {
        if (line->given[kinds[i].options[0]] == NULL && line->given[kinds[i].options[1]] == NULL) {
            continue;
        }
        if (chosen < KINDS) {
            return pld__error_argument(error, kinds[i].words,
                                       "--epsilon and --delta, or --advantage, or --fpr and --tpr, or --mu and --fpr-min",
                                       "%s cannot be given together with %s", kinds[i].words, kinds[chosen].words);
        }
        chosen = i;
    }
    chosen = chosen < KINDS ? chosen : 0;
    target->kind = kinds[chosen].kind;
    pld_status status = pld__options_require(line, kinds[chosen].options[0], error);
    return status == PLD_OK ? pld__options_require(line, kinds[chosen].options[1], error) : status;
}

/* Moves the operand with the unknown to the end of `operands`; the others keep their order. */
static pld_status sort_operands(const pld__command_line *line, const char **operands, const char **unknown, pld_error *error) {
    const char *allowed = "one key=solve or @solve, as in poisson-gaussian:q=0.01,sigma=solve@10000";
    size_t kept = 0;
    *unknown = NULL;
    for (size_t i = 0; i < line->operand_count; i++) {
        const char *operand = line->operands[i];
        if (!pld__open_spec_is_in(operand)) {
            operands[kept++] = operand;
        } else if (*unknown != NULL) {
            return pld__error_argument(error, operand, allowed, "only one number can be solved for, and '%s' has one already",
                                       *unknown);
        } else {
            *unknown = operand;
        }
    }
    if (*unknown == NULL) {
        return pld__error_argument(error, line->operand_count ? line->operands[0] : "solve", allowed,
                                   "no mechanism says what is to be solved for");
    }
    return PLD_OK;
}

static pld_status solve(const pld_composition *others, calibration_report *report, pld_error *error) {
    const pld__command_line *line = report->line;
    size_t count = 0;
    const pld_step *steps = pld_composition_steps(others, &count);
    report->spent_before = count > 0;
    pld__progress progress = pld__progress_of_points(line->command->name, 1, line->messages);
    pld_status status = pld__calibrate(report->unknown, pld__masses_read, steps, count, &report->target, &line->query,
                                       pld__progress_watch, &progress, &report->found, &report->spec, error);
    pld__progress_end(&progress);
    return status;
}

/* The mechanisms with the number that was found. A step that it leaves out is not among them. */
static pld_status fill_composition(calibration_report *report, const char **operands, size_t others, pld_error *error) {
    operands[others] = report->spec;
    return pld__composition_read_specs(report->line, operands, others + (report->spec != NULL), &report->composition, error);
}

/* --- the answer in words -------------------------------------------------------------------------------------------- */

static void print_target(const calibration_report *report, FILE *stream) {
    const char *const *given = report->line->given;
    fprintf(stream, "%s for ", report->found.key);
    switch (report->target.kind) {
    case PLD_TARGET_EPSILON:
        fprintf(stream, "epsilon <= %s at delta = %s", given[PLD__OPTION_EPSILON], given[PLD__OPTION_DELTA]);
        break;
    case PLD_TARGET_ADVANTAGE:
        fprintf(stream, "an advantage <= %s of membership attacks", given[PLD__OPTION_ADVANTAGE]);
        break;
    case PLD_TARGET_ATTACK:
        fprintf(stream, "a true-positive rate <= %s at a false-positive rate of %s", given[PLD__OPTION_TPR],
                given[PLD__OPTION_RATE]);
        break;
    case PLD_TARGET_MU:
        fprintf(stream, "mu <= %s at error rates of at least %s", given[PLD__OPTION_MU], given[PLD__OPTION_FPR_MIN]);
        break;
    }
    fprintf(stream, ", %s\n", pld_adjacency_name(report->line->query.adjacency));
    pld__specs_print(report->line->operands, report->line->operand_count, stream);
    putc('\n', stream);
}

static void add_row(pld__table *table, const char *label, const pld_calibration *found, double number, const pld_bracket *spent,
                    int digits, const char *verdict) {
    char text[PLD__DECIMAL_SIZE];
    pld__table_add(table, label);
    if (isnan(number)) {
        snprintf(text, sizeof text, "-");
    } else if (found->whole) {
        snprintf(text, sizeof text, "%" PRIu64, (uint64_t)number);
    } else { /* the very number that was certified: a rounded one would not be */
        snprintf(text, sizeof text, "%s", pld__number_format(number).text);
    }
    pld__table_add(table, text);
    pld__decimal_fixed(spent->lower, digits, PLD__ROUND_DOWN, text);
    pld__table_add(table, text);
    pld__decimal_fixed(spent->upper, digits, PLD__ROUND_UP, text);
    pld__table_add(table, text);
    pld__table_add(table, verdict);
}

/* Digits that show on which side of the target both are. */
static int digits_of(const calibration_report *report) {
    const pld_calibration *found = &report->found;
    double target = report->target.kind == PLD_TARGET_EPSILON     ? report->target.epsilon
                    : report->target.kind == PLD_TARGET_ADVANTAGE ? report->target.advantage
                    : report->target.kind == PLD_TARGET_MU        ? report->target.mu
                                                                  : report->target.true_positive_rate;
    double gap = INFINITY;
    if (!isnan(found->value)) {
        gap = fmin(gap, target - found->spent.upper);
    }
    if (!isnan(found->limit)) {
        gap = fmin(gap, found->spent_at_limit.lower - target);
    }
    double digits = gap > 0 && isfinite(gap) ? ceil(-log10(gap)) + 1 : 6;
    return (int)fmin(fmax(digits, 4), 15);
}

/* The command that certifies the value again, or NULL if there is none. */
static pld_status check_command(const calibration_report *report, char **command) {
    const pld_composition *composition = report->composition;
    const char *const *given = report->line->given;
    pld_adjacency adjacency = report->line->query.adjacency;
    bool epsilon = report->target.kind == PLD_TARGET_EPSILON && report->target.epsilon > 0;
    bool mu = report->target.kind == PLD_TARGET_MU;
    if (isnan(report->found.value) || report->target.kind == PLD_TARGET_ATTACK || pld_composition_spec(composition, 0) == NULL ||
        pld__composition_has_file(report->line)) {
        return PLD_OK;
    }
    pld__page page;
    pld_status status = pld__page_open(&page);
    if (status != PLD_OK) {
        return status;
    }
    FILE *stream = page.stream;
    fprintf(stream, "pld %s %s",
            mu        ? "gdp --fpr-min"
            : epsilon ? "epsilon --delta"
                      : "delta --epsilon",
            mu        ? given[PLD__OPTION_FPR_MIN]
            : epsilon ? given[PLD__OPTION_DELTA]
                      : "0");
    if (report->found.spent_tolerance > 0) {
        pld__plain_print(stream, " --relative-tolerance %.2g", report->found.spent_tolerance);
    } else if (given[PLD__OPTION_TOLERANCE] != NULL) {
        fprintf(stream, " --tolerance %s", given[PLD__OPTION_TOLERANCE]);
    } else if (given[PLD__OPTION_RELATIVE_TOLERANCE] != NULL) {
        fprintf(stream, " --relative-tolerance %s", given[PLD__OPTION_RELATIVE_TOLERANCE]);
    }
    if (adjacency != PLD_ADJACENCY_ADD_REMOVE) {
        fprintf(stream, " --adjacency %s", pld_adjacency_name(adjacency));
    }
    for (size_t i = 0; pld_composition_spec(composition, i) != NULL; i++) {
        fprintf(stream, " %s", pld_composition_spec(composition, i));
    }
    status = pld__page_close(&page, PLD_OK);
    if (status != PLD_OK) {
        pld__page_free(&page);
        return status;
    }
    *command = page.text;
    return PLD_OK;
}

/* What belongs beside the number; false if there is nothing to say. */
static bool write_caution(const calibration_report *report, char *text, size_t size) {
    size_t count = 0;
    const pld_step *steps = pld_composition_steps(report->composition, &count);
    return pld_calibration_caution(&report->found, steps, count, report->spent_before, text, size) > 0;
}

static pld_status print_words(const calibration_report *report, FILE *stream) {
    const pld_calibration *found = &report->found;
    char lower[32], upper[32], caution[PLD_CAUTION_SIZE];
    snprintf(lower, sizeof lower, "%s lower", pld__target_name(report->target.kind));
    snprintf(upper, sizeof upper, "%s upper", pld__target_name(report->target.kind));
    const char *const heads[] = {"", found->key, lower, upper, "target"};
    pld__table table = {.columns = 5, .left = {[0] = true, [4] = true}};
    int digits = digits_of(report);
    for (size_t i = 0; i < table.columns; i++) {
        pld__table_add(&table, heads[i]);
    }
    if (!isnan(found->value)) {
        add_row(&table, "value", found, found->value, &found->spent, digits, "kept");
    }
    if (!isnan(found->limit)) {
        add_row(&table, "limit", found, found->limit, &found->spent_at_limit, digits, "exceeded");
    }
    if (found->kind == PLD_CALIBRATION_NEVER && isnan(found->limit)) {
        add_row(&table, "others", found, NAN, &found->spent, digits, "exceeded");
    }
    print_target(report, stream);
    bool complete = pld__table_print(&table, stream);
    pld__table_free(&table);
    if (found->reason[0] != '\0') {
        fprintf(stream, "%s\n", found->reason);
    }
    char *check = NULL;
    complete = check_command(report, &check) == PLD_OK && complete;
    if (check != NULL) {
        fprintf(stream, "check: %s\n", check);
    }
    free(check);
    if (write_caution(report, caution, sizeof caution)) {
        pld__report_print_note(caution, stream);
    }
    pld__report_notes(report->line, report->composition, false, stream);
    return complete ? PLD_OK : PLD_ERROR_MEMORY;
}

static void print_explanation(const calibration_report *report, FILE *stream) {
    const pld_calibration *found = &report->found;
    pld__plain_print(stream,
                     "\n%u compositions were computed in %.3f s: estimates led to the place, brackets certified what is said\n",
                     found->queries, found->seconds);
    if (!isnan(found->value) && !isnan(found->limit)) {
        char apart[PLD__DECIMAL_SIZE];
        pld__decimal_significant(fabs(found->limit - found->value), 3, PLD__ROUND_UP, apart);
        pld__plain_print(stream, "value and limit are %s apart, %.3g was asked for\n", apart, found->tolerance);
    }
}

static pld_status print_json(const calibration_report *report, FILE *stream) {
    char caution[PLD_CAUTION_SIZE], *check = NULL, *text = NULL;
    pld_status status = check_command(report, &check);
    if (status != PLD_OK) {
        return status;
    }
    const pld__calibration_view view = {.unknown = report->unknown,
                                        .composition = report->composition,
                                        .target = &report->target,
                                        .delta = &report->line->delta,
                                        .options = &report->line->query,
                                        .check = check,
                                        .caution = write_caution(report, caution, sizeof caution) ? caution : NULL};
    status = pld__json_calibration(&view, &report->found, &text);
    free(check);
    return pld__report_json(status, text, stream);
}

/* --- all of it ------------------------------------------------------------------------------------------------------ */

static pld_status print(const calibration_report *report) {
    bool json = report->line->given[PLD__OPTION_JSON] != NULL;
    FILE *output = report->line->output;
    pld_status status = json ? print_json(report, output) : print_words(report, output);
    if (status == PLD_OK && report->line->given[PLD__OPTION_EXPLAIN] != NULL) {
        print_explanation(report, json ? report->line->messages : output);
    }
    return status;
}

static pld__exit judge(const calibration_report *report) {
    const pld_calibration *found = &report->found;
    const char *command = report->line->command->name;
    if (found->kind == PLD_CALIBRATION_NEVER) {
        return PLD__EXIT_NO;
    }
    if (found->tolerance_met) {
        return PLD__EXIT_DONE;
    }
    if (isnan(found->value) || isnan(found->limit)) {
        fprintf(report->line->messages, "pld %s: no %s could be certified %s the target\n", command, found->key,
                isnan(found->value) && isnan(found->limit) ? "either to keep to or to exceed"
                : isnan(found->value)                      ? "to keep to"
                                                           : "to exceed");
    } else {
        char apart[PLD__DECIMAL_SIZE];
        pld__decimal_significant(fabs(found->limit - found->value), 3, PLD__ROUND_UP, apart);
        pld__plain_print(report->line->messages,
                         "pld %s: value and limit are valid, but %s apart, which is more than the %.3g asked for\n", command,
                         apart, found->tolerance);
    }
    return PLD__EXIT_TOLERANCE;
}

pld__exit pld__command_calibrate(const pld__command_line *line) {
    pld_error error = {.message = ""};
    calibration_report report = {.line = line};
    pld_composition *others = NULL;
    const char **operands = calloc(line->operand_count + 1, sizeof *operands);
    pld_status status = operands ? read_target(line, &report.target, &error) : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        status = sort_operands(line, operands, &report.unknown, &error);
    }
    size_t other_count = line->operand_count > 0 ? line->operand_count - 1 : 0;
    if (status == PLD_OK) {
        status = pld__composition_read_specs(line, operands, other_count, &others, &error);
    }
    if (status == PLD_OK) {
        status = solve(others, &report, &error);
    }
    if (status == PLD_OK) {
        status = fill_composition(&report, operands, other_count, &error);
    }
    if (status == PLD_OK) {
        status = print(&report);
    }
    pld__exit code = status == PLD_OK ? judge(&report) : pld__failure_of_line(line, status, &error);
    pld_composition_free(others);
    pld_composition_free(report.composition);
    pld__free(report.spec);
    free(operands);
    return code;
}
