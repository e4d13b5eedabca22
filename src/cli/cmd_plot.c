/* pld plot: what scripts/figures is given. */
#include "cli/commands.h"

#include "base/base.h"
#include "base/number.h"
#include "base/plain.h"
#include "cli/figure.h"
#include "cli/plot_values.h"
#include "export/selection.h"
#include "options/failure.h"
#include "options/options.h"
#include "store/file.h"
#include "terminal/page.h"

#include <string.h>

/* --kind and --style are one of a few words each, or not given. */
static pld_status check_words(const pld__command_line *line, pld_error *error) {
    static const char *const styles[] = {"print", "screen", "dark"};
    const char *kind = line->given[PLD__OPTION_KIND], *style = line->given[PLD__OPTION_STYLE];
    size_t place = 0;
    if (kind != NULL && !pld__option_choose(PLD__OPTION_KIND, kind, &place)) {
        return pld__error_argument(error, kind, "compositions, parameter, profile, ratio, distributions, tradeoff or batches",
                                   "--kind: there is no '%s'", kind);
    }
    bool known = style == NULL;
    for (size_t i = 0; i < sizeof styles / sizeof styles[0] && !known; i++) {
        known = strcmp(style, styles[i]) == 0;
    }
    return known ? PLD_OK : pld__error_argument(error, style, "print, screen or dark", "--style: there is no '%s'", style);
}

static pld_status check_ending(const char *path, pld_error *error) {
    return pld__figure_is(path)
               ? PLD_OK
               : pld__error_argument(error, path, ".svg, .pdf or .png", "-o: '%s' does not end in .svg, .pdf or .png", path);
}

/* --- what the script is given --------------------------------------------------------------------------------------- */

typedef enum value_kind { AS_GIVEN, LENGTH, LIMITS, SELECTION, NO_VALUE } value_kind;

typedef struct passed_option {
    const char *name; /* with the equals sign: values are joined, since a name or a title may begin with a dash */
    pld__option option;
    value_kind kind;
} passed_option;

static const passed_option passed[] = {
    {"--output=", PLD__OPTION_OUTPUT, AS_GIVEN},
    {"--kind=", PLD__OPTION_KIND, AS_GIVEN},
    {"--title=", PLD__OPTION_TITLE, AS_GIVEN},
    {"--style=", PLD__OPTION_STYLE, AS_GIVEN},
    {"--width=", PLD__OPTION_WIDTH, LENGTH},
    {"--height=", PLD__OPTION_HEIGHT, LENGTH},
    {"--font=", PLD__OPTION_FONT, AS_GIVEN},
    {"--xlim=", PLD__OPTION_XLIM, LIMITS},
    {"--ylim=", PLD__OPTION_YLIM, LIMITS},
    {"--select=", PLD__OPTION_SELECT, SELECTION},
    {"--no-other-direction", PLD__OPTION_NO_OTHER_DIRECTION, NO_VALUE},
};

enum { PASSED = sizeof passed / sizeof passed[0] };

/* Numbers of a selection may be fractions, which are none to the script. */
static pld_status join_selection(const char *name, const char *value, char **joined, pld_error *error) {
    pld__selection selection;
    pld__page page;
    pld_status status = pld__selection_read(value, &selection, error);
    if (status == PLD_OK) {
        status = pld__page_open(&page);
    }
    if (status != PLD_OK) {
        return status;
    }
    pld__selection_print(&selection, page.stream);
    status = pld__page_close(&page, PLD_OK);
    *joined = status == PLD_OK ? pld__path_with(name, page.text) : NULL;
    pld__page_free(&page);
    return *joined != NULL ? PLD_OK : PLD_ERROR_MEMORY;
}

/* The option with its value as the script reads it: lengths in inches. */
static pld_status join_option(const passed_option *option, const char *value, char **joined, pld_error *error) {
    char text[2 * PLD__NUMBER_SIZE] = "";
    double first = 0, second = 0;
    pld_error cause = {.message = ""};
    pld_status status = PLD_OK;
    if (option->kind == SELECTION) {
        return join_selection(option->name, value, joined, error);
    }
    if (option->kind == LENGTH) {
        status = pld__length_parse(value, &first, &cause);
        pld__plain_format(text, sizeof text, "%.10g", first);
    } else if (option->kind == LIMITS) {
        status = pld__limits_parse(value, &first, &second, &cause);
        pld__plain_format(text, sizeof text, "%.17g,%.17g", first, second);
    }
    if (status != PLD_OK) {
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(option->name, "="), option->name);
        return pld__option_blame(status, name, &cause, error);
    }
    *joined = pld__path_with(option->name, option->kind == AS_GIVEN ? value : text);
    return *joined != NULL ? PLD_OK : PLD_ERROR_MEMORY;
}

/* Everything the script is given, behind interpreter and script; `joined` has what is to be freed. */
static pld_status make_arguments(const pld__command_line *line, char *joined[PASSED], char **arguments, pld_error *error) {
    size_t count = 2;
    for (size_t i = 0; i < PASSED; i++) {
        const char *value = line->given[passed[i].option];
        pld_status status = value ? join_option(&passed[i], value, &joined[i], error) : PLD_OK;
        if (status != PLD_OK) {
            return status;
        }
        if (value != NULL) {
            arguments[count++] = joined[i];
        }
    }
    arguments[count++] = (char *)"--";
    for (size_t i = 0; i < line->operand_count; i++) {
        arguments[count++] = (char *)line->operands[i]; /* execvp changes nothing */
    }
    arguments[count] = NULL;
    return PLD_OK;
}

/* --- the command ---------------------------------------------------------------------------------------------------- */

/* Judges the line and the files before a foreign program sees them. */
static pld_status check_line(const pld__command_line *line, pld_error *error) {
    pld_status status = pld__options_require(line, PLD__OPTION_OUTPUT, error);
    if (status == PLD_OK) {
        status = check_ending(line->given[PLD__OPTION_OUTPUT], error);
    }
    if (status == PLD_OK) {
        status = check_words(line, error);
    }
    if (status == PLD_OK && line->operand_count == 0) {
        status = pld__error_argument(error, "FILE.h5", "FILE.h5", "FILE.h5 is missing");
    }
    return status;
}

static pld_status check_files(const pld__command_line *line, pld_error *error) {
    pld_status status = PLD_OK;
    for (size_t i = 0; i < line->operand_count && status == PLD_OK; i++) {
        pld_store *store = NULL;
        status = pld_store_read(line->operands[i], &store, error);
        pld_store_free(store);
    }
    return status;
}

pld__exit pld__command_plot(const pld__command_line *line) {
    pld_error error = {.message = ""};
    char *joined[PASSED] = {NULL}, **arguments = NULL;
    int code = 0;
    pld_status status = check_line(line, &error);
    if (status != PLD_OK) {
        goto cleanup;
    }
    arguments = pld__allocate(PASSED + line->operand_count + 4, sizeof *arguments);
    status = arguments != NULL ? make_arguments(line, joined, arguments, &error) : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        status = check_files(line, &error);
    }
    if (status == PLD_OK) {
        status = pld__figure_draw(arguments, &code, &error);
    }
cleanup:
    for (size_t i = 0; i < PASSED; i++) {
        pld__free(joined[i]);
    }
    pld__free(arguments);
    return status != PLD_OK ? pld__failure_of_line(line, status, &error) : (pld__exit)code;
}
