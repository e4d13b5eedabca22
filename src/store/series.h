/* What a series must be, and how two are compared. */
#ifndef PLD_STORE_SERIES_H
#define PLD_STORE_SERIES_H

#include <pld/store.h>

/* Attributes that say who made a series and when, not what it is. */
bool pld__attribute_is_circumstance(const char *name);

/* PLD_ERROR_ARGUMENT, naming the offending name, if the series is not as <pld/store.h> says. */
PLD_WARN_UNUSED pld_status pld__series_check(const pld_series *series, pld_error *error);

/* An axis that is a dimension of the columns; the others are scalars. */
bool pld__axis_is_dimension(const pld_series *series, size_t index);

#endif
