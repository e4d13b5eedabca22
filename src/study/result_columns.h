/* Results as columns and attributes of a series. */
#ifndef PLD_STUDY_RESULT_COLUMNS_H
#define PLD_STUDY_RESULT_COLUMNS_H

#include "store/builder.h"

#include <pld/query.h>

/* The bracket, each direction (where it is as close as was asked, else NaN), log10 delta, and how the answer was found. */
void pld__result_columns_add(pld__builder *builder, pld_unit unit, const pld_result *results, size_t count);

/* What the results say about themselves, the worst of each over the points. */
void pld__result_columns_describe(pld__builder *builder, pld_unit unit, const pld_result *results, size_t count);

/* The names of the ends of a bracket, and the ends. */
enum { PLD__ENDS = 3 };
extern const char *const pld__end_names[PLD__ENDS];
double pld__bracket_end(const pld_bracket *bracket, int end);

#endif
