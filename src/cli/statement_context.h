/* What the options of `pld statement` say about where and for whom it holds. */
#ifndef PLD_CLI_STATEMENT_CONTEXT_H
#define PLD_CLI_STATEMENT_CONTEXT_H

#include "options/command.h"

typedef struct pld__statement_context {
    pld_statement_tuning tuning;
    bool searched;
    pld_bracket base; /* of one run of the search */
    char *runs;       /* owned */
    char *registry;   /* the text of the file, owned; or NULL */
} pld__statement_context;

/* Fills the question in, which borrows from the context; the composition and delta of a search must be these. Free it in any
 * case. */
PLD_WARN_UNUSED pld_status pld__statement_context_read(const pld__command_line *line, const pld_composition *composition,
                                                       pld_statement_question *question, pld__statement_context *context,
                                                       pld_error *error);
/* Refuses a search whose one run is not that of the statement: a file of masses may have changed in between. */
PLD_WARN_UNUSED pld_status pld__statement_context_check(const pld__command_line *line, const pld__statement_context *context,
                                                        const pld_statement *statement, pld_error *error);
void pld__statement_context_free(pld__statement_context *context);

#endif
