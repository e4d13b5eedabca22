/* Methods and claims beside the certified bracket, at one or many points: first the points, then the answers. */
#ifndef PLD_STUDY_COMPARISON_H
#define PLD_STUDY_COMPARISON_H

#include "study/claims.h"

/* The mechanisms of one row of a table. */
typedef struct pld__row_mechanisms {
    char *text;
    pld_composition *composition;
} pld__row_mechanisms;

/* The findings at a point. */
typedef struct pld__findings {
    pld_finding *items;
    size_t count;
} pld__findings;

struct pld_comparison {
    pld_comparison_question question;
    pld_options options;
    pld_comparison_point *points;
    pld__findings *findings; /* of each point */
    size_t point_count;
    bool many; /* a list of points was asked for, even if there is one */
    pld__row_mechanisms *rows;
    size_t row_count;
    const pld_baseline_method **methods;
    size_t method_count;
};

/* Appends methods of a list of names with commas between; free the array with free, also after a failure. */
PLD_WARN_UNUSED pld_status pld__methods_parse(const char *names, const pld_baseline_method ***methods, size_t *count,
                                              pld_error *error);

/* The points, nothing computed yet. */
PLD_WARN_UNUSED pld_status pld__comparison_plan(const pld_comparison_question *question, const pld_options *options,
                                                pld_comparison **comparison, pld_error *error);
/* Brackets, methods and claims; with `each_direction` both directions as closely as asked. */
PLD_WARN_UNUSED pld_status pld__comparison_compute(pld_comparison *comparison, bool each_direction, pld_error *error);

/* Refuses, before anything is computed, what could not be written in the end. Only the points need to be known. */
PLD_WARN_UNUSED pld_status pld__comparison_check_output(const pld_comparison *comparison, const char *path, pld_store_mode mode,
                                                        const char *series, pld_error *error);

#endif
