/* What was spent, in words: a paragraph ready for a paper or a model card. */
#ifndef PLD_STATEMENT_H
#define PLD_STATEMENT_H

#include <pld/query.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pld_statement_format {
    PLD_STATEMENT_TEXT = 0,
    PLD_STATEMENT_MARKDOWN,
    PLD_STATEMENT_LATEX /* needs no packages (LaTeX of 2020 or later) */
} pld_statement_format;

/* Everything is borrowed for the call. Texts of the caller's are escaped as the format needs it. */
typedef struct pld_statement_question {
    const pld_step *steps;
    size_t step_count;
    const char *delta; /* as it is to be written: "1e-5", "1/48000", "1e-400"; from 0 to below 1 */
    pld_statement_format format;
    const uint64_t *groups; /* sizes k of groups to be stated too, see pld_mechanism_create_group; may be NULL */
    size_t group_count;
    const char *released; /* what is released, in words; NULL: everything that the mechanisms put out */
    const char *command;  /* how the numbers can be reproduced; NULL: not said */
    /* Somebody who proves the ends for one record by other means: *proven is true only if both are, and only then it is said that
     * they are verified in interval arithmetic. What it fails with, the statement fails with. NULL: not asked. */
    pld_status (*prove)(void *context, const pld_result *result, bool *proven, pld_error *error);
    void *prove_context;
} pld_statement_question;

/* The answer for a group of k records, all of them added or all removed. */
typedef struct pld_statement_group {
    uint64_t k;
    pld_result result;
} pld_statement_group;

/* Does not change after creation. */
typedef struct pld_statement pld_statement;

/* Asks for epsilon (once, and once for each group) and writes the paragraph: the mechanisms, what neighbours are, what is
 * released, delta and the certified epsilon, its upper end rounded up and its lower end down, groups, what is assumed, the
 * version. Fails where a group's pair is not known, and for groups of records that are replaced. A bracket that is wider than
 * asked for is stated all the same: see tolerance_met of the results. */
PLD_API PLD_WARN_UNUSED pld_status pld_statement_create(const pld_statement_question *question, const pld_options *options,
                                                        pld_statement **statement, pld_error *error);
PLD_API void pld_statement_free(pld_statement *statement);

/* The paragraph, without a final newline; the answer for one record; the answers for groups, in the order asked. All owned by the
 * statement. */
PLD_API const char *pld_statement_text(const pld_statement *statement);
PLD_API const pld_result *pld_statement_result(const pld_statement *statement);
PLD_API const pld_statement_group *pld_statement_groups(const pld_statement *statement, size_t *count);

#ifdef __cplusplus
}
#endif
#endif
