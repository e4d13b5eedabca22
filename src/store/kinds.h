/* What values of a name are kept as in files. */
#ifndef PLD_STORE_KINDS_H
#define PLD_STORE_KINDS_H

#include <pld/store.h>

/* The kind of a name, if all these values are of it; otherwise they are plain numbers. */
pld_value_kind pld__values_kind(const char *name, const double *values, size_t count);

/* Is there anything by the name of a flag? */
bool pld__series_has_flags(const pld_series *series);

#endif
