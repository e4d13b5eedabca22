/* A statement, and the parts it is made of. */
#ifndef PLD_STATEMENT_PARTS_H
#define PLD_STATEMENT_PARTS_H

#include "base/decimal.h"
#include "query/standings.h"
#include "statement/words.h"

/* In the order in which they are read. */
typedef enum pld__part {
    PLD__PART_MECHANISMS,
    PLD__PART_NEIGHBOURS, /* and the unit */
    PLD__PART_RELEASED,
    PLD__PART_EPSILON, /* groups, attacks and proof too */
    PLD__PART_MODEL,
    PLD__PART_ASSUMPTIONS,
    PLD__PART_ACCESSES, /* other accesses to the data, and tuning */
    PLD__PART_VERSION,
    PLD__PARTS
} pld__part;

struct pld_statement {
    char *text;
    size_t ends[PLD__PARTS]; /* where each part of the text stops */
    pld_statement_format format;
    pld_deployment_model model;
    double log_delta;
    char *unit;         /* in words; NULL: one record, and nobody named it */
    bool tuned;         /* a search is what is stated */
    bool untold;        /* nothing is said of tuning */
    double tuned_upper; /* epsilon of that */
    pld_result result;
    bool proven; /* by somebody else, both ends of it */
    size_t group_count;
    pld_statement_group *groups;
    pld__standings group_standings; /* of all groups together */
    bool attacked;
    pld_attack attack;
    double advantage_upper;
    bool has_mu;
    pld_gdp gdp;
};

/* statement.c */

/* Two ends as they are shown: rounded outward, so that what is said is as true as what was computed, with decimals enough to see
 * the width, or the width asked for if that is larger. */
typedef struct pld__shown {
    char lower[PLD__DECIMAL_SIZE], upper[PLD__DECIMAL_SIZE];
} pld__shown;
pld__shown pld__show(const pld_bracket *bracket, double tolerance, bool gap);
/* What the claim needs beyond the assumptions that are listed, if anything: inside the claim, so that nobody quotes it without.
 * Is anything said? */
bool pld__say_condition(pld__markup *markup, const pld_statement_question *question, const pld__standings *standings);
/* Whose smallest number the bracket holds. */
const char *pld__whose(const pld__standings *standings);
/* Why the two ends are not one, for each reason once. */
void pld__say_gaps(pld__markup *markup, const pld_statement_question *question);

/* answers.c: the same steps for k records, and an end to them. */
PLD_WARN_UNUSED pld_status pld__group_steps_create(const pld_statement_question *question, uint64_t k, pld_step **steps,
                                                   pld_error *error);
void pld__group_steps_free(pld_step *steps, size_t count);
/* Options for what is shown to a few digits beside epsilon: whoever watches is asked, the widths are our own. */
pld_options pld__options_beside(const pld_options *options);
/* All that the statement is about: epsilon, groups, attacks, mu, the proof. */
PLD_WARN_UNUSED pld_status pld__statement_ask(const pld_statement_question *question, const pld_options *options,
                                              pld_statement *statement, pld_error *error);

/* mu.c: mu of Gaussian differential privacy. */
PLD_WARN_UNUSED pld_status pld__statement_ask_mu(const pld_statement_question *question, const pld_options *options,
                                                 pld_statement *statement, pld_error *error);
void pld__say_mu(pld__markup *markup, const pld_statement_question *question, pld_adjacency adjacency,
                 const pld_statement *statement);

/* context.c: sentences about where and for whom it holds. */

/* "Central", as registries call it. */
const char *pld__model_name(pld_deployment_model model);
void pld__say_model(pld__markup *markup, pld_deployment_model model);
void pld__say_unit(pld__markup *markup, const pld_statement_question *question);
/* What is not covered, and what is known of tuning. */
void pld__say_accesses(pld__markup *markup, const pld_statement_question *question, pld_adjacency adjacency);
/* What an attacker can do. `people`: neighbours differ by records that are there or not. */
void pld__say_attack(pld__markup *markup, const pld_statement_question *question, const pld_statement *statement,
                     pld_adjacency adjacency);

#endif
