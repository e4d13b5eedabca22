/* The body of a request as the command line that asks the same. */
#ifndef PLD_SERVE_READING_H
#define PLD_SERVE_READING_H

#include "options/command.h"
#include "store/json.h"

/* What such a line borrows. */
typedef struct pld__reading {
    json_t *object;
    char **texts; /* of options and mechanisms */
    size_t text_count;
    const char **words; /* of the command line: options, then mechanisms */
    size_t word_count;
    const char **operands;
    char *invocation;
    double points; /* how many answers are asked for, at most */
} pld__reading;

/* An object with the options of the command as keys and its operands as "mechanisms". Values are texts or numbers, of lists also
 * arrays of these, and true for options that take none (false and the option is not given). Options about files and about the
 * process are refused, and so are more answers than PLD__REQUEST_POINTS. Free `read` also after a failure. */
PLD_WARN_UNUSED pld_status pld__reading_make(const pld__command *command, const char *body, size_t size, pld__command_line *line,
                                             pld__reading *read, pld_error *error);
void pld__reading_free(pld__reading *read);

#endif
