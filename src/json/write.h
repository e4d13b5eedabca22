/* The one writer of results: an object for each schema. Every text is freed with pld_text_free. */
#ifndef PLD_JSON_WRITE_H
#define PLD_JSON_WRITE_H

#include "study/batches.h"
#include "store/json.h"
#include "study/run.h"
#include "study/tradeoff.h"

#include <pld/evidence.h>
#include <pld/json.h>
#include <pld/statement.h>
#include <pld/store.h>

/* What an answer is about, beside its question. */
typedef struct pld__json_answer {
    const pld_composition *composition;
    const pld_options *options;
    const pld_result *result;
} pld__json_answer;

/* pld.epsilon/1 and pld.delta/1; the keys of `more` come last. It is taken, also on failure, and NULL is want of memory. */
PLD_WARN_UNUSED pld_status pld__json_epsilon(const pld__json_answer *answer, const pld_delta *delta, json_t *more, char **text);
PLD_WARN_UNUSED pld_status pld__json_delta(const pld__json_answer *answer, double epsilon, json_t *more, char **text);

/* pld.curve/1; `seconds` is how long it took. */
PLD_WARN_UNUSED pld_status pld__json_study(const pld_study *study, const pld_result *results, double seconds, char **text);

/* All of a file, pld.export/2; or without the values of its columns, pld.info/2. */
PLD_WARN_UNUSED pld_status pld__json_store(const pld_store *store, bool whole, char **text);

/* pld.batches/1; `given` is the training run. */
PLD_WARN_UNUSED pld_status pld__json_batches(const char *given, const pld_delta *delta, const pld__batches *batches, char **text);

/* pld.tradeoff/1. */
PLD_WARN_UNUSED pld_status pld__json_tradeoff(const pld__tradeoff *tradeoff, double seconds, char **text);

/* pld.gdp/1. */
PLD_WARN_UNUSED pld_status pld__json_gdp(const pld_composition *composition, const pld_options *options, const pld_gdp *gdp,
                                         char **text);

/* pld.tune/1; `law` is how many runs, as given. */
PLD_WARN_UNUSED pld_status pld__json_tuned(const pld_composition *composition, const char *law, const pld_delta *delta,
                                           const pld_options *options, const pld_tuned *tuned, char **text);

/* What an audit is about. Of counts and canaries one is NULL; the composition may be NULL. */
typedef struct pld__audit_view {
    const pld_composition *composition;
    const pld_options *options;
    const pld_audit_terms *terms;
    const pld_delta *delta; /* NULL: none was given */
    const pld_attack_counts *counts;
    const pld_canaries *canaries;
    const char *threshold; /* what was chosen, or NULL */
} pld__audit_view;

/* pld.audit/1. */
PLD_WARN_UNUSED pld_status pld__json_audit(const pld__audit_view *view, const pld_audit *audit, char **text);

/* Renyi divergences of one order. */
typedef struct pld__renyi_row {
    double order;
    pld_bracket directions[PLD_DIRECTIONS]; /* those that the adjacency asks for */
} pld__renyi_row;

/* The larger of the directions asked for. */
pld_bracket pld__renyi_both(const pld__renyi_row *row, pld_adjacency adjacency);

/* pld.renyi/2. */
PLD_WARN_UNUSED pld_status pld__json_renyi(const pld_composition *composition, const pld_options *options,
                                           const pld__renyi_row *rows, size_t count, char **text);

/* pld.statement/1. `format` is the name of its format; `more` as above. */
PLD_WARN_UNUSED pld_status pld__json_statement(const pld_composition *composition, const pld_delta *delta,
                                               const pld_options *options, const char *format, const pld_statement *statement,
                                               json_t *more, char **text);

/* What a calibration is about, beside its answer. */
typedef struct pld__calibration_view {
    const char *unknown;                /* the spec with the unknown, as given */
    const pld_composition *composition; /* at the value; at the limit if there is none */
    const pld_target *target;
    const pld_delta *delta; /* of a target in epsilon */
    const pld_options *options;
    const char *check;   /* the command that certifies the value again, or NULL */
    const char *caution; /* what is said first, or NULL */
} pld__calibration_view;

/* "epsilon", "advantage", "tpr" or "mu". */
const char *pld__target_name(pld_target_kind kind);

/* pld.calibrate/1. */
PLD_WARN_UNUSED pld_status pld__json_calibration(const pld__calibration_view *view, const pld_calibration *found, char **text);

#endif
