/* Puts the sentences together. */
#include <pld/statement.h>

#include "base/base.h"
#include "base/decimal.h"
#include "pair/pair.h"
#include "statement/parts.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- sentences ------------------------------------------------------------------------------------------------------ */

/* As many as make the first digit of the width a unit or more. */
static int decimals_of(const pld_bracket *bracket, double tolerance, bool gap) {
    double width = gap ? 0 : bracket->upper - bracket->lower;
    double digits = ceil(-log10(fmax(isfinite(width) ? width : 0, tolerance)));
    return digits < 2 ? 2 : digits > 12 ? 12 : (int)digits;
}

pld__shown pld__show(const pld_bracket *bracket, double tolerance, bool gap) {
    pld__shown ends;
    int decimals = decimals_of(bracket, tolerance, gap);
    pld__decimal_fixed(bracket->lower, decimals, PLD__ROUND_DOWN, ends.lower);
    pld__decimal_fixed(bracket->upper, decimals, PLD__ROUND_UP, ends.upper);
    return ends;
}

static pld__shown show(const pld_result *result) {
    return pld__show(&result->bracket, result->tolerance, result->theory_gap);
}

static void say_mechanisms(pld__markup *markup, const pld_statement_question *question) {
    if (question->step_count == 1) {
        pld__markup_say(markup, "This is ");
        pld__words_mechanism(markup, &question->steps[0]);
    } else {
        pld__markup_say(markup, "This is a composition of %zu mechanisms: ", question->step_count);
    }
    for (size_t i = 0; i < question->step_count && question->step_count > 1; i++) {
        pld__markup_say(markup, "%s(%zu) ", i == 0 ? "" : i + 1 < question->step_count ? "; " : "; and ", i + 1);
        pld__words_mechanism(markup, &question->steps[i]);
    }
    pld__markup_say(markup, ".");
}

bool pld__say_condition(pld__markup *markup, const pld_statement_question *question, const pld__standings *standings) {
    if (standings->restricted) {
        pld__words_restrictions(markup, question->steps, question->step_count);
    }
    if (standings->given) {
        pld__markup_say(markup, "%srovided that the pair that was given dominates what it stands for, ",
                        standings->restricted ? "and p" : "P");
    }
    if (standings->unproven) {
        pld__markup_say(markup, "%srovided that no data set is worse than the pair (which is not proven for such a group), ",
                        standings->restricted || standings->given ? "and p" : "P");
    }
    return standings->restricted || standings->given || standings->unproven;
}

const char *pld__whose(const pld__standings *standings) {
    return standings->dominates
               ? "of the pair that dominates it (not of the mechanism itself, of which nothing is claimed from below)"
           : standings->given      ? "of the pair itself"
           : standings->restricted ? "of the worst case under this restriction"
           : standings->unproven   ? "of the pair itself"
                                   : "of its worst case";
}

void pld__say_gaps(pld__markup *markup, const pld_statement_question *question) {
    for (size_t i = 0; i < question->step_count; i++) {
        const char *gap = question->steps[i].mechanism->gap;
        bool repeated = gap == NULL;
        for (size_t j = 0; j < i && !repeated; j++) {
            repeated = question->steps[j].mechanism->gap == gap;
        }
        if (!repeated) {
            pld__markup_say(markup, " %s", gap);
        }
    }
}

static void say_epsilon(pld__markup *markup, const pld_statement_question *question, const pld_result *result,
                        const pld__standings *standings, bool one_direction) {
    const char *delta = question->delta;
    const pld_bracket *bracket = &result->bracket;
    pld__shown ends = show(result);
    bool of_pair = standings->dominates || standings->given;
    if (isinf(bracket->lower)) {
        pld__markup_say(markup,
                        of_pair ? "At $delta = %s$ no finite $epsilon$ follows: the pair has none."
                                : "At $delta = %s$ there is no finite $epsilon$.",
                        delta);
        return;
    }
    if (isinf(bracket->upper)) {
        pld__markup_say(markup, "At $delta = %s$ no finite $epsilon$ could be certified: the smallest%s is at least $%s$.", delta,
                        of_pair ? " of the pair" : "", ends.lower);
        return;
    }
    bool conditional = pld__say_condition(markup, question, standings);
    if (one_direction) {
        pld__markup_say(markup, "%sn this direction, under the assumptions stated here, $epsilon = %s$ is enough at $delta = %s$",
                        conditional ? "i" : "I", ends.upper, delta);
    } else {
        pld__markup_say(markup,
                        "%snder the assumptions stated here%s %s is $(epsilon, delta)$-differentially private with "
                        "$epsilon = %s$ and $delta = %s$",
                        conditional ? "u" : "U", conditional ? "," : "",
                        question->tuning && !question->tuning->none ? "one run" : "this", ends.upper, delta);
    }
    pld__markup_say(markup, "; the smallest $epsilon$ %s is certified: $%s <= epsilon <= %s$.", pld__whose(standings), ends.lower,
                    ends.upper);
    if (result->theory_gap) {
        pld__say_gaps(markup, question);
    }
    if (standings->restricted) {
        pld__words_unrestricted(markup, question->steps, question->step_count);
    }
}

static void say_group(pld__markup *markup, const pld_statement_group *group) {
    const pld_bracket *bracket = &group->result.bracket;
    pld__shown ends = show(&group->result);
    if (isinf(bracket->lower)) {
        pld__markup_say(markup, "no finite $epsilon$");
    } else if (isinf(bracket->upper)) {
        pld__markup_say(markup, "no finite $epsilon$ that could be certified, but at least $%s$", ends.lower);
    } else {
        pld__markup_say(markup, "$%s <= epsilon <= %s$", ends.lower, ends.upper);
    }
    pld__markup_say(markup, " for $k = %" PRIu64 "$", group->k);
}

static void say_groups(pld__markup *markup, const pld_statement_question *question, const pld_statement *statement,
                       pld_adjacency adjacency) {
    if (statement->group_count == 0) {
        return;
    }
    const pld__standings *standings = &statement->group_standings;
    pld__markup_next(markup);
    bool conditional = pld__say_condition(markup, question, standings);
    pld__markup_say(markup, "%sor groups of $k$ records, ", conditional ? "f" : "F");
    pld__words_group(markup, question->steps, question->step_count, adjacency);
    pld__markup_say(markup, ", at the same $delta$ and under the same assumptions%s: ",
                    standings->dominates ? ", of the pair that dominates" : "");
    for (size_t i = 0; i < statement->group_count; i++) {
        pld__markup_say(markup, "%s", i > 0 ? "; " : "");
        say_group(markup, &statement->groups[i]);
    }
    pld__markup_say(markup, ".");
}

/* Ends that are not there are not said to be proven. */
static void say_proof(pld__markup *markup, const pld_statement *statement) {
    if (!statement->proven || isinf(statement->result.bracket.upper)) {
        return;
    }
    pld__markup_next(markup);
    pld__markup_say(markup,
                    "Both ends of $epsilon$%s are verified in interval arithmetic, from the parameters of the mechanisms alone.",
                    statement->group_count > 0 ? " for one record, not those for groups," : "");
}

static void say_version(pld__markup *markup, const pld_statement_question *question) {
    pld__markup_say(markup, "Computed by pld %s, upper ends rounded up and lower ends down", pld_version());
    if (question->command != NULL) {
        pld__markup_say(markup, ": ");
        pld__markup_code(markup, question->command);
    } else {
        pld__markup_say(markup, ".");
    }
}

static void say_answer(pld__markup *markup, const pld_statement_question *question, pld_adjacency adjacency,
                       const pld_statement *statement) {
    pld__standings standings = pld__standings_of(question->steps, question->step_count);
    say_epsilon(markup, question, &statement->result, &standings,
                pld__words_one_direction(question->steps, question->step_count, adjacency));
    say_groups(markup, question, statement, adjacency);
    if (statement->attacked) {
        pld__say_attack(markup, question, statement, adjacency);
    }
    if (statement->has_mu) {
        pld__say_mu(markup, question, adjacency, statement);
    }
    say_proof(markup, statement);
}

static void say_part(pld__markup *markup, pld__part part, const pld_statement_question *question, pld_adjacency adjacency,
                     const pld_statement *statement) {
    const pld_step *steps = question->steps;
    size_t count = question->step_count;
    switch (part) {
    case PLD__PART_MECHANISMS:
        say_mechanisms(markup, question);
        break;
    case PLD__PART_NEIGHBOURS:
        pld__words_adjacency(markup, steps, count, adjacency);
        pld__say_unit(markup, question);
        break;
    case PLD__PART_RELEASED:
        pld__words_released(markup, steps, count, question->released);
        break;
    case PLD__PART_MODEL:
        pld__say_model(markup, question->model);
        break;
    case PLD__PART_EPSILON:
        say_answer(markup, question, adjacency, statement);
        break;
    case PLD__PART_ASSUMPTIONS:
        pld__words_assumptions(markup, steps, count);
        break;
    case PLD__PART_ACCESSES:
        pld__say_accesses(markup, question, adjacency);
        break;
    case PLD__PART_VERSION:
        say_version(markup, question);
        break;
    case PLD__PARTS:
        break;
    }
}

/* Parts that begin their own sentences need no other beginning. */
static bool begins_itself(pld__part part) {
    return part == PLD__PART_MECHANISMS || part == PLD__PART_ASSUMPTIONS || part == PLD__PART_ACCESSES;
}

static pld_status write_text(const pld_statement_question *question, pld_adjacency adjacency, pld_statement *statement) {
    pld__markup markup = {.format = question->format == PLD_STATEMENT_REGISTRY ? PLD_STATEMENT_TEXT : question->format};
    for (int part = 0; part < PLD__PARTS; part++) {
        if (!begins_itself((pld__part)part)) {
            pld__markup_next(&markup);
        }
        say_part(&markup, (pld__part)part, question, adjacency, statement);
        statement->ends[part] = markup.length;
    }
    if (markup.failed) {
        pld__free(markup.text);
        return PLD_ERROR_MEMORY;
    }
    statement->text = markup.text;
    return PLD_OK;
}

/* --- the object ----------------------------------------------------------------------------------------------------- */

/* What does not go together. */
static pld_status check(const pld_statement_question *question, const pld_options *options, pld_error *error) {
    bool several = question->examples_per_unit > 1, search = question->tuning != NULL && !question->tuning->none;
    if (question->format == PLD_STATEMENT_REGISTRY &&
        pld__words_one_direction(question->steps, question->step_count, options->adjacency))
        return pld__error_argument(error, "adjacency", "add-remove, replace or zero-out",
                                   "an epsilon of one direction alone is no parameter that a registry has");
    if (several && options->adjacency == PLD_ADJACENCY_REPLACE)
        return pld__error_argument(error, "max-examples-per-user", "records that are added or removed",
                                   "groups of records that are replaced have no pair that is known");
    if (several && question->group_count > 0)
        return pld__error_argument(error, "groups", "groups, or several examples for each user",
                                   "groups of users who have several examples are not stated");
    if (several && question->prove != NULL)
        return pld__error_argument(error, "verify", "users of one example",
                                   "what is proven is about one record, not about a user who has several");
    if (search && (several || question->group_count > 0))
        return pld__error_argument(error, "tuning", "one record for each user, and no groups",
                                   "what a search costs is known of one record, not of several together");
    if (search && question->officer)
        return pld__error_argument(error, "audience", "a statement about one run, or without attacks",
                                   "what an attacker can do is known of one run, not of a search");
    if (search && question->mu)
        return pld__error_argument(error, "mu", "a statement about one run, or without mu",
                                   "mu is known of one run, not of a search");
    if (search && !(question->tuning->epsilon.upper >= question->tuning->epsilon.lower && question->tuning->runs != NULL))
        return pld__error_argument(error, "tuning", "what pld tune --json printed", "there are no numbers of a search");
    return PLD_OK;
}

static pld_status name_unit(const pld_statement_question *question, pld_statement *statement) {
    char text[512];
    if (question->unit == NULL && question->examples_per_unit <= 1) {
        return PLD_OK;
    }
    snprintf(text, sizeof text, "%s", question->unit != NULL ? question->unit : "one user");
    if (question->examples_per_unit > 1) {
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, " (at most %" PRIu64 " records)", question->examples_per_unit);
    }
    statement->unit = pld__allocate(strlen(text) + 1, 1);
    if (statement->unit == NULL) {
        return PLD_ERROR_MEMORY;
    }
    memcpy(statement->unit, text, strlen(text) + 1);
    return PLD_OK;
}

static pld_status create(const pld_statement_question *question, const pld_options *options, pld_statement **statement,
                         pld_error *error) {
    pld_statement *made = pld__allocate(1, sizeof *made);
    pld_statement_group *groups = pld__allocate(question->group_count, sizeof *groups);
    pld_status status = made && groups ? PLD_OK : PLD_ERROR_MEMORY;
    if (status != PLD_OK) {
        pld__free(made);
        pld__free(groups);
        return status;
    }
    bool search = question->tuning != NULL && !question->tuning->none;
    *made = (pld_statement){.group_count = question->group_count,
                            .groups = groups,
                            .format = question->format,
                            .model = question->model,
                            .tuned = search,
                            .untold = question->tuning == NULL,
                            .tuned_upper = search ? question->tuning->epsilon.upper : 0};
    status = name_unit(question, made);
    if (status == PLD_OK) {
        status = pld__statement_ask(question, options, made, error);
    }
    if (status == PLD_OK) {
        status = write_text(question, options->adjacency, made);
    }
    if (status == PLD_OK) {
        *statement = made;
    } else {
        pld_statement_free(made);
    }
    return status;
}

pld_status pld_statement_create(const pld_statement_question *question, const pld_options *options, pld_statement **statement,
                                pld_error *error) {
    if (question == NULL || options == NULL || statement == NULL || question->delta == NULL || question->step_count == 0 ||
        question->steps == NULL || (question->group_count > 0 && question->groups == NULL)) {
        return pld__error_argument(error, "", "", "a statement needs steps, a delta, options and a place to go to");
    }
    pld_status status = check(question, options, error);
    if (status != PLD_OK || question->examples_per_unit <= 1) {
        return status == PLD_OK ? create(question, options, statement, error) : status;
    }
    pld_statement_question own = *question;
    pld_step *steps = NULL;
    status = pld__group_steps_create(question, question->examples_per_unit, &steps, error);
    if (status == PLD_OK) {
        own.steps = steps;
        status = create(&own, options, statement, error);
        pld__group_steps_free(steps, question->step_count);
    }
    return status;
}

void pld_statement_free(pld_statement *statement) {
    if (statement == NULL) {
        return;
    }
    pld__free(statement->text);
    pld__free(statement->unit);
    pld__free(statement->groups);
    pld__free(statement);
}

const char *pld_statement_text(const pld_statement *statement) {
    return statement->text;
}

const pld_result *pld_statement_result(const pld_statement *statement) {
    return &statement->result;
}

const pld_statement_group *pld_statement_groups(const pld_statement *statement, size_t *count) {
    *count = statement->group_count;
    return statement->groups;
}

const pld_gdp *pld_statement_gdp(const pld_statement *statement) {
    return statement->has_mu ? &statement->gdp : NULL;
}

const pld_attack *pld_statement_attack(const pld_statement *statement) {
    return statement->attacked ? &statement->attack : NULL;
}
