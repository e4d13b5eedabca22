/* Results as columns and attributes of a series. */
#ifndef PLD_STUDY_RESULT_COLUMNS_H
#define PLD_STUDY_RESULT_COLUMNS_H

#include "store/builder.h"

#include <pld/query.h>

/* The bracket, each direction (where it is as close as was asked, else NaN), log10 delta, whether the ends come from two pairs
 * (if any do), and how the answer was found. */
void pld__result_columns_add(pld__builder *builder, pld_unit unit, pld_adjacency adjacency, const pld_result *results,
                             size_t count);

/* What the results say about themselves, the worst of each over the points. */
void pld__result_columns_describe(pld__builder *builder, pld_unit unit, const pld_result *results, size_t count);

/* The same columns where results come one by one: which there are (as a result of the study has them), as columns of a builder
 * that are filled later, and the values of one result. NULL without memory. */
typedef struct pld__result_columns pld__result_columns;
pld__result_columns *pld__result_columns_create(pld_unit unit, pld_adjacency adjacency, bool gap, const pld_result *result);
void pld__result_columns_free(pld__result_columns *columns);
size_t pld__result_columns_count(const pld__result_columns *columns);
void pld__result_columns_declare(const pld__result_columns *columns, pld__builder *builder);
void pld__result_columns_fill(const pld__result_columns *columns, const pld_result *result, size_t row, double *const *values);

/* And what they say about themselves. */
typedef struct pld__result_summary pld__result_summary;
pld__result_summary *pld__result_summary_create(pld_unit unit);
void pld__result_summary_free(pld__result_summary *summary);
void pld__result_summary_add(pld__result_summary *summary, const pld_result *result);
bool pld__result_summary_gap(const pld__result_summary *summary); /* do ends of any come from two pairs? */
void pld__result_summary_describe(const pld__result_summary *summary, pld__builder *builder);

/* The attribute `gap` of a series, where there is one. */
void pld__gap_describe(pld__builder *builder, bool gap);

/* The names of the ends of a bracket, and the ends. */
enum { PLD__ENDS = 3 };
extern const char *const pld__end_names[PLD__ENDS];
double pld__bracket_end(const pld_bracket *bracket, int end);

#endif
