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
    PLD_STATEMENT_LATEX,   /* needs no packages (LaTeX of 2020 or later) */
    PLD_STATEMENT_REGISTRY /* the parts of an entry of the OpenDP deployments registry, see pld_statement_registry */
} pld_statement_format;

/* Who is trusted. */
typedef enum pld_deployment_model {
    PLD_MODEL_CENTRAL = 0,
    PLD_MODEL_LOCAL,
    PLD_MODEL_SHUFFLE,
    PLD_MODEL_FEDERATED
} pld_deployment_model;

/* What is said of the choice of hyperparameters. */
typedef struct pld_statement_tuning {
    bool none;           /* there was none on these data, by the word of whoever states it; nothing else is read */
    const char *runs;    /* the law of the number of runs, as `pld tune` names it */
    double mean_runs;    /* its mean */
    pld_bracket epsilon; /* of the search, at the same delta, for the worst score; its estimate means nothing */
} pld_statement_tuning;

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
    pld_deployment_model model;
    const char *unit;           /* what is protected, as "one patient"; NULL: one record, or one user where they have several */
    uint64_t examples_per_unit; /* most records of one unit: the pair of such a group is what is stated; 0 and 1: one */
    const pld_statement_tuning *tuning; /* NULL: not accounted for, and that is said */
    bool officer;                       /* what an attacker can do, for readers without mathematics */
    double false_positive_rate;         /* of that attacker; 0: 0.01 */
    bool mu;                            /* of Gaussian differential privacy, too */
    double fpr_min;                     /* where both error rates are at least this, as pld_query_gdp has it; 0: everywhere */
} pld_statement_question;

/* The answer for a group of k records, all of them added or all removed. */
typedef struct pld_statement_group {
    uint64_t k;
    pld_result result;
} pld_statement_group;

/* Does not change after creation. */
typedef struct pld_statement pld_statement;

/* Asks for epsilon (once, and once for each group) and writes the paragraph: the mechanisms, what neighbours are, what is
 * released, who is trusted, delta and the certified epsilon, its upper end rounded up and its lower end down, groups, attacks,
 * mu, what is assumed, what is not covered, the version. Fails where a group's pair is not known, for groups of records that are
 * replaced, for groups or a proof where a unit has several records, for attacks on a search and its mu, and where pld_query_gdp
 * has no mu. A bracket that is wider than asked for is stated all the same: see tolerance_met of the results. */
PLD_API PLD_WARN_UNUSED pld_status pld_statement_create(const pld_statement_question *question, const pld_options *options,
                                                        pld_statement **statement, pld_error *error);
PLD_API void pld_statement_free(pld_statement *statement);

/* The paragraph, without a final newline (of PLD_STATEMENT_REGISTRY its parts, one after the other); the answer for one unit; the
 * answers for groups, in the order asked. All owned by the statement. */
PLD_API const char *pld_statement_text(const pld_statement *statement);
PLD_API const pld_result *pld_statement_result(const pld_statement *statement);
PLD_API const pld_statement_group *pld_statement_groups(const pld_statement *statement, size_t *count);

/* The attack that was stated; NULL: none was asked for. */
PLD_API const pld_attack *pld_statement_attack(const pld_statement *statement);

/* The mu that was stated; NULL: none was asked for. */
PLD_API const pld_gdp *pld_statement_gdp(const pld_statement *statement);

/* An entry of the OpenDP deployments registry (its schema of July 2026), as YAML that tools of YAML 1.1 read as it is meant, from
 * a statement in PLD_STATEMENT_REGISTRY. `fields` is JSON with the fields that only you know, in the registry's own structure
 * ({"url_slug": .., "deployment": {"basic": {"name": ..}}}), or NULL; what it may not hold is refused. Fields that the schema
 * requires and that are missing are written as "FILL IN" and named in *missing, a line each (NULL: none are). Free both texts
 * with pld_text_free. */
PLD_API PLD_WARN_UNUSED pld_status pld_statement_registry(const pld_statement *statement, const char *fields, char **yaml,
                                                          char **missing, pld_error *error);

#ifdef __cplusplus
}
#endif
#endif
