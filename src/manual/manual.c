#include "manual/manual.h"

#include "base/base.h"
#include "family/family.h"
#include "manual/roff.h"
#include "options/failure.h"
#include "options/options.h"
#include "terminal/page.h"
#include <string.h>

#ifndef PLD_DATE
#define PLD_DATE "unknown"
#endif

static const struct {
    const char *code, *meaning;
} exits[] = {
    {"0", "Done."},
    {"1", "A check answered no: something is unsound, an end is refuted, or nothing keeps to the target. The page of a command "
          "says which."},
    {"2", "Wrong usage. One sentence says which word is wrong and what would be right."},
    {"3", "The answer is valid, but wider than asked for; of a proof: it was not found, which says nothing against the answer."},
    {"4", "Input or output failed, or there was not enough memory."},
    {"5", "A contradiction inside the program: there is no number."},
    {"130, 143", "Stopped by SIGINT, by SIGTERM."},
};

static const struct {
    const char *name, *meaning;
} variables[] = {
    {"PLD_PYTHON", "The Python interpreter that draws figures."},
    {"PLD_SCRIPTS", "The folder of plot.py, where it is not the one that was installed."},
    {"OMP_NUM_THREADS", "How many threads are used without --threads. No answer depends on it."},
    {"COLUMNS", "Where lines of notes are broken, if standard output is a terminal."},
};

/* --- pieces --------------------------------------------------------------------------------------------------------- */

static void put_head(FILE *stream, const char *name, const char *section, const char *summary) {
    fputs(".\\\" Made by pld from its own tables.\n", stream);
    pld__roff_title(stream, name, section, PLD_DATE, pld_version());
    pld__roff_section(stream, "NAME");
    pld__roff_words(stream, name);
    fputs(" \\- ", stream);
    pld__roff_words(stream, summary);
    fputc('\n', stream);
}

/* "pld-epsilon (1)," and the like; ends the page. */
static void put_see_also(FILE *stream, const char *except, const char *const (*pages)[2], size_t count) {
    const char *separator = "";
    pld__roff_section(stream, "SEE ALSO");
    for (size_t i = 0; i < count; i++) {
        if (strcmp(pages[i][0], except) != 0) {
            fputs(separator, stream);
            fputs("\\fB", stream);
            pld__roff_words(stream, pages[i][0]);
            fprintf(stream, "\\fR(%s)", pages[i][1]);
            separator = ",\n";
        }
    }
    fputc('\n', stream);
}

static const char *const general_pages[][2] = {
    {"pld", "1"}, {"pld-mechanisms", "1"}, {"pld-experiment", "5"}, {"pld-hdf5", "5"}, {"libpld", "3"}};
enum { GENERAL_PAGES = sizeof general_pages / sizeof general_pages[0] };

static void put_exits(FILE *stream) {
    pld__roff_section(stream, "EXIT STATUS");
    for (size_t i = 0; i < sizeof exits / sizeof exits[0]; i++) {
        pld__roff_tagged(stream, exits[i].code, NULL, exits[i].meaning);
    }
}

static void put_choices(FILE *stream, size_t option) {
    const char *choice = pld__option_choice(option, 0);
    if (choice == NULL) {
        return;
    }
    fputs("Words: ", stream);
    for (size_t i = 0; choice != NULL; i++) {
        const char *next = pld__option_choice(option, i + 1);
        fputs("\\fB", stream);
        pld__roff_words(stream, choice);
        fputs(next ? "\\fR, " : "\\fR.\n", stream);
        choice = next;
    }
}

static void put_options(FILE *stream, const pld__command *command) {
    pld__roff_section(stream, "OPTIONS");
    for (size_t i = 0; i < PLD__OPTION_COUNT; i++) {
        const pld__option_row *row = pld__option_of(command, i);
        if (row != NULL) {
            char tag[64];
            snprintf(tag, sizeof tag, "--%s", row->name);
            pld__roff_tagged(stream, tag, row->value_name, row->meaning);
            if (pld__option_choice(i, 0) != NULL) {
                fputs(".br\n", stream);
                put_choices(stream, i);
            }
        }
    }
}

/* Every family with its keys; `words`: with what is known about it as well. */
static void put_families(FILE *stream, bool words) {
    const pld__family *family = NULL;
    for (size_t i = 0; (family = pld__family_at(i)) != NULL; i++) {
        fputs(".SS ", stream);
        pld__roff_words(stream, family->name);
        fputc('\n', stream);
        pld__roff_text(stream, family->meaning);
        for (size_t k = 0; k < family->key_count; k++) {
            const pld__key *key = &family->keys[k];
            char tag[128];
            snprintf(tag, sizeof tag, "%s%s%s", key->name, key->fallback ? "=" : "", key->fallback ? key->fallback : "");
            pld__roff_tagged(stream, tag, NULL, key->meaning);
        }
        if (words) {
            fputs(".PP\nAdjacency: ", stream);
            pld__roff_text(stream, family->adjacency);
            fputs(".PP\n", stream);
            pld__roff_text(stream, family->remark);
            fputs(".PP\nReference: ", stream);
            pld__roff_text(stream, family->reference);
            fputs(".br\nExample: ", stream);
            pld__roff_text(stream, family->example);
        }
    }
}

static void put_spec_words(FILE *stream) {
    pld__roff_text(
        stream,
        "A mechanism is name:key=value,...@count, such as poisson-gaussian:q=256/60000,sigma=1@16384: the pair P (with the\n"
        "protected records) versus Q (without), count times; several are composed. Numbers may be fractions and have\n"
        "exponents. A key shown with a value has that default.\n");
}

/* --- pages ---------------------------------------------------------------------------------------------------------- */

static void put_program(FILE *stream) {
    const pld__command *command = NULL;
    put_head(stream, "pld", "1", "tight, certified differential-privacy numbers");
    pld__roff_section(stream, "SYNOPSIS");
    pld__roff_bold(stream, "pld", "COMMAND [OPTION]... [OPERAND]...");
    fputs(".br\n", stream);
    pld__roff_bold(stream, "pld --version", NULL);
    fputs(".br\n", stream);
    pld__roff_bold(stream, "pld --manual", "[PAGE]");
    pld__roff_section(stream, "DESCRIPTION");
    pld__roff_text(
        stream,
        "A mechanism is a worst-case pair of distributions, a composition a list of mechanisms with counts, and an answer a\n"
        "bracket: lower <= truth <= upper, certified of these pairs, for the adjacency that is printed beside it. Notes\n"
        "say where a pair is more or less than its mechanism; they belong to the number.\n"
        "\n"
        "--manual prints the source of a manual page, and without PAGE the names of all of them.\n");
    pld__roff_section(stream, "COMMANDS");
    for (size_t i = 0; (command = pld__command_at(i)) != NULL; i++) {
        pld__roff_tagged(stream, command->name, command->arguments, command->summary);
    }
    pld__roff_section(stream, "MECHANISMS");
    put_spec_words(stream);
    put_families(stream, false);
    put_exits(stream);
    pld__roff_section(stream, "ENVIRONMENT");
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        pld__roff_tagged(stream, variables[i].name, NULL, variables[i].meaning);
    }
    pld__roff_section(stream, "EXAMPLES");
    pld__roff_verbatim(stream, "pld epsilon --delta 1e-5 poisson-gaussian:q=256/60000,sigma=1@16384\n"
                               "pld calibrate --epsilon 8 --delta 1e-5 dp-sgd:N=60000,batch=256,epochs=60,sigma=solve\n"
                               "pld statement --delta 1e-5 dp-sgd:N=60000,batch=256,epochs=60,sigma=1\n");
    pld__roff_section(stream, "SEE ALSO");
    for (size_t i = 0; (command = pld__command_at(i)) != NULL; i++) {
        fprintf(stream, "\\fBpld\\-%s\\fR(1),\n", command->name);
    }
    fputs("\\fBpld\\-experiment\\fR(5),\n\\fBpld\\-hdf5\\fR(5),\n\\fBlibpld\\fR(3)\n", stream);
}

static pld_status put_more(FILE *stream, const pld__command *command) {
    pld__page more = {.text = NULL};
    pld_status status = pld__page_open(&more);
    if (status == PLD_OK) {
        command->print_more(more.stream);
        status = pld__page_close(&more, PLD_OK);
    }
    if (status == PLD_OK) {
        pld__roff_text(stream, more.text + strspn(more.text, "\n"));
    }
    pld__page_free(&more);
    return status;
}

static pld_status put_command(FILE *stream, const pld__command *command) {
    char name[64], usage[64];
    pld_status status = PLD_OK;
    snprintf(name, sizeof name, "pld-%s", command->name);
    snprintf(usage, sizeof usage, "pld %s", command->name);
    put_head(stream, name, "1", command->summary);
    pld__roff_section(stream, "SYNOPSIS");
    pld__roff_bold(stream, usage, command->arguments);
    if (command->remark != NULL || command->print_more != NULL) {
        pld__roff_section(stream, "DESCRIPTION");
    }
    if (command->remark != NULL) {
        pld__roff_text(stream, command->remark);
    }
    if (command->print_more != NULL) {
        fputs(command->remark != NULL ? ".PP\n" : "", stream);
        status = put_more(stream, command);
    }
    put_options(stream, command);
    if (strcmp(command->name, "mechanisms") == 0) {
        pld__roff_section(stream, "MECHANISMS");
        put_spec_words(stream);
        put_families(stream, true);
    }
    put_exits(stream);
    put_see_also(stream, name, general_pages, GENERAL_PAGES);
    return status;
}

static void put_experiment(FILE *stream) {
    const pld__command *sweep = pld__command_having(PLD__OPTION_RESUME);
    put_head(stream, "pld-experiment", "5", "a grid of points for pld sweep");
    pld__roff_section(stream, "DESCRIPTION");
    pld__roff_text(stream, sweep->remark);
    pld__roff_section(stream, "ADJACENCIES");
    put_choices(stream, PLD__OPTION_ADJACENCY);
    pld__roff_section(stream, "METHODS");
    put_choices(stream, PLD__OPTION_METHODS);
    pld__roff_section(stream, "MECHANISMS");
    put_spec_words(stream);
    put_families(stream, false);
    pld__roff_section(stream, "EXAMPLES");
    pld__roff_verbatim(stream, "{\n"
                               "  \"schema\": \"pld.experiment/1\",\n"
                               "  \"mechanisms\": \"poisson-gaussian:q=256/60000,sigma=1\",\n"
                               "  \"vary\": {\"sigma\": [0.8, 1, 1.2]},\n"
                               "  \"compositions\": \"1..16384:x2\",\n"
                               "  \"delta\": 1e-5,\n"
                               "  \"methods\": [\"rdp\", \"gaussian-clt\"]\n"
                               "}\n");
    put_see_also(stream, "pld-experiment", general_pages, GENERAL_PAGES);
}

/* --- which page ----------------------------------------------------------------------------------------------------- */

static void print_names(void) {
    const pld__command *command = NULL;
    puts("pld.1");
    for (size_t i = 0; (command = pld__command_at(i)) != NULL; i++) {
        printf("pld-%s.1\n", command->name);
    }
    puts("pld-experiment.5");
}

static pld_status put_page(FILE *stream, const char *name, pld_error *error) {
    const pld__command *command = NULL;
    for (size_t i = 0; (command = pld__command_at(i)) != NULL; i++) {
        char page[64];
        snprintf(page, sizeof page, "pld-%s.1", command->name);
        if (strcmp(page, name) == 0) {
            return put_command(stream, command);
        }
    }
    if (strcmp(name, "pld.1") == 0) {
        put_program(stream);
        return PLD_OK;
    }
    if (strcmp(name, "pld-experiment.5") == 0) {
        put_experiment(stream);
        return PLD_OK;
    }
    return pld__error_argument(error, name, "a page that 'pld --manual' lists", "there is no manual page '%s'", name);
}

pld__exit pld__manual(const char *name) {
    if (name == NULL) {
        print_names();
        return PLD__EXIT_DONE;
    }
    pld_error error = {.message = ""};
    pld__page page = {.text = NULL};
    pld_status status = pld__page_open(&page);
    if (status == PLD_OK) {
        status = pld__page_close(&page, put_page(page.stream, name, &error));
    }
    if (status == PLD_OK) {
        pld__page_print(&page, stdout);
    }
    pld__page_free(&page);
    return status == PLD_OK ? PLD__EXIT_DONE : pld__failure_report(NULL, status, &error, false);
}
