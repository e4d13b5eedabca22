/* The questions behind a statement. */
#include "base/base.h"
#include "base/number.h"
#include "certify/curve_point.h"
#include "statement/parts.h"

static pld_status read_delta(const char *delta, double *log_delta, pld_error *error) {
    pld_status status = pld__number_parse_log(delta, log_delta, error);
    if (status == PLD_OK && *log_delta >= 0) {
        status = pld__error_argument(error, delta, "a number from 0 to below 1, such as 1e-5", "'%s' is not below 1", delta);
    }
    return status;
}

void pld__group_steps_free(pld_step *steps, size_t count) {
    for (size_t i = 0; i < count && steps != NULL; i++) {
        pld_mechanism_free((pld_mechanism *)steps[i].mechanism);
    }
    pld__free(steps);
}

pld_status pld__group_steps_create(const pld_statement_question *question, uint64_t k, pld_step **steps, pld_error *error) {
    pld_step *made = pld__allocate(question->step_count, sizeof *made);
    if (made == NULL) {
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < question->step_count; i++) {
        pld_mechanism *group = NULL;
        pld_status status = pld_mechanism_create_group(question->steps[i].mechanism, k, &group, error);
        if (status != PLD_OK) {
            pld__group_steps_free(made, i);
            return status;
        }
        made[i] = (pld_step){group, question->steps[i].count};
    }
    *steps = made;
    return PLD_OK;
}

/* A group of one is what was asked anyway, but its pair must be that of one. */
static pld_status ask_group(const pld_statement_question *question, double log_delta, const pld_options *options,
                            const pld_result *single, pld_statement_group *group, pld__standings *standings, pld_error *error) {
    pld_step *steps = NULL;
    pld_status status = pld__group_steps_create(question, group->k, &steps, error);
    if (status != PLD_OK) {
        return status;
    }
    *standings = pld__standings_join(*standings, pld__standings_of(steps, question->step_count));
    if (group->k == 1) {
        group->result = *single;
    } else {
        status = pld_query_epsilon(steps, question->step_count, log_delta, options, &group->result, error);
    }
    pld__group_steps_free(steps, question->step_count);
    return status;
}

pld_options pld__options_beside(const pld_options *options) {
    pld_options beside = *options;
    beside.tolerance = 0;
    beside.relative_tolerance = 1e-4;
    beside.bucket_width = 0;
    beside.buckets = 0;
    beside.engine = PLD_ENGINE_AUTO;
    beside.explainer = NULL;
    return beside;
}

/* The power of an attack at the rate, and its largest advantage. */
static pld_status ask_attack(const pld_statement_question *question, const pld_options *options, pld_statement *statement,
                             pld_error *error) {
    double rate = question->false_positive_rate > 0 ? question->false_positive_rate : 0.01, lower;
    pld_options loose = pld__options_beside(options);
    pld_result total;
    pld_status status = pld_query_attack(question->steps, question->step_count, rate, &loose, &statement->attack, error);
    if (status == PLD_OK) {
        status = pld_query_delta(question->steps, question->step_count, 0, &loose, &total, error);
    }
    if (status == PLD_OK) {
        pld__delta_ends(&total.bracket, &lower, &statement->advantage_upper);
        statement->attacked = true;
    }
    return status;
}

pld_status pld__statement_ask(const pld_statement_question *question, const pld_options *options, pld_statement *statement,
                              pld_error *error) {
    double log_delta = 0;
    pld_status status = read_delta(question->delta, &log_delta, error);
    statement->log_delta = log_delta;
    if (status == PLD_OK && question->group_count > 0 && options->adjacency == PLD_ADJACENCY_REPLACE) {
        status = pld__error_argument(error, "groups", "records that are added or removed",
                                     "groups of records that are replaced have no pair that is known");
    }
    if (status == PLD_OK) {
        status = pld_query_epsilon(question->steps, question->step_count, log_delta, options, &statement->result, error);
    }
    if (status == PLD_OK && question->officer) {
        status = ask_attack(question, options, statement, error);
    }
    if (status == PLD_OK && question->mu) {
        status = pld__statement_ask_mu(question, options, statement, error);
    }
    if (status == PLD_OK && question->prove != NULL) {
        status = question->prove(question->prove_context, &statement->result, &statement->proven, error);
    }
    for (size_t i = 0; i < question->group_count && status == PLD_OK; i++) {
        statement->groups[i].k = question->groups[i];
        status = ask_group(question, log_delta, options, &statement->result, &statement->groups[i], &statement->group_standings,
                           error);
    }
    return status;
}
