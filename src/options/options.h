/* The options of all commands: one table, from which they are parsed, judged and explained. */
#ifndef PLD_OPTIONS_OPTIONS_H
#define PLD_OPTIONS_OPTIONS_H

#include "options/command.h"

/* An option as it is parsed and shown. */
typedef struct pld__option_row {
    const char *name;
    const char *value_name; /* NULL: it takes no value */
    const char *meaning;
    pld_status (*read)(const char *text, pld__command_line *line, pld_error *error);
} pld__option_row;

/* What a command knows of an option; NULL if it has no such option. */
const pld__option_row *pld__option_of(const pld__command *command, size_t option);

/* True if it may be given again. */
bool pld__option_repeats(const pld__option_row *row);

/* The words that an option takes, NULL behind the last one; none where it takes anything else than words of a list. */
const char *pld__option_choice(size_t option, size_t index);

/* Which of them this is; false if it is none. */
bool pld__option_choose(size_t option, const char *word, size_t *place);

/* Reads the words behind a command; argv[0] is the command itself. Operands are moved to the front of argv. Stops at --help. */
PLD_WARN_UNUSED pld_status pld__options_parse(const pld__command *command, int argc, char **argv, pld__command_line *line,
                                              pld_error *error);

/* A line of the command that says nothing yet, and prints where programs do. */
pld__command_line pld__options_start(const pld__command *command);

/* One option by its name, without dashes; `text` is its value, NULL for one that takes none. Both are kept, not copied. */
PLD_WARN_UNUSED pld_status pld__options_take(pld__command_line *line, const char *name, const char *text, pld_error *error);

/* Refuses a line without this option. */
PLD_WARN_UNUSED pld_status pld__options_require(const pld__command_line *line, pld__option option, pld_error *error);

/* Puts the option's name in front of a message about its value. */
pld_status pld__option_blame(pld_status status, const char *option, const pld_error *cause, pld_error *error);

/* One line per option of the command. */
void pld__options_print(FILE *stream, const pld__command *command);

#endif
